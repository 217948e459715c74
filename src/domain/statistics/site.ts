import type { Db } from '../../database/driver.ts';
import type { Scan } from '../../database/scan.ts';
import { DAY_MS, DAY_S, MS_NS } from '../../kit/units.ts';
import { ORGANIZATION } from '../message/figures/activity-rows.ts';
import { addCell, type Cell, noCell } from '../message/figures/cell.ts';
import { availabilityReader } from './availability.ts';
import { qualityOf } from './quality.ts';
import type { ReachReader } from './reach.ts';
import type { Statistics } from './statistics-store.ts';

/** How far it is looked back for the weakest copy that was ever received. */
const EVER_MS = 366 * DAY_MS;

export interface SiteQuery {
  readonly org: number;
  /** [fromMs, toMs) */
  readonly fromMs: number;
  readonly toMs: number;
  readonly now: number;
  /** Only endpoints that have all of these. */
  readonly tags: readonly (readonly [key: string, value: string])[];
}

export interface SiteStation {
  readonly eui: string;
  readonly name: string;
  /** Of the endpoints of the report. */
  readonly messages: number;
  readonly endpoints: number;
  /** What would be lost without it: messages that no other station received, and endpoints that no other one hears. */
  readonly onlyMessages: number;
  readonly onlyEndpoints: number;
  readonly availability: number | undefined;
  /** As it said last, 0 to 1. */
  readonly dutyCycle: number | undefined;
  readonly downlinksSent: number;
}

export interface SiteEndpoint {
  readonly eui: string;
  readonly name: string;
  readonly messages: number;
  /** Undefined: its counter was reset. */
  readonly lost: number | undefined;
  readonly medianSnr: number | undefined;
  /** How far that is above the weakest copy that was ever received, dB. */
  readonly margin: number | undefined;
  /** The stations that hear it, the best first, each with its share of the messages. */
  readonly stations: readonly { readonly eui: string; readonly name: string; readonly share: number }[];
  readonly lastSeenAt: number | undefined;
}

export interface SiteReport {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stations: readonly SiteStation[];
  /** Those with messages, the one with the least margin first. */
  readonly endpoints: readonly SiteEndpoint[];
  readonly silent: readonly Pick<SiteEndpoint, 'eui' | 'name' | 'lastSeenAt'>[];
}

interface EndpointRow {
  id: number;
  eui: string;
  name: string;
  tags: string;
  last_seen_at: number | null;
}

interface StationRow {
  id: number;
  eui: string;
  name: string;
  duty_cycle: number | null;
  last_seen_at: number | null;
  online: number;
}

/** Tells of a whole site what would be lost without each station, and how each endpoint is heard. */
export function siteReader(
  db: Db,
  { reader, settled }: { readonly reader: ReachReader } & Pick<Statistics, 'settled'>,
) {
  const endpointRows = db.prepare(
    `SELECT e.id, e.eui, e.name, e.tags, h.last_seen_ns / ${MS_NS} AS last_seen_at
     FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id WHERE e.org = ? AND e.deleted_at IS NULL ORDER BY e.eui`,
  );
  const stationRows = db.prepare(
    `SELECT b.id, b.eui, b.name, b.duty_cycle, b.last_seen_at,
       EXISTS (SELECT 1 FROM session s WHERE s.station = b.id AND s.state = 'active') AS online
     FROM base_station b WHERE b.org = ? AND b.deleted_at IS NULL ORDER BY b.eui`,
  );
  const stationNames = db.prepare('SELECT eui, name, org FROM base_station WHERE id = ?');
  const sent = db.prepare(
    `SELECT station, count(*) AS count FROM downlink
     WHERE org = ? AND tx_time_ns >= ? AND tx_time_ns < ? AND state IN ('sent', 'acknowledged') GROUP BY 1`,
  );
  const availability = availabilityReader(db);

  /** The weakest copy of anything that any station received. */
  const weakest = function* ({ org, now }: SiteQuery): Scan<number> {
    const newest = yield* reader.unsealed();
    const reach = yield* reader.reach({ org, fromMs: now - EVER_MS, toMs: now, newest });
    const rows = yield* reader.rows(reach, DAY_S, undefined, () => 0);
    const all = rows.get(0)?.cells.get(ORGANIZATION)?.stations.values() ?? [];
    return Math.min(...[...all].map(({ levels }) => levels.snrMin));
  };

  const report = function* (query: SiteQuery): Scan<SiteReport> {
    const { org, fromMs, toMs, now, tags } = query;
    const newest = yield* reader.unsealed();
    const reach = yield* reader.reach({ org, fromMs, toMs, newest });
    const registered = (endpointRows.all(org) as EndpointRow[]).filter(row => hasTags(row.tags, tags));
    const wanted = new Set(registered.map(({ id }) => id));
    const cells = new Map<number, Cell>();
    yield* reader.endpointCells(reach, DAY_S, (key, cell) => {
      const endpoint = Math.floor(key / 2);
      if (key % 2 !== 0 || !wanted.has(endpoint)) return;
      const sum = cells.get(endpoint) ?? noCell();
      cells.set(endpoint, sum);
      addCell(sum, cell);
    });
    const floor = yield* weakest(query);
    const names = new Map<number, { eui: string; name: string; org: number }>();
    const nameOf = (station: number) => {
      const known = names.get(station) ?? (stationNames.get(station) as { eui: string; name: string; org: number });
      names.set(station, known);
      // Others' stations are named by nobody but their owners.
      return { eui: known.eui, name: known.org === org ? known.name : '' };
    };
    const heard = registered.flatMap(row => {
      const cell = cells.get(row.id);
      return cell && cell.messages > 0 ? [{ row, cell }] : [];
    });
    const endpoints = heard.map(({ row, cell }): SiteEndpoint => {
      const { medianSnr } = qualityOf(cell.levels, cell.messages);
      const stations = [...cell.stations].filter(([, { receptions }]) => receptions > 0);
      return {
        eui: row.eui,
        name: row.name,
        messages: cell.messages,
        lost: cell.resets > 0 ? undefined : cell.lost,
        medianSnr,
        margin: medianSnr === undefined ? undefined : medianSnr - floor,
        stations: stations
          .map(([id, { receptions }]) => ({ ...nameOf(id), share: receptions / cell.messages }))
          .sort((a, b) => b.share - a.share || (a.eui < b.eui ? -1 : 1)),
        lastSeenAt: row.last_seen_at ?? undefined,
      };
    });
    const sentBy = new Map(
      (sent.all(org, BigInt(fromMs) * MS_NS, BigInt(toMs) * MS_NS) as { station: number; count: number }[]).map(
        ({ station, count }) => [station, count],
      ),
    );
    const stations = (stationRows.all(org) as StationRow[]).map((row): SiteStation => {
      const of = heard.flatMap(({ cell }) => {
        const own = cell.stations.get(row.id);
        const others = [...cell.stations].some(([id, { receptions }]) => id !== row.id && receptions > 0);
        return own && own.receptions > 0 ? [{ ...own, others }] : [];
      });
      const onlineUntil = row.online ? now : (row.last_seen_at ?? 0);
      return {
        eui: row.eui,
        name: row.name,
        messages: of.reduce((sum, { receptions }) => sum + receptions, 0),
        endpoints: of.length,
        onlyMessages: of.reduce((sum, { sole }) => sum + sole, 0),
        onlyEndpoints: of.filter(({ others }) => !others).length,
        availability: availability(row.id, fromMs, toMs, onlineUntil)(fromMs, toMs, now),
        dutyCycle: row.duty_cycle ?? undefined,
        downlinksSent: sentBy.get(row.id) ?? 0,
      };
    });
    return {
      fromMs,
      toMs,
      stations,
      endpoints: endpoints.sort((a, b) => (a.margin ?? 0) - (b.margin ?? 0)),
      silent: registered
        .filter(({ id }) => (cells.get(id)?.messages ?? 0) === 0)
        .map(({ eui, name, last_seen_at }) => ({ eui, name, lastSeenAt: last_seen_at ?? undefined })),
    };
  };

  return {
    /** What an operator of a site asks once a week. */
    report: (query: SiteQuery): Scan<SiteReport> => settled(() => report(query)),
  };
}

function hasTags(json: string, wanted: SiteQuery['tags']): boolean {
  if (wanted.length === 0) return true;
  const tags = new Map(Object.entries(JSON.parse(json) as Record<string, string>));
  return wanted.every(([key, value]) => tags.get(key) === value);
}
