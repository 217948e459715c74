import type { Store } from '../../domain/domain.ts';
import { categories, severities } from '../../domain/event/catalog.ts';
import type { StoredEvent } from '../../domain/event/event-columns.ts';
import type { EventQuery } from '../../domain/event/list.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { eui, oneOf, search, text, uuid } from '../checks.ts';
import type { EventFeed } from '../event-feed.ts';
import { eventToWire } from '../event-fields.ts';
import { findRegistration, findStationId } from '../find.ts';
import { streamStart } from '../follow.ts';
import { all, type Check, fields, list, type Maybe, optional } from '../input.ts';
import {
  ceilMsOf,
  logPage,
  type Order,
  orderBy,
  type Page,
  STANDARD_PAGE,
  type TimeRange,
  timeFilter,
} from '../list-input.ts';
import { totalToWire } from '../paging.ts';
import { readable } from '../readable.ts';
import { streamed } from './stream.ts';

interface EventSources {
  readonly store: Store;
  readonly clock: Clock;
  /** What is told of events that were stored. */
  readonly feed: EventFeed;
}

const MAX_WORDS = 100;
/** The longest kind, and an asterisk. */
const TYPE_MAX = 65;
const RULE = { access: 'org', needs: 'R', scope: 'events:read' } as const;

/** A kind of events, or the beginning of some with an asterisk behind it. */
const eventType: Check<Maybe<string>, string> = (wire, at) => {
  const type = text(TYPE_MAX)(wire, at);
  if (type.slice(0, -1).includes('*')) at.refuse('format', 'InvalidArgument', { reason: 'an asterisk before the end' });
  return type;
};

const INTEGER = /^-?[0-9]{1,19}$/;

/** The id of an operation, negative when it is the service center's; 0, which every session has one of, is no filter. */
const opId: Check<Maybe<string>, bigint | undefined> = (wire, at) => {
  if (wire === undefined || wire === null || wire === '' || wire === '0') return undefined;
  const id = INTEGER.test(wire) ? BigInt(wire) : undefined;
  if (id === undefined || BigInt.asIntN(64, id) !== id) at.refuse('format', 'InvalidArgument');
  return id;
};

const category = list(oneOf(categories, 'InvalidEventCategory'), MAX_WORDS);

/** What every stream of events takes. */
const chosen = {
  severities: list(oneOf(severities, 'InvalidSeverity'), MAX_WORDS),
  event_types: list(eventType, MAX_WORDS),
};
/** What every list of events takes. */
const filters = { ...chosen, order_by: orderBy(['timestamp', 'seq'], 'desc') };

export function events({ store, clock, feed }: EventSources): readonly Row[] {
  return [
    rpc('ListEvents', {
      ...RULE,
      input: all(
        logPage(STANDARD_PAGE),
        timeFilter,
        fields({
          categories: category,
          search,
          ep_eui: optional(eui),
          bs_eui: optional(eui),
          user_id: optional(uuid),
          op_id: opId,
          ...filters,
        }),
      ),
      handle(asked, call) {
        const { search: part, ep_eui: epEui, bs_eui: bsEui, user_id: userId, op_id } = asked;
        const about = { ...readable(call, asked.categories), search: part, epEui, bsEui, userId, opId: op_id };
        return listed({ store, clock, feed }, about, asked, call);
      },
    }),
    rpc('ListBaseStationEvents', {
      ...RULE,
      input: all(logPage(STANDARD_PAGE), timeFilter, fields({ bs_eui: eui, ...filters })),
      handle: (asked, call) =>
        listed(
          { store, clock, feed },
          { ...readable(call), station: findStationId(store, call, asked.bs_eui) },
          asked,
          call,
        ),
    }),
    rpc('ListEndPointEvents', {
      ...RULE,
      input: all(logPage(STANDARD_PAGE), timeFilter, fields({ ep_eui: eui, ...filters })),
      handle: (asked, call) =>
        listed(
          { store, clock, feed },
          { ...readable(call), endpoint: findRegistration(store, call, asked.ep_eui).id },
          asked,
          call,
        ),
    }),
    rpc('StreamEvents', {
      ...RULE,
      input: all(streamStart, fields({ categories: category, ...chosen })),
      handle({ start, categories: wanted, severities: severe, event_types: types }, call) {
        const followed = { org: call.org, ...readable(call, wanted), severities: severe, types };
        return streamed({ store, clock, feed }, followed, start, call, shownTo(call));
      },
    }),
    rpc('StreamBaseStationEvents', {
      ...RULE,
      input: all(streamStart, fields({ bs_eui: eui, ...chosen })),
      handle({ start, bs_eui, severities: severe, event_types: types }, call) {
        const station = findStationId(store, call, bs_eui);
        const followed = { org: call.org, ...readable(call), station, severities: severe, types };
        return streamed({ store, clock, feed }, followed, start, call, shownTo(call));
      },
    }),
    rpc('StreamEndPointEvents', {
      ...RULE,
      input: all(streamStart, fields({ ep_eui: eui, ...chosen })),
      handle({ start, ep_eui, severities: severe, event_types: types }, call) {
        const endpoint = findRegistration(store, call, ep_eui).id;
        const followed = { org: call.org, ...readable(call), endpoint, severities: severe, types };
        return streamed({ store, clock, feed }, followed, start, call, shownTo(call));
      },
    }),
  ];
}

const shownTo = ({ organizationId }: Call) => ({
  items: (events: Iterable<StoredEvent>) => Iterator.from(events).map(event => eventToWire(event, organizationId)),
});

interface EventsQuery {
  readonly page: Page<bigint>;
  readonly range: TimeRange<bigint | undefined>;
  readonly severities: EventQuery['severities'];
  readonly event_types: readonly string[];
  readonly order_by: Order<'timestamp' | 'seq'>;
}

async function listed(
  { store, clock, feed }: EventSources,
  about: Omit<EventQuery, 'org'>,
  { page, range, severities: severe, event_types: types, order_by }: EventsQuery,
  call: Call,
) {
  const query = {
    ...about,
    org: call.org,
    severities: severe,
    types,
    fromMs: ceilMsOf(range.startNs),
    toMs: ceilMsOf(range.endNs),
  };
  const order = { by: order_by.by === 'seq' ? 'seq' : 'time', descending: order_by.direction === 'desc' } as const;
  const found = await store.scan.eventLists.list(call.signal, query, order, page.size, page.after, clock.now());
  return {
    events: found.rows.map(event => eventToWire(feed.live(event), call.organizationId)),
    ...totalToWire(found.total),
    next_page_token: page.next(found.next),
  };
}
