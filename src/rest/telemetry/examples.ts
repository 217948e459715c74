/** What answers look like. */
export const example = {
  latest: {
    values: [
      {
        key: 'temperature',
        value: 21.4,
        unit: '°C',
        timestamp: '2026-01-20T10:00:00.123Z',
        sensorId: '0198c0de-0000-7000-8000-00000000005e',
      },
    ],
  },
  series: {
    series: [
      {
        key: 'temperature',
        unit: '°C',
        points: [
          [1_768_903_200_000, 21.4],
          [1_768_906_800_000, 21.7],
        ],
      },
    ],
    truncated: false,
  },
  message: {
    id: '0198c0de-0000-7000-8000-0000000000a1',
    time: '2026-01-20T10:00:00.123Z',
    packetCnt: 1201,
    payload: 'ANY=',
    payloadHex: '00d6',
    format: 0,
    rssi: -97.5,
    snr: 12.25,
    baseStations: [
      { bsEui: '70b3d59cd0000001', name: 'Roof', rssi: -97.5, snr: 12.25, time: '2026-01-20T10:00:00.123Z' },
    ],
    decoded: { temperature: 21.4 },
    decodeStatus: 'success',
  },
} as const;
