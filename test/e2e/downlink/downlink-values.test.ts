import t, { type Test } from 'tap';
import { frame } from '../../../src/rpc/serve/frames.ts';
import { struct } from '../../../src/rpc/wire.ts';
import { DownlinkScene } from '../../peers/downlink-scene.ts';
import { METER } from '../../peers/telegrams.ts';
import { decode, encode } from '../../rpc/harness.ts';

const SPEC = JSON.stringify({
  ...{ version: '1.0', typeEui: '70B3D56770FF0001' },
  uplink: [{ payload: [{ name: 't', size: 8, type: 'int' }] }],
  downlink: [
    { id: 0, payload: [{ name: 'interval', size: 16, type: 'uint', unit: 's' }] },
    { id: 7, payload: [{ name: 'setpoint', size: 16, type: 'int', func: '$/10', littleEndian: true }] },
  ],
});

/** The endpoint has a device model whose blueprint says what may be sent to it. */
async function started(t: Test): Promise<DownlinkScene> {
  const scene = await DownlinkScene.start(t);
  const { api } = scene.center;
  const { device_model } = await api.call('CreateDeviceModelWithBlueprint', {
    manufacturer: { name: 'Maker' },
    device_model: { name: 'Valve' },
    blueprint: { spec_json: SPEC },
  });
  const endpoint = { ep_eui: METER, device_model_id: device_model?.id ?? '' };
  await api.call('UpdateEndPoint', { endpoint, update_mask: { paths: ['device_model_id'] } });
  return scene;
}

const post = ({ center }: DownlinkScene, body: string | Uint8Array, type: string) =>
  fetch(`http://127.0.0.1:${center.ports.gateway}/platform.api.v1.PlatformService/SendDownlink`, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });

t.test('values asked for over gRPC, gRPC-Web and JSON reach the station as bytes of their format', async t => {
  const scene = await started(t);
  const { center, near, meter, heard } = scene;
  const request = { ep_eui: METER, format: 7, object: struct({ setpoint: 21.5 }) };
  await center.api.call('SendDownlink', request);
  const inJson = await post(
    scene,
    JSON.stringify({ epEui: METER, format: 7, object: { setpoint: -0.1 } }),
    'application/json',
  );
  t.match(await inJson.json(), { downlink: { userData: ['//8='], format: 7, status: 'pending' } });
  const bytes = encode('SendDownlinkRequest', { ...request, object: struct({ setpoint: { raw: 256 } }) });
  const web = await post(scene, frame(0, bytes), 'application/grpc-web+proto');
  const answer = Buffer.from(await web.arrayBuffer());
  t.match(decode('SendDownlinkResponse', answer.subarray(5, 5 + answer.readUInt32BE(1))), { downlink: { format: 7 } });
  await center.api.call('SendDownlink', { ep_eui: METER, object: struct({ interval: 600 }) });
  for (let telegram = 1; telegram <= 4; telegram++) await meter.uplink(heard);
  await near.reported();
  t.same(
    meter.received.map(({ userData, format }) => [Buffer.from(userData).toString('hex'), format]),
    [
      ['d700', 7],
      ['ffff', 7],
      ['0001', 7],
      ['0258', 0],
    ],
  );
  t.same(near.complaints, []);
});

t.test('what does not fit is told in each of them, and no nesting ends the service', async t => {
  // A list in a list in a list …, as bytes: field 6 of a value, field 1 of a list.
  const heads: Buffer[] = [];
  let length = 0;
  for (let depth = 0; depth < 20_000; depth++) {
    for (const tag of [0x32, 0x0a]) length += heads[heads.push(headOf(tag, length)) - 1]?.length ?? 0;
  }
  const value = Buffer.concat(heads.toReversed());
  const scene = await started(t);
  const refused = await post(scene, JSON.stringify({ epEui: METER, object: { interval: 65_536 } }), 'application/json');
  t.equal(refused.status, 400);
  t.match(await refused.text(), /ErrTokenDownlinkEncodingFailed: value_out_of_range for interval: /);
  for (const depth of [50, 1000, 100_000]) {
    const object = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const deep = await post(scene, `{"epEui":"${METER}","object":${object}}`, 'application/json');
    t.equal(deep.status, 400);
    t.match(await deep.text(), /ErrToken(MalformedRequest|DownlinkEncodingFailed)/);
    const items = await post(
      scene,
      `{"epEui":"${METER}","object":{"interval":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
      'application/json',
    );
    t.equal(items.status, 400);
  }
  const entry = lengthen(0x0a, Buffer.concat([lengthen(0x0a, Buffer.from('interval')), lengthen(0x12, value)]));
  const body = Buffer.concat([encode('SendDownlinkRequest', { ep_eui: METER }), lengthen(0x7a, entry)]);
  const web = await post(scene, frame(0, body), 'application/grpc-web+proto');
  t.match(`${web.headers.get('grpc-message')}${await web.text()}`, /ErrTokenMalformedRequest/);
  t.match(await scene.center.api.call('ListDownlinkQueue', {}), { downlinks: [] });
});

/** A field of a message: its tag, its length, its bytes. */
function lengthen(tag: number, bytes: Buffer): Buffer {
  return Buffer.concat([headOf(tag, bytes.length), bytes]);
}

function headOf(tag: number, bytes: number): Buffer {
  const length: number[] = [];
  for (let rest = bytes; length.length === 0 || rest > 0; rest >>>= 7) {
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
  }
  return Buffer.of(tag, ...length);
}
