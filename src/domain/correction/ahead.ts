import type { Db } from '../../database/driver.ts';
import { forgetting } from '../../database/marks.ts';
import type { Moment } from '../../kit/time/clock.ts';
import { MINUTE_MS } from '../../kit/units.ts';
import { stamps } from './stamps.ts';

/** What began later than now by more began while the clock was ahead. */
const AHEAD_MS = 5 * MINUTE_MS;
/** What people and peers have been given for a time, or wait for. The last use of a sign-in tells of its tokens. */
const LOOKED_AT = ['alert_silence', 'api_key', 'certificate', 'notification', 'propagation', 'sign_in'];
const MOVED = [...LOOKED_AT, 'refresh_token'];

const pairsOf = (table: string) => Object.entries(stamps[table]?.until ?? {});
const sincesOf = (table: string) => [...new Set(pairsOf(table).map(([, since]) => since))];
const untilsOf = (table: string, since: string) =>
  pairsOf(table).flatMap(([until, other]) => (other === since ? [until] : []));
/** Rows of a large table that wait for nothing are not looked at: an index has the others. */
const ahead = (table: string, since: string) => {
  const waits = untilsOf(table, since).map(until => `"${until}" IS NOT NULL`);
  return `"${since}" > ? AND (${waits.join(' OR ')})`;
};

/**
 * What was given for a time by a clock that was ahead, in a run that no correction reaches any more: it lasts from now on, as long as it was to and
 * no longer.
 */
export function aheadOfNow(db: Db) {
  const any = LOOKED_AT.flatMap(table =>
    sincesOf(table).map(since => `EXISTS (SELECT 1 FROM "${table}" WHERE ${ahead(table, since)})`),
  );
  const found = db.prepare(`SELECT ${any.join(' OR ')} AS found`);
  const moves = MOVED.flatMap(table => {
    return sincesOf(table).map(since => {
      const untils = untilsOf(table, since);
      const sets = untils.map(until => `"${until}" = "${until}" - "${since}" + ?`);
      const move = db.prepare(`UPDATE "${table}" SET ${sets.join(', ')}, "${since}" = ? WHERE ${ahead(table, since)}`);
      return (now: number) => move.run(...untils.map(() => now), now, now + AHEAD_MS);
    });
  });
  const nowOf = ({ now, credible }: Moment) => Math.max(now, credible);
  return {
    isAhead(at: Moment): boolean {
      const latest = nowOf(at) + AHEAD_MS;
      return (found.get(...any.map(() => latest)) as { found: number }).found !== 0;
    },

    beginNow: forgetting((at: Moment): void => {
      for (const move of moves) move(nowOf(at));
    }),
  };
}
