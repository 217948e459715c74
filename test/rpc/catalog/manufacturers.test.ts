import t from 'tap';
import { ORGANIZATION } from '../harness.ts';
import { openCatalog, UNKNOWN_ID } from './catalog-scene.ts';

t.test('a manufacturer is created, read, changed and deleted, each with its event', async t => {
  const { call, refusal, raised, advance } = await openCatalog(t);
  const given = {
    name: ' Example & Söhne  GmbH ',
    description: 'sensors\nand more',
    website: 'https://example.com/a?b',
    contact_email: 'info@example.com',
  };
  const made = await call('CreateManufacturer', { manufacturer: { ...given, id: UNKNOWN_ID, device_model_count: 7 } });
  t.match(made, { ...given, name: given.name.trim(), code: 'example-shne-gmbh', is_system: false });
  t.match(made, { organization_id: ORGANIZATION, device_model_count: 0, created_at: made.updated_at });
  t.not(made.id, UNKNOWN_ID, 'the id is ours');
  t.same(await call('GetManufacturer', { id: made.id }), made);

  await advance(1000);
  const update = (manufacturer: object, paths: string[]) =>
    call('UpdateManufacturer', { manufacturer: { id: made.id, ...manufacturer }, update_mask: { paths } });
  t.same(await update({ website: '', name: 'no' }, ['description']), {
    ...made,
    description: '',
    updated_at: (await call('GetManufacturer', { id: made.id })).updated_at,
  });
  const changed = await update({ name: 'EXAMPLE', website: 'HTTP://x.example' }, ['name', 'website']);
  t.match(changed, { name: 'EXAMPLE', code: made.code, website: 'HTTP://x.example' });
  t.not(changed.updated_at?.seconds, made.updated_at?.seconds);
  await advance(1000);
  t.same(await update(changed, ['*']), changed, 'nothing is changed by what is there');
  t.same(await call('DeleteManufacturer', { id: made.id }), {});
  t.equal(await refusal('DeleteManufacturer', { id: made.id }), 'ManufacturerNotFound');
  const data = { id: made.id, name: given.name.trim() };
  t.match(raised(), [
    { type: 'manufacturer.created', data, user: '0192f000-0000-7000-8000-000000000002' },
    { type: 'manufacturer.updated', data },
    { type: 'manufacturer.updated', data: { id: made.id, name: 'EXAMPLE' } },
    { type: 'manufacturer.deleted', data: { id: made.id, name: 'EXAMPLE' } },
  ]);
});

t.test('a wrong manufacturer is refused with the token of its first mistake', async t => {
  const { call, refusal, refused, raised } = await openCatalog(t);
  const { id } = await call('CreateManufacturer', { manufacturer: { name: 'Taken', code: 'taken-1' } });
  raised();
  const cases: [string, object | undefined][] = [
    ['ResourceRequired', undefined],
    ['NameRequired', { name: ' ' }],
    ['FieldTooLong', { name: 'x'.repeat(129) }],
    ['InvalidArgument', { name: 'a\u200bb' }],
    ['ManufacturerNameExists', { name: 'tAKEN' }],
    ['ManufacturerCodeExists', { name: 'Other', code: 'taken-1' }],
    ['InvalidURL', { name: 'a', website: 'ftp://example.com' }],
    ['InvalidURL', { name: 'a', website: 'https://user:pw@example.com' }],
    ['InvalidURL', { name: 'a', website: 'example.com' }],
    ['InvalidURL', { name: 'a', website: 'http://' }],
    ['FieldTooLong', { name: 'a', description: 'x'.repeat(1025) }],
    ...['Upper', 'a--b', '-a', 'a-', 'a_b', 'x'.repeat(64), 'ä'].map((code): [string, object] => [
      'InvalidCode',
      { name: 'a', code },
    ]),
    ...['a', 'a@b', '@b.c', 'a@b.', 'a b@c.de', `${'x'.repeat(250)}@b.de`].map((contact_email): [string, object] => [
      'InvalidEmailFormat',
      { name: 'a', contact_email },
    ]),
  ];
  for (const [token, manufacturer] of cases) {
    t.equal(
      await refusal('CreateManufacturer', manufacturer ? { manufacturer } : {}),
      token,
      JSON.stringify(manufacturer),
    );
  }
  const masked: [string, object, string[]][] = [
    ['UpdateMaskRequired', { id }, []],
    ['UpdateMaskInvalid', { id }, ['device_model_count']],
    ['UpdateMaskInvalid', { id }, ['organization_id']],
    ['ImmutableField', { id }, ['code']],
    ['ImmutableField', { id }, ['name', 'is_system']],
    ['NameRequired', { id }, ['name']],
    ['InvalidURL', { id, website: 'x' }, ['website']],
    ['IDRequired', {}, ['description']],
    ['InvalidIDFormat', { id: '1' }, ['description']],
    ['ManufacturerNotFound', { id: UNKNOWN_ID }, ['description']],
  ];
  for (const [token, manufacturer, paths] of masked) {
    t.equal(await refusal('UpdateManufacturer', { manufacturer, update_mask: { paths } }), token, paths.join());
  }
  t.equal(await refusal('GetManufacturer', {}), 'IDRequired');
  t.equal(await refusal('GetManufacturer', { id: UNKNOWN_ID }), 'ManufacturerNotFound');
  t.match(await refused('CreateManufacturer', { manufacturer: { name: 'a', code: 'A' } }), {
    about: { field: 'manufacturer.code' },
  });
  t.same(raised(), [], 'nothing was stored');
});

t.test('a code that is not given is made of the name, with a number when it is taken', async t => {
  const { call, refusal } = await openCatalog(t);
  const codeOf = async (name: string, code?: string) =>
    (await call('CreateManufacturer', { manufacturer: { name, code } })).code;
  t.equal(await codeOf('  ACME -- Sensors & Co.  KG!'), 'acme-sensors-co-kg');
  t.equal(await codeOf('ACME Sensors Co KG'), 'acme-sensors-co-kg-2');
  t.equal(await codeOf('acme sensors co. kg'), 'acme-sensors-co-kg-3');
  t.equal(await codeOf('other', 'acme-sensors-co-kg-4'), 'acme-sensors-co-kg-4');
  t.equal(await codeOf('acme sensors - co kg'), 'acme-sensors-co-kg-5');
  t.match(await codeOf('測定器'), /^m-[0-9a-f]{8}$/);
  t.equal(await codeOf('x'.repeat(70)), 'x'.repeat(63));
  t.equal(await codeOf('x'.repeat(71)), `${'x'.repeat(61)}-2`);
  t.equal(await codeOf(`${'y'.repeat(62)} z`), 'y'.repeat(62), 'no hyphen at the end');
  for (let n = 0; n < 100; n++) await codeOf(`n${'!'.repeat(n)}`);
  t.equal(
    await refusal('CreateManufacturer', { manufacturer: { name: `n${'?'.repeat(100)}` } }),
    'ManufacturerCodeExists',
  );
});

t.test('rows of the system are for every organization, and changed by an administrator only', async t => {
  const { call, user, stranger, raised, db } = await openCatalog(t);
  const own = await user.call('CreateManufacturer', { manufacturer: { name: 'Own' } });
  t.equal(
    await user.refusal('CreateManufacturer', { manufacturer: { name: 'S', is_system: true } }),
    'SystemCatalogProtected',
  );
  raised();
  const shared = await call('CreateManufacturer', { manufacturer: { name: 'own', is_system: true } });
  t.match(
    shared,
    { is_system: true, organization_id: '', code: 'own' },
    'names and codes are those of the system alone',
  );
  t.same(db.prepare("SELECT org FROM event WHERE event_type = 'manufacturer.created' ORDER BY seq DESC").get(), {
    org: null,
  });
  t.match(await stranger.call('GetManufacturer', { id: shared.id }), { is_system: true, organization_id: '' });
  const mask = { update_mask: { paths: ['description'] } };
  for (const { refusal } of [user, stranger]) {
    const request = { manufacturer: { id: shared.id, description: 'mine' }, ...mask };
    t.equal(await refusal('UpdateManufacturer', request), 'SystemCatalogProtected');
    t.equal(await refusal('DeleteManufacturer', { id: shared.id }), 'SystemCatalogProtected');
  }
  t.equal(await stranger.refusal('GetManufacturer', { id: own.id }), 'ManufacturerNotFound');
  t.equal(await stranger.refusal('DeleteManufacturer', { id: own.id }), 'ManufacturerNotFound');
  t.equal(
    await stranger.refusal('UpdateManufacturer', { manufacturer: { id: own.id, description: 'x' }, ...mask }),
    'ManufacturerNotFound',
  );
  await stranger.call('CreateManufacturer', { manufacturer: { name: 'OWN' } });
  const names = async (who: Pick<typeof user, 'call'>, scope: string) =>
    (await who.call('ListManufacturers', { scope })).manufacturers.map(({ name, is_system }) => `${name} ${is_system}`);
  t.same(await names(user, ''), ['Own false', 'own true']);
  t.same(await names(user, 'all'), ['Own false', 'own true']);
  t.same(await names(user, 'system'), ['own true']);
  t.same(await names(stranger, 'custom'), ['OWN false']);
  t.equal(await user.refusal('ListManufacturers', { scope: 'mine' }), 'InvalidEnumValue');
});

t.test('manufacturers are listed by name, page by page, and searched', async t => {
  const { call, refusal, user } = await openCatalog(t);
  for (const name of ['delta', 'Bravo', 'alpha', 'Écho', 'Charlie']) {
    await call('CreateManufacturer', { manufacturer: { name, is_system: name === 'Bravo' } });
  }
  await call('CreateManufacturer', { manufacturer: { name: 'fox', description: 'Élan', code: 'quick' } });
  const pages = async (request: object) => {
    const found: string[] = [];
    for (let page_token = ''; ; ) {
      const page = await user.call('ListManufacturers', { page_size: 2, ...request, page_token });
      found.push(...page.manufacturers.map(({ name }) => name ?? ''));
      t.equal(page.total_count, 6);
      page_token = page.next_page_token ?? '';
      if (page_token === '') return found;
    }
  };
  const all = ['alpha', 'Bravo', 'Charlie', 'delta', 'fox', 'Écho'];
  t.same(await pages({}), all);
  t.same(await pages({ order_by: 'name desc' }), all.toReversed());
  const search = async (text: string) =>
    (await call('ListManufacturers', { search: text })).manufacturers.map(({ name }) => name);
  t.same(await search('éLAN'), ['fox']);
  t.same(await search('QUICK'), ['fox']);
  t.same(await search('écho'), ['Écho']);
  t.same(await search('nothing'), []);
  t.equal(await refusal('ListManufacturers', { order_by: 'code' }), 'InvalidOrderBy');
  t.equal(await refusal('ListManufacturers', { page_size: -1 }), 'InvalidPageSize');
  const { next_page_token } = await call('ListManufacturers', { page_size: 1 });
  t.equal(await refusal('ListManufacturers', { page_token: next_page_token, scope: 'system' }), 'InvalidPageToken');
});

t.test('of two at once one is told that the other was there', async t => {
  const { call, refusal, db } = await openCatalog(t);
  const twice = async <R>(act: () => Promise<R>) => (await Promise.all([act(), act()])).map(String).sort();
  const create = (manufacturer: object) => () => refusal('CreateManufacturer', { manufacturer });
  t.same(await twice(create({ name: 'same' })), ['ManufacturerNameExists', 'none']);
  const codes = await Promise.all(
    ['a b', 'a  b!'].map(async name => (await call('CreateManufacturer', { manufacturer: { name } })).code),
  );
  t.same(codes.sort(), ['a-b', 'a-b-2']);
  t.same((await Promise.all(['c', 'd'].map(name => create({ name, code: 'one' })()))).sort(), [
    'ManufacturerCodeExists',
    'none',
  ]);
  const { id } = await call('CreateManufacturer', { manufacturer: { name: 'gone' } });
  t.same(await twice(() => refusal('DeleteManufacturer', { id })), ['ManufacturerNotFound', 'none']);
  const [first, second] = await Promise.all(
    ['x', 'y'].map(name => call('CreateManufacturer', { manufacturer: { name } })),
  );
  const rename = (row: typeof first) =>
    refusal('UpdateManufacturer', { manufacturer: { id: row?.id, name: 'Z' }, update_mask: { paths: ['name'] } });
  t.same((await Promise.all([rename(first), rename(second)])).sort(), ['ManufacturerNameExists', 'none']);
  t.same(db.prepare("SELECT count(*) AS count FROM manufacturer WHERE name_key = 'z'").get(), { count: 1 });
});

t.test('a manufacturer with models stays', async t => {
  const { call, refusal, user, stranger } = await openCatalog(t);
  const { id } = await call('CreateManufacturer', { manufacturer: { name: 'shared', is_system: true } });
  const { id: model } = await stranger.call('CreateDeviceModel', { device_model: { manufacturer_id: id, name: 'm' } });
  t.equal((await stranger.call('GetManufacturer', { id })).device_model_count, 1);
  t.equal(
    (await user.call('GetManufacturer', { id })).device_model_count,
    0,
    'the model of another organization is not counted',
  );
  t.equal(await refusal('DeleteManufacturer', { id }), 'ManufacturerInUse');
  await stranger.call('DeleteDeviceModel', { id: model });
  const race = await Promise.all([
    refusal('DeleteManufacturer', { id }),
    user.refusal('CreateDeviceModel', { device_model: { manufacturer_id: id, name: 'm' } }),
  ]);
  t.ok(['none,ManufacturerNotFound', 'ManufacturerInUse,none'].includes(race.join()), race.join());
});
