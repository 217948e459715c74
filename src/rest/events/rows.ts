import type { Store } from '../../domain/domain.ts';
import { categories, severities } from '../../domain/event/catalog.ts';
import type { StoredEvent } from '../../domain/event/columns.ts';
import type { EventQuery } from '../../domain/event/list.ts';
import type { Clock } from '../../kit/clock.ts';
import { oneOf, uuid } from '../../rpc/checks.ts';
import { all, fields, list, optional } from '../../rpc/input.ts';
import { readable } from '../../rpc/readable.ts';
import { type Group, method } from '../define.ts';
import { eventsToRest } from '../event-wire.ts';
import { restPage } from '../input.ts';
import { findDevice } from '../known-devices.ts';
import { span } from '../range-input.ts';

const MAX_WORDS = 100;
/** Rows read in one go on the way to an offset. */
const STEP = 1000;
const NEWEST_FIRST = { by: 'time', descending: true } as const;

/** What happened (REST section 10). */
export function events({ store, clock }: { readonly store: Store; readonly clock: Clock }): Group {
  /** Events go page by page along an index, and a page may end early. */
  const section = async (query: EventQuery, offset: number, limit: number, signal: AbortSignal) => {
    const shown: StoredEvent[] = [];
    const sizeAt = (passed: number) => Math.min(STEP, offset + limit - passed);
    let page = await store.scan.eventLists.page(signal, query, NEWEST_FIRST, sizeAt(0));
    for (
      let passed = 0;
      ;
      page = await store.scan.eventLists.page(signal, query, NEWEST_FIRST, sizeAt(passed), page.next)
    ) {
      shown.push(...page.rows.slice(Math.max(offset - passed, 0)));
      passed += page.rows.length;
      if (!page.next || passed >= offset + limit) return shown;
    }
  };

  return {
    methods: [
      method('rest.v1.RestService/FindEvents', {
        ...{ access: 'org', needs: 'R', scope: 'events:read' },
        input: all(
          restPage,
          span,
          fields({
            category: list(oneOf(categories, 'InvalidEventCategory'), MAX_WORDS),
            severity: list(oneOf(severities, 'InvalidSeverity'), MAX_WORDS),
            device_id: optional(uuid),
          }),
        ),
        async handle({ limit, offset, span: { fromMs, toMs }, category, severity, device_id }, call) {
          const { org, signal } = call;
          const device = device_id === undefined ? undefined : findDevice(store, call, device_id);
          // No row has it: a device without endpoint has no events.
          const endpoint = device && (device.endpoint ?? 0);
          const query = { org, ...readable(call, category), severities: severity, endpoint, fromMs, toMs };
          const { count } = await store.scan.eventLists.total(signal, query, clock.now());
          const found = offset < count ? await section(query, offset, limit, signal) : [];
          const shown = eventsToRest(store, found, call).map(({ seq: _, ...event }) => event);
          return { events: shown, total: count };
        },
      }),
    ],
    operations: [
      {
        http: 'GET',
        path: '/api/v2/events',
        method: 'rest.v1.RestService/FindEvents',
        id: 'listEvents',
        tag: 'Events',
        summary: 'What happened, the newest first',
        query: ['limit', 'offset', 'category', 'severity', 'from', 'to', 'device_id'],
      },
    ],
  };
}
