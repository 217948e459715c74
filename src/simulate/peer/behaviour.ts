import type { Encoding } from './encoding.ts';

/** How the encoded frames leave. */
export interface Delivery {
  /** Every frame in separate writes of this many bytes; 1 is the worst case. */
  readonly chunkBytes?: number;
  /** Holds frames back until there are this many, then sends them in one write. */
  readonly joinFrames?: number;
}

/** How a socket is read: `none` leaves everything in it; otherwise everything, or so many bytes each time. */
export type Reading = 'all' | 'none' | { readonly bytes: number; readonly everyMs: number };

/** Names commands, like `ulDataCmp`. */
type Commands = readonly string[];

/** An `error` in place of an answer. */
export interface Refusal {
  readonly code: number;
  readonly message?: string;
  /** Only the first so many of a connection; all when it is not given. */
  readonly times?: number;
}

/** Everything by which a peer differs from the plain, well-behaved one: its form, its mistakes, its bad moments. */
export interface Behaviour extends Encoding, Delivery {
  /** `tcp`: no TLS handshake. `tls`: no `con`. `con`: no `conCmp`. */
  readonly stall?: 'tcp' | 'tls' | 'con';
  /** Commands that are never sent. */
  readonly withhold?: Commands;
  /** No operation that this peer starts is ever completed. */
  readonly withholdCmp?: boolean;
  /** No request of the service center is ever answered. */
  readonly withholdRsp?: boolean;
  /** Operations of the service center that are answered with `error`. */
  readonly refuse?: Readonly<Record<string, Refusal>>;
  /** Drops the connection instead of sending one of these, or on their arrival without taking note of them. */
  readonly cutBefore?: Commands;
  /** Drops the connection when one of these was sent, or was taken note of but not yet answered. */
  readonly cutAfter?: Commands;
  /** `cutBefore` and `cutAfter` end the connection with a TCP reset. */
  readonly cutByReset?: boolean;
  /** The id that is written in place of the right one. */
  readonly ids?: (command: string, opId: number) => number | bigint;
  /** The command that is written in place of the right one. */
  readonly names?: (command: string, opId: number) => string;
  /** Commands that are sent so many times more than once. */
  readonly repeat?: Readonly<Record<string, number>>;
  readonly reading?: Exclude<Reading, 'all'>;
}
