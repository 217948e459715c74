import type { Eui } from '../../kit/eui.ts';
import type { DownlinkContent } from '../downlink/content.ts';
import type { CenterRequest } from './records.ts';

/** Why a request of a center has no effect. */
export type CenterRefusal =
  | 'unknown_endpoint'
  | 'foreign_endpoint'
  | 'suspended'
  | 'unidirectional'
  | 'queue_id_used'
  | 'queue_full'
  | 'station_away'
  | 'endpoint_limit';

/** Who asks. */
export interface Asking {
  readonly session: number;
  readonly org: number;
  readonly acEui: Eui;
}

/** `reg`: how an endpoint is to be registered (SCACI 7.4). The key is sealed. */
export interface Registration {
  readonly epEui: Eui;
  readonly bidi: boolean;
  readonly preAttach: boolean;
  readonly nwkKey: Uint8Array;
  readonly shAddr: number;
  readonly attachCnt: number;
  readonly packetCnt: number;
  readonly dualChan: boolean;
  readonly repetition: boolean;
  readonly wideCarrOff: boolean;
  readonly longBlkDist: boolean;
}

export interface CenterDownlink {
  readonly epEui: Eui;
  /** The center's own, as decimal text. */
  readonly queId: string;
  readonly content: DownlinkContent;
  readonly expiresAt: number;
  /** Most unfinished downlinks: of one endpoint, and of one center. */
  readonly perEndpoint: number;
  readonly perCenter: number;
  /** Station to hand it to at once; undefined: it waits for a window. */
  readonly handTo: number | undefined;
}

/** A base station as `statusRsp` lists it; what it has never reported is absent. */
export interface ListedStation {
  readonly eui: Eui;
  readonly bidi: boolean;
  readonly vendor: string;
  readonly model: string;
  readonly name: string;
  readonly status:
    | { readonly code: number; readonly message: string; readonly uptimeS: number | undefined }
    | undefined;
  readonly position: { readonly latitude: number; readonly longitude: number; readonly altitude: number } | undefined;
}

/**
 * What requests of application centers need of the store. Each stores the request with its effect in one transaction, or says
 * why it has none and stores nothing.
 */
export interface CenterRequestRecords {
  /** Every registered station, lowest EUI first. */
  stations(): ListedStation[];
  /** Row id of an endpoint that centers know, and the station of its last attach; `foreign`: another organization's. */
  endpoint(
    org: number,
    epEui: Eui,
  ): { readonly id: number; readonly attachStation: number | null } | 'foreign' | undefined;
  accept(request: CenterRequest): Promise<void>;
  register(request: CenterRequest, asking: Asking, registration: Registration): Promise<CenterRefusal | undefined>;
  /** @returns whether stations have to be told */
  registerCompleted(session: number, opId: number, at: number): Promise<boolean>;
  deregister(request: CenterRequest, asking: Asking, epEui: Eui): Promise<CenterRefusal | undefined>;
  deregisterCompleted(session: number, opId: number, at: number): Promise<boolean>;
  queue(request: CenterRequest, asking: Asking, downlink: CenterDownlink): Promise<CenterRefusal | undefined>;
  /** Revokes what this center queued for that counter. */
  revoke(request: CenterRequest, asking: Asking, epEui: Eui, packetCnt: number): Promise<CenterRefusal | undefined>;
}
