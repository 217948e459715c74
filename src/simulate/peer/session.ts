/** An operation the peer started and that is not closed yet. */
export interface OpenOperation {
  readonly opId: number;
  readonly operation: string;
  readonly request: object;
  /** `sent`: no response seen, the request is repeated on a resume. `answered`: only the completion is missing. */
  state: 'sent' | 'answered';
}

/** The answer given to an operation of the service center, stored to be sent again when the same id comes again. */
export interface GivenAnswer {
  readonly operation: string;
  readonly command: string;
  readonly answer: object;
}

/** Answers stored for repetition; far more than a service center leaves open. */
const MAX_ANSWERS = 16_384;

/** What a peer remembers over connections. Hand it to the next connect to resume. */
export class PeerSession {
  /** Undefined until the service center has agreed to the session: there is nothing to resume before. */
  snScUuid: Uint8Array | undefined;
  /** Highest id this peer has used. */
  lastOwn = 0;
  /** Furthest (most negative) id of the service center that was seen. */
  lastSc = 0;
  open = new Map<number, OpenOperation>();
  /** Answers to requests that were not completed yet: those may come again. */
  given = new Map<number, GivenAnswer>();

  nextId(): number {
    return ++this.lastOwn;
  }

  /** The service center began a new session: both sides count from the start and nothing is repeated. */
  restart(snScUuid: Uint8Array | undefined): void {
    this.snScUuid = snScUuid;
    this.lastOwn = 0;
    this.lastSc = 0;
    this.open.clear();
    this.given.clear();
  }

  keepAnswer(opId: number, answer: GivenAnswer): void {
    this.given.set(opId, answer);
    if (this.given.size <= MAX_ANSWERS) return;
    for (const oldest of this.given.keys()) {
      this.given.delete(oldest);
      return;
    }
  }

  /** An operation of this peer has the response of `_operation`; its completion is still to leave. */
  answered(open: OpenOperation, _operation: string, _response: object): void {
    open.state = 'answered';
  }

  /** `error` ended an operation, of whichever side. */
  refused(opId: number): void {
    this.open.delete(opId);
    this.given.delete(opId);
  }

  protected copyTo(copy: PeerSession): void {
    copy.snScUuid = this.snScUuid;
    copy.lastOwn = this.lastOwn;
    copy.lastSc = this.lastSc;
    for (const [id, operation] of this.open) copy.open.set(id, { ...operation });
    copy.given = new Map(this.given);
  }
}
