/** What requests and answers look like. */
export const example = {
  request: { command: 'Set interval', parameters: { minutes: 15 }, ref: 'interval-7' },
  command: {
    id: '4711',
    deviceId: '0198c0de-0000-7000-8000-000000000007',
    clientDeviceId: '70b3d56770110001',
    payload: 'AA8=',
    payloadHex: '000f',
    format: 3,
    priority: 0,
    confirmed: false,
    expiresAt: '2026-01-21T10:00:00.000Z',
    ref: 'interval-7',
    status: 'pending',
    error: '',
    createdAt: '2026-01-20T10:00:00.000Z',
  },
} as const;
