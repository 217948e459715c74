import { randomBytes } from 'node:crypto';
import type { Eui } from '../kit/eui.ts';
import type { Request, StationStarts } from './table.ts';

/** What a station knows about one endpoint, from `attRsp` or `attPrp`. */
export interface KnownEndpoint {
  readonly nwkSnKey: Uint8Array;
  readonly shAddr: number | undefined;
  readonly bidi: boolean;
  lastPacketCnt: number;
}

/** An operation the station started and that is not closed yet. */
export interface OwnOperation {
  readonly opId: number;
  readonly operation: StationStarts;
  readonly request: object;
  /** `sent`: no response seen, the request is repeated on a resume. `answered`: only the completion is missing. */
  state: 'sent' | 'answered';
}

/** The answer given to an operation of the service center, kept to be given again when the same id comes again. */
export interface GivenAnswer {
  readonly operation: string;
  readonly command: string;
  readonly answer: object;
}

/** Answers kept for repetition; far more than a center leaves open. */
const MAX_ANSWERS = 16_384;

/** What a station remembers over connections (BSSCI 6). Hand it to the next connect to resume. */
export class StationSession {
  readonly snBsUuid: Uint8Array;
  snScUuid: Uint8Array | undefined;
  /** Highest id this station has used. */
  lastBs = 0;
  /** Highest id the service center has answered. */
  answeredBs = 0;
  /** Furthest (most negative) id of the service center that was seen. */
  lastSc = 0;
  open = new Map<number, OwnOperation>();
  given = new Map<number, GivenAnswer>();
  endpoints = new Map<Eui, KnownEndpoint>();
  /** By queue id, in the order they came. */
  downlinks = new Map<number, Request<'dlDataQue'>>();
  /** Endpoints whose next downlink asks for their reception status (BSSCI 12). */
  rxQueries = new Set<Eui>();
  /** Active MAC types of the `vm.` extension. */
  macTypes = new Set<number>();

  constructor(snBsUuid: Uint8Array = randomBytes(16)) {
    this.snBsUuid = snBsUuid;
  }

  nextId(): number {
    return ++this.lastBs;
  }

  /** A second memory with the same content, for example of the moment before a connection was lost. */
  copy(): StationSession {
    const copy = new StationSession(this.snBsUuid);
    copy.snScUuid = this.snScUuid;
    copy.lastBs = this.lastBs;
    copy.answeredBs = this.answeredBs;
    copy.lastSc = this.lastSc;
    for (const [id, operation] of this.open) copy.open.set(id, { ...operation });
    copy.given = new Map(this.given);
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

  /** The service center began a new session: counters, contexts and queued downlinks are gone (BSSCI 6.5). */
  restart(snScUuid: Uint8Array): void {
    this.snScUuid = snScUuid;
    this.lastBs = 0;
    this.answeredBs = 0;
    this.lastSc = 0;
    this.open.clear();
    this.given.clear();
    this.endpoints.clear();
    this.downlinks.clear();
    this.rxQueries.clear();
    this.macTypes.clear();
  }

  keepAnswer(opId: number, answer: GivenAnswer): void {
    this.given.set(opId, answer);
    if (this.given.size <= MAX_ANSWERS) return;
    for (const oldest of this.given.keys()) {
      this.given.delete(oldest);
      return;
    }
  }
}
