import { pino } from 'pino';
import t, { type Test } from 'tap';
import { readCatalogFile } from '../../../src/domain/blueprint/catalog-file.ts';
import { type Clock, systemClock } from '../../../src/kit/time/clock.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { boxActs } from '../../../src/upkeep/box/acts.ts';
import { ManualClock } from '../../peers/manual-clock.ts';
import { OTHER_TYPE, openCatalog, spec } from '../../rpc/catalog/catalog-scene.ts';

const RUNNING = { signal: new AbortController().signal, progress: () => {}, say: () => {}, item: () => {} };

const file = (more: object = {}, of: object = {}) =>
  JSON.stringify({
    manufacturer_name: 'Maker',
    device_model_name: 'Sensor',
    version: '1',
    spec: JSON.parse(spec(of)),
    ...more,
  });

/** None of these is asked for. */
const notHere = () => Promise.reject(new Error('nothing is delivered'));
const byHand = { test: notHere, replay: notHere, replays: notHere, parked: notHere, retry: notHere };
const calls = { call: () => Promise.reject(new Error('no API')) };

async function aBox(t: Test, clock: Clock = systemClock) {
  const catalog = await openCatalog(t);
  const acts = boxActs({
    store: catalog.store,
    clock,
    log: pino({ level: 'silent' }),
    channels: [],
    calls,
    byHand,
    administration: notHere,
  });
  const imported = (text: string, system = false) => acts['blueprint.import'].run({ text, system }, RUNNING);
  const rows = async () => {
    const [makers, models, blueprints] = await Promise.all([
      catalog.call('ListManufacturers', {}),
      catalog.call('ListDeviceModels', {}),
      catalog.call('ListBlueprints', {}),
    ]);
    return {
      manufacturers: makers.manufacturers.map(({ name }) => name),
      models: models.device_models.map(({ name }) => name),
      blueprints: blueprints.blueprints
        .map(({ version, is_default }) => `${version}${is_default ? ' default' : ''}`)
        .toSorted(),
    };
  };
  return { ...catalog, acts, imported, rows };
}

t.test('alerts are listed with what time it is, as it is shown and as it is for certain', async t => {
  const clock = new ManualClock();
  const { acts } = await aBox(t, clock);
  const right = clock.now();
  clock.doubt();
  clock.jump(40 * DAY_MS);
  t.same(await acts['alerts.list'].run({ all: true }, RUNNING), {
    ...{ alerts: [], now: right + 40 * DAY_MS, credible: right },
  });
});

const ONCE = { manufacturers: ['Maker'], models: ['Sensor'], blueprints: ['1 default'] };

t.test('the same file at the same time is imported once', async t => {
  const { imported, rows } = await aBox(t);
  const done = await Promise.all([imported(file()), imported(file()), imported(file())]);
  t.same(done.map(each => 'created' in each && each.created).toSorted(), [false, false, true]);
  t.equal(new Set(done.map(each => 'blueprint' in each && each.blueprint)).size, 1);
  t.same(await rows(), ONCE);
});

t.test('two versions at the same time have one default, one model and one manufacturer', async t => {
  const { imported, rows } = await aBox(t);
  const done = await Promise.all([imported(file()), imported(file({ version: '2' }))]);
  t.same(
    done.map(each => 'isDefault' in each && each.isDefault),
    [true, false],
  );
  t.same(await rows(), { ...ONCE, blueprints: ['1 default', '2'] });
});

t.test('an import beside a caller who creates the same, or deletes what it stands on', async t => {
  const { imported, rows, call, refusal } = await aBox(t);
  const request = {
    manufacturer: { name: 'Maker' },
    device_model: { name: 'Sensor' },
    blueprint: { version: '1', spec_json: spec() },
  };
  const [created, done] = await Promise.all([refusal('CreateDeviceModelWithBlueprint', request), imported(file())]);
  t.same(await rows(), ONCE);
  t.ok(created === 'none' || created === 'ManufacturerNameExists', created);
  t.match(done, { created: created !== 'none' });
  const { manufacturers } = await call('ListManufacturers', {});
  const [blueprint] = (await call('ListBlueprints', {})).blueprints;
  await call('DeleteBlueprint', { id: blueprint?.id });
  await call('DeleteDeviceModel', { id: blueprint?.device_model_id });
  const [, again] = await Promise.all([refusal('DeleteManufacturer', { id: manufacturers[0]?.id }), imported(file())]);
  t.match(again, { created: true });
  t.same(await rows(), ONCE);
});

t.test('a file that is refused leaves nothing of itself', async t => {
  const { imported, rows, raised } = await aBox(t);
  await imported(file());
  raised();
  const other = { manufacturer_name: 'Other', device_model_name: 'Another' };
  t.match(await imported(file(other)), { refused: { fault: 'TypeEUIExists' } });
  t.match(await imported(file({}, { meta: { a: 1 } })), { refused: { fault: 'BlueprintVersionExists' } });
  t.same(await rows(), ONCE, 'no manufacturer and no model without a blueprint');
  t.same(raised(), []);
});

t.test('what an import creates has the operator in its events', async t => {
  const { imported, raised, db } = await aBox(t);
  db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('operator', 'the-operator')").run();
  await imported(file({}, { typeEui: OTHER_TYPE }));
  t.match(
    raised().map(({ type, user }) => `${type} ${user}`),
    ['manufacturer.created the-operator', 'device_model.created the-operator', 'blueprint.created the-operator'],
  );
});

t.test('two starts that bring the same release, and an import beside them, make everything once', async t => {
  const { store, imported, rows } = await aBox(t);
  const shipped = { file: readCatalogFile(file({ is_default: true })), attribution: 'a' };
  const [one, other, done] = await Promise.all([
    store.write.shippedCatalog.ship(shipped, 1),
    store.write.shippedCatalog.ship(shipped, 2),
    imported(file(), true),
  ]);
  t.same([one, other], ['created', 'unchanged']);
  t.match(done, { created: false });
  t.same(await rows(), ONCE);
});
