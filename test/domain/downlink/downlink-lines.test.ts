import t, { type Test } from 'tap';
import type { Position } from '../../../src/database/scan.ts';
import { messageUuid } from '../../../src/domain/message/identity.ts';
import { lineTerms, type StationQuery } from '../../../src/domain/message/line-search.ts';
import type { StationLine } from '../../../src/domain/station/lines.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { DownlinkEndings, type Ending } from '../../peers/ended-downlinks.ts';
import { epEui, openLog, populate, random, T0, type TestLog } from '../message/log-store.ts';

const ALL = Number.MAX_SAFE_INTEGER;

/** A log with five endpoints that listen and three stations, and what ends downlinks there. */
function opened(t: Test) {
  const log = openLog(t);
  populate(log, 5, 3);
  log.db.exec("UPDATE endpoint SET ep_class = 'A'");
  const { sessions, downlinks } = log.stores;
  const endings = new DownlinkEndings({ ...downlinks, begin: sessions.begin });
  const end = (ending: Pick<Ending, 'how' | 'at'> & Partial<Ending>) => {
    const { endpoint = 1 } = ending;
    return endings.end({ station: 1, ...ending, endpoint, epEui: epEui(endpoint) });
  };
  return { log, end };
}

/** Telegrams over several blocks, and downlinks between them that were sent at the very times of receptions. */
async function fill(log: TestLog, end: ReturnType<typeof opened>['end'], telegrams: number): Promise<number> {
  const next = random(11);
  let downlinks = 0;
  log.db.exec('BEGIN');
  for (let n = 0; n < telegrams; n++) {
    const at = T0 + n * 50;
    const rxNs = BigInt(at - Math.floor(next() * 40) * 50) * MS_NS;
    const copy = { endpoint: 1 + (n % 5), packetCnt: n, rxNs, arrivedAt: at };
    log.receive(copy);
    if (n % 7 === 0) log.receive({ ...copy, station: 3 });
    log.stores.uplinks.close(at + 500, listenedMs(at + 500));
    if (n % 3 !== 0) continue;
    const endpoint = 1 + (n % 5);
    const station = n % 4 === 0 ? 3 : 1;
    const how = (['sent', 'sent', 'expired', 'invalid', 'revoked', 'refused', 'overdue'] as const)[n % 7] ?? 'sent';
    await end({ how, at, endpoint, station, ...(how === 'sent' && { txTime: rxNs, packetCnt: n }) });
    if (station === 1) downlinks++;
  }
  log.db.exec('COMMIT');
  return downlinks;
}

function everyPage(log: TestLog, query: StationQuery, descending: boolean, size: number): StationLine[] {
  const lines: StationLine[] = [];
  let from: Position | undefined;
  do {
    const page = log.stores.messages.stationPage(query, descending, size, from);
    lines.push(...page.rows);
    from = page.next;
  } while (from);
  return lines;
}

const inOrder = (lines: readonly StationLine[], descending: boolean) =>
  lines
    .toSorted((a, b) => (a.at === b.at ? a.seq - b.seq : a.at < b.at ? -1 : 1) * (descending ? -1 : 1))
    .map(({ seq }) => seq);

t.test('pages over both kinds show each line once, in the order of time and place', async t => {
  const { log, end } = opened(t);
  const downlinks = await fill(log, end, 540);
  const { messages, history } = log.stores;
  t.ok(history.blocks().length >= 2, 'several blocks are sealed');
  const { lines } = messages.stationAfter(1, 0, ALL);
  const times = new Set(lines.map(({ at }) => at));
  t.ok(times.size < lines.length - 50, 'many lines have the same time');
  t.equal(lines.filter(({ direction }) => direction === 'downlink').length, downlinks);
  const [from, to] = [BigInt(T0 + 5000) * MS_NS, BigInt(T0 + 20_000) * MS_NS];
  const isEndpoint = (line: StationLine) =>
    (line.direction === 'uplink' ? line.message.endpoint : line.downlink.endpoint) === 2;
  const queries: [string, Partial<StationQuery>, (line: StationLine) => boolean][] = [
    ['everything', {}, () => true],
    ['uplinks', { direction: 'uplink' }, ({ direction }) => direction === 'uplink'],
    ['downlinks', { direction: 'downlink' }, ({ direction }) => direction === 'downlink'],
    ['a time', { fromNs: from, toNs: to }, ({ at }) => at >= from && at < to],
    ['an endless time', { fromNs: from, toNs: 2n ** 63n + 5n }, ({ at }) => at >= from],
    ['an endpoint', { endpoint: [2] }, isEndpoint],
    ['a name', { terms: lineTerms('meter 2') }, isEndpoint],
    [
      'downlinks of a time',
      { direction: 'downlink', fromNs: from, toNs: to },
      ({ direction, at }) => direction === 'downlink' && at >= from && at < to,
    ],
    ['duplicates', { duplicate: true }, () => false],
    ['lines that open no window', { dlOpen: false }, () => true],
    ['lines that open a window', { dlOpen: true, direction: 'downlink' }, () => false],
    ['another organization', { org: 2, endpoint: [2] }, () => false],
  ];
  for (const [name, filter, wanted] of queries) {
    const query = { org: 1, station: 1, ...filter };
    const expected = lines.filter(wanted);
    t.equal(messages.stationCount(query), expected.length, `count of ${name}`);
    for (const descending of [true, false]) {
      const found = everyPage(log, query, descending, 97).map(({ seq }) => seq);
      t.strictSame(found, inOrder(expected, descending), `${name} ${descending ? 'newest' : 'oldest'} first`);
    }
  }
});

t.test('a cursor passes no line, however many of a kind are read at one time', async t => {
  const { log, end } = opened(t);
  const { messages } = log.stores;
  const next = random(5);
  const seen: number[] = [];
  let cursor = 0;
  const read = () => {
    const { lines, upTo } = messages.stationAfter(1, cursor, 3);
    t.ok(upTo >= cursor && lines.every(({ seq }) => seq > cursor && seq <= upTo));
    seen.push(...lines.map(({ seq }) => seq));
    const moved = upTo > cursor;
    cursor = upTo;
    return moved;
  };
  for (let n = 0; n < 300; n++) {
    const at = T0 + n * 100;
    const kind = next();
    const station = next() < 0.6 ? 1 : 2;
    if (kind < 0.3) log.write([{ endpoint: 1, packetCnt: n, station, rxNs: BigInt(at) * MS_NS, arrivedAt: at }], at);
    else if (kind < 0.5) {
      const other = { endpoint: 1, packetCnt: n, rxNs: BigInt(at) * MS_NS, arrivedAt: at };
      log.write([{ ...other, station: 2 }], at);
      log.receive({ ...other, station: 1 });
    } else await end({ how: 'expired', at, station });
    if (next() < 0.3) read();
  }
  while (read());
  const { lines } = messages.stationAfter(1, 0, ALL);
  t.ok(lines.length > 150);
  t.strictSame(
    seen,
    lines.map(({ seq }) => seq),
    'each once, in storage order',
  );
});

t.test('no place in the feed is given twice, whichever kind was the newest at a restart', async t => {
  const { log, end } = opened(t);
  const places = () => log.stores.messages.stationAfter(1, 0, ALL).lines.map(({ seq }) => seq);
  await end({ how: 'expired', at: T0 });
  log.reopen();
  t.same(log.stores.messages.edges(), { oldest: 1, newest: 1 });
  log.write([{ endpoint: 1, packetCnt: 1, rxNs: BigInt(T0) * MS_NS }]);
  const { sessions, downlinks } = log.stores;
  const again = new DownlinkEndings({ ...downlinks, begin: sessions.begin });
  for (const at of [T0 + 1, T0 + 2]) {
    await again.end({ how: 'invalid', at, endpoint: 1, station: 1, epEui: epEui(1) });
  }
  log.reopen();
  log.write([{ endpoint: 1, packetCnt: 2, rxNs: BigInt(T0) * MS_NS }]);
  t.same(places(), [1, 2, 3, 4, 5]);
  t.same(
    log.stores.messages.after(0, 10).map(({ seq }) => seq),
    [2, 5],
  );
});

t.test('a cursor by storage time begins with the first line of that time', async t => {
  const { log, end } = opened(t);
  const { messages } = log.stores;
  await end({ how: 'expired', at: T0 + 1000 });
  t.equal(messages.seqBefore(T0), 0, 'a feed without messages');
  t.equal(messages.seqBefore(T0 + 1001), 1);
  for (let n = 2; n <= 20; n += 2) {
    log.write([{ endpoint: 1, packetCnt: n, rxNs: BigInt(T0) * MS_NS }], T0 + n * 1000);
    await end({ how: 'sent', at: T0 + (n + 1) * 1000, txTime: 1n, packetCnt: n });
  }
  for (let n = 1; n <= 21; n++) t.equal(messages.seqBefore(T0 + n * 1000), n - 1, `line ${n}`);
  t.equal(messages.seqBefore(T0 + 22_000), 21);
  t.same(messages.edges(), { oldest: 1, newest: 21 });
  t.same(messages.firstAt(3), { seq: 3, storedAt: T0 + 3000 });
});

t.test('one line is found by its id, at its station only', async t => {
  const { log, end } = opened(t);
  const { messages } = log.stores;
  const packetCnts = [6, 7];
  const userData = [Uint8Array.of(1), Uint8Array.of(2, 3)];
  const txTime = BigInt(T0) * MS_NS + 123_456_789n;
  const queId = await end({
    how: 'sent',
    at: T0,
    txTime,
    packetCnt: 7,
    content: { packetCnts, userData, format: 9 },
  });
  const id = messageUuid(1, T0);
  t.match(messages.stationLine(1, id), {
    ...{ direction: 'downlink', seq: 1, at: txTime, storedAt: T0 },
    downlink: { queId, packetCnt: 7, format: 9, opId: -1, result: 'sent', epEui: epEui(1) },
  });
  const line = messages.stationLine(1, id);
  t.same(line?.direction === 'downlink' && [...line.downlink.userData], [2, 3], 'the entry of the window');
  t.equal(messages.stationLine(2, id), undefined);
  t.equal(messages.stationLine(1, messageUuid(1, T0 + 1)), undefined);
  t.equal(messages.find(id), undefined, 'it is no message');
  await end({ how: 'invalid', at: T0 + 1, content: { packetCnts, userData } });
  const failed = messages.stationLine(1, messageUuid(2, T0 + 1));
  t.match(failed, { at: BigInt(T0 + 1) * MS_NS, downlink: { packetCnt: null, result: 'invalid' } });
  t.same(failed?.direction === 'downlink' && [...failed.downlink.userData], [1], 'the first entry');
});

t.test('a downlink that no station had at its end is in no feed', async t => {
  const { log, end } = opened(t);
  const { sessions, messages } = log.stores;
  await end({ how: 'expired', at: T0 });
  sessions.retire(sessions.latest(1)?.id ?? 0);
  await end({ how: 'overdue', at: T0 + 1000 });
  t.match(log.db.prepare('SELECT state, station FROM downlink WHERE que_id = 2').get(), {
    state: 'expired',
    station: null,
  });
  t.same(messages.edges(), { oldest: 1, newest: 1 });
});

t.test('downlinks are counted by hour and by endpoint', async t => {
  const { log, end } = opened(t);
  const hour = HOUR_MS;
  const sent = (endpoint: number, ms: number) =>
    end({ how: 'sent', at: T0 + 5 * hour, endpoint, txTime: BigInt(ms) * MS_NS, packetCnt: 1 });
  await sent(1, T0);
  await sent(2, T0 + hour - 1);
  await sent(1, T0 + hour);
  for (const how of ['expired', 'invalid', 'refused', 'overdue', 'revoked'] as const) {
    await end({ how, at: T0 + hour + 5, endpoint: 3 });
  }
  await end({ how: 'expired', at: T0, station: 2 });
  const { stationDownlinks } = log.stores.messages;
  t.same(stationDownlinks(1, 'hour', T0, T0 + 2 * hour), [
    { key: T0, lines: 2, sent: 2, failed: 0, firstAt: T0, lastAt: T0 + hour - 1 },
    { key: T0 + hour, lines: 6, sent: 1, failed: 4, firstAt: T0 + hour, lastAt: T0 + hour + 5 },
  ]);
  t.same(stationDownlinks(1, 'endpoint', T0 + 1, T0 + hour + 5), [
    { key: 1, lines: 1, sent: 1, failed: 0, firstAt: T0 + hour, lastAt: T0 + hour },
    { key: 2, lines: 1, sent: 1, failed: 0, firstAt: T0 + hour - 1, lastAt: T0 + hour - 1 },
  ]);
});
