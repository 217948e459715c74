import { SECOND_MS } from '../../kit/units.ts';
import type { RuleDevice } from './devices.ts';
import type { FiringTerms } from './judge.ts';
import type { Rule, TriggerKind } from './rule-records.ts';

/** What is known of the reception of a message beside its values; a value of the same name goes before. */
export const RADIO_KEYS: ReadonlySet<string> = new Set(['rssi', 'snr', 'eqSnr', 'packetCnt']);

/** A rule as it is looked at for each message. */
export interface ReadyRule extends FiringTerms {
  readonly rule: Rule;
  readonly hasAlert: boolean;
}

/** Rules of one kind of an organization, by whom they are for. */
class RulesOfKind {
  /** For every device. */
  readonly common: ReadyRule[] = [];
  /** By uuid of the device, or EUI of the endpoint. */
  readonly #byDevice = new Map<string, ReadyRule[]>();
  readonly #tagged: ReadyRule[] = [];

  add(ready: ReadyRule): void {
    const { deviceIds, deviceTags } = ready.rule.trigger;
    if (deviceIds.length > 0) for (const id of deviceIds) listIn(this.#byDevice, id).push(ready);
    else (Object.keys(deviceTags).length > 0 ? this.#tagged : this.common).push(ready);
  }

  /** Those for some devices that are for this one. */
  own(device: RuleDevice): readonly ReadyRule[] {
    const named = [device.epEui, device.device].flatMap(id => this.#byDevice.get(id) ?? []);
    if (named.length === 0 && this.#tagged.length === 0) return NONE;
    return [...new Set([...named, ...this.#tagged])].filter(({ rule }) => isTagged(rule, device));
  }
}

/** The rules of an organization. */
export class OrganizationRules {
  readonly telemetry = new RulesOfKind();
  readonly silence = new RulesOfKind();
  readonly event: ReadyRule[] = [];
  /** Of `telemetry` those for every device, by their key. */
  readonly commonByKey = new Map<string, ReadyRule[]>();
  readonly #keys = new Set<string>();
  /** By what messages are decoded with: whether a value may come of it that a rule looks at. */
  readonly #speaking = new Map<number, boolean>();
  /** Some look at the reception itself. */
  looksAtRadio = false;
  hasTelemetry = false;
  /** The shortest silence that a rule fires by, milliseconds. */
  shortestSilenceMs = Number.POSITIVE_INFINITY;

  add(ready: ReadyRule): void {
    const { trigger, condition } = ready.rule;
    const { kind, key } = trigger;
    if (kind === 'event') this.event.push(ready);
    else this[kind].add(ready);
    if (kind === 'silence') {
      this.shortestSilenceMs = Math.min(this.shortestSilenceMs, condition.forSeconds * SECOND_MS);
    }
    if (kind !== 'telemetry') return;
    this.hasTelemetry = true;
    this.#keys.add(key);
    if (RADIO_KEYS.has(key)) this.looksAtRadio = true;
    if (this.telemetry.common.at(-1) === ready) listIn(this.commonByKey, key).push(ready);
  }

  /** Whether values decoded so may matter. @param namesOf which names they may have */
  speaks(decoding: number, namesOf: (decoding: number) => readonly string[]): boolean {
    const known = this.#speaking.get(decoding);
    if (known !== undefined) return known;
    const speaks = namesOf(decoding).some(name => this.#keys.has(name));
    this.#speaking.set(decoding, speaks);
    return speaks;
  }
}

/** All rules that are on, as they were in one revision. */
export class RuleIndex {
  readonly byId = new Map<number, ReadyRule>();
  readonly organizations = new Map<number, OrganizationRules>();
  readonly kinds = new Set<TriggerKind>();

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) {
      const { condition, cooldownSeconds, actions, trigger, org } = rule;
      const hasAlert = actions.some(({ kind }) => kind === 'alert');
      const ready = { rule, condition, cooldownMs: cooldownSeconds * SECOND_MS, hasAlert };
      this.byId.set(rule.id, ready);
      this.kinds.add(trigger.kind);
      const own = this.organizations.get(org) ?? new OrganizationRules();
      this.organizations.set(org, own);
      own.add(ready);
    }
  }
}

/** Whether a rule is for a device. @param device undefined: it is about none */
export function isFor({ trigger, org }: Rule, device: RuleDevice | undefined): boolean {
  const { deviceIds, deviceTags } = trigger;
  if (!device) return deviceIds.length === 0 && Object.keys(deviceTags).length === 0;
  if (device.org !== org) return false;
  const isNamed = deviceIds.length === 0 || deviceIds.includes(device.epEui) || deviceIds.includes(device.device);
  return isNamed && isTagged({ trigger }, device);
}

function isTagged({ trigger }: Pick<Rule, 'trigger'>, { tags }: RuleDevice): boolean {
  return Object.entries(trigger.deviceTags).every(([tag, value]) => Object.hasOwn(tags, tag) && tags[tag] === value);
}

const NONE: readonly ReadyRule[] = [];

function listIn<K>(lists: Map<K, ReadyRule[]>, key: K): ReadyRule[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
