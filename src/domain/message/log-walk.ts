import type { SqlValue } from '../../database/driver.ts';
import type { Walk } from '../../database/merge.ts';
import type { Position } from '../../database/scan.ts';
import { type MessageQuery, matchesRadio, rowConditions, timeConditions } from './filters.ts';
import { COLUMNS, type Log, type Order, SOURCE, type StoredMessage } from './log.ts';

/** Rows read in one go: few at first, since most walks end with their first page. */
const FIRST_ROWS = 64;
const MOST_ROWS = 512;
/** Rows that are counted in one go, in the index alone and by looking at each. */
const INDEX_ROWS = 8192;
const COUNTED_ROWS = 1024;

/** A stretch of the log: what is behind `from`, up to `to` and with it; to the end without `to`. */
interface Stretch {
  readonly from: Position | undefined;
  readonly to: Position | undefined;
}

/** Goes over the whole log in stretches of so many rows: no statement takes long, whatever its filters leave. */
function* stretches(
  log: Log,
  query: MessageQuery,
  order: Order,
  from: Position | undefined,
  rows: { first: number; most: number },
): Generator<Stretch> {
  let start = from;
  for (let size = rows.first; ; size = Math.min(size * 2, rows.most)) {
    const to = endOf(log, query, order, start, size);
    yield { from: start, to };
    if (!to) return;
    start = to;
  }
}

/** Where so many rows end; undefined when there are fewer left. */
function endOf(
  log: Log,
  query: MessageQuery,
  order: Order,
  from: Position | undefined,
  rows: number,
): Position | undefined {
  const { where, values } = order.by === 'time' ? timeConditions(query) : { where: [], values: [] };
  within(where, values, order, { from, to: undefined });
  const sql = `SELECT CAST(${order.by === 'time' ? 'm.rx_time_ns' : 'm.seq'} AS TEXT) AS value, m.seq FROM message m
    ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ${sorted(order)} LIMIT 1 OFFSET ?`;
  const row = log.statement(sql).get(...values, rows - 1) as { value: string; seq: number } | undefined;
  return row && [BigInt(row.value), row.seq];
}

function within(where: string[], values: SqlValue[], order: Order, { from, to }: Stretch): void {
  const key = order.by === 'time' ? '(m.rx_time_ns, m.seq)' : 'm.seq';
  const place = order.by === 'time' ? '(?, ?)' : '?';
  const [behind, upTo] = order.descending ? ['<', '>='] : ['>', '<='];
  for (const [comparison, position] of [[behind, from] as const, [upTo, to] as const]) {
    if (!position) continue;
    where.push(`${key} ${comparison} ${place}`);
    values.push(...(order.by === 'time' ? position : [position[1]]));
  }
}

function sorted({ by, descending }: Order): string {
  const way = descending ? 'DESC' : 'ASC';
  return by === 'time' ? `ORDER BY m.rx_time_ns ${way}, m.seq ${way}` : `ORDER BY m.seq ${way}`;
}

/** Rows of the whole log by an index, with the filters in SQL. */
export function* logWalk(
  log: Log,
  query: MessageQuery,
  order: Order,
  from: Position | undefined,
  most = FIRST_ROWS,
): Walk<StoredMessage> {
  const rows = { first: Math.min(most, MOST_ROWS), most: MOST_ROWS };
  for (const stretch of stretches(log, query, order, from, rows)) {
    const { where, values } = rowConditions(query, order.by);
    within(where, values, order, stretch);
    const sql = `SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${where.join(' AND ')} ${sorted(order)}`;
    for (const message of log.rows(sql, values)) {
      const at = [order.by === 'time' ? message.rxTime : BigInt(message.seq), message.seq] as const;
      yield matchesRadio(message, query) ? { at, item: message } : { at };
    }
    if (stretch.to) yield { at: stretch.to };
  }
}

/** Counts messages of the whole log, newest first, stretch by stretch. */
export function* logCount(log: Log, query: MessageQuery): Generator<number> {
  const order = { by: 'time', descending: true } as const;
  const { org: _, fromNs: _from, toNs: _to, ...filters } = query;
  const inIndex = Object.values(filters).every(value => value === undefined);
  const size = inIndex ? INDEX_ROWS : COUNTED_ROWS;
  for (const stretch of stretches(log, query, order, undefined, { first: size, most: size })) {
    const { where, values } = rowConditions(query);
    within(where, values, order, stretch);
    const source = query.deviceModel === undefined ? 'message m' : SOURCE;
    if (query.profile || query.mode) {
      const sql = `SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${where.join(' AND ')}`;
      let found = 0;
      for (const message of log.rows(sql, values)) if (matchesRadio(message, query)) found++;
      yield found;
    } else {
      const sql = `SELECT count(*) AS count FROM ${source} WHERE ${where.join(' AND ')}`;
      yield (log.statement(sql).get(...values) as { count: number }).count;
    }
  }
}
