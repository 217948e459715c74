/**
 * Application centers in a process of their own: their CPU time is not the service center's. Says when all are connected, then,
 * when each has what it is to get, what it cost in time. Ends with its standard input, too.
 */
import { systemClock } from '../../../src/kit/time/clock.ts';
import { Histogram } from '../../load/histogram.ts';
import type { LeanDelivery } from '../../load/lean-delivery.ts';
import { type CenterMemory, LeanCenter } from '../../peers/lean-center.ts';
import type { CenterIdentity } from './rig.ts';

export interface CentersRequest {
  readonly port: number;
  readonly centers: readonly CenterIdentity[];
  /** Uplinks that every center is to get. */
  readonly uplinks: number;
  /** Taken off every latency: a telegram is not complete before. */
  readonly windowMs: number;
  /** The last center reads nothing until the others have everything, and then connects again. */
  readonly stalled: boolean;
}

export interface CentersTotals {
  readonly samples: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** From the first telegram to the last receipt, without the window. */
  readonly elapsedMs: number;
  /** How long the stalled center took for all it had missed, and what that was. */
  readonly catchUpMs: number;
  readonly caughtUp: number;
  /** Of this process, since the centers were connected. */
  readonly cpuSeconds: number;
}

const NS = 1_000_000;

const { promise: asked, resolve } = Promise.withResolvers<string>();
let text = '';
process.stdin.on('data', chunk => {
  text += String(chunk);
  if (text.endsWith('\n')) resolve(text);
});
process.stdin.on('end', () => process.exit(0));
const { port, centers, uplinks, windowMs, stalled } = JSON.parse(await asked) as CentersRequest;
const latency = new Histogram();
let firstNs = Number.POSITIVE_INFINITY;
let lastNs = 0;

interface Place {
  readonly memory: CenterMemory;
  center: LeanCenter;
  received: number;
  readonly complete: Promise<void>;
  connect(): Promise<void>;
}

async function join(identity: CenterIdentity, measured: boolean): Promise<Place> {
  const memory = { snAcUuid: Buffer.from(identity.acEui.repeat(2), 'hex'), snScUuid: undefined, lastSc: 0 };
  const { promise: complete, resolve: completed } = Promise.withResolvers<void>();
  let lowest = 0;
  const delivered = ({ opId, rxTime }: LeanDelivery) => {
    // An id that does not fall is one that came before the last connection was lost, or out of order.
    if (opId >= lowest) {
      if (opId < memory.lastSc) throw new Error(`operation ${opId} behind ${lowest}`);
      return;
    }
    lowest = opId;
    place.received++;
    if (measured) {
      const now = Number(systemClock.nowNs());
      latency.add((now - Number(rxTime)) / NS - windowMs);
      firstNs = Math.min(firstNs, Number(rxTime));
      lastNs = now;
    }
    if (place.received === uplinks) completed();
    if (place.received > uplinks) throw new Error('more uplinks than there are');
  };
  const connect = () => LeanCenter.connect({ ...identity, port, memory, delivered });
  const place = {
    ...{ memory, received: 0, complete, center: await connect() },
    async connect() {
      place.center = await connect();
    },
  };
  return place;
}

const places = await Promise.all(centers.map((identity, at) => join(identity, !stalled || at < centers.length - 1)));
const sleeper = stalled ? places.at(-1) : undefined;
sleeper?.center.read(false);
const cpuBefore = process.cpuUsage();
console.log(JSON.stringify({ connected: places.length }));
await Promise.all(places.filter(place => place !== sleeper).map(({ complete }) => complete));
const begun = performance.now();
const had = sleeper?.received ?? 0;
if (sleeper) {
  await sleeper.center.close();
  await sleeper.connect();
  await sleeper.complete;
}
const cpu = process.cpuUsage(cpuBefore);
const totals: CentersTotals = {
  samples: latency.count,
  p50Ms: latency.percentile(0.5),
  p99Ms: latency.percentile(0.99),
  elapsedMs: (lastNs - firstNs) / NS - windowMs,
  catchUpMs: performance.now() - begun,
  caughtUp: (sleeper?.received ?? 0) - had,
  cpuSeconds: (cpu.user + cpu.system) / 1e6,
};
console.log(JSON.stringify(totals));
process.exit(0);
