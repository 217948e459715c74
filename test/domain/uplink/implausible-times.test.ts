import t from 'tap';
import { DAY_MS, MS_NS } from '../../../src/kit/units.ts';
import { messageToWire } from '../../../src/rpc/messages/message-wire.ts';
import { int64 } from '../../../src/rpc/wire.ts';
import { bsEui, connect, openLog, populate, T0 } from '../message/log-store.ts';

const RX = BigInt(T0) * MS_NS;

const scene = (t: Parameters<typeof openLog>[0]) => {
  const log = openLog(t);
  populate(log, 1, 2);
  connect(log, 2);
  const events = () =>
    log.db
      .prepare("SELECT bs_eui, source_id, count, data FROM event WHERE event_type = 'basestation.clock_offset'")
      .all() as { bs_eui: string; source_id: string; count: number; data: string }[];
  return { log, events };
};

for (const [name, rxNs, offsetMs] of [
  ['from before 2018', BigInt(Date.UTC(2018, 0, 1)) * MS_NS - 1n, undefined],
  ['of 1970', 17n, -T0],
  ['more than a day ahead', BigInt(T0 + DAY_MS) * MS_NS + 1n, DAY_MS],
  ['at the end of time', 2n ** 63n - 1n, undefined],
] as const) {
  t.test(`a radio time ${name} is kept, and the message dated by its arrival`, async t => {
    const { log, events } = scene(t);
    log.attach({ endpoint: 1, attachCnt: 1, rxNs: RX - 1n, at: T0 });
    t.equal(log.receive({ endpoint: 1, packetCnt: 1, rxNs }), 'new');
    t.equal(log.receive({ endpoint: 1, packetCnt: 1, station: 2, rxNs: RX + 1n }), 'merged');
    log.close();
    const [message] = log.stores.messages.after(0, 10);
    if (!message) throw new Error('nothing is stored');
    t.match(message, { rxTime: RX, packetCnt: 1 });
    const names = (station: number) => ({ eui: bsEui(station), name: '', org: 1 });
    const view = {
      organizationId: '',
      org: 1,
      subpackets: false,
      names,
      reports: () => [],
      decode: log.stores.messages.decoded,
    };
    const shown = messageToWire(message, view);
    t.same(shown.rx_time, int64(RX));
    t.same(
      shown.base_stations?.map(reception => reception.rx_time),
      [int64(RX + 1n), int64(rxNs)],
      'as reported',
    );
    const query = { org: 1, endpoint: 1, fromNs: RX - 1n, toNs: RX + 1n };
    t.equal(log.stores.messages.page(query, { by: 'time', descending: true }, 10).rows.length, 1, 'found by its time');
    const told = events();
    t.match(told, [{ bs_eui: bsEui(1), source_id: bsEui(1) }]);
    if (offsetMs !== undefined) t.same(JSON.parse(told[0]?.data ?? ''), { offsetMs });
    t.match(log.db.prepare('SELECT generation, last_packet_cnt FROM endpoint_heard, message').get(), {
      ...{ generation: 1, last_packet_cnt: 1 },
    });
  });
}

t.test('what such a station repeats long after is no new message, and is told once an hour', async t => {
  const { log, events } = scene(t);
  t.equal(log.receive({ endpoint: 1, packetCnt: 1, rxNs: 17n }), 'new');
  log.close();
  const later = { endpoint: 1, packetCnt: 1, rxNs: 17n, arrivedAt: T0 + 1_000_000 };
  t.equal(log.receive(later), 'repeated');
  log.reopen();
  t.equal(log.receive(later), 'repeated');
  const [message] = log.stores.messages.after(0, 10);
  t.match(message?.receptions, [{ station: 1, rxTime: RX, statedRxTime: 17n }], 'it keeps its place');
  t.equal(log.receive({ ...later, packetCnt: 2 }), 'new');
  t.equal(events().length, 2, 'one in each run');
});

t.test('without the time ourselves we believe the station', async t => {
  const { log, events } = scene(t);
  t.equal(log.receive({ endpoint: 1, packetCnt: 1, rxNs: RX, arrivedAt: 12_000 }), 'new');
  log.close(13_000);
  t.match(log.stores.messages.after(0, 10), [{ rxTime: RX }]);
  t.same(events(), []);
});
