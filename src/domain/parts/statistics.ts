import type { Db } from '../../database/driver.ts';
import { countedRowReader } from '../message/figures/counted-rows.ts';
import type { History } from '../message/history.ts';
import type { Messages } from '../message/message-store.ts';
import { placeReader } from '../message/places.ts';
import type { StationLines } from '../station/lines.ts';
import { analyticsReader } from '../statistics/analytics.ts';
import { cutHours } from '../statistics/cut-hours.ts';
import { endpointStatistics } from '../statistics/endpoints.ts';
import { reachReader } from '../statistics/reach.ts';
import { sampleReader } from '../statistics/sample-reader.ts';
import { siteReader } from '../statistics/site.ts';
import { stationStatistics } from '../statistics/stations.ts';
import { statisticsStore } from '../statistics/statistics-store.ts';

/** What is counted and measured over the log. */
export function statisticsPart(
  db: Db,
  {
    history,
    messages,
    stationLines: lines,
  }: { readonly history: History; readonly messages: Messages; readonly stationLines: StationLines },
) {
  const counted = countedRowReader(db, { history });
  const places = placeReader(db, ['message', 'late_reception']);
  const samples = sampleReader({ history, messages, counted, places });
  const hours = cutHours(db, { counted, messages, sealedUpTo: history.sealedUpTo, ...samples });
  const reader = reachReader({ history, messages, counted, cutHours: hours, ...samples });
  const statistics = statisticsStore(db, { history, messages, reader });
  return {
    groups: {
      statistics,
      analytics: analyticsReader(db, { ...statistics, history, reader }),
      siteReport: siteReader(db, { ...statistics, reader }),
      stationStatistics: stationStatistics(db, { ...statistics, reader, lines }),
      endpointStatistics: endpointStatistics({ ...statistics, reader }),
    },
  };
}
