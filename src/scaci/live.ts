import type { Eui } from '../kit/eui.ts';
import type { CenterCertificate } from './parts.ts';
import type { CenterSession } from './session.ts';

/** One connection of a center, from the moment its `con` has passed all checks. */
export interface Occupant {
  readonly certificate: CenterCertificate | undefined;
  /** The certificate has been revoked. */
  revoke(): void;
  /** Plainly, without a message (SCACI 6.6). */
  supersede(): void;
  stop(): void;
  /** Resolves when everything about the connection is stored. */
  readonly ended: Promise<void>;
}

/** Which application centers are connected: one live session each, the newest connection wins (SCACI 6.6). */
export class LiveCenters {
  readonly #changed: (count: number) => void;
  readonly #occupants = new Map<Eui, Occupant>();
  readonly #sessions = new Map<number, CenterSession>();

  constructor(changed: (count: number) => void) {
    this.#changed = changed;
  }

  get count(): number {
    return this.#sessions.size;
  }

  /** The connected session with this row id. */
  session(session: number): CenterSession | undefined {
    return this.#sessions.get(session);
  }

  sessions(): Iterable<CenterSession> {
    return this.#sessions.values();
  }

  /** Ends the connections whose certificate has been revoked. */
  closeRevoked(): void {
    for (const occupant of this.#occupants.values()) if (occupant.certificate?.revoked()) occupant.revoke();
  }

  /** Takes the place of the center's older connection, after that one has ended completely. */
  async claim(acEui: Eui, occupant: Occupant): Promise<void> {
    const previous = this.#occupants.get(acEui);
    this.#occupants.set(acEui, occupant);
    previous?.supersede();
    await previous?.ended;
  }

  /** Gives the place back, unless a newer connection has it already. */
  leave(acEui: Eui, occupant: Occupant): void {
    if (this.#occupants.get(acEui) === occupant) this.#occupants.delete(acEui);
  }

  online(session: CenterSession): void {
    this.#sessions.set(session.session, session);
    this.#changed(this.#sessions.size);
  }

  offline(session: CenterSession): void {
    if (this.#sessions.get(session.session) !== session) return;
    this.#sessions.delete(session.session);
    this.#changed(this.#sessions.size);
  }

  /** Ends all connections, for a stop. */
  async close(): Promise<void> {
    const occupants = [...this.#occupants.values()];
    for (const occupant of occupants) occupant.stop();
    await Promise.all(occupants.map(({ ended }) => ended));
  }
}
