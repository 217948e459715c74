import { background, impossible } from '../../src/kit/background.ts';
import { type Clock, sleep } from '../../src/kit/time/clock.ts';
import { Posix, type ProtocolError } from '../../src/protocol/errors.ts';
import type { StationOptions } from '../../src/simulate/base-station.ts';
import { ConnectionLost } from '../../src/simulate/peer/line.ts';
import type { StationSession } from '../../src/simulate/station-session.ts';
import { LeanStation } from './lean-station.ts';
import type { LeanTelegram, UplinkTemplate } from './lean-uplink.ts';

/** One telegram on its way over one or more stations. */
export interface Telegram extends LeanTelegram {
  /** Number of the endpoint in the fleet. */
  readonly endpoint: number;
}

interface Flight {
  readonly telegram: Telegram;
  readonly template: UplinkTemplate;
  readonly sentMs: number;
}

/** What a station of the fleet reports. */
export interface Reports {
  answered(telegram: Telegram, latencyMs: number): void;
  refused(telegram: Telegram, code: number): void;
  reconnected(resumed: boolean, repeated: number): void;
  /** The station will not come back. */
  gaveUp(error: Error): void;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

export interface FleetStationOptions {
  /** Asked before every connect: a service center may come back elsewhere. */
  readonly station: () => StationOptions;
  readonly reports: Reports;
  readonly clock: Clock;
  readonly giveUpMs: number;
  /** Makes a connection; `LeanStation.connect` by default. */
  readonly open?: (options: StationOptions) => Promise<LeanStation>;
}

/** One station under load: holds uplinks until they are answered and repeats them over as many connections as it takes. */
export class FleetStation {
  readonly #options: () => StationOptions;
  readonly #reports: Reports;
  readonly #clock: Clock;
  readonly #giveUpMs: number;
  readonly #open: (options: StationOptions) => Promise<LeanStation>;
  /** By id, which is the order of sending. */
  #flights = new Map<number, Flight>();
  #session: StationSession | undefined;
  #station: LeanStation | undefined;
  #closing = false;
  #recovering: Promise<void> | undefined;
  readonly #ending = new AbortController();

  constructor({ station, reports, clock, giveUpMs, open = LeanStation.connect }: FleetStationOptions) {
    this.#options = station;
    this.#reports = reports;
    this.#clock = clock;
    this.#giveUpMs = giveUpMs;
    this.#open = open;
  }

  get unanswered(): number {
    return this.#flights.size;
  }

  /** The live connection, or undefined between two of them. */
  get connection(): LeanStation | undefined {
    return this.#station;
  }

  /** @throws what `SimulatedStation.connect` throws */
  async connect(): Promise<void> {
    const station = await this.#open({
      ...this.#options(),
      ...(this.#session && { session: this.#session }),
      signal: this.#ending.signal,
    });
    station.listener = { answered: opId => this.#answered(opId), failed: (opId, code) => this.#failed(opId, code) };
    this.#session = station.session;
    this.#station = station;
    const lost = station.closed.then(() => {
      this.#recovering = this.#lost();
    });
    background(lost, impossible);
  }

  /** Reports a telegram; between two connections it waits for the next one. */
  send(telegram: Telegram, template: UplinkTemplate): void {
    const session = this.#session;
    if (!session) throw new Error('not connected yet');
    const opId = session.nextId();
    this.#flights.set(opId, { telegram, template, sentMs: this.#clock.monotonic() });
    this.#station?.uplink(opId, telegram, template);
  }

  /** Breaks the connection; the station comes back by itself. */
  cut(): void {
    if (this.#station) background(this.#station.cut(), impossible);
  }

  async close(): Promise<void> {
    // A clean end for the live connection first: the signal would cut it.
    this.#closing = true;
    await this.#station?.close();
    this.#ending.abort();
    await this.#recovering;
  }

  #answered(opId: number): boolean {
    const flight = this.#flights.get(opId);
    if (!flight) return false;
    this.#flights.delete(opId);
    this.#reports.answered(flight.telegram, this.#clock.monotonic() - flight.sentMs);
    return true;
  }

  #failed(opId: number, code: number): void {
    const flight = this.#flights.get(opId);
    if (!flight) return;
    this.#flights.delete(opId);
    this.#reports.refused(flight.telegram, code);
  }

  async #lost(): Promise<void> {
    this.#station = undefined;
    const { signal } = this.#ending;
    const deadline = this.#clock.monotonic() + this.#giveUpMs;
    for (let pauseMs = FIRST_PAUSE_MS; !this.#closing; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.connect();
        this.#repeat();
        return;
      } catch (error) {
        if (this.#closing) return;
        const temporary = error instanceof ConnectionLost || (error as ProtocolError).code === Posix.again;
        if (!temporary || this.#clock.monotonic() > deadline) return this.#reports.gaveUp(error as Error);
      }
      await sleep(this.#clock, pauseMs, signal).catch(() => undefined);
    }
  }

  /** Unanswered uplinks again: with their old ids in a resumed session, as new operations in a new one. */
  #repeat(): void {
    const { connected, session } = this.#station ?? {};
    if (!connected || !session) return;
    const flights = [...this.#flights];
    if (!connected.snResume) this.#flights.clear();
    for (const [oldId, flight] of flights) {
      const opId = connected.snResume ? oldId : session.nextId();
      this.#flights.set(opId, flight);
      this.#station?.uplink(opId, flight.telegram, flight.template);
    }
    this.#reports.reconnected(connected.snResume, flights.length);
  }
}
