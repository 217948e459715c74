import { join } from 'node:path';
import type { Test } from 'tap';
import type { Reception } from '../../src/domain/message/reception.ts';
import { componentOf, statusOf } from '../../src/health/probes.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { Notifier } from '../../src/kit/notifier.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { DAY_MS, HOUR_MS } from '../../src/kit/units.ts';
import { baseStations } from '../../src/rpc/base-stations/base-stations.ts';
import type { Row } from '../../src/rpc/call/define.ts';
import { downlinks } from '../../src/rpc/downlinks/downlinks.ts';
import { endpointHistory } from '../../src/rpc/endpoints/history.ts';
import { EventFeed } from '../../src/rpc/event-feed.ts';
import { messages } from '../../src/rpc/messages/messages.ts';
import { stationMessages } from '../../src/rpc/station-messages/station-messages.ts';
import { system } from '../../src/rpc/system/system.ts';
import { openEmpty } from '../domain/database.ts';
import { ACTIVITY_WINDOW_MS, DOWNLINKS, openCaller, type Scene, START } from './caller.ts';
import { ORGANIZATION } from './harness.ts';

/** Beyond 2^63, where signed numbers end. */
export const EP = ['', 'fe0000000000e101', 'fe0000000000e102', 'fe0000000000e1ff'] as const;
export const BS = ['', 'ff00000000000b51', '70b3d59cd0000002', '70b3d59cd00000ff'] as const;

export interface Copy {
  ep?: number;
  station?: number;
  packetCnt: number;
  /** Nanoseconds. */
  rxTime?: bigint;
  userData?: Uint8Array;
  flags?: number;
  format?: number;
  more?: Partial<Reception>;
}

/**
 * The RPCs over a real store: endpoints 1 and 2 and stations 1 and 2 are the caller's, endpoint 3 and station 3 are not.
 * @param rows SQL for what no store function writes
 * @param more makes the groups that the test calls besides
 */
export async function openTraffic(t: Test, rows = '', more: (scene: Scene) => readonly Row[] = () => []) {
  const path = join(t.testdir(), 'waystation.db');
  const first = openEmpty(path);
  first.exec(`INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES
    (1, '${ORGANIZATION}', 'own', 1, 0, 0), (2, '0192f000-0000-7000-8000-0000000000ff', 'other', 0, 0, 0)`);
  for (const id of [1, 2, 3]) {
    const org = id === 3 ? 2 : 1;
    first.exec(`INSERT INTO endpoint (id, org, eui, name, ep_class, attach_status, created_at, updated_at)
      VALUES (${id}, ${org}, '${EP[id]}', 'Meter ${id}', 'Z', 'attached', ${START - 30 * DAY_MS}, 0)`);
    first.exec(`INSERT INTO base_station (id, org, eui, name, created_at, updated_at)
      VALUES (${id}, ${org}, '${BS[id]}', 'Roof ${id}', 0, 0)`);
  }
  first.exec(rows);
  first.close();
  const newMessages = new Notifier();
  const lineFeed = new EventFeed();
  const services = [componentOf('database', true, 1.4, [])];
  const reads = { after: 0 };
  const facts = {
    version: '1.2.3',
    runTime: { startedAt: START - HOUR_MS, ms: HOUR_MS },
    release: { version: '1.2.3', schema_version: 1, sc_eui: 'fe000000000005ce' },
    health: () => ({
      status: statusOf(services),
      services: services.map(({ latency_ms, ...service }) => ({ ...service, latencyMs: latency_ms })),
    }),
  };
  const caller = await openCaller(t, path, scene => {
    const { store, clock, stations } = scene;
    const after = (seq: number, limit: number) => {
      reads.after++;
      return store.read.messages.after(seq, limit);
    };
    const counting = { ...store, waiting: 0, read: { ...store.read, messages: { ...store.read.messages, after } } };
    return [
      messages({ store: counting, clock, newMessages }),
      stationMessages({ store, clock, newMessages, feed: lineFeed }),
      endpointHistory({ store, clock }),
      downlinks({ store, clock, stations, settings: DOWNLINKS }),
      baseStations({
        store,
        clock,
        stations,
        revocations: { enforce: () => {} },
        serviceCenterUrl: () => '',
        limit: undefined,
      }),
      system({ store, clock, stations, activityWindowMs: ACTIVITY_WINDOW_MS, facts }),
      more(scene),
    ];
  });
  const { store, now } = caller;
  store.growthTo(() => newMessages.notify());

  const traffic = {
    ...caller,
    services,
    reads,
    /** What station lists know of events; `store.newsTo` tells it. */
    lineFeed,
    receive({ ep = 1, station = 1, packetCnt, rxTime = BigInt(now()) * 1_000_000n, more, ...rest }: Copy) {
      const reception = { station, opId: packetCnt, rxTime, snr: 10, rssi: -90, ...more };
      return store.write.uplinks.receive(caller.report({ epEui: EP[ep] as Eui, packetCnt, reception, ...rest }));
    },
    /** Stores copies and closes their windows. */
    async hear(...copies: Copy[]): Promise<void> {
      const stored = copies.map(copy => traffic.receive(copy));
      await Promise.all(stored);
      while ((await store.write.uplinks.close(now(), listenedMs(now()))).closed > 0);
    },
  };
  return traffic;
}
export type Traffic = Awaited<ReturnType<typeof openTraffic>>;

export const at = (ms: number) => ({ seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1_000_000 });
