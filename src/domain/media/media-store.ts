import { inserter, listed } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import { expectVersion, type WantedVersions } from '../../kit/expected-version.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { CredibleMs } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import type { Acting } from '../event/acting.ts';
import type { Repeatable } from '../once/once-store.ts';
import { columns, type MediaRow } from './media-columns.ts';

/** Of one image. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Of one organization: every snapshot of the database has them in it. */
export const MAX_IMAGES = 1000;
const MAX_BYTES = 128 * 1024 * 1024;

/** So many are looked at in one write, each of which may be of several megabytes. */
const SWEPT_AT_ONCE = 16;
/** What nothing refers to for so long is removed. */
const UNUSED_MS = DAY_MS;

/** An image never changes. */
const VERSION = 1;

export interface NewMedia {
  readonly uuid: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Devices name images by row id. */
export const salvagedMedia: SalvagedTables = { group: 'devices', tables: ['media', 'media_content'] };

/** Images of an organization. */
export function mediaReader(db: Db) {
  const byUuid = db.prepare(`SELECT id, ${listed(columns)} FROM media WHERE uuid = ? AND org = ?`);
  const anywhere = db.prepare(`SELECT id, ${listed(columns)} FROM media WHERE uuid = ?`);
  const content = db.prepare('SELECT content FROM media_content WHERE media = ?');

  return {
    find(org: number, uuid: string): MediaRow | undefined {
      return byUuid.get(uuid, org) as MediaRow | undefined;
    },

    /** For who has been given the address of this one. */
    findAnywhere(uuid: string): MediaRow | undefined {
      return anywhere.get(uuid) as MediaRow | undefined;
    },

    /** Its bytes: megabytes, which the main thread lets the reader fetch. */
    content(id: number): Uint8Array | undefined {
      return (content.get(id) as { content: Uint8Array } | undefined)?.content;
    },
  };
}
export type MediaReader = ReturnType<typeof mediaReader>;

/** Images come and go. */
export function mediaStore(
  db: Db,
  {
    repeatable,
    refersTo,
    removed,
  }: {
    repeatable: Repeatable;
    /** Whether something shows the image. */
    refersTo(id: number): boolean;
    /** It is about to go: what shows it does so no more. */
    removed(id: number, now: number): void;
  },
) {
  const { find } = mediaReader(db);
  const sums = db.prepare('SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM media WHERE org = ?');
  const insert = inserter(db, 'media', { ...columns, org: 'integer', unused_since: 'integer?' });
  const insertContent = db.prepare('INSERT INTO media_content (media, content) VALUES (?, ?)');
  const behind = db.prepare('SELECT id, unused_since FROM media WHERE id > ? ORDER BY id LIMIT ?');
  const note = db.prepare('UPDATE media SET unused_since = ? WHERE id = ?');
  const drop = db.prepare('DELETE FROM media WHERE id = ?');
  const ofOrg = db.prepare('SELECT id FROM media WHERE org = ? LIMIT ?');

  return {
    /** @throws fault `TooManyItems`, `StorageFull` */
    create: intake(
      repeatable((org: number, { uuid, filename, contentType, content }: NewMedia, { now }: Acting): MediaRow => {
        const { count, bytes } = sums.get(org) as { count: number; bytes: number };
        if (count >= MAX_IMAGES) throw fault('TooManyItems', { limit: MAX_IMAGES });
        if (bytes + content.length > MAX_BYTES) throw fault('StorageFull', { limit: MAX_BYTES });
        const row = { uuid, filename, content_type: contentType, size: content.length, created_at: now };
        const id = insert({ ...row, org, unused_since: now });
        insertContent.run(id, content);
        return { id, ...row };
      }),
    ),

    /** @throws fault `MediaNotFound`, `ConcurrentModification` */
    remove(org: number, uuid: string, wanted: WantedVersions, { now }: Acting): void {
      const row = find(org, uuid);
      if (!row) throw fault('MediaNotFound', { id: uuid });
      expectVersion(VERSION, wanted);
      removed(row.id, now);
      drop.run(row.id);
    },

    /**
     * Looks at some images, and removes those that were shown at no look for a day.
     * @param after the row id behind which it goes on
     * @returns where the next call goes on; undefined: that were all
     */
    sweep(after: number, credible: CredibleMs): number | undefined {
      const rows = behind.all(after, SWEPT_AT_ONCE) as { id: number; unused_since: number | null }[];
      for (const { id, unused_since: since } of rows) {
        if (refersTo(id)) {
          if (since !== null) note.run(null, id);
        } else if (since === null || since > credible) note.run(credible, id);
        else if (since + UNUSED_MS <= credible) drop.run(id);
      }
      return rows.length === SWEPT_AT_ONCE ? rows.at(-1)?.id : undefined;
    },

    /** Some of an organization that is deleted. @returns whether there may be more */
    removeSome(org: number): boolean {
      const rows = ofOrg.all(org, SWEPT_AT_ONCE) as { id: number }[];
      for (const { id } of rows) drop.run(id);
      return rows.length === SWEPT_AT_ONCE;
    },
  };
}
