import fc from 'fast-check';
import t, { type Test } from 'tap';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { MINUTE_MS } from '../../../src/kit/units.ts';
import { connect, epEui, openLog, populate, T0 } from '../message/log-store.ts';

const WINDOW_MS = 8 * MINUTE_MS;

interface Told {
  event_type: string;
  endpoint: number;
  timestamp_at: number;
  data: string;
}

function opened(t: Test, endpoints = 3, path?: string) {
  const log = openLog(t, path, { activityWindowMs: WINDOW_MS });
  populate(log, endpoints, 1);
  connect(log, 1);
  let packetCnt = 9;
  return {
    log,
    /**
     * @param at milliseconds; radio time, arrival, and time listened
     * @param older it was sent before those that were heard
     */
    hear(endpoint: number, at: number, more: { arrivedAt?: number; listened?: number; older?: boolean } = {}): void {
      const { arrivedAt = at, listened = arrivedAt, older = false } = more;
      const rxNs = BigInt(at) * 1_000_000n;
      const counter = older ? packetCnt - 1 : ++packetCnt;
      log.db.atomic(() => log.receive({ endpoint, packetCnt: counter, rxNs, arrivedAt }));
      log.db.atomic(() => log.stores.uplinks.close(arrivedAt + MINUTE_MS / 2, listenedMs(listened)));
    },
    search(at: number, listened = at): void {
      while (log.db.atomic(() => log.stores.uplinks.searchSilent(at, listenedMs(listened))));
    },
    told: () =>
      log.db
        .prepare(
          "SELECT event_type, endpoint, timestamp_at, data FROM event WHERE event_type IN ('endpoint.active', 'endpoint.inactive') ORDER BY seq",
        )
        .all() as Told[],
  };
}

t.test('an endpoint that falls silent is told once, and once that it is heard again', t => {
  const { log, hear, search, told } = opened(t);
  hear(1, T0);
  search(T0 + WINDOW_MS);
  t.same(told(), []);
  search(T0 + WINDOW_MS + MINUTE_MS);
  search(T0 + WINDOW_MS + 2 * MINUTE_MS);
  log.reopen();
  search(T0 + WINDOW_MS + 3 * MINUTE_MS);
  const [silent, ...more] = told();
  t.same(more, [], 'a restart does not say it again');
  t.match(silent, { event_type: 'endpoint.inactive', endpoint: 1 });
  t.same(JSON.parse(silent?.data ?? ''), {
    lastSeenAt: new Date(T0).toISOString(),
    silentSeconds: (WINDOW_MS + MINUTE_MS) / 1000,
  });
  hear(1, T0 - MINUTE_MS, { arrivedAt: T0 + WINDOW_MS + 4 * MINUTE_MS, older: true });
  t.equal(told().length, 1, 'what was delivered late says nothing about now');
  log.reopen();
  hear(1, T0 + 3 * WINDOW_MS);
  hear(1, T0 + 3 * WINDOW_MS + MINUTE_MS);
  t.equal(told().length, 2);
  const again = told()[1];
  t.match(again, { event_type: 'endpoint.active', endpoint: 1 });
  t.same(JSON.parse(again?.data ?? ''), {
    lastSeenAt: new Date(T0).toISOString(),
    silentSeconds: (3 * WINDOW_MS) / 1000,
  });
  t.end();
});

t.test('an attach ends a silence, a suspended endpoint falls silent when it is resumed, a deleted one never', t => {
  const { log, hear, search, told } = opened(t);
  for (const endpoint of [1, 2, 3]) hear(endpoint, T0);
  log.db.exec('UPDATE endpoint SET suspended = 1 WHERE id = 2');
  log.db.exec(`UPDATE endpoint SET deleted_at = ${T0} WHERE id = 3`);
  search(T0 + 2 * WINDOW_MS);
  t.match(told(), [{ event_type: 'endpoint.inactive', endpoint: 1 }]);
  const at = T0 + 2 * WINDOW_MS + MINUTE_MS;
  log.db.atomic(() => log.attach({ endpoint: 1, attachCnt: 1, rxNs: BigInt(at) * 1_000_000n, at }));
  log.db.exec('UPDATE endpoint SET suspended = 0 WHERE id = 2');
  search(at + MINUTE_MS);
  t.same(
    told()
      .map(({ event_type, endpoint }) => `${endpoint} ${event_type}`)
      .sort(),
    ['1 endpoint.active', '1 endpoint.inactive', '2 endpoint.inactive'],
  );
  t.end();
});

t.test('all of thousands are told, a part in each write', t => {
  const { log, search, told } = opened(t, 0);
  log.db.exec(`WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at) SELECT i, 1, printf('%016x', i), 'x', 'Z', 0, 0 FROM n`);
  log.db.exec(`INSERT INTO endpoint_heard (endpoint, last_seen_ns) SELECT id, ${T0} * 1000000 FROM endpoint`);
  t.equal(
    log.db.atomic(() => log.stores.uplinks.searchSilent(T0 + 2 * WINDOW_MS, listenedMs(T0 + 2 * WINDOW_MS))),
    true,
  );
  t.equal(told().length, 256);
  search(T0 + 2 * WINDOW_MS);
  t.equal(told().length, 1000);
  t.end();
});

t.test('whatever is heard and whenever the service restarts, silence is told exactly as it is', async t => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('hear' as const), endpoint: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ kind: fc.constant('restart' as const) }),
    fc.record({ kind: fc.constant('failed' as const) }),
  );
  let run = 0;
  fc.assert(
    fc.property(fc.array(act, { minLength: 5, maxLength: 40 }), acts => {
      const { log, hear, search, told } = opened(t, 3, `${t.testdir()}/run-${run++}.db`);
      const lastSeen = new Map<number, number>();
      const inactive = new Set<number>();
      const expected: string[] = [];
      let now = T0;
      for (const about of acts) {
        if ('endpoint' in about) {
          const { endpoint } = about;
          hear(endpoint, now);
          if (inactive.delete(endpoint)) expected.push(`${endpoint} active`);
          lastSeen.set(endpoint, now);
        } else if ('minutes' in about) {
          for (let minute = 0; minute < about.minutes; minute++) {
            now += MINUTE_MS;
            search(now);
            for (const [endpoint, at] of [...lastSeen].sort()) {
              // Found by the first search that comes after the window.
              if (inactive.has(endpoint) || now - at <= WINDOW_MS) continue;
              inactive.add(endpoint);
              expected.push(`${endpoint} inactive`);
            }
          }
        } else if (about.kind === 'restart') log.reopen();
        else log.stores.uplinks.forget();
      }
      const was = told().map(({ event_type, endpoint }) => `${endpoint} ${event_type.slice('endpoint.'.length)}`);
      // Several that fall silent in one minute come in no order.
      t.same(was.toSorted(), expected.toSorted());
      for (const endpoint of [1, 2, 3]) {
        const of = (all: string[]) => all.filter(line => line.startsWith(`${endpoint} `));
        t.same(of(was), of(expected), epEui(endpoint));
      }
    }),
    { numRuns: 40 },
  );
});
