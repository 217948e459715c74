import t from 'tap';
import { RestBox } from '../box.ts';

const EP = '70b3d56770110001';
const DEVICES = '/api/v2/devices';

t.test('what is given is kept as it is or refused, and what is wrong is named', async t => {
  await using box = await RestBox.start(t.testdir());
  const mioty = (configuration: string) =>
    `{"name":"a","physicalDevice":{"clientDeviceId":"${EP}","connectionId":"mioty","configuration":${configuration}}}`;
  const send = (raw: string) => box.send('POST', DEVICES, { raw, headers: { 'content-type': 'application/json' } });
  for (const [configuration, pointer] of [
    ['{"a":9007199254740993}', '/a'],
    ['{"a":[{"b":-9007199254740992}]}', '/a/0/b'],
    ['{"a":"\\ud800"}', '/a'],
    ['{"a":{"\\udfff":1}}', '/a/\ufffd'],
  ] as const) {
    const refused = await send(mioty(configuration));
    t.match(refused, { status: 400, token: 'InvalidDeviceConfiguration' }, configuration);
    t.equal(refused.json.error.details.pointer, pointer);
  }
  const { json: made } = await send(mioty('{"a":9007199254740991,"epClass":"A"}'));
  t.same(made.physicalDevice.configuration, { epClass: 'A', a: 9007199254740991 });

  const unknown = [crypto.randomUUID(), crypto.randomUUID()];
  for (const sensorTemplateIds of [unknown.slice(1), unknown]) {
    const refused = await box.post(`${DEVICES}/${made.id}/sensors`, { sensorTemplateIds });
    t.match(refused, { token: 'SensorTemplateNotFound' });
    t.same(refused.json.error.details.ids, sensorTemplateIds);
  }

  t.match((await box.get(DEVICES, { query: { offset: 2 ** 53 - 1 } })).json, { devices: [], total: 1 });
  t.equal((await box.get(DEVICES, { query: { offset: '9007199254740992' } })).token, 'InvalidOffset');

  await t.rejects(box.platform('DeleteEndPoint', { ep_eui: EP }), /ErrTokenEndPointLinkedToDevice/);
  await box.delete(`${DEVICES}/${made.id}`, undefined, { query: { deleteEndpoint: false } });
  const overwriting = await send(mioty('{"epClass":"Z"}'));
  t.match(overwriting, { status: 409, token: 'EndPointExists' });
  t.equal(overwriting.json.error.details.field, 'physicalDevice.configuration.epClass');
  t.equal((await send(mioty('{"epClass":"A","nwkKey":"***"}'))).token, 'OK');
  await box.platform('DeleteEndPoint', { ep_eui: EP, force: true });
  t.equal((await box.get(DEVICES)).json.devices[0].physicalDevice, undefined);
});
