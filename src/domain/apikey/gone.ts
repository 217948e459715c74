import type { Db } from '../../database/driver.ts';
import { eventStore } from '../event/event-store.ts';
import { onceStore } from '../once/once-store.ts';
import { apiKeyStore } from './api-key-store.ts';

/** Uuids of keys that were deleted, as events tell. */
export function deletedKeys(db: Db): readonly string[] {
  const told = db
    .prepare(
      `SELECT json_extract(data, '$.apiKeyId') AS uuid FROM event
       WHERE event_type = 'api_key.deleted' AND json_valid(data)`,
    )
    .all();
  return (told as { uuid: string | null }[]).flatMap(({ uuid }) => uuid ?? []);
}

/** For an earlier copy of the table: keys that were deleted since are deleted again, and its events say so. */
export function deleteAgain(db: Db, deleted: readonly string[], now: number): void {
  const keys = apiKeyStore(db, { events: eventStore(db), repeatable: onceStore(db).repeatable });
  const acting = { now, userId: undefined, userEmail: undefined, actor: 'restore', address: 'local' };
  for (const uuid of deleted) {
    const key = keys.byUuid(uuid);
    if (key) keys.remove(key.org, uuid, undefined, acting);
  }
}

export function hasKeys(db: Db): boolean {
  return db.prepare('SELECT 1 FROM api_key LIMIT 1').get() !== undefined;
}
