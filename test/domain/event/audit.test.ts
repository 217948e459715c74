import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { contents } from '../../../src/domain/contents.ts';
import { correctionStore } from '../../../src/domain/correction/correction-store.ts';
import { checkChains } from '../../../src/domain/event/audit-check.ts';
import { canonicalJson } from '../../../src/kit/canonical-json.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { type AuditRange, exportAudit } from '../../../src/upkeep/audit-file.ts';
import { makeDatabase } from '../database.ts';
import { openLog, populate, T0, type TestLog } from '../message/log-store.ts';
import { pruneRows } from '../retention/retention-scene.ts';

const EUI = 'fe00000000000001';
const OWN = '0192f000-0000-7000-8000-000000000001';
const WHOLE: AuditRange = { from: 0, to: T0 * 2, organization: undefined };

function scene(t: Parameters<typeof openLog>[0], events = 5): TestLog {
  const log = openLog(t);
  populate(log, 1, 1);
  for (let n = 0; n < events; n++) reveal(log, n);
  return log;
}

function reveal(log: TestLog, n: number, org: number | null = 1): void {
  const at = T0 + n * DAY_MS;
  log.stores.events.raise({
    type: 'endpoint.keys_revealed',
    org,
    epEui: EUI,
    at,
    storedAt: at,
    data: { keys: [`${n}`] },
  });
}

function look(log: TestLog) {
  const all = [...checkChains(log.db)].at(-1);
  return { rows: all?.rows ?? 0, texts: (all?.troubles ?? []).map(({ text }) => text), troubles: all?.troubles ?? [] };
}

const looked = (log: TestLog) => {
  const { rows, texts } = look(log);
  return [rows, ...texts];
};

const uuidOf = (log: TestLog, nth: number) =>
  (log.db.prepare('SELECT uuid FROM event ORDER BY seq LIMIT 1 OFFSET ?').get(nth) as { uuid: string }).uuid;

/** Writes past every rule, as a process with the file could. */
function tamper(log: TestLog, sql: string): void {
  log.db.exec(sql);
}

interface Line {
  organization_id: string;
  prev_hash: string;
  hash: string;
  seq: string;
  event_type: string;
}

function exported(log: TestLog, range: Partial<AuditRange> = {}): Line[] {
  let text = '';
  exportAudit(log.path, 'better-sqlite3', { ...WHOLE, ...range }, lines => {
    text += lines;
  });
  const lines = text.split('\n').filter(line => line !== '');
  return lines.map(line => JSON.parse(line) as Line);
}

t.test('audit events of each organization and of the installation are chains that any reader can check', t => {
  const log = scene(t);
  reveal(log, 5, 2);
  reveal(log, 6, null);
  log.stores.events.raise({ type: 'endpoint.updated', org: 1, epEui: EUI, at: T0, storedAt: T0 });
  reveal(log, 7);
  t.same(looked(log), [8]);
  const lines = exported(log);
  t.same(
    lines.map(line => line.organization_id),
    ['', OWN, OWN, OWN, OWN, OWN, OWN, OWN.replace(/1$/, '2')],
  );
  const before = new Map<string, string>();
  for (const { hash, seq: _, ...line } of lines) {
    t.equal(line.prev_hash, before.get(line.organization_id) ?? '0'.repeat(64));
    t.equal(createHash('sha256').update(canonicalJson(line)).digest('hex'), hash);
    before.set(line.organization_id, hash);
  }
  t.same(exported(log, { organization: OWN, from: T0 + DAY_MS, to: T0 + 3 * DAY_MS }).length, 2);
  t.throws(() => exported(log, { organization: OWN.replace(/1$/, '9') }), /no audit events/);
  t.end();
});

t.test('what was changed, removed or put in is named', t => {
  const cases: [what: string, sql: (log: TestLog) => string, told: (log: TestLog) => RegExp[]][] = [
    [
      'changed',
      () => `UPDATE event SET user_email = 'other@example.org' WHERE seq = 3`,
      log => [new RegExp(`${uuidOf(log, 2)} .*not as it was stored`)],
    ],
    [
      'moved to another time',
      () => 'UPDATE event SET stored_at = 9000000000000000 WHERE seq = 3',
      log => [new RegExp(`${uuidOf(log, 2)} .*not as it was stored`)],
    ],
    [
      'made unreadable',
      () => `UPDATE event SET data = '{' WHERE seq = 3`,
      log => [new RegExp(`${uuidOf(log, 2)} .*not as it was stored`)],
    ],
    [
      'removed',
      () => 'DELETE FROM event WHERE seq = 3',
      log => [new RegExp(`between event ${uuidOf(log, 1)} and event ${uuidOf(log, 2)} are missing`)],
    ],
    [
      'the oldest removed',
      () => 'DELETE FROM event WHERE seq = 1',
      () => [/between the beginning and event .* missing/],
    ],
    [
      'the newest removed',
      () => 'DELETE FROM event WHERE seq = 5',
      () => [/event .* and the end of the chain are missing/],
    ],
    ['all removed', () => 'DELETE FROM event', () => [/the beginning and the end of the chain are missing/]],
    [
      'put in without a hash',
      () => insertCopy('NULL, NULL', 6),
      () => [/event 0192f000-0000-7000-8000-0000000000ff was put in: it has no hash/],
    ],
    ['put in before the first', () => insertCopy('NULL, NULL', 0), () => [/was put in: it has no hash/]],
    [
      'put in with a hash',
      () =>
        `UPDATE event SET seq = 14 WHERE seq = 4; UPDATE event SET seq = 15 WHERE seq = 5; ${insertCopy("hash, x'00'", 4)}`,
      () => [/^event 0192f000-0000-7000-8000-0000000000ff was put in$/],
    ],
    [
      'put in at the end',
      () => insertCopy("(SELECT head FROM audit_chain WHERE org = 1), x'00'", 6),
      () => [/^event 0192f000-0000-7000-8000-0000000000ff was put in$/],
    ],
    [
      'in a chain that was not begun',
      () =>
        insertCopy('NULL, NULL', 6)
          .replace('uuid, 1,', 'uuid, 77,')
          .replace("'0192f000-0000-7000-8000-0000000000ff', 1,", "'0192f000-0000-7000-8000-0000000000ff', 77,"),
      () => [/was put in: it has no hash/],
    ],
  ];
  for (const [what, sql, told] of cases) {
    const log = scene(t);
    tamper(log, sql(log));
    const { texts, troubles } = look(log);
    const expected = told(log);
    t.equal(texts.length, expected.length, `${what}: ${texts.join('; ')}`);
    for (const [at, pattern] of expected.entries()) t.match(texts[at], pattern, what);
    t.ok(troubles.every(({ notedAt }) => notedAt === undefined));
  }
  t.end();
});

/** A copy of the third event, by another id. */
function insertCopy(links: string, seq: number): string {
  const columns = 'event_type, category, severity, source_type, source_id, timestamp_at, stored_at, title, data';
  return `INSERT INTO event (seq, uuid, org, ${columns}, prev_hash, hash)
    SELECT ${seq}, '0192f000-0000-7000-8000-0000000000ff', 1, ${columns}, ${links} FROM event WHERE seq = 3`;
}

t.test('events of before there were chains stay as they are, and the chain begins behind them', t => {
  const log = scene(t, 3);
  // As the migration finds them.
  log.db.exec(`UPDATE event SET prev_hash = NULL, hash = NULL; DELETE FROM audit_chain;
    INSERT INTO audit_chain (org, organization, unlinked, removed, head)
      SELECT coalesce(e.org, 0), coalesce(o.uuid, ''), count(*), zeroblob(32), zeroblob(32)
      FROM event e LEFT JOIN organization o ON o.id = e.org WHERE e.category = 'audit' GROUP BY e.org`);
  reveal(log, 3);
  t.same(looked(log), [4]);
  t.same(
    exported(log).map(({ hash }) => hash === ''),
    [true, true, true, false],
  );
  tamper(log, 'DELETE FROM event WHERE seq = 2');
  t.match(look(log).texts, [/^1 events of the time before the chain are missing/]);
  t.end();
});

t.test('retention takes a chain away from its old end, and keeps the last hash that went', t => {
  const log = scene(t, 2000);
  reveal(log, 1, 2);
  t.equal(pruneRows(log, T0, { only: 'audit', auditUntil: T0 + 1500 * DAY_MS }), 1500);
  t.same(looked(log), [501]);
  const [first] = exported(log);
  t.not(first?.prev_hash, '0'.repeat(64));
  tamper(log, 'DELETE FROM event WHERE seq = (SELECT min(seq) FROM event)');
  t.match(look(log).texts, [/between the beginning and event/]);
  t.end();
});

t.test('an event that a wrong clock has dated back stays as long as the younger ones before it', t => {
  const log = scene(t, 3);
  const at = T0 - 9000 * DAY_MS;
  log.stores.events.raise({ type: 'endpoint.keys_revealed', org: 1, epEui: EUI, at, storedAt: at });
  reveal(log, 4);
  t.equal(pruneRows(log, T0, { only: 'audit', auditUntil: T0 }), 0);
  t.equal(pruneRows(log, T0, { only: 'audit', auditUntil: T0 + 3 * DAY_MS }), 4);
  t.same(looked(log), [1]);
  t.end();
});

t.test('a copy that goes on in another place is linked as before', t => {
  const log = scene(t);
  log.db.exec('UPDATE event SET seq = seq + 4294967296 WHERE seq = (SELECT max(seq) FROM event)');
  log.reopen();
  reveal(log, 6);
  t.same(looked(log), [6]);
  t.end();
});

t.test('a database that was put together after a damage tells where its chain has a gap, and goes on', t => {
  const put = (log: TestLog, whole: readonly string[]) => {
    const found = { why: 'x', aside: undefined, snapshot: undefined, rejected: [] };
    contents.settle(log.db, { ...found, salvage: { whole, partial: [], left: [] } }, T0 + 99 * DAY_MS);
    log.reopen();
    reveal(log, 100);
    return look(log);
  };
  const audit = ['event', 'audit_chain', 'audit_break'];
  const unharmed = put(scene(t), ['organization', 'api_key', ...audit]);
  t.same([unharmed.rows, ...unharmed.texts], [6]);

  const older = put(scene(t), ['organization', 'api_key']);
  t.match(older.texts, [/events before event .* may be missing since the database was put together/]);
  t.match(older.troubles, [{ notedAt: T0 + 99 * DAY_MS }]);

  const partial = scene(t);
  tamper(partial, 'DELETE FROM event WHERE seq IN (2, 3)');
  const mended = put(partial, []);
  t.match(mended.texts, [/between event .* and event .* are missing/], mended.texts.join('; '));
  t.ok(mended.troubles.every(({ notedAt }) => notedAt !== undefined));
  const told = partial.db.prepare(`SELECT data FROM event WHERE event_type = 'system.database_error'`).get();
  t.match(told, { data: /audit chains with a gap: 1/ });
  t.equal(pruneRows(partial, T0, { only: 'audit', auditUntil: T0 + 5 * DAY_MS }), 3);
  t.same(look(partial).texts, [], 'with the events beside it, the gap is forgotten');
  t.same(partial.db.prepare('SELECT count(*) AS n FROM audit_break').get(), { n: 0 });

  const headless = scene(t);
  tamper(headless, 'DELETE FROM audit_chain');
  const gone = put(headless, []);
  t.ok(gone.texts.length > 0 && gone.troubles.every(({ notedAt }) => notedAt !== undefined), gone.texts.join('; '));
  t.end();
});

t.test('parallel writes, one of which fails, make one chain', async t => {
  const path = join(t.testdir(), 'waystation.db');
  makeDatabase(path);
  t.ok(existsSync(path));
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  t.teardown(() => store.close());
  const event = { org: null, at: T0, storedAt: T0 };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, n) =>
      store.write.events.raise(
        n % 7 === 3
          ? { type: 'organization.updated', ...event, at: Number.NaN }
          : { type: 'organization.updated', ...event, data: { n } },
      ),
    ),
  );
  t.equal(outcomes.filter(({ status }) => status === 'rejected').length, 29);
  await store.close();
  const log = openLog(t, path);
  t.same(looked(log), [171]);
});

t.test('an event by a clock that was wrong is listed by the right time, and chained by what it said', t => {
  const log = scene(t, 3);
  const said = exported(log);
  const corrections = correctionStore(log.db);
  const at = T0 + 2 * DAY_MS;
  corrections.begin({ from: at, to: at + DAY_MS, offsetMs: -1.5 * DAY_MS });
  while (corrections.step());
  t.same(
    log.db.prepare('SELECT stored_at, timestamp_at FROM event ORDER BY seq').all(),
    [T0, T0 + DAY_MS, T0 + DAY_MS / 2].map(time => ({ stored_at: time, timestamp_at: time })),
  );
  t.same(looked(log), [3]);
  t.same(exported(log), said);
  reveal(log, 3);
  t.same(looked(log), [4]);
  t.end();
});
