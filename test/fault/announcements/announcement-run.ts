import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, openApi } from '../../../src/cli/api.ts';
import type { Engine } from '../../../src/database/driver.ts';
import { type Eui, parseEui } from '../../../src/kit/eui.ts';
import { endpointEui, provision } from '../../bench/rig/rig.ts';
import { run, sequence } from '../harness/run.ts';
import { ServiceCenter } from '../harness/service-center.ts';
import { Air } from './announcement-air.ts';
import { AnnouncementLedger, type LedgerCounts } from './announcement-ledger.ts';
import { Operator } from './announcement-operator.ts';
import { Registry } from './announcement-registry.ts';
import { type Role, Witness } from './announcement-witness.ts';

export interface AnnouncementOptions {
  readonly dir: string;
  readonly engine: Engine;
  readonly rounds: number;
  /** Pre-attached ones; a few that attach over the air come on top. */
  readonly endpoints: number;
  /** The same seed does the same in the same order after the same pauses. */
  readonly seed?: number;
  /** What is started in place of the source. */
  readonly executable?: string | undefined;
  /** Operators wait for what is on its way: telegrams of an endpoint they change, and withdrawals of an EUI that they give again. */
  readonly patient?: boolean;
  /** In the end waits until what stations have refused is announced again, which takes half a minute. */
  readonly retries?: boolean;
  readonly onRound?: (round: AnnouncementRound) => void;
}

export interface AnnouncementRound extends LedgerCounts {
  readonly round: number;
  /** How the service center ended, and what brought it about. */
  readonly strikes: readonly string[];
  readonly calls: number;
  readonly unknownCalls: number;
  readonly telegrams: number;
  readonly attaches: number;
  /** Endpoints whose attach or detach over the air was answered, and is nothing everywhere: its completion was lost. */
  readonly uncompleted: number;
  /** Endpoints of which that can be, so that they were not compared. */
  readonly doubtful: number;
  /** From the last start until nothing more was due. */
  readonly quietMs: number;
  readonly faults: readonly string[];
}

export interface AnnouncementReport {
  readonly seed: number;
  readonly rounds: readonly AnnouncementRound[];
  readonly faults: readonly string[];
  /** Lines of warning or worse that the service center wrote. */
  readonly complaints: readonly string[];
}

const ROLES: readonly Role[] = ['steady', 'steady', 'new', 'either', 'slow', 'refusing', 'cutting', 'blind'];
const SENSORS = 12;
const OPERATORS = 3;
const HEARD = 3;
const AT_ONCE = 32;
const POLL_MS = 20;
/** Longer than the pause between two groups of announcements. */
const STILL_MS = 250;
/** What is missing after so long without a frame is lost. */
const STUCK_MS = 8000;
const RETRY_MS = 60_000;
const AWAY_MS = 30_000;
/** After so many rounds that failed nothing new is learned. */
const MAX_FAILED = 3;
const STRIKE = { pauseMs: 700, frames: 600, startMs: 500, catchingUpMs: 400 };
const PACES = [
  { group: '50', pauseMs: '100' },
  { group: '7', pauseMs: '10' },
  { group: '200', pauseMs: '0' },
];

/**
 * Ends a service center again and again while it announces endpoints and operators change them, starts it on what is left, and
 * compares after each time what every station knows with what the API says.
 */
export async function announcementRun(options: AnnouncementOptions): Promise<AnnouncementReport> {
  const made = new AnnouncementRun(options);
  try {
    return await made.run();
  } finally {
    await made.close();
  }
}

class AnnouncementRun {
  readonly #options: AnnouncementOptions;
  readonly #seed: number;
  readonly #registry = new Registry();
  readonly #operator: Operator;
  readonly #witnesses: Witness[] = [];
  readonly #center: ServiceCenter;
  #random: () => number;
  #api: Promise<Api | undefined>;
  #up: (api: Api | undefined) => void;
  #endpoints = 0;

  constructor(options: AnnouncementOptions) {
    this.#options = options;
    const { seed = randomInt(2 ** 31), patient = false } = options;
    this.#seed = seed;
    this.#random = sequence(mixed(seed, 0));
    const { dir, executable } = options;
    this.#center = new ServiceCenter({ dataDir: join(dir, 'data'), settings: () => this.#settings(), executable });
    ({ promise: this.#api, resolve: this.#up } = Promise.withResolvers());
    this.#operator = new Operator({
      registry: this.#registry,
      api: () => this.#api,
      random: sequence(mixed(seed, 1)),
      patient,
      newEui: () => eui(endpointEui(++this.#endpoints)),
    });
  }

  async run(): Promise<AnnouncementReport> {
    const { dir, rounds: wanted, endpoints, retries = false, onRound } = this.#options;
    await this.#start();
    const api = (await this.#api) as Api;
    const { ca, stations } = await provision(join(dir, 'data'), api, ROLES.length, 0);
    await this.#operator.register('fixed', endpoints, AT_ONCE);
    await this.#operator.register('air', SENSORS, AT_ONCE);
    this.#witnesses.push(
      ...(await Promise.all(
        stations.map(({ bsEui, cert, key }, index) => {
          const ledger = new AnnouncementLedger(bsEui, this.#registry);
          const identity = { bsEui, ca, cert, key };
          const role = ROLES[index] ?? 'steady';
          const random = sequence(mixed(this.#seed, 2 + index));
          return Witness.start({ role, identity, ledger, random, port: () => this.#center.ports.bssci });
        }),
      )),
    );
    const rounds: AnnouncementRound[] = [];
    const faults: string[] = [];
    const failures: string[] = [];
    let failed = 0;
    await run({
      ...{ rounds: wanted, seed: this.#seed, stuckMs: AWAY_MS },
      ledger: { failures, isOver: true, standing: '' },
      process: { stop: () => this.#stop('SIGTERM') },
      disturb: async ({ round }) => {
        const result = await this.#round(round);
        rounds.push(result);
        faults.push(...result.faults.map(fault => `round ${round}: ${fault}`));
        onRound?.(result);
        if (result.faults.length === 0) return;
        if (++failed >= MAX_FAILED) failures.push('too many rounds have failed');
        // What is wrong now would be wrong in every round.
        for (const witness of this.#witnesses) witness.forget();
      },
      lastly: async () => {
        if (retries && failed === 0) faults.push(...(await this.#retried()));
      },
    });
    return { seed: this.#seed, rounds, faults, complaints: this.#center.complaints };
  }

  async close(): Promise<void> {
    this.#operator.stop();
    this.#up(undefined);
    await this.#center[Symbol.asyncDispose]();
    await Promise.all(this.#witnesses.map(witness => witness.close()));
  }

  async #round(round: number): Promise<AnnouncementRound> {
    this.#random = sequence(mixed(this.#seed, 1000 + round));
    const before = this.#figures();
    const air = new Air(this.#registry, this.#witnesses, sequence(mixed(this.#seed, 1_000_000 + round)));
    for (const witness of this.#witnesses) {
      witness.play();
      if (witness.role === 'new' || (witness.role !== 'steady' && this.#random() < 0.3)) witness.cut();
    }
    const { calls, unknown } = this.#operator;
    const traffic = Promise.all([this.#operator.run(OPERATORS), air.run(HEARD)]);
    const strikes = [await this.#strike()];
    while (this.#random() < 0.3) strikes.push(await this.#strikeAgain());
    await this.#start();
    const begun = performance.now();
    if (this.#random() < 0.5) await sleep(this.#random() * STRIKE.catchingUpMs);
    this.#operator.stop();
    air.stop();
    for (const witness of this.#witnesses) witness.settle();
    const late = await Promise.race([traffic, sleep(AWAY_MS, 'late' as const, { ref: false })]);
    const faults = late === 'late' ? this.#unanswered() : [];
    faults.push(...(await this.#quiet()));
    const quietMs = performance.now() - begun;
    const doubtful = this.#registry.of('air').filter(slot => slot.doubtful()).length;
    const uncompleted = this.#uncompleted();
    const after = this.#figures();
    const counts = Object.fromEntries(
      Object.entries(after).map(([name, count]) => [name, count - before[name as keyof LedgerCounts]]),
    ) as unknown as LedgerCounts;
    const { telegrams, attaches } = air;
    const made = { calls: this.#operator.calls - calls, unknownCalls: this.#operator.unknown - unknown };
    return { ...counts, ...made, round, strikes, telegrams, attaches, uncompleted, doubtful, quietMs, faults };
  }

  /** Operations that stations have started and the service center does not answer. */
  #unanswered(): string[] {
    const waiting = this.#witnesses.flatMap(({ ledger, role, connection }) => {
      const open = [...connection.session.open.values()].filter(({ state }) => state === 'sent');
      return open.map(
        ({ operation, opId }) => `${ledger.station} (${role}) waits for the answer to ${operation} ${opId}`,
      );
    });
    return waiting.length > 0 ? waiting : ['an operation of a station or an operator does not end'];
  }

  async #strike(): Promise<string> {
    const random = this.#random;
    const signal = random() < 1 / 8 ? 'SIGTERM' : 'SIGKILL';
    const pauseMs = random() * STRIKE.pauseMs;
    const frames = random() < 0.5 ? Math.ceil(random() ** 2 * STRIKE.frames) : undefined;
    if (frames === undefined) await sleep(pauseMs);
    else {
      const before = this.#requests();
      const deadline = performance.now() + 2 * STRIKE.pauseMs;
      while (this.#requests() - before < frames && performance.now() < deadline) await sleep(1);
    }
    await this.#stop(signal);
    return `${signal} after ${frames === undefined ? `${pauseMs.toFixed(0)} ms` : `${frames} frames`}`;
  }

  /** While it starts, or while it catches up. */
  async #strikeAgain(): Promise<string> {
    const random = this.#random;
    if (random() < 0.4) {
      const ms = random() * STRIKE.startMs;
      await this.#center.killStarting(ms);
      return `SIGKILL starting, ${ms.toFixed(0)} ms`;
    }
    await this.#start();
    const ms = random() * STRIKE.catchingUpMs;
    await sleep(ms);
    await this.#stop('SIGKILL');
    return `SIGKILL catching up, ${ms.toFixed(0)} ms`;
  }

  #settings(): Record<string, string> {
    const pace = PACES[Math.floor(this.#random() * PACES.length)];
    return {
      PLATFORM_STORE_ENGINE: this.#options.engine,
      PLATFORM_PKI_KEY_TYPE: 'ec-p256',
      PLATFORM_LIMITS_REQUESTS_PER_S: '0',
      PLATFORM_BSSCI_PROPAGATE_GROUP: pace?.group ?? '50',
      PLATFORM_BSSCI_PROPAGATE_PAUSE_MS: pace?.pauseMs ?? '100',
    };
  }

  async #start(): Promise<void> {
    await this.#center.start();
    this.#up(openApi(this.#center.ports.gateway));
  }

  async #stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const api = await this.#api;
    ({ promise: this.#api, resolve: this.#up } = Promise.withResolvers());
    await (signal === 'SIGKILL' ? this.#center.kill() : this.#center.stop());
    api?.close();
  }

  /** Waits until every station knows what it should, or nothing comes any more. @returns what is wrong then */
  async #quiet(): Promise<string[]> {
    const api = (await this.#api) as Api;
    const faults: string[] = [];
    const begun = performance.now();
    let before = -1;
    let since = begun;
    for (;;) {
      const now = performance.now();
      const requests = this.#requests();
      if (requests !== before) since = now;
      before = requests;
      const away = this.#witnesses.filter(({ live }) => !live);
      if (away.length > 0 && now - begun > AWAY_MS) {
        faults.push(...away.map(({ ledger }) => `${ledger.station} does not come back`));
        break;
      }
      if (away.length === 0 && now - since >= STILL_MS) {
        faults.push(...(await this.#registry.look(api)));
        const wrong = this.#wrong();
        if (wrong.length === 0 && this.#requests() === before) break;
        if (performance.now() - since >= STUCK_MS) {
          faults.push(...wrong);
          break;
        }
        await sleep(STILL_MS);
      }
      await sleep(POLL_MS);
    }
    faults.push(...this.#operator.faults.splice(0));
    for (const { ledger } of this.#witnesses) {
      faults.push(...ledger.faults.splice(0));
      ledger.settle();
    }
    return faults;
  }

  /** To be asked at the end of a round. */
  #uncompleted(): number {
    const endpoints = this.#witnesses.flatMap(({ ledger }) => {
      const found = this.#registry.differences(ledger.known, ledger.refused, 'doubtful');
      return found.map(({ epEui }) => epEui);
    });
    this.#registry.settle();
    return new Set(endpoints).size;
  }

  #wrong(): string[] {
    return this.#witnesses.flatMap(({ role, ledger }) => [
      ...ledger.unfinished(),
      ...this.#registry.differences(ledger.known, ledger.refused, 'sure').map(({ epEui, about }) => {
        return `${ledger.station} (${role}) ${epEui}: ${about} [${ledger.story(epEui)}]`;
      }),
    ]);
  }

  /** What was refused is announced again, and taken then. */
  async #retried(): Promise<string[]> {
    const deadline = performance.now() + RETRY_MS;
    const refused = () =>
      this.#witnesses.flatMap(({ ledger }) => [...ledger.refused].map(ep => `${ledger.station} ${ep}`));
    while (refused().length > 0 && performance.now() < deadline) await sleep(10 * POLL_MS);
    return [...refused().map(about => `${about}: refused, and never announced again`), ...(await this.#quiet())];
  }

  #requests(): number {
    return this.#witnesses.reduce((sum, { ledger }) => sum + ledger.requests, 0);
  }

  #figures(): LedgerCounts {
    const [first, ...others] = this.#witnesses.map(({ ledger }) => ledger.counts);
    const sum = { ...(first as LedgerCounts) };
    for (const counts of others) {
      for (const name of Object.keys(sum) as (keyof LedgerCounts)[]) sum[name] += counts[name];
    }
    return sum;
  }
}

/** Seeds that lie close together give sequences that are alike. */
function mixed(seed: number, part: number): number {
  const state = Math.imul(seed ^ (seed >>> 16) ^ Math.imul(part + 1, 0x9e37_79b1), 0x85eb_ca6b);
  return Math.imul(state ^ (state >>> 13), 0xc2b2_ae35) >>> 0;
}

function eui(text: string): Eui {
  const parsed = parseEui(text);
  if (!parsed) throw new RangeError(`not an EUI: ${text}`);
  return parsed;
}
