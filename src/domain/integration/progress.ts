import type { Db } from '../../database/driver.ts';
import { before, type CredibleMs } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import type { Events } from '../event/event-store.ts';
import type { Integration, ItemStream, Parked } from './integration-records.ts';
import type { IntegrationReader } from './integration-rows.ts';

/** What is parked of one integration; the oldest goes beyond it. */
const MAX_PARKED = 10_000;
const PARKED_MS = 30 * DAY_MS;

export interface Advance {
  /** Row id. */
  readonly id: number;
  readonly stream: ItemStream;
  /** Everything up to there is acknowledged, parked, or not for it. */
  readonly cursor: number;
  /** Items that were acknowledged since the last time. */
  readonly delivered: number;
  readonly at: number;
}

/** What an integration tells of itself (events 3.7). */
export type IntegrationTold = 'connected' | 'disconnected' | 'failing' | 'recovered' | 'overflow';

/** How far integrations have come. What comes for one that is gone by then changes nothing. */
export function progressStore(
  db: Db,
  {
    events,
    reader,
    changed,
  }: {
    events: Events;
    reader: Pick<IntegrationReader, 'byId'>;
    /** What integrations want is to be read anew. */
    changed(): void;
  },
) {
  // One statement for all but the name of the column: a later cursor stays.
  const advanced = (column: string) =>
    db.prepare(
      `UPDATE integration_progress SET ${column} = max(${column}, ?), delivered = delivered + ?,
         last_success_at = CASE WHEN ? > 0 THEN ? ELSE last_success_at END WHERE integration = ?`,
    );
  const setCursor = { log: advanced('log_cursor'), events: advanced('event_cursor') };
  const exists = db.prepare('SELECT 1 FROM integration WHERE id = ?');
  const insert = db.prepare(
    'INSERT OR REPLACE INTO integration_parked (integration, stream, place, reason, parked_at) VALUES (?, ?, ?, ?, ?)',
  );
  const count = db.prepare('SELECT count(*) AS count FROM integration_parked WHERE integration = ?');
  const trim = db.prepare(
    `DELETE FROM integration_parked WHERE (integration, stream, place) IN (SELECT integration, stream, place FROM integration_parked
       WHERE integration = ? ORDER BY parked_at, stream, place LIMIT ?)`,
  );
  const dropOne = db.prepare('DELETE FROM integration_parked WHERE integration = ? AND stream = ? AND place = ?');
  const dropOld = db.prepare(
    `DELETE FROM integration_parked WHERE (integration, stream, place) IN
       (SELECT integration, stream, place FROM integration_parked WHERE parked_at < ? ORDER BY parked_at LIMIT ?)`,
  );
  const setError = db.prepare(
    'UPDATE integration_progress SET last_error = ?, last_error_at = ? WHERE integration = ?',
  );
  const disable = db.prepare(
    'UPDATE integration SET enabled = 0, ended = ?, revision = revision + 1, updated_at = ? WHERE id = ? AND enabled <> 0',
  );
  const endReplays = db.prepare('DELETE FROM integration_replay WHERE integration = ?');

  const told = (
    type: IntegrationTold,
    { org, uuid, name }: Pick<Integration, 'org' | 'uuid' | 'name'>,
    data: Readonly<Record<string, string | number>>,
    at: number,
  ) => events.raise({ type: `integration.${type}`, org, sourceId: uuid, sourceName: name, at, storedAt: at, data });

  return {
    advance({ id, stream, cursor, delivered, at }: Advance): void {
      setCursor[stream].run(cursor, delivered, delivered, at, id);
    },

    /** The target refuses these for their own sake. */
    park({ id, items, at }: { id: number; items: readonly Omit<Parked, 'parkedAt'>[]; at: number }): void {
      if (!exists.get(id)) return;
      for (const { stream, place, reason } of items) insert.run(id, stream, place, reason, at);
      const { count: all } = count.get(id) as { count: number };
      if (all > MAX_PARKED) trim.run(id, all - MAX_PARKED);
    },

    /** Those are done with. @returns how many were parked */
    unpark: (id: number, items: readonly Pick<Parked, 'stream' | 'place'>[]): number =>
      items.reduce((sum, { stream, place }) => sum + dropOne.run(id, stream, place).changes, 0),

    /** What was parked too long ago goes. @returns how many */
    removeParked: (credible: CredibleMs, limit: number): number =>
      dropOld.run(before(credible, PARKED_MS), limit).changes,

    failed({ id, error, at }: { id: number; error: string; at: number }): void {
      setError.run(error, at, id);
    },

    /** Its target wants nothing more, ever. */
    disabled({ id, reason, at }: { id: number; reason: string; at: number }): void {
      if (disable.run(reason, at, id).changes === 0) return;
      endReplays.run(id);
      changed();
    },

    /** Raises an event of an integration. */
    told({
      id,
      type,
      data,
      at,
    }: {
      id: number;
      type: IntegrationTold;
      data: Readonly<Record<string, string | number>>;
      at: number;
    }): void {
      const found = reader.byId(id);
      if (found) told(type, found, data, at);
    },
  };
}
