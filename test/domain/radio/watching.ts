import type { Test } from 'tap';
import type { Observation } from '../../../src/domain/alert/seen.ts';
import { EndpointWatch, type EndpointWatchOptions } from '../../../src/domain/radio/endpoints.ts';
import { StationWatch } from '../../../src/domain/radio/stations.ts';
import { Arrivals } from '../../../src/domain/uplink/arrivals.ts';
import { NO_COUNTERS } from '../../../src/domain/uplink/last-counters.ts';
import { ListenedTime } from '../../../src/domain/uplink/listened.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { openLog, populate } from '../message/log-store.ts';

/** A watch of endpoints over rows of a database, and what it has told. */
export function watching(t: Test, options: Partial<Omit<EndpointWatchOptions, 'arrivals'>> = {}) {
  const log = openLog(t, ':memory:');
  populate(log, 3, 3);
  const told: Observation[] = [];
  const observe = (seen: Observation) => void told.push(seen);
  const arrivals = new Arrivals(log.db, new ListenedTime(log.db));
  const start = () =>
    new EndpointWatch(log.db, {
      ...{ arrivals, observe, watches: () => true, activityMs: DAY_MS, batteryVolts: 2.8, stationsInUse: () => 2 },
      ...options,
    });
  let watch = start();
  return {
    log,
    told,
    get watch() {
      return watch;
    },
    restart() {
      watch = start();
    },
    /** What was told since the last time, in short. */
    taken(): string[] {
      const lines = told.map(({ rule, source, ...seen }) => {
        if ('over' in seen) return `${rule} ${source.id} over`;
        return `${rule} ${source.id} ${'level' in seen ? Math.round(seen.level * 100) / 100 : 'happened'}`;
      });
      told.length = 0;
      return lines;
    },
    interval(endpoint: number, seconds: number) {
      log.db.prepare('UPDATE endpoint SET uplink_interval_s = ? WHERE id = ?').run(seconds, endpoint);
      watch.changed(endpoint);
    },
    tick(at: number, listened = at): void {
      watch.tick(at, listenedMs(listened));
    },
    heard(endpoint: number, at: number, { decoded, ...heard }: Record<string, unknown> = {}) {
      const nothing = {
        counters: NO_COUNTERS,
        failures: 0,
        soleStation: 1,
        sharedAt: at,
        weakestSnr: 0,
        top: undefined,
      };
      arrivals.time.looked(listenedMs(at));
      arrivals.note(endpoint, listenedMs(at));
      watch.heard({ id: endpoint, heard: { ...nothing, ...heard } } as never, { arrivedAt: at, decoded } as never);
    },
  };
}

/** A watch of stations, two of which are connected. */
export function listening(t: Test) {
  const log = openLog(t, ':memory:');
  populate(log, 1, 3);
  log.db.exec(`INSERT INTO session (id, station, sn_bs_uuid, sn_sc_uuid, version, state, connected_at) VALUES
    (1, 1, x'00', x'00', '1.0.0', 'active', 0), (2, 2, x'00', x'00', '1.0.0', 'active', 0)`);
  const told: Observation[] = [];
  const watch = new StationWatch(log.db, seen => void told.push(seen));
  return { log, told, watch };
}
