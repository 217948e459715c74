import t from 'tap';
import { ORGANIZATION } from '../caller.ts';
import { EP, KEY, openDevices, plain, SERVICE } from './scene.ts';

t.test('a device is made with its endpoint, shown, listed and deleted with it', async t => {
  const api = await openDevices(t);
  const { answer: made, told } = await api.create(
    api.mioty({ nwkKey: KEY, epClass: 'A', room: { floor: 3, tags: [1, null] } }),
  );
  t.match(made, {
    name: 'Room 12',
    organization_id: ORGANIZATION,
    last_seen: null,
    physical_device: { client_device_id: EP, sensor_mappings: [] },
    sensors: [],
    images: [],
    data_sending_interval: null,
  });
  t.equal(told.location, `/api/v2/devices/${made.id}`);
  t.equal(told.version, 1);
  t.same(plain(made.physical_device?.configuration), {
    nwkKey: '***',
    epClass: 'A',
    room: { floor: 3, tags: [1, null] },
  });
  t.match(api.endpointOf(), { name: 'Room 12', ep_class: 'A', nwk_key_set: 1 });
  const { answer: read } = await api.get(made.id);
  t.match(read, { ...made, data_sending_interval: { unit: 'hour', value: 1 } });
  const { devices, total } = await api.list();
  t.equal(total, 1);
  const { id, client_device_id, connection_id } = made.physical_device as NonNullable<typeof made.physical_device>;
  t.match(devices[0], { id: made.id, name: 'Room 12', physical_device: { id, client_device_id, connection_id } });
  t.same(await api.remove(made.id), { id: made.id, deleted: true, endpoint_deleted: true });
  t.equal(api.endpointOf(), undefined);
  t.match(await api.refused(`${SERVICE}/GetDevice`, { organization_id: ORGANIZATION, id: made.id }), {
    token: 'DeviceNotFound',
  });
});
