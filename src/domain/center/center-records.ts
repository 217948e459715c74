import type { Eui } from '../../kit/eui.ts';
import type { CenterResult, EndpointStatus } from '../message/notices.ts';
import type { ReportedReception } from '../rx-status/reported.ts';

/** Session states as they are shown (SCACI 6.3). */
export type CenterStatus = 'active' | 'resumed' | 'disconnected' | 'terminated';
export type CenterCloseReason =
  | 'connection_lost'
  | 'protocol_error'
  | 'superseded'
  | 'held_limit'
  | 'age_limit'
  | 'organization_deleted'
  | 'server_stopped';

/** The latest session of an application center. */
export interface CenterSessionRecord {
  readonly id: number;
  readonly org: number;
  readonly snAcUuid: Uint8Array;
  readonly snScUuid: Uint8Array;
  readonly version: string;
  /** Highest id of the center's requests, and lowest of the service center's. */
  readonly lastAc: number;
  readonly lastSc: number;
  readonly status: CenterStatus;
  readonly disconnectedAt: number | null;
}

/** What a center and its connection tell about themselves. */
export interface CenterGreeting {
  readonly vendor: string;
  readonly model: string;
  readonly name: string;
  readonly swVersion: string;
  /** JSON. */
  readonly info: string | undefined;
  readonly remoteAddress: string;
  readonly tlsVersion: string;
  readonly cipherSuite: string;
  readonly certificateFingerprint: string;
  readonly certificateSubject: string;
}

export interface NewCenterSession {
  readonly org: number;
  readonly acEui: Eui;
  readonly snAcUuid: Uint8Array;
  readonly snScUuid: Uint8Array;
  readonly version: string;
  readonly greeting: CenterGreeting;
  readonly at: number;
}

/** A request of a center. Everything it does is stored in one transaction with it. */
export interface CenterRequest {
  readonly session: number;
  readonly opId: number;
  readonly command: string;
  readonly at: number;
}

/** A request that was stored before, and how it was answered. */
export interface StoredRequest {
  readonly operation: string;
  readonly error?: { readonly code: number; readonly text: string } | undefined;
  /** Its completion has had its effect. */
  readonly completed?: boolean | undefined;
}

/** One place of the log as a center gets it. */
export type CenterLine =
  | {
      readonly kind: 'ulData';
      readonly seq: number;
      readonly epEui: Eui;
      readonly packetCnt: number;
      readonly userData: Uint8Array;
      readonly format: number;
      /** `unpackFlags` */
      readonly flags: number;
      /** Best first; those the message was delivered with, and the names of their stations. */
      readonly receptions: readonly (ReportedReception & { readonly bsEui: Eui })[];
      /** How many of the stored receptions these are. */
      readonly count: number;
      /** Milliseconds: when it became visible. */
      readonly storedAt: number;
    }
  | { readonly kind: 'epStat'; readonly seq: number; readonly content: EndpointStatus; readonly storedAt: number }
  | { readonly kind: 'dlDataRes'; readonly seq: number; readonly content: CenterResult; readonly storedAt: number };

/** A place of the log whose content makes no sense any more: it cannot be delivered. */
export interface DamagedLine {
  readonly seq: number;
  readonly command: CenterLine['kind'];
}
