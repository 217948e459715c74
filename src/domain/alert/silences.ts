import { inserter, listed, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { fault } from '../../kit/faults/faults.ts';
import { type CredibleMs, credibleMs } from '../../kit/time/clock.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Acting } from '../event/acting.ts';
import type { AlertRuleName } from './rules.ts';
import type { AlertSource } from './seen.ts';
import type { AlertSources } from './sources.ts';

const columns = {
  uuid: 'text',
  org: 'integer?',
  rule: 'text',
  source_id: 'text',
  tag_key: 'text',
  tag_value: 'text',
  until_at: 'integer',
  reason: 'text',
  created_at: 'integer',
  created_by: 'text',
} as const;

/** Alerts of this rule, source or tag are not told until then; empty: of every one. */
export type Silence = Readonly<RowOf<typeof columns>>;

export interface NewSilence {
  /** Row id of the organization; null is the whole installation. */
  readonly org: number | null;
  readonly rule?: AlertRuleName | undefined;
  /** EUI or uuid, as alerts show it. */
  readonly sourceId?: string | undefined;
  readonly tag?: { readonly key: string; readonly value: string } | undefined;
  /** Milliseconds. */
  readonly until: number;
  readonly reason: string;
}

/** A silence stays as it was made. */
export const SILENCE_VERSION = '1';

/** Of one organization, or of the installation: each is looked at for every alert. */
const MAX_SILENCES = 500;

/** What is not to be told. */
export function silenceStore(db: Db, describe: AlertSources) {
  const all = db.prepare(`SELECT ${listed(columns)} FROM alert_silence ORDER BY until_at, id`);
  const insert = inserter(db, 'alert_silence', columns);
  const count = db.prepare('SELECT count(*) AS count FROM alert_silence WHERE org IS ? AND until_at > ?');
  const remove = db.prepare('DELETE FROM alert_silence WHERE uuid = ? AND (? IS NULL OR org = ?)');
  const removeOver = db.prepare('DELETE FROM alert_silence WHERE until_at <= ?');
  let known: readonly Silence[] | undefined;
  /** As of the last look. */
  let credible = credibleMs(0);
  const silences = () => {
    known ??= all.all() as Silence[];
    return known;
  };

  return {
    list: (): readonly Silence[] => all.all() as Silence[],

    /** @throws fault `TooManyItems` */
    add({ org, rule, sourceId, tag, until, reason }: NewSilence, { now, actor }: Acting): Silence {
      const { count: others } = count.get(org, now) as { count: number };
      if (others >= MAX_SILENCES) throw fault('TooManyItems', { field: 'silences', limit: MAX_SILENCES });
      const uuid = uuid7(now);
      const about = {
        rule: rule ?? '',
        source_id: sourceId ?? '',
        tag_key: tag?.key ?? '',
        tag_value: tag?.value ?? '',
      };
      const silence = { uuid, org, ...about, until_at: until, reason, created_at: now, created_by: actor };
      insert(silence);
      known = undefined;
      return silence;
    },

    /** @param org only one of this organization (row id). @returns whether there was one */
    end(uuid: string, org?: number): boolean {
      known = undefined;
      return remove.run(uuid, org ?? null, org ?? null).changes > 0;
    },

    /** Removes those whose time is over. */
    tidy(at: CredibleMs): void {
      credible = at;
      if (!silences().some(({ until_at }) => until_at <= credible)) return;
      removeOver.run(credible);
      known = undefined;
    },

    /** Until when it is silenced (milliseconds); null: it is not. */
    until(rule: AlertRuleName, source: AlertSource): number | null {
      const meant = silences().filter(
        each =>
          each.until_at > credible &&
          (each.rule === '' || each.rule === rule) &&
          (each.org === null || each.org === source.org),
      );
      if (meant.length === 0) return null;
      const { id, tags } = describe(source);
      const matching = meant.filter(
        ({ source_id, tag_key, tag_value }) =>
          (source_id === '' || source_id === id) &&
          (tag_key === '' || (Object.hasOwn(tags, tag_key) && tags[tag_key] === tag_value)),
      );
      return matching.length === 0 ? null : Math.max(...matching.map(({ until_at }) => until_at));
    },

    forget(): void {
      known = undefined;
    },
  };
}
