import { best, lostForLong, occupies } from './choice.ts';
import {
  type Downlink,
  type Endpoint,
  FINAL,
  type Frame,
  HELD,
  type Heard,
  type Open,
  type Result,
  type Spec,
  type Station,
  type Telegram,
  type Told,
} from './facts.ts';
import { newState, newStation, newTold, type WorldState } from './start.ts';

/** Refusals of `dlDataQue` that are over after a while, and for how long (BSSCI 11.3). */
const TEMPORARY: ReadonlySet<number> = new Set([11, 16, 28, 110]);
const AVOID_MS = 30_000;
const NO_ENTRY = 2;
const NOT_HELD: ReadonlySet<number> = new Set([NO_ENTRY, 95]);
const MAX_TOLD_AGAIN = 2;
/** After that the service center has delivered the telegram. */
const WINDOW_MS = 500;
/** Pauses before a station that refused an endpoint is told it again (BSSCI 9.8). */
const RETRY_MS = [30_000, 60_000, 120_000];
/** An operation without an answer is late after so long, and is repeated on so many resumes (BSSCI 15). */
const LATE_MS = 60_000;
const LATE_RESUMES = 3;
/** Deadlines are looked at so often; what they bring is seen some time after it was written. */
export const TICK_MS = 1000;
const TIMED_OUT = 110;
/** A station that lets so many windows go by does not keep the next one from others. */
const MAX_MISSED = 2;

export interface Policy {
  readonly requeueOfflineMs: number;
  readonly handOver: 'window' | 'early';
  /** Most unfinished downlinks of one endpoint. */
  readonly limit: number;
}

/**
 * Stations, endpoints and downlinks as the contract has them. Acts change it the way the contract says; what the product
 * wrote and stored is compared with it by `judge.ts`.
 */
export class World {
  readonly policy: Policy;
  readonly state: WorldState;

  constructor(policy: Policy, now: number, state?: WorldState) {
    this.policy = policy;
    this.state = state ?? newState(now);
  }

  copy(): World {
    return new World(this.policy, this.state.now, structuredClone(this.state));
  }

  station(index: number): Station {
    return at(this.state.stations, index);
  }

  endpoint(index: number): Endpoint {
    return at(this.state.endpoints, index);
  }

  get downlinks(): Downlink[] {
    return [...this.state.downlinks.values()];
  }

  downlink(queId: number): Downlink | undefined {
    return this.state.downlinks.get(queId);
  }

  unfinished(endpoint: number): Downlink[] {
    return this.downlinks.filter(({ spec, state }) => spec.endpoint === endpoint && !FINAL.has(state));
  }

  /** Whether an operation is the one by which a station has a downlink now. */
  isCurrent(downlink: Downlink, station: number, opId: number): boolean {
    return HELD.has(downlink.state) && downlink.station === station && downlink.queOp === opId;
  }

  queue(queId: number, spec: Spec, handTo: number | undefined): void {
    this.state.downlinks.set(queId, {
      ...{ queId, spec, createdAt: this.state.now, expiresAt: this.state.now + spec.lifetimeMs, state: 'pending' },
      ...{
        attempts: 0,
        missed: 0,
        unknownThere: 0,
        station: undefined,
        queOp: undefined,
        revOp: undefined,
        avoid: new Map(),
        txCnt: undefined,
        txGeneration: 0,
        events: new Map(),
      },
    });
    if (this.policy.handOver === 'early' && handTo !== undefined) this.#early(spec.endpoint, handTo, true);
  }

  /** The caller has looked that it is not finished. */
  revoke(queId: number): void {
    const downlink = this.#known(queId);
    if (downlink.state === 'pending') downlink.state = 'revoked';
    else if (downlink.state !== 'revoking') {
      downlink.state = 'revoking';
      downlink.revOp = undefined;
      this.#owe(downlink, 'dlDataRev');
    }
  }

  /** A station reports a telegram. */
  report(index: number, telegram: Telegram): void {
    const { heard, generation } = this.endpoint(telegram.endpoint);
    if (telegram.generation !== generation) return;
    const before = heard.get(telegram.packetCnt);
    const one = before ?? { ...telegram, at: this.state.now, by: new Set<number>(), given: false, occupied: false };
    const again = one.by.has(index);
    one.by.add(index);
    if (!before) heard.set(telegram.packetCnt, one);
    if (!before && telegram.dlAck) this.#acknowledge(telegram.endpoint, telegram.packetCnt - 1);
    // The window of a telegram is short: a repetition opens none, nor one that comes behind a newer one.
    const open = telegram.dlOpen && !again && this.state.now - one.at < WINDOW_MS;
    const newer = [...heard.values()].filter(({ packetCnt }) => packetCnt > one.packetCnt);
    if (newer.some(({ at: heardAt }) => this.state.now - heardAt >= WINDOW_MS)) return;
    if (open && this.station(index).bidi && !one.given) this.#window(index, one, newer.length > 0);
  }

  /** A station answers an operation; `code`: by an error. */
  answer(index: number, opId: number, code: number | undefined): void {
    const station = this.station(index);
    const open = station.open.find(operation => operation.opId === opId);
    if (!open) throw new Error('answers nothing');
    station.open = station.open.filter(operation => operation !== open);
    if (open.command === 'attPrp' || open.command === 'detPrp') this.#toldAnswered(index, open, code);
    const downlink = open.queId === undefined ? undefined : this.downlink(open.queId);
    if (!downlink) return;
    if (open.command === 'dlDataQue') this.#queAnswered(index, downlink, opId, code);
    else if (open.command === 'dlDataRev') this.#revAnswered(index, downlink, opId, code);
  }

  /** `dlDataRes`. @returns whether the queue id is known for the endpoint */
  result(index: number, { queId, endpoint, kind, packetCnt }: Result): boolean {
    const station = this.station(index);
    station.holds.delete(queId);
    const downlink = this.downlink(queId);
    if (!downlink || downlink.spec.endpoint !== endpoint) return false;
    // Content by one that does not hold it is ignored, and a final state stays.
    if (downlink.station !== index || !HELD.has(downlink.state)) return true;
    downlink.state = kind;
    for (const open of station.open) if (open.opId === downlink.queOp) open.done = true;
    if (kind === 'sent') {
      downlink.txCnt = packetCnt;
      downlink.txGeneration = this.endpoint(endpoint).generation;
      const next = this.endpoint(endpoint).heard.get(packetCnt + 1);
      if (next?.dlAck && next.at >= downlink.createdAt) this.#acknowledge(endpoint, packetCnt);
    }
    this.#next(endpoint, index);
    return true;
  }

  /** The connection is gone. */
  cut(index: number): void {
    const station = this.station(index);
    if (!station.connected) return;
    for (const open of station.open) if (this.state.now - open.since >= LATE_MS) open.late ??= 0;
    Object.assign(station, { connected: false, offlineSince: this.state.now, repeat: [], query: undefined });
  }

  /** The station goes on with its session: what is open is repeated. */
  resume(index: number): void {
    const station = this.station(index);
    for (const open of station.open) if (open.late !== undefined) open.late++;
    const over = station.open.filter(({ late = 0 }) => late > LATE_RESUMES);
    station.open = station.open.filter(({ late = 0 }) => late <= LATE_RESUMES);
    for (const open of over) this.#unanswered(index, open);
    station.repeat = [...station.open];
    station.connected = true;
  }

  /** The station begins anew: it has nothing and knows nothing (BSSCI 6.5). */
  begin(index: number): void {
    for (const downlink of this.downlinks) {
      if (downlink.station === index && HELD.has(downlink.state)) this.#giveBack(downlink);
    }
    const told = new Map<number, Told>();
    for (const [endpoint, { attached }] of this.state.endpoints.entries()) {
      if (attached) told.set(endpoint, newTold());
    }
    const { bidi } = this.station(index);
    this.state.stations[index] = { ...newStation(bidi), told, connected: true, hasSession: true };
  }

  attach(endpoint: number): void {
    this.endpoint(endpoint).attached = true;
    for (const station of this.state.stations) if (station.hasSession) station.told.set(endpoint, newTold());
  }

  /** The endpoint attaches over the air through a station, which gets its key by that; the others are told. */
  attachOverAir(endpoint: number, through: number): void {
    this.attach(endpoint);
    const { generation } = this.endpoint(endpoint);
    Object.assign(this.endpoint(endpoint), { generation: generation + 1, packetCnt: 0, heard: new Map() });
    this.station(through).told.set(endpoint, { ...newTold(), due: false });
  }

  detach(endpoint: number): void {
    if (!this.endpoint(endpoint).attached) return;
    this.endpoint(endpoint).attached = false;
    for (const { told } of this.state.stations) {
      if (told.get(endpoint)?.kind === 'att') told.set(endpoint, { ...newTold(), kind: 'det' });
    }
  }

  pass(ms: number): void {
    this.state.now += ms;
  }

  /** The look for what has lived too long. */
  sweep(): void {
    for (const downlink of this.downlinks) {
      const { state, expiresAt } = downlink;
      if (FINAL.has(state) || expiresAt > this.state.now) continue;
      if (HELD.has(state) && state !== 'revoking') this.#owe(downlink, 'dlDataRev');
      downlink.state = 'expired';
      this.#next(downlink.spec.endpoint, downlink.station);
    }
  }

  /** Whether it cannot be said if a deadline of this station has been looked at. */
  uncertain(index: number): boolean {
    const { connected, open } = this.station(index);
    const waits = open.map(({ since }) => this.state.now - since);
    return connected && waits.some(waited => Math.abs(waited - LATE_MS) < 2 * TICK_MS);
  }

  /** Time until a station may be told an endpoint again that it refused. */
  get untilRetry(): number {
    const times = this.state.stations.flatMap(({ connected, told }) =>
      connected ? [...told.values()].flatMap(({ retryAt = Number.POSITIVE_INFINITY }) => retryAt) : [],
    );
    return Math.max(Math.min(...times) - this.state.now, 0) + TICK_MS;
  }

  /** A downlink goes to a station. */
  dispatch(queId: number, index: number): void {
    const downlink = this.#known(queId);
    Object.assign(downlink, { state: 'dispatched', station: index, queOp: undefined, revOp: undefined });
    downlink.attempts++;
    downlink.missed = 0;
    this.station(index).owed.push({ command: 'dlDataQue', queId, stale: false });
  }

  /** A telegram opens a window at a station that can send (BSSCI 11.4). */
  #window(index: number, one: Heard, behind: boolean): void {
    const rows = this.unfinished(one.endpoint);
    for (const downlink of rows) if (lostForLong(this, downlink, index)) this.#giveUp(downlink);
    if (!one.occupied) {
      const blocking = rows.filter(downlink => downlink.missed < MAX_MISSED && occupies(this, downlink, one));
      one.occupied = blocking.length > 0;
      // Whether a window behind a newer one counts is left open.
      if (!behind) for (const downlink of blocking) downlink.missed++;
    }
    const chosen = best(this, one.endpoint, index, one);
    if (!chosen) return;
    // Whether a window that a downlink is there for already gets another one is left open, and for how long a newer one is new.
    if (one.occupied || behind) {
      this.state.chances.push({ queId: chosen.queId, station: index, heard: one });
      return;
    }
    one.given = true;
    this.dispatch(chosen.queId, index);
  }

  /** Hand-over before a window: to a station that keeps it. Whether another one may be there already is left open. */
  #early(endpoint: number, index: number, asked: boolean): void {
    const { bidi, connected } = this.station(index);
    const chosen = bidi && connected ? best(this, endpoint, index, undefined) : undefined;
    if (!chosen) return;
    if (asked && this.unfinished(endpoint).every(({ state }) => !HELD.has(state))) this.dispatch(chosen.queId, index);
    else this.state.chances.push({ queId: chosen.queId, station: index, heard: undefined });
  }

  /** A station has one fewer: it may get the next. */
  #next(endpoint: number, index: number | undefined): void {
    if (this.policy.handOver === 'early' && index !== undefined) this.#early(endpoint, index, false);
  }

  #queAnswered(index: number, downlink: Downlink, opId: number, code: number | undefined): void {
    const station = this.station(index);
    if (code !== undefined && station.holds.get(downlink.queId) === opId) station.holds.delete(downlink.queId);
    if (!this.isCurrent(downlink, index, opId)) {
      // It says all the same that it does not know the endpoint.
      const told = station.told.get(downlink.spec.endpoint);
      if (code === NO_ENTRY && told?.kind === 'att') told.may = true;
      return;
    }
    if (code === undefined) {
      if (downlink.state === 'dispatched') downlink.state = 'queued';
      return;
    }
    if (code === NO_ENTRY) downlink.unknownThere++;
    const again = code === NO_ENTRY && downlink.unknownThere <= MAX_TOLD_AGAIN;
    if (again && this.endpoint(downlink.spec.endpoint).attached) station.told.set(downlink.spec.endpoint, newTold());
    if (again || TEMPORARY.has(code)) {
      if (!again) downlink.avoid.set(index, this.state.now + AVOID_MS);
      this.#giveBack(downlink);
    } else {
      downlink.state = downlink.state === 'revoking' ? 'revoked' : 'invalid';
      this.#next(downlink.spec.endpoint, index);
    }
  }

  #revAnswered(index: number, downlink: Downlink, opId: number, code: number | undefined): void {
    const { holds } = this.station(index);
    const refused = code !== undefined && !NOT_HELD.has(code);
    // It is about what the station had before it.
    if (!refused && (holds.get(downlink.queId) ?? opId) > opId) holds.delete(downlink.queId);
    if (downlink.state !== 'revoking' || downlink.station !== index || downlink.revOp !== opId) return;
    if (refused) downlink.state = 'queued';
    else {
      downlink.state = 'revoked';
      this.#next(downlink.spec.endpoint, index);
    }
  }

  /** Repeated often enough: the station may have got it, and is told so should it ever answer. */
  #unanswered(index: number, { command, opId, queId, endpoint }: Open): void {
    const told = this.station(index).told.get(endpoint);
    if (told?.opId === opId) {
      Object.assign(told, { retryAt: this.state.now, refusals: told.refusals + 1, opId: undefined });
    }
    const downlink = queId === undefined ? undefined : this.downlink(queId);
    if (!downlink) return;
    if (command === 'dlDataRev') this.#revAnswered(index, downlink, opId, TIMED_OUT);
    else if (this.isCurrent(downlink, index, opId)) {
      if (downlink.state !== 'revoking') this.#owe(downlink, 'dlDataRev');
      this.#queAnswered(index, downlink, opId, TIMED_OUT);
    }
  }

  #toldAnswered(index: number, { endpoint, opId, command }: Frame, code: number | undefined): void {
    if (code === undefined || command === 'detPrp') this.#forgets(index, endpoint, opId);
    const station = this.station(index);
    const told = station.told.get(endpoint);
    if (told?.opId !== opId) return;
    told.opId = undefined;
    if (told.kind === 'det') station.told.delete(endpoint);
    else if (code !== undefined) {
      const pause = RETRY_MS[told.refusals++];
      told.retryAt = pause === undefined ? undefined : this.state.now + pause;
    }
  }

  /** A station that was told of an endpoint anew, or to forget it, may have dropped what it had for it before. */
  #forgets(index: number, endpoint: number, opId: number): void {
    for (const downlink of this.unfinished(endpoint)) {
      const { state, station, queOp } = downlink;
      if (station !== index || !HELD.has(state) || (queOp ?? opId) <= opId) continue;
      this.station(index).holds.delete(downlink.queId);
      if (state !== 'revoking') this.#owe(downlink, 'dlDataRev');
      this.#giveBack(downlink);
    }
  }

  #giveBack(downlink: Downlink): void {
    if (downlink.state === 'revoking') downlink.state = 'revoked';
    else Object.assign(downlink, { state: 'pending', station: undefined });
  }

  /** Should its holder come back, it is told so. */
  #giveUp(downlink: Downlink): void {
    const { queId, station: index } = downlink;
    const station = this.station(index ?? 0);
    for (const owed of station.owed) if (owed.queId === queId) owed.stale = true;
    this.#owe(downlink, 'dlDataRev');
    station.holds.delete(queId);
    this.#giveBack(downlink);
  }

  #acknowledge(endpoint: number, packetCnt: number): void {
    for (const downlink of this.downlinks) {
      const { spec, state, txCnt, txGeneration } = downlink;
      const window = txCnt === packetCnt && txGeneration === this.endpoint(endpoint).generation;
      if (spec.endpoint === endpoint && state === 'sent' && window) downlink.state = 'acknowledged';
    }
  }

  #owe({ queId, station }: Downlink, command: 'dlDataRev'): void {
    if (station !== undefined) this.station(station).owed.push({ command, queId, stale: false });
  }

  #known(queId: number): Downlink {
    const downlink = this.downlink(queId);
    if (!downlink) throw new Error('no such downlink');
    return downlink;
  }
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`nothing at ${index}`);
  return found;
}
