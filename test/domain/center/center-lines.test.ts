import t from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { domain } from '../../../src/domain/domain.ts';
import { unpackFlags } from '../../../src/domain/message/flags.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { engine } from '../../database/engine.ts';
import { momentAt } from '../../peers/time.ts';
import { bsEui, epEui, T0 } from '../message/log-store.ts';
import { AC, AC2, centerScene, place, RX, uplinkOf } from './center-scene.ts';

t.test('an uplink comes with all of its receptions, best first', async t => {
  const s = centerScene(t);
  const copy = { endpoint: 1, packetCnt: 4_294_967_295, format: 200, flags: 3, userData: Uint8Array.of(1, 128, 255) };
  const subpackets = { snr: [1, 2], rssi: [-1, -2], frequency: [868e6, 868.5e6] };
  s.log.write([
    { ...copy, rxNs: RX, station: 1, reception: { snr: 5, rssi: -100, eqSnr: 4.5, profile: 'eu1', mode: 'ulp' } },
    { ...copy, rxNs: RX + 7n, station: 2, reception: { snr: 5, rssi: -90, rxDuration: 2n ** 40n, subpackets } },
    { ...copy, rxNs: RX + 8n, station: 2, userData: Uint8Array.of(9), reception: { snr: 50 } },
  ]);
  const { lines, upTo } = s.lines(0);
  t.equal(upTo, 1);
  t.equal(lines.length, 1);
  const line = uplinkOf(lines[0]);
  t.match(line, {
    ...{
      kind: 'ulData',
      seq: 1,
      epEui: epEui(1),
      packetCnt: 4_294_967_295,
      format: 200,
      count: 2,
      storedAt: T0 + 500,
    },
    userData: Uint8Array.of(1, 128, 255),
  });
  t.match(unpackFlags(line.flags), { dlOpen: true, responseExp: true, dlAck: false, duplicate: false });
  t.match(line.receptions, [
    { bsEui: bsEui(2), rxTime: RX + 7n, snr: 5, rssi: -90, rxDuration: 2n ** 40n, subpackets },
    { bsEui: bsEui(1), rxTime: RX, snr: 5, rssi: -100, eqSnr: 4.5, profile: 'eu1', mode: 'ulp' },
  ]);
  t.equal(line.receptions.length, 2, 'without the conflict');
  for (const reception of line.receptions) t.notOk('dlRxSnr' in reception);
});

t.test('centers that go side by side share one read, each to its limit and with what has come since', async t => {
  const s = centerScene(t);
  const db = openDb(s.log.path, { engine, mode: 'reader' });
  t.teardown(() => db.close());
  const reader = domain(db).centers;
  const read = (acEui = AC, org = 1, after = 0, limit = 100) => reader.lines({ org, acEui }, after, limit).lines;
  s.uplink(1);
  s.uplink(3);
  const [line] = read();
  t.match(line, { seq: 1 });
  t.equal(read(AC2)[0], line);
  t.match(read(AC2, 2), [{ seq: 2 }], 'not another organization');
  t.same(read(AC2, 1, 1), [], 'nor one that is further on');
  s.uplink(1);
  t.match(read(), [{ seq: 1 }, { seq: 3 }], 'and what has come since');
  t.equal(read()[0], line);
  t.match(read(AC, 1, 0, 1), [{ seq: 1 }], 'to its limit');
  const [third] = read(AC, 1, 1);
  t.match(third, { seq: 3 }, 'from the middle of a stretch');
  t.equal(read(AC2, 1, 2)[0], third);
  t.equal(read(AC2, 1, 2).length, 1);
  s.log.receive({ endpoint: 1, packetCnt: 1, station: 2, rxNs: RX + 2n });
  t.equal(read(AC2)[0], line, 'a copy that arrives late is no part of what is delivered');
});

t.test('what is for one center only is shared with no other', async t => {
  const s = centerScene(t);
  s.connect();
  s.connect(AC2);
  s.uplink(1);
  s.queue('7', T0, { expiresAt: T0 });
  s.stores.downlinks.expire(momentAt(T0));
  s.uplink(1);
  const seqs = (acEui: typeof AC, after = 0, limit = 100) => {
    const { lines, upTo } = s.lines(after, limit, acEui);
    return [lines.map(({ seq }) => seq), upTo];
  };
  t.same(seqs(AC), [[1, 2, 3], 3]);
  t.same(seqs(AC2), [[1, 3], 3]);
  t.same(seqs(AC2, 1, 1), [[3], 3]);
  t.same(seqs(AC2, 0, 1), [[1], 1]);
  t.same(seqs(AC, 1, 1), [[2], 2]);
});

t.test('the end of the log is looked for once in each version of it', async t => {
  const s = centerScene(t);
  for (let n = 0; n < 600; n++) s.log.receive({ endpoint: 1, packetCnt: n, station: 1, rxNs: RX + BigInt(n) });
  s.log.close();
  const read = (after: number, version: number, acEui = AC) => {
    const { lines, upTo } = s.centers.lines({ org: 1, acEui }, after, 256, version);
    return [lines[0]?.seq, lines.length, upTo];
  };
  for (const acEui of [AC, AC2]) {
    t.same(read(0, 1, acEui), [1, 256, 256]);
    t.same(read(256, 1, acEui), [257, 256, 512], 'it is not where a read ended that had enough');
    t.same(read(512, 1, acEui), [513, 88, 600]);
    t.same(read(600, 1, acEui), [undefined, 0, 600]);
  }
  s.uplink(2);
  t.same(read(600, 1), [undefined, 0, 600], 'of the same version there is no more');
  t.same(read(512, 1), [513, 88, 600]);
  t.same(read(600, 2), [601, 1, 601]);
  t.same(read(600, 2, AC2), [601, 1, 601]);
  s.uplink(2);
  t.same(read(512, 3), [513, 90, 602]);
});

t.test('a center that is far behind reads on from what others have read, over what it has forgotten', async t => {
  const s = centerScene(t);
  for (let n = 0; n < 3000; n++) s.log.receive({ endpoint: 1, packetCnt: n, station: 1, rxNs: RX + BigInt(n) });
  s.log.close();
  for (const acEui of [AC, AC2, AC]) {
    const seqs: number[] = [];
    for (let after = 0; after < 3000; ) {
      const { lines, upTo } = s.lines(after, acEui === AC ? 100 : 77, acEui);
      seqs.push(...lines.map(({ seq }) => seq));
      after = upTo;
    }
    t.same(
      seqs,
      Array.from({ length: 3000 }, (_, at) => at + 1),
    );
  }
});

t.test('a center gets what belongs to its organization and was known to centers', async t => {
  const s = centerScene(t);
  s.uplink(1);
  s.uplink(3);
  s.uplink(2);
  s.stores.uplinks.receiveMac({
    ...{ macType: 5, crc: 0x0102, userData: Uint8Array.of(1), arrivedAt: T0 },
    reception: { station: 1, opId: 1, rxTime: RX, snr: 1, rssi: -1 },
    progress: { session: 0, lastBs: 0, doneBs: 0 },
  });
  s.log.close();
  const seqs = (org: number) => s.lines(0, 100, AC, org).lines.map(({ seq }) => seq);
  t.equal(s.stores.messages.edges().newest, 4);
  t.same(seqs(1), [1, 3]);
  t.same(seqs(2), [2]);
  s.db.exec("UPDATE message SET ac_eui = '' WHERE seq = 1");
  s.log.reopen();
  t.same(seqs(1), [3]);
  s.db.exec("UPDATE message SET ac_eui = ''");
  s.log.reopen();
  t.match(s.lines(0), { lines: [], upTo: 4 });
});

t.test('a read goes on behind the cursor, to the limit or to the end', async t => {
  const s = centerScene(t);
  s.connect();
  for (let n = 0; n < 3; n++) s.uplink(1);
  s.attach();
  s.uplink(3);
  s.uplink(2);
  s.uplink(3);
  const read = (after: number, limit: number) => {
    const { lines, upTo } = s.lines(after, limit);
    return [lines.map(({ seq }) => seq), upTo];
  };
  t.same(read(0, 2), [[1, 2], 2]);
  t.same(read(2, 2), [[3, 4], 4], 'both kinds count');
  t.same(read(4, 2), [[6], 7], 'over those of others, to the end');
  t.same(read(4, 1), [[6], 7], 'also when the limit is reached');
  s.log.reopen();
  t.same(read(4, 1), [[6], 7], 'whether others have read it or not');
  t.same(read(7, 2), [[], 7]);
  t.same(read(0, 100), [[1, 2, 3, 4, 6], 7]);
  t.same(read(100, 10), [[], 100], 'never back');
});

t.test('places that are no messages of the center are passed for good', async t => {
  const s = centerScene(t);
  s.uplink(3);
  s.log.receive({ endpoint: 3, packetCnt: 1, rxNs: RX, station: 2 });
  t.match(s.lines(0), { lines: [], upTo: 2 }, 'a late copy');
  const [queId] = [s.queue(undefined), s.window()];
  s.result(queId, 'expired');
  t.match(s.lines(0), { lines: [], upTo: 3 }, 'a line of a station');
  s.log.receive({ endpoint: 1, packetCnt: 77, rxNs: RX });
  t.match(s.lines(0), { lines: [], upTo: 3 }, 'not beyond what is visible while a window is open');
  s.log.close();
  t.match(s.lines(3), { lines: [{ seq: 4, packetCnt: 77 }], upTo: 4 });
});

t.test('a long stretch for others is passed in steps', async t => {
  const s = centerScene(t);
  s.uplink(1);
  s.db.exec(`WITH RECURSIVE n (seq) AS (SELECT 2 UNION ALL SELECT seq + 1 FROM n WHERE seq < 10000)
      INSERT INTO message (seq, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, stored_at, user_data, format, flags,
        receptions, decode_status)
      SELECT n.seq, 2, 3, 0, n.seq, m.rx_time_ns, 0, 0, m.user_data, 0, 0, m.receptions, 'skipped' FROM n, message m WHERE m.seq = 1`);
  s.log.reopen();
  s.uplink(1);
  const ends: number[] = [];
  const found: number[] = [];
  for (let after = 0; after < 10_001; ) {
    const { lines, upTo } = s.lines(after);
    found.push(...lines.map(({ seq }) => seq));
    ends.push(upTo);
    if (upTo <= after) throw new Error(`stands still at ${upTo}`);
    after = upTo;
  }
  t.same(found, [1, 10_001]);
  t.ok(ends.length > 1 && ends.length < 10, `${ends}`);
});

t.test('an operation is repeated with the receptions it was delivered with', async t => {
  const s = centerScene(t);
  const session = s.connect();
  const copy = { endpoint: 1, packetCnt: 5, rxNs: RX };
  s.log.write([{ ...copy, reception: { snr: 3 } }]);
  const [first] = s.lines(0).lines;
  t.equal(s.issue(session), -1);
  s.log.receive({ ...copy, station: 2, rxNs: RX + 1n, reception: { snr: 30 } });
  s.uplink(1);
  s.log.reopen();
  t.match(uplinkOf(s.lines(0).lines[0]).receptions, [{ bsEui: bsEui(2) }, { bsEui: bsEui(1) }], 'a later reader');
  const { held, cursor } = s.centers.own(session);
  t.same(held, [{ opId: -1, line: first }]);
  t.equal(cursor, 1);
  s.db.exec('UPDATE endpoint SET deregistered = 1');
  t.same(s.centers.own(session).held, [{ opId: -1, line: first }], 'whatever became of the endpoint');
});

t.test('how the endpoint heard its downlink goes with its next message only', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.uplink(1);
  s.report(2, T0 + 1, { snr: 7.5 });
  s.uplink(2);
  const copy = { endpoint: 1, packetCnt: 500, rxNs: RX };
  s.log.write([
    { ...copy, station: 1, reception: { snr: 20 } },
    { ...copy, station: 2, reception: { snr: 2 } },
  ]);
  s.uplink(1);
  const told = () => s.lines(0).lines.map(line => uplinkOf(line).receptions.map(r => [r.bsEui, r.dlRxSnr, r.dlRxRssi]));
  const expected = [
    [[bsEui(1), undefined, undefined]],
    [[bsEui(1), undefined, undefined]],
    [
      [bsEui(1), undefined, undefined],
      [bsEui(2), 7.5, -118.25],
    ],
    [[bsEui(1), undefined, undefined]],
  ];
  t.same(told(), expected, 'in the entry of the station that reported it');
  t.equal(s.issue(session), -1);
  const before = s.centers.own(session);
  s.report(2, T0 + 2, { snr: 1 });
  s.log.reopen();
  t.same(told(), expected, 'a later report changes nothing');
  t.same(s.centers.own(session), before, 'nor does it when they are sent again');
  t.match(before.held[2]?.line, { receptions: [{ bsEui: bsEui(1) }, { bsEui: bsEui(2), dlRxSnr: 7.5 }] });
  s.uplink(1);
  t.same(told()[4], [[bsEui(1), 1, -118.25]], 'by a station that has not received it: in the first entry');
});

t.test('of several reports the newest of each station counts', async t => {
  const s = centerScene(t);
  s.report(1, T0 + 1, { snr: 1 });
  s.report(2, T0 + 2, { snr: 2 });
  s.report(1, T0 + 3, { snr: 3 });
  s.report(1, T0 + 4, { endpoint: 2, snr: 4 });
  const copy = { endpoint: 1, packetCnt: 1, rxNs: RX };
  s.log.write([copy, { ...copy, station: 2 }]);
  const [line] = s.lines(0).lines;
  t.match(uplinkOf(line).receptions, [
    { bsEui: bsEui(2), dlRxSnr: 2 },
    { bsEui: bsEui(1), dlRxSnr: 3 },
  ]);
  t.same(s.rows('SELECT message FROM rx_status ORDER BY id'), [
    { message: 1 },
    { message: 1 },
    { message: 1 },
    { message: null },
  ]);
  s.uplink(3);
  s.uplink(2);
  t.match(uplinkOf(s.lines(1).lines[0]).receptions, [{ dlRxSnr: 4 }]);
});

t.test('the result of a downlink goes to the center that queued it, the rest to every one', async t => {
  const s = centerScene(t);
  const [one, two] = [s.connect(), s.connect(AC2)];
  s.queue('18446744073709551615', T0, { expiresAt: T0 + 1 });
  s.stores.downlinks.expire(momentAt(T0 + DAY_MS));
  s.uplink(1);
  s.attach();
  t.match(s.lines(0).lines, [
    { kind: 'dlDataRes', seq: 1, content: { queId: '18446744073709551615', result: 'expired' } },
    { kind: 'ulData', seq: 2 },
    { kind: 'epStat', seq: 3 },
  ]);
  t.same(s.lines(0).lines.length, 3);
  t.same(
    s.lines(0, 100, AC2).lines.map(({ kind }) => kind),
    ['ulData', 'epStat'],
  );
  t.same(s.lines(0, 100, AC2, 2).lines, [], 'nothing of it in another organization');
  s.issue(one, 100);
  s.issue(two, 100, AC2);
  const again = s.centers.own(one).held;
  t.same(again, [
    { opId: -1, line: s.lines(0).lines[0] },
    { opId: -2, line: s.lines(0).lines[1] },
    { opId: -3, line: s.lines(0).lines[2] },
  ]);
});

t.test('what is not stored any more is not sent again', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.uplink(1);
  s.uplink(1);
  s.issue(session);
  s.db.exec('DELETE FROM message WHERE seq = 1');
  t.match(s.centers.own(session).held, [{ opId: -2, line: { seq: 2 } }]);
  t.equal(s.centers.own(session).held.length, 1);
  s.log.reopen();
  t.match(place(uplinkOf(s.lines(0).lines[0])), { seq: 2, receptions: 1 });
});
