import t from 'tap';
import { Center, until } from '../peers/center.ts';
import { euiOf, METER, uplink } from '../peers/telegrams.ts';

const STATION = '70b3d59cd0000001';
const OTHER = euiOf('fe0000000000e102');
const WINDOW_MS = 500;

/** Tenths of a degree in two bytes, then a flag; format 1 is encrypted. */
const spec = (version = '1.0', unit = '°C') =>
  JSON.stringify({
    version,
    typeEui: '70B3D56770FF0001',
    uplink: [
      {
        payload: [
          { name: 'temperature', size: 16, type: 'int', func: '$/10', unit, label: 'Room' },
          { name: 'open', size: 1, type: 'bool' },
        ],
      },
      { id: 1, crypto: 1, payload: [{ name: 'secret', size: 8, type: 'uint' }] },
    ],
  });
const WARM = Buffer.from('00eb80', 'hex');

async function scene(dir: string) {
  const center = await Center.start({ dir });
  const made = await center.api.call('CreateDeviceModelWithBlueprint', {
    manufacturer: { name: 'Maker' },
    device_model: { name: 'Thermometer' },
    blueprint: { spec_json: spec() },
  });
  const model = made.device_model?.id ?? '';
  const station = await center.baseStation({ bsEui: STATION });
  await center.endpoint({ ep_eui: METER, device_model_id: model });
  return { center, model, blueprint: made.blueprint?.id ?? '', station };
}

/** Every window closes; there are so many messages then. */
async function closed(center: Center, messages: number): Promise<void> {
  await center.clock.advance(WINDOW_MS);
  await until(async () => (await center.visible()) === messages);
}

/** google.protobuf.Struct as plain values. */
const plain = (struct: unknown): unknown =>
  Object.fromEntries(
    Object.entries((struct as { fields?: Record<string, Record<string, unknown>> } | null)?.fields ?? {}).map(
      ([name, value]) => {
        const found = value.numberValue ?? value.boolValue ?? value.stringValue;
        return [name, found ?? plain(value.structValue)];
      },
    ),
  );

t.test('the uplink of a station is decoded in streams, lists, single messages and exports', async t => {
  const { center, blueprint, station } = await scene(t.testdir());
  await using _center = center;
  await using _station = station;
  using messages = center.follow();
  const rxTime = BigInt(center.clock.now()) * 1_000_000n;
  await station.start('ulData', uplink({ packetCnt: 1, userData: WARM, rxTime }));
  await center.clock.advance(WINDOW_MS);
  const streamed = await messages.next();
  const { id } = streamed;
  const listed = await center.api.call('ListMessages', {});
  const ofEndpoint = await center.api.call('ListEndpointMessages', { ep_eui: METER });
  const got = await center.api.call('GetMessage', { id });
  for (const message of [streamed, listed.messages[0], ofEndpoint.messages[0], got]) {
    t.match(message, {
      decode_status: 'success',
      decode_error: '',
      blueprint_id: blueprint,
      blueprint_version: '1.0',
      type_eui: '70b3d56770ff0001',
    });
    t.same(plain(message?.decoded), { temperature: 23.5, open: true });
    t.same(plain(message?.decoded_meta), { temperature: { unit: '°C', label: 'Room' }, open: {} });
  }
  const lines = await center.api.call('ListBaseStationMessages', { bs_eui: STATION });
  const found = await center.api.call('SearchBaseStationMessages', { bs_eui: STATION, query: '00eb' });
  const line = await center.api.call('GetBaseStationMessage', { bs_eui: STATION, id });
  for (const shown of [lines.messages[0], found.messages[0], line]) {
    t.match(shown, { decode_status: 'success', decode_error: '' });
    t.same(plain(shown?.decoded), { temperature: 23.5, open: true });
  }
  const [rows, csv] = await Promise.all(
    ['ndjson', 'csv'].map(async format => {
      const { content } = await center.api.call('ExportBaseStationMessages', { bs_eui: STATION, format });
      return Buffer.from(content).toString();
    }),
  );
  t.match(JSON.parse(rows ?? ''), { decodeStatus: 'success', decoded: { temperature: 23.5, open: true } });
  t.match(csv, ',00eb80,success,"{""temperature"":23.5,""open"":true}",');
});

/** Status, code and values of all messages, oldest first. */
async function listed(center: Center) {
  const { messages } = await center.api.call('ListMessages', { order_by: 'seq asc' });
  return messages.map(({ decode_status, decode_error, decoded }) => [decode_status, decode_error, plain(decoded)]);
}

t.test('what does not decode says why, and the organization is told', async t => {
  const { center, station, blueprint } = await scene(t.testdir());
  await using _center = center;
  await using _station = station;
  await center.endpoint({ ep_eui: OTHER });
  await station.start('ulData', uplink({ packetCnt: 1, userData: Buffer.of(1) }));
  await station.start('ulData', uplink({ packetCnt: 2, userData: WARM, format: 1 }));
  await station.start('ulData', uplink({ packetCnt: 3, userData: WARM, format: 200 }));
  await station.start('ulData', uplink({ epEui: OTHER, packetCnt: 4, userData: WARM }));
  await closed(center, 4);
  t.same(await listed(center), [
    ['failed', 'payload_too_short', {}],
    ['failed', 'encrypted_payload', {}],
    ['failed', 'format_not_found', {}],
    ['skipped', 'no_blueprint', {}],
  ]);
  const { messages } = await center.api.call('ListMessages', { decode_status: 'failed', order_by: 'seq asc' });
  t.same(
    messages.map(({ packet_cnt, blueprint_id }) => [packet_cnt, blueprint_id]),
    [1, 2, 3].map(packetCnt => [packetCnt, blueprint]),
  );
  const { events } = await center.api.call('ListEvents', { ep_eui: METER, event_types: ['message.decode_failed'] });
  t.same(events.map(({ severity, data }) => [severity, plain(data)]).reverse(), [
    ['warning', { code: 'payload_too_short', format: 0, blueprintId: blueprint, packetCnt: 1 }],
    ['warning', { code: 'encrypted_payload', format: 1, blueprintId: blueprint, packetCnt: 2 }],
    ['warning', { code: 'format_not_found', format: 200, blueprintId: blueprint, packetCnt: 3 }],
  ]);
});

t.test('messages of a device model, in lists and streams', async t => {
  const { center, station, model } = await scene(t.testdir());
  await using _center = center;
  await using _station = station;
  await center.endpoint({ ep_eui: OTHER });
  const stream = center.api.stream('StreamMessages', { device_model_id: model, after_seq: '0' });
  const streamed: number[] = [];
  stream.on('data', ({ packet_cnt }: { packet_cnt: number }) => streamed.push(packet_cnt));
  stream.on('error', () => undefined);
  for (const [epEui, packetCnt] of [[METER, 1] as const, [OTHER, 2] as const, [METER, 3] as const]) {
    await station.start('ulData', uplink({ epEui, packetCnt, userData: WARM }));
  }
  await closed(center, 3);
  const ofModel = async (device_model_id: string, over = {}) => {
    const { messages, total_count } = await center.api.call('ListMessages', {
      ...{ device_model_id, order_by: 'seq asc', ...over },
    });
    t.equal(total_count, messages.length);
    return messages.map(({ packet_cnt }) => packet_cnt);
  };
  t.same(await ofModel(model), [1, 3]);
  t.same(await ofModel(model, { ep_eui: OTHER }), []);
  t.same(await ofModel(model, { decode_status: 'failed' }), []);
  t.same(await ofModel('0192f000-0000-7000-8000-00000000ffff'), [], 'an unknown model has none');
  await until(() => streamed.length === 2);
  t.same(streamed, [1, 3]);
  stream.cancel();
});

t.test('pins, models and defaults that change between two uplinks decide for the second', async t => {
  const { center, station, model, blueprint } = await scene(t.testdir());
  await using _center = center;
  await using _station = station;
  let packetCnt = 0;
  const hear = async (meanwhile: () => Promise<unknown>) => {
    await station.start('ulData', uplink({ packetCnt: ++packetCnt, userData: WARM }));
    await meanwhile();
    await closed(center, packetCnt);
    const { messages } = await center.api.call('ListMessages', { page_size: 1, order_by: 'seq desc' });
    return [messages[0]?.decode_status, messages[0]?.blueprint_version];
  };
  const update = (endpoint: object) =>
    center.api.call('UpdateEndPoint', {
      endpoint: { ep_eui: METER, ...endpoint },
      update_mask: { paths: Object.keys(endpoint) },
    });
  const { id: second } = await center.api.call('CreateBlueprint', {
    blueprint: { device_model_id: model, spec_json: spec('2.0') },
  });
  t.same(await hear(async () => undefined), ['success', '1.0']);
  t.same(await hear(() => center.api.call('SetDefaultBlueprint', { id: second })), ['success', '2.0']);
  t.same(await hear(() => update({ blueprint_id: blueprint })), ['success', '1.0'], 'pinned');
  t.same(await hear(() => update({ blueprint_id: '' })), ['success', '2.0']);
  t.same(await hear(() => update({ device_model_id: '' })), ['skipped', '']);
  t.same(await hear(() => update({ type_eui: '70b3d56770ff0001' })), ['success', '2.0'], 'by its Type EUI');
  t.same(await hear(() => update({ type_eui: '' })), ['skipped', '']);
  t.same(await hear(() => update({ device_model_id: model })), ['success', '2.0']);
  await t.rejects(
    center.api.call('UpdateBlueprint', {
      blueprint: { id: second, spec_json: spec('2.0', 'K') },
      update_mask: { paths: ['spec_json'] },
    }),
    /in use/,
    'messages were decoded with it',
  );
});

t.test('two at once: closes and changes of the default, and every message says by which it was decoded', async t => {
  const { center, station, model, blueprint } = await scene(t.testdir());
  await using _center = center;
  await using _station = station;
  const { id: second } = await center.api.call('CreateBlueprint', {
    blueprint: { device_model_id: model, spec_json: spec('2.0', 'K') },
  });
  const ids = [blueprint, second];
  await Promise.all([
    ...Array.from({ length: 20 }, (_, at) =>
      station
        .start('ulData', uplink({ packetCnt: at + 1, userData: WARM }))
        .then(() => center.clock.advance(WINDOW_MS)),
    ),
    ...Array.from({ length: 20 }, (_, at) => center.api.call('SetDefaultBlueprint', { id: ids[at % 2] })),
  ]);
  await closed(center, 20);
  const { messages } = await center.api.call('ListMessages', {});
  for (const { decode_status, decoded_meta, blueprint_id } of messages) {
    t.equal(decode_status, 'success');
    t.match(plain(decoded_meta), { temperature: { unit: blueprint_id === second ? 'K' : '°C' } });
  }
});

t.test('after a kill between the commits what was received is decoded, and its blueprint may be deleted', async t => {
  const dir = t.testdir();
  const { center, station, blueprint } = await scene(dir);
  await using _center = center;
  await station.start('ulData', uplink({ packetCnt: 1, userData: WARM }));
  await station.start('ulData', uplink({ packetCnt: 2, userData: Buffer.of(1) }));
  await center.stop();
  await center.begin();
  await closed(center, 2);
  const expected = [
    ['success', '', { temperature: 23.5, open: true }],
    ['failed', 'payload_too_short', {}],
  ];
  t.same(await listed(center), expected);
  await center.api.call('DeleteBlueprint', { id: blueprint });
  t.same(await listed(center), expected);
  await center.stop();
  await center.begin();
  t.same(await listed(center), expected);
});
