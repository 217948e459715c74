import type { Test } from 'tap';
import { MINUTE_MS, MS_NS } from '../../src/kit/units.ts';
import type { MethodName } from '../../src/rpc/call/define.ts';
import { until } from '../peers/center.ts';
import { euiOf, uplink } from '../peers/telegrams.ts';
import { type BoxOptions, RestBox } from './box.ts';

export const EPS = ['70b3d56770110001', '70b3d56770110002'] as const;
export const BS = '70b3d59cd0000001';
/** Nothing is called so. */
export const NOWHERE = '0192f000-0000-7000-8000-0000000000aa';

const specOf = (typeEui: string) =>
  JSON.stringify({
    version: '1',
    typeEui,
    uplink: [
      {
        payload: [
          { name: 'temperature', size: 8, type: 'int', unit: '°C' },
          { name: 'open', size: 8, type: 'bool' },
          { name: 'word', size: 8, type: 'string', condition: '$open' },
        ],
      },
    ],
    downlink: [
      { id: 3, name: 'Set interval', payload: [{ name: 'minutes', size: 16, type: 'uint', unit: 'min' }] },
      { id: 4, payload: [{ name: 'on', size: 8, type: 'bool' }] },
    ],
  });

/** Makes a model of meters with a blueprint; bytes of an uplink are temperature, open and word. @returns the ids of both */
export async function meterModel(
  platform: (method: MethodName, request: object) => Promise<Record<string, unknown>>,
  typeEui = '70b3d56770ff0001',
): Promise<{ readonly deviceModelId: string; readonly blueprintId: string }> {
  const { device_model: model, blueprint } = await platform('CreateDeviceModelWithBlueprint', {
    manufacturer: { name: 'Maker' },
    device_model: { name: 'Meter', ep_class: 'A' },
    blueprint: { version: '1', spec_json: specOf(typeEui) },
  });
  return { deviceModelId: (model as { id: string }).id, blueprintId: (blueprint as { id: string }).id };
}

/** A box with two devices that a base station hears, of a model with a blueprint. */
export async function measuring(t: Test, options?: BoxOptions) {
  const box = await RestBox.start(t.testdir(), options);
  t.teardown(() => box[Symbol.asyncDispose]());
  const { center } = box;
  const { deviceModelId } = await meterModel((method, request) => box.platform(method, request));
  const ids: string[] = [];
  for (const [n, clientDeviceId] of EPS.entries()) {
    const configuration = {
      ...{
        deviceModelId,
        epClass: 'A',
        nwkKey: `a${n}`.repeat(16),
        preAttach: true,
        shAddr: n + 1,
      },
    };
    const { json, token } = await box.post('/api/v2/devices', {
      name: `Room ${n + 1}`,
      physicalDevice: { clientDeviceId, connectionId: 'mioty', configuration },
    });
    if (token !== 'OK') throw new Error(`${token} ${JSON.stringify(json)}`);
    ids.push(json.id);
  }
  const [device = '', other = ''] = ids;
  const virtual = (await box.post('/api/v2/devices', { name: 'Plan' })).json.id as string;
  await box.platform('CreateBaseStation', { base_station: { bs_eui: BS } });
  const station = { dialled: await center.baseStation({ bsEui: BS, register: false }) };
  let packetCnt = 0;
  let visible = 0;

  return {
    box,
    center,
    device,
    other,
    virtual,
    station,
    now: () => center.clock.now(),
    /** Uplinks that are visible when it resolves, a minute apart; bytes are temperature, open and word. */
    async send(payloads: readonly (readonly number[])[], { ep = EPS[0] as string, endMs = center.clock.now() } = {}) {
      for (const [n, bytes] of payloads.entries()) {
        const at = endMs - (payloads.length - 1 - n) * MINUTE_MS;
        const radio = { rssi: -90 - n, snr: 10 + n };
        await station.dialled.start(
          'ulData',
          uplink({
            epEui: euiOf(ep),
            packetCnt: ++packetCnt,
            rxTime: BigInt(at) * MS_NS,
            userData: Uint8Array.from(bytes),
            ...radio,
          }),
        );
      }
      visible += payloads.length;
      await center.clock.advance(500);
      await until(async () => Number((await box.platform('ListMessages', {})).total_count) === visible);
    },
  };
}
