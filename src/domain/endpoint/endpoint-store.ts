import type { Db } from '../../database/driver.ts';
import { type ListPage, listReader, textFilter } from '../../database/listing.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { Position } from '../../database/scan.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';
import { HOUR_S } from '../../kit/units.ts';
import type { SealedKeys } from '../attach/attach-records.ts';
import type { EffectiveBlueprints } from '../blueprint/effective.ts';
import { receivedSince } from '../message/figures/activity-rows.ts';
import { bucketStart } from '../message/figures/grain.ts';
import type { History } from '../message/history.ts';
import type { Messages } from '../message/message-store.ts';
import { EVERY_ENDPOINT, SELECTED, type SelectedEndpoint } from './endpoint-columns.ts';

/** A registered endpoint as readers get it. */
export interface EndpointRow extends SelectedEndpoint {
  /** Unfinished downlinks. */
  pending_downlinks: number;
  /** Uuid and version of the blueprint by which its next uplink is decoded. */
  effective_blueprint: string | null;
  effective_version: string | null;
}

export type EndpointOrder = 'ep_eui' | 'name' | 'last_seen_at' | 'created_at' | 'status' | 'last_snr' | 'loss_rate';

/** What is not known stands below everything that is. */
export const UNKNOWN_SNR = -1000;
export const UNKNOWN_LOSS = -1;

export interface EndpointQuery {
  org: number;
  /** Endpoints heard at or after this are active (milliseconds). */
  activeSince: number;
  search?: string | undefined;
  status?: string | undefined;
  /** Any of these, when not empty. */
  statuses?: readonly string[];
  attachStatus?: string | undefined;
  epClass?: string | undefined;
  deviceModel?: string | undefined;
  /** Heard by the station with this EUI since a time (milliseconds). */
  heardBy?: { bsEui: string; since: number } | undefined;
  tags: Readonly<Record<string, string>>;
  /** Exactly these, when not empty. */
  euis: readonly string[];
  orderBy: EndpointOrder;
  descending: boolean;
  after?: Position<string | number> | undefined;
  size: number;
}

const SOURCE = `${EVERY_ENDPOINT} WHERE e.deleted_at IS NULL`;

const SORT: Readonly<Record<EndpointOrder, string>> = {
  ep_eui: 'eui',
  name: 'name',
  last_seen_at: 'seen',
  created_at: 'created_at',
  status: 'status',
  last_snr: `coalesce(last_snr, ${UNKNOWN_SNR})`,
  loss_rate: `coalesce(loss_rate, ${UNKNOWN_LOSS})`,
};

const sealedKey = (column: string, called: string): SealedColumn => ({
  table: 'endpoint',
  column,
  key: ['id'],
  reads: ['eui'],
  about: ({ eui }) => `endpoint:${eui}:${column}`,
  words: ({ eui }) => `the ${called} key (${column}) of endpoint ${eui}`,
});
export const sealedInEndpoints: readonly SealedColumn[] = [
  sealedKey('nwk_key', 'network'),
  sealedKey('nwk_sn_key', 'network session'),
  sealedKey('app_key', 'application'),
];

export const salvagedEndpoints: SalvagedTables = { group: 'registrations', tables: ['endpoint', 'endpoint_heard'] };

/** Reads registered endpoints. A deleted one is found by its row id only. */
export function endpointReader(
  db: Db,
  {
    history,
    messages,
    effective,
    typeOfModel,
  }: { history: History; messages: Messages } & Pick<EffectiveBlueprints, 'effective' | 'typeOfModel'>,
) {
  const read = listReader(db);
  const find = db.prepare(`SELECT ${SELECTED} FROM (${SOURCE}) WHERE org = ? AND eui = ?`);
  const byId = db.prepare(`SELECT ${SELECTED} FROM (${EVERY_ENDPOINT} WHERE e.id = ?)`);
  const taken = db.prepare('SELECT id FROM endpoint WHERE eui = ? AND deleted_at IS NULL');
  const keys = db.prepare('SELECT eui, nwk_key, nwk_sn_key, app_key FROM endpoint WHERE id = ? AND deleted_at IS NULL');
  const pending = db.prepare(
    'SELECT count(*) AS pending_downlinks FROM downlink WHERE endpoint = ? AND finished_at IS NULL',
  );
  const stationId = db.prepare('SELECT id FROM base_station WHERE eui = ? AND deleted_at IS NULL');

  /** Row ids of the endpoints a station heard; from what is counted by the hour, and from the log for what is not counted yet. */
  const heardBy = (org: number, bsEui: string, since: number): number[] => {
    const station = (stationId.get(bsEui) as { id: number } | undefined)?.id;
    if (station === undefined) return [];
    const heard = new Set<number>();
    const from = bucketStart(since, HOUR_S);
    for (const { packedAt, cells } of history.activityIn(HOUR_S, org, 'endpoints', from, Number.MAX_SAFE_INTEGER)) {
      for (const key of receivedSince(cells, packedAt, station, since)) heard.add(Math.floor(key / 2));
    }
    const sinceNs = BigInt(since) * 1_000_000n;
    for (const message of messages.unsealed()) {
      if (message?.receptions.some(r => r.station === station && r.rxTime >= sinceNs)) heard.add(message.endpoint);
    }
    return [...heard];
  };

  /** Counted for the rows that are shown, not for all that are read. */
  const complete = (row: SelectedEndpoint, decoded = decodedBy(row)): EndpointRow =>
    Object.assign(row, pending.get(row.id) as Pick<EndpointRow, 'pending_downlinks'>, decoded);

  const decodedBy = (row: SelectedEndpoint) => {
    const blueprint = effective(row);
    return {
      type_eui: row.device_model === null ? row.type_eui : typeOfModel(row.device_model),
      effective_blueprint: blueprint?.uuid ?? null,
      effective_version: blueprint?.version ?? null,
    };
  };

  /** Most endpoints of a page are of a few device models. */
  const completed = (rows: readonly SelectedEndpoint[]): EndpointRow[] => {
    const known = new Map<string, ReturnType<typeof decodedBy>>();
    return rows.map(row => {
      const kind = `${row.blueprint} ${row.device_model} ${row.type_eui}`;
      const decoded = known.get(kind) ?? decodedBy(row);
      known.set(kind, decoded);
      return complete(row, decoded);
    });
  };

  return {
    /** @param activeSince milliseconds: heard at or after it is active */
    find(org: number, eui: string, activeSince: number): EndpointRow | undefined {
      const row = find.get(nanoseconds(activeSince), org, eui) as SelectedEndpoint | undefined;
      return row && complete(row);
    },

    /** The row whatever its EUI is by now: what was just changed, also when another caller changes or deletes it meanwhile. */
    row(id: number, activeSince: number): EndpointRow | undefined {
      const row = byId.get(nanoseconds(activeSince), id) as SelectedEndpoint | undefined;
      return row && complete(row);
    },

    /** Whether an EUI is registered, in whatever organization. */
    taken(eui: string): boolean {
      return taken.get(eui) !== undefined;
    },

    /** The keys with the EUI they are sealed for, read at once. */
    sealedKeys(id: number): (SealedKeys & { readonly eui: string }) | undefined {
      return keys.get(id) as (SealedKeys & { eui: string }) | undefined;
    },

    list(query: EndpointQuery): ListPage<EndpointRow> {
      const where = ['org = ?'];
      const values: (string | number)[] = [query.org];
      const add = (condition: string, value: string | undefined) => {
        if (value === undefined) return;
        where.push(condition);
        values.push(value);
      };
      add('status = ?', query.status);
      const { statuses = [] } = query;
      if (statuses.length > 0)
        add('status IN (SELECT value FROM json_each(?))', JSON.stringify([...new Set(statuses)]));
      add('attach_status = ?', query.attachStatus);
      add('ep_class = ?', query.epClass);
      add('device_model = ?', query.deviceModel);
      if (query.euis.length > 0) add('eui IN (SELECT value FROM json_each(?))', JSON.stringify(query.euis));
      if (query.heardBy) {
        const ids = heardBy(query.org, query.heardBy.bsEui, query.heardBy.since);
        add('id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
      }
      const { after, orderBy } = query;
      const { rows, ...listed } = read<SelectedEndpoint>({
        source: SOURCE,
        sourceValues: [nanoseconds(query.activeSince)],
        where,
        values,
        columns: SELECTED,
        orderBy: SORT[orderBy],
        descending: query.descending,
        // Rows have these nanoseconds as text.
        after: after && orderBy === 'last_seen_at' ? [BigInt(after[0]), after[1]] : after,
        size: query.size,
        keep: textFilter(query.search, query.tags, row => [row.name, row.eui, row.description]),
      });
      return { ...listed, rows: completed(rows) };
    },
  };
}

function nanoseconds(ms: number): bigint {
  return BigInt(Math.floor(ms)) * 1_000_000n;
}
