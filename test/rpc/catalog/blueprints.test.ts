import { createHash } from 'node:crypto';
import t from 'tap';
import { ORGANIZATION } from '../harness.ts';
import { aBlueprint, aManufacturer, aModel, OTHER_TYPE, openCatalog, spec, TYPE, UNKNOWN_ID } from './catalog-scene.ts';

const DOCUMENT = 256 * 1024;

t.test('a blueprint is created, read, changed and deleted, each with its event', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal, raised, advance } = catalog;
  const device_model_id = await aModel(catalog);
  raised();
  const spec_json = `\ufeff ${spec({ typeEui: TYPE.toUpperCase(), version: '1.0.0' })}\r\n`;
  const made = await call('CreateBlueprint', {
    blueprint: { device_model_id, spec_json, description: 'first', type_eui: '70-B3-D5-67-70-FF-00-01', checksum: 'x' },
  });
  t.match(made, { device_model_id, spec_json, description: 'first', name: 'Sensor 1.0.0', version: '1.0.0' });
  t.equal(made.spec_json, spec_json, 'the document is given back as it was received');
  t.match(made, { type_eui: TYPE, is_default: true, is_system: false, organization_id: ORGANIZATION });
  t.match(made, { pinned_endpoints: 0, uplink_formats: [0], downlink_formats: [], output_names: ['temperature'] });
  t.match(made, { registry_state: '', registry_url: '' });
  t.same(await call('GetBlueprint', { id: made.id }), made);
  t.match(await call('GetDeviceModel', { id: device_model_id }), {
    ...{ default_blueprint_id: made.id, blueprint_count: 1, type_eui: TYPE },
  });

  await advance(1000);
  const update = (blueprint: object, paths: string[]) =>
    call('UpdateBlueprint', { blueprint: { id: made.id, ...blueprint }, update_mask: { paths } });
  t.same(await update(made, ['*']), made, 'nothing is changed by what is there');
  t.match(await update({ name: ' mine ' }, ['name', 'description']), { name: 'mine', description: '', spec_json });
  t.match(await update({ name: '' }, ['name']), { name: 'Sensor 1.0.0' }, 'a name that is cleared is made anew');
  const other = spec({ typeEui: OTHER_TYPE, uplink: [], downlink: [{ id: 7, payload: [] }] });
  t.match(await update({ spec_json: other }, ['spec_json']), {
    ...{ spec_json: other, type_eui: OTHER_TYPE, version: '1.0.0', downlink_formats: [7] },
    ...{ uplink_formats: [], output_names: [] },
  });
  await call('DeleteBlueprint', { id: made.id });
  t.equal(await refusal('DeleteBlueprint', { id: made.id }), 'BlueprintNotFound');
  const data = { id: made.id, name: 'Sensor 1.0.0', version: '1.0.0' };
  t.match(raised(), [
    { type: 'blueprint.created', data },
    { type: 'blueprint.updated', data: { name: 'mine' } },
    { type: 'blueprint.updated', data },
    { type: 'blueprint.updated', data },
    { type: 'blueprint.deleted', data },
  ]);
  t.equal(catalog.db.prepare('SELECT * FROM blueprint_document').all().length, 0);
});

t.test('a wrong blueprint is refused with the token of its first mistake', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal, refused, raised } = catalog;
  const device_model_id = await aModel(catalog);
  await aModel(catalog, 'Owner', { type_eui: OTHER_TYPE });
  const id = await aBlueprint(catalog, device_model_id, { version: 'Taken' });
  raised();
  const blueprint = { device_model_id, spec_json: spec() };
  const envelope = (type_eui: string) =>
    JSON.stringify({ spec: JSON.parse(spec()), type_eui, version: '9', is_default: true });
  const cases: [string, object | undefined][] = [
    ['ResourceRequired', undefined],
    ['DeviceModelIDRequired', { spec_json: spec() }],
    ['InvalidIDFormat', { ...blueprint, device_model_id: 'x' }],
    ['DeviceModelNotFound', { ...blueprint, device_model_id: UNKNOWN_ID }],
    ['BlueprintVersionExists', { ...blueprint, version: 'Taken' }],
    ['InvalidBlueprintVersion', { ...blueprint, version: '1 2' }],
    ['InvalidBlueprintVersion', { ...blueprint, version: 'x'.repeat(33) }],
    ['InvalidBlueprintVersion', { ...blueprint, spec_json: spec({ version: 'version 2' }) }],
    ['BlueprintInvalid', { device_model_id }],
    ['BlueprintInvalid', { ...blueprint, spec_json: '{' }],
    ['BlueprintTooLarge', { ...blueprint, spec_json: `"${'x'.repeat(DOCUMENT - 1)}"` }],
    ['BlueprintTooLarge', { ...blueprint, spec_json: `"${'é'.repeat(DOCUMENT / 2)}"` }],
    ['InvalidTypeEUI', { ...blueprint, type_eui: 'x' }],
    ['InvalidTypeEUI', { ...blueprint, type_eui: OTHER_TYPE }],
    ['InvalidTypeEUI', { ...blueprint, spec_json: envelope(OTHER_TYPE) }],
    ['InvalidTypeEUI', { ...blueprint, spec_json: envelope('zz') }],
    ['TypeEUIExists', { ...blueprint, spec_json: spec({ typeEui: OTHER_TYPE }) }],
    ['FieldTooLong', { ...blueprint, name: 'x'.repeat(129) }],
  ];
  for (const [token, given] of cases) {
    t.equal(
      await refusal('CreateBlueprint', given ? { blueprint: given } : {}),
      token,
      JSON.stringify(given)?.slice(0, 200),
    );
  }
  const wrong = spec({ uplink: [{ id: 300, payload: [] }] });
  t.match(await refused('CreateBlueprint', { blueprint: { ...blueprint, spec_json: wrong } }), {
    token: 'BlueprintInvalid',
    about: {
      ...{ field: 'spec_json', reason: 'invalid_json', pointer: '/uplink/0/id', line: 1 },
      ...{ column: Number, detail: /255/ },
    },
  });
  t.match(await refused('CreateBlueprint', { blueprint: { ...blueprint, spec_json: envelope(OTHER_TYPE) } }), {
    about: { spec_type_eui: TYPE },
  });
  const masked: [string, object, string[]][] = [
    ['UpdateMaskRequired', { id }, []],
    ['UpdateMaskInvalid', { id }, ['checksum']],
    ['UpdateMaskInvalid', { id }, ['type_eui']],
    ['ImmutableField', { id }, ['version']],
    ['ImmutableField', { id }, ['device_model_id']],
    ['ImmutableField', { id }, ['is_default']],
    ['BlueprintInvalid', { id }, ['spec_json']],
    ['TypeEUIExists', { id, spec_json: spec({ typeEui: OTHER_TYPE }) }, ['spec_json']],
    ['BlueprintNotFound', { id: UNKNOWN_ID }, ['description']],
  ];
  for (const [token, given, paths] of masked) {
    t.equal(await refusal('UpdateBlueprint', { blueprint: given, update_mask: { paths } }), token, paths.join());
  }
  t.equal(await refusal('GetBlueprint', {}), 'IDRequired');
  t.equal(await refusal('SetDefaultBlueprint', { id: UNKNOWN_ID }), 'BlueprintNotFound');
  t.same(raised(), [], 'nothing was stored');
  t.match(await call('CreateBlueprint', { blueprint: { ...blueprint, version: '9', spec_json: envelope(TYPE) } }), {
    ...{ version: '9', is_default: false, name: 'Sensor 9' },
  });
});

t.test('the checksum is that of the canonical form of the bare spec', async t => {
  const catalog = await openCatalog(t);
  const { call } = catalog;
  const device_model_id = await aModel(catalog);
  const checksum = async (version: string, spec_json: string) =>
    (await call('CreateBlueprint', { blueprint: { device_model_id, version, spec_json } })).checksum;
  const written = `{"version":"1","typeEui":"${TYPE}","meta":{"\\u20ac":1e3,"b":[1.50,-0,true,null]},"uplink":[{"payload":[]}]}`;
  const canonical = `{"meta":{"b":[1.5,0,true,null],"€":1000},"typeEui":"${TYPE}","uplink":[{"payload":[]}],"version":"1"}`;
  const expected = createHash('sha256').update(canonical).digest('hex');
  t.equal(await checksum('a', written), expected);
  t.equal(await checksum('b', canonical), expected);
  t.equal(await checksum('c', `{ "id": "x", "spec": ${written} }`), expected);
});

t.test('a model has one default blueprint, its first until another is chosen', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal, raised, advance } = catalog;
  const model = await aModel(catalog);
  const defaults = async () =>
    (await call('ListBlueprints', { device_model_id: model, is_default: true })).blueprints.map(
      ({ version }) => version,
    );
  const [first, second] = [await aBlueprint(catalog, model), await aBlueprint(catalog, model, { version: '2' })];
  t.same(await defaults(), ['1'], 'the first one without being asked');
  await aBlueprint(catalog, model, { version: '3', is_default: true });
  t.same(await defaults(), ['3']);
  raised();
  await advance(1000);
  const chosen = await call('SetDefaultBlueprint', { id: second });
  t.match(chosen, { id: second, is_default: true });
  t.same(await defaults(), ['2']);
  t.same(await call('SetDefaultBlueprint', { id: second }), chosen);
  t.match(raised(), [{ type: 'blueprint.default_changed', data: { id: second, name: 'Sensor 2', version: '2' } }]);
  t.equal(await refusal('DeleteBlueprint', { id: second }), 'BlueprintIsDefault');
  await call('DeleteBlueprint', { id: first });
  t.equal(await refusal('DeleteDeviceModel', { id: model }), 'DeviceModelInUse');
  const { blueprints } = await call('ListBlueprints', { is_default: false });
  t.same(
    blueprints.map(({ version }) => version),
    ['3'],
  );
  await call('DeleteBlueprint', { id: blueprints[0]?.id });
  await call('DeleteBlueprint', { id: second });
  t.same(await defaults(), [], 'the last one may go');
  await aBlueprint(catalog, model, { version: '4' });
  t.same(await defaults(), ['4']);
});

t.test('of two at once one is told that the other was there', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal, db } = catalog;
  const model = await aModel(catalog);
  const other = await aModel(catalog, 'Other');
  const create = (more: object) =>
    refusal('CreateBlueprint', { blueprint: { device_model_id: model, version: '1', spec_json: spec(), ...more } });
  t.same((await Promise.all([create({}), create({})])).sort(), ['BlueprintVersionExists', 'none']);
  const typed = { version: '2', spec_json: spec({ typeEui: OTHER_TYPE }) };
  t.same((await Promise.all([create(typed), create({ ...typed, device_model_id: other })])).sort(), [
    'TypeEUIExists',
    'none',
  ]);
  const third = await aModel(catalog, 'Third');
  const placeholder = spec({ typeEui: 'FFFFFFFFFFFFFFFF' });
  const firsts = ['1', '2', '3'].map(version => create({ device_model_id: third, version, spec_json: placeholder }));
  t.same(await Promise.all(firsts), ['none', 'none', 'none']);
  const defaults = () =>
    (
      db
        .prepare(
          'SELECT b.uuid FROM blueprint b JOIN device_model m ON m.id = b.device_model WHERE m.uuid = ? AND is_default = 1',
        )
        .all(third) as { uuid: string }[]
    ).map(({ uuid }) => uuid);
  t.equal(defaults().length, 1);
  const { blueprints } = await call('ListBlueprints', { device_model_id: third });
  for (let round = 0; round < 3; round++) {
    const before = defaults()[0];
    const [a, b] = blueprints.filter(({ id }) => id !== before);
    const chosen = await Promise.all([a, b].map(row => call('SetDefaultBlueprint', { id: row?.id })));
    t.equal(chosen.length, 2);
    t.ok(defaults().length === 1 && defaults()[0] !== before);
  }
  const [current = ''] = defaults();
  const next = blueprints.find(({ id }) => id !== current)?.id ?? '';
  const both = await Promise.all([
    refusal('SetDefaultBlueprint', { id: next }),
    refusal('DeleteBlueprint', { id: next }),
  ]);
  t.ok(['none,BlueprintIsDefault', 'BlueprintNotFound,none'].includes(both.join()), both.join());
  t.equal(defaults().length, 1);
  const race = await Promise.all([
    refusal('DeleteDeviceModel', { id: await aModel(catalog, 'Empty') }),
    refusal('DeleteDeviceModel', { id: model }),
  ]);
  t.same(race, ['none', 'DeviceModelInUse']);
  const empty = await aModel(catalog, 'Bare');
  const gone = await Promise.all([
    refusal('DeleteDeviceModel', { id: empty }),
    create({ device_model_id: empty, version: '1', spec_json: placeholder }),
  ]);
  t.ok(['none,DeviceModelNotFound', 'DeviceModelInUse,none'].includes(gone.join()), gone.join());
});

t.test('a Type EUI belongs to one model of the organization, and to one of the system', async t => {
  const catalog = await openCatalog(t);
  const { call, user, refusal } = catalog;
  const model = await aModel(catalog, 'Owner');
  const other = await aModel(catalog, 'Other');
  const first = await aBlueprint(catalog, model);
  await aBlueprint(catalog, model, { version: '2' });
  await aBlueprint(catalog, model, { version: '3', spec_json: spec({ typeEui: OTHER_TYPE }), is_default: true });
  const claim = (type_eui: string) =>
    refusal('UpdateDeviceModel', { device_model: { id: other, type_eui }, update_mask: { paths: ['type_eui'] } });
  t.equal(await claim(TYPE), 'TypeEUIExists', 'also by a version that is no default');
  t.equal(await claim(OTHER_TYPE), 'TypeEUIExists');
  const manufacturer_id = await aManufacturer(catalog, 'Shared', true);
  const shared = await call('CreateDeviceModel', {
    device_model: { manufacturer_id, name: 'Same', type_eui: TYPE, is_system: true },
  });
  t.equal(shared.is_system, true);
  await call('CreateBlueprint', { blueprint: { device_model_id: shared.id, spec_json: spec() } });
  t.equal(
    await user.refusal('CreateBlueprint', {
      blueprint: { device_model_id: shared.id, version: 'mine', spec_json: spec() },
    }),
    'SystemCatalogProtected',
  );
  await call('DeleteBlueprint', { id: first });
  t.equal(await claim(TYPE), 'TypeEUIExists', 'another version has it');
  const { blueprints } = await call('ListBlueprints', { type_eui: TYPE, scope: 'custom' });
  t.same(
    blueprints.map(({ version }) => version),
    ['2'],
  );
  await call('DeleteBlueprint', { id: blueprints[0]?.id });
  t.equal(await claim(TYPE), 'none', 'it is taken by none any more');
  const models = async (type_eui: string) =>
    (await call('ListDeviceModels', { type_eui })).device_models.map(({ name }) => name);
  t.same(await models(TYPE), ['Other', 'Same']);
  t.same(await models(OTHER_TYPE), ['Owner'], 'by its default blueprint');
});

t.test('a placeholder is accepted in a document and belongs to no model', async t => {
  const catalog = await openCatalog(t);
  const { call } = catalog;
  const [one, two] = [await aModel(catalog, 'One'), await aModel(catalog, 'Two', { type_eui: OTHER_TYPE })];
  for (const [model, typeEui, shown] of [
    [one, 'FFFFFFFFFFFFFFFF', 'ffffffffffffffff'],
    [one, '0000000000000000', '0000000000000000'],
    [two, 'FFFFFFFFFFFFFFFF', OTHER_TYPE],
  ] as const) {
    const blueprint = {
      device_model_id: model,
      version: typeEui.slice(0, 2) + shown.slice(0, 2),
      spec_json: spec({ typeEui }),
    };
    t.equal((await call('CreateBlueprint', { blueprint })).type_eui, shown);
  }
  t.equal((await call('GetDeviceModel', { id: one })).type_eui, '');
});

t.test('blueprints of the system are changed by an administrator only, and others are not seen', async t => {
  const catalog = await openCatalog(t);
  const { call, user, stranger } = catalog;
  const manufacturer_id = await aManufacturer(catalog, 'Shared', true);
  const { id: model = '' } = await call('CreateDeviceModel', {
    device_model: { manufacturer_id, name: 'S', is_system: true },
  });
  const shared = await aBlueprint(catalog, model);
  const own = await aBlueprint(user, await aModel(user, 'Own'), { spec_json: spec() });
  t.match(await stranger.call('GetBlueprint', { id: shared }), { is_system: true, organization_id: '' });
  const mask = { update_mask: { paths: ['description'] } };
  const attempts = (who: typeof user, id: string) =>
    Promise.all([
      who.refusal('UpdateBlueprint', { blueprint: { id, description: 'x' }, ...mask }),
      who.refusal('DeleteBlueprint', { id }),
      who.refusal('SetDefaultBlueprint', { id }),
    ]);
  t.same(await attempts(user, shared), Array(3).fill('SystemCatalogProtected'));
  t.same(await attempts(stranger, own), Array(3).fill('BlueprintNotFound'));
  t.equal(await stranger.refusal('GetBlueprint', { id: own }), 'BlueprintNotFound');
  const submission = { id: own, contributor_name: 'a', contributor_email: 'b@c.de', export_only: true };
  t.equal(await stranger.refusal('SubmitBlueprintToRegistry', submission), 'BlueprintNotFound');
  t.equal(await stranger.refusal('DecodePreview', { blueprint_id: own }), 'BlueprintNotFound');
  const listed = async (who: typeof user, scope: string) =>
    (await who.call('ListBlueprints', { scope })).blueprints.map(({ name }) => name).sort();
  t.same(await listed(user, ''), ['Own 1', 'S 1']);
  t.same(await listed(user, 'custom'), ['Own 1']);
  t.same(await listed(stranger, 'all'), ['S 1']);
});

t.test('blueprints are listed newest first, page by page, with their documents if asked for', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal, advance } = catalog;
  const model = await aModel(catalog);
  for (const version of ['1', '2', '3']) {
    await aBlueprint(catalog, model, { version, description: version === '2' ? 'Näher' : '' });
    if (version !== '2') await advance(10);
  }
  await aBlueprint(catalog, await aModel(catalog, 'Empty'), { spec_json: spec({ typeEui: OTHER_TYPE }) });
  const list = async (request: object) => {
    const found: string[] = [];
    for (let page_token = ''; ; ) {
      const page = await call('ListBlueprints', { page_size: 1, ...request, page_token });
      found.push(...page.blueprints.map(({ name }) => name ?? ''));
      page_token = page.next_page_token ?? '';
      if (page_token === '') {
        t.equal(page.total_count, found.length);
        return found;
      }
    }
  };
  t.same(await list({}), ['Empty 1', 'Sensor 3', 'Sensor 2', 'Sensor 1']);
  t.same(await list({ order_by: 'created_at asc', device_model_id: model }), ['Sensor 1', 'Sensor 2', 'Sensor 3']);
  t.same(await list({ search: 'nÄHER' }), ['Sensor 2']);
  t.same(await list({ type_eui: OTHER_TYPE }), ['Empty 1']);
  t.same(await list({ is_default: true }), ['Empty 1', 'Sensor 1']);
  t.same(await list({ device_model_id: UNKNOWN_ID }), []);
  const specs = async (include_spec: boolean) =>
    (await call('ListBlueprints', { include_spec, page_size: 1 })).blueprints.map(({ spec_json }) => spec_json);
  t.same(await specs(false), ['']);
  t.same(await specs(true), [spec({ typeEui: OTHER_TYPE })]);
  t.equal(await refusal('ListBlueprints', { order_by: 'name' }), 'InvalidOrderBy');
});

t.test('a page with long documents ends before its answer is too long', async t => {
  const catalog = await openCatalog(t);
  const { call } = catalog;
  const model = await aModel(catalog);
  const long = spec({ meta: { description: 'x'.repeat(250_000) } });
  for (let version = 1; version <= 10; version++) {
    await aBlueprint(catalog, model, { version: String(version), spec_json: long });
  }
  const sizes: number[] = [];
  const seen = new Set<string>();
  for (let page_token = ''; ; ) {
    const page = await call('ListBlueprints', { include_spec: true, page_size: 100, page_token });
    sizes.push(page.blueprints.length);
    for (const { id = '' } of page.blueprints) seen.add(id);
    t.equal(page.total_count, 10);
    page_token = page.next_page_token ?? '';
    if (page_token === '') break;
  }
  t.same(sizes, [8, 2]);
  t.equal(seen.size, 10);
  t.equal((await call('ListBlueprints', { page_size: 100 })).blueprints.length, 10);
});

t.test('the document of a blueprint that has decoded messages stays as it is', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal, store, db } = catalog;
  const id = await aBlueprint(catalog, await aModel(catalog));
  const { id: key } = db.prepare('SELECT id FROM blueprint WHERE uuid = ?').get(id) as { id: number };
  const intern = (calibration: string | null) => store.write.decodings.intern(key, calibration);
  const [calibrated, first] = [await intern('{"k":1.5}'), await intern(null)];
  t.same([await intern(null), await intern('{"k":1.5}')], [first, calibrated], 'one row for each');
  t.equal(new Set([first, calibrated, await intern('{"k":1}')]).size, 3);
  const change = (blueprint: object, paths: string[]) =>
    refusal('UpdateBlueprint', { blueprint: { id, ...blueprint }, update_mask: { paths } });
  t.equal(await change({ spec_json: spec({ version: '2' }) }, ['spec_json']), 'BlueprintInUse');
  t.equal(await change({ spec_json: spec() }, ['spec_json']), 'none', 'the same text is no change');
  t.equal(await change({ name: 'other', description: 'x' }, ['name', 'description']), 'none');
  await call('DeleteBlueprint', { id });
  const kept = { blueprint: id, version: '1', typeEui: TYPE, document: spec() };
  t.same(store.read.decodings.find(first), { ...kept, id: first, calibration: undefined }, 'it outlives the blueprint');
  t.same(store.read.decodings.find(calibrated), { ...kept, id: calibrated, calibration: { k: 1.5 } });
  t.equal(store.read.decodings.find(99), undefined);
  await t.rejects(intern(null), /no blueprint/, 'the writer has to know that it is gone');
  t.same(db.prepare('SELECT count(*) AS count FROM decoded_document').get(), { count: 1 });
  const race = await aBlueprint(catalog, await aModel(catalog, 'Race'));
  const row = db.prepare('SELECT id FROM blueprint WHERE uuid = ?').get(race) as { id: number };
  const document = spec({ version: '3' });
  const [outcome, decoding] = await Promise.all([
    refusal('UpdateBlueprint', { blueprint: { id: race, spec_json: document }, update_mask: { paths: ['spec_json'] } }),
    store.write.decodings.intern(row.id, null),
  ]);
  const now = (await call('GetBlueprint', { id: race })).spec_json;
  t.equal(store.read.decodings.find(decoding)?.document, now, outcome);
});

t.test('a model, its blueprint and its manufacturer are made together or not at all', async t => {
  const catalog = await openCatalog(t);
  const { call, refusal, raised } = catalog;
  const made = await call('CreateDeviceModelWithBlueprint', {
    manufacturer: { name: 'Maker & Co' },
    device_model: { name: 'Sensor', type_eui: TYPE, ep_class: 'A' },
    blueprint: { device_model_id: UNKNOWN_ID, version: '7', spec_json: spec(), is_default: false },
  });
  t.match(made, {
    manufacturer: { name: 'Maker & Co', code: 'maker-co', device_model_count: 1 },
    device_model: { manufacturer_name: 'Maker & Co', code: 'sensor', type_eui: TYPE, blueprint_count: 1 },
    blueprint: { version: '7', is_default: true, name: 'Sensor 7' },
  });
  t.equal(made.device_model?.default_blueprint_id, made.blueprint?.id);
  t.equal(made.blueprint?.device_model_id, made.device_model?.id);
  t.match(raised(), [
    { type: 'manufacturer.created' },
    { type: 'device_model.created' },
    { type: 'blueprint.created', data: { version: '7' } },
  ]);
  const manufacturer_id = made.manufacturer?.id;
  const fresh = { manufacturer: { name: 'New' }, device_model: { name: 'New' } };
  const good = { spec_json: spec({ typeEui: OTHER_TYPE }) };
  const cases: [string, object][] = [
    ['ResourceRequired', {}],
    ['ResourceRequired', { ...fresh }],
    ['ManufacturerIDRequired', { device_model: { name: 'New' }, blueprint: good }],
    ['ManufacturerNotFound', { device_model: { name: 'New', manufacturer_id: UNKNOWN_ID }, blueprint: good }],
    ['NameRequired', { ...fresh, manufacturer: {}, blueprint: good }],
    ['NameRequired', { ...fresh, device_model: {}, blueprint: good }],
    ['ManufacturerNameExists', { ...fresh, manufacturer: { name: 'MAKER & CO' }, blueprint: good }],
    ['DeviceModelNameExists', { device_model: { name: 'sensor', manufacturer_id }, blueprint: good }],
    ['TypeEUIExists', { ...fresh, blueprint: { spec_json: spec() } }],
    ['TypeEUIExists', { ...fresh, device_model: { name: 'New', type_eui: TYPE }, blueprint: { spec_json: spec() } }],
    ['InvalidTypeEUI', { ...fresh, device_model: { name: 'New', type_eui: TYPE }, blueprint: good }],
    ['InvalidTypeEUI', { ...fresh, blueprint: { ...good, type_eui: TYPE } }],
    ['BlueprintInvalid', { ...fresh, blueprint: { spec_json: '[]' } }],
    ['InvalidBlueprintVersion', { ...fresh, blueprint: { ...good, version: 'a b' } }],
    ['InvalidCode', { ...fresh, device_model: { name: 'New', code: 'A' }, blueprint: good }],
  ];
  for (const [token, request] of cases) {
    t.equal(await refusal('CreateDeviceModelWithBlueprint', request), token, JSON.stringify(request));
  }
  t.same(raised(), []);
  t.equal((await call('ListManufacturers', {})).total_count, 1, 'no manufacturer is left of what failed behind it');
  t.equal((await call('ListDeviceModels', {})).total_count, 1);
  const second = await call('CreateDeviceModelWithBlueprint', {
    manufacturer: { name: '' },
    device_model: { name: 'Second', manufacturer_id },
    blueprint: good,
  });
  t.match(second, { manufacturer: { id: manufacturer_id, device_model_count: 2 }, device_model: { code: 'second' } });
  const twice = { ...fresh, blueprint: { spec_json: spec({ typeEui: '0123456789abcdef' }) } };
  const both = await Promise.all([1, 2].map(() => refusal('CreateDeviceModelWithBlueprint', twice)));
  t.same(both.sort(), ['ManufacturerNameExists', 'none']);
  const models = [1, 2].map(n => ({
    ...twice,
    manufacturer: { name: `M${n}` },
    blueprint: { spec_json: spec({ typeEui: 'fedcba9876543210' }) },
  }));
  const claims = await Promise.all(models.map(each => refusal('CreateDeviceModelWithBlueprint', each)));
  t.same(claims.sort(), ['TypeEUIExists', 'none']);
  t.equal((await call('ListManufacturers', { search: 'M' })).total_count, 2, 'Maker & Co, and one of the two');
});
