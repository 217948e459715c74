import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Db, openDb, type SqlValue } from '../../../src/database/driver.ts';
import type { ListPage } from '../../../src/database/listing.ts';
import { migrate } from '../../../src/database/migrate.ts';
import type { Position } from '../../../src/database/scan.ts';
import { type DownlinkLists, downlinkLists, type QueueOrder } from '../../../src/domain/downlink/lists.ts';
import { type DownlinkState, isFinished } from '../../../src/domain/downlink/states.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import { engine } from '../../database/engine.ts';

/** Beyond 2^63, where signed numbers end; the fourth was deleted and is registered again as the fifth. */
const EP = ['', 'fe0000000000e101', 'fe0000000000e102', 'fe0000000000e1ff', 'fe0000000000e104', 'fe0000000000e104'];
const BS = ['', 'ff00000000000b51', '70b3d59cd0000002'];
const STATES = [
  ...['pending', 'pending', 'dispatched', 'queued', 'revoking'],
  ...['sent', 'acknowledged', 'expired', 'invalid', 'revoked'],
] as DownlinkState[];
const COUNT = 300;
/** More than a number holds. */
const TX_TIME_NS = 1_767_225_601_000_000_001n;

/** One row per number, many of them alike in what they are sorted by. */
function rowOf(n: number) {
  const state = STATES[n % STATES.length] ?? 'pending';
  const endpoint = 1 + (n % 5);
  const held = state !== 'pending' && !(state === 'revoked' && n % 20 === 9);
  return {
    que_id: n,
    org: endpoint === 3 ? 2 : 1,
    // Nothing waits for an endpoint that is deleted.
    endpoint: endpoint === 4 && !isFinished(state) ? 5 : endpoint,
    state,
    entries: Uint8Array.of(1, n & 255),
    packet_cnts: n % 3 === 0 ? JSON.stringify([n]) : null,
    format: n % 256,
    flags: n % 32,
    prio: (n % 4) - 1.5,
    expires_at: 9000 + ((n * 7) % 50),
    ref: n % 6 === 0 ? 'six' : '',
    source: 'api',
    created_by: 'me',
    // The clock went back once.
    created_at: n < 150 ? 1000 + Math.floor(n / 4) : 800 + n,
    station: held ? 1 + (n % 2) : null,
    tx_time_ns: state === 'sent' || state === 'acknowledged' ? TX_TIME_NS : null,
    finished_at: isFinished(state) ? 5000 + ((n * 11) % 97) : null,
    line: 0,
  };
}
type Model = ReturnType<typeof rowOf>;
const MODEL: readonly Model[] = Array.from({ length: COUNT }, (_, n) => rowOf(n + 1));

function filled(t: Test): Db {
  const db = openDb(join(t.testdir(), 'store.db'), { engine, mode: 'writer', synchronous: 'normal' });
  t.teardown(() => db.close());
  migrate(db, migrations);
  const insert = (table: string, row: Readonly<Record<string, SqlValue>>) => {
    const names = Object.keys(row);
    db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`).run(
      ...Object.values(row),
    );
  };
  db.atomic(() => {
    for (const id of [1, 2]) insert('organization', { id, uuid: `${id}`, name: '', created_at: 0, updated_at: 0 });
    for (const id of [1, 2, 3, 4, 5]) {
      const deleted_at = id === 4 ? 1 : null;
      const times = { created_at: 0, updated_at: 0, deleted_at };
      insert('endpoint', { id, org: id === 3 ? 2 : 1, eui: EP[id] ?? '', name: '', ep_class: 'A', ...times });
    }
    for (const id of [1, 2])
      insert('base_station', { id, org: 1, eui: BS[id] ?? '', name: '', created_at: 0, updated_at: 0 });
    for (const row of MODEL) insert('downlink', row);
  });
  return db;
}

/** Every page of a list, by the position its predecessor ended at. */
function walk<R extends { id: number }>(
  read: (after: Position<number> | undefined) => ListPage<R>,
  keyOf: (row: R) => number,
): { ids: number[]; totals: Set<number> } {
  const ids: number[] = [];
  const totals = new Set<number>();
  let after: Position<number> | undefined;
  for (;;) {
    const { rows, total, more } = read(after);
    totals.add(total);
    ids.push(...rows.map(({ id }) => id));
    const last = rows.at(-1);
    if (!more || !last) return { ids, totals };
    after = [keyOf(last), last.id];
  }
}

function sorted(rows: readonly Model[], by: keyof Model, descending: boolean): number[] {
  const rank = (row: Model) => Number(row[by]);
  const ids = rows.toSorted((a, b) => rank(a) - rank(b) || a.que_id - b.que_id).map(({ que_id }) => que_id);
  return descending ? ids.toReversed() : ids;
}

const own = (row: Model) => row.org === 1;
const WAYS = [false, true];

t.test('the queue is what a sorted filter of all rows gives, page by page', t => {
  const lists = downlinkLists(filled(t));
  const open = MODEL.filter(row => own(row) && row.finished_at === null);
  const filters: [Partial<Parameters<DownlinkLists['queue']>[0]>, (row: Model) => boolean][] = [
    [{}, () => true],
    [{ epEui: EP[2] }, row => row.endpoint === 2],
    [{ epEui: EP[5] }, row => row.endpoint === 5],
    [{ epEui: EP[3] }, () => false],
    [{ bsEui: BS[1] }, row => row.station === 1],
    [{ bsEui: BS[1], epEui: EP[1] }, row => row.station === 1 && row.endpoint === 1],
    [{ bsEui: 'ff00000000000bff' }, () => false],
    [{ states: ['pending', 'dispatched'] }, row => row.state === 'pending' || row.state === 'dispatched'],
    [{ states: ['queued'] }, row => row.state === 'queued'],
    [{ states: ['revoking'], bsEui: BS[2] }, row => row.state === 'revoking' && row.station === 2],
    [
      { states: ['queued'], epEui: EP[5], ref: 'six' },
      row => row.state === 'queued' && row.endpoint === 5 && row.ref === 'six',
    ],
    [{ ref: 'six' }, row => row.ref === 'six'],
    [{ ref: 'none' }, () => false],
  ];
  const orders: QueueOrder[] = ['created_at', 'expires_at', 'prio'];
  for (const [filter, wanted] of filters) {
    const rows = open.filter(wanted);
    for (const orderBy of orders) {
      for (const descending of WAYS) {
        const query = { org: 1, orderBy, descending, size: 7, ...filter };
        const { ids, totals } = walk(
          after => lists.queue({ ...query, after }),
          row => row[orderBy],
        );
        t.same(ids, sorted(rows, orderBy, descending), JSON.stringify(query));
        t.same([...totals], [rows.length], JSON.stringify(query));
      }
    }
  }
  t.end();
});

t.test('so are the results', t => {
  const lists = downlinkLists(filled(t));
  const done = MODEL.filter(row => own(row) && row.finished_at !== null);
  const at = ({ finished_at }: Model) => finished_at ?? 0;
  const filters: [Partial<Parameters<DownlinkLists['results']>[0]>, (row: Model) => boolean][] = [
    [{}, () => true],
    [{ epEui: EP[1] }, row => row.endpoint === 1],
    [{ epEui: EP[4] }, row => row.endpoint === 4 || row.endpoint === 5],
    [{ epEui: EP[3] }, () => false],
    [{ states: ['expired'] }, row => row.state === 'expired'],
    [
      { states: ['sent'], epEui: EP[1], fromMs: 5010 },
      row => row.state === 'sent' && row.endpoint === 1 && at(row) >= 5010,
    ],
    [{ fromMs: 5020 }, row => at(row) >= 5020],
    [{ toMs: 5020 }, row => at(row) < 5020],
    [{ fromMs: 5020, toMs: 5021 }, row => at(row) === 5020],
    [{ queIds: [5, 6, 7, 8, 999] }, row => row.que_id >= 5 && row.que_id <= 8],
    [{ queIds: [6, 16, 26], epEui: EP[2] }, row => [6, 16, 26].includes(row.que_id) && row.endpoint === 2],
    [{ ref: 'six' }, row => row.ref === 'six'],
    [{ ref: 'six', fromMs: 5020 }, row => row.ref === 'six' && at(row) >= 5020],
  ];
  for (const [filter, wanted] of filters) {
    const rows = done.filter(wanted);
    for (const descending of WAYS) {
      const query = { org: 1, queIds: [], descending, size: 7, ...filter };
      const { ids, totals } = walk(
        after => lists.results({ ...query, after }),
        row => row.finished_at ?? 0,
      );
      t.same(ids, sorted(rows, 'finished_at', descending), JSON.stringify(query));
      t.same([...totals], [rows.length], JSON.stringify(query));
    }
  }
  t.end();
});

t.test('a downlink is found by its queue id, whole and only by its organization', t => {
  const lists = downlinkLists(filled(t));
  t.same(
    lists.find(1, [9, 5, 2, 9, 999]).map(({ id }) => id),
    [5, 9],
    'the second belongs to another organization',
  );
  const [found] = lists.find(1, [5]);
  t.match(found, { ep_eui: EP[1], bs_eui: BS[2], state: 'sent', tx_time_ns: String(TX_TIME_NS), ref: '' });
  t.same([...(found?.entries ?? [])], [1, 5]);
  t.match(lists.find(1, [10]), [{ state: 'pending', bs_eui: null, tx_time_ns: null, finished_at: null }]);
  t.end();
});

t.test('outcomes are counted by the time of the end', t => {
  const lists = downlinkLists(filled(t));
  const count = (wanted: (row: Model) => boolean, fromMs: number, toMs: number) => {
    const rows = MODEL.filter(row => wanted(row) && (row.finished_at ?? 0) >= fromMs && (row.finished_at ?? 0) < toMs);
    const are = (...states: DownlinkState[]) => rows.filter(({ state }) => states.includes(state)).length;
    return {
      sent: are('sent', 'acknowledged'),
      acknowledged: are('acknowledged'),
      failed: are('expired', 'invalid'),
    };
  };
  for (const [from, to] of [
    [0, 9_999_999],
    [5010, 5050],
    [5096, 5096],
  ] as const) {
    t.same(lists.outcomes('org', 1, from, to), count(own, from, to));
    for (const id of [1, 2, 3, 4, 5]) {
      t.same(
        lists.outcomes('endpoint', id, from, to),
        count(row => row.endpoint === id, from, to),
      );
    }
  }
  t.end();
});

t.test('all downlinks by number, newest first', t => {
  const lists = downlinkLists(filled(t));
  const filters: [Partial<Parameters<DownlinkLists['numbered']>[0]>, (row: Model) => boolean][] = [
    [{}, () => true],
    [{ endpoint: 2 }, row => row.endpoint === 2],
    [{ endpoint: 3 }, () => false],
    [{ states: ['pending', 'dispatched'] }, row => ['pending', 'dispatched'].includes(row.state)],
    [{ fromMs: 1010, toMs: 1030 }, row => row.created_at >= 1010 && row.created_at < 1030],
    [
      { endpoint: 1, states: ['sent'], fromMs: 1005 },
      row => row.endpoint === 1 && row.state === 'sent' && row.created_at >= 1005,
    ],
  ];
  for (const [filter, fits] of filters) {
    const wanted = sorted(
      MODEL.filter(row => own(row) && fits(row)),
      'created_at',
      true,
    );
    for (const offset of [0, 1, 50, wanted.length - 1, wanted.length, 1000].filter(n => n >= 0)) {
      const { rows, total } = lists.numbered({ org: 1, ...filter, offset, size: 13 });
      t.same(
        rows.map(({ id }) => id),
        wanted.slice(offset, offset + 13),
      );
      t.equal(total, wanted.length);
    }
  }
  t.end();
});

t.test('no list reads more than its index makes it', t => {
  const db = filled(t);
  const seen: string[] = [];
  const lists = downlinkLists({
    ...db,
    prepare(sql, options) {
      seen.push(sql);
      return db.prepare(sql, options);
    },
  });
  const plansOf = (read: () => unknown): string[] => {
    const from = seen.length;
    read();
    return seen.slice(from).map(sql => {
      const values = Array.from(sql.matchAll(/\?/g), () => null);
      const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
      return steps.map(({ detail }) => detail).join('; ');
    });
  };
  const queue = { org: 1, orderBy: 'created_at', descending: false, size: 7 } as const;
  const results = { org: 1, descending: true, size: 7, queIds: [] };
  const byKey: [string, () => unknown][] = [
    ['downlink_open', () => lists.queue({ ...queue, after: [1000, 1] })],
    ['downlink_open', () => lists.queue({ ...queue, descending: true, after: [1000, 1] })],
    ['downlink_done', () => lists.results({ ...results, after: [5000, 1] })],
    ['downlink_done', () => lists.results({ ...results, descending: false, fromMs: 1, after: [5000, 1] })],
  ];
  for (const [index, read] of byKey) {
    for (const plan of plansOf(read)) {
      t.match(plan, new RegExp(`SEARCH downlink USING (COVERING )?INDEX ${index} \\(org=\\?`));
      t.notMatch(plan, 'TEMP B-TREE', 'rows come sorted out of the index');
    }
  }
  const numbered = { org: 1, fromMs: 1, offset: 3, size: 7 };
  for (const [index, read] of [
    ['downlink_asked (org=? AND created_at>?', () => lists.numbered(numbered)],
    ['downlink_asked_of (endpoint=? AND created_at>?', () => lists.numbered({ ...numbered, endpoint: 1 })],
    ['downlink_asked_of (endpoint=?', () => lists.numbered({ ...numbered, endpoint: 1, states: ['sent'] })],
  ] as const) {
    for (const plan of plansOf(read)) t.ok(plan.includes(`SEARCH downlink USING COVERING INDEX ${index}`), plan);
  }
  const few: [string, () => unknown][] = [
    ['INDEX downlink_waiting (endpoint=?)', () => lists.queue({ ...queue, epEui: EP[1] })],
    ['INDEX downlink_held (station=?)', () => lists.queue({ ...queue, bsEui: BS[1] })],
    ['INDEX downlink_held', () => lists.queue({ ...queue, states: ['queued'] })],
    ['INDEX downlink_ref (org=? AND ref=?)', () => lists.queue({ ...queue, ref: 'six' })],
    ['INDEX downlink_of_endpoint (endpoint=?', () => lists.results({ ...results, epEui: EP[1] })],
    ['INDEX downlink_ref (org=? AND ref=?)', () => lists.results({ ...results, ref: 'six' })],
    ['INTEGER PRIMARY KEY', () => lists.results({ ...results, queIds: [1] })],
  ];
  for (const [index, read] of few) for (const plan of plansOf(read)) t.ok(plan.includes(index), `${index}: ${plan}`);
  t.end();
});
