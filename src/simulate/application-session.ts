import { randomBytes } from '../kit/random.ts';
import { type GivenAnswer, PeerSession } from './peer/session.ts';

/** What an application center remembers over connections (SCACI 6). */
export class ApplicationSession extends PeerSession {
  snAcUuid: Uint8Array;
  /** Requests of the service center that were taken over, pings included. */
  taken = 0;
  /** Requests that came once more under their old id, and were not taken over again. */
  reissued = 0;

  constructor(snAcUuid: Uint8Array = randomBytes(16)) {
    super();
    this.snAcUuid = snAcUuid;
  }

  /** What goes out as `snAcOpId`: every request up to here was answered, so those above may be reissued (SCACI 6.4). */
  get answeredAc(): number {
    let lowest = this.lastOwn + 1;
    for (const { opId, state } of this.open.values()) if (state === 'sent' && opId < lowest) lowest = opId;
    return lowest - 1;
  }

  /** A second memory with the same content, for example of the moment before a connection was lost. */
  copy(): ApplicationSession {
    const copy = new ApplicationSession(this.snAcUuid);
    this.copyTo(copy);
    copy.taken = this.taken;
    copy.reissued = this.reissued;
    return copy;
  }

  /** An application center that lost its memory but kept its UUID: it asks for a new session. */
  forgotten(): ApplicationSession {
    return new ApplicationSession(this.snAcUuid);
  }

  override restart(snScUuid: Uint8Array | undefined): void {
    super.restart(snScUuid);
    this.taken = 0;
    this.reissued = 0;
  }

  override keepAnswer(opId: number, answer: GivenAnswer): void {
    super.keepAnswer(opId, answer);
    this.taken++;
  }

  /** The service center spoke of another session: this one is over, and the next has a name of its own (SCACI 6.2). */
  giveUp(): void {
    this.restart(undefined);
    this.snAcUuid = randomBytes(16);
  }
}
