const ID = '0198c0de-0000-7000-8000-000000000001';
const ORGANIZATION = '0198c0de-0000-7000-8000-0000000000aa';
const CONNECTION = '8e0f9a52-5a3c-5b0e-9d6f-0a4c1f6c2b11';
const TEMPLATE = '0fc88009-8014-819b-a463-4cd3afc2c631';
const MADE = '2026-01-20T10:00:00.123Z';
const times = { createdAt: MADE, updatedAt: MADE };

const sensor = { id: '0198c0de-0000-7000-8000-000000000003', sensorTemplateId: TEMPLATE, ...times };
const physicalDevice = {
  id: '0198c0de-0000-7000-8000-000000000002',
  clientDeviceId: '70b3d56770110001',
  connectionId: CONNECTION,
  configuration: { nwkKey: '***', room: '12' },
};
const image = {
  id: '0198c0de-0000-7000-8000-000000000004',
  filename: 'room.jpg',
  contentType: 'image/jpeg',
  url: '/api/v2/media/0198c0de-0000-7000-8000-000000000004?expires=1768906800&signature=kTg',
  isCover: true,
  position: 0,
  sizeBytes: 48_213,
  createdAt: MADE,
};
const mapping = {
  id: '0198c0de-0000-7000-8000-000000000005',
  sensorId: sensor.id,
  sourcePath: 'temperature',
  ...times,
};
const device = {
  id: ID,
  name: 'Room 12',
  organizationId: ORGANIZATION,
  lastSeen: '2026-01-20T10:04:00.500Z',
  physicalDevice: { ...physicalDevice, sensorMappings: [mapping], ...times },
  sensors: [sensor],
  images: [image],
  dataSendingInterval: { unit: 'minute', value: 15 },
  ...times,
};

const shownSensor = {
  id: sensor.id,
  sensorTemplateId: TEMPLATE,
  name: 'Temperature',
  unit: '°C',
  sourcePath: 'temperature',
  lastValue: 21.4,
  lastTimestamp: '2026-01-20T10:04:00.500Z',
};

/** What the description document shows, by the ids of operations. */
export const examples = {
  listDevices: {
    response: {
      devices: [
        {
          id: ID,
          name: 'Room 12',
          organizationId: ORGANIZATION,
          lastSeen: device.lastSeen,
          physicalDevice: {
            id: physicalDevice.id,
            clientDeviceId: physicalDevice.clientDeviceId,
            connectionId: CONNECTION,
          },
          sensors: [{ id: sensor.id, sensorTemplateId: TEMPLATE }],
          ...times,
        },
      ],
      total: 1,
    },
  },
  createDevice: {
    request: {
      name: 'Room 12',
      physicalDevice: {
        clientDeviceId: '70b3d56770110001',
        connectionId: 'mioty',
        configuration: { nwkKey: '00112233445566778899aabbccddeeff', room: '12' },
      },
      images: [{ mediaId: image.id, isCover: true, position: 0 }],
    },
    response: {
      id: ID,
      name: 'Room 12',
      organizationId: ORGANIZATION,
      physicalDevice: { ...physicalDevice, ...times },
      sensors: [],
      images: [image],
      ...times,
    },
  },
  getDevice: { response: device },
  updateDevice: {
    request: { name: 'Room 12', physicalDevice: { configuration: { room: '12', floor: null } } },
    response: device,
  },
  deleteDevice: { response: { id: ID, deleted: true, endpointDeleted: false } },
  listConnectorKeys: {
    response: {
      connectorKeys: [{ name: 'temperature', timestamp: 1_768_903_440_500, value: { value: 21.4, unit: '°C' } }],
    },
  },
  linkAllDevices: { request: { sensorTemplateIds: [TEMPLATE] }, response: { created: 12, total: 40 } },
  addSensors: { request: { sensorTemplateIds: [TEMPLATE] }, response: device },
  removeSensors: {
    request: { sensorIds: [sensor.id] },
    response: { ...device, sensors: [], physicalDevice: { ...device.physicalDevice, sensorMappings: [] } },
  },
  listDeviceSensors: { response: { sensors: [shownSensor], total: 1 } },
  setSensorMapping: { request: { sourcePath: 'temperature' }, response: shownSensor },
};
