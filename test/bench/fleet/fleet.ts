/**
 * `npm run bench -- fleet`: many stations and many endpoints at once, as after a power cut: all dial in, each is told of every
 * endpoint, and sensors go on sending. Beside it a bare TLS server with as many connections in the same run.
 * Options: `--stations 50`, `--endpoints 5000`, `--sessions new|resumed` (after a restart of the service center), `--uplinks 200`
 * (per second over all stations, 0 for none), `--seconds 60` (after all are connected; new sessions end earlier when everything
 * is announced), `--dial 60` (seconds within which all dial in, 0 for at once), `--processes 1` (that the stations are spread
 * over), `--engine node:sqlite`, `--executable dist/waystation-linux-x64`.
 * The disk does not tell who wrote: `--uplinks 0` shows what an announcement alone costs there.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Histogram } from '../../load/histogram.ts';
import { type FleetFigures, type FleetRun, runFleet } from './fleet-run.ts';

const { values: options } = parseArgs({
  options: {
    stations: { type: 'string', default: '50' },
    endpoints: { type: 'string', default: '5000' },
    sessions: { type: 'string', default: 'new' },
    uplinks: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    dial: { type: 'string', default: '60' },
    processes: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'auto' },
    executable: { type: 'string' },
  },
});
const { sessions, executable } = options;
if (sessions !== 'new' && sessions !== 'resumed') throw new Error('--sessions is new or resumed');

const work = mkdtempSync(join(tmpdir(), 'waystation-fleet-'));
/** Processes to end, whatever happens. */
const ending: (() => void)[] = [];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  for (const end of ending) end();
  rmSync(work, { recursive: true, force: true });
});

const run: FleetRun = {
  stations: number('stations', 1),
  endpoints: number('endpoints', 1),
  sessions,
  uplinks: number('uplinks'),
  seconds: number('seconds'),
  dial: number('dial'),
  processes: number('processes', 1),
  settleMs: 10_000,
  work,
  executable: executable && resolve(executable),
  settings: { PLATFORM_STORE_ENGINE: options.engine },
  started: kill => void ending.push(kill),
  say: line => console.error(line),
};
print(run, await runFleet(run));
// Ends what is left, should anything be left.
process.exit();

function number(name: 'stations' | 'endpoints' | 'uplinks' | 'seconds' | 'dial' | 'processes', least = 0): number {
  const value = Number(options[name]);
  if (Number.isFinite(value) && value >= least) return value;
  throw new Error(`--${name} is a number from ${least} on`);
}

function print({ stations, endpoints, sessions, uplinks, dial }: FleetRun, figures: FleetFigures): void {
  const { fleet, before, first, counted, last, due, bare } = figures;
  const connect = histogram(fleet.connectMs);
  const latency = histogram(fleet.latency);
  const lateness = histogram(fleet.lateness);
  const joined = fleet.joinedMs.toSorted((a, b) => a - b);
  const spreadS = ((fleet.lastMs ?? 0) - (fleet.firstMs ?? 0)) / 1000;
  const written = counted.writtenBytes - first.writtenBytes;
  const each = (bytes: number, count: number) => (count > 0 ? (bytes / count).toFixed(0) : '-');
  const rows: [what: string, ours: string, yardstick?: string][] = [
    ['figure', 'ours', 'bare TLS'],
    ['stations connected', `${fleet.joined} of ${stations}`, `${bare.done} of ${stations}`],
    [
      `  after s (dialled within ${dial} s): p50, p95, last`,
      [0.5, 0.95, 1].map(part => s(at(joined, part))).join(', '),
    ],
    ['  last one / handshakes per second (bare: at once)', s(at(joined, 1)), `${each(bare.done, bare.seconds)}/s`],
    ['  one station takes ms: p50, p99, max', percentiles(connect, [0.5, 0.99])],
    ['  sessions resumed', String(fleet.resumed)],
    ['  attempts that failed, connections that dropped', `${fleet.failedDials}, ${fleet.dropped}`],
    ['announcements answered', `${fleet.answered} of ${sessions === 'new' ? due : 0} due`],
    ['  endpoints known by stations', `${fleet.known} of ${due}${figures.complete ? '' : ', not complete'}`],
    ['  per second, from the first to the last', each(fleet.answered, spreadS)],
    ['  first and last after s', fleet.answered > 0 ? `${s(fleet.firstMs)}, ${s(fleet.lastMs)}` : '-'],
    ['  sent again under a new id / repeated under the old', `${fleet.again} / ${fleet.repeated}`],
    [`uplinks, ${uplinks}/s`, `${fleet.sent} sent`],
    ['  ms: p50, p99, p999, max', percentiles(latency, [0.5, 0.99, 0.999])],
    ['  lost (no answer within 5 s), of these answered later', `${fleet.sent - fleet.inTime}, ${fleet.late}`],
    ['  left late by ms (the load generator): p50, p99, max', percentiles(lateness, [0.5, 0.99])],
    ['bytes written to the disk', `${(written / 1e6).toFixed(1)} MB`],
    ['  all of them per announcement', each(written, fleet.answered)],
    [
      `resident: before, ${figures.complete ? 'idle with all connected' : 'at the end'}`,
      `${mb(first.residentBytes)}, ${mb(last.residentBytes)} MB`,
      `${mb(bare.emptyBytes)}, ${mb(bare.residentBytes)} MB`,
    ],
    ['  highest', `${mb(last.peakResidentBytes)} MB`],
    [
      '  KB per idle connection',
      kb(last.residentBytes - first.residentBytes, stations),
      kb(bare.residentBytes - bare.emptyBytes, bare.done),
    ],
    ['CPU seconds', (counted.cpuSeconds - first.cpuSeconds).toFixed(1)],
    ['stopped with, after s', `${figures.stopped}, ${s(figures.stopMs)}`],
  ];
  console.log(`${stations} stations with ${sessions} sessions, ${endpoints} endpoints`);
  if (before) console.log(`announced before the restart: ${before.known} of ${due}, last after ${s(before.lastMs)} s`);
  const widths = [0, 1, 2].map(column => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  for (const [what, ours, yardstick = ''] of rows) {
    const [first = 0, second = 0, third = 0] = widths;
    console.log(`${what.padEnd(first)}  ${ours.padStart(second)}  ${yardstick.padStart(third)}`.trimEnd());
  }
}

function histogram(dump: Parameters<Histogram['merge']>[0]): Histogram {
  const made = new Histogram();
  made.merge(dump);
  return made;
}

function percentiles(of: Histogram, parts: readonly number[]): string {
  if (of.count === 0) return '-';
  return [...parts.map(part => of.percentile(part)), of.maxMs].map(ms => ms.toFixed(ms < 100 ? 1 : 0)).join(', ');
}

function at(sorted: readonly number[], part: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
}

function s(ms: number | undefined): string {
  return ms === undefined ? '-' : (ms / 1000).toFixed(1);
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function kb(bytes: number, count: number): string {
  return (bytes / 1000 / Math.max(1, count)).toFixed(0);
}
