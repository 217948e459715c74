import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { MAX_DASHBOARDS, MAX_WIDGETS } from '../../../src/domain/dashboard/dashboard-store.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { dashboards } from '../../../src/rest/dashboards/dashboards.ts';
import type { WidgetValues } from '../../../src/rest/dashboards/values.ts';
import type { Range } from '../../../src/rest/measured.ts';
import { ORGANIZATION, openCaller, START } from '../caller.ts';

const OTHER = '0192f000-0000-7000-8000-0000000000ff';
const UNKNOWN = '0192f000-0000-7000-8000-00000000dead';
const DEVICE = '0192f000-0000-7000-8000-0000000000d1';
const organization_id = ORGANIZATION;
const D = 'dashboard.v2.DashboardService';
const W = 'widget.v2.WidgetService';

async function opened(t: Test) {
  const asked: { devices: readonly string[]; range: Range }[] = [];
  const values: WidgetValues = {
    async series(devices, range) {
      asked.push({ devices, range });
      if (range.keys?.includes('many')) throw fault('TelemetryQueryTooLarge');
      const points = [{ values: [{ numberValue: START }, { numberValue: 21.5 }] }];
      return { series: devices.map(deviceId => ({ deviceId, key: 'air', unit: '°C', points })), truncated: true };
    },
  };
  const api = await openCaller(t, join(t.testdir(), 'box.db'), scene => [dashboards({ ...scene, values })]);
  await api.store.write.installation.establish({}, ORGANIZATION, START);
  const make = async (dashboard: object = {}) =>
    api.call(`${D}/CreateDashboard`, { organization_id, dashboard: { name: 'Hall', ...dashboard } });
  const read = (id: string) => api.whole(`${D}/GetDashboard`, { organization_id, id });
  const change = (dashboard: { id: string }, paths: string[], conditions?: object) =>
    api.whole(`${D}/UpdateDashboard`, { organization_id, dashboard, update_mask: { paths } }, conditions);
  const list = (more: object = {}) => api.call(`${D}/ListDashboards`, { organization_id, ...more });
  const add = (dashboard_id: string, widget: object = {}, conditions?: object) =>
    api.call(`${W}/CreateWidget`, { organization_id, widget: { dashboard_id, kind: 'text', ...widget } }, conditions);
  const put = (widget: { id: string }, paths = ['*'], conditions?: object) =>
    api.whole(`${W}/UpdateWidget`, { organization_id, widget, update_mask: { paths } }, conditions);
  const db = openDb(join(t.testdirName, 'box.db'), { engine: 'better-sqlite3', mode: 'reader' });
  t.teardown(() => db.close());
  const events = () =>
    db.prepare("SELECT event_type AS type, data FROM event WHERE event_type LIKE 'dashboard.%' ORDER BY seq").all() as {
      type: string;
      data: string;
    }[];
  return { ...api, asked, make, read, change, list, add, put, events };
}

t.test('a dashboard is made, read, replaced and deleted', async t => {
  const { whole, call, read, change, refusal } = await opened(t);
  const { answer: made, told } = await whole(`${D}/CreateDashboard`, {
    organization_id,
    dashboard: { name: ' Hall ' },
  });
  const { id } = made;
  t.match(made, { name: 'Hall', description: '', is_default: true, layout: { columns: 12 }, widgets: [] });
  t.same(told, { version: 1, location: `/api/v2/dashboards/${id}` });
  t.same(await read(id), { answer: made, told: { version: 1 } });
  const replaced = await change({ id, ...{ name: 'Yard', layout: { columns: 24 } } }, ['*']);
  t.match(replaced, { answer: { id, name: 'Yard', is_default: true, layout: { columns: 24 } }, told: { version: 2 } });
  t.same(
    await change({ id, ...{ name: 'Yard', layout: { columns: 24 } } }, ['*']),
    replaced,
    'nothing new, no new version',
  );
  t.match((await change({ id, ...{ description: 'd' } }, ['description'])).answer, { name: 'Yard', description: 'd' });
  t.match((await change({ id }, ['layout'])).answer, { layout: { columns: 12 } });
  t.same(await call(`${D}/DeleteDashboard`, { organization_id, id }), { id, deleted: true });
  t.equal(await refusal(`${D}/GetDashboard`, { organization_id, id }), 'DashboardNotFound');
});

t.test('one dashboard is the default, whatever is done', async t => {
  const { make, change, list, call, read } = await opened(t);
  const defaults = async () => (await list()).dashboards.filter(one => one.is_default).map(({ name }) => name);
  const [a, b] = [await make({ name: 'a' }), await make({ name: 'b' })];
  const c = await make({ name: 'c', is_default: true });
  t.same(await defaults(), ['c']);
  t.equal((await read(a.id)).told.version, 2, 'it is another one now');
  t.match((await change({ id: a.id, ...{ name: 'a' } }, ['name'])).answer, { is_default: false });
  await change({ id: b.id, ...{ name: 'b', is_default: true } }, ['*']);
  t.same(await defaults(), ['b']);
  await change({ id: b.id }, ['is_default']);
  t.same(await defaults(), ['b'], 'it stays until another one becomes it');
  await Promise.all([
    change({ id: a.id, ...{ is_default: true } }, ['is_default']),
    change({ id: c.id, ...{ is_default: true } }, ['is_default']),
    call(`${D}/DeleteDashboard`, { organization_id, id: b.id }),
  ]);
  t.same(await defaults(), ['c']);
  await call(`${D}/DeleteDashboard`, { organization_id, id: c.id });
  t.same(await defaults(), ['a']);
  await call(`${D}/DeleteDashboard`, { organization_id, id: a.id });
  t.same(await list(), { dashboards: [], total: 0 });
  t.match(await make(), { is_default: true });
});

t.test('lists go by name, each dashboard with its widgets', async t => {
  const { make, list, add, refusal } = await opened(t);
  for (const name of ['b', 'Ä', 'a', 'B2']) await add((await make({ name })).id);
  const names = async (more: object) => (await list(more)).dashboards.map(({ name }) => name);
  t.same(await names({}), ['a', 'b', 'B2', 'Ä']);
  t.same(await names({ limit: 2, offset: 1 }), ['b', 'B2']);
  t.same(await names({ search: 'ä' }), ['Ä']);
  t.same(
    (await list()).dashboards.map(({ widgets }) => widgets.length),
    [1, 1, 1, 1],
  );
  t.equal(await refusal(`${D}/ListDashboards`, { organization_id, limit: 0 }), 'InvalidLimit');
});

t.test('a widget is placed, replaced and taken away, and its dashboard is another one each time', async t => {
  const { make, add, put, read, call, whole, refusal } = await opened(t);
  const { id } = await make();
  const first = await add(id, { kind: 'value', title: ' Air ' });
  t.match(first, { dashboard_id: id, kind: 'value', title: 'Air', x: 0, y: 0, w: 4, h: 3, settings: { fields: {} } });
  t.notOk('query' in first && first.query);
  const second = await add(id, { x: 10 });
  t.match(second, { x: 10, y: 3, w: 2, h: 3 }, 'below the first, and not wider than there is room');
  const query = { device_ids: [DEVICE.toUpperCase(), DEVICE], keys: ['air', 'air'], aggregation: 'avg', interval: 900 };
  const settings = {
    fields: { colour: { stringValue: '#0a7' }, deep: { listValue: { values: [{ numberValue: 1 }] } } },
  };
  const replaced = await put({ id: first.id, ...{ dashboard_id: id, kind: 'line', w: 6, query, settings } });
  t.match(replaced.answer, {
    ...{ id: first.id, kind: 'line', title: '', x: 0, y: 0, w: 6, h: 3 },
    query: { device_ids: [DEVICE], keys: ['air'], aggregation: 'avg', interval: 900 },
    settings,
  });
  t.equal(replaced.told.version, 2);
  t.same(await put({ id: first.id, ...{ kind: 'line', w: 6, query, settings } }), replaced, 'nothing new');
  const { answer, told } = await read(id);
  t.equal(told.version, 4);
  t.same(
    answer.widgets.map(widget => widget.id),
    [first.id, second.id],
  );
  t.same(await whole(`${W}/GetWidget`, { organization_id, id: first.id }), replaced);
  t.match(await call(`${W}/ListWidgets`, { organization_id, dashboard_id: id, limit: 1, offset: 1 }), {
    total: 2,
    widgets: [second],
  });
  t.equal((await call(`${W}/ListWidgets`, { organization_id, dashboard_id: id, search: 'air' })).total, 0);
  const place = { organization_id, id: first.id, dashboard_id: id };
  t.equal(await refusal(`${W}/DeleteWidget`, { ...place, dashboard_id: UNKNOWN }), 'WidgetNotFound');
  t.same(await call(`${W}/DeleteWidget`, place), { id: first.id, deleted: true });
  t.equal((await read(id)).told.version, 5);
  t.equal(await refusal(`${W}/GetWidget`, { organization_id, id: first.id }), 'WidgetNotFound');
  await call(`${D}/DeleteDashboard`, { organization_id, id });
  t.equal(await refusal(`${W}/GetWidget`, { organization_id, id: second.id }), 'WidgetNotFound');
});

t.test('each mistake has its token and its place', async t => {
  const { make, add, refused, refusal, change } = await opened(t);
  const { id } = await make();
  const dashboardsMistakes: [object | null, string][] = [
    [null, 'ResourceRequired'],
    [{}, 'NameRequired'],
    [{ name: 'x'.repeat(129) }, 'FieldTooLong'],
    [{ name: 'a', description: 'x'.repeat(1025) }, 'FieldTooLong'],
    [{ name: 'a', layout: { columns: 0 } }, 'FieldOutOfRange'],
    [{ name: 'a', layout: { columns: 49 } }, 'FieldOutOfRange'],
  ];
  for (const [dashboard, token] of dashboardsMistakes) {
    t.equal(await refusal(`${D}/CreateDashboard`, { organization_id, dashboard }), token);
  }
  const device_ids = [DEVICE];
  const mistakes: [object, string, string?][] = [
    [{ kind: '' }, 'InvalidWidget', '/kind'],
    [{ kind: 'clock' }, 'InvalidWidget', '/kind'],
    [{ title: 'x'.repeat(129) }, 'FieldTooLong'],
    [{ x: -1 }, 'InvalidWidget', '/x'],
    [{ x: 12 }, 'InvalidWidget', '/x'],
    [{ x: 9, w: 4 }, 'InvalidWidget', '/w'],
    [{ w: 0 }, 'InvalidWidget', '/w'],
    [{ w: 0x7fffffff, x: 11 }, 'InvalidWidget', '/w'],
    [{ y: -1 }, 'InvalidWidget', '/y'],
    [{ y: 9999, h: 2 }, 'InvalidWidget', '/h'],
    [{ h: 0 }, 'InvalidWidget', '/h'],
    [{ query: { device_ids: ['x'] } }, 'InvalidWidget', '/query/deviceIds/0'],
    [{ query: { device_ids: Array<string>(101).fill(DEVICE) } }, 'InvalidWidget', '/query/deviceIds'],
    [{ query: { device_ids, keys: [''] } }, 'InvalidWidget', '/query/keys/0'],
    [{ query: { device_ids, keys: Array<string>(101).fill('a') } }, 'InvalidWidget', '/query/keys'],
    [{ query: { device_ids, aggregation: 'median' } }, 'InvalidWidget', '/query/aggregation'],
    [{ query: { device_ids, from: 59 } }, 'InvalidWidget', '/query/from'],
    [{ query: { device_ids, interval: 2_678_401 } }, 'InvalidWidget', '/query/interval'],
    [{ settings: { fields: { a: { stringValue: 'x'.repeat(16_400) } } } }, 'InvalidWidget', '/settings'],
    [{ dashboard_id: '' }, 'IDRequired'],
    [{ dashboard_id: 'x' }, 'InvalidIDFormat'],
    [{ dashboard_id: UNKNOWN }, 'DashboardNotFound'],
  ];
  for (const [widget, token, pointer] of mistakes) {
    const asked = { organization_id, widget: { dashboard_id: id, kind: 'text', ...widget } };
    const { token: found, about } = await refused(`${W}/CreateWidget`, asked);
    t.equal(found, token, JSON.stringify(widget).slice(0, 60));
    if (pointer) t.match(about, { pointer });
  }
  await add(id, { x: 6, w: 6 });
  t.match(
    await refused(`${D}/UpdateDashboard`, {
      organization_id,
      dashboard: { id, layout: { columns: 11 } },
      update_mask: { paths: ['layout'] },
    }),
    {
      ...{ token: 'InvalidWidget', about: { pointer: '/layout/columns' } },
    },
  );
  await t.rejects(change({ id: UNKNOWN, ...{ name: 'a' } }, ['*']), /DashboardNotFound/);
  t.equal(
    await refusal(`${W}/UpdateWidget`, {
      organization_id,
      widget: { id: UNKNOWN, kind: 'text' },
      update_mask: { paths: ['*'] },
    }),
    'WidgetNotFound',
  );
  for (const name of [
    `${D}/ListDashboards`,
    `${D}/GetDashboard`,
    `${D}/CreateDashboard`,
    `${D}/UpdateDashboard`,
    `${D}/DeleteDashboard`,
    `${W}/ListWidgets`,
    `${W}/GetWidget`,
    `${W}/CreateWidget`,
    `${W}/UpdateWidget`,
    `${W}/DeleteWidget`,
    `${W}/GetWidgetData`,
  ] as const) {
    t.equal(await refusal(name, {}), 'OrganizationIDRequired');
    t.equal(await refusal(name, { organization_id: OTHER }), 'OrganizationContextMismatch');
  }
});

t.test('there is a bound for dashboards and widgets, also for two at once', async t => {
  const { make, add, call } = await opened(t);
  const { id } = await make();
  for (let n = 1; n < MAX_WIDGETS; n++) await add(id);
  const ends = await Promise.allSettled([add(id), add(id)]);
  t.same(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.match(
    ends.find(({ status }) => status === 'rejected'),
    { reason: { status: { token: 'ErrTokenTooManyItems' } } },
  );
  t.equal((await call(`${W}/ListWidgets`, { organization_id, dashboard_id: id })).total, MAX_WIDGETS);
  await Promise.all(Array.from({ length: MAX_DASHBOARDS - 1 }, () => make()));
  await t.rejects(make(), /TooManyItems/);
});

t.test('a widget gets what it asks for, up to now', async t => {
  const { make, add, call, asked, refusal, put } = await opened(t);
  const { id } = await make();
  const data = (widget: string, dashboard_id = id) =>
    call(`${W}/GetWidgetData`, { organization_id, id: widget, dashboard_id });
  const plain = await add(id);
  t.same(await data(plain.id), { series: [], truncated: false });
  const none = await add(id, { query: { keys: ['air'] } });
  t.same(await data(none.id), { series: [], truncated: false });
  t.same(asked, []);
  const line = await add(id, {
    query: { device_ids: [DEVICE], keys: ['air'], from: 600, aggregation: 'max', interval: 60 },
  });
  const points = [{ values: [{ numberValue: START }, { numberValue: 21.5 }] }];
  t.match(await data(line.id), { series: [{ device_id: DEVICE, key: 'air', unit: '°C', points }], truncated: true });
  const toMs = START;
  t.same(asked, [
    {
      devices: [DEVICE],
      range: {
        keys: ['air'],
        fromMs: toMs - 600_000,
        toMs,
        aggregation: 'max',
        stepMs: 60_000,
        limit: 1000,
        descending: false,
      },
    },
  ]);
  await put({ id: line.id, ...{ query: { device_ids: [DEVICE] } } }, ['query']);
  await data(line.id);
  t.match(asked[1]?.range, { keys: undefined, fromMs: toMs - 86_400_000, aggregation: 'none', stepMs: 3_600_000 });
  await put({ id: line.id, ...{ query: { device_ids: [DEVICE], keys: ['many'] } } }, ['query']);
  t.equal(await refusal(`${W}/GetWidgetData`, { organization_id, id: line.id }), 'TelemetryQueryTooLarge');
  await t.rejects(data(line.id, UNKNOWN), /WidgetNotFound/);
});

t.test('another organization sees neither dashboards nor widgets', async t => {
  const { make, add, as, read } = await opened(t);
  const { id } = await make();
  const { id: widget } = await add(id);
  const stranger = as({ principal: { kind: 'operator', id: 'o', email: '' }, org: 2, organizationId: OTHER });
  const theirs = { organization_id: OTHER };
  const update_mask = { paths: ['*'] };
  t.same(await stranger.call(`${D}/ListDashboards`, theirs), { dashboards: [], total: 0 });
  t.equal(await stranger.refusal(`${D}/GetDashboard`, { ...theirs, id }), 'DashboardNotFound');
  t.equal(await stranger.refusal(`${D}/DeleteDashboard`, { ...theirs, id }), 'DashboardNotFound');
  t.equal(
    await stranger.refusal(`${D}/UpdateDashboard`, { ...theirs, dashboard: { id, name: 'b' }, update_mask }),
    'DashboardNotFound',
  );
  t.equal(await stranger.refusal(`${W}/ListWidgets`, { ...theirs, dashboard_id: id }), 'DashboardNotFound');
  t.equal(
    await stranger.refusal(`${W}/CreateWidget`, { ...theirs, widget: { dashboard_id: id, kind: 'text' } }),
    'DashboardNotFound',
  );
  t.equal(
    await stranger.refusal(`${W}/UpdateWidget`, { ...theirs, widget: { id: widget, kind: 'text' }, update_mask }),
    'WidgetNotFound',
  );
  for (const name of [`${W}/GetWidget`, `${W}/DeleteWidget`, `${W}/GetWidgetData`] as const) {
    t.equal(await stranger.refusal(name, { ...theirs, id: widget }), 'WidgetNotFound');
  }
  t.equal((await read(id)).told.version, 2);
});

t.test('of two changes of one version at once, one holds', async t => {
  const { make, add, change, put, read, refusal } = await opened(t);
  const { id } = await make();
  const widget = await add(id);
  const both = await Promise.allSettled([
    change({ id, ...{ name: 'a' } }, ['name'], { ifMatch: ['2'] }),
    change({ id, ...{ name: 'b' } }, ['name'], { ifMatch: ['2'] }),
  ]);
  t.same(
    both.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  const two = await Promise.allSettled([
    put({ id: widget.id, ...{ title: 'a' } }, ['title'], { ifMatch: ['1'] }),
    put({ id: widget.id, ...{ title: 'b' } }, ['title'], { ifMatch: ['1'] }),
  ]);
  t.same(
    two.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  t.match((await read(id)).answer, { name: 'a', widgets: [{ title: 'a' }] });
  t.equal(await refusal(`${D}/DeleteDashboard`, { organization_id, id }, { ifMatch: ['3'] }), 'ConcurrentModification');
  t.equal(
    await refusal(`${W}/DeleteWidget`, { organization_id, id: widget.id }, { ifMatch: ['1'] }),
    'ConcurrentModification',
  );
  t.equal(await refusal(`${W}/DeleteWidget`, { organization_id, id: widget.id }, { ifMatch: ['*'] }), 'none');
});

t.test('what is sent twice under one key is there once, and each change is told', async t => {
  const { whole, add, list, read, change, events } = await opened(t);
  const once = { caller: '', key: 'k', digest: 'd' };
  const create = () => whole(`${D}/CreateDashboard`, { organization_id, dashboard: { name: 'a' } }, { once } as never);
  const [one, two] = await Promise.all([create(), create()]);
  t.same(one.answer, two.answer);
  t.equal((await list()).total, 1);
  const { id } = one.answer;
  const again = { once: { ...once, key: 'w' } };
  const [first, second] = await Promise.all([add(id, {}, again), add(id, {}, again)]);
  t.same(first, second);
  t.equal((await read(id)).answer.widgets.length, 1);
  await change({ id, ...{ name: 'b' } }, ['name']);
  await whole(`${D}/DeleteDashboard`, { organization_id, id });
  const updated = 'dashboard.updated';
  t.same(
    events().map(({ type }) => type),
    ['dashboard.created', updated, updated, 'dashboard.deleted'],
  );
  t.match(JSON.parse(events().at(-1)?.data ?? ''), { id, name: 'b', remoteAddress: '127.0.0.1' });
});
