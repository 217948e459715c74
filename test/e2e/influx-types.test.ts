import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { TypedFields } from '../integrations/drivers/influx/typed-fields.ts';
import { Center } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const WINDOW_MS = 500;

async function database(t: Test) {
  const fields = new TypedFields();
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const [status, body] = fields.answer(gunzipSync(Buffer.concat(parts)).toString());
    answers.push(status);
    response.writeHead(status).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { fields, answers, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A blueprint whose `count` is as wide as that, and whose `state` is one bit as this type. */
function spec(version: string, count: number, state: 'bool' | 'string') {
  const last =
    state === 'bool' ? { name: 'state', type: 'bool', size: 8 } : { name: 'state', type: 'string', size: 32 };
  return JSON.stringify({
    ...{ version, typeEui: '70b3d56770ff0001' },
    uplink: [{ payload: [{ name: 'count', type: 'uint', size: count }, last] }],
  });
}

t.test('types outlive a restart and a blueprint, and no point is refused', async t => {
  const { fields, answers, url } = await database(t);
  const settings = { integrations: { allow_targets: ['127.0.0.1'] } };
  await using center = await Center.start({ dir: join(t.testdir(), 'data'), settings });
  const maker = await center.api.call('CreateManufacturer', { manufacturer: { name: 'Maker' } });
  const model = await center.api.call('CreateDeviceModel', {
    device_model: { manufacturer_id: maker.id, name: 'Sensor' },
  });
  const blueprint = (text: string) =>
    center.api.call('CreateBlueprint', { blueprint: { device_model_id: model.id, spec_json: text, is_default: true } });
  await blueprint(spec('1.0', 8, 'bool'));
  await center.endpoint({ ep_eui: METER, device_model_id: model.id });
  const influx = { url, flavour: 'v1', database: 'plant', include_radio: false };
  const { id = '' } = await center.api.call('CreateIntegration', {
    integration: { kind: 'influx', name: 'Curves', influx },
  });
  let packetCnt = 0;
  const says = async (hex: string) => {
    await using near = await center.baseStation({ bsEui: NEAR, register: packetCnt === 0 });
    const rxTime = BigInt(center.clock.now()) * 1_000_000n;
    await near.start('ulData', uplink({ packetCnt: ++packetCnt, userData: Buffer.from(hex, 'hex'), rxTime }));
    await center.clock.advance(WINDOW_MS);
    while (fields.taken.length < packetCnt && !answers.includes(400)) await center.clock.advance(100);
  };
  await says('0701');
  await center.stop();
  await center.begin();
  await blueprint(spec('2.0', 64, 'string'));
  await says('7fffffffffffffff6f70656e');
  await says('00000000000000096f70656e');
  t.same(fields.taken, [
    { count: 7, state: true },
    { count: 2 ** 63, state_text: 'open' },
    { count: 9, state_text: 'open' },
  ]);
  t.same(answers, [204, 204, 204]);
  t.match(await center.api.call('GetIntegration', { id }), { parked: '0', dropped: '0', state: 'connected' });
});
