import type { Eui } from '../../kit/eui.ts';
import type { DownlinkContent } from '../downlink/content.ts';

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
export interface RequestingCenter {
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
