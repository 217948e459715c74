import type { Rule, Scalar } from '../../src/domain/rule/rule-records.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
/** A message is stored when its window is over, so long after it arrived. */
const BEFORE = 500;
const MOST_COMMANDS = 60;

/** What a rule knows of an endpoint, as plainly as it can be kept. */
interface Known {
  holdsSince: number | undefined;
  value: Scalar | undefined;
  fired: boolean;
  firedAt: number | undefined;
  commandsSince: number;
  commands: number;
}

export interface Said {
  readonly seq: number;
  readonly org: number;
  readonly endpoint: number;
  /** As the station says. */
  readonly received: number;
  readonly stored: number;
  /** When it was stored, by the time that was listened. */
  readonly listened: number;
  /** Its counter is behind. */
  readonly older: boolean;
  readonly snr: number;
}
export interface Happened {
  readonly seq: number;
  readonly endpoint: number;
  readonly at: number;
  readonly listened: number;
}

/** Both times, and whether everything there is was looked at, and what is due by now is, too. */
export interface Moment {
  readonly now: number;
  readonly listened: number;
  readonly timeToo: boolean;
}

/** What a look has brought about: texts, in no order. */
export interface Brought {
  readonly fired: string[];
  downlinks: number;
  items: number;
  failed: number;
}

interface Kept {
  readonly rule: Rule;
  readonly known: Map<number, Known>;
}

/**
 * What rules have to do, written down once more: everything that was ever said is at hand, nothing is stored, and every rule looks at every
 * message and at every endpoint each time.
 */
export class RuleModel {
  readonly rules = new Map<string, Kept>();
  /** `uuid endpoint` */
  readonly alerts = new Set<string>();
  readonly #endpoints: ReadonlyMap<number, { readonly org: number; readonly created: number }>;
  readonly #newest = new Map<number, number>();
  readonly #heardAt = new Map<number, number>();

  constructor(endpoints: ReadonlyMap<number, { readonly org: number; readonly created: number }>) {
    this.#endpoints = endpoints;
  }

  /** A rule is there, or another one than before. */
  set(rule: Rule): void {
    const before = this.rules.get(rule.uuid);
    const goesOn = before && before.rule.from.log === rule.from.log && before.rule.from.events === rule.from.events;
    const isSame = goesOn && meaning(before.rule) === meaning(rule);
    if (!isSame) this.#endAlerts(rule.uuid);
    this.rules.set(rule.uuid, { rule, known: isSame ? before.known : new Map() });
  }

  remove(uuid: string): void {
    this.rules.delete(uuid);
    this.#endAlerts(uuid);
  }

  look(said: readonly Said[], happened: readonly Happened[], moment: Moment): Brought {
    const { listened: now } = moment;
    const brought = { fired: [], downlinks: 0, items: 0, failed: 0 };
    const on = [...this.rules.values()].filter(({ rule }) => rule.enabled);
    for (const message of said) {
      const { endpoint, received, older } = message;
      const newest = this.#newest.get(endpoint) ?? 0;
      this.#newest.set(endpoint, Math.max(received, newest));
      // Sent before what was heard already, by its counter and by its time.
      const heardAt = this.#heardAt.get(endpoint) ?? Number.NEGATIVE_INFINITY;
      const ago = message.listened - heardAt;
      if (older && received < newest && received < message.stored - BEFORE - ago) continue;
      this.#heardAt.set(message.endpoint, message.listened);
      for (const kept of on) {
        if (kept.rule.org !== message.org) continue;
        if (kept.rule.trigger.kind === 'silence') this.#heard(kept, message);
        if (kept.rule.trigger.kind !== 'telemetry' || message.seq <= kept.rule.from.log) continue;
        this.#said(kept, message, now, brought);
      }
    }
    for (const { seq, endpoint, at, listened } of happened) {
      for (const kept of on) {
        const { trigger, org, from } = kept.rule;
        if (trigger.kind !== 'event' || org !== this.#endpoints.get(endpoint)?.org || seq <= from.events) continue;
        if (isReady(kept, endpoint, listened)) this.#fire(kept, endpoint, [at, listened], now, brought);
      }
    }
    if (moment.timeToo) for (const kept of on) this.#time(kept, moment, brought);
    return brought;
  }

  #said(kept: Kept, { endpoint, stored, listened, snr }: Said, now: number, brought: Brought): void {
    const { operator, forSeconds, hysteresis } = kept.rule.condition;
    const known = knownOf(kept, endpoint);
    if (operator === 'changed') {
      const before = known.value;
      if (before !== undefined && Math.abs(Number(before) - snr) <= hysteresis) return;
      known.value = snr;
      if (before !== undefined && isReady(kept, endpoint, listened)) {
        this.#fire(kept, endpoint, [stored, listened], now, brought);
      }
      return;
    }
    if (!this.#holds(kept.rule, snr, known.holdsSince !== undefined)) {
      if (known.holdsSince !== undefined) this.#over(kept, endpoint);
      return;
    }
    if (known.holdsSince === undefined) {
      known.holdsSince = listened;
      known.value = snr;
    }
    if (known.fired) return;
    if (listened >= known.holdsSince + forSeconds * SECOND && isReady(kept, endpoint, listened)) {
      known.value = snr;
      known.fired = true;
      this.#fire(kept, endpoint, [stored, listened], now, brought);
    }
  }

  #holds({ condition }: Rule, snr: number, held: boolean): boolean {
    const { operator, hysteresis, value2 } = condition;
    const slack = held ? hysteresis : 0;
    const value = Number(condition.value);
    if (operator === 'gt') return snr > value - slack;
    if (operator === 'lte') return snr <= value + slack;
    if (operator === 'between') return snr >= value - slack && snr <= Number(value2) + slack;
    return snr === value;
  }

  #time(kept: Kept, { now: at, listened: now }: Moment, brought: Brought): void {
    const { trigger, condition, org } = kept.rule;
    for (const [endpoint, { org: own, created }] of this.#endpoints) {
      if (own !== org) continue;
      const known = kept.known.get(endpoint);
      if (trigger.kind === 'telemetry' && known?.holdsSince !== undefined && !known.fired) {
        const isTime = now >= known.holdsSince + condition.forSeconds * SECOND;
        if (!isTime || !isReady(kept, endpoint, now)) continue;
        known.fired = true;
        this.#fire(kept, endpoint, [at, now], now, brought);
      }
      if (trigger.kind !== 'silence' || known?.fired) continue;
      const heard = this.#heardAt.get(endpoint) ?? created;
      if (now < heard + condition.forSeconds * SECOND || !isReady(kept, endpoint, now)) continue;
      knownOf(kept, endpoint).fired = true;
      this.#fire(kept, endpoint, [at, now], now, brought);
    }
  }

  #heard(kept: Kept, { endpoint }: Said): void {
    if (kept.known.get(endpoint)?.fired) this.#over(kept, endpoint);
  }

  #over(kept: Kept, endpoint: number): void {
    const known = knownOf(kept, endpoint);
    known.holdsSince = undefined;
    known.value = undefined;
    known.fired = false;
    this.alerts.delete(`${kept.rule.uuid} ${endpoint}`);
  }

  #fire(kept: Kept, endpoint: number, [at, listened]: [number, number], now: number, brought: Brought): void {
    const { rule } = kept;
    const known = knownOf(kept, endpoint);
    known.firedAt = listened;
    if (now < known.commandsSince || now >= known.commandsSince + HOUR) known.commands = 0;
    const outcomes = rule.actions.map(action => {
      if (action.kind === 'alert') this.alerts.add(`${rule.uuid} ${endpoint}`);
      if (action.kind === 'integration') brought.items++;
      if (action.kind !== 'command') return true;
      if (action.command !== undefined || known.commands >= MOST_COMMANDS) {
        brought.failed++;
        return false;
      }
      if (known.commands === 0) known.commandsSince = now;
      known.commands++;
      brought.downlinks++;
      return true;
    });
    brought.fired.push(`${rule.uuid} v${rule.version} ${endpoint} ${at} ${outcomes.join()}`);
  }

  #endAlerts(uuid: string): void {
    for (const key of this.alerts) if (key.startsWith(uuid)) this.alerts.delete(key);
  }
}

function meaning({ trigger, condition, actions, enabled }: Rule): string {
  return JSON.stringify([trigger, condition, actions, enabled]);
}

function knownOf({ known }: Kept, endpoint: number): Known {
  const found = known.get(endpoint);
  if (found) return found;
  const nothing = { holdsSince: undefined, value: undefined, fired: false, firedAt: undefined };
  const made: Known = { ...nothing, commandsSince: 0, commands: 0 };
  known.set(endpoint, made);
  return made;
}

function isReady({ known, rule }: Kept, endpoint: number, at: number): boolean {
  const firedAt = known.get(endpoint)?.firedAt;
  return firedAt === undefined || at >= firedAt + rule.cooldownSeconds * SECOND;
}
