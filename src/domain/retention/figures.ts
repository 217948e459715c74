import type { Db } from '../../database/driver.ts';
import { DAY_S, HOUR_S } from '../../kit/units.ts';
import type { Swept } from './log.ts';

/** What is walked through of figures, which outlive their messages. */
export const figureWalks = ['activity', 'failures', 'centerFigures', 'valueDays'] as const;
export type FigureWalk = (typeof figureWalks)[number];

type Reached = Swept & { after?: number };

const GRAINS = [HOUR_S, DAY_S] as const;

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
  const oldestActivity = db.prepare('SELECT min(start_at) AS at FROM activity WHERE grain = ?');

  /** Grain by grain; `after` counts those that are done. */
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

    /** Hours before a time go, and their days stay. @returns how many rows */
    dropHours: (until: number, limit: number): number => dropActivity.run(HOUR_S, until, limit).changes,

    /** When the oldest hour or day began of which there are figures that take room; undefined: there are none. */
    oldest(): number | undefined {
      const found = [
        ...GRAINS.map(grain => (oldestActivity.get(grain) as { at: number | null }).at),
        oldestValues() ?? null,
      ].filter(at => at !== null);
      return found.length === 0 ? undefined : Math.min(...found);
    },
  };
}
