import type { Db } from '../database/driver.ts';
import { markedAs } from '../database/marks.ts';
import type { Database } from '../database/open.ts';
import type { SalvagedTables } from '../database/salvaged-tables.ts';
import type { SealedColumn } from '../database/sealed-column.ts';
import { propagationStore } from './attach/propagation.ts';
import { attachStore } from './attach/store.ts';
import { centerLists } from './center/lists.ts';
import { centerRequestStore } from './center/requests-store.ts';
import { centerStore } from './center/store.ts';
import { certificateExpiryStore } from './certificate/expiry.ts';
import { certificateStore, sealedInCertificates } from './certificate/store.ts';
import type { DownlinkPolicy } from './downlink/hand-over.ts';
import { downlinkLists } from './downlink/lists.ts';
import { downlinkStore, salvagedDownlinks } from './downlink/store.ts';
import { endpointWriter } from './endpoint/changes.ts';
import { endpointReader, salvagedEndpoints, sealedInEndpoints } from './endpoint/store.ts';
import { eventStore } from './event/store.ts';
import { installationStore, salvagedInstallation, sealedInInstallation } from './installation/store.ts';
import { historyStore, salvagedHistory } from './message/history.ts';
import { logReader } from './message/log.ts';
import { noticeStore, salvagedNotices } from './message/notices.ts';
import { messageStore } from './message/store.ts';
import { retentionStore } from './retention/store.ts';
import { rxStatusLists } from './rx-status/lists.ts';
import { rxStatusStore, salvagedRxStatus } from './rx-status/store.ts';
import type { Order } from './session/order.ts';
import { orderStore } from './session/orders.ts';
import { sealedInSessions, sessionStore } from './session/store.ts';
import { stationLineReader } from './station/lines.ts';
import { directoryStore } from './station/names.ts';
import { baseStationStore, salvagedBaseStations } from './station/store.ts';
import { timelineStore } from './station/timeline.ts';
import { stationStatistics } from './statistics/stations.ts';
import { statisticsStore } from './statistics/store.ts';
import { salvagedTransmissions, ulTransmitStore } from './transmission/store.ts';
import { KnownEndpoints } from './uplink/known-endpoints.ts';
import { salvagedUplinks, uplinkStore } from './uplink/store.ts';

export interface StoreOptions {
  readonly blockMessages?: number;
  readonly downlink?: DownlinkPolicy;
  /** Whether application centers get only what is of endpoints that they have registered. */
  readonly onlyRegistered?: boolean;
}

const DEFAULT_DOWNLINK: DownlinkPolicy = { requeueOfflineMs: 300_000, handOver: 'window' };

/**
 * Everything that can be asked of the database and done to it, over one connection. Made three times: read-only on the main
 * thread, in the writer, and in the reader for what scans.
 * @param options.blockMessages for tests: small blocks show with few messages what large ones do with many
 */
export function stores(
  db: Db,
  { downlink: policy = DEFAULT_DOWNLINK, onlyRegistered = false, ...sizes }: StoreOptions = {},
) {
  const events = eventStore(db);
  const history = historyStore(db);
  // What a station forgets, its downlinks and queries lose: sessions and propagation are made first and know of it by name only.
  const sessions = sessionStore(db, events, {
    stationForgot: (station, reason, at) => forget.stationForgot(station, reason, at),
    unanswered: (command, answer) => downlinks.unanswered(command, answer),
    gaveUp: (session, at) => ulTransmits.givenUp(session, at),
  });
  const ulTransmits = ulTransmitStore(db, { events, sessions });
  const orders = orderStore(db, sessions);
  const known = new KnownEndpoints(db, onlyRegistered);
  const propagation = propagationStore(db, events, sessions, {
    settled: eui => known.forget(eui),
    endpointForgotten(announced, at) {
      const { station, endpoint } = announced;
      if (downlinks.endpointForgotten(announced, at)) rxStatus.carrierLost(station, endpoint);
    },
  });
  const notices = noticeStore(db, { place: () => uplinks.feedLine() });
  const rxStatus = rxStatusStore(db, { events, orders, sessions, advance: sessions.advance });
  const downlinks = downlinkStore(db, {
    events,
    orders,
    policy,
    sessions,
    advance: sessions.advance,
    queryBefore: rxStatus.before,
    queryBack: rxStatus.carrierLost,
    announceAgain: propagation.needAgain,
    acknowledgedBy: telegram => uplinks.acknowledges(telegram),
    feedLine: () => uplinks.feedLine(),
    notices,
  });
  const forget = {
    stationForgot(station: number, reason: string, at: number): number {
      rxStatus.stationForgot(station);
      ulTransmits.stationForgot(station, reason, at);
      return downlinks.stationForgot(station, reason, at);
    },
  };
  const attach = forgetting(attachStore(db, { events, sessions, propagation, notices }), known);
  const log = logReader(db, { history });
  const messages = messageStore(db, { history, log });
  const stationLines = stationLineReader(db, { history, log });
  const carryReports = rxStatus.carry;
  const uplinks = uplinkStore(db, {
    ...{ events, history, known, downlinks, carryReports, advance: sessions.advance, ...sizes },
  });
  const statistics = statisticsStore(db, { history, messages });
  const endpoints = forgetting(
    endpointWriter(db, { events, attach, propagation, downlinks, rxStatus, uplinks }),
    known,
  );
  const centers = centerStore(db, { events, messages, onlyRegistered });
  const newest = () => messages.edges().newest;
  const { accept } = centers;
  const certificates = certificateStore(db, events);
  return {
    installation: installationStore(db, { events }),
    events,
    history,
    sessions,
    propagation,
    attach,
    uplinks,
    orders,
    ulTransmits,
    downlinks,
    downlinkLists: downlinkLists(db),
    rxStatus: { ...rxStatus, ...rxStatusLists(db) },
    messages: { ...messages, ...stationLines },
    directory: directoryStore(db),
    timeline: timelineStore(db),
    statistics,
    endpoints: {
      ...endpointReader(db, { history, messages }),
      ...endpoints,
    },
    baseStations: baseStationStore(db, { events, downlinks: forget, certificates }),
    certificates,
    certificateExpiry: certificateExpiryStore(db, { events }),
    stationStatistics: stationStatistics(db, { statistics, lines: stationLines }),
    centers,
    centerLists: centerLists(db, { countLines: centers.countLines, newest }),
    retention: retentionStore(db, { events, lines: { count: centers.countLines }, uplinks }),
    centerRequests: forgetting(centerRequestStore(db, { events, attach, downlinks, endpoints, accept, newest }), known),
  };
}
export type Stores = ReturnType<typeof stores>;

/** The database as the rest of the product sees it. */
export type Store = Database<Stores, Order>;
/** Its writes alone, as the types of their calls. */
export type StoreWrites = Store['write'];

/** Everything in the database that is sealed under the master key: whatever is not here is lost with a new key. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedInInstallation,
  ...sealedInEndpoints,
  ...sealedInCertificates,
  ...sealedInSessions,
];

/** What is salvaged from a damaged database only together. */
export const salvagedTables: readonly SalvagedTables[] = [
  salvagedInstallation,
  salvagedEndpoints,
  salvagedBaseStations,
  salvagedUplinks,
  salvagedNotices,
  salvagedHistory,
  salvagedDownlinks,
  salvagedRxStatus,
  salvagedTransmissions,
];

/** The same functions; after each of them what is remembered of endpoints is read again. */
function forgetting<T extends object>(functions: T, known: KnownEndpoints): T {
  const wrap = (fn: unknown) =>
    typeof fn === 'function'
      ? markedAs((...args: unknown[]) => {
          try {
            return fn(...args);
          } finally {
            known.forget();
          }
        }, fn)
      : fn;
  return Object.fromEntries(Object.entries(functions).map(([name, fn]) => [name, wrap(fn)])) as T;
}
