import type { Store } from '../../domain/domain.ts';
import { categories, severities } from '../../domain/event/catalog.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { demand } from '../../rpc/call/rights.ts';
import { flag, oneOf, uuid } from '../../rpc/checks.ts';
import { all, type Check, fields, list, type Maybe, optional } from '../../rpc/input.ts';
import { readable } from '../../rpc/readable.ts';
import { type Group, group, method } from '../define.ts';
import { eventsToRest } from '../event-wire.ts';
import { organizationId, restCursorPage } from '../input.ts';
import { findDevice } from '../known-devices.ts';
import { span } from '../range-input.ts';
import { totalToRest } from '../totals.ts';

const MAX_WORDS = 100;
const AUDIT_LINES = 10_000;
const NDJSON = 'application/x-ndjson';
const AUDIT = { needs: 'A', scope: 'events:read' } as const;

/** The number of an event, from which on is asked. */
const after: Check<Maybe<number | string>, number> = (wire, at) => {
  const number = Number(wire ?? 0);
  return Number.isSafeInteger(number) ? number : at.refuse('format', 'InvalidArgument');
};

/** What happened (REST section 10). */
export function events({ store, clock }: { readonly store: Store; readonly clock: Clock }): Group {
  return group('Events', [
    method('rest.v1.RestService/ExportAudit', {
      http: {
        at: 'GET /api/v2/audit/export',
        id: 'exportAudit',
        summary: 'Who did what: a line of JSON each, in order, with the hashes that join them',
        download: { bytes: 'content', type: 'content_type', types: [NDJSON] },
      },
      ...{ access: 'org', ...AUDIT },
      demands: ({ installation }, by) => {
        if (installation) demand(by, { needs: 'S', scope: AUDIT.scope });
      },
      input: all(span, fields({ organization_id: organizationId, after, installation: flag })),
      async handle({ span: { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER }, after: behind, installation }, { org }) {
        const query = { org: installation ? null : org, from: fromMs, to: toMs, after: behind, most: AUDIT_LINES };
        return { content: Buffer.from(await store.scan.audit.lines(query)), content_type: NDJSON };
      },
    }),
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
