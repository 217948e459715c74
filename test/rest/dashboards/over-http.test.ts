import t, { type Test } from 'tap';
import { RestBox } from '../box.ts';

t.setTimeout(120_000);
const PATH = '/api/v2/dashboards';
const DEVICE = '0192f000-0000-7000-8000-0000000000d1';

async function opened(t: Test) {
  const box = await RestBox.start(t.testdir());
  t.teardown(() => box[Symbol.asyncDispose]());
  return box;
}

t.test('dashboards and widgets over HTTP, with their versions', async t => {
  const box = await opened(t);
  const made = await box.post(PATH, {
    name: 'Hall',
    layout: { columns: 6 },
    widgets: [{ kind: 'nonsense' }],
    colour: 1,
  });
  t.match(made, {
    status: 200,
    headers: { etag: 'W/"1"', location: `${PATH}/${made.json.id}`, 'x-unknown-fields': 'colour' },
  });
  t.match(made.json, { name: 'Hall', description: '', isDefault: true, layout: { columns: 6 }, widgets: [] });
  const there = `${PATH}/${made.json.id}`;
  const query = { deviceIds: [DEVICE], keys: ['air'], from: 3600, aggregation: 'avg', interval: 60 };
  const settings = { colour: '#0a7', limits: [1, { at: null }], on: true };
  const widget = await box.post(`${there}/widgets`, { kind: 'line', title: 'Air', w: 6, query, settings });
  t.match(widget, { status: 200, headers: { etag: 'W/"1"', location: `${there}/widgets/${widget.json.id}` } });
  t.same(widget.json, {
    id: widget.json.id,
    dashboardId: made.json.id,
    kind: 'line',
    title: 'Air',
    x: 0,
    y: 0,
    w: 6,
    h: 3,
    query,
    settings,
  });
  const read = await box.get(there);
  t.match(read, { status: 200, headers: { etag: 'W/"2"' } });
  t.same(read.json.widgets, [widget.json]);
  t.match(await box.get(there, { headers: { 'if-none-match': 'W/"2"' } }), { status: 304 });
  const list = await box.get(PATH);
  t.equal(list.json.total, 1);
  t.same(list.json.dashboards, [read.json]);

  const replaced = await box.put(there, { ...read.json, name: 'Yard' }, { headers: { 'if-match': 'W/"2"' } });
  t.match(replaced, { status: 200, headers: { etag: 'W/"3"' } });
  t.same(
    replaced.json,
    { ...read.json, name: 'Yard', updatedAt: replaced.json.updatedAt },
    'what was read may be sent back',
  );
  t.match(await box.put(there, { name: 'late' }, { headers: { 'if-match': 'W/"2"' } }), {
    ...{ status: 412, token: 'ConcurrentModification' },
  });
  t.match(await box.put(there, {}), { status: 400, token: 'NameRequired' });
  const moved = await box.put(`${there}/widgets/${widget.json.id}`, { kind: 'bar', y: 4 });
  t.match(moved, {
    status: 200,
    headers: { etag: 'W/"2"' },
    json: { kind: 'bar', x: 0, y: 4, w: 6, title: '', settings: {} },
  });
  t.notOk('query' in moved.json);
  t.match(await box.put(`${there}/widgets/${widget.json.id}`, { kind: 'bar', x: 6 }), {
    ...{ status: 400, token: 'InvalidWidget', json: { error: { details: { pointer: '/x' } } } },
  });
  t.same((await box.get(`${there}/widgets/${widget.json.id}/data`)).json, { series: [], truncated: false });
  t.match(await box.get(`${there}/widgets/${made.json.id}/data`), { status: 404, token: 'WidgetNotFound' });
  t.match(await box.delete(`${there}/widgets/${widget.json.id}`), { status: 200, json: { deleted: true } });
  t.match(await box.patch(there, { name: 'x' }), { status: 405, headers: { allow: /GET, .*PUT/ } });
  t.match(await box.delete(there, undefined, { headers: { 'if-match': '*' } }), {
    status: 200,
    json: { deleted: true },
  });
  t.match(await box.get(there), { status: 404, token: 'DashboardNotFound' });
});

t.test('each operation asks for its scope', async t => {
  const box = await opened(t);
  const { id } = (await box.post(PATH, { name: 'Hall' })).json;
  const widget = (await box.post(`${PATH}/${id}/widgets`, { kind: 'text' })).json.id;
  const none = box.as((await box.key(['users:read'])).key);
  const scopes: [string, string, string, unknown?][] = [
    ['GET', PATH, 'dashboards:read'],
    ['GET', `${PATH}/${id}`, 'dashboards:read'],
    ['POST', PATH, 'dashboards:write', {}],
    ['PUT', `${PATH}/${id}`, 'dashboards:write', {}],
    ['POST', `${PATH}/${id}/widgets`, 'dashboards:write', {}],
    ['PUT', `${PATH}/${id}/widgets/${widget}`, 'dashboards:write', {}],
    ['GET', `${PATH}/${id}/widgets/${widget}/data`, 'dashboards:read'],
    ['DELETE', `${PATH}/${id}/widgets/${widget}`, 'dashboards:write'],
    ['DELETE', `${PATH}/${id}`, 'dashboards:write'],
    ['GET', '/api/v2/sensor-templates', 'sensors:read'],
    ['GET', `/api/v2/sensor-templates/${id}`, 'sensors:read'],
    ['POST', '/api/v2/sensor-templates', 'sensors:write', {}],
    ['PATCH', `/api/v2/sensor-templates/${id}`, 'sensors:write', {}],
    ['DELETE', `/api/v2/sensor-templates/${id}`, 'sensors:write'],
    ['GET', `/api/v2/media/${id}`, 'media:read'],
    ['DELETE', `/api/v2/media/${id}`, 'media:write'],
  ];
  for (const [method, path, scope, body] of scopes) {
    const raw =
      body === undefined ? {} : { raw: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    t.match(await none.send(method, path, raw), { status: 403, token: 'ScopeRequired' }, `${method} ${path} ${scope}`);
    t.match(await box.as({}).send(method, path, raw), { status: 401, token: 'AuthorizationRequired' });
  }
  const image = { raw: 'x', headers: { 'content-type': 'image/png' } };
  t.match(await none.send('POST', '/api/v2/media', image), { status: 403, token: 'ScopeRequired' });
  const half = box.as((await box.key(['dashboards:read'])).key);
  t.match(await half.get(`${PATH}/${id}/widgets/${widget}/data`), { status: 403, token: 'ScopeRequired' });
  const whole = box.as((await box.key(['dashboards:read', 'telemetry:read'])).key);
  t.match(await whole.get(`${PATH}/${id}/widgets/${widget}/data`), { status: 200 });
});
