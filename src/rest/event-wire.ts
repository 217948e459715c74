import type { Store } from '../domain/domain.ts';
import type { StoredEvent } from '../domain/event/event-columns.ts';
import type { Call } from '../rpc/call/define.ts';
import { struct, timestamp } from '../rpc/wire.ts';
import { wrappedBy } from './known-devices.ts';
import type { DeviceEventOut } from './schema.gen.ts';

/** Events with the devices they are about. */
export function eventsToRest(
  store: Store,
  events: Iterable<StoredEvent>,
  { org }: Pick<Call, 'org'>,
): DeviceEventOut[] {
  const wrapping = wrappedBy(store);
  return [...events].map(event => {
    const endpoint = event.ep_eui === null ? undefined : store.read.directory.endpoint(org, event.ep_eui)?.id;
    return {
      id: event.uuid,
      type: event.event_type,
      category: event.category,
      severity: event.severity,
      title: event.title,
      description: event.description,
      device_id: endpoint === undefined ? undefined : wrapping(endpoint)?.uuid,
      client_device_id: event.ep_eui ?? undefined,
      timestamp: timestamp(event.timestamp_at),
      data: struct(JSON.parse(event.data) as Record<string, unknown>),
      seq: event.seq,
    };
  });
}
