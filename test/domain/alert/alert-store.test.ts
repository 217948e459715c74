import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type AlertOptions, alertStore } from '../../../src/domain/alert/alert-store.ts';
import type { AlertChange } from '../../../src/domain/alert/change.ts';
import { watchedEvents } from '../../../src/domain/alert/observations.ts';
import { ownLevel, ruleSettings } from '../../../src/domain/alert/rules.ts';
import { correctionStore } from '../../../src/domain/correction/correction-store.ts';
import { eventStore } from '../../../src/domain/event/event-store.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { momentAt } from '../../peers/time.ts';
import { openEmpty } from '../database.ts';

const acting = { userId: undefined, userEmail: undefined, actor: 'operator' };
const every = { org: 1, installation: true };
const STATION = { type: 'base_station', id: 1, org: 1 } as const;

/** A database with an organization, a station and two endpoints; `restart` makes all anew over it. */
function box(t: Test, options: Partial<AlertOptions> = {}) {
  const path = join(t.testdir(), 'waystation.db');
  const db = openEmpty(path);
  t.teardown(() => db.close());
  db.exec(`
    INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES (1, 'org', 'Default', 1, 0, 0), (2, 'other', 'Other', 0, 0, 0);
    INSERT INTO base_station (id, org, eui, name, tags, created_at, updated_at)
      VALUES (1, 1, '70b3d59cd0000001', 'roof', '{"site":"north"}', 0, 0);
    INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at)
      VALUES (1, 1, '70b3d59cd00000e1', 'meter', 'Z', 0, 0), (2, 1, '70b3d59cd00000e2', 'valve', 'A', 0, 0);
  `);
  const changes: (AlertChange & { rule: string })[] = [];
  const ruleOfAlert = db.prepare('SELECT rule FROM alert WHERE id = ?');
  const start = (more: Partial<AlertOptions> = {}) => {
    const events = eventStore(db, { types: watchedEvents, raised: (event, uuid) => alerts.eventRaised(event, uuid) });
    const alerts = alertStore(db, {
      events,
      changed: change => changes.push({ ...change, ...(ruleOfAlert.get(change.alert) as { rule: string }) }),
      ...options,
      ...more,
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
  alerts.tick(momentAt(0));
  const away = { rule: 'basestation_offline', source: STATION, level: 1 } as const;
  alerts.observe({ ...away, at: 1000, data: { reason: 'connection_lost' } });
  alerts.tick(momentAt(5 * MINUTE_MS));
  t.same(told(), []);
  alerts.tick(momentAt(5 * MINUTE_MS + 1000));
  t.same(told(), ['basestation_offline opened error']);
  const [row] = db.prepare('SELECT description, source_id, source_name FROM alert').all() as [{ description: string }];
  t.match(row, {
    description:
      'Base station roof is not connected: connection_lost. Check its power and its network, and whether it still has the right address of this service center.',
    source_id: '70b3d59cd0000001',
    source_name: 'roof',
  });
  alerts.observe({ ...away, at: HOUR_MS });
  alerts.tick(momentAt(HOUR_MS));
  t.same(told(), []);
  alerts.observe({ ...away, at: HOUR_MS + 1, level: 0 });
  t.same(told(), ['basestation_offline resolved error']);
  t.match(rows(), [{ rule: 'basestation_offline', status: 'resolved', resolution: 'cleared', count: 1 }]);
  alerts.tick(momentAt(3 * HOUR_MS));
  t.equal(conditions(), 0, 'nothing is left of it');
});

t.test('a tick without change writes nothing', async t => {
  const { start, db } = box(t);
  const { alerts } = start();
  for (const endpoint of [1, 2]) {
    const source = { type: 'endpoint', id: endpoint, org: 1 } as const;
    alerts.observe({ rule: 'endpoint_silent', source, at: 0, level: 3, data: { intervalSeconds: 600 } });
  }
  alerts.tick(momentAt(1));
  const changes = () => (db.prepare('SELECT total_changes() AS changes').get() as { changes: number }).changes;
  const before = changes();
  for (let now = 10_000; now < HOUR_MS; now += 10_000) alerts.tick(momentAt(now));
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
  t.throws(
    () => alerts.acknowledge(uuid, '', { org: 1, installation: false }, { ...acting, now: 1 }),
    fault('AlertNotFound'),
  );
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
  t.throws(() => alerts.acknowledge(uuid, '', every, { ...acting, now: 4 }), fault('AlertAlreadyResolved'));
  t.throws(() => alerts.resolve(uuid, '', every, { ...acting, now: 4 }), fault('AlertAlreadyResolved'));
});

t.test('five hundred endpoints behind one station that loses power are one notice away and one back', async t => {
  const { start, told, db, rows } = box(t, { solelyHeardBy: () => 1 });
  const { alerts } = start();
  const FIRST = 100;
  const COUNT = 500;
  const silent = (n: number, at: number, level: number) => {
    const source = { type: 'endpoint', id: FIRST + n, org: 1 } as const;
    alerts.observe({ rule: 'endpoint_silent', source, at, level, data: { intervalSeconds: 60 } });
  };
  db.exec(`WITH RECURSIVE n (id) AS (SELECT ${FIRST} UNION ALL SELECT id + 1 FROM n WHERE id < ${FIRST + COUNT - 1})
    INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at) SELECT id, 1, printf('%016x', id), '', 'Z', 0, 0 FROM n`);
  alerts.stationAway(1, 'connection_lost', true, 1000);
  for (let n = 0; n < COUNT; n++) silent(n, 3 * MINUTE_MS + n, 3);
  alerts.tick(momentAt(4 * MINUTE_MS));
  t.same(told(), [], 'also while the hold time of the station runs');
  alerts.tick(momentAt(10 * MINUTE_MS));
  t.same(told(), ['basestation_offline opened error']);
  t.equal(rows().length, COUNT + 1, 'what is inhibited exists');
  t.match(rows()[0], { rule: 'endpoint_silent', inhibited_by: 'basestation_offline' });
  alerts.stationBack(1, 20 * MINUTE_MS);
  t.same(told(), ['basestation_offline resolved error']);
  for (let n = 1; n < COUNT; n++) {
    const source = { type: 'endpoint', id: FIRST + n, org: 1 } as const;
    alerts.observe({ rule: 'endpoint_silent', source, at: 21 * MINUTE_MS, over: true });
  }
  alerts.tick(momentAt(22 * MINUTE_MS));
  t.same(told(), [], 'they have their intervals to be heard again');
  alerts.tick(momentAt(23 * MINUTE_MS + 1));
  t.same(told(), ['endpoint_silent opened warning'], 'the one that has not come back with its station');
});

t.test('more than five changes within an hour are one notice, until it is quiet for an hour', async t => {
  const { start, told, db } = box(t);
  const { alerts } = start();
  const seen = { rule: 'backup', source: { type: 'service_center', id: '', org: null } } as const;
  for (let n = 0; n < 20; n++) alerts.observe({ ...seen, at: n * MINUTE_MS, level: (n + 1) % 2 });
  t.same(told(), [
    ...['opened', 'resolved', 'opened', 'resolved', 'opened', 'resolved', 'flapping'].map(
      kind => `backup ${kind} error`,
    ),
  ]);
  alerts.observe({ ...seen, at: 20 * MINUTE_MS, level: 1 });
  alerts.tick(momentAt(79 * MINUTE_MS));
  t.same(told(), []);
  t.match(db.prepare('SELECT flapping FROM alert').get(), { flapping: 1 });
  start().alerts.tick(momentAt(80 * MINUTE_MS));
  t.same(told(), ['backup opened error'], 'what is open then, after a restart, too');
  t.match(db.prepare('SELECT flapping FROM alert').get(), { flapping: 0 });
});

t.test('a silence holds for a source or a tag, and ends by its time or by hand', async t => {
  const { start, told, db } = box(t);
  const { alerts } = start();
  const by = { ...acting, now: 0 };
  alerts.silence({ org: 1, tag: { key: 'site', value: 'north' }, until: HOUR_MS, reason: 'work' }, by);
  const other = alerts.silence({ org: 1, sourceId: '70b3d59cd00000e1', until: DAY_MS, reason: 'moved' }, by);
  alerts.silence({ org: 2, until: DAY_MS, reason: 'of another organization' }, by);
  const endpoint = { rule: 'endpoint_silent', source: { type: 'endpoint', id: 1, org: 1 } } as const;
  alerts.observe({ rule: 'basestation_status', source: STATION, at: 1, level: 1 });
  alerts.observe({ ...endpoint, at: 2, level: 3 });
  alerts.observe({ ...endpoint, source: { ...endpoint.source, id: 2 }, at: 3, level: 3 });
  t.same(told(), ['endpoint_silent opened warning']);
  t.match(db.prepare('SELECT silenced_until FROM alert ORDER BY id').all(), [
    { silenced_until: HOUR_MS },
    { silenced_until: DAY_MS },
    { silenced_until: null },
  ]);
  alerts.tick(momentAt(HOUR_MS));
  t.same(told(), ['basestation_status opened warning']);
  t.equal(alerts.silences().length, 2);
  t.ok(alerts.endSilence(other.uuid, HOUR_MS + 1));
  t.notOk(alerts.endSilence(other.uuid, HOUR_MS + 1));
  t.same(told(), ['endpoint_silent opened warning']);
  alerts.silence(
    { org: 1, sourceId: '70b3d59cd00000e1', until: DAY_MS, reason: 'again' },
    { ...acting, now: HOUR_MS + 2 },
  );
  alerts.observe({ ...endpoint, at: HOUR_MS + 3, over: true });
  t.same(told(), ['endpoint_silent resolved warning'], 'who was told that it is open is told that it is over');
});

t.test('switching a rule off resolves its alerts, and deleting their source does', async t => {
  const { start, rows, told, conditions } = box(t);
  const { alerts } = start();
  alerts.observe({ rule: 'basestation_status', source: STATION, at: 1, level: 1 });
  alerts.observe({ rule: 'backup', source: { type: 'service_center', id: '', org: null }, at: 1, level: 1 });
  told();
  alerts.sourceDeleted('base_station', 1, 5);
  t.same(told(), ['basestation_status resolved warning']);
  t.match(rows(), [{ resolution: 'source_deleted' }, { status: 'new' }]);
  t.equal(conditions(), 1);
  const { alerts: off } = start({ settings: ruleSettings({ backup: { enabled: false } }) });
  off.tick(momentAt(10));
  t.same(told(), ['backup resolved error']);
  t.match(rows(), [{}, { resolution: 'rule_disabled' }]);
  off.observe({ rule: 'backup', source: { type: 'service_center', id: '', org: null }, at: 11, level: 1 });
  t.equal(conditions(), 0, 'and it is judged no more');
});

t.test('events are seen as they are raised, their repetitions too', async t => {
  const { start, rows, told } = box(t);
  const { alerts, events } = start();
  const station = { org: 1, station: 1, bsEui: '70b3d59cd0000001', sourceName: 'roof' };
  const when = (at: number) => ({ at, storedAt: at });
  for (let n = 0; n < 3; n++) {
    const data = { reason: 'disabled', remoteAddress: '192.0.2.1:1' };
    events.raise({ type: 'basestation.connect_refused', ...station, ...when(n * 1000), data });
  }
  t.same(told(), ['basestation_refused opened warning'], 'though the events were folded');
  const meter = { org: 1, endpoint: 1, epEui: '70b3d59cd00000e1' };
  for (const n of [1, 2, 3]) events.raise({ type: 'endpoint.attach_rejected', ...meter, ...when(5000 + n) });
  events.raise({ type: 'endpoint.attached', ...meter, ...when(6000) });
  for (const n of [1, 2]) events.raise({ type: 'downlink.expired', ...meter, ...when(7000 + n) });
  const { events: later } = start();
  later.raise({ type: 'downlink.invalid', ...meter, ...when(7010) });
  later.raise({ type: 'downlink.sent', ...meter, ...when(7020) });
  t.same(told(), [
    ...['endpoint_attach_failing opened warning', 'endpoint_attach_failing resolved warning'],
    ...['downlink_failing opened warning', 'downlink_failing resolved warning'],
  ]);
  const stranger = { org: 1, epEui: 'fe0000000000e1bb' };
  for (const n of [1, 2, 3])
    later.raise({ type: 'endpoint.unknown_heard', ...stranger, station: 1, ...when(8000 + n) });
  later.raise({ type: 'endpoint.created', org: 1, endpoint: 9, epEui: 'fe0000000000e1bb', ...when(9000) });
  later.raise({ type: 'scaci.session_closed', org: 1, acEui: '70b3d59cd00000a1', ...when(10_000) });
  later.raise({ type: 'system.database_error', org: null, ...when(11_000), data: { message: 'torn page' } });
  t.same(told(), [...['endpoint_unknown opened info', 'endpoint_unknown resolved info', 'database opened critical']]);
  alerts.forget();
  const { alerts: last } = start();
  last.tick(momentAt(10_000 + 11 * MINUTE_MS));
  t.same(told(), ['database resolved critical'], 'and the center has its hold time from the start');
  last.tick(momentAt(10_000 + 21 * MINUTE_MS));
  t.same(told(), ['scaci_disconnected opened warning']);
  t.equal(rows().length, 6);
});

t.test('EUIs that strangers make up are not kept without end', async t => {
  const { start, conditions } = box(t);
  const { alerts } = start();
  for (let n = 0; n < 5000; n++) {
    const source = { type: 'endpoint', id: n.toString(16).padStart(16, '0'), org: 1 } as const;
    alerts.observe({ rule: 'endpoint_unknown', source, at: n, happened: true });
  }
  alerts.tick(momentAt(5000));
  t.equal(conditions(), 1000);
  while (alerts.tick(momentAt(DAY_MS + 5000)));
  t.equal(conditions(), 0, 'and those heard once only are forgotten');
});

t.test('a write that fails leaves nothing behind that is not stored', async t => {
  const { start, db, rows, told } = box(t);
  const { alerts } = start();
  const seen = { rule: 'backup', source: { type: 'service_center', id: '', org: null }, level: 1 } as const;
  t.throws(() =>
    db.atomic(() => {
      alerts.observe({ ...seen, at: 0 });
      throw new Error('disk full');
    }),
  );
  alerts.forget();
  t.same(rows(), []);
  told();
  alerts.observe({ ...seen, at: 1 });
  t.same(told(), ['backup opened error']);
});

t.test('repetitions of what is open are stored every ten minutes, and before a stop', async t => {
  const { start, db } = box(t);
  const { alerts } = start();
  const count = () => (db.prepare('SELECT count FROM alert').get() as { count: number }).count;
  const heard = (at: number) =>
    alerts.observe({
      ...{ rule: 'endpoint_unknown', source: { type: 'endpoint', id: 'fe0000000000e1bb', org: 1 } },
      ...{ at, happened: true },
    });
  alerts.tick(momentAt(0));
  for (const at of [1, 2, 3, 4]) heard(at);
  alerts.tick(momentAt(10_000));
  t.equal(count(), 1);
  alerts.tick(momentAt(10 * MINUTE_MS));
  t.equal(count(), 2);
  heard(11 * MINUTE_MS);
  alerts.keepRepetitions();
  t.equal(count(), 3);
});

t.test('the alert of an integration is over when that is deleted', async t => {
  const { db, start, told, rows } = box(t);
  db.exec(`INSERT INTO integration (id, uuid, org, name, kind, enabled, settings, revision, created_at, updated_at)
    VALUES (1, 'i', 1, 'Hook', 'http', 1, '{}', 1, 0, 0)`);
  const { events, alerts } = start();
  const source = { type: 'integration', id: 'i', org: 1 } as const;
  alerts.tick(momentAt(0), [{ rule: 'integration_failing', source, at: 0, level: 1, data: { error: 'no answer' } }]);
  alerts.tick(momentAt(5 * MINUTE_MS));
  t.same(told(), ['integration_failing opened error']);
  t.match(db.prepare('SELECT description, source_name FROM alert').get(), {
    description: /Integration Hook does not deliver: no answer/,
    source_name: 'Hook',
  });
  const data = { integrationId: 'i', kind: 'http', name: 'Hook', fields: [] };
  const at = 6 * MINUTE_MS;
  events.raise({ type: 'integration.deleted', org: 1, sourceId: 'i', at, storedAt: at, data });
  t.match(rows(), [{ status: 'resolved', resolution: 'source_deleted' }]);
});

t.test('a rule of an organization opens alerts of its own, of the severity and with the words it gives', async t => {
  const { start, told, rows, db } = box(t);
  const rule = 'rule:0192f000-0000-7000-8000-00000000000a' as const;
  const other = 'rule:0192f000-0000-7000-8000-00000000000b' as const;
  const source = (id: number) => ({ type: 'endpoint', id, org: 1 }) as const;
  const data = { title: 'Too hot', description: 'meter: 31 °C', name: 'heat' };
  let { alerts } = start();
  alerts.observe({ rule, source: source(1), at: 0, level: ownLevel('error'), data });
  alerts.observe({
    rule,
    source: source(2),
    at: 0,
    level: ownLevel('warning'),
    data: { title: 'Too hot', name: 'heat' },
  });
  t.same(told(), [`${rule} opened error`, `${rule} opened warning`]);
  t.match(db.prepare('SELECT title, description, severity FROM alert').all(), [
    { title: 'Too hot', description: /^meter: 31 °C /, severity: 'error' },
    { title: 'Too hot', description: /^valve: rule heat holds\. /, severity: 'warning' },
  ]);
  ({ alerts } = start());
  alerts.tick(momentAt(HOUR_MS));
  alerts.observe({ rule: other, source: source(1), at: HOUR_MS, level: ownLevel('info') });
  alerts.observe({ rule, source: source(1), at: HOUR_MS, level: 0 });
  t.same(told(), [`${other} opened info`, `${rule} resolved error`], 'also after a restart');
  alerts.endRule(rule, HOUR_MS + 1);
  alerts.sourceDeleted('endpoint', 1, HOUR_MS + 2);
  t.match(rows(), [
    { rule, resolution: 'cleared' },
    { rule, resolution: 'rule_disabled' },
    { rule: other, resolution: 'source_deleted' },
  ]);
});

t.test('a clock that jumps ahead for a while opens nothing before its time, and ends no silence', t => {
  const { start, told, rows } = box(t);
  const { alerts } = start();
  const begun = Date.UTC(2026, 0, 1);
  const at = (ms: number, ahead = 0) => ({ now: begun + ms + ahead, credible: credibleMs(begun + ms) });
  alerts.tick(at(0));
  const wish = { org: 1, sourceId: 'another', until: begun + DAY_MS, reason: '' };
  alerts.silence(wish, { ...acting, now: begun });
  alerts.observe({ rule: 'basestation_offline', source: STATION, level: 1, at: begun + 1000 });
  let passed = 0;
  for (const ahead of [40 * DAY_MS, 0, -HOUR_MS, 0, -DAY_MS, 0]) {
    for (const end = passed + 40_000; passed < end; passed += 10_000) alerts.tick(at(passed, ahead));
    t.equal(rows().length, 0, `${ahead / DAY_MS} days`);
    t.equal(alerts.silences().length, 1);
  }
  alerts.tick(at(5 * MINUTE_MS));
  t.same(told(), []);
  alerts.tick(at(5 * MINUTE_MS + 2000));
  t.same(told(), ['basestation_offline opened error'], 'when it has lasted as long as it has to');
  alerts.tick(at(DAY_MS));
  t.equal(alerts.silences().length, 0);
  t.end();
});

t.test('what becomes credible at once is no time that has passed', t => {
  const { start, rows } = box(t);
  const { alerts } = start();
  const now = Date.UTC(2026, 0, 1);
  alerts.tick({ now, credible: credibleMs(now - 2 * DAY_MS) });
  alerts.observe({ rule: 'basestation_offline', source: STATION, level: 1, at: now });
  alerts.tick(momentAt(now + 10_000));
  alerts.tick(momentAt(now + 5 * MINUTE_MS - 1));
  t.equal(rows().length, 0);
  alerts.tick(momentAt(now + 5 * MINUTE_MS));
  t.equal(rows().length, 1);
  t.end();
});

/** Of the clock `ahead` milliseconds after what is credible. */
const momentOf = (credible: number, ahead = 0) => ({ now: credible + ahead, credible: credibleMs(credible) });
const FLAPPING = 'basestation_flapping';

for (const { how, back } of [
  { how: 'in the same run', back: true },
  { how: 'while the service is off', back: false },
]) {
  t.test(`a clock that is ahead from a start on and set right ${how} makes nothing older and nothing younger`, t => {
    const { db, start, rows } = box(t);
    const begun = Date.UTC(2026, 0, 1);
    const ahead = 40 * DAY_MS;
    const lost = (at: number) => ({ rule: FLAPPING, source: STATION, happened: true, at }) as const;
    const seen = { rule: 'overload', source: { type: 'service_center', id: '', org: null } } as const;
    const right = start();
    right.alerts.tick(momentOf(begun));
    right.alerts.observe(lost(begun));
    right.alerts.observe({ ...seen, at: begun, level: 2 });
    right.alerts.keepRepetitions();

    const wrong = start();
    wrong.alerts.clockWasSet(momentOf(begun + 10_000, ahead));
    wrong.alerts.observe(lost(begun + 11_000 + ahead));
    wrong.alerts.tick(momentOf(begun + 20_000, ahead));
    t.equal(rows().length, 0, 'nothing has held for forty days');
    wrong.alerts.keepRepetitions();
    const correction = { from: begun + 10_000 + ahead, to: begun + 21_000 + ahead, offsetMs: -ahead };
    wrong.alerts.forget();
    wrong.alerts.tick(momentOf(begun + 21_000, ahead));
    t.equal(rows().length, 0, 'nor is it older when it is read again');
    correctionStore(db).begin(correction);
    const then = back ? wrong : start();
    if (back) then.alerts.forget();
    then.alerts.clockWasSet(momentOf(begun + 22_000));
    then.alerts.tick(momentOf(begun + 22_000));
    then.alerts.keepRepetitions();
    const { state } = db.prepare('SELECT state FROM alert_condition WHERE rule = ?').get(FLAPPING) as { state: string };
    t.same(JSON.parse(state).times, [begun, begun + 11_000]);
    const { holdMs } = ruleSettings().overload;
    then.alerts.tick(momentOf(begun + holdMs - 1));
    t.equal(rows().length, 0);
    then.alerts.tick(momentOf(begun + holdMs));
    t.match(rows(), [{ rule: 'overload', status: 'new' }]);
    t.end();
  });
}

t.test('an absence of the service is time that has passed when the clock is confirmed', t => {
  const { start, rows } = box(t);
  const begun = Date.UTC(2026, 0, 1);
  const source = { type: 'service_center', id: '', org: null } as const;
  const before = start();
  before.alerts.tick(momentOf(begun));
  before.alerts.observe({ rule: 'overload', source, at: begun, level: 2 });
  const { alerts } = start();
  alerts.clockWasSet(momentOf(begun + 1000, DAY_MS));
  alerts.tick(momentOf(begun + 1000, DAY_MS));
  t.equal(rows().length, 0);
  alerts.tick(momentOf(begun + DAY_MS + 11_000));
  t.equal(rows().length, 1);
  t.end();
});

t.test('a silence of a clock that was ahead lasts as long as it was to from then on', t => {
  const { db, start } = box(t);
  const { alerts } = start();
  const now = Date.UTC(2026, 0, 1);
  const wish = { org: 1, sourceId: 'another', until: now + 401 * DAY_MS, reason: '' };
  alerts.silence(wish, { ...acting, now: now + 400 * DAY_MS });
  alerts.tick(momentAt(now));
  const corrections = correctionStore(db);
  t.ok(corrections.isAhead(momentAt(now)));
  corrections.beginNow(momentAt(now));
  alerts.forget();
  t.match(alerts.silences(), [{ until_at: now + DAY_MS, created_at: now }]);
  alerts.tick(momentAt(now + DAY_MS));
  t.same(alerts.silences(), []);
  t.end();
});
