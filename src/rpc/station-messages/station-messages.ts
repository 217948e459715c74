import type { Position } from '../../database/scan.ts';
import type { Store } from '../../domain/domain.ts';
import { severities } from '../../domain/event/catalog.ts';
import { NO_ENDPOINT } from '../../domain/message/identity.ts';
import { lineTerms, type StationQuery } from '../../domain/message/line-search.ts';
import type { StationLine } from '../../domain/station/lines.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Notifier } from '../../kit/notifier.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { activityPage, KINDS } from '../activity.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { asIs, eui, flag, oneOf, query as searchText, uuid } from '../checks.ts';
import type { EventFeed } from '../event-feed.ts';
import { compress, EXPORT_FORMATS, exportFrames, exportRow, MAX_CONTENT } from '../export.ts';
import { findStationId } from '../find.ts';
import { follow, openCursor, streamStart } from '../follow.ts';
import { all, fields, type Input, list, optional } from '../input.ts';
import {
  ceilMs,
  logPage,
  orderBy,
  type Page,
  STANDARD_PAGE,
  type TimeRange,
  timeFilter,
  timeRange,
} from '../list-input.ts';
import { totalToWire } from '../paging.ts';
import { type LineView, lineToWire } from '../station-lines.ts';
import { timestamp, timestampNs } from '../wire.ts';

interface LineSources {
  readonly store: Store;
  readonly clock: Clock;
  /** Notified when messages, or downlinks of a station, became visible. */
  readonly newMessages: Notifier;
  readonly feed: EventFeed;
}

const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;
const MAX_EXPORT_ROWS = 1_000_000;
const EXPORT_BATCH = 1000;
/** An export that has to look for its rows for longer goes on with the next call. */
const EXPORT_MS = 10_000;

const direction = optional(oneOf(['uplink', 'downlink'], 'InvalidDirection'));
const RULE = { access: 'org', needs: 'R', scope: 'messages:read' } as const;

/** `page_token` of an answer whose size is bound by its bytes. */
const continued: Input<
  { readonly page_token?: string | null | undefined },
  { readonly page: Page<bigint> },
  'page_token'
> = {
  names: ['page_token'],
  read: logPage(STANDARD_PAGE).read,
};

export function stationMessages({ store, clock, newMessages, feed }: LineSources): readonly Row[] {
  return [
    rpc('ListBaseStationMessages', {
      ...RULE,
      input: all(
        logPage(STANDARD_PAGE),
        timeFilter,
        fields({
          bs_eui: eui,
          direction,
          ep_eui: optional(eui),
          duplicate: optional(asIs<boolean>),
          dl_open: optional(asIs<boolean>),
          order_by: orderBy(['occurred_at'], 'desc'),
        }),
      ),
      async handle(filter, call) {
        const station = findStationId(store, call, filter.bs_eui);
        const query = {
          station,
          org: call.org,
          direction: filter.direction,
          endpoint: await endpointIds(store, call.org, filter.ep_eui),
          fromNs: filter.range.startNs,
          toNs: filter.range.endNs,
          duplicate: filter.duplicate,
          dlOpen: filter.dl_open,
        };
        const descending = filter.order_by.direction === 'desc';
        return listed({ store, clock }, query, descending, filter, [], call);
      },
    }),
    rpc('GetBaseStationMessage', {
      ...RULE,
      input: fields({ bs_eui: eui, id: uuid }),
      handle({ bs_eui, id }, call) {
        const line = store.read.messages.stationLine(findStationId(store, call, bs_eui), id);
        if (!line) throw fault('MessageNotFound', { id });
        return lineToWire(line, { ...viewOf(store, call, bs_eui), subpackets: true });
      },
    }),
    rpc('GetBaseStationMessageStats', {
      ...RULE,
      input: all(timeRange({ windowHours: DAY_HOURS }), fields({ bs_eui: eui })),
      async handle({ bs_eui, range }, call) {
        const key = findStationId(store, call, bs_eui);
        const [fromMs, toMs] = [ceilMs(range.startNs), ceilMs(range.endNs)];
        const [{ total, duplicates, endpoints: heard }, ended] = await Promise.all([
          store.scan.stationStatistics.heard(call.signal, { org: call.org, station: key, fromMs, toMs }),
          store.scan.messages.stationDownlinks(key, 'endpoint', fromMs, toMs),
        ]);
        const { messages: receptions, levels } = total;
        const downlinks = ended.reduce((sum, { lines }) => sum + lines, 0);
        const lines = receptions + downlinks;
        const endpoints = new Set([...heard, ...ended.map(({ key: endpoint }) => endpoint)]);
        endpoints.delete(NO_ENDPOINT);
        const firstAt = ended.reduce((first, figures) => Math.min(first, figures.firstAt), total.firstAt);
        const lastAt = ended.reduce((last, figures) => Math.max(last, figures.lastAt), total.lastAt);
        const average = (sum: number, count: number) => (count > 0 ? sum / count : undefined);
        return {
          bs_eui,
          start_time: timestampNs(range.startNs),
          end_time: timestampNs(range.endNs),
          total: lines,
          uplinks: receptions,
          downlinks,
          unique_endpoints: endpoints.size,
          duplicates,
          avg_rssi: average(levels.rssiSum, receptions),
          avg_snr: average(levels.snrSum, receptions),
          avg_eq_snr: average(levels.eqSnrSum, levels.eqSnrCount),
          min_rssi: receptions > 0 ? levels.rssiMin : undefined,
          max_rssi: receptions > 0 ? levels.rssiMax : undefined,
          first_message_at: lines > 0 ? timestamp(firstAt) : null,
          last_message_at: lines > 0 ? timestamp(lastAt) : null,
          by_profile: Object.fromEntries(total.profiles),
          by_mode: Object.fromEntries(total.modes),
          payload_bytes: total.bytes,
        };
      },
    }),
    rpc('SearchBaseStationMessages', {
      ...RULE,
      input: all(
        logPage(STANDARD_PAGE),
        timeRange({ windowHours: WEEK_HOURS }),
        fields({ bs_eui: eui, query: searchText, direction, ep_eui: optional(eui) }),
      ),
      async handle(filter, call) {
        const station = findStationId(store, call, filter.bs_eui);
        const { startNs, endNs, carried } = fixedRange(filter);
        const query = {
          station,
          org: call.org,
          direction: filter.direction,
          endpoint: await endpointIds(store, call.org, filter.ep_eui),
          fromNs: startNs,
          toNs: endNs,
          terms: lineTerms(filter.query),
        };
        return listed({ store, clock }, query, true, filter, carried, call);
      },
    }),
    rpc('ExportBaseStationMessages', {
      ...RULE,
      input: all(
        continued,
        timeRange({ windowHours: DAY_HOURS }),
        fields({
          bs_eui: eui,
          format: optional(oneOf(EXPORT_FORMATS, 'InvalidExportFormat')),
          direction,
          ep_eui: optional(eui),
          gzip: flag,
        }),
      ),
      async handle(filter, call) {
        const { bs_eui, format = 'csv', gzip } = filter;
        const station = findStationId(store, call, bs_eui);
        const { startNs, endNs, carried } = fixedRange(filter);
        const { org } = call;
        const query = {
          station,
          org,
          direction: filter.direction,
          endpoint: await endpointIds(store, call.org, filter.ep_eui),
          fromNs: startNs,
          toNs: endNs,
        };
        const { count: rows } = await store.scan.messages.stationTotal(call.signal, query, clock.now());
        if (rows > MAX_EXPORT_ROWS) throw fault('ExportTooLarge', { rows, limit: MAX_EXPORT_ROWS });
        const frame = exportFrames[format];
        const taken = await takeRows({ store, clock }, query, filter.page.after, call, bs_eui, format);
        const content = Buffer.from(`${frame.head}${taken.rows.join(frame.between)}${frame.end}`);
        const stamp = (ns: bigint) => new Date(ceilMs(ns)).toISOString().slice(0, 19).replace(/[-:]/g, '');
        return {
          content: gzip ? await compress(content) : content,
          filename: `bs-${bs_eui}-${stamp(startNs)}Z-${stamp(endNs)}Z.${format}${gzip ? '.gz' : ''}`,
          content_type: gzip ? 'application/gzip' : frame.type,
          row_count: taken.rows.length,
          truncated: taken.next !== undefined,
          next_page_token: filter.page.next(taken.next, ...carried),
        };
      },
    }),
    rpc('StreamBaseStationMessages', {
      ...RULE,
      input: all(streamStart, fields({ bs_eui: eui, direction, ep_eui: optional(eui) })),
      handle({ start, bs_eui, direction: way, ep_eui }, call) {
        const station = findStationId(store, call, bs_eui);
        const log = store.read.messages;
        const view = viewOf(store, call, bs_eui);
        const { org } = call;
        const from = openCursor(log, start, clock.now());
        return follow({ log, news: newMessages, signal: call.signal, clock }, from, (after, limit) => {
          const { lines, upTo, more } = log.stationAfter(station, after, limit);
          const wanted = (line: StationLine) => {
            if (way !== undefined && way !== line.direction) return false;
            const about = line.direction === 'uplink' ? line.message : line.downlink;
            return ep_eui === undefined || (about.org === org && about.epEui === ep_eui);
          };
          const items = lines
            .values()
            .filter(wanted)
            .map(line => lineToWire(line, view));
          return { items, upTo, more };
        });
      },
    }),
    rpc('ListBaseStationActivity', {
      ...RULE,
      input: all(
        logPage(STANDARD_PAGE),
        timeFilter,
        fields({
          bs_eui: eui,
          kinds: list(oneOf(KINDS), KINDS.length),
          severity: optional(oneOf(severities, 'InvalidSeverity')),
        }),
      ),
      handle: (filter, call) =>
        activityPage({ store, clock, feed }, { ...filter, station: findStationId(store, call, filter.bs_eui) }, call),
    }),
  ];
}

function viewOf(store: Store, { org }: Call, bsEui: string): LineView {
  return { bsEui, org, decode: store.read.messages.decoded };
}

async function endpointIds(store: Store, org: number, ep_eui: string | undefined): Promise<number[] | undefined> {
  return ep_eui === undefined ? undefined : store.scan.directory.endpointIds(org, ep_eui);
}

/** All pages of one answer show the window of the first, also when that ended now: the token carries it. */
function fixedRange({ page: { after, carried }, range }: { page: Page<bigint>; range: TimeRange<bigint> }) {
  const [start, end] = carried;
  const startNs = after ? BigInt(start ?? 0) : range.startNs;
  const endNs = after ? BigInt(end ?? 0) : range.endNs;
  return { startNs, endNs, carried: [String(startNs), String(endNs)] };
}

async function listed(
  { store, clock }: Pick<LineSources, 'store' | 'clock'>,
  query: StationQuery,
  descending: boolean,
  asked: { page: Page<bigint>; bs_eui: string },
  carried: readonly string[],
  call: Call,
) {
  const { size, after, next } = asked.page;
  const view = viewOf(store, call, asked.bs_eui);
  const page = await store.scan.messages.stationList(call.signal, query, descending, size, after, clock.now());
  return {
    messages: page.rows.map(line => lineToWire(line, view)),
    ...totalToWire(page.total),
    next_page_token: next(page.next, ...carried),
  };
}

/** Rows oldest first until the content is full, or they have been looked for long enough. */
async function takeRows(
  { store, clock }: Pick<LineSources, 'store' | 'clock'>,
  query: StationQuery,
  from: Position | undefined,
  call: Call,
  bsEui: string,
  format: (typeof EXPORT_FORMATS)[number],
): Promise<{ rows: string[]; next: Position | undefined }> {
  const view = viewOf(store, call, bsEui);
  const rows: string[] = [];
  let bytes = 1024;
  let position = from;
  const begun = clock.monotonic();
  for (;;) {
    const batch = await store.scan.messages.stationRows(call.signal, query, false, EXPORT_BATCH, position);
    for (const line of batch.rows) {
      const row = exportRow(line, view, format);
      bytes += Buffer.byteLength(row) + 1;
      if (bytes > MAX_CONTENT) return { rows, next: position };
      rows.push(row);
      position = [line.at, line.seq];
    }
    if (!batch.next) return { rows, next: undefined };
    position = batch.next;
    if (clock.monotonic() - begun > EXPORT_MS) return { rows, next: position };
  }
}
