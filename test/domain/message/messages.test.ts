import t from 'tap';
import type { Position } from '../../../src/database/scan.ts';
import type { MessageQuery } from '../../../src/domain/message/filters.ts';
import type { Order } from '../../../src/domain/message/log.ts';
import type { StationLine } from '../../../src/domain/station/lines.ts';
import { DAY_MS, MS_NS } from '../../../src/kit/units.ts';
import { openCursor } from '../../../src/rpc/follow.ts';
import { type Copy, openLog, populate, random, T0, type TestLog } from './log-store.ts';

const ORDERS: Order[] = [
  { by: 'time', descending: true },
  { by: 'time', descending: false },
  { by: 'seq', descending: true },
  { by: 'seq', descending: false },
];

/** Telegrams over three blocks: radio times that jump, copies at two stations, some late, a station whose clock is wrong. */
function fill(log: TestLog, telegrams: number): void {
  const next = random(7);
  const late: Copy[] = [];
  for (let from = 0; from < telegrams; from += 200) {
    const copies: Copy[] = [];
    for (let n = from; n < Math.min(from + 200, telegrams); n++) {
      const endpoint = 1 + Math.floor(next() * 5);
      const wrong = next() < 0.1 ? -DAY_MS : 0;
      const atMs = T0 + n * 100 - Math.floor(next() * 60_000);
      const copy = { endpoint, packetCnt: n, rxNs: BigInt(atMs + wrong) * MS_NS, arrivedAt: T0 + n * 100 };
      copies.push({ ...copy, station: wrong ? 2 : 1, flags: n % 3 === 0 ? 1 : 0, format: n % 2 });
      const second = { ...copy, station: 3, rxNs: BigInt(atMs + 5) * MS_NS };
      const chance = next();
      if (chance < 0.2) copies.push(second);
      else if (chance < 0.3) late.push(second);
    }
    log.write(copies, T0 + (from + 200) * 100);
    if (from % 400 === 200) log.write(late.splice(0), T0 + (from + 200) * 100);
  }
}

const messageOf = (line: StationLine) => (line.direction === 'uplink' ? line.message.seq : Number.NaN);

function everyPage(log: TestLog, query: MessageQuery, order: Order, size: number): number[] {
  const seqs: number[] = [];
  let from: Position | undefined;
  do {
    const { rows, next } = log.stores.messages.page(query, order, size, from);
    seqs.push(...rows.map(({ seq }) => seq));
    from = next;
  } while (from);
  return seqs;
}

t.test('pages over sealed blocks and the rest show everything once, in exact order', async t => {
  const log = openLog(t);
  populate(log, 5, 3);
  fill(log, 1500);
  const { messages, history } = log.stores;
  t.ok(history.blocks().length >= 2, 'several blocks are sealed');
  const all = messages.after(0, 100_000);
  t.equal(all.length, 1500);
  t.ok(messages.lateAfter(3, 0, Number.MAX_SAFE_INTEGER).length > 50, 'some copies came late');
  const from = BigInt(T0 + 30_000) * MS_NS;
  const to = BigInt(T0 + 100_000) * MS_NS;
  const queries: [string, MessageQuery, (m: (typeof all)[number]) => boolean][] = [
    ['everything', { org: 1 }, () => true],
    ['an endpoint', { org: 1, endpoint: 2 }, m => m.endpoint === 2],
    ['two registrations', { org: 1, endpoint: [2, 4] }, m => m.endpoint === 2 || m.endpoint === 4],
    ['a receiver', { org: 1, station: 3 }, m => m.receptions.some(r => r.station === 3)],
    ['a wrong clock', { org: 1, station: [2] }, m => m.receptions.some(r => r.station === 2)],
    ['a format', { org: 1, format: 1, duplicate: false }, m => m.format === 1],
    ['a window', { org: 1, dlOpen: true }, m => (m.flags & 1) === 1],
    ['a time', { org: 1, fromNs: from, toNs: to }, m => m.rxTime >= from && m.rxTime < to],
    [
      'all together',
      { org: 1, endpoint: 1, station: 3, fromNs: from, toNs: to, dlOpen: false, decodeStatus: 'skipped' },
      m =>
        m.endpoint === 1 &&
        m.receptions.some(r => r.station === 3) &&
        m.rxTime >= from &&
        m.rxTime < to &&
        (m.flags & 1) === 0,
    ],
    ['no such thing', { org: 1, station: [] }, () => false],
    ['another organization', { org: 2 }, () => false],
  ];
  for (const [name, query, wanted] of queries) {
    const expected = all.filter(wanted);
    t.equal(messages.count(query), expected.length, `count of ${name}`);
    for (const order of ORDERS) {
      const sign = order.descending ? -1 : 1;
      const sorted = expected.toSorted((a, b) =>
        order.by === 'time' && a.rxTime !== b.rxTime ? (a.rxTime < b.rxTime ? -sign : sign) : sign * (a.seq - b.seq),
      );
      const found = everyPage(log, query, order, 173);
      const same = found.length === sorted.length && found.every((seq, at) => seq === sorted[at]?.seq);
      t.ok(same, `${name} by ${order.by} ${order.descending ? 'desc' : 'asc'}: ${found.length} of ${sorted.length}`);
    }
  }
});

t.test("a station's feed holds each of its copies once, late ones at their own place", async t => {
  const log = openLog(t);
  populate(log, 5, 3);
  fill(log, 1500);
  const { messages } = log.stores;
  const own = messages.after(0, 100_000).filter(m => m.receptions.some(r => r.station === 3));
  const query = { org: 1, station: 3 };
  t.equal(messages.stationCount(query), own.length);
  for (const descending of [true, false]) {
    const ids: number[] = [];
    const times: bigint[] = [];
    let from: Position | undefined;
    do {
      const page = messages.stationPage(query, descending, 83, from);
      ids.push(...page.rows.map(messageOf));
      times.push(...page.rows.map(({ at }) => at));
      from = page.next;
    } while (from);
    t.same(
      ids.toSorted((a, b) => a - b),
      own.map(({ seq }) => seq),
      'every copy once',
    );
    t.ok(times.every((at, n) => n === 0 || (descending ? at <= (times[n - 1] ?? 0n) : at >= (times[n - 1] ?? 0n))));
  }
  const streamed: number[] = [];
  for (let cursor = 0; ; ) {
    const { lines, upTo } = messages.stationAfter(3, cursor, 100);
    t.ok(
      lines.every(({ seq }) => seq > cursor && seq <= upTo),
      'in its batch',
    );
    streamed.push(...lines.map(messageOf));
    if (upTo === cursor) break;
    cursor = upTo;
  }
  t.same(
    streamed.toSorted((a, b) => a - b),
    own.map(({ seq }) => seq),
    'the stream has the same',
  );
});

t.test('a cursor by storage time begins with the first message of that time', async t => {
  const log = openLog(t);
  populate(log, 1, 1);
  t.equal(log.stores.messages.seqBefore(T0), 0, 'an empty log');
  for (let n = 1; n <= 20; n++) log.write([{ endpoint: 1, packetCnt: n, rxNs: BigInt(T0 + n) * MS_NS }], T0 + n * 1000);
  const { messages } = log.stores;
  t.equal(messages.seqBefore(T0), 0);
  t.equal(messages.seqBefore(T0 + 7000), 6);
  t.equal(messages.seqBefore(T0 + 7001), 7);
  t.equal(messages.seqBefore(T0 + 99_000), 20);
  t.same(messages.edges(), { oldest: 1, newest: 20 });
});

t.test('a cursor from before places that were left out is followed on', async t => {
  const log = openLog(t);
  populate(log, 1, 1);
  for (let n = 1; n <= 2; n++) log.write([{ endpoint: 1, packetCnt: n, rxNs: BigInt(T0 + n) * MS_NS }], T0 + n * 1000);
  log.db.exec("INSERT INTO counter (org, name, value) VALUES (0, 'log_place', 4294967296)");
  const { messages } = log.stores;
  t.equal(messages.edges().newest, 2 ** 32);
  t.equal(openCursor(messages, { afterSeq: 1n, startNs: undefined }, T0 + 3000), 1);
  t.ok(messages.hasMoreAfter(0, 1));
  t.notOk(messages.hasMoreAfter(0, 2));
});
