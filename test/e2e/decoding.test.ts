import t from 'tap';
import { Center } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';

const STATION = '70b3d59cd0000001';
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
