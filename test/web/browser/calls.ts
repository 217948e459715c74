// Calls of the public API that a journey needs before a page is looked at.

export async function call<T = Record<string, unknown>>(
  url: string,
  method: string,
  request: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const response = await fetch(`${url}/platform.api.v1.PlatformService/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(`${method}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Of the first endpoint of the demo, as soon as there is one with this outcome of its decoding. */
export async function newestMessage(url: string, decodeStatus = 'success'): Promise<string> {
  const epEui = 'fe0000000000e101';
  for (let tries = 0; tries < 360; tries++) {
    const asked = { epEui, pageSize: 1, decodeStatus };
    // the demo registers it a moment after the console is there
    const found = await call<{ messages: { id: string }[] }>(url, 'ListEndpointMessages', asked).catch(() => undefined);
    const [newest] = found?.messages ?? [];
    if (newest) return newest.id;
    await new Promise(resolve => setTimeout(resolve, 500));
  }
  throw new Error('nothing was heard');
}

const layout = [
  { name: 'temperature', type: 'int', size: 16, func: '$/10', unit: '°C' },
  { name: 'humidity', type: 'int', size: 16, func: '$/10', unit: '%' },
];
const spec = {
  ...{ version: '1', typeEui: 'FE00000000000077', uplink: [{ id: 0, payload: layout }] },
  downlink: [
    {
      id: 1,
      name: 'Set interval',
      payload: [
        { name: 'interval', label: 'Interval', type: 'uint', size: 16, unit: 'min' },
        { name: 'mode', label: 'Mode', type: 'enum', size: 2, enum: { 0: 'off', 1: 'eco', 2: 'comfort' } },
        { name: 'target', label: 'Target', type: 'uint', size: 8, unit: '°C', condition: '$mode == 2' },
        { name: 'pad', type: 'uint', size: 6, hidden: true },
      ],
    },
  ],
};

/** Gives an endpoint of the demo a model that has downlinks. */
export async function withDownlinks(url: string, epEui: string): Promise<void> {
  const { id: manufacturerId } = await call<{ id: string }>(url, 'CreateManufacturer', {
    manufacturer: { name: 'Acme' },
  });
  const { deviceModel } = await call<{ deviceModel: { id: string } }>(url, 'CreateDeviceModelWithBlueprint', {
    deviceModel: { manufacturerId, name: 'Valve', typeEui: 'fe00000000000077', epClass: 'A' },
    blueprint: { version: '1', specJson: JSON.stringify(spec), isDefault: true },
  });
  await call(url, 'UpdateEndPoint', {
    endpoint: { epEui, deviceModelId: deviceModel.id },
    updateMask: 'deviceModelId',
  });
}
