import { listed } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { type ListPage, listReader } from '../../database/listing.ts';
import type { Position } from '../../database/scan.ts';
import { nameKey } from '../../kit/name-key.ts';
import { type OrganizationRow, type OrganizationState, organization } from './account-columns.ts';
import { conditions } from './conditions.ts';

export interface OrganizationQuery {
  /** Row id of the user whose organizations alone are asked for. */
  readonly user: number | undefined;
  /** Uuid of the only organization that the asking key knows. */
  readonly only: string | undefined;
  readonly search: string | undefined;
  readonly state: OrganizationState | undefined;
  readonly descending: boolean;
  readonly after: Position<string | number> | undefined;
  readonly size: number;
}

/** What an organization has. */
export interface OrganizationCounts {
  readonly members: number;
  readonly endpoints: number;
  readonly baseStations: number;
}

export type ListedOrganization = OrganizationRow & OrganizationCounts & { readonly name_key: string };

const COLUMNS = `id, uuid, name_key, ${listed(organization)}, is_default, version, created_at, updated_at`;
const THERE = `SELECT ${COLUMNS} FROM organization WHERE deleted_at IS NULL`;

type Stored = Omit<OrganizationRow, 'is_default'> & { readonly is_default: number; readonly name_key: string };

/** Organizations that are there. What is left of a deleted one is found by nothing here. */
export function organizationReader(db: Db) {
  const read = listReader(db);
  const byUuid = db.prepare(`${THERE} AND uuid = ?`);
  const byName = db.prepare(`${THERE} AND name_key = ?`);
  const byExternalId = db.prepare(`${THERE} AND external_id = ? LIMIT 2`);
  const counts = db.prepare(
    `SELECT (SELECT count(*) FROM membership WHERE org = o.id) AS members,
       (SELECT count(*) FROM endpoint WHERE org = o.id AND deleted_at IS NULL) AS endpoints,
       (SELECT count(*) FROM base_station WHERE org = o.id AND deleted_at IS NULL) AS baseStations
     FROM organization o WHERE o.id = ?`,
  );

  const toRow = (row: Stored) => ({ ...row, is_default: row.is_default !== 0 });
  const found = (row: unknown) => (row === undefined ? undefined : toRow(row as Stored));
  const countsOf = (id: number) => counts.get(id) as OrganizationCounts;

  return {
    organization: (uuid: string): OrganizationRow | undefined => found(byUuid.get(uuid)),

    organizationNamed: (name: string): OrganizationRow | undefined => found(byName.get(nameKey(name))),

    /** The only one that an identity provider calls so. */
    organizationOfClaim(externalId: string): OrganizationRow | undefined {
      const rows = externalId === '' ? [] : byExternalId.all(externalId);
      return rows.length === 1 ? found(rows[0]) : undefined;
    },

    countsOf,

    listOrganizations({ user, only, search, state, ...page }: OrganizationQuery): ListPage<ListedOrganization> {
      const asked = conditions([
        ["id IN (SELECT org FROM membership WHERE user = ? AND status = 'active')", user],
        ['uuid = ?', only],
        ['state = ?', state],
      ]);
      const needle = search === undefined ? undefined : nameKey(search);
      const { rows, total, more } = read<Stored>({
        source: THERE,
        sourceValues: [],
        ...asked,
        columns: COLUMNS,
        orderBy: 'name_key',
        ...page,
        keep:
          needle === undefined
            ? undefined
            : row => [row.name, row.description].some(text => nameKey(text).includes(needle)),
      });
      return { rows: rows.map(row => ({ ...toRow(row), ...countsOf(row.id) })), total, more };
    },
  };
}
export type OrganizationReader = ReturnType<typeof organizationReader>;
