import type { Eui } from '../../kit/eui.ts';
import type { Person, RequestSource } from '../event/acting.ts';
import type { Progress } from '../session/progress.ts';
import type { DownlinkContent } from './content.ts';
import type { Repeatable } from './repeated.ts';
import type { Window } from './schedule.ts';

export type DownlinkResult = 'sent' | 'expired' | 'invalid';

/** A downlink as it is asked for. Times in milliseconds. */
export interface NewDownlink extends Repeatable {
  readonly content: DownlinkContent;
  readonly expiresAt: number;
  /** Correlation text of the caller. */
  readonly ref: string;
  readonly source: RequestSource;
  readonly createdBy: string;
  /** Who asks, when it is a person. */
  readonly by?: Person | undefined;
  /** The application center that queued it, and its own name for it. */
  readonly center?: { readonly acEui: Eui; readonly queId: string } | undefined;
  /** Most unfinished downlinks of one endpoint. */
  readonly limit: number;
  /** Station to hand it to at once; undefined: it waits for a window. */
  readonly handTo: number | undefined;
}

/** A telegram that opened a window, as the station that reports it has it. */
export interface OpenedWindow extends Window {
  readonly endpoint: number;
  readonly station: number;
  readonly at: number;
}

/** `dlDataRes`. */
export interface ReportedResult {
  readonly station: number;
  readonly bsEui: Eui;
  readonly epEui: Eui;
  readonly queId: bigint;
  readonly result: DownlinkResult;
  /** With `sent`: centre of the first sub-packet, ns, and the counter of the window. */
  readonly txTime: bigint | undefined;
  readonly packetCnt: number | undefined;
  readonly progress: Progress;
  readonly at: number;
}

/** What became of a report. `ignored`: by one that does not hold it, or too late; `unknown`: no such queue id of this endpoint. */
export type ResultOutcome = 'taken' | 'ignored' | 'unknown';
