import { join } from 'node:path';
import { openStore } from '../../src/compose/store.ts';
import type { Store } from '../../src/domain/domain.ts';
import { unsaid } from '../../src/domain/endpoint/endpoint-columns.ts';
import { packFlags } from '../../src/domain/message/flags.ts';
import { checkedRule } from '../../src/domain/rule/definition.ts';
import type { Order } from '../../src/domain/session/order.ts';
import { packUplink } from '../../src/domain/uplink/receive.ts';
import { Fault } from '../../src/kit/faults/faults.ts';
import { credibleMs } from '../../src/kit/time/clock.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { place } from '../domain/center/center-scene.ts';
import { PLAIN_CONTENT } from '../domain/downlink/downlink-scene.ts';
import { bsEui, epEui } from '../domain/message/log-store.ts';
import { HIGH } from '../domain/rule/scene.ts';
import { AC, type Base, by, centerSession, ENDPOINTS, STATIONS, stationSession } from './base.ts';
import { asking, type Ledger } from './ledger.ts';
import type { Machine } from './machine.ts';
import { DATABASE, SNAPSHOTS } from './node-files.ts';
import type { Chance } from './random.ts';

/** Small, so that a short life seals some. */
const BLOCK_MESSAGES = 6;
const WINDOW_MS = 500;
const PAGE = 1000;
const LIMIT = 100;

/** What those outside know, and go on with when the program comes back. */
export interface Outside {
  /** Sessions of the stations and of the application center: row ids, of the nth time that they connected. */
  readonly sessions: number[];
  center: number;
  nth: number;
  readonly counters: number[];
  readonly opIds: number[];
  /** Reports without an answer: a station sends them again. */
  readonly unanswered: { readonly endpoint: number; readonly packetCnt: number; readonly station: number }[];
  /** Downlinks that stations were given. */
  readonly orders: Order[];
  named: number;
}

export function newOutside({ sessions, center }: Base): Outside {
  return {
    ...{ sessions: [...sessions], center, nth: 1 },
    counters: Array.from({ length: ENDPOINTS }, () => 0),
    opIds: Array.from({ length: STATIONS }, () => 0),
    unanswered: [],
    orders: [],
    named: 0,
  };
}

/** Opens the store as the service does. @returns undefined: the power went first, or it failed as it may */
export async function start(machine: Machine, mayFail: (cause: unknown) => boolean): Promise<Store | undefined> {
  let opened: Store | undefined;
  let failed: unknown;
  const settings = {
    ...{ path: DATABASE, engine: machine.engine, snapshots: SNAPSHOTS, now: machine.now },
    synchronous: 'full',
  } as const;
  openStore(settings, { blockMessages: BLOCK_MESSAGES, sliceRows: 8 }).then(
    store => {
      opened = store;
    },
    (cause: unknown) => {
      failed = cause;
    },
  );
  await machine.until(() => opened !== undefined || failed !== undefined);
  if (machine.disk.off) return undefined;
  if (failed !== undefined && mayFail(failed)) return undefined;
  if (failed !== undefined) throw failed;
  return opened;
}

export interface LoadOptions {
  readonly chance: Chance;
  readonly ledger: Ledger;
  readonly base: Base;
  readonly outside: Outside;
  /** Whether what is asked for may end with this: in doubt then, as by a loss of power. */
  readonly mayFail: (cause: unknown) => boolean;
}

/** Those outside, who ask a running program for things and remember what they were told. */
export class Load {
  readonly failures: string[] = [];
  readonly #machine: Machine;
  readonly #store: Store;
  readonly #chance: Chance;
  readonly #ledger: Ledger;
  readonly #base: Base;
  readonly #outside: Outside;
  readonly #acts: readonly (readonly [weight: number, act: () => void])[];
  readonly #mayFail: (cause: unknown) => boolean;
  #waiting = 0;

  constructor(machine: Machine, store: Store, { chance, ledger, base, outside, mayFail }: LoadOptions) {
    this.#mayFail = mayFail;
    this.#machine = machine;
    this.#store = store;
    this.#chance = chance;
    this.#ledger = ledger;
    this.#base = base;
    this.#outside = outside;
    this.#acts = [
      [40, () => this.#telegram()],
      [10, () => this.#again()],
      [14, () => this.#close()],
      [10, () => this.#queue()],
      [6, () => this.#result()],
      [3, () => this.#revoke()],
      [8, () => this.#deliver()],
      [6, () => this.#answered()],
      [8, () => this.#advance()],
      [5, () => this.#register()],
      [6, () => this.#describe()],
      [3, () => this.#user()],
      [3, () => this.#manufacturer()],
      [3, () => this.#rule()],
      [4, () => this.#follow()],
      [3, () => this.#attach()],
      [2, () => this.#seal()],
      [3, () => this.#retain()],
      [1, () => this.#snapshot()],
    ];
    store.ordersTo(orders => outside.orders.push(...orders.filter(({ command }) => command === 'dlDataQue')));
  }

  /** Stations and application center begin new sessions: those of before are unknown to the program. @returns whether all of them know theirs */
  async connect(): Promise<boolean> {
    let told = 0;
    const outside = this.#outside;
    const nth = ++outside.nth;
    const { sessions, centers } = this.#store.write;
    for (let station = 0; station < STATIONS; station++) {
      const begun = sessions.begin(stationSession(station, nth, this.#now));
      this.#ask('a session', begun, session => {
        outside.sessions[station] = session;
        told++;
      });
    }
    const begin = async () => {
      const session = await centers.begin(centerSession(nth, this.#now));
      await centers.activate(session, false, this.#now);
      return session;
    };
    this.#ask('a session of a center', begin(), session => {
      outside.center = session;
      told++;
    });
    await this.settled();
    return told === STATIONS + 1;
  }

  /** Some things at once; then, as a rule, everything is answered before the next ones. */
  async some(): Promise<void> {
    for (let n = this.#chance.between(1, 5); n > 0; n--) this.#attempt('an act', this.#weighted());
    const left = this.#chance.often(0.8) ? 0 : this.#waiting;
    await this.#machine.until(() => this.#waiting <= left);
    this.#machine.pass(this.#chance.of([0, 20, 600, 5000]));
  }

  /** Waits for what was asked. */
  async settled(): Promise<void> {
    await this.#machine.until(() => this.#waiting === 0);
  }

  /** Every window closes, and what is derived is derived. */
  async quiet(): Promise<void> {
    while (this.#outside.unanswered.length > 0 && !this.#machine.disk.off) {
      this.#again();
      await this.settled();
    }
    this.#machine.pass(2 * WINDOW_MS);
    this.#close();
    await this.settled();
    if (this.#machine.disk.off) return;
    if (this.#store.read.uplinks.nextDue() !== undefined) this.failures.push('a window stays open');
    // A report that comes again after days is in a message of its own.
    const heard = new Map<string, Set<number>>();
    for (const { epEui: eui, packetCnt, receptions } of this.#store.read.messages.after(0, PAGE)) {
      const key = `${eui}:${packetCnt}`;
      heard.set(key, new Set([...(heard.get(key) ?? []), ...receptions.map(({ station }) => station)]));
    }
    for (const [key, stations] of heard) {
      for (const station of this.#ledger.receptions.get(key) ?? []) {
        if (!stations.has(station)) this.failures.push(`what station ${station} reported of ${key} is lost`);
      }
    }
  }

  #weighted(): () => void {
    const all = this.#acts.reduce((sum, [weight]) => sum + weight, 0);
    let at = this.#chance.below(all);
    for (const [weight, act] of this.#acts) {
      if (at < weight) return act;
      at -= weight;
    }
    throw new Error('nothing to do');
  }

  /** Asks, and remembers what it was told; whatever the power has cut off stays in doubt. */
  #ask<T>(what: string, asked: Promise<T>, told: (value: T) => void, mayBeRefused = false): void {
    this.#waiting++;
    asked.then(
      value => {
        this.#waiting--;
        this.#attempt(what, () => told(value));
      },
      (cause: unknown) => {
        this.#waiting--;
        if (!(mayBeRefused && cause instanceof Fault)) this.#failed(what, cause);
      },
    );
  }

  #attempt(what: string, act: () => void): void {
    try {
      act();
    } catch (cause) {
      this.#failed(what, cause);
    }
  }

  #failed(what: string, cause: unknown): void {
    if (this.#machine.disk.off || this.#mayFail(cause)) return;
    this.failures.push(`${what}: ${cause instanceof Error ? cause.stack : String(cause)}`);
  }

  get #now(): number {
    return this.#machine.now;
  }

  get #moment() {
    return { now: this.#now, credible: credibleMs(this.#now) };
  }

  get #acting() {
    return { ...by, now: this.#now };
  }

  #telegram(): void {
    const endpoint = this.#chance.below(ENDPOINTS);
    const packetCnt = (this.#outside.counters[endpoint] ?? 0) + this.#chance.of([1, 1, 1, 2]);
    this.#outside.counters[endpoint] = packetCnt;
    const first = this.#chance.below(STATIONS);
    for (let n = this.#chance.of([1, 1, 2, 3]); n > 0; n--) this.#report(endpoint, packetCnt, (first + n) % STATIONS);
  }

  #again(): void {
    const report = this.#outside.unanswered.shift();
    if (report) this.#report(report.endpoint, report.packetCnt, report.station);
  }

  #report(endpoint: number, packetCnt: number, station: number): void {
    const { unanswered, opIds } = this.#outside;
    const opId = (opIds[station] ?? 0) + 1;
    opIds[station] = opId;
    const key = `${epEui(endpoint + 1)}:${packetCnt}`;
    const report = { endpoint, packetCnt, station };
    unanswered.push(report);
    this.#ledger.asked('uplink', key);
    const packed = packUplink({
      ...{ epEui: epEui(endpoint + 1), packetCnt, userData: Buffer.from(key), format: 0 },
      flags: packFlags({ dlOpen: packetCnt % 2 === 0, dlAck: packetCnt % 4 === 0, responseExp: false }),
      progress: { session: this.#outside.sessions[station] ?? 0, lastBs: opId, doneBs: 0 },
      arrivedAt: this.#now,
      reception: {
        ...{ station: station + 1, opId, rxTime: BigInt(this.#now) * 1_000_000n + BigInt(station) },
        ...{ snr: station + 5, rssi: -90 - station },
      },
    });
    this.#ask('an uplink', this.#store.write.uplinks.receive(packed), () => {
      const at = unanswered.indexOf(report);
      if (at >= 0) unanswered.splice(at, 1);
      this.#ledger.acknowledged('uplink', key);
      const stations = this.#ledger.receptions.get(key) ?? new Set();
      this.#ledger.receptions.set(key, stations.add(station + 1));
    });
  }

  #close(): void {
    const { uplinks } = this.#store.write;
    const close = async () => {
      while ((await uplinks.close(this.#now, listenedMs(this.#now))).closed > 0);
      while (await uplinks.derive());
    };
    this.#ask('a window', close(), () => this.#look());
  }

  /** A reader sees only what lasts. */
  #look(): void {
    const newest = Math.max(0, ...this.#ledger.log.keys());
    for (const { seq, epEui: eui, packetCnt } of this.#store.read.messages.after(newest, PAGE)) {
      this.#ledger.log.set(seq, `${eui}:${packetCnt}`);
    }
  }

  #queue(): void {
    const tag = String(++this.#outside.named);
    this.#ledger.asked('downlink', tag);
    const queued = this.#store.write.downlinks.queue({
      ...{
        org: 1,
        endpoint: 1 + this.#chance.below(ENDPOINTS),
        expiresAt: this.#now + DAY_MS,
        ref: tag,
        source: 'api',
      },
      ...{ createdBy: '', requestId: undefined, limit: LIMIT, at: this.#now },
      handTo: undefined,
      content: { ...PLAIN_CONTENT, userData: [Buffer.from(tag)] },
    });
    const told = ({ queId }: { queId: number }) => {
      this.#ledger.acknowledged('downlink', tag);
      this.#ledger.queIds.set(tag, queId);
    };
    this.#ask('a downlink', queued, told, true);
  }

  #result(): void {
    const order = this.#outside.orders.shift();
    if (!order) return;
    const { queId, epEui: eui } = order.message as { queId: number; epEui: ReturnType<typeof epEui> };
    const opId = (this.#outside.opIds[order.station - 1] ?? 0) + 1;
    this.#outside.opIds[order.station - 1] = opId;
    const told = asking(this.#ledger.fates, String(queId), 'sent');
    const answered = { session: order.session, station: order.station, opId: order.opId, at: this.#now };
    const reported = {
      ...{
        station: order.station,
        bsEui: bsEui(order.station),
        epEui: eui,
        queId: BigInt(queId),
        result: 'sent' as const,
      },
      ...{ txTime: BigInt(this.#now) * 1_000_000n, packetCnt: this.#outside.counters[0] ?? 0 },
      ...{ progress: { session: order.session, lastBs: opId, doneBs: 0 }, at: this.#now },
    };
    const both = async () => {
      await this.#store.write.downlinks.accepted(answered);
      return this.#store.write.downlinks.result(reported);
    };
    this.#ask('a result', both(), outcome => {
      if (outcome === 'taken') told();
    });
  }

  #revoke(): void {
    const [tag, queId] = this.#chance.of([...this.#ledger.queIds, ['', 0] as [string, number]]);
    if (tag === '') return;
    const endpoint = 1 + this.#chance.below(ENDPOINTS);
    const asked = { org: 1, endpoint, queId };
    const revoked = this.#store.write.downlinks.revoke(asked, { actor: '', origin: 'api' }, this.#now);
    this.#ask('a revocation', revoked, () => undefined, true);
  }

  /** What an application center is owed becomes operations of its session. */
  #deliver(): void {
    const { center: session } = this.#outside;
    const { cursor } = this.#store.read.centers.own(session);
    const { lines, upTo } = this.#store.read.centers.lines({ org: 1, acEui: AC }, cursor, this.#chance.of([2, 5, 50]));
    this.#ledger.askedFor('center', upTo);
    const issued = this.#store.write.centers.issue(session, lines.map(place), upTo);
    const lost = (cause: unknown) => {
      // Two deliveries at once: the later one has to read again.
      if (!(cause instanceof Error && cause.message.includes('have been issued'))) throw cause;
      return 'again' as const;
    };
    this.#ask('a delivery', issued.catch(lost), said => {
      if (said !== 'again') this.#ledger.reached('center', upTo);
    });
  }

  #answered(): void {
    const { center: session } = this.#outside;
    const opIds = this.#store.read.centers.own(session).held.map(({ opId }) => opId);
    const some = opIds.filter(() => this.#chance.often(0.6));
    if (some.length > 0)
      this.#ask('answers of a center', this.#store.write.centers.done(session, some, this.#now), () => undefined);
  }

  #advance(): void {
    const stream = this.#chance.of(['log', 'events'] as const);
    const name = `integration ${stream}` as const;
    // Deliveries overtake each other: the later place stays.
    const cursor = Math.max(this.#ledger.cursors[name].asked + this.#chance.between(-3, 4), 1);
    this.#ledger.askedFor(name, cursor);
    const advance = { id: this.#base.integration, stream, cursor, delivered: 1, at: this.#now };
    this.#ask('a cursor', this.#store.write.integrations.advance(advance), () => this.#ledger.reached(name, cursor));
  }

  #register(): void {
    const eui = epEui(100 + (++this.#outside.named % 100));
    if (this.#ledger.things.endpoint.has(eui)) return;
    this.#ledger.asked('endpoint', eui);
    const endpoint = { org: 1, eui, columns: { ...unsaid, name: eui, nwk_key: Buffer.alloc(16, 1) }, limit: undefined };
    this.#ask('a registration', this.#store.write.endpoints.insert(endpoint, this.#acting), () =>
      this.#ledger.acknowledged('endpoint', eui),
    );
  }

  #describe(): void {
    const id = 1 + this.#chance.below(ENDPOINTS);
    const name = `meter ${++this.#outside.named}`;
    const told = asking(this.#ledger.values, String(id), name);
    this.#ask('a change', this.#store.write.endpoints.update({ id, changes: { name } }, this.#acting), told);
  }

  #user(): void {
    const email = `${++this.#outside.named}@example.org`;
    this.#ledger.asked('user', email);
    const wanted = { email, password: 'x', requireChange: false, onlyFirst: false };
    this.#ask('a user', this.#store.write.administrators.create(wanted, this.#acting), () =>
      this.#ledger.acknowledged('user', email),
    );
  }

  #manufacturer(): void {
    const name = `Maker ${++this.#outside.named}`;
    this.#ledger.asked('manufacturer', name);
    const wanted = { name, description: '', website: '', contact_email: '', code: undefined, system: false };
    const editor = { ...this.#acting, org: 1, administrator: true };
    this.#ask('a manufacturer', this.#store.write.manufacturers.insert(wanted, editor), () =>
      this.#ledger.acknowledged('manufacturer', name),
    );
  }

  /** The same call comes up to three times; it is done once, and answered alike. */
  #rule(): void {
    const number = ++this.#outside.named;
    const uuid = `0192f000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
    this.#ledger.asked('rule', uuid);
    const once = {
      ...{ org: 1, caller: 'operator', key: uuid, digest: uuid, credible: credibleMs(this.#now) },
      secret: undefined,
    };
    const settings = checkedRule({ ...HIGH, name: `rule ${number}` });
    for (let times = this.#chance.of([1, 2, 3]); times > 0; times--) {
      const created = this.#store.write.rules.create(1, uuid, settings, { ...this.#acting, once } as never);
      this.#ask('a rule', created, rule => {
        this.#ledger.acknowledged('rule', uuid);
        const result = JSON.stringify(rule);
        const first = this.#ledger.results.get(uuid) ?? result;
        this.#ledger.results.set(uuid, first);
        if (first !== result)
          this.failures.push(`a call that was repeated got another result: ${result}, not ${first}`);
      });
    }
  }

  /** Rules look at what is new. */
  #follow(): void {
    const follow = async () => {
      const plan = await this.#store.scan.rules.plan(undefined, this.#now, listenedMs(this.#now));
      if (!plan) return undefined;
      this.#ledger.askedFor('rules', plan.upTo.log);
      const settings = { validityMs: DAY_MS, maxPending: LIMIT };
      const done = await this.#store.write.rules.carryOut(plan, settings, this.#now, listenedMs(this.#now));
      return done ? plan.upTo.log : undefined;
    };
    this.#ask('rules', follow(), upTo => {
      if (upTo !== undefined) this.#ledger.reached('rules', upTo);
    });
  }

  #attach(): void {
    const endpoint = 1 + this.#chance.below(ENDPOINTS);
    const decision = { endpoint, origin: 'api' as const, operationId: '', actor: '', at: this.#now };
    const { attach } = this.#store.write;
    const asked = this.#chance.often(0.8) ? attach.attach(decision) : attach.detach(decision);
    this.#ask<unknown>('an attachment', asked, () => undefined);
  }

  #seal(): void {
    const { retention } = this.#store.write;
    this.#ask('a block', retention.seal(credibleMs(this.#now - DAY_MS), this.#now), () => undefined);
  }

  #retain(): void {
    // What is about to go was there.
    this.#look();
    const { retention } = this.#store.write;
    const aim = { until: credibleMs(this.#now - 20_000), floor: 0, at: this.#moment };
    this.#ask('retention', retention.messages(aim), () => undefined);
  }

  #snapshot(): void {
    const name = `waystation-20260304T1200${String(this.#outside.named++ % 60).padStart(2, '0')}Z-schema1.db`;
    const target = join(SNAPSHOTS, name);
    this.#ledger.asked('snapshot', target);
    this.#ask('a snapshot', this.#store.snapshot(target), () => this.#ledger.acknowledged('snapshot', target));
  }
}
