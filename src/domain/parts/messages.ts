import type { Db } from '../../database/driver.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import type { Decodings } from '../blueprint/decodings.ts';
import type { EffectiveBlueprints } from '../blueprint/effective.ts';
import type { EndpointDecodings } from '../blueprint/endpoint-decodings.ts';
import { affectedReader } from '../message/affected.ts';
import { decodedReader } from '../message/decoded.ts';
import { countBackStore } from '../message/figures/count-back.ts';
import { recountStore } from '../message/figures/recount.ts';
import { historyStore } from '../message/history.ts';
import { logReader } from '../message/log.ts';
import { messageStore } from '../message/message-store.ts';
import { numberedMessages } from '../message/numbered.ts';
import { ReceptionCodec } from '../message/reception.ts';
import { redecodeStore } from '../message/redecode.ts';
import { stationLineReader } from '../station/lines.ts';
import { valueCharts } from '../value/chart.ts';
import { newestValues } from '../value/newest.ts';
import { presentDays } from '../value/present-days.ts';
import { valueReader } from '../value/sealed.ts';
import { valueSeries } from '../value/series.ts';
import { valueRows } from '../value/value-rows.ts';
import { valueStore } from '../value/value-store.ts';

/** The log of messages, and the values that are decoded out of it. */
export function messagesPart(
  db: Db,
  {
    effective,
    decoders,
    decodings,
    ofEndpoints,
    endpointsForgotten,
  }: {
    readonly effective: EffectiveBlueprints;
    readonly decoders: Decoders;
    readonly decodings: Decodings;
    readonly ofEndpoints: EndpointDecodings;
    /** How often the writer has forgotten what it knew of endpoints. */
    endpointsForgotten(): number;
  },
) {
  const history = historyStore(db);
  const log = logReader(db, { history });
  const messages = messageStore(db, { history, log });
  const codec = new ReceptionCodec();
  const countBack = countBackStore(db, { history, codec });
  const recount = recountStore(db, { history, ...countBack });
  const decoded = decodedReader({ ...effective, decoders });
  const stationLines = stationLineReader(db, { history, log });

  const rows = valueRows(db);
  const reader = valueReader(db, { history, decoders });
  const values = valueStore(db, { rows, reader, history });
  const present = presentDays(db, { rows, reader, log });
  return {
    groups: {
      history,
      countBack: { step: countBack.step },
      recount,
      messages: {
        ...messages,
        ...numberedMessages(db, { history, log, messages }),
        ...stationLines,
        ...decoded,
        ...affectedReader({ ...ofEndpoints, messages }),
      },
      redecode: redecodeStore(db, {
        ...ofEndpoints,
        messages,
        history,
        decoders,
        decodingUsed: decodings.used,
        decodedAgain: values.decodedAgain,
        changes: endpointsForgotten,
      }),
      values: {
        ...values,
        ...valueCharts({ log, ...present }),
        ...newestValues(db, { history, log, decoders, rows }),
        ...valueSeries({ messages, ...decoded, ...present }),
      },
    },
    ...{ history, log, messages, codec, decoded, stationLines, values, recount },
    newest: () => messages.edges().newest,
  };
}
