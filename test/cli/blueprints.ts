import { join } from 'node:path';

const catalog = new URL('../../catalog/', import.meta.url).pathname;
export const MUNIA = join(catalog, 'weptech/munia-m/v1.json');
export const TYPE = '70b3d56770ff0001';

interface Given {
  readonly version?: string;
  readonly typeEui?: string;
  readonly unit?: string;
  readonly maker?: string;
  readonly model?: string;
  readonly isDefault?: boolean;
}

export function spec({ version = '1.0', typeEui = TYPE, unit = '°C' }: Given) {
  const payload = [
    { name: 'temperature', size: 16, type: 'int', func: '$/10', unit },
    { name: 'flags', size: 4, type: 'uint', hidden: true },
  ];
  const virtual = [{ name: 'low', type: 'bool', func: '1', condition: '$flags > 0' }];
  return { version, typeEui, uplink: [{ payload, virtual }] };
}

/** As a registry has it. */
export function envelope(given: Given = {}): string {
  const { version = '1.0', maker = 'Maker', model = 'Sensor', isDefault = true } = given;
  const code = model.toLowerCase();
  return JSON.stringify({
    manufacturer_name: maker,
    device_model_name: model,
    device_model_code: code,
    version,
    is_default: isDefault,
    spec: spec(given),
  });
}
