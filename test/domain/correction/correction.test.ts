import t from 'tap';
import { inserter } from '../../../src/database/columns.ts';
import { correctionStore } from '../../../src/domain/correction/correction-store.ts';
import { otherTimes, stamps } from '../../../src/domain/correction/stamps.ts';
import { movedText } from '../../../src/domain/correction/text.ts';
import { checkChains } from '../../../src/domain/event/audit-check.ts';
import { eventStore } from '../../../src/domain/event/event-store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { openEmpty } from '../database.ts';

const NOW = Date.UTC(2026, 10, 1, 12);
const AHEAD = 40 * DAY_MS;
const iso = (at: number) => new Date(at).toISOString();
/** A clock that was ahead for two hours. */
const correction = { from: NOW + AHEAD, to: NOW + AHEAD + 2 * HOUR_MS, offsetMs: -AHEAD };

t.test('every column that is named like a time is listed as one of our clock, or said not to be', async t => {
  const db = openEmpty(':memory:');
  const columns = db
    .prepare(
      `SELECT m.name AS "table", c.name AS name FROM sqlite_master m, pragma_table_info(m.name) c
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all() as { table: string; name: string }[];
  const known = new Set<string>(Object.keys(otherTimes));
  for (const [table, { at = [], until = {}, text = {} }] of Object.entries(stamps)) {
    const sums = Object.values(until).flatMap(sum => sum.split(' + '));
    const named = [...at, ...Object.keys(until), ...sums, ...Object.keys(text)];
    for (const name of [...named, ...Object.values(text).filter(Boolean)]) {
      t.ok(
        columns.some(column => column.table === table && column.name === name),
        `${table}.${name} exists`,
      );
      known.add(`${table}.${name}`);
    }
  }
  const times = columns.filter(({ name }) => /(^|_)(at|until|since)$/.test(name));
  t.ok(times.length > 100);
  for (const { table, name } of times) t.ok(known.has(`${table}.${name}`), `${table}.${name} is in a list`);
  for (const name of Object.keys(otherTimes)) {
    t.ok(
      times.some(column => `${column.table}.${column.name}` === name),
      `${name} exists`,
    );
  }
});

t.test('times within text are moved, others stay', async t => {
  const inside = correction.from + MINUTE_MS;
  const text = JSON.stringify({
    since: [NOW, null, inside],
    lastSeen: new Date(inside).toISOString(),
    first: new Date(NOW).toISOString(),
    count: 7,
  });
  t.same(JSON.parse(movedText(text, correction)), {
    since: [NOW, null, inside - AHEAD],
    lastSeen: new Date(inside - AHEAD).toISOString(),
    first: new Date(NOW).toISOString(),
    count: 7,
  });
  const other = '{"a" :1}';
  t.equal(movedText(other, correction), other);
});

/** A database with events, once-only results and silences of before, during and after the stretch. */
function filled(events: number) {
  const db = openEmpty(':memory:');
  const insert = inserter(db, 'event', {
    ...{ seq: 'integer', uuid: 'text', org: 'integer?', event_type: 'text', category: 'text', severity: 'text' },
    ...{ source_type: 'text', source_id: 'text', source_name: 'text', timestamp_at: 'integer', stored_at: 'integer' },
    ...{ title: 'text', description: 'text', data: 'text' },
  });
  const event = (seq: number, at: number, category = 'system') =>
    insert({
      ...{ seq, uuid: `event ${seq}`, org: null, event_type: 'system.started', category, severity: 'info' },
      ...{ source_type: 'service_center', source_id: '', source_name: '', timestamp_at: at, stored_at: at },
      ...{ title: '', description: '', data: JSON.stringify({ lastSeen: new Date(at).toISOString() }) },
    });
  event(1, NOW - MINUTE_MS);
  for (let seq = 2; seq < events + 2; seq++) event(seq, correction.from + seq);
  // Behind a gap of places, and by the right clock.
  event(2 ** 32 + 1, NOW + 3 * HOUR_MS);
  event(2 ** 32 + 2, correction.from + HOUR_MS, 'audit');
  const silence = db.prepare(
    `INSERT INTO alert_silence (uuid, org, rule, source_id, until_at, reason, created_at, created_by) VALUES (?, NULL, 'disk', '', ?, '', ?, '')`,
  );
  silence.run('before', correction.from + MINUTE_MS, NOW - HOUR_MS);
  silence.run('during', correction.to + HOUR_MS, correction.to);
  return db;
}

const eventsOf = (db: ReturnType<typeof openEmpty>) =>
  db.prepare('SELECT seq, timestamp_at, stored_at, data FROM event ORDER BY seq').all() as {
    seq: number;
    timestamp_at: number;
    stored_at: number;
    data: string;
  }[];

t.test('what a wrong clock has stored is as after a right one, whatever gaps there are', async t => {
  const db = filled(3000);
  const store = correctionStore(db);
  t.equal(store.isPending(), false);
  t.equal(store.step(), false);
  store.begin(correction);
  t.equal(store.isPending(), true);
  let steps = 0;
  while (store.step()) steps++;
  t.equal(store.isPending(), false);
  t.ok(steps < 2 * Object.keys(stamps).length + 10, 'a gap of places costs nothing');
  for (const { seq, timestamp_at, stored_at, data } of eventsOf(db)) {
    const at = seq === 1 ? NOW - MINUTE_MS : seq < 2 ** 32 ? NOW + seq : NOW + 3 * HOUR_MS;
    if (seq === 2 ** 32 + 2) {
      t.equal(stored_at, NOW + HOUR_MS);
      t.match(data, new Date(correction.from + HOUR_MS).toISOString(), 'what an audit event says is chained');
      continue;
    }
    if (stored_at !== at || timestamp_at !== at || !data.includes(new Date(at).toISOString()))
      t.fail(`event ${seq}: ${stored_at}`);
  }
  t.same(db.prepare('SELECT uuid, until_at, created_at FROM alert_silence ORDER BY uuid').all(), [
    { uuid: 'before', until_at: correction.from + MINUTE_MS, created_at: NOW - HOUR_MS },
    { uuid: 'during', until_at: NOW + 3 * HOUR_MS, created_at: NOW + 2 * HOUR_MS },
  ]);
  const moved = db.prepare('SELECT moved_ms, count(*) AS count FROM event GROUP BY 1 ORDER BY 1').all();
  t.same(moved, [
    { moved_ms: -AHEAD, count: 3001 },
    { moved_ms: 0, count: 2 },
  ]);
});

t.test('what cannot have been yet becomes now, and what was given for a time lasts from then', async t => {
  const db = filled(2500);
  db.exec(`INSERT INTO organization (id, uuid, name, created_at, updated_at) VALUES (1, 'o', 'o', 0, 0);
    INSERT INTO base_station (id, org, eui, name, created_at, updated_at) VALUES (1, 1, '70b3d59cd0000001', 'b', 0, 0)`);
  const presence = db.prepare('INSERT INTO presence (station, connected_at, disconnected_at) VALUES (1, ?, ?)');
  presence.run(NOW - MINUTE_MS, NOW);
  for (const n of [1, 2]) presence.run(correction.from + n, correction.from + n);
  const store = correctionStore(db);
  t.notOk(store.isUnsettled());
  store.wereAhead(correction.to);
  store.wereAhead(correction.from);
  t.ok(store.isUnsettled());
  const now = NOW + 4 * HOUR_MS;
  store.settle(now);
  t.notOk(store.isUnsettled());
  // Each step as after a restart.
  while (correctionStore(db).step());
  for (const { seq, timestamp_at, stored_at, data } of eventsOf(db)) {
    const at = seq === 1 ? NOW - MINUTE_MS : seq === 2 ** 32 + 1 ? NOW + 3 * HOUR_MS : now;
    const said = seq === 2 ** 32 + 2 ? correction.from + HOUR_MS : at;
    if (stored_at !== at || timestamp_at !== at || !data.includes(iso(said)))
      t.fail(`event ${seq}: ${stored_at} ${data}`);
  }
  const marked = db.prepare('SELECT min(moved_ms) AS most FROM event WHERE seq = 2').get();
  t.same(marked, { most: now - correction.from - 2 });
  t.same(db.prepare('SELECT uuid, until_at, created_at FROM alert_silence ORDER BY uuid').all(), [
    { uuid: 'before', until_at: correction.from + MINUTE_MS, created_at: NOW - HOUR_MS },
    { uuid: 'during', until_at: now + HOUR_MS, created_at: now },
  ]);
  t.same(db.prepare('SELECT connected_at, disconnected_at FROM presence ORDER BY 1').all(), [
    { connected_at: NOW - MINUTE_MS, disconnected_at: NOW },
    { connected_at: now, disconnected_at: now },
  ]);
});

t.test('what was ahead and has been reached by the time stays as it is', async t => {
  const db = filled(3);
  const store = correctionStore(db);
  const before = eventsOf(db);
  store.wereAhead(correction.to);
  store.settle(correction.to - HOUR_MS);
  t.notOk(store.isPending());
  t.notOk(store.isUnsettled());
  t.same(eventsOf(db), before);
});

t.test('it goes on where it was, and a second one waits for the first: nothing is moved twice', async t => {
  const db = filled(2500);
  // So short a way that what was moved lies where it was before.
  const short = { ...correction, offsetMs: -10 * MINUTE_MS };
  correctionStore(db).begin(short);
  correctionStore(db).begin({ from: short.from + short.offsetMs, to: short.to + short.offsetMs, offsetMs: -HOUR_MS });
  // Each step as after a restart.
  while (correctionStore(db).step());
  for (const { seq, stored_at } of eventsOf(db)) {
    if (seq > 1 && seq < 2 ** 32 && stored_at !== correction.from + seq - 70 * MINUTE_MS)
      t.fail(`event ${seq}: ${stored_at}`);
  }
  t.equal(eventsOf(db)[0]?.stored_at, NOW - MINUTE_MS);
});

t.test(
  'events of a clock that was ahead go where their numbers say, in their distances, and audit events stay chained',
  async t => {
    const db = openEmpty(':memory:');
    const events = eventStore(db);
    const raise = (type: 'system.started', at: number, name: string) =>
      db.atomic(() => events.raise({ type, org: null, sourceId: name, at, storedAt: at, data: { lastSeen: iso(at) } }));
    const audit = (at: number) =>
      db.atomic(() => events.raise({ type: 'organization.created', org: null, sourceId: 'org', at, storedAt: at }));
    raise('system.started', NOW, 'before');
    for (const n of [0, 1, 2]) raise('system.started', NOW + AHEAD + n * MINUTE_MS, `ahead ${n}`);
    audit(NOW + AHEAD + 3 * MINUTE_MS);
    // Of a station whose clock is ahead: ours was right.
    db.atomic(() =>
      events.raise({ type: 'system.started', org: null, sourceId: 'radio', at: NOW + DAY_MS, storedAt: NOW + HOUR_MS }),
    );
    raise('system.started', NOW + 2 * HOUR_MS, 'after');
    const right = NOW + 3 * HOUR_MS;
    const store = correctionStore(db);
    t.ok(store.areEventsAhead(right));
    for (let n = 0; store.areEventsAhead(right); n++) {
      store.placeEvents(right, 2);
      if (n > 5) throw new Error('it does not end');
    }
    const sql = 'SELECT source_id, timestamp_at, stored_at, moved_ms FROM event ORDER BY timestamp_at DESC, seq DESC';
    const offset = NOW + HOUR_MS - (NOW + AHEAD + 3 * MINUTE_MS);
    t.same(db.prepare(sql).all(), [
      { source_id: 'radio', timestamp_at: NOW + DAY_MS, stored_at: NOW + HOUR_MS, moved_ms: 0 },
      { source_id: 'after', timestamp_at: NOW + 2 * HOUR_MS, stored_at: NOW + 2 * HOUR_MS, moved_ms: 0 },
      ...['org', 'ahead 2', 'ahead 1', 'ahead 0'].map((source_id, n) => {
        const at = NOW + HOUR_MS - n * MINUTE_MS;
        return { source_id, timestamp_at: at, stored_at: at, moved_ms: offset };
      }),
      { source_id: 'before', timestamp_at: NOW, stored_at: NOW, moved_ms: 0 },
    ]);
    t.match(
      db.prepare("SELECT data FROM event WHERE source_id = 'ahead 2'").get(),
      { data: new RegExp(iso(NOW + HOUR_MS - MINUTE_MS)) },
      'what is said in it is moved, too',
    );
    t.same([...checkChains(db)].at(-1)?.troubles, []);
  },
);
