import t from 'tap';
import { RestBox } from '../box.ts';

const device = (n: number) => ({
  name: `Room ${n}`,
  physicalDevice: { clientDeviceId: `70b3d5677011000${n}`, connectionId: 'mioty' },
});

t.test('what happened is listed newest first, by pages, and by what it is about', async t => {
  await using box = await RestBox.start(t.testdir());
  const made = [];
  for (const n of [1, 2, 3]) made.push((await box.post('/api/v2/devices', device(n))).json);
  const all = await box.get('/api/v2/events', { query: { category: 'endpoint' } });
  t.equal(all.status, 200);
  t.equal(all.json.total, 3);
  t.same(
    all.json.events.map(({ deviceId }: { deviceId: string }) => deviceId),
    made.map(({ id }) => id).reverse(),
  );
  t.match(all.json.events[0], {
    ...{ type: 'endpoint.created', category: 'endpoint', severity: 'info', clientDeviceId: '70b3d56770110003' },
    timestamp: /^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/,
    data: { origin: 'rest' },
  });
  t.notOk('seq' in all.json.events[0], 'numbers are for streams');
  const ids = all.json.events.map(({ id }: { id: string }) => id);
  for (const [limit, offset] of [
    [2, 0],
    [2, 2],
    [1, 1],
    [5, 3],
    [1, 2_000_000_000],
  ] as const) {
    const page = await box.get('/api/v2/events', { query: { category: 'endpoint', limit, offset } });
    t.equal(page.json.total, 3);
    t.same(
      page.json.events.map(({ id }: { id: string }) => id),
      ids.slice(offset, offset + limit),
    );
  }
  const one = await box.get('/api/v2/events', { query: { deviceId: made[1].id } });
  t.same([one.json.total, one.json.events[0].deviceId], [1, made[1].id]);
  const virtual = (await box.post('/api/v2/devices', { name: 'Nothing' })).json.id;
  t.same((await box.get('/api/v2/events', { query: { deviceId: virtual } })).json, { events: [], total: 0 });
  const first = all.json.events.at(-1).timestamp;
  t.equal((await box.get('/api/v2/events', { query: { category: 'endpoint', to: first } })).json.total, 0);
  t.ok((await box.get('/api/v2/events', { query: { category: 'endpoint', from: first } })).json.total >= 1);

  for (const [query, token] of [
    [{ category: 'weather' }, 'InvalidEventCategory'],
    [{ severity: 'bad' }, 'InvalidSeverity'],
    [{ deviceId: 'x' }, 'InvalidIDFormat'],
    [{ deviceId: crypto.randomUUID() }, 'DeviceNotFound'],
    [{ from: first, to: first }, 'InvalidTimeRange'],
    [{ limit: '1e3' }, 'InvalidLimit'],
  ] as const) {
    t.equal((await box.get('/api/v2/events', { query })).token, token);
  }
});

t.test('what happened is for who may read it', async t => {
  await using box = await RestBox.start(t.testdir(), { edition: 'enterprise' });
  const { key } = await box.key(['events:read', 'devices:write']);
  const reader = box.as(key);
  await reader.post('/api/v2/devices', device(1));
  t.equal((await reader.get('/api/v2/events', { query: { category: 'endpoint' } })).json.total, 1);
  t.equal((await reader.get('/api/v2/events', { query: { category: 'audit' } })).token, 'EventCategoryForbidden');
  const mixed = await reader.get('/api/v2/events');
  t.notMatch(
    mixed.json.events.map(({ category }: { category: string }) => category),
    ['audit'],
  );
  const { key: other } = await box.key(['devices:read']);
  t.match(await box.as(other).get('/api/v2/events'), { status: 403, token: 'ScopeRequired' });
});
