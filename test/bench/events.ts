/**
 * `npm run bench -- events`: what events cost beside uplinks, as the writer runs both: one connection, 64 reports in a commit, windows
 * closed as they go. Each load runs beside the same number of ordinary uplinks, in turn; what counts is the median of the ratios of the
 * thread's own CPU time. Options: `--pairs 7`, `--uplinks 20000` (of each run), `--load unknown` (those with this in their name).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDb } from '../../src/database/driver.ts';
import { migrate } from '../../src/database/migrate.ts';
import { type Domain, domain } from '../../src/domain/domain.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { packUplink } from '../../src/domain/uplink/receive.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '7' },
    uplinks: { type: 'string', default: '20000' },
    load: { type: 'string', default: '' },
  },
});
const PAIRS = Number(options.pairs);
const UPLINKS = Number(options.uplinks);
const ENDPOINTS = 64;
const UNKNOWN = 1000;
const PER_COMMIT = 64;
const STATION = '70b3d59cd0000001';
const epEui = (n: number) => n.toString(16).padStart(16, '0') as Eui;

/** Which uplinks there are, and what else is stored with them. */
interface Load {
  readonly name: string;
  endpoint(n: number): number;
  packetCnt(n: number): number;
  also?(stores: Domain, n: number, at: number): void;
}

const ordinary: Load = {
  name: 'ordinary uplinks',
  endpoint: n => n % ENDPOINTS,
  packetCnt: n => Math.floor(n / ENDPOINTS),
};
const all: readonly Load[] = [
  ordinary,
  // Every 64th, as all others go on as usual; and all of them.
  {
    name: 'one endpoint of 64 whose counter goes back each time',
    endpoint: n => n % ENDPOINTS,
    packetCnt: n => (n % ENDPOINTS === 0 ? 1e9 - n : Math.floor(n / ENDPOINTS)),
  },
  { name: 'one endpoint alone whose counter goes on', endpoint: () => 0, packetCnt: n => n },
  { name: 'one endpoint alone whose counter goes back each time', endpoint: () => 0, packetCnt: n => 1e9 - n },
  { name: 'a thousand unknown endpoints', endpoint: n => 100_000 + (n % UNKNOWN), packetCnt: n => n },
  fiftyEvents(2_000),
  fiftyEvents(18_000),
];

/** 50 different events in each second, of so many uplinks. */
function fiftyEvents(uplinksPerSecond: number): Load {
  return {
    ...ordinary,
    name: `50 different events/s beside ${uplinksPerSecond} uplinks/s`,
    also(stores, n, at) {
      if (n % (uplinksPerSecond / 50) !== 0) return;
      const about = { org: 1, endpoint: 1 + (n % ENDPOINTS), epEui: epEui(n % ENDPOINTS), at, storedAt: at };
      stores.events.raise({ type: 'endpoint.attached', ...about, data: { attachCnt: n, bsEui: STATION } });
    },
  };
}

const loads = all.filter(({ name }) => name.includes(options.load));

const work = mkdtempSync(join(tmpdir(), 'waystation-bench-'));
let databases = 0;
try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const ratios = new Map(loads.map(({ name }) => [name, [] as number[]]));
  const events = new Map<string, number>();
  for (const load of loads) run(load, UPLINKS / 4);
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const load of loads) {
      // The second of a pair runs on what the first has warmed: they take turns.
      const first = pair % 2 === 0 ? run(ordinary, UPLINKS) : undefined;
      const ours = run(load, UPLINKS);
      const bare = first ?? run(ordinary, UPLINKS);
      ratios.get(load.name)?.push(ours.cpuMs / bare.cpuMs);
      events.set(load.name, ours.events);
    }
  }
  console.log(`${PAIRS} pairs of ${UPLINKS} uplinks; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, measured] of ratios) {
    const sorted = measured.toSorted((a, b) => a - b);
    const [least, median, most] = [0, 0.5, 1].map(part => sorted[Math.round(part * (sorted.length - 1))] ?? 0);
    const spread = `${least?.toFixed(3)} to ${most?.toFixed(3)}`;
    console.log(`${name.padEnd(54)} CPU × ${median?.toFixed(3)} (${spread}), ${events.get(name)} rows of events`);
  }
}

/** Milliseconds of CPU that a load takes in a database of its own. */
function run(load: Load, uplinks: number): { cpuMs: number; events: number } {
  const db = openDb(join(work, `${databases++}.db`), {
    engine: 'better-sqlite3',
    mode: 'writer',
    synchronous: 'normal',
  });
  migrate(db, migrations);
  db.exec(
    "INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES (1, 'x', 'x', 1, 0, 0)",
  );
  db.exec(
    `INSERT INTO base_station (id, org, eui, name, created_at, updated_at) VALUES (1, 1, '${STATION}', '', 0, 0)`,
  );
  const insert = db.prepare(
    "INSERT INTO endpoint (id, org, eui, name, ep_class, attach_status, created_at, updated_at) VALUES (?, 1, ?, 'meter', 'Z', 'attached', 0, 0)",
  );
  for (let n = 0; n < ENDPOINTS; n++) insert.run(n + 1, epEui(n));
  const stores = domain(db);
  const begun = process.cpuUsage();
  for (let n = 0; n < uplinks; n += PER_COMMIT) {
    db.atomic(() => {
      const at = Date.UTC(2026, 0, 1) + n / 2;
      for (let m = n; m < n + PER_COMMIT; m++) {
        load.also?.(stores, m, at);
        const reception = { station: 1, opId: m, rxTime: BigInt(at) * 1_000_000n + BigInt(m), snr: 10, rssi: -90 };
        stores.uplinks.receive(
          packUplink({
            ...{
              epEui: epEui(load.endpoint(m)),
              packetCnt: load.packetCnt(m),
              userData: Buffer.alloc(12, m & 255),
              format: 0,
            },
            ...{ flags: 0, reception, progress: { session: 0, lastBs: 0, doneBs: 0 }, arrivedAt: at },
          }),
        );
      }
      for (let derive = stores.uplinks.close(at, listenedMs(at)).derive; derive; ) derive = stores.uplinks.derive();
    });
  }
  const { user, system } = process.cpuUsage(begun);
  const { count } = db.prepare('SELECT count(*) AS count FROM event').get() as { count: number };
  db.close();
  return { cpuMs: (user + system) / 1000, events: count };
}
