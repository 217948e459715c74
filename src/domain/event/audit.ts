import type { Acting } from './acting.ts';
import type { EventType, NewEvent } from './catalog.ts';
import type { Events } from './event-store.ts';

/** Tells who did something: the person or the key, and from where (events 3.9). @param org row id; null: it is about the installation */
export type Audit = (type: EventType, org: number | null, acting: Acting, data: NewEvent['data']) => void;

export function auditTrail(events: Events): Audit {
  return (type, org, { now, userId, userEmail, actor, keyId, address }, data) => {
    const source = keyId === undefined ? 'user' : 'api_key';
    const who = { source, sourceId: keyId ?? userId, sourceName: actor, userId, userEmail } as const;
    const from = address === undefined ? {} : { remoteAddress: address };
    events.raise({ type, org, ...who, at: now, storedAt: now, data: { ...data, ...from } });
  };
}
