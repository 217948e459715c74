import { randomBytes } from 'node:crypto';
import type { ApplicationStarts } from './application-table.ts';
import type { GivenAnswer } from './station-session.ts';

/** An operation the application center started and that is not closed yet. */
export interface OwnRequest {
  readonly opId: number;
  readonly operation: ApplicationStarts;
  readonly request: object;
  /** `sent`: no response seen, the request is repeated on a resume. `answered`: only the completion is missing. */
  state: 'sent' | 'answered';
}

/** What an application center remembers over connections (SCACI 6). Hand it to the next connect to resume. */
export class ApplicationSession {
  snAcUuid: Uint8Array;
  /** Undefined until the service center has agreed to the session: there is nothing to resume before. */
  snScUuid: Uint8Array | undefined;
  /** Highest id this application center has used. */
  lastAc = 0;
  /** Furthest (most negative) id of the service center that was seen. */
  lastSc = 0;
  open = new Map<number, OwnRequest>();
  /** Answers to requests that were not completed yet: those may come again (SCACI 6.4). */
  given = new Map<number, GivenAnswer>();
  /** Requests of the service center that were taken over, pings included. */
  taken = 0;
  /** Requests that came once more under their old id, and were not taken over again. */
  reissued = 0;

  constructor(snAcUuid: Uint8Array = randomBytes(16)) {
    this.snAcUuid = snAcUuid;
  }

  nextId(): number {
    return ++this.lastAc;
  }

  /** What goes out as `snAcOpId`: every request up to here was answered, so those above may be reissued (SCACI 6.4). */
  get answeredAc(): number {
    let lowest = this.lastAc + 1;
    for (const { opId, state } of this.open.values()) if (state === 'sent' && opId < lowest) lowest = opId;
    return lowest - 1;
  }

  /** A second memory with the same content, for example of the moment before a connection was lost. */
  copy(): ApplicationSession {
    const copy = new ApplicationSession(this.snAcUuid);
    copy.snScUuid = this.snScUuid;
    copy.lastAc = this.lastAc;
    copy.lastSc = this.lastSc;
    for (const [id, request] of this.open) copy.open.set(id, { ...request });
    copy.given = new Map(this.given);
    copy.taken = this.taken;
    copy.reissued = this.reissued;
    return copy;
  }

  /** An application center that lost its memory but kept its UUID: it asks for a new session. */
  forgotten(): ApplicationSession {
    return new ApplicationSession(this.snAcUuid);
  }

  /** The service center began a new session: both sides count from the start and nothing is repeated (SCACI 6.4). */
  restart(snScUuid: Uint8Array | undefined): void {
    this.snScUuid = snScUuid;
    this.lastAc = 0;
    this.lastSc = 0;
    this.open.clear();
    this.given.clear();
    this.taken = 0;
    this.reissued = 0;
  }

  /** The service center spoke of another session: this one is over, and the next has a name of its own (SCACI 6.2). */
  giveUp(): void {
    this.restart(undefined);
    this.snAcUuid = randomBytes(16);
  }
}
