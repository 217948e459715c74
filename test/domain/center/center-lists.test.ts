import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Db, openDb, type SqlValue } from '../../../src/database/driver.ts';
import type { ListPage } from '../../../src/database/listing.ts';
import { migrate } from '../../../src/database/migrate.ts';
import type { Position } from '../../../src/database/scan.ts';
import type { CenterStatus } from '../../../src/domain/center/center-records.ts';
import { type CenterLists, centerLists, type SessionOrder } from '../../../src/domain/center/lists.ts';
import type { DownlinkState } from '../../../src/domain/downlink/states.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { engine } from '../../database/engine.ts';
import { momentAt } from '../../peers/time.ts';
import { bsEui, epEui, T0 } from '../message/log-store.ts';
import { AC, AC2, centerScene } from './center-scene.ts';

/** Beyond 2^63, where signed numbers end; the second belongs to another organization. */
const ACS = ['ac00000000000a01', 'ac00000000000a02', 'fe000000000000ff', '00000000000000ac'];
const STATUS: readonly CenterStatus[] = ['terminated', 'terminated', 'disconnected', 'active', 'resumed', 'terminated'];
const STATES: readonly DownlinkState[] = ['pending', 'dispatched', 'queued', 'revoking', 'sent', 'expired'];
const COUNT = 240;

const uuidOf = (n: number) => `0192f000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

interface Session {
  readonly [column: string]: SqlValue;
  id: number;
  org: number;
  ac_eui: string;
  status: string;
  connected_at: number;
  last_activity_at: number;
}

/** One row per number, many of them alike in what they are sorted by. */
function sessionOf(n: number): Session {
  const ac = n % ACS.length;
  return {
    ...{ id: n, uuid: uuidOf(n), org: ac === 1 ? 2 : 1, ac_eui: ACS[ac] ?? '' },
    status: STATUS[n % STATUS.length] ?? '',
    ...{ sn_ac_uuid: Uint8Array.of(n & 255), sn_sc_uuid: Uint8Array.of(1), version: '1.0.0', cursor: 0, counted: 0 },
    ...{
      vendor: '',
      model: '',
      name: `ac ${n}`,
      sw_version: '',
      remote_address: '',
      tls_version: '',
      cipher_suite: '',
    },
    ...{ certificate_fingerprint: '', certificate_subject: '' },
    // The clock went back once.
    connected_at: n < 100 ? 1000 + Math.floor(n / 3) : 900 + Math.floor(n / 2),
    last_activity_at: 2000 + ((n * 7) % 60),
  };
}

function errorOf(n: number) {
  const session = 1 + ((n * 5) % COUNT);
  const direction = n % 2 === 0 ? 'sent' : 'received';
  const times = { first_at: 100, last_at: 5000 + ((n * 11) % 50) };
  const about = { op_id: -n, command: 'ulData', code: n, text: 'no', count: n };
  return { id: n, uuid: uuidOf(n), session, direction, ...about, ...times };
}

function downlinkOf(n: number) {
  const state = STATES[n % STATES.length] ?? 'pending';
  const endpoint = 1 + (n % 3);
  const ofCenter = n % 5 !== 0;
  return {
    ...{
      que_id: n,
      org: endpoint === 3 ? 2 : 1,
      endpoint,
      state,
      entries: Uint8Array.of(1, n & 255),
      format: 0,
      flags: 0,
    },
    ...{ prio: n % 4, expires_at: 9999, ref: '', source: 'scaci', created_by: '', created_at: 1000 + ((n * 13) % 40) },
    ...{ ac_eui: ofCenter ? (ACS[n % 2 === 0 ? 0 : 2] ?? '') : null, ac_que_id: ofCenter ? String(n) : null, line: 0 },
    finished_at: state === 'sent' || state === 'expired' ? 7 : null,
  };
}

const numbers = Array.from({ length: COUNT }, (_, n) => n + 1);
const SESSIONS = numbers.map(sessionOf);
const ERRORS = numbers.map(errorOf);
const DOWNLINKS = numbers.map(downlinkOf);

function filled(t: Test): Db {
  const db = openDb(join(t.testdir(), 'store.db'), { engine, mode: 'writer', synchronous: 'normal' });
  t.teardown(() => db.close());
  migrate(db, migrations);
  const insert = (table: string, row: Readonly<Record<string, SqlValue>>) => {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join();
    db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${marks})`).run(...Object.values(row));
  };
  db.atomic(() => {
    const times = { name: '', created_at: 0, updated_at: 0 };
    for (const id of [1, 2]) insert('organization', { id, uuid: `${id}`, ...times });
    for (const id of [1, 2, 3])
      insert('endpoint', { id, org: id === 3 ? 2 : 1, eui: epEui(id), ep_class: 'A', ...times });
    for (const row of SESSIONS) insert('center_session', row);
    for (const row of ERRORS) insert('center_error', row);
    for (const row of DOWNLINKS) insert('downlink', row);
  });
  return db;
}

const parts = { countLines: () => 0, newest: () => 0 };

/** Every page of a list, by the position its predecessor ended at. */
function walk<R extends { id: number }>(
  read: (after: Position<number> | undefined) => ListPage<R>,
  keyOf: (row: R) => number,
): { ids: number[]; totals: number[] } {
  const ids: number[] = [];
  const totals = new Set<number>();
  let after: Position<number> | undefined;
  for (;;) {
    const { rows, total, more } = read(after);
    totals.add(total);
    ids.push(...rows.map(({ id }) => id));
    const last = rows.at(-1);
    if (!more || !last) return { ids, totals: [...totals] };
    after = [keyOf(last), last.id];
  }
}

/** Ids of rows in the order of a number, then of their ids. */
function sorted<R>(rows: readonly R[], by: (row: R) => number, id: (row: R) => number, descending: boolean): number[] {
  const ids = rows.toSorted((a, b) => by(a) - by(b) || id(a) - id(b)).map(id);
  return descending ? ids.toReversed() : ids;
}

const sessionIn = (n: number) => SESSIONS[n - 1] as Session;

t.test('sessions are what a sorted filter of all rows gives, page by page', async t => {
  const lists = centerLists(filled(t), parts);
  const own = SESSIONS.filter(({ org }) => org === 1);
  const filters: [Partial<Parameters<CenterLists['sessions']>[0]>, (row: Session) => boolean][] = [
    [{}, () => true],
    [{ status: 'active' }, ({ status }) => status === 'active'],
    [{ status: 'disconnected' }, ({ status }) => status === 'disconnected'],
    [{ status: 'terminated' }, ({ status }) => status === 'terminated'],
    [{ canResume: true }, ({ status }) => status !== 'terminated'],
    [{ canResume: false }, ({ status }) => status === 'terminated'],
    [{ canResume: false, status: 'active' }, () => false],
    [{ canResume: true, status: 'terminated' }, () => false],
    [{ acEui: ACS[2] }, row => row.ac_eui === ACS[2]],
    [{ acEui: ACS[3], status: 'resumed' }, row => row.ac_eui === ACS[3] && row.status === 'resumed'],
    [{ acEui: ACS[1] }, () => false],
  ];
  for (const [filter, wanted] of filters) {
    for (const orderBy of ['connected_at', 'last_activity_at'] satisfies SessionOrder[]) {
      for (const descending of [true, false]) {
        const query = { org: 1, orderBy, descending, size: 7, ...filter };
        const { ids, totals } = walk(
          after => lists.sessions({ ...query, after }),
          row => row[orderBy],
        );
        const rows = own.filter(wanted);
        const expected = sorted(
          rows,
          row => row[orderBy],
          ({ id }) => id,
          descending,
        );
        t.same(ids, expected, JSON.stringify(query));
        t.same(totals, [rows.length], JSON.stringify(query));
      }
    }
  }
  t.equal(lists.session(1, uuidOf(4))?.name, 'ac 4');
  t.equal(lists.session(1, uuidOf(5)), undefined, 'of another organization');
  t.equal(lists.session(1, uuidOf(COUNT + 1)), undefined);
  const living = own.filter(({ status }) => status !== 'terminated');
  const active = living.filter(({ status }) => status !== 'disconnected');
  t.match(lists.standing(1), { total: own.length, active: active.length, resumable: living.length });
});

t.test('so are failures, the newest first', async t => {
  const lists = centerLists(filled(t), parts);
  const own = ERRORS.filter(({ session }) => sessionIn(session).org === 1);
  const [first] = own;
  const some = first?.session ?? 0;
  type Failure = (typeof ERRORS)[number];
  const filters: [Partial<Parameters<CenterLists['errors']>[0]>, (row: Failure) => boolean][] = [
    [{}, () => true],
    [{ acEui: ACS[0] }, ({ session }) => sessionIn(session).ac_eui === ACS[0]],
    [{ acEui: ACS[1] }, () => false],
    [{ session: uuidOf(some) }, ({ session }) => session === some],
    [{ session: uuidOf(5) }, () => false],
    [{ session: uuidOf(some), acEui: ACS[2] }, row => row.session === some && sessionIn(some).ac_eui === ACS[2]],
    [{ fromMs: 5010 }, ({ last_at }) => last_at >= 5010],
    [{ toMs: 5010 }, ({ last_at }) => last_at < 5010],
    [
      { fromMs: 5020, toMs: 5021, acEui: ACS[3] },
      row => row.last_at === 5020 && sessionIn(row.session).ac_eui === ACS[3],
    ],
  ];
  for (const [filter, wanted] of filters) {
    const query = { org: 1, size: 7, ...filter };
    const { ids, totals } = walk(
      after => lists.errors({ ...query, after }),
      row => row.last_at,
    );
    const rows = own.filter(wanted);
    const expected = sorted(
      rows,
      row => row.last_at,
      ({ id }) => id,
      true,
    );
    t.same(ids, expected, JSON.stringify(query));
    t.same(totals, [rows.length], JSON.stringify(query));
  }
  const found = lists.errors({ org: 1, size: 9, session: uuidOf(some) }).rows.find(({ id }) => id === first?.id);
  t.match(found, { ...first, session_uuid: uuidOf(some), ac_eui: sessionIn(some).ac_eui, session: undefined });
});

t.test('so is what waits in the queue, the oldest first', async t => {
  const lists = centerLists(filled(t), parts);
  type Downlink = (typeof DOWNLINKS)[number];
  const own = DOWNLINKS.filter(row => row.org === 1 && row.ac_eui !== null && row.finished_at === null);
  const filters: [Partial<Parameters<CenterLists['queue']>[0]>, (row: Downlink) => boolean][] = [
    [{}, () => true],
    [{ acEui: ACS[0] }, row => row.ac_eui === ACS[0]],
    [{ acEui: ACS[3] }, () => false],
    [{ epEui: epEui(2) }, row => row.endpoint === 2],
    [{ epEui: epEui(3) }, () => false],
    [{ epEui: epEui(1), acEui: ACS[2] }, row => row.endpoint === 1 && row.ac_eui === ACS[2]],
    [{ state: 'dispatched' }, row => row.state === 'dispatched'],
    [{ state: 'queued', epEui: epEui(1) }, row => row.state === 'queued' && row.endpoint === 1],
  ];
  for (const [filter, wanted] of filters) {
    const query = { org: 1, size: 7, ...filter };
    const { ids, totals } = walk(
      after => lists.queue({ ...query, after }),
      row => row.created_at,
    );
    const rows = own.filter(wanted);
    const expected = sorted(
      rows,
      row => row.created_at,
      ({ que_id }) => que_id,
      false,
    );
    t.same(ids, expected, JSON.stringify(query));
    t.same(totals, [rows.length], JSON.stringify(query));
  }
  t.equal(lists.standing(1).downlinks, own.length);
});

t.test('no list reads more than its index makes it', async t => {
  const db = filled(t);
  const seen: string[] = [];
  const prepare: Db['prepare'] = (sql, options) => {
    seen.push(sql);
    return db.prepare(sql, options);
  };
  const plansOf = (statements: readonly string[]): string[] =>
    statements.map(sql => {
      const values = Array.from(sql.matchAll(/\?/g), () => null);
      const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
      return steps.map(({ detail }) => detail).join('; ');
    });
  const lists = centerLists({ ...db, prepare }, parts);
  const fixed = plansOf(seen).join('\n');
  for (const index of ['center_session_open', 'downlink_of_center', 'event_of_connects (org=? AND timestamp_at>?']) {
    t.ok(fixed.includes(index), `${index}\n${fixed}`);
  }
  t.notMatch(fixed, /SCAN (?!center_session USING|downlink USING|json_each)/, 'nothing is read from end to end');
  const after: Position<number> = [1, 1];
  const sessions = { org: 1, orderBy: 'connected_at', descending: true, size: 7 } as const;
  const page = { org: 1, size: 7 };
  const cases: [string, () => unknown][] = [
    [
      'SEARCH center_session USING INDEX center_session_at (org=? AND connected_at<?',
      () => lists.sessions({ ...sessions, after }),
    ],
    [
      'SEARCH center_session USING INDEX center_session_of (ac_eui=?)',
      () => lists.sessions({ ...sessions, acEui: AC }),
    ],
    ['SCAN center_session USING INDEX center_session_open', () => lists.sessions({ ...sessions, canResume: true })],
    ['SCAN center_session USING INDEX center_session_open', () => lists.sessions({ ...sessions, status: 'active' })],
    ['SEARCH e USING INDEX center_error_at (last_at<?', () => lists.errors({ ...page, after })],
    ['SEARCH e USING INDEX center_error_at (last_at>?', () => lists.errors({ ...page, fromMs: 1 })],
    ['SEARCH e USING INDEX center_error_group (session=?)', () => lists.errors({ ...page, session: uuidOf(1) })],
    ['SEARCH s USING INDEX center_session_of (ac_eui=?)', () => lists.errors({ ...page, acEui: AC })],
    ['INDEX downlink_of_center', () => lists.queue(page)],
    ['SEARCH downlink USING INDEX downlink_of_center (ac_eui=?)', () => lists.queue({ ...page, acEui: AC })],
    [
      'SEARCH downlink USING INDEX downlink_waiting (endpoint=?)',
      () => lists.queue({ ...page, epEui: epEui(1), acEui: AC }),
    ],
  ];
  for (const [index, read] of cases) {
    const from = seen.length;
    read();
    const plan = plansOf(seen.slice(from)).at(-1) ?? '';
    t.ok(plan.includes(index), `${index}: ${plan}`);
  }
});

t.test('a session is shown with what is owed to its center', async t => {
  const s = centerScene(t);
  const lists = s.stores.centerLists;
  const session = s.connect();
  const other = s.connect(AC2);
  for (let n = 0; n < 3; n++) s.uplink();
  s.issue(session, 2);
  s.issue(other, 100, AC2);
  s.centers.done(other, [-1, -2, -3], T0 + 9);
  s.centers.accept({ session, opId: 5, command: 'ping', at: T0 + 8 });
  s.uplink(3);
  const query = { org: 1, orderBy: 'connected_at', descending: false, size: 10 } as const;
  t.match(lists.sessions(query).rows, [
    {
      ...{ ac_eui: AC, status: 'active', close_reason: '', version: '1.0.0', vendor: 'Acme', model: 'back end' },
      ...{ name: 'north', sw_version: '1.2', remote_address: '192.0.2.7', tls_version: 'TLSv1.3' },
      ...{ cipher_suite: 'TLS_AES_128_GCM_SHA256', certificate_fingerprint: 'ab', certificate_subject: 'CN=north' },
      ...{
        connected_at: T0,
        last_activity_at: T0 + 8,
        disconnected_at: null,
        operations: 3,
        last_sc: -2,
        last_ac: 5,
      },
      pending: 3,
    },
    { ac_eui: AC2, pending: 0, operations: 3, last_activity_at: T0 + 9 },
  ]);
  s.centers.disconnect(session, 5, 'connection_lost', T0 + 20);
  s.uplink();
  const { uuid } = s.row(session) as { uuid: string };
  t.match(lists.session(1, uuid), {
    ...{ status: 'disconnected', close_reason: 'connection_lost', disconnected_at: T0 + 20, pending: 4 },
  });
  s.centers.expire(momentAt(T0 + 20), { heldOperations: 4, ageMs: HOUR_MS });
  t.match(lists.session(1, uuid), { pending: 4 }, 'counted by the sweep or not');
  s.begin(AC, T0 + 30);
  t.match(lists.session(1, uuid), { status: 'terminated', close_reason: 'superseded', pending: 0 });
});

t.test('a downlink is shown with who has it and since when', async t => {
  const s = centerScene(t);
  const lists = s.stores.centerLists;
  const entries = () => lists.queue({ org: 1, size: 10 }).rows;
  const queId = s.queue('18446744073709551615', T0 + 1);
  s.queue(undefined, T0);
  t.match(entries(), [
    {
      ...{
        id: queId,
        ac_eui: AC,
        ac_que_id: '18446744073709551615',
        ep_eui: epEui(1),
        bs_eui: null,
        state: 'pending',
      },
      ...{ prio: 0, created_at: T0 + 1, handed_at: null },
    },
  ]);
  t.equal(entries().length, 1, 'not the one of the API');
  const opId = s.window(2, T0 + 50);
  t.match(entries(), [{ state: 'dispatched', bs_eui: bsEui(2), handed_at: T0 + 50 }]);
  s.stores.downlinks.accepted({ session: s.session(2), station: 2, opId, at: T0 + 60 });
  t.match(entries(), [{ state: 'queued', bs_eui: bsEui(2), handed_at: T0 + 60 }]);
  s.stores.downlinks.stationForgot(2, 'session', T0 + 70);
  t.match(entries(), [{ state: 'pending', bs_eui: null, handed_at: null }]);
  s.stores.downlinks.expire(momentAt(T0 + 10 * DAY_MS));
  t.same(entries(), []);
});

t.test('connects and operations are counted in their window', async t => {
  const s = centerScene(t);
  const lists = s.stores.centerLists;
  const session = s.connect(AC, T0);
  s.centers.disconnect(session, 0, 'connection_lost', T0 + 10);
  s.centers.activate(session, true, T0 + 20);
  const foreign = s.connect(AC2, T0 + 20, { org: 2 });
  t.same(lists.connects(1, T0, T0 + 21), { opened: 1, resumed: 1, closed: 1 });
  t.same(lists.connects(1, T0 + 1, T0 + 20), { opened: 0, resumed: 0, closed: 1 });
  t.same(lists.connects(2, T0, T0 + 21), { opened: 1, resumed: 0, closed: 0 });
  for (let n = 0; n < 3; n++) s.uplink(1, {}, T0 + 500);
  s.issue(session);
  s.centers.done(session, [-1, -2], T0 + 1500);
  s.centers.failed(session, -3, T0 + HOUR_MS);
  s.centers.accept({ session, opId: 1, command: 'dlDataQue', at: T0 + HOUR_MS + 1 });
  s.centers.refuse({ session, opId: 2, command: 'dlDataQue', at: T0 + 2 * HOUR_MS }, 17, 'no');
  s.centers.accept({ session: foreign, opId: 1, command: 'ping', at: T0 });
  const { commands, hours } = lists.operations(1, T0, T0 + 2 * HOUR_MS + 1);
  t.same(commands, [
    { command: 'dlDataQue', succeeded: 1, failed: 1, delivery_ms: 0 },
    { command: 'ulData', succeeded: 2, failed: 1, delivery_ms: 2000 },
  ]);
  t.same(hours, [
    { start_at: T0, succeeded: 2, failed: 0 },
    { start_at: T0 + HOUR_MS, succeeded: 1, failed: 1 },
    { start_at: T0 + 2 * HOUR_MS, succeeded: 0, failed: 1 },
  ]);
  t.same(
    lists.operations(1, T0 + HOUR_MS + 1800, T0 + 2 * HOUR_MS).hours.map(({ start_at }) => start_at),
    [T0 + HOUR_MS],
    'the whole hours that are touched',
  );
  t.same(lists.operations(2, T0, T0 + HOUR_MS).commands, [
    { command: 'ping', succeeded: 1, failed: 0, delivery_ms: 0 },
  ]);
  t.same(lists.operations(1, T0 - HOUR_MS, T0), { commands: [], hours: [] });
});
