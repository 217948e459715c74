import t from 'tap';
import { decodedValues, demoModel, demoSensor } from '../../../src/cli/simulate/demo-sensors.ts';
import { Center, until } from '../../peers/center.ts';

const SENSOR = 'fe0000000000e101';
const BS = '70b3d59cd0000001';
/** How long other stations may report a telegram. */
const WINDOW_MS = 2000;

t.test('the device model of the demo is put into the catalog once', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const { api } = center;
  const count = async () => (await api.call('ListDeviceModels', {})).total_count;
  const model = await demoModel(api);
  const models = await count();
  t.equal((await demoModel(api)).id, model.id);
  t.equal(await count(), models);
  const shown = await api.call('GetDeviceModel', { id: model.id });
  t.match(shown, { name: 'Munia-M', manufacturer_name: 'WepTech', type_eui: '70b3d59cd0000095' });
  // Its manufacturer stays.
  await api.call('DeleteBlueprint', { id: shown.default_blueprint_id });
  await api.call('DeleteDeviceModel', { id: model.id });
  const again = await demoModel(api);
  t.match(await api.call('GetDeviceModel', { id: again.id }), { name: 'Munia-M', manufacturer_name: 'WepTech' });
});

t.test('its sensors say what the blueprint of the catalog says, also those of an earlier demo', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const { api, clock } = center;
  const station = await center.baseStation({ bsEui: BS });
  await api.call('CreateEndPoint', {
    endpoint: { ep_eui: SENSOR, name: 'old', ep_class: 'A', nwk_key: '000102030405060708090a0b0c0d0e0f' },
  });
  const said = async () => {
    const model = await demoModel(api);
    const sensor = await demoSensor(api, model, SENSOR, 'new');
    await sensor.attach([{ station }]);
    await sensor.uplink([{ station }]);
    const before = await center.visible();
    await clock.advance(WINDOW_MS);
    await until(async () => (await center.visible()) > before);
    return decodedValues(api, SENSOR, 1);
  };
  t.match(await said(), [
    { name: 'temperature', unit: '°C', value: Number },
    { name: 'humidity', unit: '%', value: Number },
  ]);
  t.equal(await decodedValues(api, SENSOR, 99), undefined, 'there is no such telegram');
  const { name, device_model_id } = await api.call('GetEndPoint', { ep_eui: SENSOR });
  t.equal(name, 'old', 'nothing else of it changes');
  const payload = [{ name: 'pressure', size: 16, type: 'uint', unit: 'hPa' }];
  const spec_json = JSON.stringify({ version: '2', typeEui: '70b3d59cd0000095', uplink: [{ id: 5, payload }] });
  await api.call('CreateBlueprint', { blueprint: { device_model_id, version: '2', spec_json, is_default: true } });
  t.match(await said(), [{ name: 'pressure', unit: 'hPa', value: Number }], 'an operator has changed it');
});
