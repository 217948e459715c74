import type { Scan } from '../../database/scan.ts';
import { DAY_S, HOUR_S } from '../../kit/units.ts';
import { type ActivityRow, cellIn } from '../message/figures/activity-rows.ts';
import { addCell, type Cell, noCell } from '../message/figures/cell.ts';
import { bucketStart } from '../message/figures/grain.ts';
import { keyOf } from '../message/figures/samples.ts';
import type { ReachReader } from './reach.ts';
import { type Granularity, slotStart, slots } from './slots.ts';
import type { Statistics } from './statistics-store.ts';

/** Row ids of an endpoint and of its organization, and a window, [fromMs, toMs). Without an endpoint it is all that the organization has. */
export interface EndpointStatisticsQuery {
  readonly org: number;
  readonly endpoint: number | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  readonly granularity: Granularity;
}

/** What is counted in a slot of time. */
export interface CountedSlot {
  readonly start: number;
  readonly cell: Cell;
}

export interface EndpointStatistics {
  /** Messages with a counter that was used before are among its messages. */
  readonly total: Cell;
  readonly duplicates: number;
  /** Days with messages. */
  readonly activeDays: number;
  readonly slots: readonly CountedSlot[];
}

/** What one endpoint has sent, and which stations received it. */
export function endpointStatistics({
  reader,
  settled,
}: { readonly reader: ReachReader } & Pick<Statistics, 'settled'>) {
  const of = function* (query: EndpointStatisticsQuery): Scan<EndpointStatistics> {
    const { org, endpoint, fromMs, toMs, granularity } = query;
    const newest = yield* reader.unsealed();
    const reach = yield* reader.reach({ org, fromMs, toMs, newest, endpoint });
    const rows = yield* reader.rows(reach, granularity === 'hour' ? HOUR_S : DAY_S, endpoint, at => at);
    const days = new Set<number>();
    for (const [at, row] of rows) if (wholeOf(row, endpoint ?? 0).messages > 0) days.add(bucketStart(at, DAY_S));
    return { ...summed(rows, query, endpoint ?? 0), activeDays: days.size };
  };

  return {
    of: (query: EndpointStatisticsQuery): Scan<EndpointStatistics> => settled(() => of(query)),
  };
}

/** The cells of one key over a window: all of them, those of messages with a counter that was used before, and slot by slot. */
export function summed(
  rows: ReadonlyMap<number, ActivityRow>,
  { fromMs, toMs, granularity }: Pick<EndpointStatisticsQuery, 'fromMs' | 'toMs' | 'granularity'>,
  key: number,
): { total: Cell; duplicates: number; slots: CountedSlot[] } {
  const total = noCell();
  let duplicates = 0;
  const found = slots(fromMs, toMs, granularity).map(({ start }) => ({ start, cell: noCell() }));
  const bySlot = new Map(found.map(slot => [slot.start, slot.cell]));
  for (const [at, row] of rows) {
    const cell = wholeOf(row, key);
    duplicates += row.cells.get(keyOf(key, true))?.messages ?? 0;
    addCell(total, cell);
    const slot = bySlot.get(slotStart(at, granularity));
    if (slot) addCell(slot, cell);
  }
  return { total, duplicates, slots: found };
}

/** Messages of a key, whether their counter was used before or not. */
function wholeOf(row: ActivityRow, key: number): Cell {
  const cell = noCell();
  addCell(cell, cellIn(row, keyOf(key, false)));
  addCell(cell, cellIn(row, keyOf(key, true)));
  return cell;
}
