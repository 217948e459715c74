import type { Db } from '../../database/driver.ts';
import { complete, type Scan } from '../../database/scan.ts';
import { DAY_S } from '../../kit/units.ts';
import type { Grain } from '../message/figures/grain.ts';
import type { History } from '../message/history.ts';
import type { Messages } from '../message/message-store.ts';
import type { ReachReader } from './reach.ts';

/** After so many times, figures are read in one go, however long others wait. */
const ATTEMPTS = 3;

export interface OrganizationFigures {
  /** By start of the hour or day. */
  messagesAt: ReadonlyMap<number, number>;
  activeEndpoints: number;
  topEndpoints: Ranked[];
  topStations: Ranked[];
  databaseBytes: number;
  totalEndpoints: number;
  totalStations: number;
  oldestRxTime: bigint | undefined;
}

export interface Ranked {
  eui: string;
  name: string;
  count: number;
}

/** Figures of now over any window: what was counted of the sealed part of the log, and the rest counted by the same code. */
export function statisticsStore(
  db: Db,
  { history, messages, reader }: { history: History; messages: Messages; reader: ReachReader },
) {
  const pages = db.prepare(
    'SELECT (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size()) AS bytes',
  );
  const endpoints = db.prepare('SELECT id, eui, name FROM endpoint WHERE org = ?');
  const stations = db.prepare('SELECT id, eui, name FROM base_station WHERE org = ?');
  const registered = db.prepare(
    `SELECT (SELECT count(*) FROM endpoint WHERE org = ? AND deleted_at IS NULL) AS endpoints,
      (SELECT count(*) FROM base_station WHERE org = ? AND deleted_at IS NULL) AS stations`,
  );

  const owners = db.prepare('SELECT id FROM organization');
  const active = db.prepare(
    `SELECT count(*) AS count FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id
     WHERE e.deleted_at IS NULL AND max(coalesce(h.last_seen_ns, 0), coalesce(e.attach_rx_time_ns, 0)) >= ?
       AND (? IS NULL OR e.org IN (SELECT value FROM json_each(?)))`,
  );

  /**
   * Reads again when a block was sealed meanwhile, or counted later or again: it would be counted twice, or not at all.
   */
  const settled = function* <T>(work: () => Scan<T>): Scan<T> {
    const state = () => [history.sealedUpTo(), history.activityFrom(), history.hoursRevision().changed].join();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = state();
      const found = yield* work();
      if (state() === before) return found;
    }
    return messages.consistent(() => complete(work()));
  };

  const top = (
    counts: Map<number, number>,
    names: readonly { id: number; eui: string; name: string }[],
    size: number,
  ) =>
    names
      .flatMap(({ id, eui, name }) => ((counts.get(id) ?? 0) > 0 ? [{ eui, name, count: counts.get(id) ?? 0 }] : []))
      .sort((a, b) => b.count - a.count || (a.eui < b.eui ? -1 : 1))
      .slice(0, size);

  const organization = function* (
    org: number,
    fromMs: number,
    toMs: number,
    grain: Grain,
    size: number,
  ): Scan<OrganizationFigures> {
    const newest = yield* reader.unsealed();
    const reach = yield* reader.reach({ org, fromMs, toMs, newest });
    const ownEndpoints = endpoints.all(org) as { id: number; eui: string; name: string }[];
    const ownStations = stations.all(org) as { id: number; eui: string; name: string }[];
    const perEndpoint = new Map<number, number>();
    yield* reader.endpointCounts(reach, DAY_S, (key, count) => {
      const endpoint = Math.floor(key / 2);
      perEndpoint.set(endpoint, (perEndpoint.get(endpoint) ?? 0) + count);
    });
    const perStation = new Map<number, number>();
    // Stations hear what is of others, too.
    for (const { id } of owners.all() as { id: number }[]) {
      const ofOwner = id === org ? reach : yield* reader.reach({ org: id, fromMs, toMs, newest });
      yield* reader.stationReceptions(ofOwner, (station, receptions) => {
        perStation.set(station, (perStation.get(station) ?? 0) + receptions);
      });
    }
    const now = registered.get(org, org) as { endpoints: number; stations: number };
    const messagesAt = new Map<number, number>();
    yield* reader.counts(reach, grain, (startAt, _key, count) => {
      messagesAt.set(startAt, (messagesAt.get(startAt) ?? 0) + count);
    });
    return {
      messagesAt,
      activeEndpoints: ownEndpoints.filter(({ id }) => (perEndpoint.get(id) ?? 0) > 0).length,
      topEndpoints: top(perEndpoint, ownEndpoints, size),
      topStations: top(perStation, ownStations, size),
      databaseBytes: (pages.get() as { bytes: number }).bytes,
      totalEndpoints: now.endpoints,
      totalStations: now.stations,
      oldestRxTime: messages.oldestRxTime(org),
    };
  };

  return {
    /** Registered endpoints heard at or after a time (milliseconds). @param orgs of these organizations; undefined: of all */
    activeEndpoints(since: number, orgs?: readonly number[]): number {
      const some = orgs ? JSON.stringify(orgs) : null;
      return (active.get(BigInt(since) * 1_000_000n, some, some) as { count: number }).count;
    },

    /** The figures of a whole organization and of its busiest members. */
    organization: (org: number, fromMs: number, toMs: number, grain: Grain, size: number): Scan<OrganizationFigures> =>
      settled(() => organization(org, fromMs, toMs, grain, size)),

    /** For those who put several figures into one answer; not across threads. */
    settled,
  };
}
export type Statistics = ReturnType<typeof statisticsStore>;
