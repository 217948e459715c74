import type { Position } from '../database/scan.ts';
import type { Store } from '../domain/domain.ts';
import type { Severity } from '../domain/event/catalog.ts';
import type { StoredEvent } from '../domain/event/event-columns.ts';
import type { EventQuery } from '../domain/event/list.ts';
import type { StationQuery } from '../domain/message/line-search.ts';
import type { StationLine } from '../domain/station/lines.ts';
import type { Clock } from '../kit/time/clock.ts';
import { MS_NS } from '../kit/units.ts';
import type { Call } from './call/define.ts';
import type { EventFeed } from './event-feed.ts';
import { eventToWire } from './event-fields.ts';
import { ceilMsOf, type Page, type TimeRange } from './list-input.ts';
import { totalToWire } from './paging.ts';
import type { ActivityItemOut } from './schema.gen.ts';
import { type LineView, lineToWire, lineUuid } from './station-lines.ts';
import { timestampNs } from './wire.ts';

export const KINDS = ['event', 'message'] as const;

const NEWEST_FIRST = { by: 'time', descending: true } as const;
const NONE = { count: 0, isMinimum: false };

interface Sources {
  readonly store: Store;
  readonly clock: Clock;
  readonly feed: EventFeed;
}

interface ActivityQuery {
  readonly station: number;
  readonly bs_eui: string;
  readonly page: Page<bigint>;
  readonly range: TimeRange<bigint | undefined>;
  readonly kinds: readonly (typeof KINDS)[number][];
  readonly severity: Severity | undefined;
}

/** The `seq` of an event, which has none among the lines. */
const EVENT_SEQ = Number.MAX_SAFE_INTEGER;

/** An item in the total order: time, then id; `seq` finds the line again. */
interface Item {
  readonly at: bigint;
  readonly id: string;
  readonly seq: number;
  readonly wire: ActivityItemOut;
}

/** Events and traffic lines of one station, newest first in one order. Only events have a severity: a filter by it leaves lines out. */
export async function activityPage({ store, clock, feed }: Sources, asked: ActivityQuery, call: Call) {
  const { org } = call;
  const { range, station, severity } = asked;
  const wanted = (kind: (typeof KINDS)[number]) => asked.kinds.length === 0 || asked.kinds.includes(kind);
  const size = asked.page.size + 1;
  const { after } = asked.page;
  const lastId = String(asked.page.carried[0]);
  const events = {
    org,
    station,
    severities: severity && [severity],
    fromMs: ceilMsOf(range.startNs),
    toMs: ceilMsOf(range.endNs),
  };
  const lines = { org, station, fromNs: range.startNs, toNs: range.endNs };
  const [foundEvents, eventCount, foundLines, lineCount] = await Promise.all([
    wanted('event') ? eventsBehind({ store, feed }, events, size, after && eventsAfter(after[0], lastId), call) : [],
    wanted('event') ? store.scan.eventLists.total(call.signal, events, clock.now()) : NONE,
    wanted('message') && severity === undefined
      ? linesBehind(store, lines, asked.bs_eui, size, after, lastId, call)
      : [],
    wanted('message') && severity === undefined
      ? store.scan.messages.stationTotal(call.signal, lines, clock.now())
      : NONE,
  ]);
  const items = [...foundEvents, ...foundLines].sort(newestFirst);
  const shown = items.slice(0, asked.page.size);
  const last = items.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ wire }) => wire),
    ...totalToWire({
      count: eventCount.count + lineCount.count,
      isMinimum: eventCount.isMinimum || lineCount.isMinimum,
    }),
    next_page_token: last ? asked.page.next([last.at, last.seq], last.id) : '',
  };
}

/** The next events, newest first. Those of one millisecond go by their ids here, and are read in the order of their storage. */
async function eventsBehind(
  { store, feed }: Pick<Sources, 'store' | 'feed'>,
  query: EventQuery,
  size: number,
  after: readonly [at: number, id: string] | undefined,
  { signal, organizationId }: Call,
): Promise<Item[]> {
  const found: StoredEvent[] = [];
  const shown = ({ timestamp_at: at, uuid }: StoredEvent) => after?.[0] === at && uuid >= after[1];
  let from: Position | undefined = after && [BigInt(after[0]), Number.MAX_SAFE_INTEGER];
  for (;;) {
    const page = await store.scan.eventLists.page(signal, query, NEWEST_FIRST, size + 1, from);
    found.push(...page.rows.filter(event => !shown(event)));
    // More than are wanted may be of one millisecond.
    const beyond = (found.at(-1)?.timestamp_at ?? 0) < (found[size - 1]?.timestamp_at ?? 0);
    if (beyond || !page.next) return found.map(event => eventItem(feed.live(event), organizationId));
    from = page.next;
  }
}

/** The next lines, newest first. Lines of the very nanosecond of the event a page ended with may have been shown before that event. */
async function linesBehind(
  store: Store,
  query: StationQuery,
  bsEui: string,
  size: number,
  after: Position | undefined,
  lastId: string,
  { signal }: Call,
): Promise<Item[]> {
  const shown = ({ at, id }: Item) => after?.[1] === EVENT_SEQ && at === after[0] && id > lastId;
  const view = { bsEui, org: query.org, decode: store.read.messages.decoded };
  const items: Item[] = [];
  let from = after;
  for (;;) {
    const page = await store.scan.messages.stationRows(signal, query, true, size, from);
    items.push(...page.rows.map(line => lineItem(line, view)).filter(item => !shown(item)));
    if (items.length >= size || !page.next) return items;
    from = page.next;
  }
}

function newestFirst(a: Item, b: Item): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  if (a.seq !== EVENT_SEQ && b.seq !== EVENT_SEQ) return b.seq - a.seq;
  return a.id < b.id ? 1 : -1;
}

/** Events go by milliseconds: an event of the same millisecond as a line that is a fraction later comes after that line. */
function eventsAfter(at: bigint, id: string): readonly [number, string] {
  const exact = at % MS_NS === 0n;
  return [Number(at / MS_NS), exact ? id : '~'];
}

function eventItem(event: StoredEvent, organizationId: string): Item {
  const at = BigInt(event.timestamp_at) * MS_NS;
  return {
    at,
    id: event.uuid,
    seq: EVENT_SEQ,
    wire: { occurred_at: timestampNs(at), event: eventToWire(event, organizationId) },
  };
}

function lineItem(line: StationLine, view: LineView): Item {
  const wire = { occurred_at: timestampNs(line.at), message: lineToWire(line, view) };
  return { at: line.at, id: lineUuid(line), seq: line.seq, wire };
}
