/**
 * `npm run bench deliveries`: how fast integrations come through a backlog with no uplinks meanwhile, with the target on the same machine:
 * HTTP to a plain receiver, MQTT to mosquitto, NATS to nats-server with JetStream, those of them that are there. Of each kind one
 * that is not behind, one that is, and many that are: items a second, CPU of our process for each item, its resident memory, and what
 * it writes to the disk for each item: nothing else is written meanwhile, so that noise does not change these bytes.
 * Usage: node test/bench/deliveries.ts [--kinds http,mqtt,nats] [--messages 300000] [--endpoints 1000] [--integrations 20] [--seconds 60]
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDb } from '../../src/database/driver.ts';
import { startDeliveries } from '../fault/deliveries/deliveries-start.ts';
import { freePort, startPeer } from '../real/peer-process.ts';
import { deliveryPeers, isPeerName, type PeerName } from './rig/delivery-peers.ts';
import { fillBox } from './rig/filled-box.ts';
import { type Usage, usageOf } from './rig/process.ts';

const { values } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'http,mqtt,nats' },
    messages: { type: 'string', default: '300000' },
    endpoints: { type: 'string', default: '1000' },
    integrations: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
  },
});
const [messages, endpoints, many, seconds] = [
  ...[values.messages, values.endpoints],
  ...[values.integrations, values.seconds],
].map(Number) as [number, number, number, number];
const ENGINE = 'better-sqlite3';
const LOOK_MS = 100;
/** Until then code is compiled, and the window opens. */
const FIRST_PART = 0.05;
/** The last cursors wait for their time to be stored. */
const LAST_PART = 0.98;
/** So long one that is not behind is looked at. */
const IDLE_S = 5;

const ends: (() => unknown)[] = [];
const ending = { teardown: (end: () => unknown) => void ends.push(end) };
const there = (program: string) => spawnSync('which', [program]).status === 0;

/** What an integration is set to; of NATS, streams of their own: one that knows a message already is not sent it. */
const settingsOf = {
  http: (port: number) => ({ url: `http://127.0.0.1:${port}/` }),
  mqtt: (port: number) => ({ brokerUrl: `mqtt://127.0.0.1:${port}` }),
  nats: (port: number, n: number) => ({
    ...{ servers: [`nats://127.0.0.1:${port}`], manageStreams: true, subjectPrefix: `box${n}` },
  }),
};

const work = mkdtempSync(join(tmpdir(), 'waystation-deliveries-'));
const path = join(work, 'waystation.db');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
try {
  await main();
} finally {
  for (const end of ends.reverse()) await end();
}

async function main(): Promise<void> {
  const wanted = values.kinds.split(',').filter(isPeerName);
  const here = wanted.filter(name => there(deliveryPeers[name].program));
  for (const kind of wanted)
    if (!here.includes(kind)) console.log(`${kind}: ${deliveryPeers[kind].program} is not there`);
  // Of which kind they are is said before each measurement.
  const integrations = Array.from({ length: many }, () => ({ kind: 'http', settings: {} }) as const);
  const began = performance.now();
  fillBox({ path, engine: ENGINE, messages, endpoints, integrations });
  console.error(`${messages} messages in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  for (const kind of here) {
    const idle = await measured(kind, 1, false);
    const one = await measured(kind, 1, true);
    const all = await measured(kind, many, true);
    const line = ({ perSecond, cpuMicroseconds, writtenBytes, residentMb, peakMb }: Measured) =>
      `${perSecond.toFixed(0).padStart(7)} items/s ${cpuMicroseconds.toFixed(0).padStart(5)} µs/item ${writtenBytes.toFixed(1).padStart(5)} bytes/item ${residentMb.toFixed(0).padStart(4)} MB, highest ${peakMb.toFixed(0)}`;
    console.log(`${kind}, 1 not behind  resident ${idle.residentMb.toFixed(0)} MB, highest ${idle.peakMb.toFixed(0)}`);
    console.log(`${kind}, 1 behind     ${line(one)}`);
    console.log(`${kind}, ${many} behind    ${line(all)}`);
    console.log(
      `${kind}, ${many} behind    resident ${(all.residentMb - idle.residentMb).toFixed(0)} MB more than 1 not behind`,
    );
    console.log(`load ${loadavg()[0]?.toFixed(1)}`);
  }
}

interface Measured {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
  /** To the disk, for each item. */
  readonly writtenBytes: number;
  /** In the middle of many looks. */
  readonly residentMb: number;
  readonly peakMb: number;
}

/** Lets so many integrations of a kind deliver, from the first message on or from the last. */
async function measured(kind: PeerName, count: number, behind: boolean): Promise<Measured> {
  const db = openDb(path, { engine: ENGINE, mode: 'writer', synchronous: 'normal' });
  const { newest } = db.prepare('SELECT max(seq) AS newest FROM message').get() as { newest: number };
  const port = await freePort();
  const { program, arguments: args } = deliveryPeers[kind];
  db.prepare('UPDATE integration SET enabled = 0').run();
  const enable = db.prepare('UPDATE integration SET enabled = 1, kind = ?, settings = ? WHERE id = ?');
  for (let id = 1; id <= count; id++) enable.run(kind, JSON.stringify(settingsOf[kind](port, id)), id);
  db.prepare('UPDATE integration_progress SET log_cursor = ?').run(behind ? 0 : newest);
  const reached = db.prepare(
    'SELECT sum(log_cursor) AS reached FROM integration_progress JOIN integration ON id = integration WHERE enabled = 1',
  );
  // A new one, which knows nothing.
  const peer = await startPeer(ending, program, args(port, ending), port);
  const child = startDeliveries({ path, faster: 1 });
  const exited = once(child, 'exit');
  const looks: { readonly at: number; readonly reached: number; readonly usage: Usage }[] = [];
  const limit = performance.now() + (behind ? seconds : IDLE_S) * 1000;
  try {
    while (performance.now() < limit) {
      await pause(LOOK_MS);
      if (child.exitCode !== null) throw new Error(`the process has ended with ${child.exitCode}`);
      const now = reached.get() as { reached: number };
      looks.push({ at: performance.now(), ...now, usage: usageOf(child.pid ?? 0) });
      if (behind && now.reached >= LAST_PART * newest * count) break;
    }
  } finally {
    child.kill('SIGKILL');
    await exited;
    await peer.end();
    db.close();
  }
  return figuresOf(
    behind ? looks.filter(look => look.reached >= Math.min(FIRST_PART * newest * count, 10_000)) : looks,
  );
}

function figuresOf(looks: readonly { at: number; reached: number; usage: Usage }[]): Measured {
  const [first, last] = [looks[0], looks.at(-1)];
  if (!first || !last) throw new Error('nothing was delivered in time');
  const items = last.reached - first.reached;
  const resident = looks.map(({ usage }) => usage.residentBytes).toSorted((a, b) => a - b);
  return {
    perSecond: (items / (last.at - first.at)) * 1000,
    cpuMicroseconds: ((last.usage.cpuSeconds - first.usage.cpuSeconds) / items) * 1e6,
    writtenBytes: (last.usage.writtenBytes - first.usage.writtenBytes) / items,
    residentMb: (resident[Math.floor(resident.length / 2)] ?? 0) / 1e6,
    peakMb: last.usage.peakResidentBytes / 1e6,
  };
}
