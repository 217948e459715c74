import { createHash } from 'node:crypto';
import { inserter, namesOf, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';
import { expectVersion, type WantedVersions } from '../../kit/expected-version.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Acting } from '../event/acting.ts';
import type { Events } from '../event/event-store.ts';
import type { Repeatable } from '../once/once-store.ts';
import type { LogEnds } from './ends.ts';
import {
  type Integration,
  type IntegrationChange,
  type IntegrationSettings,
  type NewIntegration,
  secretsAbout,
} from './integration-records.ts';
import { givenColumns, type IntegrationReader, ownColumns } from './integration-rows.ts';

/** Integrations of one organization. */
export const MAX_INTEGRATIONS = 50;

export const sealedInIntegrations: readonly SealedColumn[] = [
  {
    ...{ table: 'integration', column: 'secrets', key: ['id'], reads: ['uuid', 'name'] },
    about: ({ uuid }) => secretsAbout(String(uuid)),
    words: ({ name }) => `the credentials of integration ${name}`,
  },
];

export const salvagedIntegrations: SalvagedTables = {
  group: 'integrations',
  tables: ['integration', 'integration_progress', 'integration_parked', 'integration_replay', 'integration_field'],
};

/** Integrations by hand: made, changed, removed. Who is told of what happens is decided by these rows. */
export function integrationStore(
  db: Db,
  {
    events,
    reader,
    ends,
    changed,
    repeatable = write => write,
  }: {
    events: Events;
    repeatable?: Repeatable;
    reader: IntegrationReader;
    ends: LogEnds;
    /** What integrations want is to be read anew. */
    changed(): void;
  },
) {
  const { find } = reader;
  const named = db.prepare('SELECT 1 FROM integration WHERE org = ? AND name = ? AND uuid <> ?');
  const count = db.prepare('SELECT count(*) AS count FROM integration WHERE org = ?');
  const insert = inserter(db, 'integration', { ...givenColumns, ...ownColumns });
  const begin = db.prepare('INSERT INTO integration_progress (integration, log_cursor, event_cursor) VALUES (?, ?, ?)');
  const beginAnew = db.prepare(
    'UPDATE integration_progress SET log_cursor = ?, event_cursor = ? WHERE integration = ?',
  );
  const given = namesOf(givenColumns);
  const save = db.prepare(
    `UPDATE integration SET ${given.map(name => `${name} = ?`).join(', ')}, secrets = ?, revision = ?, ended = ?, updated_at = ?
     WHERE id = ?`,
  );
  const endReplays = db.prepare('DELETE FROM integration_replay WHERE integration = ?');
  const drop = db.prepare('DELETE FROM integration WHERE id = ?');
  const ofOrg = db.prepare('SELECT uuid FROM integration WHERE org = ?');

  const raise = (
    change: 'created' | 'updated' | 'deleted',
    { uuid, org, kind, name, settings }: Pick<Integration, 'uuid' | 'org' | 'kind' | 'name' | 'settings'>,
    { now, userId, userEmail }: Acting,
    fields?: readonly string[],
  ) => {
    const touched = fields?.includes(`${kind}.insecure_skip_verify`) ?? change === 'created';
    const insecure = touched && settings.insecureSkipVerify === true;
    return events.raise({
      ...{
        type: `integration.${change}`,
        ...{ org, sourceId: uuid, sourceName: name, userId, userEmail, at: now, storedAt: now },
      },
      // Any server that answers in place of the target gets what is sent.
      ...(insecure && { severity: 'warning' }),
      data: {
        integrationId: uuid,
        kind,
        name,
        ...(fields && { fields }),
        ...(insecure && { insecureSkipVerify: true }),
      },
    });
  };

  const freeName = (org: number, name: string, uuid: string): void => {
    if (named.get(org, name, uuid)) throw fault('IntegrationNameExists', { name });
  };

  /** @throws fault `IntegrationNotFound`, `ConcurrentModification` */
  const remove = (org: number, uuid: string, acting: Acting, wanted?: WantedVersions): void => {
    const found = find(org, uuid);
    if (!found) throw fault('IntegrationNotFound', { id: uuid });
    expectVersion(integrationVersion(found), wanted);
    drop.run(found.id);
    raise('deleted', found, acting);
    changed();
  };

  return {
    /** @throws fault `IntegrationNameExists`, `IntegrationLimitReached` */
    create: repeatable(
      intake((integration: NewIntegration, acting: Acting): Integration => {
        const { uuid, org, kind, name, secrets, startAt } = integration;
        freeName(org, name, uuid);
        if ((count.get(org) as { count: number }).count >= MAX_INTEGRATIONS) {
          throw fault('IntegrationLimitReached', { max: String(MAX_INTEGRATIONS) });
        }
        const now = { created_at: acting.now, updated_at: acting.now };
        const own = { uuid, org, kind, secrets: secrets ?? null, revision: 1, ended: '', ...now };
        const id = insert({ ...rowOf(integration), ...own });
        raise('created', integration, acting);
        const { log, events } = startAt === undefined ? ends.newest() : ends.before(startAt);
        begin.run(id, log, events);
        changed();
        const made = find(org, uuid);
        if (!made) throw new Error('an integration that was not stored');
        return made;
      }),
    ),

    /**
     * @returns undefined: another change came in between, what this one was made from is to be read again
     * @throws fault `IntegrationNotFound`, `IntegrationNameExists`, `ConcurrentModification`
     */
    update(change: IntegrationChange, acting: Acting): Integration | undefined {
      const { org, uuid, expectedRevision, fields, values, secrets, startAt, wanted } = change;
      const before = find(org, uuid);
      if (!before) throw fault('IntegrationNotFound', { id: uuid });
      expectVersion(integrationVersion(before), wanted);
      if (before.revision !== expectedRevision) return undefined;
      const after: IntegrationSettings = { ...before, ...values };
      freeName(org, after.name, uuid);
      const row = rowOf(after);
      const restarts = secrets !== undefined || isOther(rowOf(before), row);
      const { id, revision, ended } = before;
      save.run(
        ...given.map(name => row[name]),
        ...[secrets === undefined ? (before.secrets ?? null) : secrets, restarts ? revision + 1 : revision],
        ...[after.enabled ? '' : ended, acting.now, id],
      );
      if (!after.enabled) endReplays.run(id);
      raise('updated', { ...before, ...values }, acting, fields);
      if (after.enabled && !before.enabled) {
        const { log, events } = startAt === undefined ? ends.newest() : ends.before(startAt);
        beginAnew.run(log, events, id);
      }
      changed();
      return find(org, uuid);
    },

    remove,

    /** All integrations of an organization. */
    removeAll(org: number, acting: Acting): void {
      for (const { uuid } of ofOrg.all(org) as { uuid: string }[]) remove(org, uuid, acting);
    },
  };
}

/** Another one after each change by hand; never by what is delivered. */
export function integrationVersion(integration: Integration): string {
  const { revision, updatedAt } = integration;
  const text = JSON.stringify([rowOf(integration), revision, updatedAt]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

type GivenRow = RowOf<typeof givenColumns>;

function rowOf(integration: IntegrationSettings): GivenRow {
  const { name, description, enabled, eventTypes, epEuis, deviceModels, epTags, settings } = integration;
  return {
    ...{ name, description, enabled: Number(enabled), event_types: JSON.stringify(eventTypes) },
    ...{
      ep_euis: JSON.stringify(epEuis),
      device_models: JSON.stringify(deviceModels),
      ep_tags: JSON.stringify(epTags),
    },
    ...{ include_subpackets: Number(integration.includeSubpackets), max_per_second: integration.maxPerSecond },
    settings: JSON.stringify(settings),
  };
}

/** A description is for people only: another one makes no other integration. */
function isOther({ description: _, ...before }: GivenRow, { description: __, ...after }: GivenRow): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}
