import t, { type Test } from 'tap';
import { random } from '../../domain/message/log-store.ts';
import { some } from '../../whole.ts';
import { ACTING, BATTERY, HUMIDITY, KEY, OTHER, openDevices, plain, SERVICE, TEMPERATURE } from './scene.ts';

t.setTimeout(240_000);

const EUIS = [1, 2, 3, 4].map(n => `70b3d5677012000${n}`);
const FOREIGN = '70b3d56770120009';
const TEMPLATES = [TEMPERATURE, HUMIDITY, BATTERY];
const STEPS = 250;

/** An endpoint as it should be. */
interface Endpoint {
  epClass: string;
  hasKey: boolean;
  interval: number;
}

/** A device as it should be. */
interface Device {
  name: string;
  physical:
    | {
        eui?: string;
        client?: string;
        made: boolean;
        free: Record<string, unknown>;
        keyKept?: boolean;
        classKept?: string;
      }
    | undefined;
  readonly sensors: Map<string, string>;
}

const secondsOf = (unit: string) => (unit === 'day' ? 86_400 : 3600);

async function run(t: Test, seed: number): Promise<void> {
  const api = await openDevices(t);
  await api.endpoint(FOREIGN, {}, 2);
  const next = random(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const endpoints = new Map<string, Endpoint>();
  const devices = new Map<string, Device>();
  const boundTo = (eui: string) => [...devices].find(([, { physical }]) => physical?.eui === eui)?.[0];
  const clientOf = (client: string) => [...devices].find(([, { physical }]) => physical?.client === client)?.[0];
  const done = new Map<string, number>();
  const of = (id: string) => ({ organization_id: api.organization_id, id });

  /** A configuration and what comes of it. */
  const configuration = () => ({
    ...(next() < 0.4 && { epClass: pick(['A', 'Z']) }),
    ...(next() < 0.3 && { nwkKey: KEY }),
    ...(next() < 0.4 && { [pick(['room', 'desk'])]: Math.floor(next() * 5) }),
  });
  const freeOf = ({ epClass: _, nwkKey: __, ...free }: Record<string, unknown>) => free;
  const apply = (eui: string, given: { epClass?: string; nwkKey?: string }, seconds: number | undefined) => {
    const endpoint = endpoints.get(eui) ?? { epClass: 'Z', hasKey: false, interval: 0 };
    if (given.epClass) endpoint.epClass = given.epClass;
    if (given.nwkKey) endpoint.hasKey = true;
    if (seconds !== undefined) endpoint.interval = seconds;
    endpoints.set(eui, endpoint);
  };
  const unmap = (device: Device) => {
    for (const template of device.sensors.keys()) device.sensors.set(template, '');
  };

  const steps: Record<string, () => Promise<string>> = {
    async create() {
      const eui = pick([...EUIS, FOREIGN]);
      const kind = pick(['virtual', 'mioty', 'mioty', 'plant']);
      const given = configuration();
      const name = `device ${Math.floor(next() * 100)}`;
      const templates = next() < 0.5 ? [pick(TEMPLATES)] : [];
      const client = kind === 'mioty' ? eui : pick(['pump', 'fan']);
      const physicalDevice =
        kind === 'virtual' ? null : { clientDeviceId: client, connectionId: kind, configuration: given };
      const expected =
        kind === 'mioty' && eui === FOREIGN
          ? 'EndPointEUIExists'
          : (kind === 'mioty' && boundTo(eui)) || (kind === 'plant' && clientOf(client))
            ? 'PhysicalDeviceAlreadyBound'
            : kind === 'mioty' && given.epClass && (endpoints.get(eui)?.epClass ?? given.epClass) !== given.epClass
              ? 'EndPointExists'
              : 'none';
      const asked = { name, physicalDevice, sensorTemplateIds: templates };
      if (expected !== 'none') {
        t.equal((await api.refusedCreate(asked)).token, expected);
        return expected;
      }
      const { answer } = await api.create(asked);
      const made = kind === 'mioty' && !endpoints.has(eui);
      if (kind === 'mioty') apply(eui, given, undefined);
      const physical =
        kind === 'virtual'
          ? undefined
          : kind === 'mioty'
            ? { eui, made, free: freeOf(given) }
            : {
                client,
                made: false,
                free: freeOf(given),
                keyKept: 'nwkKey' in given,
                ...(given.epClass && { classKept: given.epClass }),
              };
      devices.set(answer.id, { name, physical, sensors: new Map(templates.map(template => [template, ''])) });
      return 'none';
    },
    async configure() {
      const [id, device] = pick([...devices]);
      const given = configuration();
      const unit = pick([undefined, undefined, 'day', 'hour']);
      const interval = unit && { dataSendingInterval: { unit, value: 1 } };
      const token = (
        await api.refusedPatch(id, {
          ...(device.physical && { physicalDevice: { configuration: given } }),
          ...interval,
        })
      ).token;
      t.equal(token, 'none');
      const { physical } = device;
      if (!physical) return 'none';
      Object.assign(physical.free, freeOf(given));
      if (physical.eui) apply(physical.eui, given, unit === undefined ? undefined : secondsOf(unit));
      else {
        if (given.nwkKey) physical.keyKept = true;
        if (given.epClass) physical.classKept = given.epClass;
      }
      return 'none';
    },
    async bind() {
      const [id, device] = pick([...devices]);
      const eui = pick([...EUIS, FOREIGN]);
      const before = device.physical;
      const by = boundTo(eui);
      const expected = eui === FOREIGN ? 'EndPointEUIExists' : by && by !== id ? 'PhysicalDeviceAlreadyBound' : 'none';
      const { token } = await api.refusedPatch(id, { physicalDevice: { clientDeviceId: eui, connectionId: 'mioty' } });
      t.equal(token, expected);
      if (token !== 'none' || by === id) return token;
      const isNew = !endpoints.has(eui);
      const kept = { ...(before?.classKept && { epClass: before.classKept }), ...(before?.keyKept && { nwkKey: KEY }) };
      const { answer } = await api.get(id);
      apply(eui, kept, undefined);
      // What the device is said to send at, its new endpoint does.
      const endpoint = endpoints.get(eui);
      if (isNew && endpoint) endpoint.interval = api.endpointOf(eui)?.uplink_interval_s ?? 0;
      t.ok(answer.physical_device);
      device.physical = { eui, made: isNew, free: { ...before?.free } };
      return 'none';
    },
    async unbind() {
      const [id, device] = pick([...devices]);
      t.equal((await api.refusedPatch(id, { physicalDevice: null })).token, 'none');
      device.physical = undefined;
      unmap(device);
      return 'none';
    },
    async remove() {
      const [id, { physical }] = pick([...devices]);
      const also = pick([undefined, true, false]);
      const { endpoint_deleted } = await api.remove(id, also);
      const expected = physical?.eui !== undefined && (also ?? physical.made);
      t.equal(endpoint_deleted, expected);
      if (expected && physical?.eui) endpoints.delete(physical.eui);
      devices.delete(id);
      return 'none';
    },
    async register() {
      const eui = pick(EUIS);
      const token = await api.endpoint(eui).then(
        () => 'none',
        error => error.fault,
      );
      t.equal(token, endpoints.has(eui) ? 'EndPointEUIExists' : 'none');
      if (token === 'none') endpoints.set(eui, { epClass: 'Z', hasKey: false, interval: 0 });
      return token;
    },
    async deregister() {
      const eui = pick([...endpoints.keys()]);
      await api.store.write.endpoints.remove(api.endpointOf(eui)?.id ?? 0, { ...ACTING, now: api.now() });
      const device = devices.get(boundTo(eui) ?? '');
      if (device) {
        device.physical = undefined;
        unmap(device);
      }
      endpoints.delete(eui);
      return 'none';
    },
    async rename() {
      const [from, to] = [pick([...endpoints.keys()]), pick(EUIS)];
      if (endpoints.has(to)) return 'taken';
      const id = api.endpointOf(from)?.id ?? 0;
      const seen = api.store.read.endpoints.sealedKeys(id);
      const change = {
        id,
        eui: from,
        changes: {},
        newEui: to,
        resealed: seen && { nwk_key: seen.nwk_key, nwk_sn_key: null, app_key: null },
      };
      await api.store.write.endpoints.update(change, { ...ACTING, now: api.now() });
      endpoints.set(to, endpoints.get(from) as Endpoint);
      endpoints.delete(from);
      const device = devices.get(boundTo(from) ?? '');
      if (device?.physical) device.physical.eui = to;
      return 'none';
    },
    async attach() {
      const [id, device] = pick([...devices]);
      const templates = [...new Set([pick(TEMPLATES), pick(TEMPLATES)])];
      const expected = templates.some(template => device.sensors.has(template)) ? 'SensorAlreadyAttached' : 'none';
      t.equal(await api.refusal(`${SERVICE}/AddSensors`, { ...of(id), sensor_template_ids: templates }), expected);
      if (expected === 'none') for (const template of templates) device.sensors.set(template, '');
      return expected;
    },
    async detach() {
      const [id, device] = pick([...devices]);
      const template = pick(TEMPLATES);
      const expected = device.sensors.delete(template) ? 'none' : 'SensorNotFound';
      t.equal(await api.refusal(`${SERVICE}/RemoveSensors`, { ...of(id), sensor_template_ids: [template] }), expected);
      return expected;
    },
    async map() {
      const [id, device] = pick([...devices]);
      const { answer } = await api.get(id);
      const sensor = answer.sensors[0];
      if (!sensor) return 'no sensor';
      const source_path = pick(['rssi', 'x', '']);
      const expected = device.physical ? 'none' : 'PhysicalDeviceRequired';
      const asked = { organization_id: api.organization_id, device_id: id, sensor_id: sensor.id, source_path };
      t.equal(await api.refusal('rest.v1.RestService/SetSensorMapping', asked), expected);
      if (expected === 'none') device.sensors.set(sensor.sensor_template_id, source_path);
      return expected;
    },
  };

  const look = async () => {
    const { devices: items, total } = await api.list({ limit: 1000 });
    t.same([total, items.map(({ id }) => id).sort()], [devices.size, [...devices.keys()].sort()]);
    for (const [id, device] of devices) {
      const { answer } = await api.get(id);
      const { physical, sensors } = device;
      const shown = answer.physical_device;
      t.equal(shown?.client_device_id, physical?.eui ?? physical?.client);
      t.same(new Set(answer.sensors.map(({ sensor_template_id }) => sensor_template_id)), new Set(sensors.keys()));
      const mapped = (shown?.sensor_mappings ?? []).map(({ source_path }) => source_path).sort();
      t.same(mapped, [...sensors.values()].filter(path => path !== '').sort());
      if (!physical) continue;
      const endpoint = physical.eui ? endpoints.get(physical.eui) : undefined;
      const hasKey = endpoint ? endpoint.hasKey : physical.keyKept;
      const { epClass = 'Z', nwkKey, ...free } = plain(shown?.configuration);
      t.same(free, physical.free);
      t.equal(nwkKey, hasKey ? '***' : undefined);
      t.equal(epClass, endpoint ? endpoint.epClass : (physical.classKept ?? 'Z'));
    }
    for (const eui of EUIS) {
      const row = api.endpointOf(eui);
      const endpoint = endpoints.get(eui);
      t.equal(row !== undefined, endpoint !== undefined, eui);
      if (row && endpoint)
        t.match(row, {
          ep_class: endpoint.epClass,
          nwk_key_set: Number(endpoint.hasKey),
          uplink_interval_s: endpoint.interval,
        });
    }
    const orphans = `SELECT count(*) AS n FROM physical_device p LEFT JOIN endpoint e ON e.id = p.endpoint
      WHERE p.endpoint IS NOT NULL AND (e.deleted_at IS NOT NULL OR e.org <> p.org)`;
    t.same(api.db.prepare(orphans).get(), { n: 0 });
    t.same(api.db.prepare('PRAGMA foreign_key_check').all(), []);
    const kept = JSON.stringify(api.db.prepare('SELECT configuration FROM physical_device').all());
    t.notMatch(kept, KEY);
  };

  for (let step = 0; step < STEPS; step++) {
    if (next() < 0.5) api.advance(1000);
    const names = Object.keys(steps).filter(name => {
      if (['create', 'register'].includes(name)) return true;
      return ['deregister', 'rename'].includes(name) ? endpoints.size > 0 : devices.size > 0;
    });
    const name = devices.size > 6 ? pick(['remove', ...names]) : pick(names);
    const outcome = await steps[name]?.();
    const key = `${name} ${outcome}`;
    done.set(key, (done.get(key) ?? 0) + 1);
    if (step % 5 === 0) await look();
  }
  await look();
  t.ok(done.size >= 15, [...done].map(([key, times]) => `${key}: ${times}`).join(', '));
  t.match(await api.other.call(`${SERVICE}/ListDevices`, { organization_id: OTHER }), { total: 0 });
}

for (const seed of some([1, 2, 3, 4], 2)) {
  t.test(`whatever is done, devices, endpoints and mappings are as the model says, seed ${seed}`, t => run(t, seed));
}
