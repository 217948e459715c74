import t from 'tap';
import { rpc } from '../../../src/rpc/call/define.ts';
import { eui } from '../../../src/rpc/checks.ts';
import { fields, nothing } from '../../../src/rpc/input.ts';
import { startServer } from '../harness.ts';

const rule = { access: 'org', needs: 'R', scope: 'endpoints:read' } as const;
const EUI = '70b3d59cd0000001';

/** The masks that handlers got. */
const masks: (readonly string[] | undefined)[] = [];

const rows = [
  rpc('GetEndPoint', { ...rule, input: fields({ ep_eui: eui }), handle: ({ ep_eui }) => ({ ep_eui }) }),
  rpc('UpdateEndPoint', {
    ...rule,
    input: {
      names: ['update_mask'],
      read: ({ update_mask }) => ({ paths: update_mask?.paths }),
    },
    handle({ paths }) {
      masks.push(paths ?? undefined);
      return {};
    },
  }),
  rpc('CreateBaseStation', { ...rule, input: nothing, handle: () => ({ info: null }) }),
  rpc('SendDownlink', { ...rule, input: nothing, handle: () => ({}) }),
  rpc('GetSystemStatus', { ...rule, input: nothing, handle: () => ({}) }),
  rpc('ListEndPoints', { ...rule, input: nothing, handle: () => ({}) }),
];

async function post(url: string, method: string, body: string) {
  const headers = { 'content-type': 'application/json' };
  const path = `${url}/platform.api.v1.PlatformService/${method}`;
  const response = await fetch(path, { method: 'POST', headers, body });
  const answer = (await response.json()) as { message?: string; details?: { debug: { metadata: object } }[] };
  return { status: response.status, token: response.headers.get('x-error-token'), answer };
}

t.test('a key that the schema does not know is refused by its name', async t => {
  await using server = await startServer(rows);
  const cases: [method: string, body: object, field: string][] = [
    ['GetEndPoint', { epEui: EUI, nonsense: 1 }, 'nonsense'],
    ['UpdateEndPoint', { endpoint: { epEui: EUI, nwkKeyy: '' } }, 'endpoint.nwkKeyy'],
    ['UpdateEndPoint', { endpoint: { epEui: EUI, Name: '' } }, 'endpoint.Name'],
    ['GetSystemStatus', { x: 1 }, 'x'],
    ['GetEndPoint', { ['k'.repeat(1000)]: 1 }, 'k'.repeat(128)],
  ];
  for (const [method, body, field] of cases) {
    const { status, token, answer } = await post(server.url, method, JSON.stringify(body));
    t.same([status, token], [400, 'ErrTokenMalformedRequest'], field);
    t.equal(answer.message, `ErrTokenMalformedRequest: ${field} is no field of this request`);
    t.match(answer.details?.[0]?.debug.metadata, { number: '1001', field });
  }
  const unprintable = await post(server.url, 'GetEndPoint', JSON.stringify({ 'a\u202e\ud800': 1 }));
  t.equal(unprintable.answer.message, 'ErrTokenMalformedRequest: a is no field of this request');
});

t.test('keys of free JSON, of maps, and those of times and lists are the caller’s', async t => {
  await using server = await startServer(rows);
  const free = { epEui: EUI, expiresAt: '2026-01-01T00:00:00Z', user_data: ['AA=='] };
  t.equal((await post(server.url, 'SendDownlink', JSON.stringify(free))).status, 200);
  const tags = { base_station: { bs_eui: EUI, tags: { whatever: 'x' }, info: { any: { key: 1 } } } };
  t.equal((await post(server.url, 'CreateBaseStation', JSON.stringify(tags))).status, 200);
});

t.test('a value of the wrong type names its field', async t => {
  await using server = await startServer(rows);
  for (const [body, field] of [
    [{ pageSize: 'ten' }, 'page_size'],
    [{ page_size: 1.5 }, 'page_size'],
    [{ epEuis: 7 }, 'ep_euis'],
  ] as const) {
    const { token, answer } = await post(server.url, 'ListEndPoints', JSON.stringify(body));
    t.equal(token, 'ErrTokenMalformedRequest');
    t.equal(answer.message, `ErrTokenMalformedRequest: ${field} has a value of the wrong type`);
  }
  for (const body of ['[]', '7', 'null', '"x"', '{', '{"endpoint":[]}']) {
    const { status, token } = await post(server.url, 'UpdateEndPoint', body);
    t.same([status, token], [400, 'ErrTokenMalformedRequest'], body);
  }
});

t.test('an update mask names fields as the schema does, or as JSON does', async t => {
  await using server = await startServer(rows);
  masks.length = 0;
  for (const body of [
    { updateMask: 'nwkKey,appKey' },
    { update_mask: 'nwk_key,app_key' },
    { update_mask: 'nwkKey, app_key' },
    { updateMask: '*' },
    { updateMask: '' },
    { updateMask: null },
    {},
  ]) {
    t.equal((await post(server.url, 'UpdateEndPoint', JSON.stringify(body))).status, 200, JSON.stringify(body));
  }
  const both = ['nwk_key', 'app_key'];
  t.same(masks, [both, both, both, ['*'], [], undefined, undefined]);
  const list = await post(server.url, 'UpdateEndPoint', '{"updateMask":{"paths":["name"]}}');
  t.equal(list.token, 'ErrTokenMalformedRequest');
});

t.test('defaults are there, what is optional and not set is not', async t => {
  await using server = await startServer(rows);
  const { answer } = await post(server.url, 'GetEndPoint', JSON.stringify({ epEui: EUI }));
  t.match(answer, {
    ...{ epEui: EUI, name: '', suspended: false, pendingDownlinks: 0, messageCount: '0', tags: {} },
    uplinkIntervalSeconds: 0,
  });
  for (const absent of ['shAddr', 'attachCnt', 'lastRssi', 'latitude', 'createdAt', 'lastSeenAt']) {
    t.notOk(absent in answer, absent);
  }
});
