import { background, impossible } from '../kit/background.ts';
import type { Eui } from '../kit/eui.ts';
import { type MachineClock, systemClock } from '../kit/time/clock.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { receptionStatus, type SimulatedEndpoint, type UplinkTelegram } from './endpoint.ts';
import { ConnectionLost } from './peer/line.ts';
import { SessionLost } from './peer/steady.ts';
import { SteadyStation, type SteadyStationOptions } from './steady-station.ts';
import type { Request } from './table.ts';

export interface TrafficOptions {
  readonly stations: readonly SteadyStationOptions[];
  /** Their telegrams go to the stations in turn. */
  readonly endpoints: readonly SimulatedEndpoint[];
  /** Stations that hear each telegram; default 1. */
  readonly heardBy?: number;
  /** Fixed user data instead of a climate. */
  readonly payload?: Uint8Array | undefined;
  readonly clock?: MachineClock;
  /** Is called when the last station that heard a telegram has its answer, or will get none. */
  readonly onTelegram?: ((telegram: ReportedTelegram) => void) | undefined;
}

/** A telegram, and what its stations were answered. */
export interface ReportedTelegram {
  readonly epEui: Eui;
  readonly packetCnt: number;
  readonly userData: Uint8Array;
  readonly format: number;
  /** At least one station got an answer: those forget it. */
  readonly acknowledged: boolean;
  /** Why a station was refused; undefined for none. */
  readonly refusal: ProtocolError | undefined;
}

/** `window`: so many unanswered uplinks per station. `rate`: so many telegrams per second, whatever is answered. */
export type Load = ({ readonly window: number } | { readonly rate: number }) & {
  /** The end: so many telegrams, or so long, or when `signal` says. */
  readonly count?: number;
  readonly durationMs?: number;
  readonly signal?: AbortSignal;
  /** How long to wait for the last answers; default 30 s. */
  readonly drainMs?: number;
};

/** What became of the telegrams. */
export interface Totals {
  /** Telegrams of endpoints. */
  readonly sent: number;
  /** Telegrams that at least one station got an answer for. */
  readonly acknowledged: number;
  /** Telegrams that no station got an answer for. */
  readonly lost: number;
  /** Operations: one per telegram and station that hears it. */
  readonly answers: number;
  readonly refused: number;
  readonly reconnects: number;
  readonly resumed: number;
  readonly repeated: number;
  readonly elapsedMs: number;
  readonly perSecond: number;
  /** Of the newest answers. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** A station, and how well it receives. */
interface Place {
  readonly index: number;
  readonly station: SteadyStation;
  readonly snr: number;
  readonly rssi: number;
}

/** One telegram on its way over one or more stations. */
interface Telegram {
  readonly endpoint: SimulatedEndpoint;
  readonly uplink: UplinkTelegram & { readonly rxTime: bigint };
  /** The endpoint was asked how it receives, and one station is to report it. */
  asked: boolean;
  /** Reports without an answer. */
  open: number;
  acknowledged: boolean;
  refusal: ProtocolError | undefined;
}

const DRAIN_MS = 30_000;
const TICK_MS = 2;
const LOOK_MS = 20;
/** Uplinks a station holds while the service center is slow or away. At a rate, more are not sent at all. */
const MAX_UNANSWERED = 65_536;
/** Latencies kept for the percentiles. */
const LATENCIES = 10_000;

/** The service center has answered an attach with an error. */
export class AttachRefused extends Error {
  readonly epEui: Eui;
  readonly code: number;

  constructor(epEui: Eui, { message, code }: ProtocolError) {
    super(`${epEui} could not attach: ${message} (code ${code})`);
    this.name = 'AttachRefused';
    this.epEui = epEui;
    this.code = code;
  }
}

/** Endpoints whose telegrams stations hear and report, and a count of what became of them. */
export class Traffic implements AsyncDisposable {
  /** Why stations gave up. */
  readonly failures: Error[] = [];
  readonly #places: readonly Place[];
  /** By station: those that hear what is sent to it. */
  readonly #groups: readonly (readonly Place[])[];
  readonly #endpoints: readonly SimulatedEndpoint[];
  readonly #payload: Uint8Array | undefined;
  readonly #heardBy: number;
  readonly #clock: MachineClock;
  readonly #onTelegram: TrafficOptions['onTelegram'];
  /** By station: the endpoint whose turn is next. */
  readonly #turns: number[];
  /** Their window is open. They send nothing before that telegram is answered. */
  readonly #listening = new Set<SimulatedEndpoint>();
  readonly #latencies: number[] = [];
  #startedMs = 0;
  #endedMs: number | undefined = 0;
  #lastRxTime = 0n;
  #sent = 0;
  #acknowledged = 0;
  #answers = 0;
  #refused = 0;
  #maxMs = 0;
  /** Is called when a report of this station has ended. */
  #reported: (station: number) => void = () => undefined;
  #failed: () => void = () => undefined;

  private constructor(stations: readonly SteadyStation[], options: TrafficOptions) {
    const { endpoints, heardBy = 1, payload, clock = systemClock } = options;
    this.#places = stations.map((station, index) => ({ index, station, snr: 12.5 - index / 4, rssi: -98.5 - index }));
    this.#groups = stations.map((_, index) => this.#around(index, heardBy));
    this.#endpoints = endpoints;
    this.#payload = payload;
    this.#heardBy = heardBy;
    this.#clock = clock;
    this.#onTelegram = options.onTelegram;
    this.#turns = stations.map((_, index) => index);
    for (const { over } of stations) background(over.then(this.#gaveUp), impossible);
  }

  /** Connects the stations. @throws the error of the first one that cannot connect */
  static async start(options: TrafficOptions): Promise<Traffic> {
    const { stations, endpoints, heardBy = 1 } = options;
    if (endpoints.length < stations.length) throw new RangeError('there is to be an endpoint per station at least');
    if (heardBy < 1 || heardBy > stations.length)
      throw new RangeError('heardBy is between 1 and the number of stations');
    const starts = await Promise.allSettled(stations.map(station => SteadyStation.start(station)));
    const started = starts.flatMap(start => (start.status === 'fulfilled' ? [start.value] : []));
    const failed = starts.find(start => start.status === 'rejected');
    if (!failed) return new Traffic(started, options);
    await Promise.all(started.map(station => station.close()));
    throw failed.reason;
  }

  /** Attaches every endpoint over the air through all stations that will hear it. @throws AttachRefused */
  async attach(): Promise<void> {
    for (const [index, endpoint] of this.#endpoints.entries()) {
      await endpoint.attach(this.#groups[index % this.#groups.length] ?? []).catch((cause: unknown) => {
        throw cause instanceof ProtocolError ? new AttachRefused(endpoint.epEui, cause) : cause;
      });
    }
  }

  /** Reports telegrams until the load is over and the last answer is here. Once. */
  async run(load: Load): Promise<Totals> {
    const { signal, count = Number.POSITIVE_INFINITY, durationMs = Number.POSITIVE_INFINITY } = load;
    this.#startedMs = this.#clock.monotonic();
    this.#endedMs = undefined;
    const over = () =>
      signal?.aborted === true ||
      this.failures.length > 0 ||
      this.#sent >= count ||
      this.#clock.monotonic() - this.#startedMs >= durationMs;
    await ('rate' in load ? this.#atRate(load.rate, over) : this.#inWindow(load.window, over));
    await this.#drained(load.drainMs ?? DRAIN_MS);
    this.#endedMs = this.#clock.monotonic();
    return this.totals();
  }

  /** How the run stands. */
  totals(): Totals {
    const elapsedMs = (this.#endedMs ?? this.#clock.monotonic()) - this.#startedMs;
    const of = (name: 'reconnects' | 'resumed' | 'repeated') =>
      this.#places.reduce((sum, { station }) => sum + station[name], 0);
    const latencies = Float64Array.from(this.#latencies).sort();
    const percentile = (fraction: number) => latencies[Math.ceil(fraction * latencies.length) - 1] ?? 0;
    return {
      sent: this.#sent,
      acknowledged: this.#acknowledged,
      lost: this.#sent - this.#acknowledged,
      answers: this.#answers,
      refused: this.#refused,
      reconnects: of('reconnects'),
      resumed: of('resumed'),
      repeated: of('repeated'),
      elapsedMs,
      perSecond: elapsedMs > 0 ? (this.#acknowledged * 1000) / elapsedMs : 0,
      p50Ms: percentile(0.5),
      p99Ms: percentile(0.99),
      maxMs: this.#maxMs,
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#places.map(({ station }) => station.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #around(first: number, heardBy: number): Place[] {
    const { length } = this.#places;
    return Array.from({ length: heardBy }, (_, k) => this.#places[(first + k) % length] as Place);
  }

  #gaveUp = (error: Error | undefined): void => {
    if (!error) return;
    this.failures.push(error);
    this.#failed();
  };

  /** Every answer lets a further telegram be sent: of this station, or of another one that this station hears too. */
  #inWindow(window: number, over: () => boolean): Promise<void> {
    const { length } = this.#places;
    const { promise, resolve } = Promise.withResolvers<void>();
    const finish = () => {
      timer.cancel();
      this.#reported = () => undefined;
      resolve();
    };
    const timer = this.#clock.every(LOOK_MS, () => {
      if (over()) finish();
    });
    const fill = (primary: number) => {
      while (this.#maySend(primary, window)) {
        if (over()) return finish();
        if (!this.#send(primary)) return;
      }
    };
    this.#reported = station => {
      for (let k = 0; k < this.#heardBy; k++) fill((station - k + length) % length);
    };
    for (let primary = 0; primary < length; primary++) fill(primary);
    return promise;
  }

  #atRate(rate: number, over: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let done = 0;
    const timer = this.#clock.every(TICK_MS, () => {
      const due = ((this.#clock.monotonic() - this.#startedMs) * rate) / 1000;
      for (; done < due && !over(); done++) {
        const primary = done % this.#places.length;
        if (this.#maySend(primary, MAX_UNANSWERED)) this.#send(primary);
      }
      if (!over()) return;
      timer.cancel();
      resolve();
    });
    return promise;
  }

  #maySend(primary: number, window: number): boolean {
    return this.#groups[primary]?.every(({ station }) => station.unanswered < window) === true;
  }

  /** The next telegram of a station's endpoints. @returns false when all of them are listening */
  #send(primary: number): boolean {
    const endpoint = this.#nextEndpoint(primary);
    const group = this.#groups[primary] ?? [];
    if (!endpoint) return false;
    const uplink = { ...endpoint.uplinkTelegram(this.#payload && { userData: this.#payload }), rxTime: this.#rxTime() };
    // Before any station sends: what is asked in this window is answered with the next uplink.
    const asked = endpoint.takeStatusRequest();
    const telegram = { endpoint, uplink, asked, open: group.length, acknowledged: false, refusal: undefined };
    if (uplink.dlOpen) this.#listening.add(endpoint);
    this.#sent++;
    for (const place of group) background(this.#report(telegram, place), cause => this.#gaveUp(cause as Error));
    return true;
  }

  async #report(telegram: Telegram, { index, station, snr, rssi }: Place): Promise<void> {
    const uplink = { ...telegram.uplink, snr, rssi };
    const begunMs = this.#clock.monotonic();
    try {
      const sent = await station.hear(uplink);
      if (sent) telegram.endpoint.receive(sent);
      this.#answered(telegram, this.#clock.monotonic() - begunMs);
    } catch (error) {
      if (error instanceof ProtocolError) {
        this.#refused++;
        telegram.refusal = error;
        // A station that gave up reports no answer.
      } else if (!(error instanceof ConnectionLost)) throw error;
    }
    if (telegram.asked) {
      telegram.asked = false;
      await this.#reportReception(station, receptionStatus(uplink));
    }
    if (--telegram.open === 0) this.#ended(telegram);
    this.#reported(index);
  }

  #ended({ endpoint, uplink, acknowledged, refusal }: Telegram): void {
    if (uplink.dlOpen) this.#listening.delete(endpoint);
    const { epEui, packetCnt, userData, format = 0 } = uplink;
    this.#onTelegram?.({ epEui, packetCnt, userData, format, acknowledged, refusal });
  }

  async #reportReception(station: SteadyStation, status: Request<'dlRxStat'>): Promise<void> {
    try {
      await station.start('dlRxStat', status);
    } catch (error) {
      // The query is gone with the session.
      if (!(error instanceof SessionLost || error instanceof ConnectionLost)) throw error;
    }
  }

  #answered(telegram: Telegram, latencyMs: number): void {
    if (!telegram.acknowledged) this.#acknowledged++;
    telegram.acknowledged = true;
    this.#latencies[this.#answers % LATENCIES] = latencyMs;
    this.#answers++;
    this.#maxMs = Math.max(this.#maxMs, latencyMs);
  }

  /** In turn, those that do not listen. */
  #nextEndpoint(primary: number): SimulatedEndpoint | undefined {
    const { length } = this.#endpoints;
    const step = this.#places.length;
    for (let tries = Math.ceil((length - primary) / step); tries > 0; tries--) {
      const index = this.#turns[primary] ?? primary;
      this.#turns[primary] = index + step < length ? index + step : primary;
      const endpoint = this.#endpoints[index];
      if (endpoint && !this.#listening.has(endpoint)) return endpoint;
    }
    return undefined;
  }

  /** Higher with every telegram, also within one millisecond of the clock. */
  #rxTime(): bigint {
    const now = this.#clock.nowNs();
    this.#lastRxTime = now > this.#lastRxTime ? now : this.#lastRxTime + 1n;
    return this.#lastRxTime;
  }

  /** Resolves when every report is answered, or none will be. */
  #drained(drainMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#clock.after(drainMs, resolve);
    const check = () => {
      if (this.failures.length > 0 || this.#places.every(({ station }) => station.unanswered === 0)) resolve();
    };
    this.#reported = check;
    this.#failed = check;
    check();
    return promise.then(() => timer.cancel());
  }
}
