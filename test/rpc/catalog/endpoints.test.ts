import t from 'tap';
import {
  aBlueprint,
  aManufacturer,
  aModel,
  type Catalog,
  OTHER_TYPE,
  openCatalog,
  spec,
  TYPE,
  UNKNOWN_ID,
} from './catalog-scene.ts';

const EP = '70b3d56770110001';
const OTHER_EP = '70b3d56770110002';

const effective = async ({ call }: Pick<Catalog, 'call'>, ep_eui = EP) => {
  const { effective_blueprint_id, effective_blueprint_version } = await call('GetEndPoint', { ep_eui });
  return `${effective_blueprint_id} ${effective_blueprint_version}`.trim();
};

const update = ({ call }: Pick<Catalog, 'call'>, endpoint: object, paths: string[], ep_eui = EP) =>
  call('UpdateEndPoint', { endpoint: { ep_eui, ...endpoint }, update_mask: { paths } });

t.test('an endpoint follows the default of its model, or the version that it is pinned to', async t => {
  const catalog = await openCatalog(t);
  const { call, raised } = catalog;
  const device_model_id = await aModel(catalog, 'Sensor', { type_eui: OTHER_TYPE });
  const made = await call('CreateEndPoint', {
    endpoint: { ep_eui: EP, device_model_id, type_eui: '0123456789abcdef' },
  });
  t.match(made, { device_model_id, type_eui: OTHER_TYPE, effective_blueprint_id: '', effective_blueprint_version: '' });
  const first = await aBlueprint(catalog, device_model_id);
  t.equal(await effective(catalog), `${first} 1`);
  t.equal((await call('GetEndPoint', { ep_eui: EP })).type_eui, TYPE, 'that of the default blueprint');
  const second = await aBlueprint(catalog, device_model_id, { version: '2' });
  await call('SetDefaultBlueprint', { id: second });
  t.equal(await effective(catalog), `${second} 2`);
  raised();
  t.match(
    await update(catalog, { blueprint_id: first, calibration: { b: 1.5, a: -0 } }, ['blueprint_id', 'calibration']),
    {
      ...{ blueprint_id: first, effective_blueprint_id: first, effective_blueprint_version: '1', device_model_id },
      ...{ calibration: { a: 0, b: 1.5 } },
    },
  );
  t.match(raised(), [{ type: 'endpoint.updated', data: { fields: ['blueprint_id', 'calibration'] } }]);
  await update(catalog, { calibration: { a: 0, b: 1.5 }, type_eui: TYPE }, ['calibration', 'type_eui']);
  t.same(raised(), [], 'equal values, and a Type EUI beside a model, are no change');
  const { endpoints } = await call('ListEndPoints', { device_model_id });
  t.match(endpoints, [{ ep_eui: EP, effective_blueprint_id: first, effective_blueprint_version: '1', type_eui: TYPE }]);
  t.equal((await call('GetDeviceModel', { id: device_model_id })).endpoint_count, 1);
  t.equal((await call('GetBlueprint', { id: first })).pinned_endpoints, 1);
  t.equal((await call('GetBlueprint', { id: second })).pinned_endpoints, 0);
  t.match(await update(catalog, {}, ['blueprint_id', 'calibration']), {
    blueprint_id: '',
    calibration: {},
    effective_blueprint_id: second,
  });
  t.match(await update(catalog, { device_model_id: '' }, ['device_model_id']), {
    type_eui: '',
    effective_blueprint_id: '',
  });
  t.match(
    await update(catalog, { blueprint_id: first }, ['blueprint_id']),
    { effective_blueprint_id: first },
    'without a model any version',
  );
  await call('DeleteEndPoint', { ep_eui: EP });
  t.equal((await call('GetBlueprint', { id: first })).pinned_endpoints, 0);
});

t.test(
  'a Type EUI leads to the blueprint of the model that owns it, of the organization before that of the system',
  async t => {
    const catalog = await openCatalog(t);
    const { call, user, stranger } = catalog;
    await user.call('CreateEndPoint', { endpoint: { ep_eui: EP, type_eui: TYPE } });
    await stranger.call('CreateEndPoint', { endpoint: { ep_eui: OTHER_EP, type_eui: TYPE } });
    t.equal(await effective(user), '');
    const manufacturer_id = await aManufacturer(catalog, 'Shared', true);
    const { id: shared = '' } = await call('CreateDeviceModel', {
      device_model: { manufacturer_id, name: 'S', is_system: true },
    });
    const system = await aBlueprint(catalog, shared, { version: 'system' });
    t.equal(await effective(user), `${system} system`);
    const model = await aModel(user, 'Own', { type_eui: TYPE });
    t.equal(await effective(user), `${system} system`, 'a model without a blueprint stands before none');
    const other = await aBlueprint(user, model, { version: 'other', spec_json: spec({ typeEui: OTHER_TYPE }) });
    t.equal(await effective(user), `${system} system`, 'nor does one whose blueprints have other Type EUIs');
    const older = await aBlueprint(user, model, { version: 'older' });
    t.equal(await effective(user), `${older} older`, 'the default has another Type EUI');
    await catalog.advance(1);
    const newer = await aBlueprint(user, model, { version: 'newer' });
    t.equal(await effective(user), `${newer} newer`, 'the newest of those that have it');
    await user.call('SetDefaultBlueprint', { id: older });
    t.equal(await effective(user), `${older} older`, 'the default goes before newer ones');
    t.equal(await effective(stranger, OTHER_EP), `${system} system`, 'what an organization has concerns no other');
    await update(user, { type_eui: OTHER_TYPE }, ['type_eui']);
    t.equal(await effective(user), `${other} other`);
  },
);

t.test('a placeholder decodes only for the model that has it', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal } = catalog;
  const model = await aModel(catalog);
  const id = await aBlueprint(catalog, model, { spec_json: spec({ typeEui: 'FFFFFFFFFFFFFFFF' }) });
  for (const type_eui of ['ffffffffffffffff', '0000000000000000', 'x']) {
    t.equal(await refusal('CreateEndPoint', { endpoint: { ep_eui: EP, type_eui } }), 'InvalidTypeEUI');
  }
  await call('CreateEndPoint', { endpoint: { ep_eui: EP, device_model_id: model } });
  t.equal(await effective(catalog), `${id} 1`);
  t.equal((await call('GetEndPoint', { ep_eui: EP })).type_eui, '');
  await call('CreateEndPoint', { endpoint: { ep_eui: OTHER_EP, type_eui: TYPE } });
  t.equal(await effective(catalog, OTHER_EP), '');
  await call('UpdateDeviceModel', {
    device_model: { id: model, type_eui: TYPE },
    update_mask: { paths: ['type_eui'] },
  });
  t.equal(await effective(catalog, OTHER_EP), `${id} 1`, 'it has the Type EUI of its model');
});

t.test('only what the organization sees, and what fits together, is assigned', async t => {
  const catalog = await openCatalog(t);
  const { call, user, stranger, refusal } = catalog;
  const model = await aModel(user);
  const blueprint = await aBlueprint(user, model);
  const foreignModel = await aModel(stranger, 'Foreign');
  const foreign = await aBlueprint(stranger, foreignModel);
  const other = await aModel(user, 'Other');
  const create = (endpoint: object) => refusal('CreateEndPoint', { endpoint: { ep_eui: EP, ...endpoint } });
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`k${n}`, n]));
  const cases: [string, object][] = [
    ['DeviceModelNotFound', { device_model_id: UNKNOWN_ID }],
    ['DeviceModelNotFound', { device_model_id: foreignModel }],
    ['BlueprintNotFound', { blueprint_id: UNKNOWN_ID }],
    ['BlueprintNotFound', { blueprint_id: foreign }],
    ['BlueprintModelMismatch', { device_model_id: other, blueprint_id: blueprint }],
    ['TooManyItems', { calibration: many }],
    ['FieldOutOfRange', { calibration: { k: Number.NaN } }],
    ['FieldOutOfRange', { calibration: { k: Number.NEGATIVE_INFINITY } }],
    ['InvalidArgument', { calibration: { '': 1 } }],
    ['InvalidArgument', { calibration: { 'a\nb': 1 } }],
    ['FieldTooLong', { calibration: { ['k'.repeat(129)]: 1 } }],
  ];
  for (const [token, endpoint] of cases) t.equal(await create(endpoint), token, JSON.stringify(endpoint));
  t.equal(await create({ device_model_id: model, blueprint_id: blueprint }), 'none');
  const change = (endpoint: object, ...paths: string[]) =>
    refusal('UpdateEndPoint', { endpoint: { ep_eui: EP, ...endpoint }, update_mask: { paths } });
  t.equal(await change({ device_model_id: other }, 'device_model_id'), 'BlueprintModelMismatch');
  t.equal(await change({ device_model_id: foreignModel }, 'device_model_id'), 'DeviceModelNotFound');
  t.equal(await change({ blueprint_id: foreign }, 'blueprint_id'), 'BlueprintNotFound');
  t.equal(
    await change({ device_model_id: other }, 'device_model_id', 'blueprint_id'),
    'none',
    'the pin goes with the model',
  );
  t.equal(await change({ blueprint_id: blueprint }, 'blueprint_id'), 'BlueprintModelMismatch');
  t.equal(await change({ device_model_id: '', blueprint_id: blueprint }, 'device_model_id', 'blueprint_id'), 'none');
  t.equal(await change({ device_model_id: other }, 'device_model_id'), 'BlueprintModelMismatch');
  t.equal(await change({ device_model_id: model }, 'device_model_id'), 'none');
  t.equal((await call('GetEndPoint', { ep_eui: EP })).device_model_id, model);
});

t.test('what endpoints refer to is not deleted, whichever call comes first', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal } = catalog;
  const model = await aModel(catalog);
  await aBlueprint(catalog, model);
  const pinned = await aBlueprint(catalog, model, { version: '2' });
  await call('CreateEndPoint', { endpoint: { ep_eui: EP, blueprint_id: pinned } });
  t.equal(await refusal('DeleteBlueprint', { id: pinned }), 'BlueprintInUse');
  await update(catalog, {}, ['blueprint_id']);
  const pin = () =>
    refusal('UpdateEndPoint', {
      endpoint: { ep_eui: EP, blueprint_id: pinned },
      update_mask: { paths: ['blueprint_id'] },
    });
  const race = (await Promise.all([pin(), refusal('DeleteBlueprint', { id: pinned })])).join();
  t.ok(['none,BlueprintInUse', 'BlueprintNotFound,none'].includes(race), race);

  const empty = await aModel(catalog, 'Empty');
  await call('CreateEndPoint', { endpoint: { ep_eui: OTHER_EP, device_model_id: empty } });
  t.equal(await refusal('DeleteDeviceModel', { id: empty }), 'DeviceModelInUse');
  await call('DeleteEndPoint', { ep_eui: OTHER_EP });
  const create = refusal('CreateEndPoint', { endpoint: { ep_eui: OTHER_EP, device_model_id: empty } });
  const second = (await Promise.all([refusal('DeleteDeviceModel', { id: empty }), create])).join();
  t.ok(['none,DeviceModelNotFound', 'DeviceModelInUse,none'].includes(second), second);
});

t.test('a change of what decodes an endpoint is nothing that stations are told', async t => {
  const catalog = await openCatalog(t);
  const { call, db, stationCalls } = catalog;
  const model = await aModel(catalog);
  const blueprint = await aBlueprint(catalog, model);
  const nwk_key = '000102030405060708090a0b0c0d0e0f';
  await call('CreateEndPoint', { endpoint: { ep_eui: EP, pre_attach: true, nwk_key } });
  const stored = () => db.prepare('SELECT version, reattach_pending FROM endpoint').get();
  const before = stored();
  stationCalls.length = 0;
  await update(catalog, { device_model_id: model, calibration: { k: 1 } }, ['device_model_id', 'calibration']);
  await update(catalog, { blueprint_id: blueprint }, ['blueprint_id']);
  await update(catalog, { type_eui: TYPE }, ['type_eui', 'device_model_id', 'blueprint_id', 'calibration']);
  t.same(stored(), before);
  t.same(stationCalls, []);
  await update(catalog, { dual_chan: true }, ['dual_chan']);
  t.not(
    (stored() as { version: number }).version,
    (before as { version: number }).version,
    'the version sees what is told',
  );
});

t.test('a list says of each endpoint what decodes it', async t => {
  const catalog = await openCatalog(t);
  const { call } = catalog;
  const model = await aModel(catalog);
  const first = await aBlueprint(catalog, model);
  const second = await aBlueprint(catalog, model, { version: '2', spec_json: spec({ typeEui: OTHER_TYPE }) });
  const kinds: [object, string, string][] = [
    [{}, '', ''],
    [{ device_model_id: model }, first, TYPE],
    [{ device_model_id: model, blueprint_id: second }, second, TYPE],
    [{ blueprint_id: second }, second, ''],
    [{ type_eui: OTHER_TYPE }, second, OTHER_TYPE],
    [{ type_eui: TYPE }, first, TYPE],
    [{ type_eui: '0123456789abcdef' }, '', '0123456789abcdef'],
  ];
  for (const [n, [endpoint]] of [...kinds, ...kinds].entries()) {
    await call('CreateEndPoint', {
      endpoint: { ep_eui: `70b3d567701100${n.toString(16).padStart(2, '0')}`, ...endpoint },
    });
  }
  const { endpoints } = await call('ListEndPoints', {});
  const shown = endpoints.map(({ effective_blueprint_id, type_eui }) => [effective_blueprint_id, type_eui]);
  t.same(
    shown,
    [...kinds, ...kinds].map(([, blueprint, type]) => [blueprint, type]),
  );
  for (const { ep_eui, ...listed } of endpoints) {
    const { effective_blueprint_id, effective_blueprint_version, type_eui } = await call('GetEndPoint', { ep_eui });
    t.match(listed, { effective_blueprint_id, effective_blueprint_version, type_eui });
  }
});

t.test('an endpoint whose blueprint is missing, as after a damage, is shown and changed all the same', async t => {
  const catalog = await openCatalog(t);
  const { call, db } = catalog;
  await call('CreateEndPoint', { endpoint: { ep_eui: EP } });
  db.prepare('UPDATE endpoint SET blueprint = ?, device_model = ?').run(UNKNOWN_ID, UNKNOWN_ID);
  const missing = { blueprint_id: UNKNOWN_ID, device_model_id: UNKNOWN_ID, effective_blueprint_id: '', type_eui: '' };
  t.match(await call('GetEndPoint', { ep_eui: EP }), missing);
  t.match(await update(catalog, { name: 'still here' }, ['name']), { ...missing, name: 'still here' });
  t.match(await update(catalog, {}, ['blueprint_id', 'device_model_id']), { blueprint_id: '', device_model_id: '' });
});
