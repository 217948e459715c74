import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { migrate } from '../../../src/database/migrate.ts';
import type { AlertChange } from '../../../src/domain/alert/change.ts';
import { watchedEvents } from '../../../src/domain/alert/observations.ts';
import { type AlertOptions, alertStore } from '../../../src/domain/alert/store.ts';
import { eventStore } from '../../../src/domain/event/store.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kit/units.ts';

const acting = { userId: undefined, userEmail: undefined, actor: 'operator' };
const every = { org: 1, installation: true };
const STATION = { type: 'base_station', id: 1, org: 1 } as const;

/** A database with an organization, a station and two endpoints; `restart` makes all anew over it. */
function box(t: Test, options: Partial<AlertOptions> = {}) {
  const path = join(t.testdir(), 'waystation.db');
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  t.teardown(() => db.close());
  migrate(db, migrations);
  db.exec(`
    INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES (1, 'org', 'Default', 1, 0, 0);
    INSERT INTO base_station (id, org, eui, name, tags, created_at, updated_at)
      VALUES (1, 1, '70b3d59cd0000001', 'roof', '{"site":"north"}', 0, 0);
    INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at)
      VALUES (1, 1, '70b3d59cd00000e1', 'meter', 'Z', 0, 0), (2, 1, '70b3d59cd00000e2', 'valve', 'A', 0, 0);
  `);
  const changes: (AlertChange & { rule: string })[] = [];
  const ruleOfAlert = db.prepare('SELECT rule FROM alert WHERE id = ?');
  const start = () => {
    const events = eventStore(db, { types: watchedEvents, raised: (event, uuid) => alerts.eventRaised(event, uuid) });
    const alerts = alertStore(db, {
      events,
      changed: change => changes.push({ ...change, ...(ruleOfAlert.get(change.alert) as { rule: string }) }),
      ...options,
    });
    return { events, alerts };
  };
  return {
    db,
    changes,
    start,
    told: () => changes.splice(0).map(({ rule, kind, severity }) => `${rule} ${kind} ${severity}`),
    rows: () =>
      db.prepare('SELECT rule, source, status, severity, count, resolution, inhibited_by FROM alert ORDER BY id').all(),
    conditions: () => (db.prepare('SELECT count(*) AS count FROM alert_condition').get() as { count: number }).count,
  };
}

t.test('a station that is away longer than its hold time is an alert, until it is back', async t => {
  const { start, told, rows, conditions, db } = box(t);
  const { alerts } = start();
  alerts.tick(0);
  const away = { rule: 'basestation_offline', source: STATION, level: 1 } as const;
  alerts.observe({ ...away, at: 1000, data: { reason: 'connection_lost' } });
  alerts.tick(5 * MINUTE_MS);
  t.same(told(), []);
  alerts.tick(5 * MINUTE_MS + 1000);
  t.same(told(), ['basestation_offline opened error']);
  const [row] = db.prepare('SELECT description, source_id, source_name FROM alert').all() as [{ description: string }];
  t.match(row, {
    description:
      'Base station roof is not connected: connection_lost. Check its power and its network, and whether it still has the right address of this service center.',
    source_id: '70b3d59cd0000001',
    source_name: 'roof',
  });
  alerts.observe({ ...away, at: HOUR_MS });
  alerts.tick(HOUR_MS);
  t.same(told(), []);
  alerts.observe({ ...away, at: HOUR_MS + 1, level: 0 });
  t.same(told(), ['basestation_offline resolved error']);
  t.match(rows(), [{ rule: 'basestation_offline', status: 'resolved', resolution: 'cleared', count: 1 }]);
  alerts.tick(3 * HOUR_MS);
  t.equal(conditions(), 0, 'nothing is left of it');
});

t.test('a tick without change writes nothing', async t => {
  const { start, db } = box(t);
  const { alerts } = start();
  for (const endpoint of [1, 2]) {
    const source = { type: 'endpoint', id: endpoint, org: 1 } as const;
    alerts.observe({ rule: 'endpoint_silent', source, at: 0, level: 3, data: { intervalSeconds: 600 } });
  }
  alerts.tick(1);
  const changes = () => (db.prepare('SELECT total_changes() AS changes').get() as { changes: number }).changes;
  const before = changes();
  for (let now = 10_000; now < HOUR_MS; now += 10_000) alerts.tick(now);
  t.equal(changes(), before);
});

t.test('what comes back within a day is the same alert, later another one', async t => {
  const { start, rows } = box(t);
  const { alerts } = start();
  const seen = { rule: 'backup', source: { type: 'service_center', id: '', org: null } } as const;
  alerts.observe({ ...seen, level: 1, at: 0 });
  alerts.observe({ ...seen, level: 0, at: 1 });
  alerts.observe({ ...seen, level: 1, at: DAY_MS });
  t.match(rows(), [{ status: 'new', count: 2, resolution: '' }]);
  alerts.observe({ ...seen, level: 0, at: DAY_MS + 1 });
  alerts.observe({ ...seen, level: 1, at: 2 * DAY_MS + 1 });
  t.match(rows(), [
    { status: 'resolved', count: 2 },
    { status: 'new', count: 1 },
  ]);
});

t.test('two acknowledges are one event, and what is resolved is not acknowledged any more', async t => {
  const { start, db, rows } = box(t);
  const { alerts } = start();
  const seen = { rule: 'backup', source: { type: 'service_center', id: '', org: null } } as const;
  alerts.observe({ ...seen, level: 1, at: 0 });
  const { uuid } = db.prepare('SELECT uuid FROM alert').get() as { uuid: string };
  t.throws(() => alerts.acknowledge(uuid, '', { org: 1, installation: false }, { ...acting, now: 1 }), {
    fault: 'AlertNotFound',
  });
  alerts.acknowledge(uuid, 'on it', every, { ...acting, now: 1 });
  alerts.acknowledge(uuid, '', every, { ...acting, now: 2 });
  t.match(db.prepare("SELECT count(*) AS events FROM event WHERE event_type = 'alert.acknowledged'").get(), {
    events: 1,
  });
  t.match(db.prepare('SELECT status, acknowledged_at, note, acknowledged_by FROM alert').get(), {
    status: 'acknowledged',
    acknowledged_at: 1,
    note: 'on it',
    acknowledged_by: 'operator',
  });
  alerts.observe({ ...seen, level: 0, at: 3 });
  t.match(rows(), [{ status: 'resolved' }], 'clears by itself like any other');
  t.throws(() => alerts.acknowledge(uuid, '', every, { ...acting, now: 4 }), { fault: 'AlertAlreadyResolved' });
  t.throws(() => alerts.resolve(uuid, '', every, { ...acting, now: 4 }), { fault: 'AlertAlreadyResolved' });
});
