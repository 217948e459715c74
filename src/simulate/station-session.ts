import type { Eui } from '../kit/eui.ts';
import { randomBytes } from '../kit/random.ts';
import { type OpenOperation, PeerSession } from './peer/session.ts';
import type { Request, Response } from './table.ts';

/** What a station knows about one endpoint, from `attRsp` or `attPrp`. */
export interface KnownEndpoint {
  readonly nwkSnKey: Uint8Array;
  readonly shAddr: number | undefined;
  readonly bidi: boolean;
  lastPacketCnt: number;
}

/** What a station remembers over connections (BSSCI 6). */
export class StationSession extends PeerSession {
  readonly snBsUuid: Uint8Array;
  /** Highest id the service center has answered. */
  answeredBs = 0;
  endpoints = new Map<Eui, KnownEndpoint>();
  /** By queue id, in the order they came. */
  downlinks = new Map<number, Request<'dlDataQue'>>();
  /** Endpoints whose next downlink asks for their reception status (BSSCI 12). */
  rxQueries = new Set<Eui>();
  /** Active MAC types of the `vm.` extension. */
  macTypes = new Set<number>();

  constructor(snBsUuid: Uint8Array = randomBytes(16)) {
    super();
    this.snBsUuid = snBsUuid;
  }

  /** A second memory with the same content, for example of the moment before a connection was lost. */
  copy(): StationSession {
    const copy = new StationSession(this.snBsUuid);
    this.copyTo(copy);
    copy.answeredBs = this.answeredBs;
    for (const [eui, endpoint] of this.endpoints) copy.endpoints.set(eui, { ...endpoint });
    copy.downlinks = new Map(this.downlinks);
    copy.rxQueries = new Set(this.rxQueries);
    copy.macTypes = new Set(this.macTypes);
    return copy;
  }

  /** A station that lost its memory but kept its UUID (BSSCI 6.5). */
  forgotten(): StationSession {
    return new StationSession(this.snBsUuid);
  }

  /** Contexts and queued downlinks are gone, too (BSSCI 6.5). */
  override restart(snScUuid: Uint8Array | undefined): void {
    super.restart(snScUuid);
    this.answeredBs = 0;
    this.endpoints.clear();
    this.downlinks.clear();
    this.rxQueries.clear();
    this.macTypes.clear();
  }

  /** The station keeps the key it was given for an endpoint (BSSCI 9.2). */
  override answered(open: OpenOperation, operation: string, response: object): void {
    super.answered(open, operation, response);
    this.answeredBs = Math.max(this.answeredBs, open.opId);
    if (operation === 'att') {
      const { epEui, shAddr: given } = open.request as Request<'att'>;
      const { nwkSnKey, shAddr = given } = response as Response<'att'>;
      this.endpoints.set(epEui, { nwkSnKey, shAddr, bidi: true, lastPacketCnt: 0 });
    } else if (operation === 'det') this.endpoints.delete((open.request as Request<'det'>).epEui);
  }

  override refused(opId: number): void {
    super.refused(opId);
    if (opId > 0) this.answeredBs = Math.max(this.answeredBs, Math.min(opId, this.lastOwn));
  }
}
