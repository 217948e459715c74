import t from 'tap';
import { complete } from '../../../src/database/scan.ts';
import { lineTerms } from '../../../src/domain/message/line-search.ts';
import type { Reception } from '../../../src/domain/message/reception.ts';
import type { MacReport } from '../../../src/domain/uplink/receive.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { DAY_S, HOUR_MS, SECOND_NS } from '../../../src/kit/units.ts';
import { bsEui, epEui, type FiguresOf, figuresOf, openLog, populate, T0, type TestLog } from '../message/log-store.ts';

const RX = BigInt(T0) * 1_000_000n;
const WIDE = [T0 - HOUR_MS, T0 + HOUR_MS] as const;
const payload = Uint8Array.of(0x44, 0x93, 0x15, 0x78);

type Hearing = Partial<Omit<MacReport, 'reception'>> & Partial<Pick<Reception, 'station' | 'rxTime' | 'snr'>>;

function hear({ stores }: TestLog, { station = 1, rxTime = RX, snr = 5, ...more }: Hearing = {}) {
  return stores.uplinks.receiveMac({
    ...{ macType: 1, crc: 0xa53c, userData: payload, arrivedAt: T0 },
    ...{ reception: { station, opId: 3, rxTime, snr, rssi: -90 }, progress: { session: 0, lastBs: 0, doneBs: 0 } },
    ...more,
  });
}

const open = (t: Parameters<typeof openLog>[0]) => {
  const log = openLog(t, undefined, { blockMessages: 4 });
  populate(log, 2, 3);
  return log;
};

t.test('a window that was open when the process ended takes copies and closes afterwards', async t => {
  const log = open(t);
  t.equal(hear(log), 'new');
  log.reopen();
  t.equal(hear(log, { station: 2, rxTime: RX + SECOND_NS }), 'merged');
  t.equal(hear(log, { station: 2, rxTime: RX + SECOND_NS, snr: 9 }), 'repeated');
  t.equal(log.stores.uplinks.nextDue(), T0 + 500);
  log.close();
  const [message, ...others] = log.stores.messages.after(0, 10);
  t.same(others, []);
  t.match(message, {
    ...{ seq: 1, org: 1, endpoint: 0, epEui: '', packetCnt: null, vmMacType: 1, rxTime: RX, skipped: 0 },
    receptions: [{ station: 1 }, { station: 2, snr: 9 }],
  });
  t.same(message?.userData, payload);
  log.reopen();
  t.equal(hear(log, { station: 3 }), 'late');
  t.equal(hear(log), 'repeated');
});

t.test('a copy of a telegram in a sealed block is found', async t => {
  const log = open(t);
  hear(log);
  for (let n = 1; n <= 4; n++) log.receive({ endpoint: 1, packetCnt: n, rxNs: RX + BigInt(n) });
  log.close();
  t.ok(log.stores.history.sealedUpTo() >= 5);
  log.reopen();
  t.equal(hear(log, { arrivedAt: T0 + HOUR_MS }), 'repeated', 'however late');
  t.equal(hear(log, { station: 2 }), 'late');
  t.equal(hear(log, { rxTime: RX + 2n * SECOND_NS + 1n }), 'new');
});

t.test('what a station of another organization hears is a message of that one', async t => {
  const log = open(t);
  log.db.exec('UPDATE base_station SET org = 2 WHERE id = 2');
  t.equal(hear(log), 'new');
  t.equal(hear(log, { station: 2 }), 'new');
  log.close();
  t.same(
    log.stores.messages.after(0, 10).map(({ org, receptions }) => [org, receptions.map(({ station }) => station)]),
    [
      [1, [1]],
      [2, [2]],
    ],
  );
  t.equal(log.stores.messages.count({ org: 2 }), 1);
});

t.test('it is in the lists and feeds, and in the figures of no endpoint', async t => {
  const log = open(t);
  const seen = () => {
    const { messages, statistics, stationStatistics, endpoints } = log.stores;
    const query = { org: 1, station: 1 };
    const found = (text: string) => messages.stationCount({ ...query, terms: lineTerms(text) });
    const figures = (...of: FiguresOf) => figuresOf(log, of, ...WIDE, 'hour');
    const perEndpoint = [1, 2].map(id => figures('endpoint', id));
    const window = { fromMs: WIDE[0], toMs: WIDE[1], granularity: 'hour', now: T0 + 1000, onlineUntil: T0 } as const;
    const { activeEndpoints, topEndpoints, topStations } = complete(statistics.organization(1, ...WIDE, DAY_S, 5));
    const {
      uplinks,
      firsts,
      uniqueEndpoints,
      topEndpoints: heard,
    } = complete(stationStatistics.of({ ...query, ...window }));
    return {
      page: messages.page({ org: 1 }, { by: 'time', descending: false }, 10).rows.map(({ epEui }) => epEui),
      byStation: messages.page(query, { by: 'seq', descending: true }, 10).rows.map(({ seq }) => seq),
      totals: [messages.count({ org: 1 }), messages.count(query), messages.count({ org: 1, format: 0 })],
      byModel: messages.count({ org: 1, deviceModel: 'none' }),
      ofEndpoint: [1, 2].map(endpoint => messages.count({ org: 1, endpoint })),
      feed: messages.stationPage(query, false, 10).rows.map(({ at }) => at - RX),
      streamed: messages.stationAfter(1, 0, 10).lines.length,
      search: ['cnt:0', 'cnt:1', '449315', 'op:3', 'meter', epEui(1)].map(found),
      organization: figures('organization', 1).messages,
      lost: figures('organization', 1).resets,
      perEndpoint: perEndpoint.map(({ messages }) => messages),
      perPair: perEndpoint.map(({ stations }) => Object.values(stations).map(([receptions]) => receptions)),
      station: figures('station', 1).messages,
      active: [activeEndpoints, topEndpoints.map(({ count }) => count), topStations.map(({ count }) => count)],
      ofStation: [uplinks, firsts, uniqueEndpoints, heard.map(({ eui, count }) => `${eui} ${count}`)],
      heardBy: endpoints
        .list({
          ...{ org: 1, activeSince: T0, tags: {}, euis: [], orderBy: 'ep_eui', descending: false, size: 10 },
          heardBy: { bsEui: bsEui(1), since: WIDE[0] },
        })
        .rows.map(({ eui }) => eui),
    };
  };
  hear(log);
  log.receive({ endpoint: 1, packetCnt: 1, rxNs: RX + 1n });
  hear(log, { rxTime: RX + 3n * SECOND_NS, macType: 7 });
  log.close();
  const unsealed = seen();
  t.match(unsealed, {
    ...{ page: ['', epEui(1), ''], byStation: [3, 2, 1], totals: [3, 3, 3], byModel: 0, ofEndpoint: [1, 0] },
    ...{ feed: [0n, 1n, 3n * SECOND_NS], streamed: 3, search: [0, 1, 2, 2, 1, 1] },
    ...{ organization: 3, lost: 0, perEndpoint: [1, 0], perPair: [[1], []], station: 3 },
    ...{ active: [1, [1], [3]], ofStation: [3, 3, 1, [`${epEui(1)} 1`]], heardBy: [epEui(1)] },
  });
  log.reopen();
  t.same(seen(), unsealed, 'after a restart');
  log.db.atomic(() => {
    log.receive({ endpoint: 2, packetCnt: 1, station: 3, rxNs: RX + 5n });
    log.stores.uplinks.close(T0 + 500, listenedMs(T0 + 500));
  });
  t.equal(log.stores.history.sealedUpTo(), 4);
  const sealed = seen();
  t.same(
    { ...sealed, search: 0, feed: 0 },
    {
      ...{ ...unsealed, search: 0, feed: 0, page: ['', epEui(1), epEui(2), ''], ofEndpoint: [1, 1] },
      ...{ totals: [4, 3, 4], organization: 4, active: [2, [1, 1], [3, 1]] },
      ...{ perEndpoint: [1, 1], perPair: [[1], [1]] },
    },
  );
  t.same(sealed.search, unsealed.search);
  t.same(log.db.prepare('SELECT key FROM posting WHERE kind = 1 ORDER BY key').all(), [{ key: 1 }, { key: 2 }]);
  t.same(log.db.prepare('SELECT endpoint FROM endpoint_heard ORDER BY 1').all(), [{ endpoint: 1 }, { endpoint: 2 }]);
});
