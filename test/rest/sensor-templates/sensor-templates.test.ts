import { join } from 'node:path';
import t, { type Test } from 'tap';
import { systemTemplates } from '../../../src/domain/sensor-template/system.ts';
import { sensorTemplates } from '../../../src/rest/sensor-templates/sensor-templates.ts';
import { ORGANIZATION, openCaller, START } from '../caller.ts';

const OTHER = '0192f000-0000-7000-8000-0000000000ff';
const UNKNOWN = '0192f000-0000-7000-8000-00000000dead';
const [SYSTEM = ''] = systemTemplates.keys();
const organization_id = ORGANIZATION;
const LIST = 'sensor_template.v2.SensorTemplateService/ListSensorTemplates';
const GET = 'sensor_template.v2.SensorTemplateService/GetSensorTemplate';
const CREATE = 'sensor_template.v2.SensorTemplateService/CreateSensorTemplate';
const UPDATE = 'sensor_template.v2.SensorTemplateService/UpdateSensorTemplate';
const DELETE = 'sensor_template.v2.SensorTemplateService/DeleteSensorTemplate';

const AIR = { name: 'Air', kind: 'temperature', unit: '°C', default_key: 'air', min: -40, max: 85, decimals: 1 };

async function opened(t: Test) {
  const api = await openCaller(t, join(t.testdir(), 'box.db'), scene => [sensorTemplates(scene)]);
  await api.store.write.installation.establish({}, ORGANIZATION, START);
  const create = (sensor_template: object, conditions?: object) =>
    api.whole(CREATE, { organization_id, sensor_template }, conditions);
  const make = async (more: object = {}) => (await create({ ...AIR, ...more })).answer;
  const update = (sensor_template: { id: string }, paths: string[], conditions?: object) =>
    api.whole(UPDATE, { organization_id, sensor_template, update_mask: { paths } }, conditions);
  return { ...api, create, make, update };
}

t.test('a template is made, read, changed and deleted', async t => {
  const { create, call, whole, update, refusal, advance } = await opened(t);
  const { answer: made, told } = await create(AIR);
  const { id } = made;
  t.match(made, { ...AIR, description: '', value_type: 'number', is_system: false });
  t.same(told, { version: 1, location: `/api/v2/sensor-templates/${id}` });
  t.same(await whole(GET, { organization_id, id: id.toUpperCase() }), { answer: made, told: { version: 1 } });
  await advance(1000);
  const changed = await update({ id, name: 'Wind', ...{ unit: 'not meant' } } as never, ['name', 'max', 'kind']);
  t.match(changed.answer, { name: 'Wind', unit: '°C', kind: 'custom', min: -40, created_at: made.created_at });
  t.notMatch(changed.answer, { max: Number });
  t.not(changed.answer.updated_at?.seconds, made.updated_at?.seconds);
  t.equal(changed.told.version, 2);
  t.same((await update({ id }, [])).answer, changed.answer, 'a PATCH that changes nothing');
  t.same(await call(DELETE, { organization_id, id }), { id, deleted: true });
  t.equal(await refusal(GET, { organization_id, id }), 'SensorTemplateNotFound');
});

t.test('what is left out is what most are', async t => {
  const { make } = await opened(t);
  const { id, created_at, updated_at, ...rest } = await make({ kind: '', unit: '', default_key: '', decimals: null });
  t.match(rest, { kind: 'custom', value_type: 'number', unit: '', default_key: '' });
  t.notOk('decimals' in rest);
});

t.test('each mistake has its token', async t => {
  const { refused, refusal, make } = await opened(t);
  const long = 'x'.repeat(1025);
  const mistakes: [object | null, string, string?][] = [
    [null, 'ResourceRequired', 'sensor_template'],
    [{}, 'NameRequired', 'sensor_template.name'],
    [{ name: '  ' }, 'NameRequired'],
    [{ name: 'x'.repeat(129) }, 'FieldTooLong'],
    [{ name: 'a\u0000b' }, 'InvalidArgument'],
    [{ name: 'a', description: long }, 'FieldTooLong'],
    [{ name: 'a', unit: 'x'.repeat(33) }, 'FieldTooLong'],
    [{ name: 'a', default_key: 'x'.repeat(129) }, 'FieldTooLong'],
    [{ name: 'a', kind: 'colour' }, 'InvalidEnumValue', 'sensor_template.kind'],
    [{ name: 'a', value_type: 'date' }, 'InvalidEnumValue'],
    [{ name: 'a', decimals: 16 }, 'FieldOutOfRange'],
    [{ name: 'a', decimals: -1 }, 'FieldOutOfRange'],
    [{ name: 'a', min: Number.POSITIVE_INFINITY }, 'FieldOutOfRange'],
    [{ name: 'a', min: 2, max: 1 }, 'FieldOutOfRange', 'sensor_template.max'],
  ];
  for (const [sensor_template, token, field] of mistakes) {
    const { token: found, about } = await refused(CREATE, { organization_id, sensor_template });
    t.equal(found, token, JSON.stringify(sensor_template)?.slice(0, 40));
    if (field) t.match(about, { field });
  }
  const { id } = await make();
  const change = (sensor_template: object, ...paths: string[]) =>
    refusal(UPDATE, { organization_id, sensor_template: { id, ...sensor_template }, update_mask: { paths } });
  t.equal(await change({}, 'name'), 'NameRequired');
  t.equal(await change({ max: -41 }, 'max'), 'FieldOutOfRange');
  t.equal(await change({}, 'is_system'), 'UpdateMaskInvalid');
  t.equal(await change({ id: '' }, 'name'), 'IDRequired');
  t.equal(await change({ id: 'x', name: 'a' }, 'name'), 'InvalidIDFormat');
  t.equal(await change({ id: UNKNOWN, name: 'a' }, 'name'), 'SensorTemplateNotFound');
  t.equal(await refusal(UPDATE, { organization_id, sensor_template: { id } }), 'UpdateMaskRequired');
  t.equal(await refusal(GET, { organization_id, id: UNKNOWN }), 'SensorTemplateNotFound');
  t.equal(await refusal(DELETE, { organization_id, id: UNKNOWN }), 'SensorTemplateNotFound');
  for (const name of [LIST, GET, CREATE, UPDATE, DELETE] as const) {
    t.equal(await refusal(name, {}), 'OrganizationIDRequired');
    t.equal(await refusal(name, { organization_id: OTHER }), 'OrganizationContextMismatch');
  }
  t.equal(await refusal(LIST, { organization_id, kind: 'colour' }), 'InvalidEnumValue');
  t.equal(await refusal(LIST, { organization_id, limit: 0 }), 'InvalidLimit');
  t.equal(await refusal(LIST, { organization_id, offset: -1 }), 'InvalidOffset');
});

t.test('templates of the system are listed with the others, and stay as they are', async t => {
  const { call, make, refusal, update } = await opened(t);
  await make({ name: 'aaa' });
  const first = await call(LIST, { organization_id, limit: 2 });
  t.match(first, {
    total: systemTemplates.size + 1,
    sensor_templates: [{ name: 'aaa', is_system: false }, { is_system: true }],
  });
  t.equal((await call(LIST, { organization_id })).sensor_templates.length, 20);
  t.equal((await call(LIST, { organization_id, search: 'AAA' })).total, 1);
  t.match(await call(LIST, { organization_id, kind: 'co2' }), {
    total: 1,
    sensor_templates: [{ name: 'CO₂ concentration' }],
  });
  t.match(await call(GET, { organization_id, id: SYSTEM }), { id: SYSTEM, is_system: true });
  t.equal(await refusal(DELETE, { organization_id, id: SYSTEM }), 'SystemCatalogProtected');
  await t.rejects(update({ id: SYSTEM, ...{ name: 'mine' } } as never, ['name']), /SystemCatalogProtected/);
});

t.test('another organization sees none of it', async t => {
  const api = await opened(t);
  const { id } = await api.make();
  const principal = { kind: 'operator', id: 'o', email: '' } as const;
  const stranger = api.as({ principal, org: 2, organizationId: OTHER });
  const theirs = { organization_id: OTHER, id };
  t.equal(await stranger.refusal(GET, theirs), 'SensorTemplateNotFound');
  t.equal(await stranger.refusal(DELETE, theirs), 'SensorTemplateNotFound');
  t.equal((await stranger.call(LIST, { organization_id: OTHER })).total, systemTemplates.size);
  const change = { organization_id: OTHER, sensor_template: { id, name: 'b' }, update_mask: { paths: ['name'] } };
  t.equal(await stranger.refusal(UPDATE, change), 'SensorTemplateNotFound');
});

t.test('of two changes of one version at once, one holds', async t => {
  const { make, call, update, refusal } = await opened(t);
  const { id } = await make();
  const ifMatch = ['1'];
  const ends = await Promise.allSettled([
    update({ id, ...{ unit: 'K' } } as never, ['unit'], { ifMatch }),
    update({ id, ...{ name: 'b' } } as never, ['name'], { ifMatch }),
    call(DELETE, { organization_id, id }, { ifMatch }),
  ]);
  t.same(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
  t.match(await call(GET, { organization_id, id }), { unit: 'K', name: 'Air' });
  t.equal(await refusal(DELETE, { organization_id, id }, { ifMatch }), 'ConcurrentModification');
});

t.test('a creation that is sent twice, at once or later, makes one template', async t => {
  const { create, call, refused } = await opened(t);
  const once = { caller: '', key: 'k', digest: 'd' };
  const [first, second] = await Promise.all([create(AIR, { once }), create(AIR, { once })]);
  t.same(second.answer, first.answer);
  t.same((await create(AIR, { once })).answer, first.answer);
  t.equal(
    (await call(LIST, { organization_id, search: 'air' })).sensor_templates.filter(({ is_system }) => !is_system)
      .length,
    1,
  );
  const other = { organization_id, sensor_template: AIR };
  t.match(await refused(CREATE, other, { once: { ...once, digest: 'e' } }), { token: 'RequestIDReused' });
});
