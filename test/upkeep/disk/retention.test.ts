import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { refusing } from '../../../src/database/calls.ts';
import { type Db, openDb } from '../../../src/database/driver.ts';
import type { Store } from '../../../src/domain/domain.ts';
import { createLog } from '../../../src/kit/log.ts';
import type { Clock, Timer } from '../../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { NO_ROOM, noRoomFinding } from '../../../src/upkeep/disk/no-room.ts';
import { Retention, type RetentionSettings } from '../../../src/upkeep/disk/retention.ts';
import { engine } from '../../database/engine.ts';
import { type Copy, openLog, populate } from '../../domain/message/log-store.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const MIB = 2 ** 20;
const silent = await createLog({ level: 'silent', format: 'json' });

/** It need not be wound for those who only pause. */
class HastyClock implements Clock {
  readonly manual = new ManualClock(NOW);
  pauses = 0;
  now = () => this.manual.now();
  credible = () => this.manual.credible();
  nowNs = () => this.manual.nowNs();
  monotonic = () => this.manual.monotonic();
  every = (ms: number, fn: () => void): Timer => this.manual.every(ms, fn);
  after(_ms: number, fn: () => void): Timer {
    this.pauses++;
    const soon = setImmediate(fn);
    return { cancel: () => clearImmediate(soon) };
  }
}

interface Box {
  /** What else there is. */
  readonly fill?: (db: Db) => void;
  readonly settings?: Partial<RetentionSettings>;
}

/** A store with 100 messages a day of the last `days` days, and what keeps it small. */
async function box(test: Test, days: number, { settings, fill }: Box = {}) {
  const dir = test.testdir();
  const path = join(dir, 'waystation.db');
  const filling = openLog({ testdir: () => dir, teardown: () => undefined } as unknown as Test, path, {
    blockMessages: 50,
  });
  populate(filling, 4, 2);
  for (let day = days; day > 0; day--) {
    const at = NOW - day * DAY_MS;
    const copies = Array.from({ length: 100 }, (_, n): Copy => {
      const packetCnt = (days - day) * 100 + n;
      return {
        endpoint: 1 + (n % 4),
        packetCnt,
        rxNs: BigInt(at + n) * MS_NS,
        arrivedAt: at,
        userData: Buffer.alloc(200, n),
      };
    });
    filling.write(copies, at + 500);
  }
  fill?.(filling.db);
  filling.db.close();
  const store = await openStore({ path, engine, synchronous: 'normal' });
  test.teardown(() => store.close());
  const clock = new HastyClock();
  const retention = new Retention({
    ...{ clock, log: silent, store, duplicateWindowMs: 300_000, logBytes: () => 0 },
    settings: {
      messages_days: 90,
      events_days: 30,
      audit_days: 730,
      alerts_days: 365,
      value_hours_days: 90,
      figures_days: 1096,
      max_database_mb: 0,
      ...settings,
    },
  });
  const left = () => store.read.messages.count({ org: 1 });
  const told = () => {
    const db = openDb(path, { engine, mode: 'reader' });
    const rows = db.prepare("SELECT data FROM event WHERE event_type = 'system.retention_purged'").all();
    db.close();
    return (rows as { data: string }[]).map(({ data }) => JSON.parse(data) as { rows: number; until: string });
  };
  const rows = (from: string) => {
    const db = openDb(path, { engine, mode: 'reader' });
    const { count } = db.prepare(`SELECT count(*) AS count FROM ${from}`).get() as { count: number };
    db.close();
    return count;
  };
  return { store, clock, retention, left, told, rows };
}

t.test('once an hour what is older than its days goes, and that is told', async t => {
  const { retention, left, clock, told } = await box(t, 8, { settings: { messages_days: 5 } });
  await retention.run();
  t.equal(left(), 500);
  t.ok(clock.pauses > 0, 'between two steps the writer is left alone');
  t.match(told(), [{ rows: Number, until: new Date(NOW - 6 * DAY_MS + 500).toISOString() }]);
  await clock.manual.advance(HOUR_MS / 2);
  const { pauses } = clock;
  await retention.run();
  t.equal(clock.pauses, pauses, 'within the hour there is nothing to do');
  t.equal(left(), 500);
  await clock.manual.advance(HOUR_MS / 2);
  await retention.run();
  t.equal(left(), 400);
  t.equal(told().length, 2);
});

t.test('0 keeps', async t => {
  const settings = { messages_days: 0, events_days: 0, audit_days: 0, alerts_days: 0, value_hours_days: 0 };
  const { retention, left } = await box(t, 3, { settings });
  await retention.run();
  t.equal(left(), 300);
});

t.test('a database that is too large gets as small as it may be, oldest messages first, and no smaller', async t => {
  const { retention, left, store } = await box(t, 120, { settings: { max_database_mb: 2 } });
  const { used } = store.read.retention.size();
  t.ok(used > 2 * MIB);
  await retention.run();
  const after = store.read.retention.size();
  t.ok(after.used <= 2 * MIB && after.used > 2 * MIB - 65_536, `${used} became ${after.used}`);
  t.ok(left() > 0, 'no more than that goes');
  const [oldest] = store.read.messages.after(0, 1);
  t.ok((oldest?.storedAt ?? 0) > NOW - 120 * DAY_MS);
  t.ok(after.file < used, 'the file became smaller, too');
  const before = left();
  await retention.run();
  t.equal(left(), before);
});

t.test('room is made until there is enough, and no further', async t => {
  const { retention, left } = await box(t, 5);
  let looks = 0;
  await retention.relieve(async () => looks++ === 3);
  t.equal(left(), 200, 'three blocks');
  await retention.relieve(async () => false);
  t.equal(left(), 0, 'or nothing is left');
});

t.test('what is old goes by the credible time: a clock that is ahead takes nothing away', async t => {
  const { retention, left, clock } = await box(t, 8, { settings: { messages_days: 5 } });
  await retention.run();
  t.equal(left(), 500);
  clock.manual.doubt();
  for (const days of [40, 3650, 3]) {
    clock.manual.jump(days * DAY_MS);
    await clock.manual.advance(65_000);
    await retention.run();
    t.equal(left(), 500, `${days} days ahead`);
    clock.manual.jump(-days * DAY_MS);
  }
  clock.manual.jump(3 * DAY_MS);
  await clock.manual.advance(DAY_MS);
  await retention.run();
  t.equal(left(), 400, 'while a jump is doubted, time goes by all the same');
  clock.manual.believe();
  await retention.run();
  t.equal(left(), 100, 'what is believed counts');
});

t.test('a clock that is ahead does not make room of what is new either', async t => {
  const { retention, left, clock } = await box(t, 8, { settings: { messages_days: 0 } });
  clock.manual.doubt();
  clock.manual.jump(-40 * DAY_MS);
  await retention.run();
  t.equal(left(), 800);
});

type Call = (...args: unknown[]) => unknown;

/** The same with another part of this name. */
function withPart<T extends object>(whole: T, name: string, part: (own: unknown) => unknown): T {
  return new Proxy(whole, {
    get(all, asked) {
      const own: unknown = Reflect.get(all, asked);
      return asked === name ? part(own) : own;
    },
  });
}

/** What a store is asked to remove from now on. */
function recorded(store: Store) {
  const given: { readonly name: string; readonly limits: Readonly<Record<string, unknown>> }[] = [];
  const noted = (name: string, of: (args: readonly unknown[]) => unknown) => (group: object) =>
    withPart(group, name, call => (...args: unknown[]) => {
      given.push({ name, limits: of(args) as Readonly<Record<string, unknown>> });
      return (call as Call)(...args);
    });
  const notes = [
    noted('seal', ([until]) => ({ until })),
    noted('messages', ([aim]) => aim),
    noted('rows', ([, , limits]) => limits),
  ];
  const write = withPart(store.write, 'retention', own => notes.reduce((group, note) => note(group), own as object));
  Object.assign(store, { write });
  return given;
}

t.test('nothing that is removed is judged by a clock that is ahead, whatever it is removed for', async t => {
  const ahead = 400 * DAY_MS;
  const { retention, clock, store } = await box(t, 8, { settings: { messages_days: 5, max_database_mb: 0.1 } });
  const prunedAt = () => NOW + ahead;
  const read = withPart(store.read, 'messages', own => withPart(own as object, 'prunedAt', () => prunedAt));
  Object.assign(store, { read });
  const given = recorded(store);
  clock.manual.doubt();
  clock.manual.jump(ahead);
  await retention.run();
  for (const name of ['seal', 'messages', 'rows']) t.ok(given.some(each => each.name === name));
  const untils = (limits: Readonly<Record<string, unknown>>) =>
    Object.entries(limits).filter(([name, until]) => /until$/i.test(name) && until !== undefined) as [string, number][];
  const judge = () => {
    for (const { name, limits } of given.splice(0)) {
      for (const [which, until] of untils(limits)) if (until > NOW) t.fail(`${name} ${which}: ${until - NOW}`);
      if (name !== 'seal') t.same(limits.at, { now: NOW + ahead, credible: NOW });
    }
  };
  judge();
  await retention.relieve(async () => false);
  t.notOk(
    given.some(({ limits }) => limits.figuresUntil !== undefined),
    'no figures are so old',
  );
  judge();
});

t.test('a stop waits for the step under way only', async t => {
  const { retention, left, clock } = await box(t, 20, { settings: { messages_days: 1 } });
  clock.after = () => ({ cancel: () => undefined });
  const running = retention.run();
  await retention.stop();
  await running;
  t.ok(left() > 100);
});

t.test('what failed is tried again, also within the same hour', async t => {
  const { retention, left, store } = await box(t, 8, { settings: { messages_days: 5 } });
  const { write } = store;
  Object.assign(store, { write: refusing(write, () => new Error('database or disk is full')) });
  await t.rejects(retention.run(), /full/);
  t.equal(left(), 800);
  Object.assign(store, { write });
  await retention.run();
  t.equal(left(), 500);
});

/** Figures by the day of so many days that ended long ago: rows of each kind that messages leave behind. */
function oldFigures(db: Db, days: number, endpoints: number, endMs = NOW - 100 * DAY_MS): void {
  const blob = Buffer.alloc(300, 7);
  const activity = db.prepare('INSERT INTO activity (grain, start_at, place, cells) VALUES (86400, ?, ?, ?)');
  const values = db.prepare('INSERT INTO value_day (id, data) VALUES (?, ?)');
  const failures = db.prepare('INSERT INTO decode_failure (org, start_at, messages) VALUES (1, ?, 1)');
  const counts = db.prepare(
    "INSERT INTO center_count (org, start_at, command, succeeded, failed) VALUES (1, ?, 'ulData', 1, 0)",
  );
  db.atomic(() => {
    for (let n = 1; n <= days; n++) {
      const at = Math.floor(endMs / DAY_MS) * DAY_MS - n * DAY_MS;
      failures.run(at);
      counts.run(at);
      for (let endpoint = 1; endpoint <= endpoints; endpoint++) {
        values.run((at / DAY_MS) * 2 ** 32 + endpoint, blob);
        activity.run(at, 2 ** 32 + 1 + endpoint, blob);
      }
    }
  });
}
const FIGURES = ['activity WHERE grain = 86400', 'value_day', 'decode_failure', 'center_count'];

t.test(
  'figures of the long past go before messages of these days, the oldest first, and no more than is needed',
  async t => {
    const { retention, left, rows, store } = await box(t, 5, {
      settings: { max_database_mb: 3, figures_days: 0 },
      fill(db) {
        oldFigures(db, 200, 40);
        db.exec(`INSERT INTO counter (org, name, value) VALUES (0, 'log_pruned_at', ${NOW - 6 * DAY_MS})`);
      },
    });
    const own = 5 * 4;
    const { used } = store.read.retention.size();
    t.ok(used > 4 * MIB, `${used} bytes`);
    await retention.run();
    t.ok(store.read.retention.size().used <= 3 * MIB);
    t.equal(left(), 500, 'no message went');
    for (const table of FIGURES) t.ok(rows(table) > own, `what is younger of ${table} is there`);
    const oldest = NOW - 300 * DAY_MS;
    for (const table of ['activity', 'decode_failure', 'center_count']) {
      t.equal(
        rows(`(SELECT 1 FROM ${table} WHERE start_at < ${oldest + 7 * DAY_MS})`),
        0,
        `of ${table} the oldest went`,
      );
    }
    const before = FIGURES.map(rows);
    await retention.run();
    t.same(FIGURES.map(rows), before);
  },
);

t.test('figures go after their days, but not while their messages are there', async t => {
  const fill = (db: Db) => {
    oldFigures(db, 3, 2, NOW - 400 * DAY_MS);
    oldFigures(db, 3, 2);
  };
  const { retention, rows } = await box(t, 8, { settings: { messages_days: 5, figures_days: 365 }, fill });
  const counts = FIGURES.map(rows);
  await retention.run();
  t.same(
    FIGURES.map(rows),
    counts.map((count, n) => count - ([6, 6, 3, 3][n] ?? 0)),
  );
  const kept = await box(t, 3, { settings: { messages_days: 0, figures_days: 365 }, fill });
  const all = FIGURES.map(kept.rows);
  await kept.retention.run();
  t.same(FIGURES.map(kept.rows), all);
});

t.test('messages are not taken where that cannot help, and that is said until it is over', async t => {
  const fill = (db: Db) => {
    db.exec(
      `INSERT INTO media (uuid, org, filename, content_type, size, created_at) VALUES ('m', 1, '', 'image/png', 1, 0)`,
    );
    db.prepare('INSERT INTO media_content (media, content) VALUES (1, ?)').run(Buffer.alloc(4 * MIB));
  };
  const { retention, left, store } = await box(t, 60, { settings: { max_database_mb: 3 }, fill });
  const finding = () => noRoomFinding(store.read.installation.value(NO_ROOM), store.read.retention.size().used);
  t.equal(finding(), undefined);
  await retention.run();
  t.equal(left(), 6000, 'all are there');
  t.match(finding(), {
    check: 'database',
    level: 'warn',
    text: /more than retention.max_database_mb \(3\): what is not messages/,
  });
  await store.write.media.remove(1, 'm', undefined, {
    now: NOW,
    userId: undefined,
    userEmail: undefined,
    actor: 'test',
  });
  await retention.run();
  t.equal(finding(), undefined);
  t.ok(store.read.retention.size().used <= 3 * MIB);
});
