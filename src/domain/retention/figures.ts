import type { Db } from '../../database/driver.ts';
import { DAY_S, HOUR_S } from '../../kit/units.ts';
import { Scope } from '../message/figures.ts';
import type { Swept } from './log.ts';

/** What is walked through of figures, which outlive their messages. */
export const figureWalks = ['rollups', 'activity', 'failures', 'centerFigures', 'valueDays'] as const;
export type FigureWalk = (typeof figureWalks)[number];

type Reached = Swept & { after?: number };

const GRAINS = [HOUR_S, DAY_S] as const;
/** The roll-ups of a grain and scope are one stretch of their key. */
const STRETCHES = GRAINS.flatMap(grain => Object.values(Scope).map(scope => ({ grain, scope })));

/** Takes figures away whose hour or day began before a time, oldest first within what a step goes over. */
export function figureRetention(
  db: Db,
  {
    removeValues,
    oldestValues,
  }: {
    /** Days of values go. @returns how many */
    removeValues(until: number, limit: number): number;
    /** When the oldest day of values began. */
    oldestValues(): number | undefined;
  },
) {
  const dropRollups = db.prepare(
    `DELETE FROM rollup WHERE grain = ? AND scope = ? AND (start_at, key, other) IN
       (SELECT start_at, key, other FROM rollup WHERE grain = ? AND scope = ? AND start_at < ? ORDER BY start_at, key, other LIMIT ?)`,
  );
  const dropActivity = db.prepare(
    `DELETE FROM activity WHERE id IN
       (SELECT id FROM activity WHERE grain = ? AND start_at < ? ORDER BY start_at, place LIMIT ?)`,
  );
  const nextOrg = {
    failures: db.prepare('SELECT org FROM decode_failure WHERE org >= ? ORDER BY org LIMIT 1'),
    centerFigures: db.prepare('SELECT org FROM center_count WHERE org >= ? ORDER BY org LIMIT 1'),
  };
  const dropOf = {
    failures: db.prepare(
      `DELETE FROM decode_failure WHERE org = ? AND start_at IN
         (SELECT start_at FROM decode_failure WHERE org = ? AND start_at < ? ORDER BY start_at LIMIT ?)`,
    ),
    centerFigures: db.prepare(
      `DELETE FROM center_count WHERE org = ? AND (start_at, command) IN
         (SELECT start_at, command FROM center_count WHERE org = ? AND start_at < ? ORDER BY start_at, command LIMIT ?)`,
    ),
  };
  const oldestRollup = db.prepare('SELECT min(start_at) AS at FROM rollup WHERE grain = ? AND scope = ?');
  const oldestActivity = db.prepare('SELECT min(start_at) AS at FROM activity WHERE grain = ?');

  /** Stretch by stretch; `after` counts those that are done. */
  const rollups = (after: number, limit: number, until: number): Reached => {
    const stretch = STRETCHES[after];
    if (!stretch) return { removed: 0, more: false };
    const { grain, scope } = stretch;
    const removed = dropRollups.run(grain, scope, grain, scope, until, limit).changes;
    return { removed, more: true, after: removed < limit ? after + 1 : after };
  };

  const activity = (after: number, limit: number, until: number): Reached => {
    const grain = GRAINS[after];
    if (grain === undefined) return { removed: 0, more: false };
    const removed = dropActivity.run(grain, until, limit).changes;
    return { removed, more: true, after: removed < limit ? after + 1 : after };
  };

  /** Organization by organization. */
  const byOrganization =
    (walk: keyof typeof dropOf) =>
    (after: number, limit: number, until: number): Reached => {
      const next = nextOrg[walk].get(after) as { org: number } | undefined;
      if (!next) return { removed: 0, more: false };
      const removed = dropOf[walk].run(next.org, next.org, until, limit).changes;
      return { removed, more: true, after: removed < limit ? next.org + 1 : after };
    };

  const by: Readonly<Record<FigureWalk, (after: number, limit: number, until: number) => Reached>> = {
    rollups,
    activity,
    failures: byOrganization('failures'),
    centerFigures: byOrganization('centerFigures'),
    valueDays(_after, limit, until) {
      const removed = removeValues(until, limit);
      return { removed, more: removed === limit };
    },
  };

  return {
    /** @param after where the step before ended, 0 at first */
    step: (walk: FigureWalk, after: number, limit: number, until: number): Reached => by[walk](after, limit, until),

    /** When the oldest hour or day began of which there are figures that take room; undefined: there are none. */
    oldest(): number | undefined {
      const found = [
        ...STRETCHES.map(({ grain, scope }) => (oldestRollup.get(grain, scope) as { at: number | null }).at),
        ...GRAINS.map(grain => (oldestActivity.get(grain) as { at: number | null }).at),
        oldestValues() ?? null,
      ].filter(at => at !== null);
      return found.length === 0 ? undefined : Math.min(...found);
    },
  };
}
