import type { Behaviour } from './peer/behaviour.ts';

/** What goes wrong between taking a downlink and reporting it. */
export interface DownlinkFaults {
  /** Where it should be sent it is forgotten: nothing is on the air, nothing reported. */
  readonly lose?: boolean;
  /** What became of it is reported so much later. */
  readonly reportAfterMs?: number;
  /** It is reported twice, as two operations. */
  readonly reportTwice?: boolean;
  /** In an open window it is sent at once, and reported before `dlDataQue` is answered. */
  readonly reportFirst?: boolean;
}

/** Everything by which a simulated station differs from the plain, well-behaved one. */
export interface Dialect extends Behaviour {
  /** Error of the station's clock. */
  readonly clockOffsetNs?: bigint;
  readonly downlinks?: DownlinkFaults;
  /** Keeps the queued downlinks of an endpoint that is propagated again. */
  readonly attPrpKeepsDownlinks?: boolean;
}
