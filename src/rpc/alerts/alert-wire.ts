import type { StoredAlert } from '../../domain/alert/list.ts';
import type { AlertOut } from '../schema.gen.ts';
import { struct, timestamp } from '../wire.ts';

export function alertToWire(alert: StoredAlert, organizationId: string): AlertOut {
  const { acknowledged_at, resolved_at, inhibited_by, silenced_until, flapping } = alert;
  return {
    id: alert.uuid,
    rule: alert.rule,
    severity: alert.severity,
    category: alert.category,
    status: alert.status,
    title: alert.title,
    description: alert.description,
    source_type: alert.source_type,
    source_id: alert.source_id,
    source_name: alert.source_name,
    first_seen_at: timestamp(alert.first_seen_at),
    last_seen_at: timestamp(alert.last_seen_at),
    count: alert.count,
    acknowledged_at: timestamp(acknowledged_at),
    acknowledged_by: alert.acknowledged_by,
    note: alert.note,
    resolved_at: timestamp(resolved_at),
    resolution: alert.resolution,
    event_id: alert.event ?? '',
    organization_id: alert.org === null ? '' : organizationId,
    data: struct({
      ...(JSON.parse(alert.data) as Record<string, unknown>),
      ...(flapping !== 0 && { flapping: true }),
      ...(inhibited_by !== '' && { inhibitedBy: inhibited_by }),
      ...(silenced_until !== null && { silencedUntil: new Date(silenced_until).toISOString() }),
    }),
  };
}
