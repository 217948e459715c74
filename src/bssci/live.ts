import type { Order } from '../domain/session/order.ts';
import type { Clock, Timer } from '../kit/clock.ts';
import type { Eui } from '../kit/eui.ts';
import type { CloseReason } from '../protocol/connection.ts';
import type { StationCertificate } from './parts.ts';
import type { StationSession } from './session.ts';

/** A disconnect is announced only after this time: most stations are back at once (platform API 20.2). */
const ANNOUNCE_MS = 10_000;

/** One connection of a station, from the moment its identity is checked. */
export interface Occupant {
  readonly certificate: StationCertificate | undefined;
  close(reason: CloseReason): void;
  /** Resolves when everything about the connection is stored. */
  readonly ended: Promise<void>;
}

/** Live figures of a connected station. */
export interface LiveStation {
  readonly station: number;
  readonly bsEui: Eui;
  /** Row id of the session. */
  readonly session: number;
  readonly remoteAddress: string;
  readonly connectedAt: number;
  readonly lastSeenAt: number;
  readonly bidi: boolean;
}

/** Which stations are connected: at most one connection each, the newest wins (BSSCI 6.6). */
export class LiveStations {
  readonly #clock: Clock;
  readonly #changed: (count: number) => void;
  readonly #stop = new AbortController();
  readonly #occupants = new Map<number, Occupant>();
  readonly #sessions = new Map<number, StationSession>();
  readonly #unannounced = new Map<number, { timer: Timer; announce: () => void }>();

  constructor(clock: Clock, changed: (count: number) => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get count(): number {
    return this.#sessions.size;
  }

  /** Ends when the service stops. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  connected(station: number): boolean {
    return this.#sessions.has(station);
  }

  find(station: number): LiveStation | undefined {
    return this.#sessions.get(station);
  }

  all(): Iterable<LiveStation> {
    return this.#sessions.values();
  }

  /** The session to start operations on. */
  session(station: number): StationSession | undefined {
    return this.#sessions.get(station);
  }

  sessions(): Iterable<StationSession> {
    return this.#sessions.values();
  }

  /** Writes what the store has ordered; what is for a session that is away comes with its next resume. */
  write(orders: readonly Order[]): void {
    for (const order of orders) {
      const session = this.#sessions.get(order.station);
      if (session?.session === order.session) session.order(order);
    }
  }

  /** Closes the connection of a station; resolves when that is stored. */
  async disconnect(station: number, reason: CloseReason): Promise<void> {
    const occupant = this.#occupants.get(station);
    occupant?.close(reason);
    await occupant?.ended;
  }

  /** Ends the connections whose certificate has been revoked. */
  closeRevoked(): void {
    for (const { certificate, close } of this.#occupants.values()) if (certificate?.revoked()) close('tls_error');
  }

  /** Takes the place of the station's older connection, after that one has ended completely. */
  async claim(station: number, occupant: Occupant): Promise<void> {
    const previous = this.#occupants.get(station);
    this.#occupants.set(station, occupant);
    previous?.close('replaced');
    await previous?.ended;
  }

  /** Gives the place back, unless a newer connection has it already. */
  leave(station: number, occupant: Occupant): void {
    if (this.#occupants.get(station) === occupant) this.#occupants.delete(station);
  }

  online(session: StationSession): void {
    this.#sessions.set(session.station, session);
    this.#changed(this.#sessions.size);
  }

  offline(session: StationSession): void {
    if (this.#sessions.get(session.station) !== session) return;
    this.#sessions.delete(session.station);
    this.#changed(this.#sessions.size);
  }

  /** Tells of a disconnect in a while, unless the station is back by then. */
  announceLater(station: number, announce: () => void): void {
    const timer = this.#clock.after(ANNOUNCE_MS, () => {
      this.#unannounced.delete(station);
      announce();
    });
    this.#unannounced.set(station, { timer, announce });
  }

  /** The station is back. @returns what tells that it had gone, when nobody was told of that yet; it is not told by itself any more */
  back(station: number): (() => void) | undefined {
    const waiting = this.#unannounced.get(station);
    waiting?.timer.cancel();
    this.#unannounced.delete(station);
    return waiting?.announce;
  }

  /** Ends all connections, for a stop. */
  async close(): Promise<void> {
    this.#stop.abort();
    const occupants = [...this.#occupants.values()];
    for (const occupant of occupants) occupant.close('server_stopped');
    await Promise.all(occupants.map(({ ended }) => ended));
    for (const { timer, announce } of this.#unannounced.values()) {
      timer.cancel();
      announce();
    }
    this.#unannounced.clear();
  }
}
