import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { CATALOG_INDEX, type IndexEntry, shipCatalog } from '../../src/compose/catalog.ts';
import { asset } from '../../src/kit/program.ts';
import { openCatalog } from '../rpc/catalog/catalog-scene.ts';

const ATTRIBUTION = 'from somewhere, CC BY 4.0';
const TYPE = '70b3d56770ff0001';
const MODEL_ID = '0192f000-0000-7000-8000-00000000a001';
const VERSION_IDS: Readonly<Record<string, string>> = {
  '1.0': '0192f000-0000-7000-8000-00000000b001',
  '2.0': '0192f000-0000-7000-8000-00000000b002',
  '3.0': '0192f000-0000-7000-8000-00000000b003',
};

/** A file of a registry. */
function envelope(version: string, more: object = {}, unit = '°C'): string {
  const payload = [{ name: 'temperature', size: 16, type: 'int', func: '$/10', unit }];
  return JSON.stringify({
    device_model_code: 'sensor',
    device_model_id: MODEL_ID,
    device_model_name: 'Sensor',
    id: VERSION_IDS[version],
    is_default: true,
    manufacturer_name: 'Maker',
    spec: { version, typeEui: TYPE, uplink: [{ payload }] },
    type_eui: TYPE.toUpperCase(),
    version,
    ...more,
  });
}

/** What a release ships: files by name. */
type Release = Readonly<Record<string, string>>;

interface Line {
  level: number;
  msg: string;
  file?: string;
  became?: string;
}

function aLog() {
  const lines: Line[] = [];
  return { lines, log: pino({ level: 'trace' }, { write: line => lines.push(JSON.parse(line)) }) };
}

async function aBox(t: Test) {
  const box = await openCatalog(t);
  const { store, call } = box;
  const reads: string[] = [];
  const log = aLog();
  const ship = (files: Release) => {
    const index = Object.entries(files).map(([file, text]): IndexEntry => {
      return { file, sha256: createHash('sha256').update(text).digest('hex'), attribution: ATTRIBUTION };
    });
    reads.length = 0;
    return shipCatalog({
      store,
      log: log.log,
      now: 5,
      read(file) {
        reads.push(file);
        const text = file === CATALOG_INDEX ? JSON.stringify(index) : files[file.replace(/^catalog\//, '')];
        if (text === undefined) throw new Error(`no file ${file}`);
        return Buffer.from(text);
      },
    });
  };
  /** Every row of the system, as a person names it. */
  const rows = async () => {
    const makers = await call('ListManufacturers', { scope: 'system' });
    const models = await call('ListDeviceModels', { scope: 'system' });
    const blueprints = await call('ListBlueprints', { scope: 'system', order_by: 'created_at' });
    return {
      manufacturers: makers.manufacturers.map(({ name }) => name),
      models: models.device_models.map(({ name }) => name),
      blueprints: blueprints.blueprints
        .map(({ name, is_default }) => `${name}${is_default ? ' default' : ''}`)
        .toSorted(),
    };
  };
  return { ...box, ship, reads, logged: log.lines, rows };
}

const FIRST: Release = { 'maker/sensor/v1.0.json': envelope('1.0') };
const SECOND: Release = {
  'maker/sensor/v2.0.json': envelope('2.0'),
  'maker/sensor/v1.0.json': envelope('1.0', { is_default: false }),
};
const BOTH = ['Sensor 1.0', 'Sensor 2.0 default'];

t.test('every file that ships is listed with its checksum, and may be stored', async t => {
  const { ship, store, rows, logged } = await aBox(t);
  const index = JSON.parse(asset(CATALOG_INDEX).toString()) as IndexEntry[];
  const files: Record<string, string> = {};
  for (const { file, sha256, attribution } of index) {
    const text = asset(`catalog/${file}`).toString();
    t.equal(createHash('sha256').update(text).digest('hex'), sha256, file);
    t.match(attribution, /CC BY 4\.0|MIT license/, file);
    files[file] = text;
    const { manufacturer, model } = await store.scan.catalogImport.read(text);
    t.ok(file.startsWith(`${manufacturer.code}/`), `${file}: ${manufacturer.code}`);
    if (!file.startsWith('mioty-alliance/')) t.ok(file.includes(`/${model.code}/`), `${file}: ${model.code}`);
  }
  await ship(files);
  t.same(
    logged.filter(({ level }) => level > 30),
    [],
  );
  const { manufacturers, models, blueprints } = await rows();
  t.same(manufacturers, ['Lansen', 'mioty Alliance', 'Sentinum', 'Swissphone', 'WepTech']);
  t.equal(models.length, index.length);
  t.equal(blueprints.filter(name => name.endsWith(' default')).length, index.length);
});

t.test('the ids of the files are kept, and what has none gets the same on every box', async t => {
  const bare = JSON.stringify({
    version: '1.0',
    typeEui: TYPE,
    meta: { vendor: 'A Maker', name: 'B' },
    uplink: [{ payload: [] }],
  });
  const ids: string[] = [];
  const shipTo = async (t: Test) => {
    const box = await aBox(t);
    await box.ship({
      'maker/sensor/v1.0.json': envelope('1.0', {
        spec: { ...JSON.parse(bare), typeEui: '70b3d56770ff0002' },
        type_eui: '70B3D56770FF0002',
      }),
      'x/b/v1.json': bare,
    });
    const { blueprints } = await box.call('ListBlueprints', { scope: 'system' });
    const enveloped = blueprints.find(({ name }) => name === 'Sensor 1.0');
    t.match(enveloped, {
      id: VERSION_IDS['1.0'],
      device_model_id: MODEL_ID,
      is_system: true,
      registry_state: 'imported',
      description: ATTRIBUTION,
    });
    const other = blueprints.find(({ name }) => name === 'B 1.0');
    t.match(other, { registry_state: '', is_system: true });
    const { device_models } = await box.call('ListDeviceModels', { scope: 'system' });
    const makers = await box.call('ListManufacturers', { scope: 'system' });
    ids.push(
      JSON.stringify([
        blueprints.map(({ id }) => id).toSorted(),
        device_models.map(({ id }) => id).toSorted(),
        makers.manufacturers.map(({ id }) => id).toSorted(),
      ]),
    );
  };
  await t.test('one box', shipTo);
  await t.test('another', shipTo);
  t.equal(ids[0], ids[1]);
});

t.test('ids that are made of a path are those of the registry', async t => {
  const { ship, call } = await aBox(t);
  const text = readFileSync(join(import.meta.dirname, '../../catalog/lansen/lan-mioty-c-th/v1.0.0.json'), 'utf8');
  const { id, device_model_id, ...without } = JSON.parse(text);
  await ship({ 'lansen/lan-mioty-c-th/v1.0.0.json': JSON.stringify(without) });
  t.match((await call('ListBlueprints', {})).blueprints, [{ id, device_model_id }]);
});

t.test('a start with nothing new reads the list and nothing else, and raises no event', async t => {
  const { ship, reads, rows, db, raised } = await aBox(t);
  await ship(FIRST);
  t.same(reads, [CATALOG_INDEX, 'catalog/maker/sensor/v1.0.json']);
  const changes = () => db.prepare('PRAGMA data_version').get();
  const before = changes();
  await ship(FIRST);
  t.same(reads, [CATALOG_INDEX]);
  t.same(changes(), before, 'nothing was written');
  t.same(await rows(), { manufacturers: ['Maker'], models: ['Sensor'], blueprints: ['Sensor 1.0 default'] });
  t.same(raised(), []);
});

t.test('a new version becomes the default, unless another one was chosen', async t => {
  const { ship, call, rows } = await aBox(t);
  await ship(FIRST);
  await ship(SECOND);
  t.same((await rows()).blueprints, BOTH);
  await call('SetDefaultBlueprint', { id: VERSION_IDS['1.0'] });
  await ship({ 'maker/sensor/v3.0.json': envelope('3.0'), ...SECOND });
  t.same((await rows()).blueprints, ['Sensor 1.0 default', 'Sensor 2.0', 'Sensor 3.0']);
});

t.test('a version that is no default stays none', async t => {
  const { ship, rows } = await aBox(t);
  await ship(FIRST);
  await ship({ ...FIRST, 'maker/sensor/v2.0.json': envelope('2.0', { is_default: false }) });
  t.same((await rows()).blueprints, ['Sensor 1.0 default', 'Sensor 2.0']);
});

t.test('a release brings what it has mended, and keeps what was changed here', async t => {
  const { ship, call, rows } = await aBox(t);
  await ship(FIRST);
  const mended: Release = {
    'maker/sensor/v1.0.json': envelope('1.0', { device_model_name: 'Sensor II', manufacturer_name: 'MAKER' }, 'K'),
  };
  await ship(mended);
  const blueprint = await call('GetBlueprint', { id: VERSION_IDS['1.0'] });
  t.match(blueprint, { name: 'Sensor II 1.0', spec_json: mended['maker/sensor/v1.0.json'] });
  t.same(await rows(), { manufacturers: ['MAKER'], models: ['Sensor II'], blueprints: ['Sensor II 1.0 default'] });

  await call('UpdateBlueprint', {
    blueprint: { id: VERSION_IDS['1.0'], description: 'checked by us' },
    update_mask: { paths: ['description'] },
  });
  await call('UpdateDeviceModel', {
    device_model: { id: MODEL_ID, name: 'Our sensor' },
    update_mask: { paths: ['name'] },
  });
  const [maker] = (await call('ListManufacturers', {})).manufacturers;
  await call('UpdateManufacturer', {
    manufacturer: { id: maker?.id, website: 'https://maker.example' },
    update_mask: { paths: ['website'] },
  });
  await ship({ ...FIRST, ...SECOND });
  t.match(await call('GetBlueprint', { id: VERSION_IDS['1.0'] }), {
    name: 'Sensor II 1.0',
    description: 'checked by us',
    spec_json: mended['maker/sensor/v1.0.json'],
  });
  t.same(await rows(), {
    manufacturers: ['MAKER'],
    models: ['Our sensor'],
    blueprints: ['Sensor 2.0 default', 'Sensor II 1.0'],
  });
});

t.test('what was deleted does not come back, with any later release', async t => {
  const { ship, call, rows, logged } = await aBox(t);
  await ship(SECOND);
  await call('DeleteBlueprint', { id: VERSION_IDS['1.0'] });
  await ship({ ...SECOND, 'maker/sensor/v3.0.json': envelope('3.0') });
  t.same((await rows()).blueprints, ['Sensor 2.0', 'Sensor 3.0 default']);
  await call('DeleteBlueprint', { id: VERSION_IDS['2.0'] });
  await call('DeleteBlueprint', { id: VERSION_IDS['3.0'] });
  await call('DeleteDeviceModel', { id: MODEL_ID });
  await ship(FIRST);
  t.same(await rows(), { manufacturers: ['Maker'], models: [], blueprints: [] }, 'nothing of a deleted model');
  const [maker] = (await call('ListManufacturers', {})).manufacturers;
  await call('DeleteManufacturer', { id: maker?.id });
  await ship({
    'maker/other/v1.json': envelope('1.0', { device_model_code: 'other', device_model_id: undefined, id: undefined }),
  });
  t.same(await rows(), { manufacturers: [], models: [], blueprints: [] }, 'nothing of a deleted manufacturer');
  const told = logged.filter(({ msg }) => msg === 'left as the operator has it');
  t.same(
    told.map(({ file, became }) => `${file} ${became}`),
    ['maker/sensor/v1.0.json removed', 'maker/sensor/v1.0.json removed', 'maker/other/v1.json removed'],
  );
  t.notOk(logged.some(({ level }) => level > 30));
});

t.test('rows of the system that an operator has made are not in the way, and stay', async t => {
  const { ship, call, rows, logged } = await aBox(t);
  const made = await call('CreateDeviceModelWithBlueprint', {
    manufacturer: { name: 'maker', is_system: true, description: 'ours' },
    device_model: { name: 'SENSOR', is_system: true },
    blueprint: { spec_json: JSON.stringify(JSON.parse(envelope('1.0')).spec), version: '1.0' },
  });
  await ship(SECOND);
  t.same(await rows(), {
    manufacturers: ['maker'],
    models: ['SENSOR'],
    blueprints: ['SENSOR 1.0 default', 'Sensor 2.0'],
  });
  t.match(await call('GetBlueprint', { id: made.blueprint?.id }), { is_default: true, registry_state: '' });
  await ship({ 'maker/sensor/v1.0.json': envelope('1.0', {}, 'K') });
  t.match(
    logged.filter(({ level }) => level > 30),
    [{ file: 'maker/sensor/v1.0.json', msg: 'a blueprint of this release was not brought in' }],
  );
  t.match(await call('GetBlueprint', { id: made.blueprint?.id }), { checksum: made.blueprint?.checksum });
});

t.test('a document that messages were decoded with stays as it is', async t => {
  const { ship, call, db } = await aBox(t);
  await ship(FIRST);
  db.prepare(
    `INSERT INTO decoded_document (blueprint, checksum, version, type_eui, document) VALUES (?, 'c', '1.0', ?, '{}')`,
  ).run(VERSION_IDS['1.0'] ?? '', TYPE);
  await ship({ 'maker/sensor/v1.0.json': envelope('1.0', { device_model_name: 'New name' }, 'K') });
  t.match(await call('GetBlueprint', { id: VERSION_IDS['1.0'] }), {
    name: 'Sensor 1.0',
    spec_json: FIRST['maker/sensor/v1.0.json'],
  });
  t.match((await call('GetDeviceModel', { id: MODEL_ID })).name, 'Sensor', 'all or nothing');
});

t.test('a file with a mistake is left out and logged, and a catalog that cannot be read ends nothing', async t => {
  const { ship, rows, logged, store, reads } = await aBox(t);
  const broken = envelope('1.0', { spec: { version: '1.0', typeEui: TYPE, uplink: [{ payload: [{ name: 'a' }] }] } });
  await ship({ 'a/b/v1.json': broken, 'c/d/v1.json': '{', ...SECOND });
  t.same((await rows()).blueprints, BOTH);
  t.match(
    logged.filter(({ level }) => level > 30),
    [{ file: 'a/b/v1.json', about: { pointer: '/spec/uplink/0/payload/0' } }, { file: 'c/d/v1.json' }],
  );
  const shipped = store.read.installation.value('shipped_catalog');
  const failing = () => {
    throw new Error('no such asset');
  };
  const { log, lines } = aLog();
  await shipCatalog({ store, log, now: 6, read: failing });
  t.match(lines, [{ level: 50, msg: /not brought in; the next start tries again/ }]);
  t.equal(store.read.installation.value('shipped_catalog'), shipped);
  // Cut short in the middle: nothing is noted, and the next start does the rest.
  const index = JSON.stringify([{ file: 'maker/sensor/v3.0.json', sha256: '', attribution: '' }]);
  await shipCatalog({ store, log, now: 7, read: file => (file === CATALOG_INDEX ? Buffer.from(index) : failing()) });
  t.equal(store.read.installation.value('shipped_catalog'), shipped);
  await ship({ 'maker/sensor/v3.0.json': envelope('3.0') });
  t.same(reads.length, 2);
  t.same((await rows()).blueprints, ['Sensor 1.0', 'Sensor 2.0', 'Sensor 3.0 default']);
});

t.test('after a database was recovered the catalog is brought in again, whatever was noted', async t => {
  const { ship, reads, store } = await aBox(t);
  await ship(FIRST);
  Object.assign(store.prepared, { recovered: {} });
  await ship(FIRST);
  t.equal(reads.length, 2);
});

t.test('organizations see the rows, and may not change them', async t => {
  const { ship, user } = await aBox(t);
  await ship(FIRST);
  t.match(await user.call('GetBlueprint', { id: VERSION_IDS['1.0'] }), { is_system: true, organization_id: '' });
  t.equal(await user.refusal('DeleteBlueprint', { id: VERSION_IDS['1.0'] }), 'SystemCatalogProtected');
});
