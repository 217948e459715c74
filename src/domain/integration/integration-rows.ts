import { listed, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import type { Integration, IntegrationKind, ItemEvent, Parked, Replay } from './integration-records.ts';

/** What is given by hand; lists as JSON, flags 0 or 1. */
export const givenColumns = {
  name: 'text',
  description: 'text',
  enabled: 'integer',
  event_types: 'text',
  ep_euis: 'text',
  device_models: 'text',
  ep_tags: 'text',
  include_subpackets: 'integer',
  max_per_second: 'integer',
  settings: 'text',
} as const;

/** What belongs to it besides. */
export const ownColumns = {
  uuid: 'text',
  org: 'integer',
  kind: 'text',
  secrets: 'blob?',
  revision: 'integer',
  ended: 'text',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

const progressColumns = {
  log_cursor: 'integer',
  event_cursor: 'integer',
  delivered: 'integer',
  dropped: 'integer',
  last_success_at: 'integer?',
  last_error: 'text',
  last_error_at: 'integer?',
} as const;

type Row = { id: number; org_uuid: string; org_name: string; parked: number } & RowOf<
  typeof givenColumns & typeof ownColumns & typeof progressColumns
>;

interface ReplayRow {
  id: number;
  uuid: string;
  integration: number;
  event_types: string;
  log_cursor: number;
  log_end: number;
  event_cursor: number;
  event_end: number;
  created_at: number;
}

/** Integrations as they are stored. */
export function integrationReader(db: Db) {
  const select = `SELECT i.id, ${listed({ ...givenColumns, ...ownColumns }, 'i')}, ${listed(progressColumns, 'p')},
      o.uuid AS org_uuid, o.name AS org_name,
      (SELECT count(*) FROM integration_parked k WHERE k.integration = i.id) AS parked
    FROM integration i JOIN organization o ON o.id = i.org JOIN integration_progress p ON p.integration = i.id`;
  const byUuid = db.prepare(`${select} WHERE i.org = ? AND i.uuid = ?`);
  const byId = db.prepare(`${select} WHERE i.id = ?`);
  const ofOrg = db.prepare(`${select} WHERE i.org = ? ORDER BY i.name`);
  const enabled = db.prepare(`${select} WHERE i.enabled <> 0 ORDER BY i.id`);
  const every = db.prepare(`${select} ORDER BY i.id`);
  const parked = db.prepare(
    `SELECT stream, place, reason, parked_at AS parkedAt FROM integration_parked WHERE integration = ?
     ORDER BY parked_at, stream, place LIMIT ?`,
  );
  const replays = db.prepare(
    `SELECT id, uuid, integration, event_types, log_cursor, log_end, event_cursor, event_end, created_at FROM integration_replay
     WHERE integration = ? ORDER BY id`,
  );
  const one = (row: unknown) => (row === undefined ? undefined : integrationOf(row as Row));

  return {
    find: (org: number, uuid: string): Integration | undefined => one(byUuid.get(org, uuid)),
    byId: (id: number): Integration | undefined => one(byId.get(id)),
    /** By name. */
    list: (org: number): Integration[] => (ofOrg.all(org) as Row[]).map(integrationOf),
    /** Those that are enabled, of all organizations. */
    all: (): Integration[] => (enabled.all() as Row[]).map(integrationOf),
    /** Those of all organizations, disabled or not. */
    rows: (): Integration[] => (every.all() as Row[]).map(integrationOf),
    /** The oldest first. */
    parked: (id: number, most: number): Parked[] => parked.all(id, most) as Parked[],
    /** Those under way. */
    replays: (id: number): Replay[] => (replays.all(id) as ReplayRow[]).map(replayOf),
  };
}
export type IntegrationReader = ReturnType<typeof integrationReader>;

function integrationOf(row: Row): Integration {
  return {
    ...{ id: row.id, uuid: row.uuid, kind: row.kind as IntegrationKind, name: row.name, description: row.description },
    ...{ org: row.org, organizationId: row.org_uuid, organizationName: row.org_name },
    enabled: row.enabled !== 0,
    eventTypes: JSON.parse(row.event_types),
    epEuis: JSON.parse(row.ep_euis),
    deviceModels: JSON.parse(row.device_models),
    epTags: JSON.parse(row.ep_tags),
    includeSubpackets: row.include_subpackets !== 0,
    maxPerSecond: row.max_per_second,
    settings: JSON.parse(row.settings),
    secrets: row.secrets ?? undefined,
    ...{ revision: row.revision, ended: row.ended, createdAt: row.created_at, updatedAt: row.updated_at },
    cursors: { log: row.log_cursor, events: row.event_cursor },
    ...{ delivered: row.delivered, dropped: row.dropped, parked: row.parked, lastError: row.last_error },
    lastSuccessAt: row.last_success_at ?? undefined,
    lastErrorAt: row.last_error_at ?? undefined,
  };
}

function replayOf({ id, uuid, integration, created_at: createdAt, ...row }: ReplayRow): Replay {
  return {
    ...{ id, uuid, integration, createdAt, eventTypes: JSON.parse(row.event_types) as ItemEvent[] },
    cursors: { log: row.log_cursor, events: row.event_cursor },
    ends: { log: row.log_end, events: row.event_end },
  };
}
