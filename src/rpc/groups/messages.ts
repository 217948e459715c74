import type { Position } from '../../database/merge.ts';
import type { Page as StoredPage, Total } from '../../database/scan.ts';
import type { MessageQuery } from '../../domain/message/filters.ts';
import { seqOfUuid } from '../../domain/message/identity.ts';
import type { Order as LogOrder, StoredMessage } from '../../domain/message/log.ts';
import { fault } from '../../kit/faults.ts';
import { asIs, eui, flag, number, oneOf, text, uuid } from '../checks.ts';
import { type Call, type Row, rpc } from '../define.ts';
import { follow, openCursor, streamStart } from '../follow.ts';
import { all, fields, list, optional } from '../input.ts';
import { type Order, orderBy, type Page, page, STANDARD_PAGE, timeFilter } from '../list-input.ts';
import type { PageKey } from '../page-token.ts';
import { type MessageView, messageToWire, stationNames } from './message-wire.ts';

const MAX_EUIS = 100;
const WORD_MAX = 128;
const DECODE_STATUSES = ['success', 'failed', 'skipped', 'pending'] as const;
const MAX_COUNT = 0x7fff_ffff;

const format = optional(number(0, 255));
const order = orderBy(['received_at', 'seq'], 'desc');

export const messages: readonly Row[] = [
  rpc('GetMessage', {
    access: 'org',
    needs: 'R',
    scope: 'messages:read',
    input: fields({ id: uuid }),
    handle({ id }, call) {
      const message = seqOfUuid(id) && call.deps.store.read.messages.find(id);
      const { org } = call;
      if (!message || message.org !== org) throw fault('MessageNotFound', { id });
      return messageToWire(message, viewOf(call, org, true, [message]));
    },
  }),
  rpc('ListMessages', {
    access: 'org',
    needs: 'R',
    scope: 'messages:read',
    input: all(
      page(STANDARD_PAGE),
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
      const { store } = call.deps;
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
      return listed(query, filter, call);
    },
  }),
  rpc('ListEndpointMessages', {
    access: 'org',
    needs: 'R',
    scope: 'messages:read',
    input: all(
      page(STANDARD_PAGE),
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
      const { store } = call.deps;
      const { org } = call;
      const endpoint = store.read.directory.endpoint(org, filter.ep_eui);
      if (!endpoint) throw fault('EndPointNotFound', { ep_eui: filter.ep_eui });
      const query = {
        org,
        endpoint: endpoint.id,
        fromNs: filter.range.startNs,
        toNs: filter.range.endNs,
        format: filter.format,
        decodeStatus: filter.decode_status,
      };
      return listed(query, filter, call);
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
        bs_eui: optional(eui),
        device_model_id: optional(uuid),
        include_subpackets: flag,
      }),
    ),
    handle({ start, ep_euis, bs_eui, device_model_id, include_subpackets }, call) {
      const { store, clock, newMessages } = call.deps;
      const log = store.read.messages;
      const { org } = call;
      const endpoints = new Set<string>(ep_euis);
      const from = openCursor(log, start, clock.now());
      return follow({ log, newMessages, signal: call.signal, clock }, from, (after, limit) => {
        const rows = log.after(after, limit);
        const view = viewOf(call, org, include_subpackets, rows);
        const wanted = (message: StoredMessage) =>
          message.org === org &&
          (endpoints.size === 0 || endpoints.has(message.epEui)) &&
          (device_model_id === undefined || message.deviceModel === device_model_id) &&
          (bs_eui === undefined || message.receptions.some(({ station }) => view.names(station).eui === bs_eui));
        const items = rows
          .values()
          .filter(wanted)
          .map(message => messageToWire(message, view));
        return { items, upTo: rows.at(-1)?.seq ?? after, more: rows.length === limit };
      });
    },
  }),
];

function viewOf(call: Call, org: number, subpackets: boolean, messages: readonly StoredMessage[]): MessageView {
  const reports = call.deps.store.read.rxStatus.toldWith(messages.map(({ seq }) => seq));
  return {
    ...{ organizationId: call.organizationId, org, subpackets, names: stationNames(call) },
    reports: seq => reports.get(seq) ?? [],
  };
}

async function listed(
  query: MessageQuery,
  asked: { page: Page; order_by: Order<'received_at' | 'seq'>; include_subpackets: boolean },
  call: Call,
) {
  const { store, clock } = call.deps;
  const { size, after, next } = asked.page;
  const by: LogOrder = {
    by: asked.order_by.by === 'seq' ? 'seq' : 'time',
    descending: asked.order_by.direction === 'desc',
  };
  // Without filters both are a few reads by key, whatever the length of the log.
  const { org, ...filters } = query;
  const plain = Object.values(filters).every(value => value === undefined);
  const read = store.read.messages;
  const plainPage = (): StoredPage<StoredMessage, Position> & { total: Total } => ({
    ...read.page(query, by, size, positionOf(after)),
    total: { count: read.count(query), isMinimum: false },
  });
  const found = plain
    ? plainPage()
    : await store.scan.messages.list(call.signal, query, by, size, positionOf(after), clock.now());
  const view = viewOf(call, org, asked.include_subpackets, found.rows);
  return {
    messages: found.rows.map(message => messageToWire(message, view)),
    ...totalToWire(found.total),
    next_page_token: next(keyOf(found.next)),
  };
}

/** What a list says of how many there are. */
export function totalToWire({ count, isMinimum }: Total) {
  return { total_count: Math.min(count, MAX_COUNT), total_is_minimum: isMinimum };
}

/** A position in a page token. */
export function keyOf(position: Position | undefined): PageKey | undefined {
  return position && [String(position[0]), position[1]];
}

export function positionOf(key: PageKey | undefined): Position | undefined {
  return key && [BigInt(key[0] ?? 0), Number(key[1])];
}
