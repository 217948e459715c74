import type { Store } from '../../domain/domain.ts';
import { categories, severities } from '../../domain/event/catalog.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { oneOf, uuid } from '../../rpc/checks.ts';
import { all, fields, list, optional } from '../../rpc/input.ts';
import { readable } from '../../rpc/readable.ts';
import { type Group, group, method } from '../define.ts';
import { eventsToRest } from '../event-wire.ts';
import { restCursorPage } from '../input.ts';
import { findDevice } from '../known-devices.ts';
import { span } from '../range-input.ts';
import { totalToRest } from '../totals.ts';

const MAX_WORDS = 100;

/** What happened (REST section 10). */
export function events({ store, clock }: { readonly store: Store; readonly clock: Clock }): Group {
  return group('Events', [
    method('rest.v1.RestService/FindEvents', {
      http: {
        at: 'GET /api/v2/events',
        id: 'listEvents',
        summary: 'What happened, the newest first',
      },
      ...{ access: 'org', needs: 'R', scope: 'events:read' },
      input: all(
        restCursorPage,
        span,
        fields({
          category: list(oneOf(categories, 'InvalidEventCategory'), MAX_WORDS),
          severity: list(oneOf(severities, 'InvalidSeverity'), MAX_WORDS),
          device_id: optional(uuid),
        }),
      ),
      async handle({ limit, place, span: { fromMs, toMs }, category, severity, device_id }, call) {
        const { org, signal } = call;
        const device = device_id === undefined ? undefined : findDevice(store, call, device_id);
        // No row has it: a device without endpoint has no events.
        const endpoint = device && (device.endpoint ?? 0);
        const query = { org, ...readable(call, category), severities: severity, endpoint, fromMs, toMs };
        const section = { offset: place.offset, from: place.from, size: limit };
        const { rows, total, next } = await store.scan.eventLists.numbered(signal, query, section, clock.now());
        const shown = eventsToRest(store, rows, call).map(({ seq: _, ...event }) => event);
        return { events: shown, ...totalToRest(total), next_cursor: place.next(next) };
      },
    }),
  ]);
}
