import t, { type Test } from 'tap';
import { SECOND_NS } from '../../../src/kit/units.ts';
import { type Copy, connect, epEui, openLog, populate, T0 } from '../message/log-store.ts';

const RX = BigInt(T0) * 1_000_000n;

function scene(t: Test) {
  const log = openLog(t);
  populate(log, 1, 3);
  connect(log, 3);
  const kept = () => {
    const all = log.stores.messages.after(0, 1000);
    return all.map(({ packetCnt, receptions, userData }) => ({
      packetCnt,
      text: Buffer.from(userData).toString(),
      by: receptions.map(({ station }) => station),
    }));
  };
  const generations = () =>
    log.db
      .prepare('SELECT generation FROM message ORDER BY seq')
      .all()
      .map(row => (row as { generation: number }).generation);
  const copy = (text: string, station: number, rxNs: bigint, more: Partial<Copy> = {}): Copy => ({
    ...{ endpoint: 1, packetCnt: 1, station, rxNs, userData: Buffer.from(text) },
    ...more,
  });
  return { log, kept, generations, copy };
}

for (const closed of [false, true]) {
  t.test(`a late copy from before an attach belongs to the message of that time (${closed})`, async t => {
    const { log, kept, generations, copy } = scene(t);
    log.attach({ endpoint: 1, attachCnt: 5, rxNs: RX - SECOND_NS });
    t.equal(log.receive(copy('first', 1, RX)), 'new');
    if (closed) log.close();
    log.attach({ endpoint: 1, attachCnt: 6, rxNs: RX + SECOND_NS });
    t.equal(log.receive(copy('second', 1, RX + 2n * SECOND_NS)), 'new');
    if (closed) log.close();
    t.equal(log.receive(copy('first', 2, RX + 5n)), closed ? 'late' : 'merged');
    t.equal(log.receive(copy('second', 3, RX + 2n * SECOND_NS + 5n)), closed ? 'late' : 'merged');
    log.close();
    t.same(kept(), [
      { packetCnt: 1, text: 'first', by: [1, 2] },
      { packetCnt: 1, text: 'second', by: [1, 3] },
    ]);
    t.same(generations(), [1, 2]);
  });
}

t.test('it does so two attaches later as well', async t => {
  const { log, kept, copy } = scene(t);
  for (const [n, text] of ['first', 'second', 'third'].entries()) {
    const at = RX + BigInt(n) * 10n * SECOND_NS;
    log.attach({ endpoint: 1, attachCnt: 5 + n, rxNs: at - SECOND_NS });
    t.equal(log.receive(copy(text, 1, at)), 'new');
  }
  log.close();
  t.equal(log.receive(copy('first', 2, RX + 5n)), 'late');
  t.equal(log.receive(copy('second', 2, RX + 10n * SECOND_NS + 5n)), 'late');
  t.same(
    kept().map(({ text, by }) => [text, by.length]),
    [
      ['first', 2],
      ['second', 2],
      ['third', 1],
    ],
  );
});

t.test('a copy is found in a sealed block, after a restart and across an attach', async t => {
  const { log, kept, copy } = scene(t);
  log.attach({ endpoint: 1, attachCnt: 5, rxNs: RX - SECOND_NS });
  log.write([copy('first', 1, RX, { packetCnt: 700 })]);
  const others = Array.from({ length: 300 }, (_, n) => copy('x', 1, RX + BigInt(n + 1), { packetCnt: 701 + n }));
  log.write(others);
  log.reopen();
  t.ok(log.stores.history.sealedUpTo() > 0, 'it is sealed');
  t.equal(log.receive(copy('first', 2, RX + 5n, { packetCnt: 700 })), 'late');
  log.attach({ endpoint: 1, attachCnt: 6, rxNs: RX + SECOND_NS });
  t.equal(log.receive(copy('first', 3, RX + 9n, { packetCnt: 700 })), 'late', 'its counter is above those of now');
  t.same(kept()[0], { packetCnt: 700, text: 'first', by: [1, 2, 3] });
  t.equal(kept().length, 301);
});

t.test('of two messages under one counter the nearer one gets the copy', async t => {
  const { log, kept, copy } = scene(t);
  const later = T0 + 301_000;
  log.write([copy('first', 1, RX)]);
  log.write([copy('again', 1, RX + 301n * SECOND_NS, { arrivedAt: later })], later + 500);
  const late = { arrivedAt: later + 1000 };
  t.equal(log.receive(copy('first', 2, RX + 5n, late)), 'late', 'it arrives soon after the other one');
  t.equal(log.receive(copy('again', 3, RX + 301n * SECOND_NS + 5n, late)), 'late');
  t.same(
    kept().map(({ text, by }) => [text, by]),
    [
      ['first', [1, 2]],
      ['again', [1, 3]],
    ],
  );
});

t.test('a station whose clock is ahead attaches, and what follows is of the new counters', async t => {
  const { log, kept, generations, copy } = scene(t);
  log.write([copy('first', 1, RX - 100n * SECOND_NS, { arrivedAt: T0 - 100_000 })]);
  const at = T0;
  log.attach({ endpoint: 1, attachCnt: 6, rxNs: RX + 300n * SECOND_NS, at });
  const soon = { arrivedAt: at + 2000 };
  t.equal(log.receive(copy('second', 1, RX + 2n * SECOND_NS, soon)), 'new');
  t.equal(log.receive(copy('second', 2, RX + 302n * SECOND_NS, soon)), 'merged', 'by the one with the wrong clock');
  t.equal(log.receive(copy('first', 3, RX - 100n * SECOND_NS + 5n, soon)), 'late', 'before it');
  log.close(at + 3000);
  t.same(generations(), [0, 1]);
  t.same(
    kept().map(({ by }) => by),
    [
      [1, 3],
      [1, 2],
    ],
  );
  t.match(log.stores.endpoints.find(1, epEui(1), T0), { last_packet_cnt: 1 });
});

t.test('when our clock is behind, a copy of before the attach is still found', async t => {
  const { log, generations, copy } = scene(t);
  const ahead = 120n * SECOND_NS;
  t.equal(log.receive(copy('first', 1, RX + ahead)), 'new');
  log.attach({ endpoint: 1, attachCnt: 6, rxNs: RX + ahead + SECOND_NS, at: T0 + 1000 });
  t.equal(log.receive(copy('first', 2, RX + ahead + 5n, { arrivedAt: T0 + 1500 })), 'merged');
  log.close(T0 + 3000);
  t.same(generations(), [0]);
});
