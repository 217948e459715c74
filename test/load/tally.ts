import type { Totals } from '../../src/simulate/traffic.ts';
import { Histogram } from './histogram.ts';

export interface FleetTotals extends Totals {
  readonly p999Ms: number;
}

/** Counts what becomes of the telegrams of a run. */
export class Tally {
  readonly latency = new Histogram();
  sent = 0;
  acknowledged = 0;
  refused = 0;
  reconnects = 0;
  resumed = 0;
  repeated = 0;

  totals(elapsedMs: number): FleetTotals {
    const { latency, sent, acknowledged, refused, reconnects, resumed, repeated } = this;
    return {
      sent,
      acknowledged,
      lost: sent - acknowledged,
      answers: latency.count,
      refused,
      reconnects,
      resumed,
      repeated,
      elapsedMs,
      perSecond: elapsedMs > 0 ? (acknowledged * 1000) / elapsedMs : 0,
      p50Ms: latency.percentile(0.5),
      p99Ms: latency.percentile(0.99),
      p999Ms: latency.percentile(0.999),
      maxMs: latency.maxMs,
    };
  }
}
