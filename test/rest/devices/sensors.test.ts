import t from 'tap';
import { packUplink } from '../../../src/domain/uplink/receive.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { DAY_MS, MS_NS } from '../../../src/kit/units.ts';
import { EDITOR, newModel } from '../../domain/blueprint/log-catalog.ts';
import { BATTERY, EP, HUMIDITY, openDevices, plain, SERVICE, TEMPERATURE } from './scene.ts';

const LAYOUT = JSON.stringify({
  version: '1',
  typeEui: '70b3d56770ff0001',
  uplink: [
    {
      payload: [
        { name: 'temperature', size: 8, type: 'int', func: '$*0.5', unit: '°C' },
        { name: 'battery', size: 8, type: 'uint', unit: '%' },
        { name: 'door.open', size: 8, type: 'bool' },
      ],
    },
  ],
});

type Scene = Awaited<ReturnType<typeof openDevices>>;

/** An endpoint whose uplinks are decoded. */
async function heard(api: Scene) {
  const { model } = await api.store.write.blueprints.insertWithModel(newModel('Probe', LAYOUT), EDITOR);
  await api.endpoint(EP, { device_model: model });
  api.db.exec(
    `INSERT INTO base_station (id, org, eui, name, created_at, updated_at) VALUES (1, 1, '70b3d59cd0000001', 'station', 0, 0)`,
  );
  let packetCnt = 0;
  return async (...bytes: number[]) => {
    const at = api.now();
    packetCnt++;
    const uplink = {
      ...{ epEui: EP as Eui, packetCnt, userData: Buffer.from(bytes), format: 0, flags: 0, arrivedAt: at },
      reception: { station: 1, opId: packetCnt, rxTime: BigInt(at) * MS_NS, snr: 9.5, rssi: -101.25, eqSnr: 8 },
      progress: { session: 0, lastBs: 0, doneBs: 0 },
    };
    await api.store.write.uplinks.receive(packUplink(uplink));
    await api.store.write.uplinks.close(at + 1000, listenedMs(at + 1000));
    return at;
  };
}

t.test('connector keys are the newest decoded values, and sensors are mapped to their default keys', async t => {
  const api = await openDevices(t);
  const send = await heard(api);
  const at = await send(43, 88, 1);
  const { answer } = await api.create({ ...api.mioty(), sensorTemplateIds: [TEMPERATURE] });
  t.match(answer, { physical_device: { sensor_mappings: [] }, last_seen: { seconds: String(Math.floor(at / 1000)) } });
  const id = answer.id;
  const of = { organization_id: api.organization_id, id };
  const { connector_keys } = await api.call(`${SERVICE}/ListConnectorKeys`, {
    ...of,
    connection_id: 'mioty',
    client_device_id: EP,
  });
  t.same(
    connector_keys.map(key => ({ ...key, value: plain(key.value) })),
    [
      { name: 'battery', timestamp: at, value: { value: 88, unit: '%' } },
      { name: 'door.open', timestamp: at, value: { value: true, unit: '' } },
      { name: 'temperature', timestamp: at, value: { value: 21.5, unit: '°C' } },
    ],
  );
  const added = await api.call(`${SERVICE}/AddSensors`, { ...of, sensor_template_ids: [HUMIDITY, BATTERY] });
  const [temperature, humidity, battery] = added.sensors;
  t.match(added.physical_device?.sensor_mappings, [
    { sensor_id: temperature?.id, source_path: 'temperature' },
    { sensor_id: battery?.id, source_path: 'battery' },
  ]);
  api.advance(1000);
  const later = await send(44, 87, 0);
  const list = async () => {
    const { sensors } = await api.call('rest.v1.RestService/ListDeviceSensors', {
      organization_id: api.organization_id,
      device_id: id,
    });
    return sensors.map(({ name, unit, source_path, last_value, last_timestamp }) => {
      const value = last_value as { numberValue?: number; boolValue?: boolean } | null;
      const seconds = Number((last_timestamp as { seconds?: string } | null)?.seconds ?? 0);
      return [name, unit, source_path, value?.numberValue ?? value?.boolValue, seconds];
    });
  };
  const second = Math.floor(later / 1000);
  t.same(await list(), [
    ['Battery level', '%', 'battery', 87, second],
    ['Relative humidity', '%', undefined, undefined, 0],
    ['Temperature', '°C', 'temperature', 22, second],
  ]);
  const map = (sensor_id: string | undefined, source_path: string) =>
    api.whole('rest.v1.RestService/SetSensorMapping', {
      ...{ organization_id: api.organization_id, device_id: id, sensor_id: sensor_id ?? '', source_path },
    });
  t.match(
    (await map(humidity?.id, 'door.open')).answer,
    { last_value: { boolValue: false } },
    'a name with a dot in it',
  );
  for (const [path, value] of Object.entries({ rssi: -101.25, snr: 9.5, eqSnr: 8, packetCnt: 2 })) {
    t.match((await map(humidity?.id, path)).answer, { source_path: path, last_value: { numberValue: value } });
  }
  const before = await api.get(id);
  t.match(before.answer.physical_device?.sensor_mappings.length, 3);
  t.equal((await map(humidity?.id, 'packetCnt')).told.version, before.told.version, 'the same mapping is no change');
  t.match((await map(humidity?.id, 'never.said')).answer, { last_value: null, last_timestamp: null });
  const removed = await map(humidity?.id, '');
  t.match(removed.answer, { name: 'Relative humidity', last_value: null });
  t.notOk(removed.answer.source_path);
  t.equal((await api.get(id)).answer.physical_device?.sensor_mappings.length, 2);
  const version = (await api.get(id)).told.version;
  api.advance(1000);
  await send(45, 86, 0);
  t.equal((await api.get(id)).told.version, version, 'what is heard is no change');
  api.advance(31 * DAY_MS);
  t.same(
    (await list()).map(([, , , value]) => value),
    [undefined, undefined, undefined],
    'nothing is older than 30 days',
  );
});

t.test('a template with sensors stays, and goes with the last of them', async t => {
  const api = await openDevices(t);
  const by = { now: api.now(), userId: undefined, userEmail: undefined, actor: 'somebody' };
  const given = {
    name: 'own',
    description: '',
    kind: 'custom',
    unit: '',
    value_type: 'number',
    default_key: 'x',
    min: null,
    max: null,
    decimals: null,
  } as const;
  const template = await api.store.write.sensorTemplates.create(1, given, by);
  const { answer } = await api.create({ name: 'virtual', sensorTemplateIds: [template.uuid] });
  const remove = () =>
    api.store.write.sensorTemplates.remove(1, template.uuid, undefined, by).then(
      () => 'none',
      error => error.fault,
    );
  t.equal(await remove(), 'SensorTemplateInUse');
  t.same((await api.list({ sensor_template_id: template.uuid })).total, 1);
  t.same((await api.list({ sensor_template_id: TEMPERATURE })).total, 0);
  await api.remove(answer.id);
  t.equal(await remove(), 'none');
  t.match(await api.refusedCreate({ name: 'x', sensorTemplateIds: [template.uuid] }), {
    token: 'SensorTemplateNotFound',
  });
});

t.test('a device has at most 100 sensors', async t => {
  const api = await openDevices(t);
  const by = { now: api.now(), userId: undefined, userEmail: undefined, actor: 'somebody' };
  const given = {
    description: '',
    kind: 'custom',
    unit: '',
    value_type: 'number',
    default_key: '',
    min: null,
    max: null,
    decimals: null,
  } as const;
  const made = await Promise.all(
    Array.from({ length: 101 }, (_, n) => api.store.write.sensorTemplates.create(1, { ...given, name: `t${n}` }, by)),
  );
  const { answer } = await api.create({
    name: 'virtual',
    sensorTemplateIds: made.slice(0, 100).map(({ uuid }) => uuid),
  });
  const more = { organization_id: api.organization_id, id: answer.id, sensor_template_ids: [made[100]?.uuid ?? ''] };
  t.equal(await api.refusal(`${SERVICE}/AddSensors`, more), 'TooManyItems');
});

t.test(
  'images are shown in the order of their positions, one is the cover, and one that is deleted is gone',
  async t => {
    const api = await openDevices(t);
    const media = (n: number, org = 1) => {
      const uuid = `0198c0de-0000-7000-8000-0000000000${n.toString(16).padStart(2, '0')}`;
      api.db
        .prepare(
          "INSERT INTO media (uuid, org, filename, content_type, size, created_at) VALUES (?, ?, 'a.png', 'image/png', 5, 1)",
        )
        .run(uuid, org);
      return uuid;
    };
    const [a, b, c, foreign] = [media(1), media(2), media(3), media(4, 2)];
    t.match(await api.refusedCreate({ name: 'x', images: [{ media_id: foreign }] }), { token: 'MediaNotFound' });
    const { answer, told } = await api.create({
      name: 'x',
      images: [{ media_id: a, position: 5 }, { media_id: b }, { media_id: c, is_cover: true, position: 0 }],
    });
    const shown = async () =>
      (await api.get(answer.id)).answer.images.map(({ id, is_cover, position }) => [id, is_cover, position]);
    t.same(await shown(), [
      [c, true, 0],
      [b, false, 1],
      [a, false, 5],
    ]);
    t.match(answer.images[0], { filename: 'a.png', content_type: 'image/png', url: `/media/${c}`, size_bytes: 5 });
    t.notOk(answer.images[0]?.media_id);
    api.db.prepare('DELETE FROM media WHERE uuid = ?').run(c);
    t.same(
      await shown(),
      [
        [b, true, 1],
        [a, false, 5],
      ],
      'the first one becomes the cover',
    );
    t.ok(Number((await api.get(answer.id)).told.version) > Number(told.version));
    const back = (await api.get(answer.id)).answer.images;
    const same = await api.patch(answer.id, { images: [...back].map(({ id, position }) => ({ id, position })) });
    t.same(same.answer.images, back, 'as they came out, they may come back');
    await api.patch(answer.id, { images: [{ media_id: b }] });
    t.same(await shown(), [[b, true, 0]]);
    await api.patch(answer.id, { images: [] });
    t.same(await shown(), []);
  },
);
