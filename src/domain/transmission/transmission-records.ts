import type { Eui } from '../../kit/eui.ts';
import type { AttachOrigin } from '../attach/attach-records.ts';
import type { Requester } from '../event/acting.ts';

/** An endpoint that is not registered, and the organization of who asks for it. */
export interface UnregisteredEndpoint {
  readonly org: number;
  readonly epEui: Eui;
}

/** An uplink that a station is to transmit for an endpoint (BSSCI 13). */
export interface NewTransmission {
  readonly session: number;
  readonly station: number;
  /** Row id, where it is registered. */
  readonly endpoint: number | UnregisteredEndpoint;
  readonly packetCnt: number;
  /** The request, sealed: it holds a key. */
  readonly content: Uint8Array;
  /** Uuid that the caller gets, and that the timeline shows. */
  readonly operationId: string;
  readonly origin: AttachOrigin;
  readonly by: Requester;
  readonly at: number;
}
