import type { Db } from '../../database/driver.ts';
import { type ListPage, type ListPosition, listReader, textFilter } from '../../database/listing.ts';
import type { SalvagedTables } from '../../database/salvaged-tables.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';
import type { SealedKeys } from '../attach/records.ts';
import { bucketStart, HOUR, Scope } from '../message/figures.ts';
import type { History } from '../message/history.ts';
import type { Messages } from '../message/store.ts';

export type EndpointStatus = 'registered' | 'active' | 'inactive' | 'suspended';

/** A registered endpoint as readers get it; flags are 0 or 1, times milliseconds unless the name says otherwise. */
export interface EndpointRow {
  id: number;
  eui: string;
  name: string;
  description: string;
  ep_class: string;
  status: EndpointStatus;
  nwk_key_set: number;
  nwk_sn_key_set: number;
  app_key_set: number;
  sh_addr: number | null;
  attach_sh_addr: number | null;
  pre_attach: number;
  dual_chan: number;
  repetition: number;
  wide_carr_off: number;
  long_blk_dist: number;
  type_eui: string | null;
  device_model: string | null;
  blueprint: string | null;
  uplink_interval_s: number;
  tags: string;
  latitude: number | null;
  longitude: number | null;
  altitude: number | null;
  suspended: number;
  skip_attach_check: number;
  attach_status: string;
  attach_cnt: number | null;
  attach_station: number | null;
  attached_at: number | null;
  detached_at: number | null;
  reattach_pending: number;
  created_at: number;
  updated_at: number;
  last_packet_cnt: number | null;
  /** Radio time of the newest uplink or attach in nanoseconds, as text; `0` when it was never heard. */
  seen_ns: string;
  last_rssi: number | null;
  last_snr: number | null;
  last_eq_snr: number | null;
  last_profile: string | null;
  last_mode: string | null;
  last_station: number | null;
  last_bs_eui: string | null;
  message_count: number;
  /** Unfinished downlinks. */
  pending_downlinks: number;
}

/** What one statement gives. */
type SelectedRow = Omit<EndpointRow, 'pending_downlinks'>;

export type EndpointOrder = 'ep_eui' | 'name' | 'last_seen_at' | 'created_at' | 'status';

export interface EndpointQuery {
  org: number;
  /** Endpoints heard at or after this are active (milliseconds). */
  activeSince: number;
  search?: string | undefined;
  status?: string | undefined;
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
  after?: ListPosition | undefined;
  size: number;
}

const SEEN = 'max(coalesce(h.last_seen_ns, 0), coalesce(e.attach_rx_time_ns, 0))';

/** One `?`: nanoseconds since when an endpoint is active. */
const EVERY = `
  SELECT e.id, e.org, e.eui, e.name, e.description, e.ep_class,
    e.nwk_key IS NOT NULL AS nwk_key_set, e.nwk_sn_key IS NOT NULL AS nwk_sn_key_set, e.app_key IS NOT NULL AS app_key_set,
    e.sh_addr, e.attach_sh_addr, e.pre_attach, e.dual_chan, e.repetition, e.wide_carr_off, e.long_blk_dist,
    e.type_eui, e.device_model, e.blueprint, e.uplink_interval_s, e.tags, e.latitude, e.longitude, e.altitude,
    e.suspended, e.skip_attach_check, e.attach_status, e.attach_cnt, e.attach_station, e.attached_at, e.detached_at,
    e.reattach_pending, e.created_at, e.updated_at, ${SEEN} AS seen,
    h.last_packet_cnt, h.last_rssi, h.last_snr, h.last_eq_snr, h.last_profile, h.last_mode, h.last_station,
    coalesce(h.message_count, 0) AS message_count, s.eui AS last_bs_eui,
    CASE WHEN e.suspended <> 0 THEN 'suspended' WHEN ${SEEN} = 0 THEN 'registered' WHEN ${SEEN} >= ? THEN 'active'
      ELSE 'inactive' END AS status
  FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id LEFT JOIN base_station s ON s.id = h.last_station`;
const SOURCE = `${EVERY} WHERE e.deleted_at IS NULL`;

const COLUMNS = `id, eui, name, description, ep_class, status, nwk_key_set, nwk_sn_key_set, app_key_set, sh_addr,
  attach_sh_addr, pre_attach, dual_chan, repetition, wide_carr_off, long_blk_dist, type_eui, device_model, blueprint,
  uplink_interval_s, tags, latitude, longitude, altitude, suspended, skip_attach_check, attach_status, attach_cnt,
  attach_station, attached_at, detached_at, reattach_pending, created_at, updated_at, last_packet_cnt,
  CAST(seen AS TEXT) AS seen_ns, last_rssi, last_snr, last_eq_snr, last_profile, last_mode, last_station, last_bs_eui,
  message_count`;

const SORT: Readonly<Record<EndpointOrder, string>> = {
  ep_eui: 'eui',
  name: 'name',
  last_seen_at: 'seen',
  created_at: 'created_at',
  status: 'status',
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
export function endpointReader(db: Db, { history, messages }: { history: History; messages: Messages }) {
  const read = listReader(db);
  const find = db.prepare(`SELECT ${COLUMNS} FROM (${SOURCE}) WHERE org = ? AND eui = ?`);
  const byId = db.prepare(`SELECT ${COLUMNS} FROM (${EVERY} WHERE e.id = ?)`);
  const taken = db.prepare('SELECT id FROM endpoint WHERE eui = ? AND deleted_at IS NULL');
  const keys = db.prepare('SELECT eui, nwk_key, nwk_sn_key, app_key FROM endpoint WHERE id = ? AND deleted_at IS NULL');
  const pending = db.prepare(
    'SELECT count(*) AS pending_downlinks FROM downlink WHERE endpoint = ? AND finished_at IS NULL',
  );
  const stationId = db.prepare('SELECT id FROM base_station WHERE eui = ? AND deleted_at IS NULL');

  /** Row ids of the endpoints a station heard; from the roll-ups, and from the log for what is not in them yet. */
  const heardBy = (bsEui: string, since: number): number[] => {
    const station = (stationId.get(bsEui) as { id: number } | undefined)?.id;
    if (station === undefined) return [];
    const heard = new Set<number>();
    const from = bucketStart(since, HOUR);
    for (const bucket of history.bucketsOf(HOUR, Scope.stationByEndpoint, station, from, Number.MAX_SAFE_INTEGER)) {
      if (bucket.figures.lastAt >= since) heard.add(bucket.other);
    }
    const sinceNs = BigInt(since) * 1_000_000n;
    for (const message of messages.unsealed()) {
      if (message?.receptions.some(r => r.station === station && r.rxTime >= sinceNs)) heard.add(message.endpoint);
    }
    return [...heard];
  };

  /** Counted for the rows that are shown, not for all that are looked at. */
  const complete = (row: SelectedRow): EndpointRow =>
    Object.assign(row, pending.get(row.id) as Pick<EndpointRow, 'pending_downlinks'>);

  return {
    /** @param activeSince milliseconds: heard at or after it is active */
    find(org: number, eui: string, activeSince: number): EndpointRow | undefined {
      const row = find.get(nanoseconds(activeSince), org, eui) as SelectedRow | undefined;
      return row && complete(row);
    },

    /** The row whatever its EUI is by now: what was just changed, also when somebody else changes or deletes it meanwhile. */
    row(id: number, activeSince: number): EndpointRow | undefined {
      const row = byId.get(nanoseconds(activeSince), id) as SelectedRow | undefined;
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
      add('attach_status = ?', query.attachStatus);
      add('ep_class = ?', query.epClass);
      add('device_model = ?', query.deviceModel);
      if (query.euis.length > 0) add('eui IN (SELECT value FROM json_each(?))', JSON.stringify(query.euis));
      if (query.heardBy) {
        const ids = heardBy(query.heardBy.bsEui, query.heardBy.since);
        add('id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
      }
      const { rows, ...listed } = read<SelectedRow>({
        source: SOURCE,
        sourceValues: [nanoseconds(query.activeSince)],
        where,
        values,
        columns: COLUMNS,
        orderBy: SORT[query.orderBy],
        descending: query.descending,
        after: query.after,
        size: query.size,
        keep: textFilter(query.search, query.tags, row => [row.name, row.eui, row.description]),
      });
      return { ...listed, rows: rows.map(complete) };
    },
  };
}

function nanoseconds(ms: number): bigint {
  return BigInt(Math.floor(ms)) * 1_000_000n;
}
