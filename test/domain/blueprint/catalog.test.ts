import { join } from 'node:path';
import t, { type Test } from 'tap';
import { catalogEvents, type Editor, slug } from '../../../src/domain/blueprint/catalog.ts';
import { blueprintWriter } from '../../../src/domain/blueprint/changes.ts';
import { type CheckedDocument, checkDocument } from '../../../src/domain/blueprint/documents.ts';
import { manufacturerWriter } from '../../../src/domain/blueprint/manufacturers.ts';
import { modelWriter } from '../../../src/domain/blueprint/models.ts';
import { typeEuiOwners } from '../../../src/domain/blueprint/type-euis.ts';
import { domain } from '../../../src/domain/domain.ts';
import { eventStore } from '../../../src/domain/event/event-store.ts';
import { openEmpty } from '../database.ts';

const TYPE = '70b3d56770ff0001';
const BY: Editor = { now: 1, userId: 'u', userEmail: 'u@localhost', actor: 'u', org: 1, administrator: false };

function aDatabase(t: Test) {
  const db = openEmpty(join(t.testdir(), 'waystation.db'));
  t.teardown(() => db.close());
  domain(db).installation.establish({}, '0192f000-0000-7000-8000-000000000001', 1);
  return db;
}

function document(typeEui = TYPE): CheckedDocument {
  const text = JSON.stringify({ version: '1', typeEui, uplink: [{ payload: [] }] });
  return { text, facts: checkDocument(text) };
}

const MAKER = { name: 'M', code: undefined, description: '', website: '', contact_email: '', system: false };
const MODEL = { name: 'S', code: undefined, type_eui: null, description: '', datasheet_url: '', ep_class: '' };

t.test('every change after which another blueprint may decode an endpoint is told to the writer', async t => {
  const db = aDatabase(t);
  let changed = 0;
  const catalogChanged = () => changed++;
  const raise = catalogEvents(eventStore(db));
  const types = typeEuiOwners(db);
  const manufacturers = manufacturerWriter(db, { raise });
  const deviceModels = modelWriter(db, { raise, types, catalogChanged });
  const blueprints = blueprintWriter(db, { raise, types, manufacturers, deviceModels, catalogChanged });
  const tells = (what: string, times: number, act: () => unknown) => {
    changed = 0;
    act();
    t.equal(changed, times, what);
  };
  const manufacturer = manufacturers.insert(MAKER, BY);
  const model = deviceModels.insert({ ...MODEL, uplink_interval_s: 0, manufacturer, system: false }, BY);
  t.equal(changed, 0, 'a model without a Type EUI leads to nothing');
  const create = (version: string) =>
    blueprints.insert({ model, name: '', version, description: '', isDefault: false, document: document() }, BY);
  let [first, second] = ['', ''];
  tells('a blueprint', 1, () => {
    first = create('1');
    second = create('2');
    changed--;
  });
  tells('another document', 1, () => blueprints.update(first, { document: document('0123456789abcdef') }, BY));
  tells('another name', 0, () => blueprints.update(first, { name: 'x' }, BY));
  tells('another default', 1, () => blueprints.setDefault(second, BY));
  tells('the same default', 0, () => blueprints.setDefault(second, BY));
  tells('one blueprint less', 1, () => blueprints.remove(first, BY));
  tells('the Type EUI of a model', 1, () => deviceModels.update(model, { type_eui: TYPE }, BY));
  tells('the name of a model', 0, () => deviceModels.update(model, { name: 'y' }, BY));
  const typed = {
    ...MODEL,
    name: 'T',
    type_eui: 'fedcba9876543210',
    uplink_interval_s: 0,
    manufacturer,
    system: false,
  };
  let other = '';
  tells('a model with a Type EUI', 1, () => {
    other = deviceModels.insert(typed, BY);
  });
  tells('a model less', 1, () => deviceModels.remove(other, BY));
});

t.test('no default but one is possible, whatever is written', async t => {
  const db = aDatabase(t);
  const { manufacturers, deviceModels, blueprints } = domain(db);
  const manufacturer = manufacturers.insert(MAKER, BY);
  const model = deviceModels.insert({ ...MODEL, uplink_interval_s: 0, manufacturer, system: false }, BY);
  for (const version of ['1', '2']) {
    blueprints.insert({ model, name: '', version, description: '', isDefault: false, document: document() }, BY);
  }
  t.throws(() => db.exec('UPDATE blueprint SET is_default = 1'), /UNIQUE/);
  t.throws(() => db.exec('DELETE FROM device_model'), /FOREIGN KEY/);
});

t.test('a name of 128 characters makes a name of a blueprint that is no longer', async t => {
  const { manufacturers, deviceModels, blueprints } = domain(aDatabase(t));
  const manufacturer = manufacturers.insert(MAKER, BY);
  const name = '😀'.repeat(128);
  const model = deviceModels.insert({ ...MODEL, name, uplink_interval_s: 0, manufacturer, system: false }, BY);
  const id = blueprints.insert(
    { model, name: '', version: '1', description: '', isDefault: false, document: document() },
    BY,
  );
  t.equal(blueprints.find(1, id)?.name, name);
  t.match(deviceModels.find(1, model)?.code, /^m-[0-9a-f]{8}$/);
});

t.test('slugs have small letters, digits and single hyphens inside', async t => {
  for (const [name, wanted] of [
    ['Room Sensor 2', 'room-sensor-2'],
    ['  --A_b.c --  d-- ', 'abc-d'],
    ['R&D / Test', 'rd-test'],
    ['Größe', 'gre'],
    ['ÄÖÜ', ''],
    ['a\t\u00a0b', 'a-b'],
  ] as const) {
    t.equal(slug(name), wanted, name);
  }
});
