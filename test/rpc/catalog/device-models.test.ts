import t from 'tap';
import { ORGANIZATION } from '../harness.ts';
import { type Catalog, openCatalog, UNKNOWN_ID } from './catalog-scene.ts';

const TYPE = '70b3d56770ff0001';
const OTHER_TYPE = '70b3d56770ff0002';

const maker = async ({ call }: Pick<Catalog, 'call'>, name = 'Maker', is_system = false) =>
  (await call('CreateManufacturer', { manufacturer: { name, is_system } })).id ?? '';

t.test('a device model is created, read, changed and deleted, each with its event', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal, raised, advance } = catalog;
  const manufacturer_id = await maker(catalog);
  raised();
  const given = {
    manufacturer_id,
    name: 'Room Sensor 2',
    type_eui: '70-B3-D5-67-70-FF-00-01',
    description: 'on the wall',
    datasheet_url: 'https://example.com/sheet.pdf',
    ep_class: 'A',
    default_uplink_interval_seconds: 900,
  };
  const made = await call('CreateDeviceModel', { device_model: { ...given, is_system: true, blueprint_count: 3 } });
  t.match(made, { ...given, type_eui: TYPE, code: 'room-sensor-2', manufacturer_name: 'Maker', is_system: false });
  t.match(made, { organization_id: ORGANIZATION, default_blueprint_id: '', blueprint_count: 0, endpoint_count: 0 });
  t.same(await call('GetDeviceModel', { id: made.id }), made);
  t.equal((await call('GetManufacturer', { id: manufacturer_id })).device_model_count, 1);

  await advance(1000);
  const update = (device_model: object, paths: string[]) =>
    call('UpdateDeviceModel', { device_model: { id: made.id, ...device_model }, update_mask: { paths } });
  t.same(await update(made, ['*']), made, 'nothing is changed by what is there');
  t.match(await update({ name: 'ignored' }, ['type_eui', 'ep_class', 'default_uplink_interval_seconds']), {
    ...{ name: given.name, type_eui: '', ep_class: '', default_uplink_interval_seconds: 0, description: 'on the wall' },
  });
  t.match(await update({ name: 'room sensor 2', type_eui: OTHER_TYPE, datasheet_url: '' }, ['*']), {
    ...{ name: 'room sensor 2', code: 'room-sensor-2', type_eui: OTHER_TYPE, description: '', datasheet_url: '' },
  });
  await call('DeleteDeviceModel', { id: made.id });
  t.equal(await refusal('GetDeviceModel', { id: made.id }), 'DeviceModelNotFound');
  const data = { id: made.id, name: given.name };
  t.match(raised(), [
    { type: 'device_model.created', data },
    { type: 'device_model.updated', data },
    { type: 'device_model.updated', data: { name: 'room sensor 2' } },
    { type: 'device_model.deleted', data: { id: made.id, name: 'room sensor 2' } },
  ]);
});

t.test('a wrong device model is refused with the token of its first mistake', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal, raised } = catalog;
  const manufacturer_id = await maker(catalog);
  const second = await maker(catalog, 'Second');
  const taken = { manufacturer_id, name: 'Taken', type_eui: TYPE };
  const { id } = await call('CreateDeviceModel', { device_model: taken });
  raised();
  const model = { manufacturer_id, name: 'new' };
  const cases: [string, object | undefined][] = [
    ['ResourceRequired', undefined],
    ['ManufacturerIDRequired', { name: 'a' }],
    ['InvalidIDFormat', { name: 'a', manufacturer_id: 'x' }],
    ['ManufacturerNotFound', { name: 'a', manufacturer_id: UNKNOWN_ID }],
    ['NameRequired', { manufacturer_id }],
    ['DeviceModelNameExists', { ...model, name: 'TAKEN' }],
    ['DeviceModelCodeExists', { ...model, code: 'taken' }],
    ['InvalidCode', { ...model, code: 'Taken' }],
    ['InvalidTypeEUI', { ...model, type_eui: 'xyz' }],
    ['InvalidTypeEUI', { ...model, type_eui: '0000000000000000' }],
    ['InvalidTypeEUI', { ...model, type_eui: 'FFFFFFFFFFFFFFFF' }],
    ['TypeEUIExists', { ...model, manufacturer_id: second, type_eui: TYPE.toUpperCase() }],
    ['InvalidURL', { ...model, datasheet_url: 'javascript:alert(1)' }],
    ['InvalidEndPointClass', { ...model, ep_class: 'B' }],
    ['FieldOutOfRange', { ...model, default_uplink_interval_seconds: 9 }],
    ['FieldTooLong', { ...model, description: 'x'.repeat(1025) }],
  ];
  for (const [token, device_model] of cases) {
    t.equal(
      await refusal('CreateDeviceModel', device_model ? { device_model } : {}),
      token,
      JSON.stringify(device_model),
    );
  }
  const masked: [string, object, string[]][] = [
    ['UpdateMaskRequired', { id }, []],
    ['UpdateMaskInvalid', { id }, ['endpoint_count']],
    ['ImmutableField', { id }, ['code']],
    ['ImmutableField', { id }, ['manufacturer_id']],
    ['NameRequired', { id }, ['name']],
    ['DeviceModelNotFound', { id: UNKNOWN_ID }, ['description']],
  ];
  for (const [token, device_model, paths] of masked) {
    t.equal(await refusal('UpdateDeviceModel', { device_model, update_mask: { paths } }), token, paths.join());
  }
  t.same(raised(), [], 'nothing was stored');
  t.match(
    await call('CreateDeviceModel', { device_model: { manufacturer_id: second, name: 'Taken' } }),
    { code: 'taken' },
    'another manufacturer has names and codes of its own',
  );
});

t.test(
  'a manufacturer of the system has models of the system and of organizations, as each says of itself',
  async t => {
    const catalog = await openCatalog(t);
    const { call, user, stranger } = catalog;
    const manufacturer_id = await maker(catalog, 'Shared', true);
    const create = (who: Pick<Catalog, 'call'>, name: string, type_eui = '', is_system = false) =>
      who.call('CreateDeviceModel', { device_model: { manufacturer_id, name, type_eui, is_system } });
    const shared = await create(catalog, 'Sensor', TYPE, true);
    const ofOperator = await create(catalog, 'Probe');
    t.match(ofOperator, { is_system: false, organization_id: ORGANIZATION }, 'also of an administrator');
    const asked = { device_model: { manufacturer_id, name: 'Gauge', is_system: true } };
    t.equal(await user.refusal('CreateDeviceModel', asked), 'SystemCatalogProtected');
    await call('DeleteDeviceModel', { id: ofOperator.id });
    const own = await create(user, 'SENSOR', TYPE);
    const foreign = await create(stranger, 'sensor', TYPE);
    t.match(shared, { is_system: true, organization_id: '', code: 'sensor' });
    t.match(own, { is_system: false, code: 'sensor' }, 'names, codes and Type EUIs of the organization stand apart');
    t.match(foreign, { is_system: false, code: 'sensor' });
    const change = { id: shared.id, description: 'x' };
    const mask = { update_mask: { paths: ['description'] } };
    t.equal(await user.refusal('UpdateDeviceModel', { device_model: change, ...mask }), 'SystemCatalogProtected');
    t.equal(await user.refusal('DeleteDeviceModel', { id: shared.id }), 'SystemCatalogProtected');
    for (const id of [own.id]) {
      t.equal(await stranger.refusal('GetDeviceModel', { id }), 'DeviceModelNotFound');
      t.equal(await stranger.refusal('DeleteDeviceModel', { id }), 'DeviceModelNotFound');
      t.equal(
        await stranger.refusal('UpdateDeviceModel', { device_model: { ...change, id }, ...mask }),
        'DeviceModelNotFound',
      );
    }
    const ownMaker = await maker(user, 'Own');
    t.equal(
      await stranger.refusal('CreateDeviceModel', { device_model: { manufacturer_id: ownMaker, name: 'a' } }),
      'ManufacturerNotFound',
    );
    const listed = async (request: object) =>
      (await user.call('ListDeviceModels', request)).device_models.map(({ name }) => name);
    t.same(await listed({}), ['Sensor', 'SENSOR']);
    t.same(await listed({ scope: 'system' }), ['Sensor']);
    t.same(await listed({ scope: 'custom', type_eui: TYPE }), ['SENSOR']);
    await call('DeleteDeviceModel', { id: shared.id });
  },
);

t.test('device models are listed by name, page by page, and filtered', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal } = catalog;
  const one = await maker(catalog, 'One');
  const two = await maker(catalog, 'Two');
  const models = [
    { manufacturer_id: one, name: 'c', type_eui: TYPE },
    { manufacturer_id: two, name: 'B', description: 'Humidity' },
    { manufacturer_id: one, name: 'a', type_eui: OTHER_TYPE },
    { manufacturer_id: two, name: 'A' },
  ];
  for (const device_model of models) await call('CreateDeviceModel', { device_model });
  const list = async (request: object) => {
    const names: string[] = [];
    for (let page_token = ''; ; ) {
      const page = await call('ListDeviceModels', { page_size: 1, ...request, page_token });
      names.push(...page.device_models.map(({ name }) => name ?? ''));
      page_token = page.next_page_token ?? '';
      if (page_token === '') {
        t.equal(page.total_count, names.length);
        return names.join('');
      }
    }
  };
  t.equal(await list({}), 'aABc', 'of equal names the older one comes first');
  t.equal(await list({ order_by: 'name desc' }), 'cBAa');
  t.equal(await list({ manufacturer_id: one }), 'ac');
  t.equal(await list({ type_eui: TYPE.toUpperCase() }), 'c');
  t.equal(await list({ type_eui: OTHER_TYPE, manufacturer_id: two }), '');
  t.equal(await list({ manufacturer_id: UNKNOWN_ID }), '');
  t.equal(await list({ search: 'HUMID' }), 'B');
  t.equal(await list({ search: 'tWO' }), 'AB', 'by the name of the manufacturer');
  for (const [token, request] of [
    ['InvalidIDFormat', { manufacturer_id: 'x' }],
    ['InvalidTypeEUI', { type_eui: 'x' }],
    ['InvalidOrderBy', { order_by: 'created_at' }],
    ['InvalidEnumValue', { scope: 'x' }],
  ] as const) {
    t.equal(await refusal('ListDeviceModels', request), token);
  }
});

t.test('of two at once one is told that the other was there', async t => {
  const catalog = await openCatalog(t);
  const { refusal, call } = catalog;
  const manufacturer_id = await maker(catalog);
  const both = async (...models: object[]) =>
    (
      await Promise.all(
        models.map(model => refusal('CreateDeviceModel', { device_model: { manufacturer_id, ...model } })),
      )
    ).sort();
  t.same(await both({ name: 'a' }, { name: 'A' }), ['DeviceModelNameExists', 'none']);
  t.same(await both({ name: 'b', code: 'x' }, { name: 'c', code: 'x' }), ['DeviceModelCodeExists', 'none']);
  t.same(await both({ name: 'd', type_eui: TYPE }, { name: 'e', type_eui: TYPE }), ['TypeEUIExists', 'none']);
  const rows = await Promise.all(
    ['f', 'g'].map(name => call('CreateDeviceModel', { device_model: { manufacturer_id, name } })),
  );
  const claims = rows.map(({ id }) =>
    refusal('UpdateDeviceModel', {
      device_model: { id, type_eui: OTHER_TYPE },
      update_mask: { paths: ['type_eui'] },
    }),
  );
  t.same((await Promise.all(claims)).sort(), ['TypeEUIExists', 'none']);
});
