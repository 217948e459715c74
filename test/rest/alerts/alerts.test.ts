import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { RuleName } from '../../../src/domain/alert/rules.ts';
import type { AlertSource } from '../../../src/domain/alert/seen.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { alerts } from '../../../src/rest/alerts/alerts.ts';
import { twins } from '../../../src/rest/twin.ts';
import { alerts as originals } from '../../../src/rpc/alerts/alerts.ts';
import { openEmpty } from '../../domain/database.ts';
import { ORGANIZATION } from '../../rpc/harness.ts';
import { openCaller } from '../caller.ts';

const ORG = { organization_id: ORGANIZATION };
const STATION: AlertSource = { type: 'base_station', id: 1, org: 1 };
const OTHER: AlertSource = { type: 'base_station', id: 2, org: 2 };

async function opened(t: Test) {
  const path = join(t.testdir(), 'box.db');
  const db = openEmpty(path);
  db.exec(`INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES
    (1, '${ORGANIZATION}', 'own', 1, 1, 1), (2, '01980000-0000-7000-8000-000000000002', 'other', 0, 1, 1)`);
  for (const [id, org] of [
    [1, 1],
    [2, 2],
    [3, 1],
    [4, 1],
  ]) {
    db.exec(`INSERT INTO base_station (id, org, eui, name, created_at, updated_at)
      VALUES (${id}, ${org}, '70b3d59cd000000${id}', 'station ${id}', 1, 1)`);
  }
  db.close();
  const scene = await openCaller(t, path, scene => [alerts({ ...scene, twin: twins(originals(scene)) })]);
  const { store, now } = scene;
  const see = (rule: RuleName, source: AlertSource, level: number) =>
    store.write.alerts.observe({ rule, source, level, at: now() } as never);
  return { ...scene, see };
}

t.test('an alert is listed, acknowledged once and resolved once', async t => {
  const { see, call, refusal } = await opened(t);
  await see('basestation_status', STATION, 1);
  const { alerts: listed, total } = await call('rest.v1.RestService/FindAlerts', ORG);
  t.equal(total, 1);
  const id = listed[0]?.id ?? '';
  t.match(listed[0], { rule: 'basestation_status', status: 'new', organization_id: ORGANIZATION });

  const noted = await call('rest.v1.RestService/AcknowledgeAlert', { ...ORG, id, note: 'on my way' });
  t.match(noted, { id, status: 'acknowledged', note: 'on my way' });
  t.ok(noted.acknowledged_by);
  const again = await call('rest.v1.RestService/AcknowledgeAlert', { ...ORG, id });
  t.match(again, { status: 'acknowledged', note: 'on my way' }, 'who was first stays');
  t.same(again.acknowledged_at, noted.acknowledged_at);

  t.match(await call('rest.v1.RestService/ResolveAlert', { ...ORG, id, note: 'done' }), {
    ...{ status: 'resolved', resolution: 'manual', note: 'done' },
  });
  t.equal(await refusal('rest.v1.RestService/ResolveAlert', { ...ORG, id }), 'AlertAlreadyResolved');
  t.equal(await refusal('rest.v1.RestService/AcknowledgeAlert', { ...ORG, id }), 'AlertAlreadyResolved');
  t.equal((await call('rest.v1.RestService/FindAlerts', ORG)).total, 0, 'resolved ones are asked for by name');
  t.equal((await call('rest.v1.RestService/FindAlerts', { ...ORG, status: ['resolved'] })).total, 1);
});

t.test('two at once acknowledge one alert: one is noted, both are told the same', async t => {
  const { see, call } = await opened(t);
  await see('basestation_status', STATION, 1);
  const [alert] = (await call('rest.v1.RestService/FindAlerts', ORG)).alerts;
  const id = alert?.id ?? '';
  const answers = await Promise.all(
    ['one', 'two'].map(note => call('rest.v1.RestService/AcknowledgeAlert', { ...ORG, id, note })),
  );
  t.same(answers[0]?.acknowledged_at, answers[1]?.acknowledged_at);
});

t.test('lists go by pages, and filters leave what they name', async t => {
  const { see, call, refusal, refused, store } = await opened(t);
  for (const id of [1, 3, 4]) await see('basestation_status', { ...STATION, id }, 1);
  await see('listener', { type: 'service_center', id: 'web', org: null }, 1);
  const all = await call('rest.v1.RestService/FindAlerts', ORG);
  t.equal(all.total, 4);
  const ids = all.alerts.map(({ id }) => id);
  for (const [limit, offset] of [
    [2, 0],
    [2, 2],
    [2, 3],
    [20, 4],
    [20, 2_147_483_646],
  ] as const) {
    const page = await call('rest.v1.RestService/FindAlerts', { ...ORG, limit, offset });
    t.same(
      page.alerts.map(({ id }) => id),
      ids.slice(offset, offset + limit),
    );
    t.equal(page.total, 4);
  }
  t.equal((await call('rest.v1.RestService/FindAlerts', { ...ORG, rule: ['listener'] })).total, 1);
  t.equal(await refusal('rest.v1.RestService/FindAlerts', { ...ORG, status: ['open'] }), 'InvalidAlertStatus');
  t.equal(await refusal('rest.v1.RestService/FindAlerts', { ...ORG, severity: ['bad'] }), 'InvalidSeverity');
  t.equal(await refusal('rest.v1.RestService/FindAlerts', { ...ORG, limit: 0 }), 'InvalidLimit');
  const unnamed = { token: 'InvalidEnumValue', about: { field: 'rule' } };
  t.match(
    await refused('rest.v1.RestService/FindAlerts', { ...ORG, rule: ['no_rule'] }),
    unnamed,
    'by its name of REST',
  );
  const query = { org: 1, installation: true, statuses: ['new'] as const };
  const skipped = { size: 2, offset: 3 };
  const { rows } = await store.scan.alertLists.list(query, { by: 'severity', descending: true }, skipped);
  t.equal(rows.length, 1, 'what comes before a page is not read');
});

t.test('alerts of another organization are not there', async t => {
  const { see, call, refusal, store } = await opened(t);
  await see('basestation_status', OTHER, 1);
  const of2 = { org: 2, statuses: ['new'] as const };
  const { rows } = await store.scan.alertLists.list(of2, { by: 'severity', descending: true }, { size: 10 });
  const id = rows[0]?.uuid ?? '';
  t.ok(id);
  t.equal((await call('rest.v1.RestService/FindAlerts', ORG)).total, 0);
  t.equal(await refusal('rest.v1.RestService/AcknowledgeAlert', { ...ORG, id }), 'AlertNotFound');
  t.equal(await refusal('rest.v1.RestService/ResolveAlert', { ...ORG, id }), 'AlertNotFound');
});

t.test('a silence names what it covers and when it is over, and is of its organization', async t => {
  const { call, refusal, store, now } = await opened(t);
  const until = { seconds: Math.floor((now() + DAY_MS) / 1000), nanos: 0 };
  const name = 'rest.v1.RestService/CreateSilence';
  const silence = { source_id: '70B3D59CD0000001', until, reason: 'building site' };
  const made = await call(name, { ...ORG, silence });
  t.match(made, { source_id: '70b3d59cd0000001', reason: 'building site', rule: undefined, tag: null });
  const tagged = await call(name, { ...ORG, silence: { tag: { key: 'site', value: 'north' }, until } });
  t.match(tagged.tag, { key: 'site', value: 'north' });

  t.equal(
    await refusal(name, { ...ORG, silence: { until } }),
    'InvalidArgument',
    'not everything is silenced by mistake',
  );
  t.equal(await refusal(name, { ...ORG, silence: { source_id: 'x' } }), 'InvalidTimeRange');
  const gone = { seconds: Math.floor(now() / 1000) - 1, nanos: 0 };
  t.equal(await refusal(name, { ...ORG, silence: { source_id: 'x', until: gone } }), 'InvalidTimeRange');
  t.equal(await refusal(name, { ...ORG, silence: { rule: 'no_rule', until } }), 'InvalidEnumValue');
  t.equal(await refusal(name, { ...ORG, silence: { rule: 'rule:7', until } }), 'InvalidEnumValue');
  const own = `rule:${crypto.randomUUID()}`;
  const ofRule = await call(name, { ...ORG, silence: { rule: own, until } });
  t.equal(ofRule.rule, own, 'also of a rule of the organization');
  t.same((await call('rest.v1.RestService/FindAlerts', { ...ORG, rule: [own] })).alerts, []);
  await call('rest.v1.RestService/DeleteSilence', { ...ORG, id: ofRule.id });
  t.equal(await refusal(name, { ...ORG, silence: { source_id: 'x'.repeat(10_000), until } }), 'FieldTooLong');
  t.equal(await refusal(name, { ...ORG, silence: { tag: { key: '', value: 'a' }, until } }), 'InvalidTags');
  t.equal(await refusal(name, ORG), 'ResourceRequired');

  const acting = { now: now(), actor: 'somebody', userId: undefined, userEmail: undefined };
  const foreign = await store.write.alerts.silence({ org: 2, sourceId: 'x', until: now() + 9, reason: '' }, acting);
  const { silences, total } = await call('rest.v1.RestService/ListSilences', ORG);
  t.same([total, silences.map(({ id }) => id)], [2, [made.id, tagged.id]]);
  const remove = 'rest.v1.RestService/DeleteSilence';
  t.equal(await refusal(remove, { ...ORG, id: foreign.uuid }), 'AlertNotFound');
  t.same(await call(remove, { ...ORG, id: made.id }), { id: made.id, deleted: true });
  t.equal(await refusal(remove, { ...ORG, id: made.id }), 'AlertNotFound');
});

t.test('an alert has a version, which is another one with each change that a person makes or sees', async t => {
  const { see, call, whole, refusal, advance } = await opened(t);
  const read = 'rest.v1.RestService/GetAlert';
  await see('basestation_status', STATION, 1);
  const id = (await call('rest.v1.RestService/FindAlerts', ORG)).alerts[0]?.id ?? '';
  const versionOf = async () => String((await whole(read, { ...ORG, id })).told.version);
  const first = await whole(read, { ...ORG, id });
  t.match(first.answer, { id, rule: 'basestation_status', status: 'new' });
  const before = await versionOf();
  advance(1000);
  await see('basestation_status', STATION, 1);
  t.equal(await versionOf(), before, 'that it is still so is no change');

  const noting = 'rest.v1.RestService/AcknowledgeAlert';
  const both = await Promise.all(
    ['one', 'two'].map(note => refusal(noting, { ...ORG, id, note }, { ifMatch: [before] })),
  );
  t.same(both.toSorted(), ['ConcurrentModification', 'none'], 'of two who read the same, one');
  const after = await versionOf();
  t.not(after, before);
  t.equal(await refusal(noting, { ...ORG, id, note: 'again' }, { ifMatch: ['*'] }), 'none');
  const { told } = await whole('rest.v1.RestService/ResolveAlert', { ...ORG, id }, { ifMatch: [await versionOf()] });
  t.equal(told.version, await versionOf(), 'the answer tells the new one');
  t.equal(
    await refusal('rest.v1.RestService/ResolveAlert', { ...ORG, id }, { ifMatch: [after] }),
    'ConcurrentModification',
  );
  t.equal(await refusal(read, { ...ORG, id: crypto.randomUUID() }), 'AlertNotFound');
});

t.test('a silence has a version, which its end may ask for', async t => {
  const { whole, refusal, store, now } = await opened(t);
  const until = { seconds: Math.floor((now() + DAY_MS) / 1000), nanos: 0 };
  const silence = { source_id: '70b3d59cd0000001', until };
  const { answer, told } = await whole('rest.v1.RestService/CreateSilence', { ...ORG, silence });
  const { id } = answer;
  t.same(told, { version: '1', location: `/api/v2/alerts/silences/${id}` });
  t.same(await whole('rest.v1.RestService/GetSilence', { ...ORG, id }), { answer, told: { version: '1' } });
  const acting = { now: now(), actor: 'another', userId: undefined, userEmail: undefined };
  const foreign = await store.write.alerts.silence({ org: 2, sourceId: 'x', until: now() + 9, reason: '' }, acting);
  t.equal(await refusal('rest.v1.RestService/GetSilence', { ...ORG, id: foreign.uuid }), 'AlertNotFound');
  const end = (ifMatch: string[]) => refusal('rest.v1.RestService/DeleteSilence', { ...ORG, id }, { ifMatch });
  t.equal(await end(['2']), 'ConcurrentModification');
  t.equal((await whole('rest.v1.RestService/GetSilence', { ...ORG, id })).answer.id, id, 'it goes on');
  t.equal(await end(['1']), 'none');
  t.equal(await refusal('rest.v1.RestService/GetSilence', { ...ORG, id }), 'AlertNotFound');
});
