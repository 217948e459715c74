import type { Eui } from '../../kit/eui.ts';
import type { Requester } from '../event/acting.ts';
import type { Order } from './order.ts';
import type { Progress } from './progress.ts';

/** A registered base station, as far as a connect needs it. */
export interface StationRecord {
  readonly id: number;
  readonly org: number;
  readonly eui: Eui;
  readonly name: string;
  readonly disabled: boolean;
  /** Of the certificate of the last connect; empty before the first. */
  readonly fingerprint: string;
  readonly allowedFingerprints: readonly string[];
}

export type SessionState = 'active' | 'disconnected' | 'retired';

/** The latest session of a station. */
export interface SessionRecord {
  readonly id: number;
  readonly snBsUuid: Uint8Array;
  readonly snScUuid: Uint8Array;
  readonly version: string;
  readonly lastBs: number;
  readonly doneBs: number;
  readonly lastSc: number;
  readonly state: SessionState;
  readonly disconnectedAt: number | null;
}

/** An operation of the service center that has no answer yet. */
export interface HeldRecord {
  readonly opId: number;
  readonly command: string;
  /** The request: sealed, or as the rows say that it is about; undefined when these do not say it any more. */
  readonly content: Uint8Array | Order['message'] | undefined;
  /** A field of the request that is not in its content: its value, sealed. */
  readonly sealed?: { readonly field: string; readonly value: Uint8Array; readonly about: string };
}

/** Where the operations of the service center stand when a connection of a session becomes active. */
export interface OwnProgress {
  /** Its lowest operation id. */
  readonly lastSc: number;
  /** In the order they were started. */
  readonly held: readonly HeldRecord[];
}

/** Latitude and longitude °, altitude m. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
}

/** What a station tells about itself when it connects. Empty texts say nothing. */
export interface Greeting {
  readonly vendor: string;
  readonly model: string;
  readonly name: string;
  readonly swVersion: string;
  /** JSON, when the station sent a map with something in it. */
  readonly info: string | undefined;
  readonly bidi: boolean;
  readonly position: Position | undefined;
  /** Negotiated. */
  readonly version: string;
  readonly remoteAddress: string;
}

/** Figures of a `statusRsp` in our units. */
export interface StationStatus {
  readonly code: number;
  readonly message: string;
  readonly systemTimeNs: bigint;
  /** Undefined when our own clock is wrong. */
  readonly clockOffsetMs: number | undefined;
  readonly dutyCycle: number | undefined;
  readonly uptimeS: bigint | undefined;
  readonly temperature: number | undefined;
  readonly cpuLoad: number | undefined;
  readonly memLoad: number | undefined;
  readonly position: Position | undefined;
}

/** A station that has passed the checks of its connect. */
export interface Admission {
  readonly station: number;
  readonly at: number;
  readonly certificate:
    | { readonly fingerprint: string; readonly expiresAt: number; readonly named: boolean }
    | undefined;
}

export interface NewSession {
  readonly station: number;
  readonly snBsUuid: Uint8Array;
  readonly snScUuid: Uint8Array;
  readonly greeting: Greeting;
  readonly at: number;
  /** As of a resumption. */
  readonly quiet?: boolean;
}

export interface Resumption {
  readonly session: number;
  readonly station: number;
  readonly greeting: Greeting;
  readonly at: number;
  /** The gap was so short that no event was raised for it. */
  readonly quiet: boolean;
}

export interface Disconnection {
  readonly station: number;
  readonly progress: Progress;
  readonly reason: string;
  readonly at: number;
  readonly lastSeenAt: number;
}

/** Which operation of the service center a station answers. */
export interface Answered {
  readonly session: number;
  readonly station: number;
  readonly opId: number;
  readonly at: number;
}

/** An `error` in place of an answer. */
export interface Refused extends Answered {
  readonly code: number;
  readonly text: string;
}

export interface NewOperation {
  readonly session: number;
  readonly command: string;
  /** Sealed; null for an operation that is not repeated. */
  readonly content: Uint8Array | null;
  readonly at: number;
}

export interface StatusReport {
  readonly session: number;
  readonly station: number;
  readonly opId: number;
  readonly status: StationStatus;
  /** Who asked for it; undefined when it was only due. */
  readonly askedBy: Requester | undefined;
  readonly at: number;
}
