import t from 'tap';
import { START } from '../caller.ts';
import { aBlueprint, aModel, openCatalog, spec, TYPE, UNKNOWN_ID } from './catalog-scene.ts';

const who = { contributor_name: 'Ada', contributor_email: 'ada@example.com', notes: 'first\nsecond' };

t.test('a blueprint is handed out as the file of a registry, as often as wanted', async t => {
  const catalog = await openCatalog(t);
  const { call, raised } = catalog;
  const id = await aBlueprint(catalog, await aModel(catalog, 'Sensor 1'), { version: 'V1.2' });
  const before = await call('GetBlueprint', { id });
  raised();
  const first = await call('SubmitBlueprintToRegistry', { id, ...who, export_only: true });
  t.match(first, { branch: 'maker-of-sensor-1/sensor-1/v1.2.json', submission_url: '', commit: '', state: '' });
  const time = new Date(START).toISOString().replace('.000', '');
  t.same(JSON.parse(first.document ?? ''), {
    created_at: time,
    device_model_code: 'sensor-1',
    device_model_id: before.device_model_id,
    device_model_name: 'Sensor 1',
    id,
    is_default: true,
    manufacturer_name: 'Maker of Sensor 1',
    spec: JSON.parse(spec()),
    type_eui: TYPE.toUpperCase(),
    updated_at: time,
    version: 'V1.2',
  });
  t.notMatch(first.document, /Ada|example\.com/, 'who hands it in stands nowhere in it');
  t.same(await call('SubmitBlueprintToRegistry', { id, ...who, export_only: true }), first);
  t.same(await call('GetBlueprint', { id }), before);
  t.same(raised(), []);
});

t.test('a version that cannot be part of a path is handed out without one', async t => {
  const catalog = await openCatalog(t);
  const id = await aBlueprint(catalog, await aModel(catalog), { version: '1+2' });
  t.match(await catalog.call('SubmitBlueprintToRegistry', { id, ...who, export_only: true }), {
    branch: '',
    document: /"1\+2"/,
  });
});

t.test('there is no registry to submit to, which is said after what is wrong with the request', async t => {
  const catalog = await openCatalog(t);
  const { refusal, refused } = catalog;
  const id = await aBlueprint(catalog, await aModel(catalog));
  const cases: [string, object][] = [
    ['IDRequired', { ...who }],
    ['InvalidIDFormat', { ...who, id: 'x' }],
    ['ContributorNameRequired', { ...who, id, contributor_name: ' ' }],
    ['ContributorEmailRequired', { ...who, id, contributor_email: '' }],
    ['ContributorNameRequired', { id, export_only: true }],
    ['BlueprintNotFound', { ...who, id: UNKNOWN_ID }],
    ['BlueprintNotFound', { ...who, id: UNKNOWN_ID, export_only: true }],
    ['RegistryDisabled', { ...who, id }],
  ];
  for (const [token, request] of cases) t.equal(await refusal('SubmitBlueprintToRegistry', request), token);
  t.match(await refused('SubmitBlueprintToRegistry', { ...who, id }), { about: { hint: 'export_only' } });
});
