import type { Db } from '../../database/driver.ts';
import { interleaved, takePage, type Walk } from '../../database/merge.ts';
import { type Page, type Position, type Scan, type Section, type Total, totalWith } from '../../database/scan.ts';
import { statementsOf } from '../../database/statements.ts';
import { totalReader } from '../../database/totals.ts';
import { EVENT_COLUMNS, type StoredEvent } from './event-columns.ts';
import { type Conditions, chosen, conditions, type EventFilter, isOpen, joined, mayBe } from './filters.ts';

/** Rows read in one go: few at first, since most walks end with their first page. */
const FIRST_ROWS = 64;
const MOST_ROWS = 512;
/** More kinds are most of all events: these are found sooner by walking along the time. */
const MOST_KINDS = 24;
/** Rows that are counted in one go. */
const COUNTED_ROWS = 1024;

/** Which events; what is absent or empty leaves all. */
export interface EventQuery extends EventFilter {
  /** Row ids, or the id of an operation: one of them at most, for events are read along its index. */
  readonly endpoint?: number | undefined;
  readonly station?: number | undefined;
  readonly opId?: bigint | undefined;
  /** One kind: events are read along its index. */
  readonly kind?: string | undefined;
  /** As the events name them. */
  readonly epEui?: string | undefined;
  readonly bsEui?: string | undefined;
  readonly userId?: string | undefined;
  /** A part of the title, the description or the name or id of the source, in whatever case. */
  readonly search?: string | undefined;
  /** When they happened, [from, to), milliseconds. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface EventOrder {
  readonly by: 'time' | 'seq';
  readonly descending: boolean;
}

/** What is behind `from`, up to `to` and with it; to the end without `to`. */
interface Stretch {
  readonly from: Position | undefined;
  readonly to: Position | undefined;
}

const NEWEST_FIRST = { by: 'time', descending: true } as const;

/** What events are sorted by: an index has it, the row id stands behind every one. */
const KEYS = {
  time: { name: '(timestamp_at, seq)', place: '(?, ?)', columns: ['timestamp_at', 'seq'] },
  seq: { name: 'seq', place: '?', columns: ['seq'] },
} as const;

/** Where a search looks. */
const SEARCHED = ['title', 'description', 'source_id', 'source_name'] as const;
type SearchedText = Pick<StoredEvent, (typeof SEARCHED)[number]>;

/** Reads events page by page along an index, and counts them. */
export function eventLists(db: Db) {
  const totals = totalReader();
  const statement = statementsOf(db);
  const kindAfter = db.prepare('SELECT event_type FROM event WHERE event_type > ? ORDER BY event_type LIMIT 1');

  /** Where so many entries of the index end; undefined when there are fewer left. */
  const endOf = (query: EventQuery, order: EventOrder, from: Position | undefined, rows: number) => {
    const { where, values } = joined(indexed(query, order), within(order, { from, to: undefined }));
    const sql = `SELECT timestamp_at, seq FROM event ${where} ${sorted(order)} LIMIT 1 OFFSET ?`;
    const row = statement(sql).get(...values, rows - 1) as Pick<StoredEvent, 'timestamp_at' | 'seq'> | undefined;
    return row && positionOf(row, order);
  };

  /** Goes along the index in stretches of so many entries: no statement takes long, whatever its filters leave. */
  function* stretches(
    query: EventQuery,
    order: EventOrder,
    from: Position | undefined,
    rows: { first: number; most: number },
  ): Generator<Stretch> {
    let start = from;
    for (let size = rows.first; ; size = Math.min(size * 2, rows.most)) {
      const to = endOf(query, order, start, size);
      yield { from: start, to };
      if (!to) return;
      start = to;
    }
  }

  /** The kinds that filters can leave, where these are few and walking each along its index is worth it. */
  const fewKinds = ({ endpoint, station, opId, ...query }: EventQuery): readonly string[] | undefined => {
    if (endpoint !== undefined || station !== undefined || opId !== undefined || isOpen(query)) return undefined;
    const found: string[] = [];
    for (let kind = nextKind(''); kind !== undefined; kind = nextKind(kind)) {
      if (mayBe(kind, query)) found.push(kind);
      if (found.length > MOST_KINDS) return undefined;
    }
    return found;
  };

  const nextKind = (after: string): string | undefined =>
    (kindAfter.get(after) as { event_type: string } | undefined)?.event_type;

  const walk = (query: EventQuery, order: EventOrder, from: Position | undefined, most: number): Walk<StoredEvent> => {
    const kinds = order.by === 'time' ? fewKinds(query) : undefined;
    if (!kinds) return along(query, order, from, most);
    return together(
      kinds.map(kind => along({ ...query, kind }, order, from, most)),
      order.descending,
    );
  };

  function* along(query: EventQuery, order: EventOrder, from: Position | undefined, most: number): Walk<StoredEvent> {
    for (const stretch of stretches(query, order, from, { first: Math.min(most, FIRST_ROWS), most: MOST_ROWS })) {
      const { where, values } = joined(indexed(query, order), within(order, stretch), filtered(query, order));
      const sql = `SELECT ${EVENT_COLUMNS} FROM event ${where} ${sorted(order)}`;
      for (const row of statement(sql).all(...values) as StoredEvent[]) {
        const at = positionOf(row, order);
        yield matches(row, query) ? { at, item: row } : { at };
      }
      if (stretch.to) yield { at: stretch.to };
    }
  }

  function* counts(query: EventQuery): Generator<number> {
    const kinds = fewKinds(query);
    if (!kinds) yield* countAlong(query);
    else for (const kind of kinds) yield* countAlong({ ...query, kind });
  }

  function* countAlong(query: EventQuery): Generator<number> {
    const order = { by: 'time', descending: true } as const;
    for (const stretch of stretches(query, order, undefined, { first: COUNTED_ROWS, most: COUNTED_ROWS })) {
      const { where, values } = joined(indexed(query, order), within(order, stretch), filtered(query, order));
      if (query.search === undefined) {
        yield (statement(`SELECT count(*) AS count FROM event ${where}`).get(...values) as { count: number }).count;
      } else {
        const rows = statement(`SELECT ${SEARCHED.join(', ')} FROM event ${where}`).all(...values) as SearchedText[];
        yield rows.filter(row => matches(row, query)).length;
      }
    }
  }

  const page = (query: EventQuery, order: EventOrder, size: number, from?: Position): Scan<Page<StoredEvent>> =>
    takePage(walk(query, order, from, size + 1), size);

  const total = (query: EventQuery, now: number, first?: Page<unknown>): Scan<Total> =>
    totals('events', query, now, { indexed: () => undefined, lines: () => counts(query) }, first);

  return {
    /** A page, and how many there are. @param now milliseconds */
    *list(
      query: EventQuery,
      order: EventOrder,
      size: number,
      from: Position | undefined,
      now: number,
    ): Scan<Page<StoredEvent> & { total: Total }> {
      const found = yield* page(query, order, size, from);
      return { ...found, total: yield* total(query, now, from ? undefined : found) };
    },

    page,

    /** Whole pages by how many are before them, newest first, and how many there are. @param now milliseconds */
    *numbered(query: EventQuery, section: Section, now: number): Scan<Page<StoredEvent> & { total: Total }> {
      const known = yield* total(query, now);
      const { offset, size, from } = section;
      if (!from && !known.isMinimum && offset > 0 && offset >= known.count) return { rows: [], total: known };
      const skip = from ? 0 : offset;
      const found = yield* takePage(walk(query, NEWEST_FIRST, from, skip + size + 1), size, { skip, whole: true });
      return { ...found, total: totalWith(known, section, found) };
    },

    /** @param now milliseconds */
    total: (query: EventQuery, now: number): Scan<Total> => total(query, now),
  };
}

/** Walks that are in order by themselves as one. */
function together<T>(walks: readonly Walk<T>[], descending: boolean): Walk<T> {
  const [first, second, ...more] = walks;
  if (!first) return nothing();
  if (!second) return first;
  if (more.length === 0) return interleaved(first, second, descending);
  const half = Math.ceil(walks.length / 2);
  return interleaved(together(walks.slice(0, half), descending), together(walks.slice(half), descending), descending);
}

function* nothing(): Walk<never> {}

/** What SQL cannot judge: letters beyond ASCII. */
function matches(row: SearchedText, { search }: EventQuery): boolean {
  const needle = search?.toLowerCase();
  return needle === undefined || SEARCHED.some(column => row[column].toLowerCase().includes(needle));
}

function positionOf({ timestamp_at, seq }: Pick<StoredEvent, 'timestamp_at' | 'seq'>, { by }: EventOrder): Position {
  return [BigInt(by === 'time' ? timestamp_at : seq), seq];
}

function sorted({ by, descending }: EventOrder): string {
  return `ORDER BY ${KEYS[by].columns.map(column => `${column} ${descending ? 'DESC' : 'ASC'}`).join(', ')}`;
}

/** What the index tells along which events are read. */
function indexed({ opId, endpoint, station, kind, fromMs, toMs }: EventQuery, { by }: EventOrder): Conditions {
  return conditions([
    ['op_id = ?', opId],
    ['endpoint = ?', endpoint],
    ['station = ?', station],
    ['event_type = ?', kind],
    ['timestamp_at >= ?', by === 'time' ? fromMs : undefined],
    ['timestamp_at < ?', by === 'time' ? toMs : undefined],
  ]);
}

function within({ by, descending }: EventOrder, { from, to }: Stretch): Conditions {
  const { name, place } = KEYS[by];
  const [behind, upTo] = descending ? ['<', '>='] : ['>', '<='];
  const bounds = [[behind, from] as const, [upTo, to] as const].flatMap(([comparison, position]) =>
    position ? [{ comparison, position }] : [],
  );
  return {
    where: bounds.map(({ comparison }) => `${name} ${comparison} ${place}`),
    values: bounds.flatMap(({ position }) => (by === 'time' ? [...position] : [position[1]])),
  };
}

/** What is looked at in each row. `+` keeps the index by time out of the choice for another order. */
function filtered(query: EventQuery, { by }: EventOrder): Conditions {
  const { epEui, bsEui, userId, fromMs, toMs } = query;
  const { where, values } = chosen(query);
  const more = conditions([
    ['ep_eui = ?', epEui],
    ['bs_eui = ?', bsEui],
    ['user_id = ?', userId],
    ['+timestamp_at >= ?', by === 'seq' ? fromMs : undefined],
    ['+timestamp_at < ?', by === 'seq' ? toMs : undefined],
  ]);
  return { where: [...where, ...more.where], values: [...values, ...more.values] };
}
