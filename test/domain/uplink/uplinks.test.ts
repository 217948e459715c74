import t from 'tap';
import { bsEui, openLog, populate, T0 } from '../message/log-store.ts';

const RX = BigInt(T0) * 1_000_000n;

t.test('two payloads of one station under one counter do not stop the log', async t => {
  const log = openLog(t);
  populate(log, 1, 2);
  t.equal(log.receive({ endpoint: 1, packetCnt: 1, rxNs: RX }), 'new');
  const other = { endpoint: 1, packetCnt: 1, rxNs: RX + 5n, userData: Buffer.from('other') };
  t.equal(log.receive(other), 'conflict');
  t.equal(log.receive(other), 'conflict', 'again');
  log.close();
  const [message] = log.stores.messages.after(0, 10);
  t.equal(message?.receptions.length, 1);
  t.equal(Buffer.from(message?.userData ?? []).toString(), '1 1');
});

t.test('a copy after the window is added and has a line of its own; repeated, it changes no place', async t => {
  const log = openLog(t);
  populate(log, 1, 2);
  log.write([{ endpoint: 1, packetCnt: 1, rxNs: RX }]);
  t.equal(log.receive({ endpoint: 1, packetCnt: 1, station: 2, rxNs: RX - 9n }), 'late');
  t.equal(
    log.receive({ endpoint: 1, packetCnt: 1, station: 1, rxNs: RX + 77n, reception: { snr: 20 } }),
    'repeated',
    'the record is replaced',
  );
  const [message] = log.stores.messages.after(0, 10);
  t.match(message, {
    seq: 1,
    rxTime: RX,
    receptions: [
      { station: 1, rxTime: RX, snr: 20 },
      { station: 2, rxTime: RX - 9n },
    ],
  });
  const [line] = log.stores.messages.lateAfter(2, 0, 10);
  t.match(line, { seq: 2, reception: { station: 2 } });
});

t.test('counters up to 2^32 and times beyond 2^53 keep every digit', async t => {
  const log = openLog(t);
  populate(log, 1, 1);
  const big = 18_446_744_073_709n * 100_000n + 7n;
  log.write([{ endpoint: 1, packetCnt: 0xffff_ffff, rxNs: big, arrivedAt: Number(big / 1_000_000n) }]);
  t.match(log.stores.messages.after(0, 1), [{ packetCnt: 4_294_967_295, rxTime: big, epEui: 'fe00000000000001' }]);
  t.equal(bsEui(255), '70b3d59cd00000ff');
});

t.test('a counter that comes again after the window is a message marked so', async t => {
  const log = openLog(t);
  populate(log, 1, 1);
  log.write([{ endpoint: 1, packetCnt: 5, rxNs: RX }]);
  const later = T0 + 301_000;
  log.write([{ endpoint: 1, packetCnt: 5, rxNs: RX + 301_000_000_000n, arrivedAt: later }], later + 500);
  t.same(
    log.stores.messages.after(0, 10).map(({ flags }) => flags),
    [0, 8],
  );
});

t.test('windows are as long as the store was told when it was opened', async t => {
  const log = openLog(t, undefined, { windowLengths: { receptionMs: 700, duplicateMs: 1000 } });
  populate(log, 1, 2);
  const hear = (station: number, ms: number) =>
    log.receive({ endpoint: 1, packetCnt: 5, station, rxNs: RX + BigInt(ms) * 1_000_000n, arrivedAt: T0 + ms });
  t.equal(hear(1, 0), 'new');
  t.equal(log.stores.uplinks.nextDue(), T0 + 700);
  log.close(T0 + 699);
  t.equal(hear(2, 699), 'merged', 'it is open to the end');
  log.close(T0 + 700);
  t.equal(hear(2, 1000), 'repeated');
  t.equal(hear(2, 2001), 'new', 'behind the duplicate window it is another telegram');
});
