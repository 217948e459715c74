import t from 'tap';
import { unsaid } from '../../../src/domain/endpoint/endpoint-columns.ts';
import { HOUR_MS } from '../../../src/kit/units.ts';
import { START } from '../caller.ts';
import { openRegistry, type Registry } from '../registry.ts';

const COUNT = 250;
const eui = (n: number) => `70b3d567701${n.toString(16).padStart(5, '0')}`;

/** Endpoints with many equal names, tags, classes, times and states. */
async function populate({ store, advance, hear, call }: Registry) {
  await call('CreateBaseStation', { base_station: { bs_eui: '70b3d59cd0000001' } });
  await call('CreateBaseStation', { base_station: { bs_eui: '70b3d59cd0000002' } });
  const writes: Promise<unknown>[] = [];
  for (let n = 0; n < COUNT; n++) {
    const columns = {
      ...unsaid,
      name: `Zähler ${n % 3}`,
      ep_class: n % 2 === 0 ? 'Z' : 'A',
      suspended: n % 10 === 1 ? 1 : 0,
      tags: JSON.stringify({ floor: String(n % 4) }),
    };
    const by = { now: START + Math.floor(n / 50), userId: undefined, userEmail: undefined, actor: '' };
    // The row id does not follow the EUI.
    const endpoint = { org: 1, eui: eui((n * 7) % COUNT), columns, limit: undefined };
    writes.push(store.write.endpoints.insert(endpoint, by));
  }
  await Promise.all(writes);
  const heard = [];
  for (let n = 0; n < COUNT; n += 5) {
    const atMs = START - (n % 2 === 0 ? 1 : 30) * HOUR_MS;
    heard.push({ ep: eui(n), station: 1 + (n % 2), packetCnt: 1, atMs });
  }
  await hear(...heard);
  advance(1000);
}

t.test('every order lists each endpoint once, also where sort values are equal', async t => {
  const registry = await openRegistry(t);
  await populate(registry);
  const { call } = registry;
  const seconds = (time: { seconds?: string | number | null } | null | undefined) => Number(time?.seconds ?? 0);
  for (const field of ['ep_eui', 'name', 'last_seen_at', 'created_at', 'status', 'last_snr', 'loss_rate'] as const) {
    for (const way of ['asc', 'desc'] as const) {
      const listed: { value: string | number; eui: string }[] = [];
      let page_token = '';
      let pages = 0;
      do {
        const order_by = `${field} ${way}`;
        const page = await call('ListEndPoints', { page_size: 50, page_token, order_by });
        t.equal(page.total_count, COUNT);
        for (const endpoint of page.endpoints) {
          const value = endpoint[field];
          const unknown = field === 'last_snr' || field === 'loss_rate' ? -1000 : seconds(value as object | null);
          const known = typeof value === 'string' || typeof value === 'number';
          listed.push({ value: known ? value : unknown, eui: endpoint.ep_eui });
        }
        page_token = page.next_page_token;
        pages++;
      } while (page_token !== '');
      t.equal(pages, COUNT / 50, 'the last full page has no successor');
      t.equal(new Set(listed.map(({ eui }) => eui)).size, COUNT, `${field} ${way}: no repeat, no gap`);
      const sign = way === 'asc' ? 1 : -1;
      t.ok(
        listed.every(({ value }, at) => {
          const before = listed[at - 1]?.value ?? value;
          return value === before || (value > before ? 1 : -1) === sign;
        }),
        `${field} ${way} is in order`,
      );
    }
  }
});

t.test('rows that come and go between two pages neither repeat nor push out others', async t => {
  const registry = await openRegistry(t);
  await populate(registry);
  const { call } = registry;
  const first = await call('ListEndPoints', { page_size: 100 });
  await call('CreateEndPoint', { endpoint: { ep_eui: '0000000000000001' } });
  await call('DeleteEndPoint', { ep_eui: eui(3) });
  const second = await call('ListEndPoints', { page_size: 100, page_token: first.next_page_token });
  t.equal(second.endpoints[0]?.ep_eui, eui(100));
  t.equal(second.total_count, COUNT);
});

t.test('filters select together and are counted together', async t => {
  const registry = await openRegistry(t);
  await populate(registry);
  const { call } = registry;
  const listed = async (filter: object) => {
    const { endpoints, total_count } = await call('ListEndPoints', { page_size: 1000, ...filter });
    t.equal(total_count, endpoints.length, JSON.stringify(filter));
    return endpoints;
  };
  const count = async (filter: object) => (await listed(filter)).length;

  t.equal(await count({ status: 'suspended' }), 25);
  const either = { statuses: ['registered', 'inactive', 'registered'] };
  t.equal(await count(either), (await count({ status: 'registered' })) + (await count({ status: 'inactive' })));
  t.equal(await count({ ...either, status: 'suspended' }), 0, 'beside one status both must hold');
  const active = await listed({ status: 'active' });
  t.ok(
    active.length > 0 && active.every(({ last_seen_at }) => Number(last_seen_at?.seconds) * 1000 > START - 2 * HOUR_MS),
  );
  t.equal((await count({ status: 'registered' })) + (await count({ status: 'inactive' })), COUNT - 25 - active.length);
  t.equal(await count({ ep_class: 'A' }), 125);
  t.equal(await count({ ep_class: 'A', tags: { floor: '1' } }), 63);
  t.equal(await count({ tags: { floor: '1', room: '' } }), 0);
  t.equal(await count({ search: 'zÄHLER 0' }), 84, 'letters beyond ASCII have no case either');
  t.equal(await count({ search: '%' }), 0, 'no wildcard');
  t.equal(await count({ search: eui(9).toUpperCase() }), 1);
  t.equal(await count({ attach_status: 'detached' }), COUNT);
  t.equal(await count({ attach_status: 'attached' }), 0);
  t.equal(await count({ ep_euis: [eui(1), eui(2), 'FF-FF-00-00-00-00-00-00'] }), 2);
  t.equal(await count({ device_model_id: '0192f000-0000-7000-8000-0000000000ff' }), 0);
  const near = await listed({ bs_eui: '70b3d59cd0000001' });
  t.same(
    near.map(({ last_bs_eui }) => last_bs_eui),
    near.map(() => '70b3d59cd0000001'),
  );
  t.ok(near.length > 0);
  t.equal(await count({ bs_eui: '70b3d59cd0000002' }), 0, 'what it heard is older than a day');
  t.equal(await count({ bs_eui: '70b3d59cd00000ff' }), 0, 'a station that is not there heard nothing');

  const part = await call('ListEndPoints', { page_size: 10, search: 'zähler 1' });
  t.equal(part.total_count, 83);
  t.not(part.next_page_token, '');
});

t.test('a listing is refused for what it cannot mean', async t => {
  const registry = await openRegistry(t);
  await populate(registry);
  const { refusal, call } = registry;
  const { next_page_token } = await call('ListEndPoints', { page_size: 10 });
  const cases: [string, object][] = [
    ['InvalidPageSize', { page_size: -1 }],
    ['InvalidPageToken', { page_token: 'x' }],
    ['InvalidPageToken', { page_token: next_page_token, order_by: 'name' }],
    ['InvalidPageToken', { page_token: next_page_token, status: 'active' }],
    ['InvalidOrderBy', { order_by: 'last_rssi' }],
    ['InvalidOrderBy', { order_by: 'name down' }],
    ['InvalidEnumValue', { status: 'asleep' }],
    ['InvalidEnumValue', { attach_status: 'maybe' }],
    ['InvalidEndPointClass', { ep_class: 'C' }],
    ['InvalidEUIFormat', { bs_eui: '1' }],
    ['InvalidIDFormat', { device_model_id: '1' }],
    ['TooManyItems', { ep_euis: Array.from({ length: 1001 }, (_, n) => eui(n)) }],
    ['FieldTooLong', { search: 'x'.repeat(101) }],
  ];
  for (const [token, filter] of cases) t.equal(await refusal('ListEndPoints', filter), token, token);
  t.equal((await call('ListEndPoints', { page_size: 5000 })).endpoints.length, COUNT, 'too large a page is cut');
});

t.test('the serving station is a connected one that can send and heard the endpoint best', async t => {
  const { call, hear, connect } = await openRegistry(t);
  for (const n of [1, 2, 3]) await call('CreateBaseStation', { base_station: { bs_eui: `70b3d59cd000000${n}` } });
  const ep = eui(1);
  await call('CreateEndPoint', { endpoint: { ep_eui: ep, ep_class: 'A' } });
  const serving = async () => (await call('GetEndPoint', { ep_eui: ep })).serving_bs_eui;
  const heard = { ep, packetCnt: 1, atMs: START };
  await hear({ ...heard, station: 1, snr: 20 }, { ...heard, station: 2, snr: 5 }, { ...heard, station: 3, snr: 9 });
  t.equal(await serving(), '', 'none is connected');
  connect(2);
  connect(3, { bidi: false });
  t.equal(await serving(), '70b3d59cd0000002', 'the best receiver is away, the next cannot send');
  connect(1);
  t.equal(await serving(), '70b3d59cd0000001');
});
