import t, { type Test } from 'tap';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { type Headers, RestBox } from '../box.ts';
import { EPS, measuring, NOWHERE } from '../measuring.ts';
import { EventReader } from './reader.ts';

async function scene(t: Test) {
  const measured = await measuring(t);
  const { box } = measured;
  const open = (
    name: string,
    query: Record<string, string | number> = {},
    more: { headers?: Headers; method?: string; bare?: boolean } = {},
  ) => {
    const named = more.bare ? query : { organizationId: box.organizationId, ...query };
    const search = new URLSearchParams(
      Object.entries(named).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const headers = more.bare ? { ...more.headers } : { ...box.own, ...more.headers };
    const path = `/api/v2/streams/${name}?${search}`;
    return EventReader.open(t, box.center.ports.gateway, path, { ...more, headers });
  };
  const token = async (...args: Parameters<typeof open>): Promise<string> => {
    const reader = await open(...args);
    const text = await reader.text();
    return `${reader.response.statusCode} ${String(JSON.parse(text).error.token).replace('ErrToken', '')}`;
  };
  return { ...measured, open, token };
}

const counters = (blocks: readonly { data?: { packetCnt: number } }[]) => blocks.map(({ data }) => data?.packetCnt);

t.test('uplinks as they come', async t => {
  const { box, device, other, open, send, center, now } = await scene(t);
  await send([[1, 0, 0]]);
  const reader = await open('messages');
  t.match(reader.response, {
    statusCode: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  });
  t.notOk('content-encoding' in reader.response.headers);
  const first = await reader.block();
  t.match(first, { retry: '2000', id: /^\d+$/ }, 'who has seen nothing yet goes on from here, too');
  await send([[2, 1, 65]]);
  const [block] = await reader.take(1);
  t.match(block, { event: 'message', id: /^\d+$/ });
  const { data } = block ?? {};
  t.same(
    { ...data, id: 0, seq: 0, baseStations: [] },
    {
      ...{ id: 0, seq: 0, baseStations: [], deviceId: device, clientDeviceId: EPS[0] },
      ...{ time: new Date(now() - 500).toISOString(), packetCnt: 2, payload: 'AgFB', payloadHex: '020141', format: 0 },
      ...{ rssi: -90, snr: 10, decoded: { temperature: 2, open: true, word: 'A' }, decodeStatus: 'success' },
    },
  );
  t.equal(String(data.seq), block?.id);

  const only = await open('messages', { deviceId: other });
  await send([[3, 0, 0]]);
  await send([[4, 0, 0]], { ep: EPS[1] });
  t.match(await only.next(), { data: { packetCnt: 4, deviceId: other } });
  t.same(counters(await reader.take(2)), [3, 4]);

  await center.clock.advance(15 * SECOND_MS);
  t.match(await reader.block(), { comment: 'hb' });
  t.match(await only.block(), { comment: 'hb' });
  await send([[5, 0, 0]]);
  await center.clock.advance(15 * SECOND_MS);
  t.match(await only.block(), { comment: 'hb', id: /./ });
  t.same(counters(await reader.take(1)), [5]);
  t.equal(only.lastEventId, reader.lastEventId, 'who waits for something rare does not fall behind');

  t.match(await box.delete(`/api/v2/devices/${other}`), { status: 200 });
  await send([[6, 0, 0]]);
  const last = await only.next();
  t.match(last, { event: 'error', data: { status: 404, error: { token: 'ErrTokenDeviceNotFound' } } });
  t.equal(await only.next(), undefined, 'the device is gone');
});

t.test('a reader that comes again misses nothing and gets nothing twice', async t => {
  const { open, send, token, center, station } = await scene(t);
  const first = await open('messages');
  await first.block();
  await send([
    [1, 0, 0],
    [2, 0, 0],
    [3, 0, 0],
  ]);
  const seen = counters(await first.take(2));
  const from = first.lastEventId ?? '';
  first.close();
  await send([[4, 0, 0]]);
  for (const ways of [
    open('messages', {}, { headers: { 'last-event-id': from } }),
    open('messages', { afterSeq: from }),
    open('messages', { after_seq: from }),
    open('messages', { afterSeq: 0 }, { headers: { 'last-event-id': from } }),
  ]) {
    t.same([...seen, ...counters(await (await ways).take(2))], [1, 2, 3, 4]);
  }
  t.same(counters(await (await open('messages', { afterSeq: 0 })).take(4)), [1, 2, 3, 4], 'from the beginning');

  const reader = await open('messages', { afterSeq: from });
  t.same(counters(await reader.take(2)), [3, 4]);
  await center.stop();
  t.match(await reader.next(), { event: 'error', data: { error: { token: 'ErrTokenServiceStopping' } } });
  t.equal(await reader.next(), undefined);
  await center.begin();
  station.dialled = await center.baseStation({ bsEui: '70b3d59cd0000001', register: false });
  await send([[5, 0, 0]]);
  const again = await open('messages', {}, { headers: { 'last-event-id': reader.lastEventId ?? '' } });
  t.same(counters(await again.take(1)), [5]);

  for (const [query, headers, refused] of [
    [{ afterSeq: 'x' }, {}, '400 FieldOutOfRange'],
    [{ afterSeq: -1 }, {}, '400 FieldOutOfRange'],
    [{}, { 'last-event-id': '1.5' }, '400 FieldOutOfRange'],
    [{ deviceId: NOWHERE }, {}, '404 DeviceNotFound'],
    [{ deviceId: 'x' }, {}, '400 InvalidIDFormat'],
  ] as const) {
    t.equal(await token('messages', query, { headers }), refused);
  }
  center.sabotage(`UPDATE message SET stored_at = stored_at - ${8 * DAY_MS}`);
  t.equal(await token('messages', { afterSeq: from }), '400 StreamCursorTooOld', 'before the stream is open');
});

t.test('what devices measure as it comes', async t => {
  const { box, device, open, send, now } = await scene(t);
  const { json } = await box.post(`/api/v2/devices/${device}/sensors`, {
    sensorTemplateIds: ['0fc88009-8014-819b-a463-4cd3afc2c631'],
  });
  const [all, some, none] = await Promise.all([
    open('telemetry'),
    open('telemetry', { deviceId: device, keys: 'temperature,rssi' }),
    open('telemetry', { keys: 'word' }),
  ]);
  await send([
    [21, 0, 0],
    [22, 1, 66],
  ]);
  t.match(await all.take(2), [
    {
      event: 'telemetry',
      data: {
        values: [
          { key: 'temperature', value: 21, unit: '°C' },
          { key: 'open', value: false },
        ],
      },
    },
    { data: { values: [{ value: 22 }, { value: true }, { key: 'word', value: 'B' }] } },
  ]);
  const [first] = await some.take(1);
  t.same(
    { ...first?.data, seq: 0 },
    {
      ...{
        seq: 0,
        deviceId: device,
        clientDeviceId: EPS[0],
        timestamp: new Date(now() - 500 - MINUTE_MS).toISOString(),
      },
      values: [
        { key: 'temperature', value: 21, unit: '°C' },
        { key: 'rssi', value: -90, unit: 'dBm' },
      ],
    },
  );
  t.match(await none.take(1), [{ data: { values: [{ key: 'word', value: 'B' }] } }]);
  await box.put(`/api/v2/devices/${device}/sensors/${json.sensors[0].id}/mapping`, { sourcePath: 'temperature' });
  await send([[23, 0, 0]]);
  t.match((await all.take(1))[0]?.data.values[0], { value: 23, sensorId: json.sensors[0].id });
});

t.test('events as they come', async t => {
  const { box, device, open, send, center, token } = await scene(t);
  const from = { afterSeq: 0 };
  const all = await open('events', from);
  const first = await all.next();
  t.match(first, { event: 'event', id: /^\d+$/, data: { severity: 'info', seq: Number(first?.id) } });
  const own = await open('events', { ...from, deviceId: device });
  t.match(await own.next(), {
    data: { type: 'endpoint.created', category: 'endpoint', deviceId: device, clientDeviceId: EPS[0] },
  });
  await send([[1, 0, 0]]);
  const stations = await open('events', { ...from, category: 'basestation,certificate', severity: 'info,warning' });
  t.match(await stations.next(), { data: { category: /^(basestation|certificate)$/ } });
  t.equal(await token('events', { category: 'weather' }), '400 InvalidEventCategory');
  t.equal(await token('events', { severity: 'bad' }), '400 InvalidSeverity');
  const { key } = await box.key(['events:read']);
  t.equal(await token('events', { category: 'audit' }, { headers: key }), '403 EventCategoryForbidden');
  await center.api.call('DeleteEndPoint', { ep_eui: EPS[1], force: true });
  for (;;) {
    const block = await all.next();
    if (block?.data.type !== 'endpoint.deleted') continue;
    t.match(block.data, { clientDeviceId: EPS[1] });
    t.notOk('deviceId' in block.data, 'no device wraps it any more');
    break;
  }
});

t.test('who may open a stream', async t => {
  const { box, open, token, send } = await scene(t);
  const { key, id } = await box.key(['messages:read']);
  t.equal(await token('messages', {}, { bare: true }), '401 AuthorizationRequired');
  t.equal(await token('telemetry', {}, { headers: key }), '403 ScopeRequired');
  t.equal(await token('events', {}, { headers: key }), '403 ScopeRequired');
  t.equal(await token('messages', { organizationId: NOWHERE }), '403 OrganizationContextMismatch');
  const head = await open('messages', {}, { headers: key, method: 'HEAD' });
  t.equal(head.response.statusCode, 200);
  t.equal(await head.text(), '', 'nothing but its head');

  const reader = await open('messages', {}, { headers: key });
  const ticket = async (headers: Headers) => (await box.as(headers).post('/api/v2/streams/ticket', {})).json.ticket;
  const byTicket = await open('messages', { ticket: await ticket(key) }, { bare: true });
  await send([[1, 0, 0]]);
  t.same([counters(await reader.take(1)), counters(await byTicket.take(1))], [[1], [1]]);
  await box.center.api.call('DeleteApiKey', { id });
  for (const one of [reader, byTicket]) {
    t.match(await one.next(), { event: 'error', data: { error: { code: /^(UNAUTHENTICATED|PERMISSION_DENIED)$/ } } });
    t.equal(await one.next(), undefined, 'no client reads on by a key that is gone');
  }

  const many = await Promise.all(Array.from({ length: 32 }, () => open('messages')));
  t.equal(await token('messages'), '429 TooManyStreams');
  many[0]?.close();
  for (const one of many) one.close();
});

t.test('a ticket opens one stream, once, within a minute', async t => {
  const { box, open, token, send, center } = await scene(t);
  const { key } = await box.key(['messages:read']);
  const made = await box.as(key).post('/api/v2/streams/ticket', {});
  t.match(made, { status: 200, json: { ticket: /^[A-Za-z0-9_-]{43}$/ } });
  t.equal(made.json.expiresAt, new Date(center.clock.now() + MINUTE_MS).toISOString());
  const { ticket } = made.json;
  const bare = { bare: true };
  const both = await Promise.all([open('messages', { ticket }, bare), open('messages', { ticket }, bare)]);
  t.same(both.map(({ response }) => response.statusCode).sort(), [200, 401]);
  await send([[9, 0, 0]]);
  const reader = both.find(({ response }) => response.statusCode === 200);
  t.match(await reader?.next(), { data: { payloadHex: '090000' } }, 'of the organization of the key');
  t.equal(await token('messages', { ticket }, bare), '401 InvalidAccessToken', 'used');
  t.equal(await token('messages', { ticket: 'x' }, bare), '401 InvalidAccessToken');
  t.equal(await token('messages', { ticket: '' }, bare), '401 InvalidAccessToken');

  const fresh = async (headers: Headers) => (await box.as(headers).post('/api/v2/streams/ticket', {})).json.ticket;
  t.equal(await token('telemetry', { ticket: await fresh(key) }, bare), '403 ScopeRequired');
  const late = await fresh(key);
  await center.clock.advance(MINUTE_MS);
  t.equal(await token('messages', { ticket: late }, bare), '401 InvalidAccessToken', 'too late');
  const { key: useless } = await box.key(['devices:read']);
  t.match(await box.as(useless).post('/api/v2/streams/ticket', {}), { status: 403, token: 'ScopeRequired' });
  t.match(await box.as({}).post('/api/v2/streams/ticket', {}), { status: 401 });
  t.match(
    await box.as({}).get('/api/v2/devices', { query: { ticket: await fresh(key) } }),
    { status: 401 },
    'streams alone',
  );
});

t.test('a signed-in person gets a ticket, which ends with the session', async t => {
  await using box = await RestBox.start(t.testdir(), { edition: 'enterprise' });
  const { json, status } = await box.as(box.owner).post('/api/v2/streams/ticket', {});
  t.equal(status, 200);
  const { gateway } = box.center.ports;
  const reader = await EventReader.open(t, gateway, `/api/v2/streams/messages?ticket=${json.ticket}`);
  t.equal(reader.response.statusCode, 200);
  t.match(await reader.block(), { retry: '2000' });
  await box.enterprise?.call('Logout', {}, box.owner);
  await box.center.clock.advance(SECOND_MS);
  t.match(await reader.next(), { event: 'error', data: { error: { token: /^ErrToken/ } } });
  t.equal(await reader.next(), undefined);
});
