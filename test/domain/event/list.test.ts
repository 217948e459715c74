import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Db, openDb } from '../../../src/database/driver.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { COUNT_MS, complete, PAGE_MS, type Position, type Scan, type Section } from '../../../src/database/scan.ts';
import { domain } from '../../../src/domain/domain.ts';
import type { NewEvent } from '../../../src/domain/event/catalog.ts';
import { type EventOrder, type EventQuery, eventLists } from '../../../src/domain/event/list.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';

const EVENTS = 3000;
const NOW = 1_000_000;

interface Kept {
  readonly seq: number;
  readonly org: number | null;
  readonly type: string;
  readonly category: string;
  readonly severity: string;
  readonly endpoint: number | null;
  readonly station: number | null;
  readonly at: number;
}

const TYPES = ['basestation.connected', 'basestation.disconnected', 'endpoint.attached', 'system.started'];
const SEVERITIES = ['info', 'warning', 'error'];

/** Times go back and forth, and some are the same. */
const kept: readonly Kept[] = Array.from({ length: EVENTS }, (_, n) => {
  const type = TYPES[(n * 7) % 4] ?? '';
  return {
    ...{ seq: n + 1, org: n % 11 === 0 ? null : 1 + (n % 2), type, category: type.replace(/\..*/, '') },
    ...{ severity: SEVERITIES[(n * 5) % 3] ?? '', at: 1000 + ((n * 37) % 997) },
    ...{ endpoint: n % 5 === 0 ? 1 : null, station: n % 4 === 0 ? null : n % 3 },
  };
});

function filled(t: Test): Db {
  const db = openDb(join(t.testdir(), 'waystation.db'), {
    // better-sqlite3 explains no statement without its parameters
    engine: 'node:sqlite',
    mode: 'writer',
    synchronous: 'normal',
  });
  t.teardown(() => db.close());
  migrate(db, migrations);
  const insert = db.prepare(
    `INSERT INTO event (seq, org, event_type, category, severity, endpoint, station, timestamp_at, uuid, source_type, source_id, stored_at, title)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', '', '', 0, '')`,
  );
  db.atomic(() => {
    for (const row of kept)
      insert.run(row.seq, row.org, row.type, row.category, row.severity, row.endpoint, row.station, row.at);
  });
  return db;
}

const orders: readonly EventOrder[] = [
  { by: 'time', descending: true },
  { by: 'time', descending: false },
  { by: 'seq', descending: true },
  { by: 'seq', descending: false },
];

t.test('pages hold every event that is asked for once, in order', t => {
  const lists = eventLists(filled(t));
  const filters: [Partial<EventQuery>, (row: Kept) => boolean][] = [
    [{}, () => true],
    [{ station: 1 }, row => row.station === 1],
    [{ station: 9 }, () => false],
    [{ station: 1, severities: ['error', 'info'] }, row => row.station === 1 && row.severity !== 'warning'],
    [{ station: 1, types: ['basestation.*'] }, row => row.station === 1 && row.type.startsWith('basestation.')],
    [{ types: ['system.started', 'endpoint.*'] }, row => !row.type.startsWith('basestation.')],
    [{ types: ['basestation', 'system.started*', '*.attached'] }, row => row.type === 'system.started'],
    [{ endpoint: 1 }, row => row.endpoint === 1],
    [{ endpoint: 1, types: ['endpoint.*'] }, row => row.endpoint === 1 && row.type === 'endpoint.attached'],
    [{ types: ['*'] }, () => true],
    [{ categories: ['endpoint', 'system'] }, row => row.category !== 'basestation'],
    [{ fromMs: 1100, toMs: 1300 }, row => row.at >= 1100 && row.at < 1300],
    [{ station: 2, fromMs: 1990 }, row => row.station === 2 && row.at >= 1990],
  ];
  let now = NOW;
  for (const order of orders) {
    for (const installation of [false, true]) {
      for (const [filter, wanted] of filters) {
        const query = { org: 1, installation, ...filter };
        const name = JSON.stringify([order, query]);
        const seqs: number[] = [];
        const totals = new Set<string>();
        let from: Position | undefined;
        now += 10_000;
        do {
          const page = complete(lists.list(query, order, 97, from, now));
          seqs.push(...page.rows.map(({ seq }) => seq));
          totals.add(JSON.stringify(page.total));
          from = page.next;
        } while (from);
        const expected = kept.filter(row => (row.org === 1 || (installation && row.org === null)) && wanted(row));
        const value = (row: Kept) => (order.by === 'time' ? row.at : row.seq);
        expected.sort((a, b) => (value(a) - value(b) || a.seq - b.seq) * (order.descending ? -1 : 1));
        t.same(
          seqs,
          expected.map(({ seq }) => seq),
          name,
        );
        t.same([...totals], [JSON.stringify({ count: expected.length, isMinimum: false })], name);
      }
    }
  }
  t.end();
});

/** Runs a scan whose every bit seems to take so long. */
function slowly<R>(scan: Scan<R>, ms: number): { result: R; bits: number } {
  for (let bits = 0; ; bits++) {
    const step = scan.next(bits * ms);
    if (step.done) return { result: step.value, bits };
  }
}

t.test('a list that takes long pauses, ends its page and gives up counting', t => {
  const lists = eventLists(filled(t));
  const query = { org: 1, station: 1 };
  const order = { by: 'time', descending: true } as const;
  const nothing = { ...query, types: ['nothing'] };
  const { result, bits } = slowly(lists.list(nothing, order, 10, undefined, NOW), PAGE_MS);
  t.ok(bits > 1);
  t.same(result.rows, []);
  t.ok(result.next, 'the next page goes on where this one ended');
  t.ok(result.total.isMinimum);
  const counted = slowly(lists.list(query, order, 10, undefined, NOW), COUNT_MS / 8).result;
  t.ok(counted.total.isMinimum);
  t.ok(counted.total.count >= 10);
  t.end();
});

t.test('pages by number and by cursor are whole, however long they take', t => {
  const db = filled(t);
  const lists = eventLists(db);
  const query = { org: 1, station: 1 };
  const all = complete(lists.list(query, { by: 'time', descending: true }, 5000, undefined, NOW)).rows;
  t.ok(all.length > 100);
  const numbered = (section: Partial<Section>, now: number) =>
    slowly(lists.numbered(query, { offset: 0, from: undefined, size: 40, ...section }, now), 2 * PAGE_MS).result;
  for (const offset of [0, 1, 60, all.length - 10, all.length, all.length + 5]) {
    const { rows, total } = numbered({ offset }, NOW + 20_000 + offset * 20_000);
    t.same(rows, all.slice(offset, offset + 40), `offset ${offset}`);
    t.ok(total.count <= all.length);
    if (offset + 40 >= all.length && rows.length > 0)
      t.same(total, { count: all.length, isMinimum: false }, 'the end tells');
  }
  const seen = [];
  for (let from: Position | undefined; ; ) {
    const page = numbered({ from }, NOW);
    seen.push(...page.rows);
    from = page.next;
    if (!from) break;
    t.equal(page.rows.length, 40);
  }
  t.same(seen, all);
  t.end();
});

t.test('no list reads more than its index makes it', t => {
  const db = filled(t);
  const seen: string[] = [];
  const lists = eventLists({
    ...db,
    prepare(sql, options) {
      seen.push(sql);
      return db.prepare(sql, options);
    },
  });
  const plansOf = (query: Partial<EventQuery>, order: EventOrder) => {
    const begin = seen.length;
    // Behind a page, and before its end: every statement there is.
    complete(lists.list({ org: 1, severities: ['info'], fromMs: 1, toMs: 9999, ...query }, order, 5, [1500n, 1500], 0));
    return seen.slice(begin).map(sql => {
      const values = Array.from(sql.matchAll(/\?/g), () => null);
      const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
      return steps.map(({ detail }) => detail).join('; ');
    });
  };
  const byKey: [RegExp, Partial<EventQuery>, 'time' | 'seq'][] = [
    [/INDEX event_of_station_by_time \(station=\? AND timestamp_at[<>]\?/, { station: 1 }, 'time'],
    [/INDEX event_of_station \(station=\? AND (rowid|seq)[<>]\?/, { station: 1 }, 'seq'],
    [/INDEX event_of_endpoint_by_time \(endpoint=\? AND timestamp_at[<>]\?/, { endpoint: 1 }, 'time'],
    [/INDEX event_of_endpoint \(endpoint=\? AND (rowid|seq)[<>]\?/, { endpoint: 1 }, 'seq'],
    [/INDEX event_of_operation \(op_id=\? AND timestamp_at[<>]\?/, { opId: 7n }, 'time'],
    [/INDEX event_by_time \(timestamp_at[<>]\?/, { severities: [] }, 'time'],
    [/INDEX event_of_type \(event_type=\? AND timestamp_at[<>]\?/, {}, 'time'],
    [/INDEX event_of_type \(event_type=\? AND timestamp_at[<>]\?/, { categories: ['system'] }, 'time'],
    [/INTEGER PRIMARY KEY \(rowid[<>]\?/, {}, 'seq'],
  ];
  for (const [index, query, by] of byKey) {
    for (const descending of [true, false]) {
      const plans = plansOf(query, { by, descending });
      const [walked = '', page = ''] = plans;
      for (const plan of [walked, page]) {
        t.match(plan, index, by);
        t.notMatch(plan, 'TEMP B-TREE', 'rows come sorted out of the index');
      }
    }
  }
  t.end();
});

t.test('what varies with its cause is found by what it is, and an unknown kind by what its row says', t => {
  const db = filled(t);
  db.exec('DELETE FROM event');
  const { events, eventLists: lists } = domain(db);
  db.exec(
    "INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES (1, 'x', 'x', 1, 0, 0)",
  );
  const raise = (event: Partial<NewEvent> & Pick<NewEvent, 'type'>) =>
    events.raise({ org: 1, at: NOW, storedAt: NOW, ...event });
  raise({ type: 'scaci.session_closed' });
  raise({ type: 'scaci.session_closed', severity: 'warning' });
  raise({ type: 'scaci.connect_refused', category: 'security', data: { reason: 'a' } });
  raise({ type: 'scaci.connect_refused', data: { reason: 'b' } });
  raise({ type: 'system.storage_critical' });
  db.exec(`INSERT INTO event (seq, uuid, org, event_type, category, severity, source_type, source_id, timestamp_at, stored_at, title)
    VALUES (6, '', 1, 'thing.happened', 'system', 'critical', '', '', ${NOW}, ${NOW}, '')`);
  t.throws(() => raise({ type: 'system.started', severity: 'error' }), /does not vary/);
  const order = { by: 'time', descending: false } as const;
  const seqs = (query: Partial<EventQuery>) => {
    const { rows, total } = complete(lists.list({ org: 1, ...query }, order, 10, undefined, NOW));
    t.equal(total.count, rows.length);
    return rows.map(({ seq }) => seq);
  };
  t.same(seqs({ severities: ['critical'] }), [5, 6]);
  t.same(seqs({ severities: ['warning'] }), [2, 3, 4]);
  t.same(seqs({ categories: ['security'] }), [3]);
  t.same(seqs({ categories: ['scaci'], severities: ['info'] }), [1]);
  t.same(seqs({ types: ['system.*', 'thing.happened'] }), [5, 6]);
  t.same(seqs({ types: ['nothing'] }), []);
  t.end();
});
