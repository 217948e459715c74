import type { Progress } from '../domain/station/progress.ts';
import type { Db } from './driver.ts';

export function sessionStore(db: Db) {
  const advance = db.prepare(
    'UPDATE session SET last_bs = max(last_bs, ?), done_bs = max(done_bs, ?) WHERE id = ? AND (last_bs < ? OR done_bs < ?)',
  );
  return {
    /** How far the station has come, stored together with the effect of its operation. */
    advance({ session, lastBs, doneBs }: Progress): void {
      advance.run(lastBs, doneBs, session, lastBs, doneBs);
    },
  };
}
