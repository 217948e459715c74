import type { Page as StoredPage, Total } from '../../database/scan.ts';
import type { Store } from '../../domain/domain.ts';
import type { MessageQuery } from '../../domain/message/filters.ts';
import { seqOfUuid } from '../../domain/message/identity.ts';
import type { Order as LogOrder, StoredMessage } from '../../domain/message/log.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Notifier } from '../../kit/notifier.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { asIs, eui, flag, number, oneOf, text, uuid } from '../checks.ts';
import { findRegistration } from '../find.ts';
import { follow, openCursor, streamStart } from '../follow.ts';
import { all, fields, list, optional, refine } from '../input.ts';
import { logPage, type Order, orderBy, type Page, STANDARD_PAGE, timeFilter } from '../list-input.ts';
import { totalToWire } from '../paging.ts';
import type { MessageOut } from '../schema.gen.ts';
import { stationNames } from '../station-names.ts';
import { countedToWire } from './count-wire.ts';
import { type Counts, SharedCounts } from './counts.ts';
import { type MessageView, messageToWire } from './message-wire.ts';
import { type Counted, thinned } from './thinned.ts';

interface MessageSources {
  readonly store: Store;
  readonly clock: Clock;
  /** Notified when messages became visible. */
  readonly newMessages: Notifier;
}

const MAX_EUIS = 100;
const WORD_MAX = 128;
const MOST_PER_SECOND = 10_000;
const DECODE_STATUSES = ['success', 'failed', 'skipped', 'pending'] as const;

const format = optional(number(0, 255));
const order = orderBy(['received_at', 'seq'], 'desc');

export function messages({ store, clock, newMessages }: MessageSources): readonly Row[] {
  const shared = new SharedCounts(store.read.messages, clock);
  /** Of a whole organization, once for all of its streams. */
  const whole = new WeakMap<Counts, Map<number, Counted<MessageOut>>>();
  const wholeOf = (counts: Counts, org: number, isOfStream: Parameters<typeof countedToWire>[1]) => {
    const made = whole.get(counts) ?? new Map<number, Counted<MessageOut>>();
    whole.set(counts, made);
    const counted = made.get(org) ?? countedToWire(counts, isOfStream);
    made.set(org, counted);
    return counted;
  };
  return [
    rpc('GetMessage', {
      access: 'org',
      needs: 'R',
      scope: 'messages:read',
      input: fields({ id: uuid }),
      handle({ id }, call) {
        const message = seqOfUuid(id) && store.read.messages.find(id);
        const { org } = call;
        if (!message || message.org !== org) throw fault('MessageNotFound', { id });
        return messageToWire(message, viewOf(store, call, true, [message]));
      },
    }),
    rpc('ListMessages', {
      access: 'org',
      needs: 'R',
      scope: 'messages:read',
      input: all(
        logPage(STANDARD_PAGE),
        timeFilter,
        fields({
          ep_eui: optional(eui),
          bs_eui: optional(eui),
          format,
          decode_status: optional(oneOf(DECODE_STATUSES)),
          duplicate: optional(asIs<boolean>),
          dl_open: optional(asIs<boolean>),
          profile: text(WORD_MAX),
          mode: text(WORD_MAX),
          device_model_id: optional(uuid),
          include_subpackets: flag,
          order_by: order,
        }),
      ),
      async handle(filter, call) {
        const { org } = call;
        const endpoint = filter.ep_eui && (await store.scan.directory.endpointIds(org, filter.ep_eui));
        const station = filter.bs_eui && (await store.scan.directory.stationIds(filter.bs_eui));
        const query = {
          org,
          endpoint,
          station,
          fromNs: filter.range.startNs,
          toNs: filter.range.endNs,
          format: filter.format,
          decodeStatus: filter.decode_status,
          duplicate: filter.duplicate,
          dlOpen: filter.dl_open,
          profile: filter.profile || undefined,
          mode: filter.mode || undefined,
          deviceModel: filter.device_model_id,
        };
        return listed({ store, clock }, query, filter, call);
      },
    }),
    rpc('ListEndpointMessages', {
      access: 'org',
      needs: 'R',
      scope: 'messages:read',
      input: all(
        logPage(STANDARD_PAGE),
        timeFilter,
        fields({
          ep_eui: eui,
          format,
          decode_status: optional(oneOf(DECODE_STATUSES)),
          include_subpackets: flag,
          order_by: order,
        }),
      ),
      handle(filter, call) {
        const { org } = call;
        const endpoint = findRegistration(store, call, filter.ep_eui);
        const query = {
          org,
          endpoint: endpoint.id,
          fromNs: filter.range.startNs,
          toNs: filter.range.endNs,
          format: filter.format,
          decodeStatus: filter.decode_status,
        };
        return listed({ store, clock }, query, filter, call);
      },
    }),
    rpc('StreamMessages', {
      access: 'org',
      needs: 'R',
      scope: 'messages:read',
      input: all(
        streamStart,
        fields({
          ep_euis: list(eui, MAX_EUIS),
          device_model_id: optional(uuid),
          include_subpackets: flag,
        }),
        refine(fields({ bs_eui: optional(eui), max_per_second: optional(number(0, MOST_PER_SECOND)) }), (asked, at) => {
          if (asked.bs_eui && asked.max_per_second) {
            const together = { fields: 'bs_eui, max_per_second' };
            at.in('max_per_second').refuse('presence', 'MutuallyExclusiveFields', together);
          }
          return asked;
        }),
      ),
      handle({ start, ep_euis, bs_eui, device_model_id, include_subpackets, max_per_second }, call) {
        const log = store.read.messages;
        const endpoints = new Set<string>(ep_euis);
        const ofStream = ({ org, epEui, deviceModel }: Pick<StoredMessage, 'org' | 'epEui' | 'deviceModel'>) =>
          org === call.org &&
          (endpoints.size === 0 || endpoints.has(epEui)) &&
          (device_model_id === undefined || deviceModel === device_model_id);
        const read = (after: number, limit: number) => {
          const rows = log.after(after, limit);
          const view = viewOf(store, call, include_subpackets, rows);
          const wanted = (message: StoredMessage) =>
            ofStream(message) &&
            (bs_eui === undefined || message.receptions.some(({ station }) => view.names(station).eui === bs_eui));
          const items = rows
            .values()
            .filter(wanted)
            .map(message => messageToWire(message, view));
          return { items, upTo: rows.at(-1)?.seq ?? after, more: rows.length === limit };
        };
        const isWhole = endpoints.size === 0 && device_model_id === undefined;
        const count = (after: number) => {
          const counts = shared.after(after);
          return isWhole ? wholeOf(counts, call.org, ofStream) : countedToWire(counts, ofStream);
        };
        const from = openCursor(log, start, clock.now());
        const followed = { log, news: newMessages, signal: call.signal, clock };
        return max_per_second ? thinned(followed, from, max_per_second, { read, count }) : follow(followed, from, read);
      },
    }),
  ];
}

function viewOf(
  store: Store,
  { org, organizationId }: Call,
  subpackets: boolean,
  messages: readonly StoredMessage[],
): MessageView {
  const reports = store.read.rxStatus.ofMessages(messages.map(({ seq }) => seq));
  return {
    organizationId,
    org,
    subpackets,
    names: stationNames(store),
    decode: store.read.messages.decoded,
    reports: seq => reports.get(seq) ?? [],
  };
}

async function listed(
  { store, clock }: Pick<MessageSources, 'store' | 'clock'>,
  query: MessageQuery,
  asked: { page: Page<bigint>; order_by: Order<'received_at' | 'seq'>; include_subpackets: boolean },
  call: Call,
) {
  const { size, after, next } = asked.page;
  const by: LogOrder = {
    by: asked.order_by.by === 'seq' ? 'seq' : 'time',
    descending: asked.order_by.direction === 'desc',
  };
  // Without filters both are a few reads by key, whatever the length of the log.
  const { org: _, ...filters } = query;
  const plain = Object.values(filters).every(value => value === undefined);
  const read = store.read.messages;
  const plainPage = (): StoredPage<StoredMessage> & { total: Total } => ({
    ...read.page(query, by, size, after),
    total: { count: read.count(query), isMinimum: false },
  });
  const found = plain ? plainPage() : await store.scan.messages.list(call.signal, query, by, size, after, clock.now());
  const view = viewOf(store, call, asked.include_subpackets, found.rows);
  return {
    messages: found.rows.map(message => messageToWire(message, view)),
    ...totalToWire(found.total),
    next_page_token: next(found.next),
  };
}
