import type { Eui } from '../../kit/eui.ts';
import type { RequestSource } from '../event/acting.ts';
import type { Subpackets } from '../message/reception.ts';
import type { Progress } from '../session/progress.ts';

/** Who wanted an endpoint attached or detached. */
export type AttachOrigin = RequestSource | 'over_the_air' | 'pre_attach' | 'reconnect';
export type AttachStatus = 'detached' | 'attaching' | 'attached' | 'detaching';
/** The keys of an endpoint, by their names in the API and in the store. */
export const SECRETS = ['nwk_key', 'nwk_sn_key', 'app_key'] as const;
export type Secret = (typeof SECRETS)[number];
/** Sealed keys; null where there is none. */
export type SealedKeys = Record<Secret, Uint8Array | null>;

export type PropagationKind = 'att' | 'det';

/** An endpoint as far as an attach over the air needs it. Keys are sealed. */
export interface AttachState {
  readonly id: number;
  readonly org: number;
  readonly eui: Eui;
  readonly nwkKey: Uint8Array | null;
  readonly sessionKey: Uint8Array | null;
  readonly shAddr: number | null;
  readonly suspended: boolean;
  readonly skipCheck: boolean;
  readonly generation: number;
  readonly updatedAt: number;
  readonly attachCnt: number | null;
  readonly nonce: Uint8Array | null;
  readonly sign: Uint8Array | null;
  readonly attachShAddr: number | null;
  readonly answeredAt: number | null;
}

/** The operation of a station that brought a telegram. */
export interface AirOperation {
  readonly station: number;
  readonly bsEui: Eui;
  readonly progress: Progress;
  readonly opId: number;
  readonly at: number;
}

/** How a station heard a telegram. */
export interface HeardRadio {
  readonly snr: number;
  readonly rssi: number;
  readonly eqSnr?: number | undefined;
  readonly subpackets?: Subpackets | undefined;
}

export interface AcceptedAttach extends AirOperation {
  readonly endpoint: number;
  /** As it was judged: when the endpoint has changed since, nothing is stored. */
  readonly seen: {
    readonly generation: number;
    readonly updatedAt: number;
    /** Sealed; changes within one millisecond have the same time, but never the same key. */
    readonly nwkKey: Uint8Array | null;
  };
  readonly attachCnt: number;
  readonly nonce: Uint8Array;
  readonly sign: Uint8Array;
  /** Sealed. */
  readonly sessionKey: Uint8Array;
  readonly shAddr: number;
  readonly dualChan: boolean;
  readonly repetition: boolean;
  readonly wideCarrOff: boolean;
  readonly longBlkDist: boolean;
  readonly rxTime: bigint;
  readonly radio: HeardRadio;
}

export interface RejectedAttach extends AirOperation {
  readonly epEui: Eui;
  readonly endpoint: number | undefined;
  readonly org: number;
  readonly attachCnt: number;
  readonly reason: string;
}

export interface HeardDetach extends AirOperation {
  readonly epEui: Eui;
  readonly rxTime: bigint;
  readonly packetCnt: number;
  readonly sign: Uint8Array;
  readonly radio: HeardRadio;
}

/** A decision of the service center about an endpoint. */
export interface AttachDecision {
  readonly endpoint: number;
  /** The EUI that the endpoint was found by; with another by now it is not what was meant. */
  readonly epEui?: string | undefined;
  readonly origin: AttachOrigin;
  /** Uuid that the caller gets, and that the events name. */
  readonly operationId: string;
  readonly actor: string;
  readonly at: number;
}

/** What stations are told of an endpoint, beside its packet counter (BSSCI 9.8). The key is sealed. */
export interface AnnouncedEndpoint {
  readonly epEui: Eui;
  readonly bidi: boolean;
  readonly key: { readonly column: 'nwk_key' | 'nwk_sn_key'; readonly sealed: Uint8Array } | undefined;
  readonly shAddr: number;
  readonly dualChan: boolean;
  readonly repetition: boolean;
  readonly wideCarrOff: boolean;
  readonly longBlkDist: boolean;
}

/** What has to be propagated to a station next. */
export interface DuePropagation extends AnnouncedEndpoint {
  readonly endpoint: number;
  readonly kind: PropagationKind;
  readonly seen: { readonly generation: number; readonly updatedAt: number };
  readonly lastPacketCnt: number;
}

/** The next endpoints of the list are to be announced to a station. */
export interface GroupWish {
  readonly session: number;
  readonly station: number;
  readonly limit: number;
  /** Announcements of the list that the station has answered since the last group. */
  readonly opIds: readonly number[];
  readonly at: number;
}

/** Announcements that are stored, and leave in the order of their ids, one below the other. */
export interface AnnouncedGroup {
  readonly entries: readonly {
    readonly opId: number;
    readonly endpoint: number;
    readonly version: number;
    readonly lastPacketCnt: number;
  }[];
  /** Whether it was the last one. */
  readonly complete: boolean;
  /** Whether some endpoints are to be propagated by themselves. */
  readonly single: boolean;
}

/** Announcements of the list that cannot be sent. */
export interface UnreadableAnnouncements {
  readonly session: number;
  readonly station: number;
  readonly bsEui: Eui;
  readonly opIds: readonly number[];
  readonly at: number;
}

/** An announcement of the list without an answer in time. */
export interface LateAnnouncement {
  readonly session: number;
  readonly station: number;
  readonly opId: number;
  /** The request, sealed. */
  readonly content: Uint8Array;
  readonly at: number;
}

export interface StartedPropagation {
  readonly session: number;
  readonly station: number;
  readonly endpoint: number;
  readonly kind: PropagationKind;
  readonly seen: { readonly generation: number; readonly updatedAt: number };
  /** The request, sealed. */
  readonly content: Uint8Array;
  readonly at: number;
}

/** What one station knows about a decision. */
export interface PropagationState {
  readonly station: number;
  readonly bsEui: Eui;
  readonly kind: PropagationKind;
  readonly state: 'needed' | 'sent' | 'known' | 'failed';
  readonly opId: number | null;
  readonly error: string;
}
