import type { Db } from '../../database/driver.ts';
import { forgetting } from '../../database/marks.ts';
import type { Moment } from '../../kit/clock.ts';
import { MINUTE_MS } from '../../kit/units.ts';
import { stamps } from './stamps.ts';

/** What began later than now by more began while the clock was ahead. */
const AHEAD_MS = 5 * MINUTE_MS;
/** What people have been given for a time. The last use of a sign-in tells of its tokens. */
const LOOKED_AT = ['alert_silence', 'api_key', 'sign_in'];
const MOVED = [...LOOKED_AT, 'refresh_token'];

const pairsOf = (table: string) => Object.entries(stamps[table]?.until ?? {});

/**
 * What was given for a time by a clock that was ahead, in a run that no correction reaches any more: it lasts from now on, as long as it was to and
 * no longer.
 */
export function aheadOfNow(db: Db) {
  const any = LOOKED_AT.flatMap(table =>
    [...new Set(pairsOf(table).map(([, since]) => since))].map(
      since => `EXISTS (SELECT 1 FROM "${table}" WHERE "${since}" > ?)`,
    ),
  );
  const found = db.prepare(`SELECT ${any.join(' OR ')} AS found`);
  const moves = MOVED.flatMap(table => {
    const sinces = [...new Set(pairsOf(table).map(([, since]) => since))];
    return sinces.map(since => {
      const untils = pairsOf(table).filter(([, other]) => other === since);
      const sets = untils.map(([until]) => `"${until}" = "${until}" - "${since}" + ?`);
      const move = db.prepare(`UPDATE "${table}" SET ${sets.join(', ')}, "${since}" = ? WHERE "${since}" > ?`);
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
