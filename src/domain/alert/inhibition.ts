import { SECOND_MS } from '../../kit/units.ts';
import { type Condition, sourceKey } from './condition.ts';
import { type AlertRuleName, type RuleSettings, settingFor } from './rules.ts';
import type { AlertSource } from './seen.ts';

type Source = Pick<AlertSource, 'type' | 'id'>;

const INHIBITORS: ReadonlySet<AlertRuleName> = new Set(['basestation_offline', 'listener', 'clock']);

export interface InhibitionOptions {
  readonly settings: RuleSettings;
  /** Row id of the station that alone has heard the endpoint in its last week. */
  solelyHeardBy(endpoint: number): number | undefined;
  find(rule: AlertRuleName, source: Source): Condition | undefined;
}

/** Knows which alerts are no news, because another one explains them: that holds now, or was over a moment ago. */
export class Inhibition {
  readonly #options: InhibitionOptions;
  /** When what inhibits others was over, by its key. */
  readonly #over = new Map<string, number>();

  constructor(options: InhibitionOptions) {
    this.#options = options;
  }

  isOver({ rule, source }: Condition, at: number): void {
    if (INHIBITORS.has(rule)) this.#over.set(keyOf(rule, source), at);
  }

  /**
   * The rule that explains it: it is not told while that holds, and as long after as it takes to be seen again.
   * @param startedAt of this process: since when something is over that held before it is not known
   */
  of({ rule, source, data, inhibitedBy }: Condition, now: number, startedAt: number | undefined): AlertRuleName | '' {
    const { settings, solelyHeardBy } = this.#options;
    const { holdMs, limits } = settingFor(settings, rule);
    const by = (name: AlertRuleName, other: Source, graceMs: number): AlertRuleName | '' => {
      const over = this.#over.get(keyOf(name, other)) ?? (inhibitedBy === name ? startedAt : undefined);
      return this.#holds(name, other) || (over !== undefined && over > now - graceMs) ? name : '';
    };
    const clock = { type: 'service_center', id: '' } as const;
    if (rule === 'basestation_offline') return by('listener', { type: 'service_center', id: 'bssci' }, holdMs);
    if (rule.startsWith('certificate_')) return by('clock', clock, 0);
    if (rule !== 'endpoint_silent') return '';
    const silentMs = Number(data.intervalSeconds ?? 0) * SECOND_MS * (limits[0] ?? 0);
    const station = typeof source.id === 'number' ? solelyHeardBy(source.id) : undefined;
    const away =
      station === undefined ? '' : by('basestation_offline', { type: 'base_station', id: station }, silentMs);
    return away || by('clock', clock, silentMs);
  }

  /** Times are other ones by now. */
  clockWasSet(moved: (at: number) => number): void {
    for (const [key, at] of this.#over) this.#over.set(key, moved(at));
  }

  #holds(rule: AlertRuleName, source: Source): boolean {
    const condition = this.#options.find(rule, source);
    return condition !== undefined && isHeld(condition);
  }
}

/** From the moment it is seen, also while its hold time runs. */
export function isHeld({ open, since }: Condition): boolean {
  return open || (since[0] ?? null) !== null;
}

function keyOf(rule: AlertRuleName, source: Source): string {
  return `${rule} ${sourceKey(source)}`;
}
