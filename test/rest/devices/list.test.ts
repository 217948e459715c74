import t from 'tap';
import { random } from '../../domain/message/log-store.ts';
import { ACTING, BATTERY, openDevices, SERVICE, TEMPERATURE } from './scene.ts';

const SORTS = ['', 'name', '-name', 'createdAt', '-createdAt', 'lastSeen', '-lastSeen'];
const NAMES = ['Ärmel', 'ärmel', 'Zähler 2', 'zähler 10', 'Room', 'room', 'Ω', 'tank', '100 %', 'a_b'];
const eui = (n: number) => `70b3d5677012${n.toString(16).padStart(4, '0')}`;

interface Known {
  readonly id: string;
  readonly name: string;
  readonly connection: string | undefined;
  readonly client: string | undefined;
  readonly templates: readonly string[];
  readonly createdAt: number;
  readonly seen: number;
}

const order = (a: string | number, b: string | number) => (a < b ? -1 : Number(a > b));

/** As the contract says it: whatever the direction, what was never seen comes last. */
function sorted(known: readonly Known[], sort: string): Known[] {
  const way = sort.startsWith('-') ? -1 : 1;
  const by = sort.replace('-', '') || 'name';
  return known.toSorted((a, b) => {
    const byName = way * (order(a.name, b.name) || order(a.id, b.id));
    if (by === 'createdAt') return way * (order(a.createdAt, b.createdAt) || order(a.id, b.id));
    if (by === 'name') return byName;
    const byId = way * order(a.id, b.id);
    if (a.seen === 0 || b.seen === 0) return Number(a.seen === 0) - Number(b.seen === 0) || byId;
    return way * order(a.seen, b.seen) || byId;
  });
}

t.test('lists have what is asked for, in the order that is asked for, page by page', async t => {
  const api = await openDevices(t);
  const next = random(7);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const known: Known[] = [];
  for (let n = 0; n < 60; n++) {
    if (next() < 0.7) api.advance(1000);
    const connection = pick([undefined, 'mioty', 'mioty', 'plant']);
    const client = connection === undefined ? undefined : connection === 'mioty' ? eui(n) : `Pump ${n}`;
    const templates = pick([[], [BATTERY], [TEMPERATURE, BATTERY]]);
    const name = pick(NAMES);
    const physicalDevice = connection && client ? { connectionId: connection, clientDeviceId: client } : null;
    const { answer } = await api.create({ name, physicalDevice, sensorTemplateIds: templates });
    const seen = connection === 'mioty' && next() < 0.6 ? 1 + Math.floor(next() * 5) : 0;
    if (seen > 0) {
      const endpoint = api.endpointOf(eui(n))?.id ?? 0;
      api.db.prepare('INSERT INTO endpoint_heard (endpoint, last_seen_ns) VALUES (?, ?)').run(endpoint, seen * 1e9);
    }
    known.push({ id: answer.id, name, connection, client, templates, createdAt: api.now(), seen });
  }
  await api.other.call('digitaldevice.v2.DigitalDeviceService/CreateDevice', {
    ...api.requestOf({ name: 'Room' }),
    organization_id: '0192f000-0000-7000-8000-00000000000f',
  });
  for (let round = 0; round < 120; round++) {
    const search = pick(['', '', 'ÄRMEL', 'room', 'Zähler', '%', '_', 'x']);
    const connection = pick(['', '', 'mioty', 'plant', 'other']);
    const client = pick(['', '', '', eui(3).toUpperCase(), 'Pump 5']);
    const template = pick(['', '', BATTERY, TEMPERATURE]);
    const sort = pick(SORTS);
    const limit = 1 + Math.floor(next() * 70);
    const offset = Math.floor(next() * 40);
    const wanted = sorted(known, sort).filter(
      device =>
        device.name.toLowerCase().includes(search.toLowerCase()) &&
        (connection === '' || device.connection === connection) &&
        (client === '' || device.client?.toLowerCase() === client.toLowerCase()) &&
        (template === '' || device.templates.includes(template)),
    );
    const query = {
      search,
      connection_id: connection,
      client_device_id: client,
      sensor_template_id: template,
      sort,
      limit,
      offset,
    };
    const { devices, total } = await api.list(query);
    t.same(
      [total, devices.map(({ id }) => id)],
      [wanted.length, wanted.slice(offset, offset + limit).map(({ id }) => id)],
      JSON.stringify(query),
    );
  }
  for (const sort of SORTS.filter(name => !name.endsWith('lastSeen'))) {
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await api.list({ sort, limit: 7, ...(cursor && { cursor }) });
      t.equal(page.total, 60);
      seen.push(...page.devices.map(({ id }) => id ?? ''));
      cursor = page.next_cursor ?? undefined;
      if (!cursor) break;
      t.equal(page.devices.length, 7);
    }
    t.same(
      seen,
      sorted(known, sort).map(({ id }) => id),
      `by cursor, ${sort}`,
    );
  }
  t.notOk((await api.list({ sort: 'lastSeen', limit: 7 })).next_cursor);
  const [first] = (await api.list({ client_device_id: eui(3), limit: 1 })).devices;
  const { answer: whole } = await api.get(first?.id ?? known[0]?.id ?? '');
  if (first) t.match(whole, { name: first.name, last_seen: first.last_seen, created_at: first.created_at });
});

t.test('a cursor passes no device over and shows none twice while others are made and deleted', async t => {
  const api = await openDevices(t);
  const make = async (name: string) => (await api.create({ name })).answer.id;
  const kept: string[] = [];
  for (let n = 10; n < 30; n++) kept.push(await make(`Room ${n}`));
  const gone = await make('Room 00');
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await api.list({ limit: 6, ...(cursor && { cursor }) });
    seen.push(...page.devices.map(({ id }) => id ?? ''));
    if (seen.length === 6) await api.remove(gone);
    await make(`Room 0${seen.length}`);
    cursor = page.next_cursor ?? undefined;
    if (!cursor) break;
  }
  t.same(seen, [gone, ...kept]);
  const { next_cursor: cursor } = await api.list({ limit: 6 });
  for (const [query, token] of [
    [{ cursor: `${cursor}x` }, 'InvalidPageToken'],
    [{ cursor, sort: '-name' }, 'InvalidPageToken'],
    [{ cursor, offset: 1 }, 'MutuallyExclusiveFields'],
  ] as const) {
    const request = { organization_id: api.organization_id, limit: 6, ...query };
    t.equal(await api.refusal(`${SERVICE}/ListDevices`, request), token);
  }
});

t.test('devices that were changed since', async t => {
  const api = await openDevices(t);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    ids.push((await api.create(name === 'b' ? { ...api.mioty(), name } : { name })).answer.id);
    api.advance(1000);
  }
  const since = async (ms: number) => {
    const updated_since = { seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1e6 };
    const { devices, total } = await api.list({ updated_since });
    t.equal(total, devices.length);
    return devices.map(({ name }) => name);
  };
  const now = api.now();
  t.same(await since(now - 3000), ['a', 'b', 'c']);
  t.same(await since(now - 2000), ['b', 'c']);
  t.same(await since(now), []);
  await api.patch(ids[0] ?? '', { name: 'z' });
  const endpoint = { id: api.endpointOf()?.id ?? 0, changes: { ep_class: 'A' } };
  await api.store.write.endpoints.update(endpoint, { ...ACTING, now });
  t.same(await since(now), ['b', 'z'], 'also by a change of its endpoint');
});
