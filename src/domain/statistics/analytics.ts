import type { Db } from '../../database/driver.ts';
import type { Scan } from '../../database/scan.ts';
import type { History } from '../message/history.ts';
import { type ActivityFigures, type ActivityQuery, activityReader } from './analytics/activity.ts';
import { type Overview, type OverviewQuery, overviewReader } from './analytics/overview.ts';
import { registrationsReader } from './analytics/registrations.ts';
import { type QualityFigures, type QualityQuery, signalReader } from './analytics/signal.ts';
import type { ReachReader } from './reach.ts';
import type { Statistics } from './statistics-store.ts';

/** Answers how an organization's radio goes (platform API section 11). */
export function analyticsReader(
  db: Db,
  {
    history,
    reader,
    settled,
  }: { readonly history: History; readonly reader: ReachReader } & Pick<Statistics, 'settled'>,
) {
  const registrations = registrationsReader(db);
  const overview = overviewReader(db, { history, reader, registrations });
  const activity = activityReader({ reader, registrations });
  const quality = signalReader({ reader, registrations });

  return {
    /** The key figures of a window. */
    overview: (query: OverviewQuery): Scan<Overview> => settled(() => overview(query)),

    /** Counts per slot. With a station, only what that station received. */
    activity: (query: ActivityQuery): Scan<ActivityFigures> => settled(() => activity(query)),

    /** Radio values of messages or, with a station, of what that station received; and of each station. */
    quality: (query: QualityQuery): Scan<QualityFigures> => settled(() => quality(query)),
  };
}
export type Analytics = ReturnType<typeof analyticsReader>;
