/**
 * What the contract says of alerts (events 4, F11 to F15), written from its sentences and not from the engine: for each condition it
 * keeps what was seen, and reads from that whether an alert is open and whether people are told of it.
 */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Leveled {
  readonly kind: 'level';
  /** Whether a level reaches each of the severities. */
  readonly reaches: readonly ((level: number) => boolean)[];
  /** Whether a level is clear; none is where it has to be seen to be over. */
  readonly clear?: (level: number) => boolean;
  readonly hold?: number;
  readonly clearTime?: number;
  readonly peer?: boolean;
}
interface Counted {
  readonly kind: 'count';
  readonly limit: number;
  readonly window: number;
  /** Fewer than so many within `clearTime`; none: has to be seen to be over. */
  readonly fewer?: number;
  readonly clearTime?: number;
}

const onOff = { kind: 'level', reaches: [(v: number) => v >= 1], clear: (v: number) => v < 1 } as const;
const SPEC = {
  basestation_offline: { ...onOff, hold: 5 * MINUTE, peer: true },
  basestation_temperature: {
    ...{ kind: 'level', reaches: [(v: number) => v > 75], clear: (v: number) => v <= 70, clearTime: 5 * MINUTE },
    peer: true,
  },
  basestation_load: {
    ...{ kind: 'level', reaches: [(v: number) => v > 0.95], clear: (v: number) => v < 0.8501 },
    ...{ hold: 10 * MINUTE, clearTime: 5 * MINUTE, peer: true },
  },
  endpoint_silent: { kind: 'level', reaches: [(v: number) => v >= 3, (v: number) => v >= 10], peer: true },
  decode_failing: { kind: 'level', reaches: [(v: number) => v >= 5], clear: (v: number) => v === 0, peer: true },
  storage: {
    ...{ kind: 'level', clear: (v: number) => v >= 2200, clearTime: MINUTE },
    reaches: [(v: number) => v < 2000, (v: number) => v < 1000, (v: number) => v < 250],
  },
  listener: onOff,
  clock: onOff,
  backup: onOff,
  basestation_flapping: { kind: 'count', limit: 5, window: HOUR, fewer: 2, clearTime: HOUR },
  basestation_refused: { kind: 'count', limit: 3, window: 10 * MINUTE, fewer: 1, clearTime: HOUR },
  endpoint_attach_failing: { kind: 'count', limit: 3, window: HOUR },
  endpoint_unknown: { kind: 'count', limit: 3, window: DAY, fewer: 1, clearTime: DAY },
} as const satisfies Record<string, Leveled | Counted>;
export type ModelRule = keyof typeof SPEC;
export const modelRules = Object.keys(SPEC) as readonly ModelRule[];
export const isCounted = (rule: ModelRule): boolean => SPEC[rule].kind === 'count';

/** What was seen: a level, that it happened, or that it is over. */
export interface Fact {
  readonly at: number;
  readonly level?: number;
  readonly happened?: true;
  readonly over?: true;
}

export class Expected {
  readonly rule: ModelRule;
  readonly source: string;
  /** Levels and ends, without repetitions. */
  facts: Fact[] = [];
  times: number[] = [];
  /** The newest time that is stored for sure. */
  storedUpTo = Number.NEGATIVE_INFINITY;
  open = false;
  step = 0;
  count = 0;
  /** As much of it is stored for sure. */
  storedCount = 0;
  opening = 0;
  resolvedAt = Number.NEGATIVE_INFINITY;
  byHand = false;
  transitions: number[] = [];
  flapping = false;
  /** Steps that were told of this opening. */
  told = 0;
  inhibitedBy = '';

  constructor(rule: ModelRule, source: string) {
    this.rule = rule;
    this.source = source;
  }

  get spec(): Leveled | Counted {
    return SPEC[this.rule];
  }
}

/** The world outside: which endpoint has one station only, and how long its interval is. */
export interface Radio {
  soleStation(source: string): string | undefined;
  intervalMs(source: string): number;
}

export class AlertModel {
  readonly all = new Map<string, Expected>();
  /** What people must have been told since it was taken last: key, kind and severity step. */
  told: string[] = [];
  silences: { readonly source: string; readonly until: number }[] = [];
  readonly #radio: Radio;
  #startedAt: number | undefined;
  #ended = new Map<string, number>();

  constructor(radio: Radio) {
    this.#radio = radio;
  }

  of(rule: ModelRule, source: string): Expected {
    const key = `${rule} ${source}`;
    const known = this.all.get(key) ?? new Expected(rule, source);
    this.all.set(key, known);
    return known;
  }

  restart(): void {
    this.#startedAt = undefined;
    this.#ended = new Map();
  }

  see(rule: ModelRule, source: string, fact: Fact): void {
    this.#startedAt ??= fact.at;
    const one = this.of(rule, source);
    const before = this.#holds(one);
    if (fact.happened) {
      one.times.push(fact.at);
      one.times = one.times.slice(-30);
    } else {
      if (one.spec.kind === 'count') {
        one.times = [];
        one.storedUpTo = fact.at;
      }
      const last = one.facts.at(-1);
      if (last === undefined || !alike(one.spec, last, fact)) one.facts.push(fact);
      one.facts = one.facts.slice(-20);
    }
    const { spec } = one;
    if (fact.happened && spec.kind === 'count' && one.open) {
      if (within(one.times, fact.at, spec.window) >= spec.limit) one.count++;
    }
    if (before && !this.#holds(one)) this.#ended.set(`${rule} ${source}`, fact.at);
    this.#evaluate(one, fact.at, fact);
  }

  tick(now: number): void {
    this.#startedAt ??= now;
    this.silences = this.silences.filter(({ until }) => until > now);
    for (const one of this.all.values()) this.#evaluate(one, now, undefined);
    for (const one of this.all.values()) this.#tell(one, now);
    // How often it happened is stored with a tick; of an open alert that may take ten minutes.
    for (const one of this.all.values()) {
      const newest = one.times.findLast(at => !one.open || at <= now - 10 * MINUTE) ?? Number.NEGATIVE_INFINITY;
      one.storedUpTo = Math.max(one.storedUpTo, newest);
      if (one.storedUpTo >= (one.times.at(-1) ?? 0)) one.storedCount = one.count;
    }
  }

  silence(source: string, until: number, now: number): void {
    this.silences.push({ source, until });
    for (const one of this.all.values()) this.#tell(one, now);
  }

  resolveByHand(one: Expected, now: number): void {
    this.#resolve(one, now);
    one.byHand = true;
  }

  deleted(source: string, now: number): void {
    for (const one of this.all.values()) {
      if (one.source !== source) continue;
      if (this.#holds(one) || one.open) this.#ended.set(`${one.rule} ${source}`, now);
      if (one.open) this.#resolve(one, now);
      Object.assign(one, { facts: [], times: [], byHand: false, transitions: [], flapping: false });
    }
  }

  #evaluate(one: Expected, now: number, fact: Fact | undefined): void {
    const { spec } = one;
    const quiet = (one.transitions.at(-1) ?? now) <= now - HOUR;
    const calm = quiet && one.flapping;
    if (quiet) {
      one.transitions = [];
      one.flapping = false;
    }
    if ((one.open || one.byHand) && this.#isClear(one, now, fact)) {
      one.byHand = false;
      if (one.open) {
        this.#resolve(one, now);
        return;
      }
    }
    const step = one.byHand ? -1 : spec.kind === 'level' ? this.#held(one, spec, now) : counted(one, spec, fact);
    if (step >= 0 && !one.open) {
      const again = one.resolvedAt > now - DAY;
      one.count = again ? one.count + 1 : 1;
      one.opening = again ? one.opening + 1 : 1;
      Object.assign(one, { open: true, step, told: 0, inhibitedBy: '' });
      this.#transition(one, now);
      this.#tell(one, now);
    } else if (one.open && step > one.step) {
      one.step = step;
      this.#tell(one, now);
    } else if (calm) this.#tell(one, now);
  }

  /** The gravest severity whose limit was reached without a break for the hold time; of peers, from the start at the earliest. */
  #held(one: Expected, { reaches, hold = 0, peer = false }: Leveled, now: number): number {
    return reaches.findLastIndex(reached => {
      const since = unbroken(one.facts, ({ level, over }) => !over && level !== undefined && reached(level));
      if (since === undefined) return false;
      return (peer ? Math.max(since, this.#startedAt ?? now) : since) + hold <= now;
    });
  }

  #isClear(one: Expected, now: number, fact: Fact | undefined): boolean {
    const { spec } = one;
    if (spec.kind === 'count') {
      if (fact?.over) return true;
      return spec.fewer !== undefined && within(one.times, now, spec.clearTime ?? 0) < spec.fewer;
    }
    const { clear, clearTime = 0 } = spec;
    const since = unbroken(
      one.facts,
      ({ level, over }) => over === true || (level !== undefined && clear?.(level) === true),
    );
    return since !== undefined && since + clearTime <= now;
  }

  #resolve(one: Expected, now: number): void {
    const { told, step } = one;
    if (told > 0) this.told.push(`${one.rule} ${one.source} ${one.opening} resolved ${step}`);
    Object.assign(one, { open: false, told: 0, inhibitedBy: '', resolvedAt: now });
    this.#transition(one, now);
  }

  #transition(one: Expected, now: number): void {
    one.transitions = [...one.transitions.filter(at => at > now - HOUR), now];
    if (one.transitions.length > 5) one.flapping = true;
    one.storedUpTo = one.times.at(-1) ?? one.storedUpTo;
    one.storedCount = one.count;
  }

  /** Of an open alert that is neither inhibited nor silenced nor flapping people are told, once per opening and severity. */
  #tell(one: Expected, now: number): void {
    if (!one.open) return;
    if (one.told === 0) one.inhibitedBy = this.#inhibitor(one, now);
    // One that is over ends with the next tick, which alone knows what time is credible.
    const silenced = this.silences.some(({ source }) => source === one.source);
    if (one.flapping || silenced || one.inhibitedBy !== '' || one.told > one.step) return;
    this.told.push(`${one.rule} ${one.source} ${one.opening} ${one.told === 0 ? 'opened' : 'raised'} ${one.step}`);
    one.told = one.step + 1;
  }

  #inhibitor(one: Expected, now: number): string {
    const by = (rule: ModelRule, source: string, after: number): string => {
      const other = this.all.get(`${rule} ${source}`);
      if (other && (other.open || this.#holds(other))) return rule;
      const ended = this.#ended.get(`${rule} ${source}`) ?? (one.inhibitedBy === rule ? this.#startedAt : undefined);
      return ended !== undefined && now - ended < after ? rule : '';
    };
    if (one.rule === 'basestation_offline') return by('listener', 'service_center bssci', 5 * MINUTE);
    if (one.rule !== 'endpoint_silent') return '';
    const again = 3 * this.#radio.intervalMs(one.source);
    const station = this.#radio.soleStation(one.source);
    return (station && by('basestation_offline', station, again)) || by('clock', 'service_center ', again);
  }

  #holds({ spec, facts }: Expected): boolean {
    const last = facts.at(-1);
    return spec.kind === 'level' && last?.level !== undefined && spec.reaches[0]?.(last.level) === true;
  }
}

function counted(one: Expected, spec: Counted, fact: Fact | undefined): number {
  return fact?.happened && within(one.times, fact.at, spec.window) >= spec.limit ? 0 : -1;
}

function within(times: readonly number[], now: number, length: number): number {
  return times.filter(at => at > now - length).length;
}

/** Since when the newest facts are all like that; undefined when the newest is not. */
function unbroken(facts: readonly Fact[], is: (fact: Fact) => boolean): number | undefined {
  const before = facts.findLastIndex(fact => !is(fact));
  return facts[before + 1]?.at;
}

function alike(spec: Leveled | Counted, a: Fact, b: Fact): boolean {
  if (spec.kind === 'count') return false;
  const classOf = ({ level = Number.NaN, over }: Fact) =>
    over ? 'over' : `${spec.reaches.map(reached => reached(level))} ${spec.clear?.(level)}`;
  return classOf(a) === classOf(b);
}
