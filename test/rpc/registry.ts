import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Test } from 'tap';
import { refusing } from '../../src/database/calls.ts';
import { openDb } from '../../src/database/driver.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { sealer } from '../../src/kit/seal.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { baseStations } from '../../src/rpc/base-stations/base-stations.ts';
import type { LiveStation } from '../../src/rpc/base-stations/view.ts';
import { downlinks } from '../../src/rpc/downlinks/downlinks.ts';
import { receptionStatus } from '../../src/rpc/downlinks/reception-status.ts';
import { type AttachControl, type AttachResult, endpoints } from '../../src/rpc/endpoints/endpoints.ts';
import { endpointHistory } from '../../src/rpc/endpoints/history.ts';
import type { DownlinkSettings } from '../../src/rpc/sending.ts';
import { type SystemFacts, system } from '../../src/rpc/system/system.ts';
import { ACTIVITY_WINDOW_MS, DOWNLINKS, openCaller, START } from './caller.ts';
import { ORGANIZATION } from './harness.ts';

/** An event as it was stored. */
export interface Raised {
  readonly type: string;
  readonly endpoint: number | null;
  readonly station: number | null;
  readonly user: string | null;
  readonly data: Record<string, unknown>;
}

export interface Heard {
  readonly ep: string;
  readonly station: number;
  readonly packetCnt: number;
  readonly atMs: number;
  readonly snr?: number;
  readonly rssi?: number;
  readonly eqSnr?: number;
}

const FACTS: SystemFacts = {
  version: '1.2.3',
  runTime: { startedAt: START, ms: 0 },
  release: {},
  health: () => ({ status: 'healthy', services: [] }),
};

interface Settings {
  maxEndpoints?: number;
  maxBaseStations?: number;
  downlink?: DownlinkSettings;
}

/** The RPCs over a real store with an empty installation; decisions about attaching are recorded, not made. */
export async function openRegistry(t: Test, { maxEndpoints, maxBaseStations, downlink = DOWNLINKS }: Settings = {}) {
  const path = join(t.testdir(), 'waystation.db');
  const faulty = { write: undefined as string | undefined };
  const seals = sealer(randomBytes(32));
  const caller = await openCaller(t, path, ({ store: real, clock, stations, stationCalls }) => {
    const write = refusing(real.write, name => (name === faulty.write ? new Error('disk full') : undefined));
    const store = { ...real, waiting: 0, write };
    const attach = attachControl(stationCalls);
    const revocations = { enforce: () => {} };
    const serviceCenterUrl = () => 'tls://center.example:5000';
    return [
      endpoints({
        store,
        clock,
        sealer: seals,
        attach,
        stations,
        activityWindowMs: ACTIVITY_WINDOW_MS,
        limit: maxEndpoints,
      }),
      endpointHistory({ store, clock }),
      baseStations({ store, clock, stations, revocations, serviceCenterUrl, limit: maxBaseStations }),
      downlinks({ store, clock, stations, settings: downlink }),
      receptionStatus({ store, clock, stations }),
      system({ store, clock, stations, activityWindowMs: ACTIVITY_WINDOW_MS, facts: FACTS }),
    ];
  });
  const { store, live } = caller;
  await store.write.installation.establish({}, ORGANIZATION, START);
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
  t.teardown(() => db.close());

  return {
    ...caller,
    faulty,
    seals,
    db,
    /** A station with this row id is connected. */
    connect(station: number, more: Partial<LiveStation> = {}) {
      const bsEui = `70b3d59cd000000${station}`;
      live.set(station, { station, bsEui, bidi: true, lastSeenAt: START, remoteAddress: '', ...more });
    },
    /** Events that were stored since the last call. */
    raised: eventsOf(db),
    /** Stores telegrams and closes their windows. */
    async hear(...telegrams: Heard[]): Promise<void> {
      for (const { ep, station, packetCnt, atMs, snr = 10, rssi = -90, eqSnr } of telegrams) {
        const reception = { station, opId: 1, rxTime: BigInt(atMs) * 1_000_000n, snr, rssi, eqSnr };
        const report = { epEui: ep as Eui, packetCnt, reception };
        await store.write.uplinks.receive(caller.report(report));
      }
      while ((await store.write.uplinks.close(caller.now(), listenedMs(caller.now()))).closed > 0);
      while (await store.write.uplinks.derive());
    },
  };
}
export type Registry = Awaited<ReturnType<typeof openRegistry>>;

export function attachControl(stationCalls: string[]): AttachControl {
  const decided = (status: AttachResult['status']): AttachResult => ({
    operationId: '0192f000-0000-7000-8000-00000000000a',
    status,
    propagations: [{ bsEui: '70b3d59cd0000001', state: 'sent', opId: -3, error: '' }],
  });
  return {
    async attachEndPoint(endpoint, origin, actor) {
      stationCalls.push(`attach ${endpoint} ${origin} ${actor}`);
      return decided('attaching');
    },
    async detachEndPoint(endpoint, origin, actor) {
      stationCalls.push(`detach ${endpoint} ${origin} ${actor}`);
      return decided('detaching');
    },
    tellStations() {
      stationCalls.push('stations');
    },
  };
}

export function eventsOf(db: ReturnType<typeof openDb>): () => Raised[] {
  const after = db.prepare(
    'SELECT seq, event_type, endpoint, station, user_id, data FROM event WHERE seq > ? ORDER BY seq',
  );
  let seen = 0;
  return () => {
    const rows = after.all(seen) as {
      seq: number;
      event_type: string;
      endpoint: number | null;
      station: number | null;
      user_id: string | null;
      data: string;
    }[];
    seen = rows.at(-1)?.seq ?? seen;
    return rows.map(row => ({
      type: row.event_type,
      endpoint: row.endpoint,
      station: row.station,
      user: row.user_id,
      data: JSON.parse(row.data) as Record<string, unknown>,
    }));
  };
}
