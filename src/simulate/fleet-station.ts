import { decode } from '@msgpack/msgpack';
import { background, impossible } from '../kit/background.ts';
import { type Clock, sleep } from '../kit/clock.ts';
import type { Eui } from '../kit/eui.ts';
import { Posix, type ProtocolError } from '../protocol/errors.ts';
import { SimulatedStation, type StationOptions } from './base-station.ts';
import { Flag } from './endpoint.ts';
import { FrameBatch, type LeanTelegram, type UplinkTemplate, uplinkResponseId } from './lean-uplink.ts';
import { ConnectionLost } from './peer/line.ts';
import type { StationSession } from './station-session.ts';
import type { Request } from './table.ts';
import type { DownlinkNews, Transmission } from './transmitter.ts';

/** One telegram on its way over one or more stations. */
export interface Telegram extends LeanTelegram {
  /** Number of the endpoint in the fleet. */
  readonly endpoint: number;
  readonly epEui: Eui;
}

interface Flight {
  readonly telegram: Telegram;
  readonly template: UplinkTemplate;
  readonly sentMs: number;
  /** The connection it left by at first: its window is over with that. */
  readonly by: SimulatedStation | undefined;
}

/** How a station goes away while it holds its first downlink, and comes back: with its session, or without. */
export type Vanishing = 'resume' | 'new';

/** What a station of the fleet tells. */
export interface Reports {
  /** @param sent what was sent in its window */
  answered(telegram: Telegram, latencyMs: number, sent: Transmission | undefined): void;
  refused(telegram: Telegram, code: number): void;
  reconnected(resumed: boolean, repeated: number): void;
  /** The station will not come back. */
  gaveUp(error: Error): void;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

export interface FleetStationParts {
  readonly reports: Reports;
  readonly clock: Clock;
  readonly giveUpMs: number;
  readonly vanish: Vanishing | undefined;
}

/** One station under load: keeps uplinks until they are answered and repeats them over as many connections as it takes. */
export class FleetStation {
  readonly #options: () => StationOptions;
  readonly #reports: Reports;
  readonly #clock: Clock;
  readonly #giveUpMs: number;
  readonly #batch = new FrameBatch();
  /** By id, which is the order of sending. */
  #flights = new Map<number, Flight>();
  #session: StationSession | undefined;
  #station: SimulatedStation | undefined;
  #vanish: Vanishing | undefined;
  #forgetful = false;
  #flushing = false;
  #closing = false;
  #recovering: Promise<void> | undefined;
  readonly #ending = new AbortController();

  /** @param options is asked before every connect: a service center may come back elsewhere */
  constructor(options: () => StationOptions, { reports, clock, giveUpMs, vanish }: FleetStationParts) {
    this.#options = options;
    this.#reports = reports;
    this.#clock = clock;
    this.#giveUpMs = giveUpMs;
    this.#vanish = vanish;
  }

  get unanswered(): number {
    return this.#flights.size;
  }

  /** The live connection, or undefined between two of them. */
  get connection(): SimulatedStation | undefined {
    return this.#station;
  }

  /** @throws what `SimulatedStation.connect` throws */
  async connect(): Promise<void> {
    const options = this.#options();
    const { dialect, onDownlink } = options;
    const station = await SimulatedStation.connect({
      ...options,
      ...(this.#session && !this.#forgetful && { session: this.#session }),
      ...(this.#vanish && { dialect: { ...dialect, cutAfter: ['dlDataQue'] } }),
      signal: this.#ending.signal,
      loggedFrames: 0,
      tap: payload => this.#tap(payload),
      // Ids leave in the order in which they were given out.
      beforeSend: this.#flush,
      onDownlink: news => {
        onDownlink?.(news);
        this.#vanishWith(news);
      },
    });
    if (this.#forgetful) this.#forget(station.bsEui, onDownlink);
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
    this.#flights.set(opId, { telegram, template, sentMs: this.#clock.monotonic(), by: this.#station });
    if (this.#station) this.#write(opId, telegram, template);
  }

  /** Reports how an endpoint receives. */
  tellReception(status: Request<'dlRxStat'>): void {
    this.#station?.start('dlRxStat', status).catch((error: Error) => {
      // The next resume repeats it.
      if (!(error instanceof ConnectionLost)) this.#reports.gaveUp(error);
    });
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

  #write(opId: number, telegram: Telegram, template: UplinkTemplate): void {
    this.#batch.uplink(template, opId, telegram);
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    process.nextTick(this.#flush);
  }

  #flush = (): void => {
    this.#flushing = false;
    if (this.#batch.empty) return;
    const bytes = this.#batch.take();
    this.#station?.sendRaw(bytes);
  };

  #tap(payload: Buffer): boolean {
    const opId = uplinkResponseId(payload);
    if (opId !== undefined) return this.#answered(opId);
    const { command, ...map } = decode(payload, { useBigInt64: true }) as Record<string, unknown>;
    if (command === 'ulDataRsp') return this.#answered(Number(map.opId));
    if (command === 'error') this.#failed(Number(map.opId), Number(map.code));
    return false;
  }

  #answered(opId: number): boolean {
    const flight = this.#flights.get(opId);
    const session = this.#session;
    if (!flight || !session) return false;
    this.#flights.delete(opId);
    if (opId > session.answeredBs) session.answeredBs = opId;
    this.#batch.completion(opId);
    this.#flushSoon();
    this.#reports.answered(flight.telegram, this.#clock.monotonic() - flight.sentMs, this.#sent(flight));
    return true;
  }

  /** What leaves in the window of an uplink that was answered. */
  #sent({ telegram: { epEui, packetCnt, flags }, by }: Flight): Transmission | undefined {
    if ((flags & Flag.dlOpen) === 0 || !by || by !== this.#station) return undefined;
    return by.afterUplink({ epEui, packetCnt, dlOpen: true, responseExp: (flags & Flag.responseExp) !== 0 });
  }

  /** What it held is gone with the session it had. */
  #forget(bsEui: Eui, tell: ((news: DownlinkNews) => void) | undefined): void {
    this.#forgetful = false;
    for (const { epEui, queId } of this.#session?.downlinks.values() ?? []) {
      tell?.({ what: 'dropped', bsEui, epEui, queId });
    }
  }

  /** The dialect cuts the connection with this message. */
  #vanishWith({ what }: DownlinkNews): void {
    if (what !== 'taken' || !this.#vanish) return;
    this.#forgetful = this.#vanish === 'new';
    this.#vanish = undefined;
  }

  #failed(opId: number, code: number): void {
    const flight = this.#flights.get(opId);
    if (!flight) return;
    this.#flights.delete(opId);
    this.#reports.refused(flight.telegram, code);
  }

  async #lost(): Promise<void> {
    this.#station = undefined;
    if (!this.#batch.empty) this.#batch.take();
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
      this.#write(opId, flight.telegram, flight.template);
    }
    this.#reports.reconnected(connected.snResume, flights.length);
  }
}
