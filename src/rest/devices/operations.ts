import type { Operation } from '../define.ts';

const SERVICE = 'digitaldevice.v2.DigitalDeviceService';

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

/** Templates of a new device are asked for and not shown. */
const NEVER_SHOWN = ['sensorTemplateIds', 'images.mediaId'];

export const deviceOperations: readonly Operation[] = [
  {
    http: 'GET',
    path: '/api/v2/devices',
    method: `${SERVICE}/ListDevices`,
    id: 'listDevices',
    tag: 'Devices',
    summary: 'List the digital devices of the organization',
    query: [
      ...['limit', 'offset', 'cursor', 'search', 'connection_id', 'client_device_id', 'sensor_template_id'],
      ...['updated_since', 'unlinked', 'sort'],
    ],
    example: {
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
  },
  {
    http: 'POST',
    path: '/api/v2/devices',
    method: `${SERVICE}/CreateDevice`,
    id: 'createDevice',
    tag: 'Devices',
    summary: 'Provision a digital device, optionally with a physical device and images',
    body: 'device',
    omit: [...NEVER_SHOWN, 'physicalDevice.sensorMappings'],
    example: {
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
  },
  {
    http: 'POST',
    path: '/api/v2/devices/link-all',
    method: 'rest.v1.RestService/LinkAllDevices',
    id: 'linkAllDevices',
    tag: 'Devices',
    summary: 'Give every endpoint without a digital device one of its name',
    example: { request: { sensorTemplateIds: [TEMPLATE] }, response: { created: 12, total: 40 } },
  },
  {
    http: 'GET',
    path: '/api/v2/devices/{id}',
    method: `${SERVICE}/GetDevice`,
    id: 'getDevice',
    tag: 'Devices',
    summary: 'Read one digital device',
    omit: NEVER_SHOWN,
    example: { response: device },
  },
  {
    http: 'PATCH',
    path: '/api/v2/devices/{id}',
    method: `${SERVICE}/UpdateDevice`,
    id: 'updateDevice',
    tag: 'Devices',
    summary: 'Change name, connection, configuration, images or interval of a digital device',
    body: 'device',
    omit: NEVER_SHOWN,
    example: {
      request: { name: 'Room 12', physicalDevice: { configuration: { room: '12', floor: null } } },
      response: device,
    },
  },
  {
    http: 'DELETE',
    path: '/api/v2/devices/{id}',
    method: `${SERVICE}/DeleteDevice`,
    id: 'deleteDevice',
    tag: 'Devices',
    summary: 'Delete a digital device',
    query: ['delete_endpoint'],
    example: { response: { id: ID, deleted: true, endpointDeleted: false } },
  },
  {
    http: 'GET',
    path: '/api/v2/devices/{id}/connector-keys',
    method: `${SERVICE}/ListConnectorKeys`,
    id: 'listConnectorKeys',
    tag: 'Devices',
    summary: 'Read the newest decoded values of the physical device',
    query: ['connection_id', 'client_device_id'],
    example: {
      response: {
        connectorKeys: [{ name: 'temperature', timestamp: 1_768_903_440_500, value: { value: 21.4, unit: '°C' } }],
      },
    },
  },
  {
    http: 'POST',
    path: '/api/v2/devices/{id}/sensors',
    method: `${SERVICE}/AddSensors`,
    id: 'addSensors',
    tag: 'Sensors',
    summary: 'Attach sensors to a device by template',
    body: '*',
    omit: NEVER_SHOWN,
    example: { request: { sensorTemplateIds: [TEMPLATE] }, response: device },
  },
  {
    http: 'DELETE',
    path: '/api/v2/devices/{id}/sensors',
    method: `${SERVICE}/RemoveSensors`,
    id: 'removeSensors',
    tag: 'Sensors',
    summary: 'Detach sensors from a device',
    body: '*',
    query: ['sensor_ids', 'sensor_template_ids'],
    omit: NEVER_SHOWN,
    example: {
      request: { sensorIds: [sensor.id] },
      response: { ...device, sensors: [], physicalDevice: { ...device.physicalDevice, sensorMappings: [] } },
    },
  },
];

const shownSensor = {
  id: sensor.id,
  sensorTemplateId: TEMPLATE,
  name: 'Temperature',
  unit: '°C',
  sourcePath: 'temperature',
  lastValue: 21.4,
  lastTimestamp: '2026-01-20T10:04:00.500Z',
};

export const sensorOperations: readonly Operation[] = [
  {
    http: 'GET',
    path: '/api/v2/devices/{deviceId}/sensors',
    method: 'rest.v1.RestService/ListDeviceSensors',
    id: 'listDeviceSensors',
    tag: 'Sensors',
    summary: 'List the sensors of a device with what each has last measured',
    query: ['limit', 'offset'],
    example: { response: { sensors: [shownSensor], total: 1 } },
  },
  {
    http: 'PUT',
    path: '/api/v2/devices/{deviceId}/sensors/{sensorId}/mapping',
    method: 'rest.v1.RestService/SetSensorMapping',
    id: 'setSensorMapping',
    tag: 'Sensors',
    summary: 'Say where a sensor takes its values from',
    body: '*',
    example: { request: { sourcePath: 'temperature' }, response: shownSensor },
  },
];
