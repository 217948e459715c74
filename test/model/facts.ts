/** What the model of downlinks knows, and what it is shown of the product (BSSCI 6.5, 9.8, 11; platform API 20.3). */

export const STATIONS = 3;
export const ENDPOINTS = 2;
/** One of the stations cannot send. */
export const DEAF_STATION = 2;

export type State =
  | 'pending'
  | 'dispatched'
  | 'queued'
  | 'revoking'
  | 'sent'
  | 'acknowledged'
  | 'expired'
  | 'invalid'
  | 'revoked';
export type ResultKind = 'sent' | 'expired' | 'invalid';

/** A downlink as a client asks for it. */
export interface Spec {
  readonly endpoint: number;
  readonly userData: readonly (readonly number[])[];
  readonly packetCnts: readonly number[] | undefined;
  readonly prio: number;
  readonly expOnly: boolean;
  readonly responseExp: boolean;
  readonly dlRxStatQry: boolean;
  readonly lifetimeMs: number;
}

export interface Downlink {
  readonly queId: number;
  readonly spec: Spec;
  readonly createdAt: number;
  readonly expiresAt: number;
  state: State;
  /** Its holder, and the operations by which it got it and is to give it up. */
  station: number | undefined;
  queOp: number | undefined;
  revOp: number | undefined;
  attempts: number;
  /** Windows that it kept from others while a station held it. */
  missed: number;
  unknownThere: number;
  /** Until when a station is not asked again. */
  readonly avoid: Map<number, number>;
  /** The window it was sent in, and how often the endpoint had attached by then. */
  txCnt: number | undefined;
  txGeneration: number;
  /** How often each event was raised about it. */
  readonly events: Map<string, number>;
}

/** An operation of the service center, as it was written to a station. Ids of endpoints are their indexes. */
export interface Frame {
  readonly station: number;
  readonly opId: number;
  readonly command: string;
  readonly endpoint: number;
  readonly queId: number | undefined;
  /** Every field but the id, in one text. */
  readonly content: string;
}

/** An operation that a station has got and that the service center waits for. */
export interface Open extends Frame {
  /** When it was written last. */
  since: number;
  /** Resumes since it was late; undefined: it is not late. */
  late: number | undefined;
  /** It may be left out of the next resume. */
  done: boolean;
}

/** An operation that the rules demand and that has no id yet. */
export interface Owed {
  readonly command: 'dlDataQue' | 'dlDataRev';
  readonly queId: number;
  /** Its downlink was given up here before it could be written. */
  stale: boolean;
}

/** What a station was told about an endpoint, or has to be. */
export interface Told {
  kind: 'att' | 'det';
  due: boolean;
  /** It may be told again now, and need not. */
  may: boolean;
  /** It refused; then it is told again. */
  retryAt: number | undefined;
  refusals: number;
  opId: number | undefined;
}

export interface Station {
  readonly bidi: boolean;
  connected: boolean;
  hasSession: boolean;
  offlineSince: number;
  /** Lowest id that the service center has used in this session. */
  lowest: number;
  open: Open[];
  /** Operations that must be repeated before anything new is written. */
  repeat: Open[];
  /** What the rules say the station is to be sent. */
  owed: Owed[];
  /** Queue ids that it has, by the frames it was sent, and the id of the operation that brought it. */
  readonly holds: Map<number, number>;
  readonly told: Map<number, Told>;
  /** Endpoint of the query that was written last: what follows is its downlink (BSSCI 11.4). */
  query: number | undefined;
  /** A request of its own that it has no answer to: its next resume brings it again. */
  unfinished: Word | undefined;
}

/** What a station says about an endpoint by itself. */
export type Word =
  | { readonly kind: 'telegram'; readonly telegram: Telegram }
  | { readonly kind: 'result'; readonly result: Result };

export interface Telegram {
  readonly endpoint: number;
  readonly packetCnt: number;
  readonly dlOpen: boolean;
  readonly responseExp: boolean;
  readonly dlAck: boolean;
  readonly at: number;
  readonly generation: number;
}

export interface Result {
  readonly queId: number;
  readonly endpoint: number;
  readonly kind: ResultKind;
  readonly packetCnt: number;
}

/** A telegram that is stored. */
export interface Heard extends Telegram {
  readonly by: Set<number>;
  /** Its window has a downlink. */
  given: boolean;
  /** A downlink that a station holds already fits its window. */
  occupied: boolean;
}

export interface Endpoint {
  attached: boolean;
  /** How often it attached over the air: each time its counters begin anew. */
  generation: number;
  /** Counter of its newest telegram, heard or not. */
  packetCnt: number;
  heard: Map<number, Heard>;
}

/** A downlink as the product stores it. */
export interface Row {
  readonly queId: number;
  readonly state: State;
  readonly station: number | undefined;
  readonly attempts: number;
}

/** What has happened since it was looked at last. */
export interface Seen {
  readonly frames: readonly Frame[];
  /** All downlinks there are. */
  readonly rows: readonly Row[];
  readonly events: readonly { readonly type: string; readonly queId: number }[];
}

/** The product does what the contract does not allow. */
export class Violation extends Error {}

export const HELD: ReadonlySet<State> = new Set(['dispatched', 'queued', 'revoking']);
export const FINAL: ReadonlySet<State> = new Set(['sent', 'acknowledged', 'expired', 'invalid', 'revoked']);

/** Whether the window of a telegram may carry a downlink (BSSCI 11.4). */
export function fits({ packetCnts, expOnly }: Spec, { packetCnt, responseExp }: Telegram): boolean {
  if (expOnly && !responseExp) return false;
  return packetCnts === undefined || packetCnts.includes(packetCnt);
}

/** The request that brings a downlink to a station: fields with their default value stay out (BSSCI 11.1). */
export function queueRequest(queId: number, { endpoint, userData, packetCnts, prio, ...flags }: Spec): string {
  return contentOf('dlDataQue', {
    ...{ endpoint, queId, cntDepend: packetCnts !== undefined, userData },
    ...(packetCnts && { packetCnt: packetCnts }),
    ...(prio !== 0 && { prio }),
    ...(flags.responseExp && { responseExp: true }),
    ...(flags.expOnly && { expOnly: true }),
  });
}

/** A message in one text that does not depend on the order of its fields. */
export function contentOf(command: string, fields: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${command} ${JSON.stringify(sorted, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`;
}
