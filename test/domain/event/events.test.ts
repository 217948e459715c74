import { join } from 'node:path';
import t from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { migrate } from '../../../src/database/migrate.ts';
import type { EventType } from '../../../src/domain/event/catalog.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { bsEui, openLog, populate, T0 } from '../message/log-store.ts';

interface EventRow {
  event_type: string;
  source_type: string;
  source_id: string;
  ep_eui: string | null;
  bs_eui: string | null;
  station: number | null;
  count: number;
  data: string;
}

t.test('what one station hears of unknown endpoints takes a thousand rows an hour and one more', t => {
  const log = openLog(t);
  populate(log, 0, 2);
  const { events } = log.stores;
  const heard = (type: EventType, station: number, n: number, at: number) => {
    const epEui = n.toString(16).padStart(16, '0');
    const about = { org: 1, station, bsEui: bsEui(station), epEui, at, storedAt: at };
    events.raise({ type, ...about, data: { bsEui: bsEui(station), epEui } });
  };
  const rows = (station: number) =>
    log.db.prepare('SELECT * FROM event WHERE station = ? ORDER BY seq').all(station) as unknown as EventRow[];
  log.db.atomic(() => {
    for (let n = 0; n < 20_000; n++) heard('endpoint.unknown_heard', 1, n, T0 + (n % 100));
    for (let n = 0; n < 20; n++) heard('endpoint.unknown_heard', 2, 100_000 + n, T0);
    for (let n = 0; n < 2000; n++) heard('endpoint.attach_rejected', 2, n, T0);
    heard('endpoint.unknown_heard', 1, 999, T0 + 500);
    events.closeFolds();
  });
  t.equal(rows(1).length, 1001);
  const sum = rows(1).reduce((total, { count }) => total + count, 0);
  t.equal(sum, 20_001, 'every one is counted');
  const { data, ...rest } = rows(1).at(-1) as EventRow;
  t.match(rest, {
    ...{ event_type: 'endpoint.unknown_heard', source_type: 'base_station', source_id: bsEui(1) },
    ...{ ep_eui: null, bs_eui: bsEui(1), station: 1, count: 19_000 },
  });
  t.match(JSON.parse(data), { reason: 'too_many', bsEui: bsEui(1) });
  t.equal(rows(2).length, 1021, 'each station and kind for itself');

  log.db.atomic(() => {
    for (let n = 0; n < 1100; n++) heard('endpoint.unknown_heard', 1, n, T0 + HOUR_MS);
    events.closeFolds();
  });
  t.equal(rows(1).length, 2002, 'in the next hour again');
  t.end();
});

const ofEach = [
  'endpoint.counter_reset',
  'endpoint.counter_reused',
  'endpoint.heard_detached',
  'message.conflict',
] as const;
for (const type of ofEach) {
  t.test(`what thousands of endpoints do takes a thousand rows an hour and one more: ${type}`, t => {
    const log = openLog(t);
    populate(log, 0, 0);
    const { events } = log.stores;
    const changes = () => (log.db.prepare('SELECT total_changes() AS count').get() as { count: number }).count;
    const raise = (org: number, n: number, at: number) => {
      const epEui = n.toString(16).padStart(16, '0');
      events.raise({ type, org, epEui, at, storedAt: at, data: { epEui, packetCnt: 1 } });
    };
    const rows = (org: number) =>
      log.db.prepare('SELECT * FROM event WHERE org = ? ORDER BY seq').all(org) as unknown as EventRow[];
    log.db.atomic(() => {
      for (let n = 0; n < 20_000; n++) raise(1, n, T0 + (n % 100));
      const before = changes();
      for (let again = 0; again < 5; again++) for (let n = 0; n < 20_000; n++) raise(1, n, T0 + 1000 * again);
      // A thousand rows count to 2, 4 and 6, what is beyond them from 19,000 to 114,000.
      t.equal(changes(), before + 2 * 1000 + 2, 'repetitions write only what has doubled');
      raise(2, 100_000, T0);
      events.closeFolds();
    });
    t.equal(rows(1).length, 1001);
    t.equal(
      rows(1).reduce((total, { count }) => total + count, 0),
      120_000,
      'every one is counted',
    );
    const { data, ...rest } = rows(1).at(-1) as EventRow;
    t.match(rest, { event_type: type, source_type: 'service_center', source_id: '', ep_eui: null, count: 114_000 });
    t.match(JSON.parse(data), { reason: 'too_many' });
    t.equal(rows(2).length, 1, 'each organization for itself');
    t.end();
  });
}

for (const type of ['basestation.connect_refused', 'scaci.connect_refused'] as const) {
  t.test(`who tries many EUIs from one address takes a thousand rows an hour and one more: ${type}`, t => {
    const log = openLog(t);
    populate(log, 0, 1);
    const { events } = log.stores;
    const fresh: boolean[] = [];
    const refused = (address: string, n: number, at: number, org: number | null = null) => {
      const eui = n.toString(16).padStart(16, '0');
      const about = { org, sourceId: eui, at, storedAt: at };
      const data = { reason: 'unknown_station', remoteAddress: `${address}:${1024 + (n % 60_000)}` };
      fresh.push(events.raise({ type, ...about, data }));
    };
    const rows = (address: string) =>
      log.db
        .prepare(`SELECT * FROM event WHERE data LIKE '%"' || ? || '%' ORDER BY seq`)
        .all(address) as unknown as EventRow[];
    log.db.atomic(() => {
      for (let n = 0; n < 5000; n++) refused('192.0.2.1', n, T0 + n);
      for (let n = 0; n < 20; n++) refused('[2001:db8::7]', 100_000 + n, T0 + n, 1);
      events.closeFolds();
    });
    t.equal(rows('192.0.2.1').length, 1001);
    t.equal(rows('[2001:db8::7]').length, 20, 'each address for itself');
    const { data, ...rest } = rows('192.0.2.1').at(-1) as EventRow;
    t.match(rest, { event_type: type, source_id: '192.0.2.1', count: 4000 });
    t.match(JSON.parse(data), { reason: 'too_many', remoteAddress: /^192\.0\.2\.1:/ });
    t.equal(fresh.filter(Boolean).length, 1021, 'and no more is logged');
    log.db.atomic(() => {
      for (let n = 0; n < 1100; n++) refused('192.0.2.1', n, T0 + HOUR_MS);
      events.closeFolds();
    });
    t.equal(rows('192.0.2.1').length, 2002, 'in the next hour again');
    log.db.atomic(() => {
      for (let n = 0; n < 10_000; n++) refused(`10.0.${n >> 8}.${n & 255}`, n, T0 + 2 * HOUR_MS);
    });
    t.end();
  });
}

t.test('a folded event tells what happened last, and how often', t => {
  const log = openLog(t);
  populate(log, 0, 1);
  const { events } = log.stores;
  const about = { type: 'basestation.protocol_error', org: 1, station: 1, bsEui: bsEui(1) } as const;
  for (const [n, code] of [71, 71, 22].entries()) {
    events.raise({ ...about, at: T0 + n, storedAt: T0 + n, data: { code, opId: String(n) } });
  }
  events.raise({ ...about, at: T0 + 60_000, storedAt: T0 + 60_000, data: { code: 71, opId: '9' } });
  events.closeFolds();
  const rows = log.db.prepare('SELECT count, data FROM event ORDER BY seq').all() as {
    count: number;
    data: string;
  }[];
  t.match(
    rows.map(({ count, data }) => [count, JSON.parse(data)]),
    [
      [2, { opId: '1', firstSeen: new Date(T0).toISOString(), lastSeen: new Date(T0 + 1).toISOString() }],
      [1, { opId: '2' }],
      [1, { opId: '9' }],
    ],
    'the minute runs from the first one',
  );
  t.end();
});

t.test('an event that names a registered endpoint is among the events of that registration', t => {
  const log = openLog(t);
  populate(log, 2, 1);
  const { events } = log.stores;
  const [first] = log.db.prepare('SELECT id, eui FROM endpoint ORDER BY id').all() as { id: number; eui: string }[];
  const raise = (epEui?: string) =>
    events.raise({ type: 'message.rejected', org: 1, station: 1, bsEui: bsEui(1), epEui, at: T0, storedAt: T0 });
  raise(first?.eui);
  log.stores.events.forget();
  raise('fe000000000000aa');
  log.stores.events.forget();
  raise();
  const endpoints = log.db.prepare('SELECT endpoint FROM event ORDER BY seq').all() as { endpoint: number | null }[];
  t.same(
    endpoints.map(({ endpoint }) => endpoint),
    [first?.id, null, null],
  );
  t.end();
});

t.test('the operation that an event names is kept beside it, of a folded one the last', t => {
  const log = openLog(t);
  populate(log, 0, 1);
  const { events } = log.stores;
  const raise = (type: EventType, at: number, opId?: string) => {
    const about = { org: 1, station: 1, bsEui: bsEui(1), at, storedAt: at };
    events.raise({ type, ...about, ...(opId !== undefined && { data: { opId } }) });
  };
  raise('basestation.ping_timeout', T0, '-7');
  raise('basestation.ping_timeout', T0);
  for (const odd of ['', 'undefined', '9007199254740993', '1.5']) raise('basestation.ping_timeout', T0, odd);
  raise('basestation.protocol_error', T0, '11');
  raise('basestation.protocol_error', T0 + 1, '12');
  events.closeFolds();
  const rows = log.db.prepare('SELECT op_id FROM event ORDER BY seq').all() as { op_id: number | null }[];
  t.same(
    rows.map(({ op_id }) => op_id),
    [-7, null, null, null, null, null, 12],
  );
  t.end();
});

t.test('events stored before they kept the operation are found by it after the upgrade', t => {
  const path = join(t.testdir(), 'waystation.db');
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  t.teardown(() => db.close());
  migrate(db, migrations, 8);
  const insert = db.prepare(
    `INSERT INTO event (uuid, event_type, category, severity, source_type, source_id, timestamp_at, stored_at, title, data)
     VALUES ('', '', '', '', '', '', 0, 0, '', ?)`,
  );
  const data = [{ opId: '-7' }, {}, { opId: 'undefined' }, { opId: '' }, { opId: '9007199254740993' }, { opId: '42' }];
  for (const each of data) insert.run(JSON.stringify(each));
  migrate(db, migrations);
  const rows = db.prepare('SELECT op_id FROM event ORDER BY seq').all() as { op_id: number | null }[];
  t.same(
    rows.map(({ op_id }) => op_id),
    [-7, null, null, null, null, 42],
  );
  t.end();
});

t.test('repetitions are folded for as long as they are, whatever becomes of the clock', t => {
  for (const [what, jump] of [
    ['set back by an hour', -HOUR_MS],
    ['set back by a day', -DAY_MS],
    ['set from 1970', T0],
    ['ahead by 40 days', 40 * DAY_MS],
  ] as const) {
    const log = openLog(t);
    populate(log, 0, 1);
    const { events } = log.stores;
    const begun = what === 'set from 1970' ? 1000 : T0;
    const raise = (at: number) => {
      const about = { type: 'basestation.protocol_error', org: 1, station: 1, bsEui: bsEui(1) } as const;
      return log.db.atomic(() => events.raise({ ...about, at, storedAt: at, data: { code: 71 } }));
    };
    t.ok(raise(begun));
    t.notOk(raise(begun + 1000));
    const set = begun + 2000 + jump;
    const after = raise(set);
    t.equal(after, jump > 0, `${what}: an end is early at most`);
    t.notOk(raise(set + 30_000), what);
    t.ok(raise(set + 60_000), `${what}: a row of its own`);
    log.db.atomic(() => events.closeFolds(set + 120_000));
    t.ok(raise(set + 120_001));
  }
  t.end();
});

t.test('a fold that a crash interrupts has lost less than half of its count', t => {
  const log = openLog(t);
  populate(log, 0, 1);
  const about = { type: 'basestation.protocol_error', org: 1, station: 1, bsEui: bsEui(1) } as const;
  const stored = () => log.db.prepare('SELECT count, data FROM event').all() as { count: number; data: string }[];
  let writes = 0;
  let before = 0;
  for (let count = 1; count <= 1000; count++) {
    const at = T0 + count;
    log.db.atomic(() => log.stores.events.raise({ ...about, at, storedAt: at, data: { code: 71 } }));
    const rows = stored();
    const [row = { count: 0, data: '' }] = rows;
    if (row.count !== before) writes++;
    before = row.count;
    // What a start finds that comes after a crash now.
    if (rows.length !== 1 || 2 * row.count <= count) return t.fail(`${row.count} of ${count} are stored`);
  }
  t.ok(writes <= 10, `${writes} writes of a thousand`);
  t.end();
});
