import type { Eui } from '../../src/kit/eui.ts';
import { type Clock, sleep, systemClock } from '../../src/kit/time/clock.ts';
import type { StationOptions } from '../../src/simulate/base-station.ts';
import type { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import type { Load } from '../../src/simulate/traffic.ts';
import { CounterSet } from './counter-set.ts';
import { FleetStation, type Telegram } from './fleet-station.ts';
import { type Radio, type UplinkTemplate, uplinkTemplate } from './lean-uplink.ts';
import { type FleetTotals, Tally } from './tally.ts';

export interface FleetOptions {
  /** One entry per station; a function is asked again before every reconnect. */
  readonly stations: readonly (StationOptions | (() => StationOptions))[];
  /** Their telegrams go to the stations in turn. */
  readonly endpoints: readonly SimulatedEndpoint[];
  /** Stations that hear each telegram; default 1. */
  readonly heardBy?: number;
  /** Fixed user data instead of a climate. */
  readonly payload?: Uint8Array;
  /** How long a station without connection goes on trying; default one minute. */
  readonly giveUpMs?: number;
  readonly clock?: Clock;
}

const GIVE_UP_MS = 60_000;
/** Without a request from the service center. */
const SETTLED_MS = 500;
const DRAIN_MS = 30_000;
const KEEP_ALIVE_MS = 60_000;
const TICK_MS = 2;
/** Open loop: uplinks a station holds while the service center is slow or away. More are not sent at all. */
const MAX_UNANSWERED = 65_536;

/** Many stations that report telegrams of many endpoints that never listen, and count what became of them. */
export class Fleet implements AsyncDisposable {
  /** Counters of the answered telegrams, by endpoint: what a service center must still know after any crash. */
  readonly acknowledged: ReadonlyMap<Eui, CounterSet>;
  /** Errors of stations that gave up. */
  readonly failures: Error[] = [];

  readonly #stations: FleetStation[];
  readonly #endpoints: readonly SimulatedEndpoint[];
  readonly #templates: readonly (readonly UplinkTemplate[])[];
  readonly #acknowledged: CounterSet[] = [];
  readonly #heardBy: number;
  readonly #payload: Uint8Array | undefined;
  readonly #clock: Clock;
  /** Per station: its own endpoint whose turn is next. */
  readonly #turns: number[];
  #load: Load | undefined;
  #startedMs = 0;
  #endedMs = 0;
  #lastRxTime = 0n;
  #tally = new Tally();
  #progress: () => void = () => undefined;

  constructor(options: FleetOptions) {
    const { stations, endpoints, heardBy = 1, payload } = options;
    const { giveUpMs = GIVE_UP_MS, clock = systemClock } = options;
    if (endpoints.length < stations.length) throw new RangeError('a fleet needs an endpoint per station at least');
    if (heardBy < 1 || heardBy > stations.length)
      throw new RangeError('heardBy is between 1 and the number of stations');
    this.#endpoints = endpoints;
    this.#heardBy = heardBy;
    this.#payload = payload;
    this.#clock = clock;
    this.#turns = stations.map((_, index) => index);
    this.#stations = stations.map((station, index) => {
      const asked = typeof station === 'function' ? station : () => station;
      return new FleetStation({ station: asked, reports: this.#reports(index), clock, giveUpMs });
    });
    this.#templates = endpoints.map(({ epEui }) => stations.map((_, index) => uplinkTemplate(epEui, radioOf(index))));
    this.#acknowledged = endpoints.map(({ packetCnt }) => new CounterSet((packetCnt + 1) >>> 0));
    this.acknowledged = new Map(endpoints.map(({ epEui }, index) => [epEui, this.#acknowledged[index] as CounterSet]));
  }

  /** @throws the error of the first station that cannot connect */
  async connect(): Promise<void> {
    await Promise.all(this.#stations.map(station => station.connect()));
  }

  /** Resolves when nothing new was asked of any station for a moment: every endpoint is propagated to a new station first. */
  async settled(): Promise<void> {
    const asked = () => this.#stations.reduce((sum, { connection }) => sum + (connection?.session.lastSc ?? 0), 0);
    let before: number;
    do {
      before = asked();
      await sleep(this.#clock, SETTLED_MS);
    } while (asked() !== before);
  }

  /** Reports telegrams until the load is over and the last answer is here. May be called again. */
  async run(load: Load): Promise<FleetTotals> {
    this.#load = load;
    this.#startedMs = this.#clock.monotonic();
    this.#tally = new Tally();
    // The clock's timers keep no process alive, and between two connections nothing else does.
    const alive = setInterval(() => undefined, KEEP_ALIVE_MS);
    const over = () =>
      load.signal?.aborted === true ||
      this.failures.length > 0 ||
      this.#tally.sent >= (load.count ?? Number.POSITIVE_INFINITY) ||
      this.#clock.monotonic() - this.#startedMs >= (load.durationMs ?? Number.POSITIVE_INFINITY);
    await ('rate' in load ? this.#openLoop(load.rate, over) : this.#closedLoop(load.window, over));
    await this.#drained(load.drainMs ?? DRAIN_MS);
    clearInterval(alive);
    this.#endedMs = this.#clock.monotonic();
    this.#load = undefined;
    return this.totals();
  }

  /** How the present or last run stands. */
  totals(): FleetTotals {
    const elapsedMs = (this.#load ? this.#clock.monotonic() : this.#endedMs) - this.#startedMs;
    return this.#tally.totals(elapsedMs);
  }

  /** Breaks the connection of one station, or of all; they come back by themselves. */
  cut(index?: number): void {
    for (const [at, station] of this.#stations.entries()) if (index === undefined || index === at) station.cut();
  }

  async close(): Promise<void> {
    await Promise.all(this.#stations.map(station => station.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #reports(station: number) {
    return {
      answered: ({ endpoint, packetCnt }: Telegram, latencyMs: number) => {
        this.#tally.latency.add(latencyMs);
        if (this.#acknowledged[endpoint]?.add(packetCnt)) this.#tally.acknowledged++;
        this.#progress();
        this.#refill(station);
      },
      refused: () => {
        this.#tally.refused++;
        this.#progress();
        this.#refill(station);
      },
      reconnected: (resumed: boolean, repeated: number) => {
        this.#tally.reconnects++;
        if (resumed) this.#tally.resumed++;
        this.#tally.repeated += repeated;
      },
      gaveUp: (error: Error) => {
        this.failures.push(error);
        this.#progress();
      },
    };
  }

  /** The stations that hear what the endpoints of station `primary` send. */
  #hearing(primary: number): FleetStation[] {
    const { length } = this.#stations;
    return Array.from({ length: this.#heardBy }, (_, k) => this.#stations[(primary + k) % length] as FleetStation);
  }

  #refill: (station: number) => void = () => undefined;

  /** Every answer lets a further telegram be sent: of this station, or of another one that this station hears too. */
  #closedLoop(window: number, over: () => boolean): Promise<void> {
    const { length } = this.#stations;
    const groups = this.#stations.map((_, primary) => this.#hearing(primary));
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#clock.every(TICK_MS * 10, () => {
      if (over()) finish();
    });
    const finish = () => {
      timer.cancel();
      this.#refill = () => undefined;
      resolve();
    };
    const maySend = (station: FleetStation) => station.unanswered < window;
    const fill = (primary: number) => {
      const group = groups[primary] ?? [];
      while (group.every(maySend)) {
        if (over()) return finish();
        this.#emit(primary, group);
      }
    };
    this.#refill = station => {
      for (let k = 0; k < this.#heardBy; k++) fill((station - k + length) % length);
    };
    for (let primary = 0; primary < length; primary++) fill(primary);
    return promise;
  }

  #openLoop(rate: number, over: () => boolean): Promise<void> {
    const groups = this.#stations.map((_, primary) => this.#hearing(primary));
    const { promise, resolve } = Promise.withResolvers<void>();
    let done = 0;
    const timer = this.#clock.every(TICK_MS, () => {
      const due = ((this.#clock.monotonic() - this.#startedMs) * rate) / 1000;
      for (; done < due && !over(); done++) {
        const primary = done % groups.length;
        const group = groups[primary] ?? [];
        if (group.every(({ unanswered }) => unanswered < MAX_UNANSWERED)) this.#emit(primary, group);
      }
      if (!over()) return;
      timer.cancel();
      resolve();
    });
    return promise;
  }

  /** The next telegram of a station's endpoints, which take turns. */
  #emit(primary: number, group: readonly FleetStation[]): void {
    const index = this.#turns[primary] ?? primary;
    const endpoint = this.#endpoints[index];
    if (!endpoint) return;
    const following = index + this.#stations.length;
    this.#turns[primary] = following < this.#endpoints.length ? following : primary;
    const { packetCnt, userData } = endpoint.uplinkTelegram(this.#payload && { userData: this.#payload });
    const telegram = { endpoint: index, packetCnt, rxTime: this.#rxTime(), userData };
    this.#tally.sent++;
    const templates = this.#templates[index] ?? [];
    for (let k = 0; k < group.length; k++) {
      const template = templates[(primary + k) % this.#stations.length];
      if (template) group[k]?.send(telegram, template);
    }
  }

  /** Higher with every telegram, also within one millisecond of the clock. */
  #rxTime(): bigint {
    const now = this.#clock.nowNs();
    this.#lastRxTime = now > this.#lastRxTime ? now : this.#lastRxTime + 1n;
    return this.#lastRxTime;
  }

  #drained(drainMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#clock.after(drainMs, resolve);
    this.#progress = () => {
      if (this.failures.length > 0 || this.#stations.every(({ unanswered }) => unanswered === 0)) resolve();
    };
    this.#progress();
    return promise.then(() => {
      timer.cancel();
      this.#progress = () => undefined;
    });
  }
}

/** How well a station receives. */
function radioOf(station: number): Radio {
  return { snr: 12.5 - station / 4, rssi: -98.5 - station };
}
