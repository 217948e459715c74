import { join } from 'node:path';
import t, { type Test } from 'tap';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { DAY_MS, MINUTE_MS, MS_NS } from '../../../src/kit/units.ts';
import { openLog, populate, random, T0, type TestLog } from '../message/log-store.ts';

const WEEK_MS = 7 * DAY_MS;

interface Told {
  readonly at: number;
  readonly endpoint: number;
  readonly packetCnt: number;
  readonly stations: readonly { readonly station: number; readonly snr: number }[];
}

/** What the columns have to say, from nothing but the list of telegrams. */
function naive(told: readonly Told[]) {
  const newest = told.at(-1);
  const heardBy = new Map<number, number>();
  for (const { at, stations } of told) for (const { station } of stations) heardBy.set(station, at);
  const now = newest?.at ?? 0;
  const lately = [...heardBy].filter(([, at]) => now - at <= WEEK_MS).map(([station]) => station);
  return {
    weakest: Math.min(...told.flatMap(({ stations }) => stations.map(({ snr }) => snr))),
    sole: lately.length === 1 ? lately[0] : undefined,
  };
}

function scene(t: Test, endpoints: number): TestLog {
  const log = openLog(t, join(t.testdir(), 'waystation.db'), { blockMessages: 64 });
  populate(log, endpoints, 3);
  return log;
}

t.test(
  'which station alone hears an endpoint, and how weak it was: as in a list of telegrams, whatever ends between',
  async t => {
    for (const seed of [1, 2, 3]) {
      const pick = random(seed);
      const log = scene(t, 100);
      const told = new Map<number, Told[]>();
      let at = T0;
      for (let n = 1; n <= 600; n++) {
        at += Math.floor(pick() * 8) * 60 * MINUTE_MS;
        const endpoint = 1 + Math.floor(pick() * 100);
        const before = told.get(endpoint) ?? [];
        const only = 1 + (endpoint % 3);
        const stations = (pick() < 0.3 ? [1, 2, 3].filter(() => pick() < 0.7) : [only]).map(station => ({
          station,
          snr: Math.round(pick() * 200) / 10,
        }));
        if (stations.length === 0) continue;
        const packetCnt = before.length + 1;
        log.db.atomic(() => {
          for (const { station, snr } of stations) {
            const reception = { snr };
            log.receive({ endpoint, packetCnt, station, rxNs: BigInt(at) * MS_NS, arrivedAt: at, reception });
          }
        });
        log.db.atomic(() => log.stores.uplinks.close(at + 500, listenedMs(at + 500)));
        const all = [...before, { at, endpoint, packetCnt, stations }];
        told.set(endpoint, all);
        if (pick() < 0.05) log.reopen();
        if (pick() < 0.05) {
          log.stores.uplinks.forget();
          log.stores.radio.forget();
        }
        const { sole } = naive(all);
        log.stores.radio.tick(at, listenedMs(at));
        t.equal(log.stores.radio.solelyHeardBy(endpoint), sole, `seed ${seed}, telegram ${n}`);
        if (!t.passing()) return;
      }
      log.db.atomic(() => log.stores.uplinks.close(at + DAY_MS, listenedMs(at + DAY_MS)));
      for (const [endpoint, all] of told) {
        const row = log.db.prepare('SELECT weakest_snr AS snr FROM endpoint_heard WHERE endpoint = ?').get(endpoint);
        t.same(row, { snr: naive(all).weakest }, `endpoint ${endpoint}`);
      }
    }
  },
);

t.test('a copy that comes late shows that another station hears the endpoint, after a crash too', async t => {
  const log = scene(t, 1);
  const receive = (station: number, at: number) =>
    log.db.atomic(() => log.receive({ endpoint: 1, packetCnt: 1, station, rxNs: BigInt(T0) * MS_NS, arrivedAt: at }));
  const soleAt = (at: number) => {
    log.stores.radio.tick(at, listenedMs(at));
    return log.stores.radio.solelyHeardBy(1);
  };
  receive(1, T0);
  log.db.atomic(() => log.stores.uplinks.close(T0 + 500, listenedMs(T0 + 500)));
  t.equal(soleAt(T0), 1);
  t.equal(receive(2, T0 + 1000), 'late');
  log.reopen();
  t.equal(soleAt(T0 + 2000), undefined);
  t.equal(soleAt(T0 + 1001 + WEEK_MS), 1);
});

t.test('losses are counted anew with a new session key, a counter that is set, or one that begins anew', async t => {
  const log = scene(t, 3);
  const counters = (endpoint: number) =>
    (log.db.prepare('SELECT counters FROM endpoint_heard WHERE endpoint = ?').get(endpoint) as { counters: number })
      .counters;
  let at = T0;
  const hear = (endpoint: number, packetCnt: number) => {
    at += 1000;
    log.db.atomic(() => log.receive({ endpoint, packetCnt, rxNs: BigInt(at) * MS_NS, arrivedAt: at }));
    log.db.atomic(() => log.stores.uplinks.close(at + 500, listenedMs(at + 500)));
  };
  for (const endpoint of [1, 2, 3]) for (const packetCnt of [5, 6, 8]) hear(endpoint, packetCnt);
  t.equal(counters(1), 0b11101, 'the first that was heard, the next, one lost, the newest');
  log.db.exec(
    "INSERT INTO session (id, station, sn_bs_uuid, sn_sc_uuid, version, state, connected_at) VALUES (1, 1, x'00', x'00', '1.0.0', 'active', 0)",
  );
  log.db.atomic(() => log.attach({ endpoint: 1, attachCnt: 1, rxNs: BigInt(at + 1) * MS_NS, at: at + 1 }));
  hear(1, 2);
  t.equal(counters(1), 0b101, 'one was lost since the attach');
  log.db.atomic(() =>
    log.stores.endpoints.update({ id: 2, changes: { last_packet_cnt: 20 } } as never, { now: at } as never),
  );
  hear(2, 21);
  t.equal(counters(2), 0b11);
  hear(3, 1);
  t.equal(counters(3), 1, 'nothing is known after it');
});
