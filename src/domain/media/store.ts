import { listed } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { columns, type MediaRow } from './columns.ts';

/** Images of an organization. */
export function mediaReader(db: Db) {
  const byUuid = db.prepare(`SELECT id, ${listed(columns)} FROM media WHERE uuid = ? AND org = ?`);

  return {
    find(org: number, uuid: string): MediaRow | undefined {
      return byUuid.get(uuid, org) as MediaRow | undefined;
    },
  };
}
export type MediaReader = ReturnType<typeof mediaReader>;
