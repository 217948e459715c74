const deviceId = '0198c0de-0000-7000-8000-000000000007';
const clientDeviceId = '70b3d56770110001';
const at = '2026-01-20T10:00:00.123Z';

/** What items of streams, and tickets, look like. */
export const example = {
  message: {
    id: '0198c0de-0000-7000-8000-0000000000a1',
    time: at,
    packetCnt: 1201,
    payload: 'ANY=',
    payloadHex: '00d6',
    format: 0,
    rssi: -97.5,
    snr: 12.25,
    baseStations: [{ bsEui: '70b3d59cd0000001', name: 'Roof', rssi: -97.5, snr: 12.25, time: at }],
    decoded: { temperature: 21.4 },
    decodeStatus: 'success',
    seq: 81_234,
    deviceId,
    clientDeviceId,
  },
  event: {
    id: '0198c0de-0000-7000-8000-0000000000e1',
    type: 'endpoint.attached',
    category: 'endpoint',
    severity: 'info',
    title: 'Endpoint attached',
    description: '',
    deviceId,
    clientDeviceId,
    timestamp: at,
    data: {},
    seq: 512,
  },
  telemetry: {
    seq: 81_234,
    deviceId,
    clientDeviceId,
    timestamp: at,
    values: [{ key: 'temperature', value: 21.4, unit: '°C' }],
  },
  ticket: { ticket: 'q2v0Vb0mZ3o8n1Yp5yQm2mYF0dU7i3m8pDqk9v0aZ1c', expiresAt: '2026-01-20T10:01:00.000Z' },
} as const;
