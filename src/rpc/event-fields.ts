import type { StoredEvent } from '../domain/event/event-columns.ts';
import type { EventOut } from './schema.gen.ts';
import { struct, timestamp } from './wire.ts';

export function eventToWire(event: StoredEvent, organizationId: string): EventOut {
  return {
    id: event.uuid,
    seq: event.seq,
    event_type: event.event_type,
    category: event.category,
    severity: event.severity,
    title: event.title,
    description: event.description,
    source_type: event.source_type,
    source_id: event.source_id,
    source_name: event.source_name,
    ep_eui: event.ep_eui ?? '',
    bs_eui: event.bs_eui ?? '',
    ac_eui: event.ac_eui ?? '',
    user_id: event.user_id ?? '',
    user_email: event.user_email ?? '',
    timestamp: timestamp(event.timestamp_at),
    stored_at: timestamp(event.stored_at),
    data: struct({
      ...(JSON.parse(event.data) as Record<string, unknown>),
      // It was stored by a clock that was wrong.
      ...(event.moved_ms !== 0 && { timesMovedMs: event.moved_ms }),
    }),
    organization_id: event.org === null ? '' : organizationId,
    count: event.count,
  };
}
