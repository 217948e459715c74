import type { Eui } from '../../kit/eui.ts';
import type { CertificateRecord } from '../certificate/records.ts';
import type { NewEvent } from '../event/catalog.ts';
import type { Subpackets } from '../uplink/reception.ts';
import type { StoredReception } from './reception.ts';

/** Session states as they are shown (SCACI 6.3). */
export type CenterStatus = 'active' | 'resumed' | 'disconnected' | 'terminated';
export type CenterCloseReason =
  | 'connection_lost'
  | 'protocol_error'
  | 'superseded'
  | 'held_limit'
  | 'age_limit'
  | 'server_stopped';

/** The latest session of an application center. */
export interface CenterSessionRecord {
  readonly id: number;
  readonly org: number;
  readonly snAcUuid: Uint8Array;
  readonly snScUuid: Uint8Array;
  readonly version: string;
  /** Highest id of the center's requests, and lowest of ours. */
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
      /** Best first; those the message was delivered with. */
      readonly receptions: readonly StoredReception[];
      /** How many of the stored receptions these are. */
      readonly count: number;
      /** Milliseconds: when it became visible. */
      readonly storedAt: number;
    }
  | { readonly kind: 'epStat'; readonly seq: number; readonly content: EndpointStatus }
  | { readonly kind: 'dlDataRes'; readonly seq: number; readonly content: CenterResult };

/** A place of the log whose content makes no sense any more: it cannot be delivered. */
export interface DamagedLine {
  readonly seq: number;
  readonly command: CenterLine['kind'];
}

/** `epStat` (SCACI 7.11); the radio values only when it was heard over the air. Bytes as hex. */
export interface EndpointStatus {
  readonly epEui: Eui;
  readonly epStatus: 'attached' | 'detached';
  readonly attachCnt?: number | undefined;
  readonly nonce?: string | undefined;
  readonly sign?: string | undefined;
  readonly snr?: number | undefined;
  readonly rssi?: number | undefined;
  readonly eqSnr?: number | undefined;
  readonly subpackets?: Subpackets | undefined;
}

/** `dlDataRes` (SCACI 7.10); 64-bit values as decimal text. */
export interface CenterResult {
  readonly epEui: Eui;
  readonly queId: string;
  readonly result: 'sent' | 'expired' | 'invalid';
  readonly txTime?: string | undefined;
  readonly packetCnt?: number | undefined;
  readonly bsEui?: Eui | undefined;
}

/** What sessions with application centers need of the store. The first group reads what was committed; the rest resolves after its commit. */
export interface CenterRecords {
  latest(acEui: Eui): CenterSessionRecord | undefined;
  /** Organization of that uuid, or the default one. */
  organization(uuid: string | undefined): number | undefined;
  request(session: number, opId: number): StoredRequest | undefined;
  /** Where the operations of ours stand when a connection becomes able to send: read in the same turn. */
  ours(session: number): {
    readonly lastSc: number;
    readonly cursor: number;
    /** In the order of their ids. */
    readonly held: readonly { readonly opId: number; readonly line: CenterLine }[];
    /** Those that nobody can send again. */
    readonly damaged: readonly { readonly opId: number; readonly line: DamagedLine }[];
  };
  /** Lines behind a cursor for one center, in order, and places of that part that are damaged; `upTo` is how far was looked. */
  lines(
    center: { org: number; acEui: Eui },
    after: number,
    limit: number,
  ): { readonly lines: readonly CenterLine[]; readonly damaged: readonly DamagedLine[]; readonly upTo: number };

  /** A new session; earlier ones of the center are terminated with it. @returns its row id */
  begin(session: NewCenterSession): Promise<number>;
  resume(session: number, greeting: CenterGreeting, at: number): Promise<void>;
  /** `conCmp` came. */
  activate(session: number, resumed: boolean, at: number): Promise<void>;
  disconnect(session: number, lastAc: number, reason: CenterCloseReason, at: number): Promise<void>;
  /** Times of the last sign of life and ids without effect, lazily. */
  touch(touches: readonly { session: number; lastAc: number; at: number }[]): Promise<void>;

  /** Gives ids, one after the other, to lines, and moves the cursor. @returns the first id; undefined when the session is over */
  issue(
    session: number,
    lines: readonly { seq: number; receptions: number }[],
    upTo: number,
    at: number,
  ): Promise<number | undefined>;
  /** An id for an operation that is not repeated. */
  issuePing(session: number): Promise<number | undefined>;
  /** The center has taken them over. */
  done(session: number, opIds: readonly number[], at: number): Promise<void>;
  /** The center refused one: it is not offered again in this session. */
  failed(session: number, opId: number, code: number, text: string, at: number): Promise<void>;

  /** A request without an effect of its own (ping, status). */
  accept(request: CenterRequest): Promise<void>;
  /** A request that was answered with an error. */
  refuse(request: CenterRequest, code: number, text: string): Promise<void>;
  /** An error that was sent or received, for the list of errors. */
  error(error: {
    session: number;
    opId: number;
    command: string;
    code: number;
    text: string;
    direction: 'sent' | 'received';
    at: number;
  }): Promise<void>;
  /** @returns whether it was stored as a row of its own, and not as a repetition */
  raise(event: NewEvent): Promise<boolean>;
  /** Keeps a certificate that was not known. */
  certificateSeen(certificate: CertificateRecord, at: number): Promise<void>;
  recover(at: number): Promise<void>;
}
