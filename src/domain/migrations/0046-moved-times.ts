import type { Migration } from '../../database/migrate.ts';

/** How far the times of an event were moved since it was stored: its clock was wrong. What it was chained by is what it said then. */
export const movedTimes: Migration = {
  id: 46,
  up: 'ALTER TABLE event ADD COLUMN moved_ms INTEGER NOT NULL DEFAULT 0;',
};
