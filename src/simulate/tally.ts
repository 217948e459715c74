import { Histogram } from './histogram.ts';

/** What became of the telegrams of a run. */
export interface Totals {
  /** Telegrams of endpoints. */
  readonly sent: number;
  /** Telegrams that at least one station got an answer for. */
  readonly acknowledged: number;
  /** Telegrams nobody got an answer for. */
  readonly lost: number;
  /** Operations: one per telegram and station that hears it. */
  readonly answers: number;
  readonly refused: number;
  readonly reconnects: number;
  readonly resumed: number;
  readonly repeated: number;
  readonly elapsedMs: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Counts them. */
export class Tally {
  readonly latency = new Histogram();
  sent = 0;
  acknowledged = 0;
  refused = 0;
  reconnects = 0;
  resumed = 0;
  repeated = 0;

  totals(elapsedMs: number): Totals {
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
      maxMs: latency.maxMs,
    };
  }
}
