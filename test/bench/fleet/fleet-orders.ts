import type { HistogramDump } from '../../load/histogram.ts';
import type { LoadRequest } from '../rig/load.ts';

/** What a process of stations is given once. */
export interface FleetPart {
  readonly ca: string;
  readonly stations: readonly (LoadRequest['stations'][number] & {
    /** Place in the whole fleet. */
    readonly place: number;
  })[];
  /** Of the whole fleet. */
  readonly stationCount: number;
  /** All endpoints; their EUIs follow one another. */
  readonly endpoints: readonly string[];
  /** Uplinks of this process are from every so many-th endpoint, beginning with this one. */
  readonly sender: { readonly first: number; readonly step: number };
}

export type FleetOrder =
  | { readonly order: 'part'; readonly part: FleetPart }
  /** Connect to the yardstick, and stay. */
  | { readonly order: 'handshakes'; readonly port: number }
  /** Dial in within `dialMs` after `at` (milliseconds since 1970), also those that lost their connection. */
  | {
      readonly order: 'dial';
      readonly port: number;
      readonly at: number;
      readonly dialMs: number;
      readonly uplinksPerSecond: number;
    }
  /** No more uplinks; the totals follow when the last answer is here or too late. */
  | { readonly order: 'finish' }
  /** Who loses the connection waits for the next `dial`. */
  | { readonly order: 'wait' }
  | { readonly order: 'end' };

/** How far the fleet is; counts since the last `dial` unless it says otherwise. */
export interface FleetProgress {
  /** Stations that have been connected. */
  readonly joined: number;
  /** Pairs of station and endpoint of which the station knows, whenever it was told. */
  readonly known: number;
  /** `attPrp` that were answered: all of them, those with an id the station had seen, those of what it knew already. */
  readonly answered: number;
  readonly repeated: number;
  readonly again: number;
  /** First and last of them, milliseconds after `dial`. */
  readonly firstMs: number | undefined;
  readonly lastMs: number | undefined;
}

export interface FleetTotals extends FleetProgress {
  /** When each station was connected, milliseconds after `dial`. */
  readonly joinedMs: readonly number[];
  /** From a station's own first attempt until it was connected. */
  readonly connectMs: HistogramDump;
  readonly resumed: number;
  readonly failedDials: number;
  /** Connections that ended though they were not ended here. */
  readonly dropped: number;
  readonly sent: number;
  readonly refused: number;
  /** Answered within `LOST_MS`, and after that. */
  readonly inTime: number;
  readonly late: number;
  readonly latency: HistogramDump;
  /** How long after they were due uplinks left: a slow load generator shows here. */
  readonly lateness: HistogramDump;
}

export type FleetReport =
  | { readonly report: 'ready' }
  | { readonly report: 'handshakes'; readonly done: number; readonly failed: number }
  | { readonly report: 'progress'; readonly progress: FleetProgress }
  | { readonly report: 'totals'; readonly totals: FleetTotals };
