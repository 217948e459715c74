import { status } from '@grpc/grpc-js';
import { asset } from '../../kit/program.ts';
import type { MessageIn } from '../../rpc/schema.gen.ts';
import { jsonOf } from '../../rpc/wire.ts';
import { SimulatedEndpoint } from '../../simulate/endpoint.ts';
import { SensorPayloads } from '../../simulate/sensor-payloads.ts';
import type { Api } from '../api.ts';
import type { NamedValue } from '../decoded-values.ts';

/** What the sensors of the demo are: thermometers that ship in the catalog. */
const BLUEPRINT = 'catalog/weptech/munia-m/v1.json';
const NWK_KEY = '000102030405060708090a0b0c0d0e0f';
/** Of a sensor's newest messages: more than arrive while one is looked up. */
const LATEST = 10;

/** A device model, and what its sensors say. */
export interface DemoModel {
  readonly id: string;
  readonly payloads: SensorPayloads;
}

/** The device model of the catalog, which is put there when it is not. */
export async function demoModel(api: Api): Promise<DemoModel> {
  const text = asset(BLUEPRINT).toString();
  const shipped = new SensorPayloads(text);
  const { typeEui: type_eui, envelope } = shipped.blueprint;
  const { device_models } = await api.call('ListDeviceModels', { type_eui });
  const known = device_models.find(({ default_blueprint_id }) => default_blueprint_id !== '');
  if (known) {
    // An operator may have changed it.
    const { spec_json } = await api.call('GetBlueprint', { id: known.default_blueprint_id });
    return { id: known.id, payloads: new SensorPayloads(spec_json) };
  }
  const { deviceModelName: name = 'Demo', manufacturerName = 'Demo' } = envelope ?? {};
  const { manufacturers } = await api.call('ListManufacturers', { search: manufacturerName });
  const maker = manufacturers.find(each => each.name === manufacturerName);
  const { device_model } = await api.call('CreateDeviceModelWithBlueprint', {
    // Made only when the model names none.
    manufacturer: { name: manufacturerName },
    device_model: { name, manufacturer_id: maker?.id },
    blueprint: { spec_json: text },
  });
  return { id: device_model?.id ?? '', payloads: shipped };
}

/** A sensor that goes on where it stopped in an earlier demo on the same data. */
export async function demoSensor(api: Api, model: DemoModel, ep_eui: string, name: string): Promise<SimulatedEndpoint> {
  const endpoint = { ep_eui, name, ep_class: 'A', nwk_key: NWK_KEY, device_model_id: model.id };
  await unlessThere(api.call('CreateEndPoint', { endpoint }));
  const { attach_cnt, device_model_id } = await api.call('GetEndPoint', { ep_eui });
  if (device_model_id === '') {
    await api.call('UpdateEndPoint', { endpoint, update_mask: { paths: ['device_model_id'] } });
  }
  const { payloads } = model;
  return new SimulatedEndpoint({
    epEui: ep_eui,
    nwkKey: Buffer.from(NWK_KEY, 'hex'),
    windowEvery: 1,
    format: payloads.format,
    payload: packetCnt => payloads.payload(ep_eui, packetCnt),
    ...(typeof attach_cnt === 'number' && { attachCnt: attach_cnt }),
  });
}

/** What a telegram says, as the service center has decoded it; undefined when it has not. */
export async function decodedValues(api: Api, ep_eui: string, packetCnt: number): Promise<NamedValue[] | undefined> {
  const { messages } = await api.call('ListEndpointMessages', { ep_eui, page_size: LATEST });
  const message = messages.find(({ packet_cnt }) => packet_cnt === packetCnt);
  return message && valuesOf(message);
}

export async function unlessThere(created: Promise<unknown>): Promise<void> {
  try {
    await created;
  } catch (cause) {
    if ((cause as { code?: number }).code !== status.ALREADY_EXISTS) throw cause;
  }
}

function valuesOf({ decoded, decoded_meta }: MessageIn): NamedValue[] | undefined {
  if (!decoded) return undefined;
  const meta = decoded_meta ? jsonOf(decoded_meta) : {};
  return Object.entries(jsonOf(decoded)).map(([name, value]) => {
    const { unit = '' } = (meta[name] ?? {}) as { unit?: string };
    return { name, value: value as NamedValue['value'], unit };
  });
}
