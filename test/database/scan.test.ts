import { MessageChannel } from 'node:worker_threads';
import t from 'tap';
import { takePage, type Walk } from '../../src/database/merge.ts';
import { answerReads } from '../../src/database/reader.ts';
import { COUNT_MS, FULL_PAGE_MS, PAGE_MS, type Page, type Position, type Scan } from '../../src/database/scan.ts';
import type { ReaderAnswer, ReaderRequest } from '../../src/database/scan-line.ts';
import type { MessageQuery } from '../../src/domain/message/filters.ts';
import { lineTerms, type StationQuery } from '../../src/domain/message/line-search.ts';
import type { Order } from '../../src/domain/message/log.ts';
import { MS_NS } from '../../src/kit/units.ts';
import { openLog, populate, random, T0, type TestLog } from '../domain/message/log-store.ts';

/** Runs a scan that is told these times, and the last of them ever after. */
function timed<R>(scan: Scan<R>, times: readonly number[]): R {
  for (let at = 0; ; at++) {
    const step = scan.next(times[Math.min(at, times.length - 1)] ?? 0);
    if (step.done) return step.value;
  }
}

function* walkOf(length: number, matches: (at: number) => boolean): Walk<number> {
  for (let at = 0; at < length; at++) {
    const position = [BigInt(at), at] as const;
    yield matches(at) ? { at: position, item: at } : { at: position };
  }
}

t.test('a page that finds nothing for long ends where it has come, and a full one looks only for a moment', async t => {
  const late = [0, 0, PAGE_MS, PAGE_MS + 1];
  const empty = timed(
    takePage(
      walkOf(100, () => false),
      10,
    ),
    late,
  );
  t.same(empty, { rows: [], next: [2n, 2] });
  const some = timed(
    takePage(
      walkOf(100, at => at === 1),
      10,
    ),
    late,
  );
  t.same(some, { rows: [1], next: [2n, 2] });
  const full = timed(
    takePage(
      walkOf(100, at => at < 2),
      2,
    ),
    [0, 0, 0, FULL_PAGE_MS, FULL_PAGE_MS + 1],
  );
  t.same(full, { rows: [0, 1], next: [3n, 3] });
  t.same(
    timed(
      takePage(
        walkOf(100, at => at < 2),
        2,
      ),
      [0],
    ),
    { rows: [0, 1] },
    'the last page says so',
  );
  function* slow(): Walk<number> {
    for (let n = 0; n < 10; n++) yield {};
    yield { at: [7n, 7] };
    yield { at: [8n, 8] };
  }
  t.same(timed(takePage(slow(), 5), [PAGE_MS + 1]), { rows: [], next: [7n, 7] }, 'it always comes on');
});

/** Telegrams of three endpoints over four blocks, by two stations whose clocks disagree, some copies late. */
function fill(log: TestLog): void {
  populate(log, 3, 2);
  const next = random(23);
  for (let from = 0; from < 200; from += 50) {
    const copies = Array.from({ length: 50 }, (_, n) => {
      const station = next() < 0.5 ? 1 : 2;
      const rxNs = BigInt(T0 + (from + n) * 50 - (station === 2 ? 9000 : 0) - Math.floor(next() * 2000)) * MS_NS;
      const reception = { mode: (from + n) % 47 === 5 ? 'rare' : 'usual' };
      const packetCnt = from + n;
      return {
        endpoint: 1 + (packetCnt % 3),
        packetCnt,
        station,
        rxNs,
        format: packetCnt % 25 === 7 ? 1 : 0,
        reception,
      };
    });
    log.write(copies, T0 + (from + 50) * 50);
    const [first] = copies;
    if (first) log.write([{ ...first, station: 3 - first.station, rxNs: first.rxNs + 5n }], T0 + (from + 50) * 50);
  }
}

/** All pages, each cut off after some of its bits; `pages` counts those that are short and go on all the same. */
function everyPage<T extends { seq: number }>(
  scan: (from: Position | undefined) => Scan<Page<T>>,
  size: number,
  next: () => number,
): { seqs: number[]; short: number } {
  const seqs: number[] = [];
  let short = 0;
  let from: Position | undefined;
  for (let pages = 0; pages < 1000; pages++) {
    const calm = Math.floor(next() * 80);
    const page = timed(scan(from), [...Array<number>(calm).fill(0), PAGE_MS + 1]);
    seqs.push(...page.rows.map(({ seq }) => seq));
    if (page.next && page.rows.length < size) short++;
    from = page.next;
    if (!from) return { seqs, short };
  }
  throw new Error('it never ends');
}

t.test('pages that end early lose no line and repeat none, whatever they look for', async t => {
  const log = openLog(t, undefined, { blockMessages: 50 });
  fill(log);
  const { messages, history } = log.stores;
  t.ok(history.blocks().length >= 3, 'several blocks are sealed');
  const next = random(31);
  let short = 0;
  const queries: Omit<MessageQuery, 'org'>[] = [
    {},
    { format: 1 },
    { format: 9 },
    { mode: 'rare' },
    { mode: 'never' },
    { station: 2 },
    { station: [1, 2], mode: 'rare' },
    { station: 1, endpoint: 2, dlOpen: true },
    { endpoint: [1, 3], format: 1, toNs: BigInt(T0 + 30_000) * MS_NS },
    { station: 2, fromNs: BigInt(T0) * MS_NS, toNs: BigInt(T0 + 20_000) * MS_NS },
  ];
  for (const filters of queries) {
    const query = { org: 1, ...filters };
    for (const by of ['time', 'seq'] as const) {
      for (const descending of [true, false]) {
        const order: Order = { by, descending };
        const all = messages.page(query, order, 10_000).rows.map(({ seq }) => seq);
        const found = everyPage(from => messages.list(query, order, 7, from, T0), 7, next);
        t.strictSame(
          found.seqs,
          all,
          `${JSON.stringify(filters, (_, v) => (typeof v === 'bigint' ? `${v}` : v))} by ${by} ${descending}`,
        );
        short += found.short;
      }
    }
  }
  t.ok(short > 5, 'many pages ended early');
  const feeds: Partial<StationQuery>[] = [
    {},
    { terms: lineTerms('meter 2') },
    { terms: lineTerms('nobody') },
    { endpoint: [3] },
  ];
  for (const filters of feeds) {
    const query = { org: 1, station: 2, ...filters };
    for (const descending of [true, false]) {
      const all = messages.stationPage(query, descending, 10_000).rows.map(({ seq }) => seq);
      const found = everyPage(from => messages.stationRows(query, descending, 7, from), 7, next);
      t.strictSame(found.seqs, all, `${JSON.stringify(filters)} ${descending}`);
    }
  }
});

t.test('what no index counts is counted for a moment only, and everything else to the end', async t => {
  const log = openLog(t);
  fill(log);
  const { messages } = log.stores;
  const order = { by: 'time', descending: true } as const;
  let now = T0;
  const totalOf = (query: Omit<MessageQuery, 'org'>, took: number) => {
    // Nothing is remembered for so long.
    now += 10_000;
    return timed(messages.list({ org: 1, ...query }, order, 5, undefined, now), [0, took]).total;
  };
  const late = COUNT_MS + 1;
  t.same(totalOf({}, late), { count: 200, isMinimum: false });
  t.same(totalOf({ endpoint: 1 }, late), { count: 67, isMinimum: false });
  const radio = totalOf({ mode: 'usual' }, 0);
  t.notOk(radio.isMinimum);
  const given = totalOf({ station: 1, format: 0 }, late);
  t.ok(given.isMinimum);
  t.ok(given.count >= 5 && given.count < totalOf({ station: 1, format: 0 }, 0).count);
  const first = totalOf({ format: 1, endpoint: 3, station: 1 }, 0);
  const page = messages.page({ org: 1, format: 1, endpoint: 3, station: 1 }, order, 1000).rows.length;
  t.same(first, { count: page, isMinimum: false });
  const again = { org: 1, station: 2, format: 0 };
  const before = timed(messages.list(again, order, 5, undefined, now), [0, late]).total;
  const page2 = timed(messages.list(again, order, 5, [BigInt(T0) * MS_NS, 1], now + 9999), [0]).total;
  t.same(page2, before, 'a count is told again for ten seconds');
});

/** The reading side of a thread, on a channel of its own. */
function reads(t: { teardown(fn: () => void): void }, functions: Record<string, () => unknown>) {
  const { port1, port2 } = new MessageChannel();
  t.teardown(() => port1.close());
  const answers = new Map<number, (answered: ReaderAnswer) => void>();
  port1.on('message', (answered: ReaderAnswer) => answers.get(answered[0])?.(answered));
  answerReads(port2, {
    run: name => functions[name]?.(),
    failed: cause => ({ message: String(cause), stack: undefined }),
    close: () => {},
  });
  let id = 0;
  return {
    ask(name: string) {
      const asked = ++id;
      const answer = new Promise<ReaderAnswer>(resolve => answers.set(asked, resolve));
      port1.postMessage([asked, name, []] satisfies ReaderRequest);
      return { id: asked, answer };
    },
    cancel: (asked: number) => port1.postMessage(asked satisfies ReaderRequest),
  };
}

t.test('a short read waits for no scan, scans take turns, and one that is given up stops', async t => {
  const seen = { first: 0, second: 0, stopped: 0 };
  const endless = (name: 'first' | 'second') =>
    function* (): Scan<never> {
      try {
        for (;;) {
          seen[name]++;
          yield;
        }
      } finally {
        seen.stopped++;
      }
    };
  const { ask, cancel } = reads(t, {
    first: endless('first'),
    second: endless('second'),
    short: () => 'short',
    *three() {
      yield;
      yield;
      return 3;
    },
    *broken() {
      yield;
      throw new Error('broken');
    },
    fails() {
      throw new Error('fails');
    },
  });
  const [first, second] = [ask('first'), ask('second')];
  t.same(await ask('short').answer, [3, [true, 'short']]);
  t.same(await ask('three').answer, [4, [true, 3]]);
  t.match(await ask('broken').answer, [5, [false, { message: 'Error: broken' }]]);
  t.match(await ask('fails').answer, [6, [false, { message: 'Error: fails' }]]);
  t.ok(seen.first > 0 && seen.second > 0, 'both endless ones work');
  cancel(first.id);
  await ask('short').answer;
  t.equal(seen.stopped, 1);
  const { first: steps, second: others } = seen;
  await ask('three').answer;
  t.equal(seen.first, steps, 'it works no more');
  t.ok(seen.second > others, 'the other one does');
  cancel(second.id);
  await ask('short').answer;
  t.equal(seen.stopped, 2);
});
