import t, { type Test } from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import type { Scan } from '../../../src/database/scan.ts';
import { type Domain, domain } from '../../../src/domain/domain.ts';
import { leaveOutPlaces } from '../../../src/domain/start-over.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MS_NS } from '../../../src/kit/units.ts';
import { engine } from '../../database/engine.ts';
import { momentAt } from '../../peers/time.ts';
import { AC } from '../center/center-scene.ts';
import { countedDb, type Work } from '../counted-db.ts';
import { FILTER } from '../integration/scene.ts';
import { ruleScene } from '../rule/scene.ts';
import { T0 } from './log-store.ts';

const BLOCK = 64;
const GAP = 2 ** 32;
/** Far more than there are of in all; a walk from place to place would take thousands of years. */
const MOST_STEPS = 20_000;
const NOW = T0 + HOUR_MS;
const WINDOW = { org: 1, fromMs: T0 - DAY_MS, toMs: T0 + DAY_MS };
const CUT = { org: 1, fromMs: T0 + 1234, toMs: T0 + 600_001 };
/** Of everything, so that nothing of another organization is left out of what is looked at. */
const READER = { id: 1, org: 1, filter: { ...FILTER, eventTypes: ['up', 'attach', 'event'] } } as const;

type Scene = ReturnType<typeof ruleScene>;

/**
 * A database in which everything follows the log, with gaps between its places or without: one right behind a sealed block, several in
 * the part that no block holds yet, and late copies of what stands before them.
 */
function filled(t: Test, gaps: boolean): Scene {
  const scene = ruleScene(t, { blockMessages: BLOCK });
  scene.centers.disconnect(scene.connect(), 0, 'connection_lost', T0);
  scene.create({ eventTypes: ['up', 'attach', 'event'] });
  scene.rule();
  let packetCnt = 0;
  const write = (count: number, station = 1): void => {
    const copies = Array.from({ length: count }, () => {
      const rxNs = BigInt(T0 + packetCnt * 5000) * MS_NS;
      return { endpoint: 1 + (packetCnt % 3), packetCnt: packetCnt++, station, rxNs };
    });
    scene.log.write(copies, NOW);
  };
  /** Of the newest messages. */
  const copiesOf = (count: number): void => {
    for (let back = 1; back <= count; back++) {
      const cnt = packetCnt - back;
      const rxNs = BigInt(T0 + cnt * 5000) * MS_NS;
      scene.log.write([{ endpoint: 1 + (cnt % 3), packetCnt: cnt, station: 2, rxNs }], NOW);
    }
  };
  const gap = (): void => {
    if (gaps) scene.db.atomic(() => leaveOutPlaces(scene.db));
    scene.log.reopen();
  };
  write(BLOCK);
  gap();
  for (let n = 0; n < 3; n++) write(BLOCK);
  write(20);
  gap();
  copiesOf(5);
  scene.attach();
  write(15);
  gap();
  gap();
  write(12);
  copiesOf(2);
  return scene;
}

/** Everything that goes over the log or a part of it. */
const questions: Readonly<Record<string, (all: Domain) => unknown>> = {
  'the figures of an organization': all => all.statistics.organization(1, WINDOW.fromMs, WINDOW.toMs, HOUR_S, 10),
  'those of a window that cuts hours': all => all.statistics.organization(1, CUT.fromMs, CUT.toMs, DAY_S, 10),
  'the figures of an endpoint': all => all.endpointStatistics.of({ ...WINDOW, endpoint: 1, granularity: 'hour' }),
  'those of a window that cuts its hours': all =>
    all.endpointStatistics.of({ ...CUT, endpoint: 1, granularity: 'hour' }),
  'an overview': all => all.analytics.overview({ ...WINDOW, includeDuplicates: true, now: NOW }),
  'an overview of a window that cuts hours': all =>
    all.analytics.overview({ ...CUT, includeDuplicates: false, now: NOW }),
  activity: all =>
    all.analytics.activity({
      ...{ ...WINDOW, granularity: 'hour', epEui: undefined, bsEui: undefined },
      ...{ deviceModel: undefined, includeDuplicates: true },
    }),
  quality: all => all.analytics.quality({ ...WINDOW, granularity: 'hour', epEui: undefined, bsEui: undefined }),
  'the report of a site': all => all.siteReport.report({ ...WINDOW, now: NOW, tags: [] }),
  'the figures of a station': all =>
    all.stationStatistics.of({ ...WINDOW, station: 1, granularity: 'hour', now: NOW, onlineUntil: NOW }),
  'what a station has heard': all => all.stationStatistics.heard({ ...WINDOW, station: 2 }),
  'a list by time': all => all.messages.list({ org: 1 }, { by: 'time', descending: true }, 500, undefined, NOW),
  'a list by place': all => all.messages.list({ org: 1 }, { by: 'seq', descending: false }, 500, undefined, NOW),
  'a list that is filtered': all =>
    all.messages.list({ org: 1, format: 9 }, { by: 'seq', descending: true }, 500, undefined, NOW),
  'a list of an endpoint': all =>
    all.messages.list({ org: 1, endpoint: 2 }, { by: 'seq', descending: true }, 500, undefined, NOW),
  'a list of a station': all =>
    all.messages.list({ org: 1, station: 2 }, { by: 'time', descending: false }, 500, undefined, NOW),
  'messages by number': all =>
    all.messages.numbered({ org: 1, endpoint: 1 }, { offset: 40, from: undefined, size: 40 }, NOW),
  'how many there are': all => all.messages.count({ org: 1, endpoint: 1 }),
  'the feed of a station': all => all.messages.stationList({ org: 1, station: 2 }, true, 500, undefined, NOW),
  'the feed of a station that is followed': all => all.messages.stationAfter(2, 0, 500),
  'what is followed': all => all.messages.after(0, 500),
  'where so many of the last begin': all => all.messages.lastOf(50),
  'since when': all => all.messages.seqBefore(NOW + 1),
  'what is decoded again': all => all.redecode.places({ org: 1 }),
  'values of a day': all => all.values.points({ ...SERIES, descending: true, limit: 500, room: 1e6 }),
  'values by the hour': all => all.values.sums({ ...SERIES, aggregation: 'avg', stepMs: HOUR_MS }),
  'newest values': all => all.values.newest({ endpoint: 1, now: NOW, limit: 10 }),
  'what values are to be collected': all => all.values.collect(1000),
  'what waits for an integration': all => all.integrations.queued(READER, { log: 0, events: 0 }),
  'what an integration gets': all => everything(cursor => all.integrations.after(READER, 'log', cursor, 100)),
  'the events that it gets': all => everything(cursor => all.integrations.after(READER, 'events', cursor, 100)),
  'what an application center gets': all =>
    everything(cursor => {
      const { lines, upTo } = all.centers.lines({ org: 1, acEui: AC }, cursor, 100);
      return { items: lines, upTo, more: upTo > cursor };
    }),
  'how much that is': all => all.centers.countLines({ org: 1, acEui: AC }, 0, Number.MAX_SAFE_INTEGER),
  'what rules make of it': all => {
    const steps: unknown[] = [];
    for (let from: { log: number; events: number } | undefined; ; ) {
      const plan = all.rules.plan(from, NOW, listenedMs(NOW));
      if (!plan) return steps;
      steps.push(plan.steps, plan.upTo);
      from = plan.upTo;
      if (!plan.more) return steps;
    }
  },
};
const SERIES = { org: 1, endpoint: 1, keys: undefined, fromMs: WINDOW.fromMs, toMs: WINDOW.toMs } as const;

/** All that comes behind the beginning of the log, read by read. */
function everything<T>(
  read: (cursor: number) => { readonly items: readonly T[]; readonly upTo: number; readonly more: boolean },
): readonly T[] {
  const found: T[] = [];
  for (let cursor = 0, reads = 0; ; reads++) {
    if (reads > MOST_STEPS) throw new Error('it never ends');
    const { items, upTo, more } = read(cursor);
    found.push(...items);
    if (!more) return found;
    cursor = upTo;
  }
}

interface Answered {
  readonly answer: unknown;
  readonly work: Work & { steps: number };
}

/** Asks a connection of its own, whose work is counted. */
function ask({ log }: Scene, question: (all: Domain) => unknown): Answered {
  const { db, work } = countedDb(openDb(log.path, { engine, mode: 'reader', synchronous: 'normal' }));
  try {
    const all = domain(db, { blockMessages: BLOCK });
    Object.assign(work, { statements: 0, rows: 0 });
    const asked = question(all);
    let steps = 0;
    if (!isScan(asked)) return { answer: asked, work: { ...work, steps } };
    for (;;) {
      const { done, value } = asked.next(0);
      if (done) return { answer: value, work: { ...work, steps } };
      if (++steps > MOST_STEPS) throw new Error(`it goes on after ${work.rows} rows and ${work.statements} statements`);
    }
  } finally {
    db.close();
  }
}

function isScan(value: unknown): value is Scan<unknown> {
  return value instanceof Object && Symbol.iterator in value && 'next' in value;
}

/** As if no place had been left out: no time is as low as one behind a few gaps, and no other number as high. */
function withoutGaps(value: unknown): unknown {
  if (typeof value === 'bigint')
    return value > GAP && value < 8 * GAP ? BigInt(withoutGaps(Number(value)) as number) : value;
  if (typeof value === 'number') return value > GAP && value < 8 * GAP ? value % GAP : value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (value instanceof Map) return new Map([...value].map(pair => pair.map(withoutGaps) as [unknown, unknown]));
  if (value instanceof Set) return new Set([...value].map(withoutGaps));
  if (Array.isArray(value)) return value.map(withoutGaps);
  if (typeof value !== 'object' || value === null) return value;
  // Ids hold places, too, and those of events are made anew.
  const known = Object.entries(value).filter(([key]) => key !== 'uuid');
  return Object.fromEntries(known.map(([key, item]) => [key, withoutGaps(item)]));
}

t.test('places that were left out change no answer, and cost nothing', async t => {
  const [plain, gaps] = [filled(t, false), filled(t, true)];
  const { newest } = gaps.stores.messages.edges();
  t.ok(newest > 4 * GAP, 'four gaps');
  t.equal(newest % GAP, plain.stores.messages.edges().newest);
  t.same(
    gaps.stores.history.blocks().map(({ firstSeq }) => Math.floor(firstSeq / GAP)),
    [1, 1, 1, 0],
    'one behind a block',
  );
  for (const [name, question] of Object.entries(questions)) {
    await t.test(name, async t => {
      const before = ask(plain, question);
      const after = ask(gaps, question);
      t.strictSame(withoutGaps(after.answer), withoutGaps(before.answer));
      t.same(after.work, before.work, 'as many rows, statements and steps');
    });
  }
});

t.test('what is done along the log goes from row to row, too', async t => {
  const run = (gaps: boolean) => {
    const scene = filled(t, gaps);
    const expire = (heldOperations: number) => {
      scene.db.atomic(() => scene.centers.expire(momentAt(NOW), { heldOperations, ageMs: DAY_MS }));
      return scene.rows('SELECT counted, waiting, status, close_reason FROM center_session');
    };
    const held = [expire(250), expire(50)];
    const removed: unknown[] = [];
    for (let step = { more: true }; step.more; ) {
      const { tookMs: _, ...done } = scene.db.atomic(() =>
        scene.stores.retention.messages({
          until: momentAt(NOW + 1).credible,
          floor: 0,
          at: momentAt(NOW + 30 * DAY_MS),
        }),
      );
      removed.push(done);
      step = done;
      if (removed.length > MOST_STEPS) throw new Error('retention never ends');
    }
    return { held, removed, left: scene.stores.messages.after(0, 500) };
  };
  const plain = run(false);
  t.match(plain.held, [[{ waiting: 203, status: 'disconnected' }], [{ close_reason: 'held_limit' }]]);
  t.ok(plain.removed.length > 4, 'block by block');
  t.strictSame(withoutGaps(run(true)), withoutGaps(plain));
});

t.test('after a start rules know how late messages are, however far back the last ones stand', async t => {
  const scene = ruleScene(t);
  const { name } = scene.rule();
  scene.say(1, 5, T0);
  scene.follow(T0);
  scene.db.atomic(() => leaveOutPlaces(scene.db));
  scene.restart();
  scene.say(2, 5, T0 + 500);
  scene.follow(T0 + 500);
  scene.restart();
  scene.say(1, 20, T0 + 1000, { late: 5000, older: true });
  scene.follow(T0 + 1000);
  t.same(scene.done(), [], 'what was sent before says nothing about now');
  scene.say(1, 20, T0 + 2000);
  scene.follow(T0 + 2000);
  t.same(scene.done(), [`${name} 1 2`]);
});

t.test('a cursor that is too far behind is told where to go on, also from before a gap', async t => {
  const scene = filled(t, true);
  const { lastOf, hasMoreAfter } = scene.stores.messages;
  const all = scene.stores.messages.after(0, 500).map(({ seq }) => seq);
  t.equal(lastOf(20), all.at(-20));
  t.equal(lastOf(1000), 0);
  t.ok(hasMoreAfter(lastOf(20) - 1, 19));
  t.notOk(hasMoreAfter(lastOf(20) - 1, 20));
});
