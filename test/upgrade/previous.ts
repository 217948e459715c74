/**
 * What the previous release has, this one goes on with: its own e2e tests, a box it has run on real TLS, that box under this release, our e2e tests.
 * Usage: node test/upgrade/previous.ts PREVIOUS [--e2e catalog.test.ts,...|none]
 * PREVIOUS is a checkout with its node_modules, or an executable (which brings no tests of its own). All e2e tests run unless some are named.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { e2e: { type: 'string', default: '' } },
});
const [previous = ''] = positionals;
if (!existsSync(previous)) throw new Error('name a checkout of the previous release, or its executable');
const own = join(import.meta.dirname, '..', '..');
const STATION = '70b3d59cd0000001';
const METER = 'fe0000000000e101';
const UPLINKS = 200;
const PATIENCE_MS = 120_000;
const env = {
  ...{ PATH: process.env.PATH ?? '', PLATFORM_PKI_KEY_TYPE: 'ec-p256', PLATFORM_BSSCI_REGISTER_UNKNOWN: 'true' },
  ...Object.fromEntries(
    ['BSSCI', 'SCACI', 'GATEWAY', 'CORE', 'HEALTH_CORE', 'HEALTH_GATEWAY'].map(name => [`PLATFORM_${name}_PORT`, '0']),
  ),
  PLATFORM_LOG_LEVEL: 'warn',
};
type Program = readonly string[];
const programOf = (place: string): Program =>
  statSync(place).isDirectory() ? [process.execPath, join(place, 'src', 'main.ts')] : [place];
const work = mkdtempSync(join(tmpdir(), 'waystation-previous-'));
const dataDir = join(work, 'data');
const problems: string[] = [];
const expect = (what: string, holds: boolean, why = ''): void => {
  console.log(`${holds ? 'ok' : 'NOT OK'} ${what}${holds ? '' : `: ${why}`}`);
  if (!holds) problems.push(what);
};
try {
  if (statSync(previous).isDirectory()) endToEnd('previous', previous);
  const before = await life(programOf(previous), async api => {
    await api('CreateEndPoint', { endpoint: { ep_eui: METER, name: 'meter', nwk_key: '01'.repeat(16) } });
  });
  expect('the previous release has a box with messages', before.messages >= UPLINKS, JSON.stringify(before));
  const after = await life(programOf(own), async (_api, seen) => {
    expect(
      'this release knows all of it',
      JSON.stringify(seen) === JSON.stringify(before),
      JSON.stringify({ before, seen }),
    );
  });
  expect('and goes on', after.messages === before.messages + UPLINKS, JSON.stringify({ before, after }));
  endToEnd('this release', own);
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = problems.length === 0 ? 0 : 1;

interface Seen {
  readonly endpoints: readonly unknown[];
  readonly stations: readonly unknown[];
  readonly messages: number;
}
type Call = (method: string, input: object) => Promise<Record<string, unknown>>;

/** Starts a release on the box, lets stations report through it, and stops it in order. @returns what it holds in the end */
async function life(program: Program, first: (api: Call, seen: Seen) => Promise<void>): Promise<Seen> {
  const portsFile = join(work, 'ports');
  rmSync(portsFile, { force: true });
  const [command = '', ...args] = program;
  const child = spawn(command, [...args, 'serve', '--data-dir', dataDir, '--ports-file', portsFile], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve));
  try {
    const ports = await portsIn(portsFile, child);
    const api: Call = async (method, input) => {
      const answer = await fetch(`http://127.0.0.1:${ports.gateway}/platform.api.v1.PlatformService/${method}`, {
        ...{ method: 'POST', body: JSON.stringify(input), headers: { 'content-type': 'application/json' } },
      });
      if (!answer.ok) throw new Error(`${method}: ${await answer.text()}`);
      return (await answer.json()) as Record<string, unknown>;
    };
    await first(api, await look(api));
    const bundle = join(work, `station-${readdirSync(work).length}`);
    const ran = [
      ['certs', 'base-station', STATION, '--out', bundle, '--data-dir', dataDir],
      [
        'simulate',
        'base-station',
        '--bundle',
        bundle,
        '--port',
        String(ports.bssci),
        '--window',
        '8',
        '--endpoint-eui',
        METER,
        '--count',
        String(UPLINKS),
      ],
    ].map(each => spawnSync(command, [...args, ...each], { env, encoding: 'utf8' }));
    const failed = ran.find(({ status }) => status !== 0);
    if (failed) throw new Error(failed.stderr + failed.stdout);
    // The last reception window closes.
    await sleep(1500);
    const seen = await look(api);
    child.kill('SIGTERM');
    expect('it stops with 0', (await exited) === 0);
    return seen;
  } finally {
    if (child.exitCode === null) child.kill('SIGKILL');
  }
}

async function look(api: Call): Promise<Seen> {
  const list = async (method: string, field: string) =>
    ((await api(method, {}))[field] ?? []) as Record<string, unknown>[];
  const endpoints = await list('ListEndPoints', 'endpoints');
  const stations = await list('ListBaseStations', 'baseStations');
  const { totalCount } = await api('ListMessages', { page_size: 1 });
  return {
    endpoints: endpoints.map(({ epEui, name, createdAt }) => ({ epEui, name, createdAt })),
    stations: stations.map(({ bsEui, createdAt }) => ({ bsEui, createdAt })),
    messages: Number(totalCount ?? 0),
  };
}

async function portsIn(file: string, child: ChildProcess): Promise<Record<string, number>> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end && child.exitCode === null; ) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
    await sleep(50);
  }
  throw new Error('it did not start');
}

/** A release's own e2e tests, by its own sources. */
function endToEnd(what: string, checkout: string): void {
  if (options.e2e === 'none') return;
  const named = options.e2e.split(',').filter(name => name !== '');
  const folder = join(checkout, 'test', 'e2e');
  const files = readdirSync(folder).filter(
    name => name.endsWith('.test.ts') && (named.length === 0 || named.includes(name)),
  );
  for (const name of files) {
    const { status, stdout } = spawnSync(process.execPath, [join(folder, name)], {
      ...{ cwd: checkout, encoding: 'utf8', env: { ...process.env, TAP_TIMEOUT: '300' } },
    });
    expect(
      `e2e of ${what}: ${name}`,
      status === 0,
      stdout
        .split('\n')
        .filter(line => line.includes('not ok'))
        .join(' | '),
    );
  }
}
