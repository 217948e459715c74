import type { Config, DeepPartial } from '../../../src/config/load.ts';
import type { Release } from '../../../src/config/release.ts';
import { type Db, openDb } from '../../../src/database/driver.ts';
import { type MachineClock, turn } from '../../../src/kit/time/clock.ts';
import { DAY_MS, MS_NS, SECOND_MS } from '../../../src/kit/units.ts';
import type { MethodName } from '../../../src/rpc/call/define.ts';
import { SimulatedApplicationCenter } from '../../../src/simulate/application-center.ts';
import type { ApplicationSession } from '../../../src/simulate/application-session.ts';
import { SimulatedStation } from '../../../src/simulate/base-station.ts';
import type { StationSession } from '../../../src/simulate/station-session.ts';
import type { Transmission } from '../../../src/simulate/transmitter.ts';
import { type RunningBox, runningBox } from '../../../src/upkeep/box/client.ts';
import { Enterprise, type Headers, type Outcome, PASSWORD } from '../../identity/scene.ts';
import { Center } from '../../peers/center.ts';
import type { ManualClock } from '../../peers/manual-clock.ts';
import { euiOf, uplink } from '../../peers/telegrams.ts';
import { type Answer, httpCalls, type Options } from '../../rest/http-calls.ts';
import type { Surroundings } from './surroundings.ts';

export const ROOT_EMAIL = 'root@example.org';
/** What is older goes, of everything that goes by age. */
export const KEPT_DAYS = 2;
/** Sockets and threads need some time of their own between two instants of wound time. */
const PAUSE_MS = 2;
/** So long jobs let others go first between two steps; none takes so many of them. */
const STEP_MS = 20;
const MOST_STEPS = 1000;
/** What failed is tried again after a pause, for which time has to be wound. */
const MOST_ROUNDS = 500;
/** What the box does by itself it does at a multiple of it after its start, and it is started at one. */
const JOBS_MS = 5 * SECOND_MS;

/** Certificate and key of a peer. */
export interface Credentials {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** What a world begins with. */
export interface BoxOptions {
  readonly dir: string;
  /** What time it is, milliseconds. */
  readonly now: number;
  /** When the program was made, milliseconds. */
  readonly builtAt: number;
  readonly surroundings: Surroundings;
}

/** The right time: what stations and their radio go by, whatever the clock of the box says. */
function rightTime(clock: ManualClock, start: number): MachineClock {
  const now = () => start + clock.monotonic();
  return {
    now,
    nowNs: () => BigInt(Math.floor(now())) * MS_NS,
    monotonic: () => clock.monotonic(),
    after: (ms, fn) => clock.after(ms, fn),
    every: (ms, fn) => clock.every(ms, fn),
  };
}

/** A whole service center with sign-in, whose clock may be wrong while its surroundings know what time it is. */
export class Box implements AsyncDisposable {
  readonly center: Center;
  readonly truth: MachineClock;
  readonly surroundings: Surroundings;
  readonly #links = new Set<AsyncDisposable>();
  #enterprise: Enterprise;
  #runs = true;
  #acts: RunningBox | undefined;
  #told: Db | undefined;
  #onItsWay: ReturnType<Db['prepare']> | undefined;
  #rest: ReturnType<typeof httpCalls>;
  organizationId = '';

  private constructor(center: Center, { now, surroundings }: Pick<BoxOptions, 'now' | 'surroundings'>) {
    this.center = center;
    this.truth = rightTime(center.clock, now);
    this.surroundings = surroundings;
    this.#enterprise = Enterprise.of(center);
    this.#rest = httpCalls(center.ports.gateway, '');
  }

  static async start({ dir, now, builtAt, surroundings }: BoxOptions, offset = 0): Promise<Box> {
    const { mailPort } = surroundings;
    const days = KEPT_DAYS;
    const settings: DeepPartial<Config> = {
      auth: { enabled: true },
      admin: { email: ROOT_EMAIL, password: PASSWORD },
      bssci: { status_first_s: 5, status_s: 60 },
      retention: {
        messages_days: days,
        events_days: days,
        audit_days: days,
        alerts_days: days,
        value_hours_days: days,
      },
      integrations: { allow_targets: ['127.0.0.0/8'] },
      scaci: { ping_s: 1_000_000 },
      // Copying takes real time, in which the clock would be wound on.
      backup: { keep: 0 },
      alerts: {
        email: { host: '127.0.0.1', port: mailPort, starttls: 'none', from: 'box@example.org', to: ['op@example.org'] },
        // Of the machine that the test runs on, and of a load in real time that a wound clock makes enormous.
        ...{ storage: { enabled: false }, overload: { enabled: false } },
      },
    };
    const release: Release = { version: '0.0.0', commit: 'unknown', builtAt, supplier: null, supportUntil: null };
    const center = await Center.start({ dir, settings, now: now + offset, release });
    const box = new Box(center, { now, surroundings });
    await box.#settle();
    return box;
  }

  /** What time it is in truth. */
  get now(): number {
    return this.truth.now();
  }

  /** Sets the clock of the box so far from the right time. */
  setClock(offset: number): void {
    this.center.clock.jump(this.now + offset - this.center.clock.now());
  }

  /** Winds to a right time, instant by instant. */
  async windTo(at: number): Promise<void> {
    const { clock } = this.center;
    while (this.now < at) {
      await clock.advance(Math.min(clock.untilDue || 1, at - this.now));
      // Between two runs of the jobs nothing but deadlines is looked at.
      if (this.now % JOBS_MS < STEP_MS || this.now >= at) await this.#settle();
      else await turn();
    }
  }

  /** Winds on. */
  wind(ms: number): Promise<void> {
    return this.windTo(this.now + ms);
  }

  /** Ends it in order, with what is connected to it. */
  async stop(): Promise<void> {
    if (!this.#runs) return;
    this.#runs = false;
    for (const link of this.#links) await link[Symbol.asyncDispose]();
    this.#links.clear();
    await this.#settle();
    this.#acts?.close();
    this.#acts = undefined;
    this.#told?.close();
    this.#told = undefined;
    this.#onItsWay = undefined;
    this.#rest.close();
    await this.#enterprise[Symbol.asyncDispose]();
  }

  /** Starts what was stopped. */
  async begin(): Promise<void> {
    await this.center.begin();
    this.#runs = true;
    this.#enterprise = Enterprise.of(this.center);
    this.#rest = httpCalls(this.center.ports.gateway, this.organizationId);
    await this.#settle();
  }

  async station(bsEui: string, credentials: Credentials, session?: StationSession): Promise<SimulatedStation> {
    const station = await SimulatedStation.connect({
      ...{ host: '127.0.0.1', port: this.center.ports.bssci, clock: this.truth, bsEui, ...credentials },
      ...(session && { session }),
    });
    await station.settled();
    this.#links.add(station);
    await this.#settle();
    return station;
  }

  async application(
    acEui: string,
    credentials: Credentials,
    got: Record<string, unknown>[],
    session?: ApplicationSession,
  ): Promise<SimulatedApplicationCenter> {
    const center = await SimulatedApplicationCenter.connect({
      ...{ host: '127.0.0.1', port: this.center.ports.scaci ?? 0, clock: this.truth, acEui, ...credentials },
      ...(session && { session }),
      take: arrival => got.push({ ...arrival }),
    });
    await center.settled();
    this.#links.add(center);
    await this.#settle();
    return center;
  }

  async leave(peer: SimulatedStation | SimulatedApplicationCenter): Promise<void> {
    this.#links.delete(peer);
    await peer.close();
    await this.#settle();
  }

  /** The station hears an endpoint now. */
  async hear(
    station: SimulatedStation,
    epEui: string,
    packetCnt: number,
    over: Parameters<typeof uplink>[0] = {},
  ): Promise<Transmission | undefined> {
    const userData = Uint8Array.of(packetCnt & 0xff, 17, 29);
    const heard = { epEui: euiOf(epEui), packetCnt, rxTime: station.nowNs(), userData, snr: 5, ...over };
    const sent = await station.hear(uplink(heard));
    // What became of a downlink is told before the uplink becomes visible.
    await station.reported();
    await this.#settle();
    await this.wind(1000);
    return sent;
  }

  ask(method: MethodName, request: object, headers: Headers = {}): Promise<Outcome> {
    return this.#enterprise.ask(method, request, headers);
  }

  /** The answer of a call that has to succeed. */
  call(method: MethodName, request: object, headers: Headers = {}): Promise<Record<string, unknown>> {
    return this.#enterprise.call(method, request, headers);
  }

  rest(headers: Headers, method: string, path: string, body?: object, options: Options = {}): Promise<Answer> {
    const calls = this.#rest.as(headers);
    const query = { organizationId: this.organizationId, ...options.query };
    const sent = { ...options, query };
    if (body === undefined) return calls.send(method, path, sent);
    const type = { 'content-type': 'application/json', ...options.headers };
    return calls.send(method, path, { raw: JSON.stringify(body), ...sent, headers: type });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Lets everything that is on its way arrive, and what threads were asked for by then be done. */
  async #settle(): Promise<void> {
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      await this.#arrive();
      const { clock } = this.center;
      if (clock.untilDue === 0 || clock.untilDue > STEP_MS) return;
      await clock.advance(clock.untilDue);
    }
  }

  /** Whether a mail is on its way that the mail server does not know of yet, or that is not known to have arrived. */
  #isTelling(): boolean {
    this.#told ??= openDb(this.center.database, { engine: 'better-sqlite3', mode: 'reader' });
    this.#onItsWay ??= this.#told.prepare('SELECT 1 FROM notification_message LIMIT 1');
    return this.#onItsWay.get() !== undefined;
  }

  async #arrive(): Promise<void> {
    const writer = this.center.app.liveness.find(({ name }) => name === 'writer');
    this.#acts ??= await runningBox(this.center.dir);
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
      // It waits behind what the thread for long reads was asked before; then what that came to is written.
      await this.#acts?.act('alerts.silences', {});
      await turn();
      await writer?.check();
      await turn();
      if (!this.surroundings.busy && !this.#isTelling()) return;
    }
  }
}

export const builtBefore = (at: number): number => at - 60 * DAY_MS;
