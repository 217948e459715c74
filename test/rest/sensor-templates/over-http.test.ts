import t from 'tap';
import { RestBox } from '../box.ts';

t.setTimeout(60_000);

t.test('sensor templates over HTTP: null is what is left out', async t => {
  await using box = await RestBox.start(t.testdir());
  const path = '/api/v2/sensor-templates';
  const made = await box.post(path, {
    name: 'Air',
    kind: 'temperature',
    min: -40,
    max: 85,
    decimals: 1,
    isSystem: true,
  });
  t.match(made, {
    status: 200,
    json: { kind: 'temperature', min: -40, decimals: 1, isSystem: false },
    headers: { etag: 'W/"1"' },
  });
  t.notOk('x-unknown-fields' in made.headers);
  const there = `${path}/${made.json.id}`;
  const patched = await box.patch(there, { max: null, decimals: 0, unknown: 1, isSystem: true });
  t.match(patched, {
    status: 200,
    json: { min: -40, decimals: 0, kind: 'temperature' },
    headers: { 'x-unknown-fields': 'unknown' },
  });
  t.notOk('max' in patched.json);
  t.match(await box.patch(there, { name: null }), { status: 400, token: 'NameRequired' });
  t.match(await box.patch(there, { kind: null }), { status: 200, json: { kind: 'custom' } });
  t.match(await box.patch(there, {}), { status: 200, headers: { etag: 'W/"3"' } });
  t.match(await box.patch(there, { min: 'cold' }), { status: 400, token: 'MalformedRequest' });
  t.match(await box.patch(there, { unit: 'K' }, { headers: { 'if-match': 'W/"1"' } }), { status: 412 });
  const list = await box.get(path, { query: { kind: 'custom', search: 'air' } });
  t.same(list.json, { sensorTemplates: [(await box.get(there)).json], total: 1 });
  t.match(await box.get(path, { query: { kind: 'colour' } }), { status: 400, token: 'InvalidEnumValue' });
  t.match(await box.get(path, { query: { limit: '1e3' } }), { status: 400, token: 'InvalidLimit' });
  const system = (await box.get(path, { query: { search: 'CO₂' } })).json.sensorTemplates[0];
  t.match(await box.patch(`${path}/${system.id}`, { name: 'x' }), { status: 403, token: 'SystemCatalogProtected' });
  t.match(await box.delete(`${path}/${system.id}`), { status: 403, token: 'SystemCatalogProtected' });
  t.match(await box.delete(there), { status: 200, json: { id: made.json.id, deleted: true } });
});
