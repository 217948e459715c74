import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS, MS_NS } from '../../../src/kit/units.ts';
import { euiOf, uplink } from '../../peers/telegrams.ts';
import { BS, EPS, measuring, NOWHERE } from '../measuring.ts';

const letter = (text: string) => text.charCodeAt(0);

t.test('telemetry of a device, as it was sent and put together', async t => {
  const { box, device, other, virtual, send, now } = await measuring(t);
  // Ten minutes into the hour before: in this one it may be still to come.
  const at = now() - (now() % HOUR_MS) - 50 * MINUTE_MS;
  await send(
    [
      [20, 0, 0],
      [22, 1, letter('a')],
      [27, 0, 0],
    ],
    { endMs: at },
  );
  const path = `/api/v2/devices/${device}/telemetry`;
  const window = { from: at - DAY_MS, to: at + 1 };
  const series = async (query: object) => (await box.get(path, { query: { ...window, ...query } })).json;

  t.test('points', async t => {
    t.same(await series({}), {
      series: [
        {
          key: 'open',
          unit: '',
          points: [
            [at - 2 * MINUTE_MS, false],
            [at - MINUTE_MS, true],
            [at, false],
          ],
        },
        {
          key: 'temperature',
          unit: '°C',
          points: [
            [at - 2 * MINUTE_MS, 20],
            [at - MINUTE_MS, 22],
            [at, 27],
          ],
        },
        { key: 'word', unit: '', points: [[at - MINUTE_MS, 'a']] },
      ],
      truncated: false,
    });
    t.same(await series({ keys: 'temperature', order: 'desc', limit: 2 }), {
      series: [
        {
          key: 'temperature',
          unit: '°C',
          points: [
            [at, 27],
            [at - MINUTE_MS, 22],
          ],
        },
      ],
      truncated: true,
    });
    t.same(await series({ keys: 'nothing' }), { series: [], truncated: false });
    t.match(await series({ keys: 'rssi,snr,packetCnt' }), {
      series: [
        {
          key: 'packetCnt',
          points: [
            [at - 2 * MINUTE_MS, 1],
            [at - MINUTE_MS, 2],
            [at, 3],
          ],
        },
        {
          key: 'rssi',
          unit: 'dBm',
          points: [
            [at - 2 * MINUTE_MS, -90],
            [at - MINUTE_MS, -91],
            [at, -92],
          ],
        },
        { key: 'snr', unit: 'dB' },
      ],
    });
    const cut = await series({
      from: new Date(at - MINUTE_MS).toISOString(),
      to: new Date(at).toISOString(),
      keys: 'temperature',
    });
    t.same(cut.series[0].points, [[at - MINUTE_MS, 22]], 'times in RFC 3339; the end is not part of it');
    t.same(
      await series({ to: undefined, from: undefined, keys: 'word' }),
      { series: [{ key: 'word', unit: '', points: [[at - MINUTE_MS, 'a']] }], truncated: false },
      'a day by default',
    );
  });

  t.test('put together', async t => {
    const hour = at - (at % HOUR_MS);
    const figures = { avg: 23, min: 20, max: 27, sum: 69, count: 3, last: 27 };
    for (const [aggregation, value] of Object.entries(figures)) {
      const expected = { key: 'temperature', unit: aggregation === 'count' ? '' : '°C', points: [[hour, value]] };
      t.same(await series({ aggregation }), { series: [expected], truncated: false }, aggregation);
      t.same((await series({ aggregation, interval: 86_400 })).series[0].points[0][1], value);
    }
    t.same((await series({ aggregation: 'avg', interval: 60, from: at - HOUR_MS })).series[0].points, [
      [at - 2 * MINUTE_MS, 20],
      [at - MINUTE_MS, 22],
      [at, 27],
    ]);
    t.same((await series({ aggregation: 'max', keys: 'packetCnt,word', order: 'desc' })).series, [
      { key: 'packetCnt', unit: '', points: [[hour, 3]] },
    ]);
  });

  t.test('newest values', async t => {
    const latest = async (id: string, query = {}) =>
      (await box.get(`/api/v2/devices/${id}/telemetry/latest`, { query })).json;
    const iso = (ms: number) => new Date(ms).toISOString();
    t.same(await latest(device), {
      values: [
        { key: 'open', value: false, unit: '', timestamp: iso(at) },
        { key: 'temperature', value: 27, unit: '°C', timestamp: iso(at) },
        { key: 'word', value: 'a', unit: '', timestamp: iso(at - MINUTE_MS) },
      ],
    });
    t.same(await latest(device, { keys: 'rssi,word' }), {
      values: [
        { key: 'rssi', value: -92, unit: 'dBm', timestamp: iso(at) },
        { key: 'word', value: 'a', unit: '', timestamp: iso(at - MINUTE_MS) },
      ],
    });
    t.same(await latest(other), { values: [] });
    t.same(await latest(virtual), { values: [] });
    t.same((await box.get(`/api/v2/devices/${virtual}/telemetry`)).json, { series: [], truncated: false });
    t.same((await box.get(`/api/v2/devices/${virtual}/messages`)).json, { messages: [], total: 0 });
  });

  t.test('a value names the sensor that takes it', async t => {
    const attached = await box.post(`/api/v2/devices/${device}/sensors`, {
      sensorTemplateIds: ['0fc88009-8014-819b-a463-4cd3afc2c631'],
    });
    t.equal(attached.token, 'OK');
    const sensor = attached.json.sensors[0].id;
    const { json } = await box.get(`/api/v2/devices/${device}/telemetry/latest`);
    t.match(
      json.values.find((one: { key: string }) => one.key === 'temperature'),
      { sensorId: sensor },
    );
    t.notOk('sensorId' in json.values[0]);
  });

  t.test('messages', async t => {
    const messages = async (query = {}) => (await box.get(`/api/v2/devices/${device}/messages`, { query })).json;
    const all = await messages();
    t.equal(all.total, 3);
    t.match(all.messages, [{ packetCnt: 3 }, { packetCnt: 2 }, { packetCnt: 1 }], 'newest first');
    const [, second] = all.messages;
    t.match(second.id, /^[0-9a-f-]{36}$/);
    t.same(second, {
      id: second.id,
      time: new Date(at - MINUTE_MS).toISOString(),
      packetCnt: 2,
      payload: Buffer.from([22, 1, letter('a')]).toString('base64'),
      payloadHex: '160161',
      format: 0,
      rssi: -91,
      snr: 11,
      baseStations: [{ bsEui: BS, name: BS, rssi: -91, snr: 11, time: new Date(at - MINUTE_MS).toISOString() }],
      decoded: { temperature: 22, open: true, word: 'a' },
      decodeStatus: 'success',
    });
    t.match(await messages({ limit: 1, offset: 2 }), { total: 3, messages: [{ packetCnt: 1 }] });
    t.match(await messages({ offset: 9 }), { total: 3, messages: [] });
    t.match(await messages({ from: at - MINUTE_MS, to: at }), { total: 1, messages: [{ packetCnt: 2 }] });
  });

  t.test('what is refused', async t => {
    const refusals: [path: string, query: Record<string, string | number>, status: number, token: string][] = [
      ['telemetry', { from: 'yesterday' }, 400, 'InvalidTimeRange'],
      ['telemetry', { from: at, to: at }, 400, 'InvalidTimeRange'],
      ['telemetry', { from: at + DAY_MS }, 400, 'InvalidTimeRange'],
      ['telemetry', { limit: 0 }, 400, 'InvalidLimit'],
      ['telemetry', { limit: 'many' }, 400, 'InvalidLimit'],
      ['telemetry', { order: 'up' }, 400, 'InvalidEnumValue'],
      ['telemetry', { aggregation: 'median' }, 400, 'InvalidEnumValue'],
      ['telemetry', { aggregation: 'avg', interval: 59 }, 400, 'FieldOutOfRange'],
      ['telemetry', { aggregation: 'avg', interval: 2_678_401 }, 400, 'FieldOutOfRange'],
      ['telemetry', { aggregation: 'avg', interval: '1e3' }, 400, 'FieldOutOfRange'],
      ['telemetry', { keys: 'x'.repeat(129) }, 400, 'FieldTooLong'],
      ['telemetry', { keys: Array.from({ length: 101 }, (_, n) => n).join() }, 400, 'TooManyItems'],
      ['telemetry', { aggregation: 'avg', interval: 60, from: at - 7 * DAY_MS, to: at }, 400, 'TelemetryQueryTooLarge'],
      [
        'telemetry',
        { aggregation: 'avg', from: at - 210 * DAY_MS, to: at, keys: 'a,b' },
        400,
        'TelemetryQueryTooLarge',
      ],
      ['messages', { offset: -1 }, 400, 'InvalidOffset'],
      ['messages', { limit: 'x' }, 400, 'InvalidLimit'],
      ['messages', { from: 'x' }, 400, 'InvalidTimeRange'],
      ['telemetry/latest', { organizationId: NOWHERE }, 403, 'OrganizationContextMismatch'],
      ['telemetry/latest', { organizationId: '' }, 400, 'OrganizationIDRequired'],
    ];
    for (const [name, query, status, token] of refusals) {
      const answer = await box.get(`/api/v2/devices/${device}/${name}`, { query });
      t.match(answer, { status, token }, `${name} ${JSON.stringify(query).slice(0, 80)}`);
    }
    t.match(
      await box.get(path, { query: { interval: 1, aggregation: 'none' } }),
      { status: 200 },
      'an interval without meaning',
    );
    t.match(await box.get(path, { query: { limit: 50_000 } }), { status: 200 }, 'more than the most is the most');
    const always = { from: '2000-01-01T00:00:00Z', to: '9999-12-31T23:59:59.999Z' };
    for (const name of ['telemetry', 'messages']) {
      t.match(
        await box.get(`/api/v2/devices/${device}/${name}`, { query: always }),
        { status: 200 },
        'as long as times go',
      );
    }
    t.match(await box.get('/api/v2/commands', { query: always }), { status: 200 });
    for (const name of ['telemetry', 'telemetry/latest', 'messages']) {
      t.match(await box.get(`/api/v2/devices/${NOWHERE}/${name}`), { status: 404, token: 'DeviceNotFound' });
      t.match(await box.get(`/api/v2/devices/x/${name}`), { status: 400, token: 'InvalidIDFormat' });
      const { key } = await box.key(['devices:read', 'messages:read']);
      t.match(await box.as(key).get(`/api/v2/devices/${device}/${name}`), { status: 403, token: 'ScopeRequired' });
      const { key: right } = await box.key(['telemetry:read']);
      t.match(await box.as(right).get(`/api/v2/devices/${device}/${name}`), { status: 200 });
      t.match(await box.as({}).get(`/api/v2/devices/${device}/${name}`), { status: 401 });
    }
  });

  t.test('the same by the named service', async t => {
    const call = async (name: string, body: object) =>
      (await box.send('POST', `/sensorquery.v1.SensorQueryService/${name}`, {
        headers: { 'content-type': 'application/json' },
        raw: JSON.stringify({ organizationId: box.organizationId, ...body }),
      })) as { json: Record<string, unknown>; status: number };
    t.match((await call('ListKeys', { deviceId: device, search: 'O' })).json, {
      keys: [{ key: 'open' }, { key: 'word' }],
      total: 2,
    });
    t.match((await call('GetLatest', { deviceIds: [device, other], keys: ['temperature'] })).json, {
      values: [{ deviceId: device, key: 'temperature', number: 27, unit: '°C' }],
    });
    const range = {
      deviceIds: [other, device],
      from: new Date(at - HOUR_MS).toISOString(),
      to: new Date(at + 1).toISOString(),
    };
    t.match((await call('QueryRange', { ...range, keys: ['word', 'open'] })).json, {
      series: [
        { deviceId: device, key: 'open', points: [{ boolean: false }, { boolean: true }, { boolean: false }] },
        {
          deviceId: device,
          key: 'word',
          points: [{ text: 'a', timestamp: new Date(at - MINUTE_MS).toISOString().replace('.000Z', 'Z') }],
        },
      ],
      truncated: false,
    });
    t.match((await call('QueryRange', { ...range, aggregation: 'max', interval: 3600 })).json, {
      series: [{ deviceId: device, key: 'temperature', points: [{ number: 27 }] }],
    });
    for (const [name, body, token] of [
      ['QueryRange', { deviceIds: [] }, 'IDRequired'],
      ['QueryRange', { deviceIds: [NOWHERE] }, 'DeviceNotFound'],
      ['GetLatest', { deviceIds: Array.from({ length: 101 }, () => device) }, 'TooManyItems'],
      ['ListKeys', { deviceId: device, limit: 0 }, 'InvalidLimit'],
    ] as const) {
      const { json, status } = await call(name, body);
      t.match(json, { message: new RegExp(`^ErrToken${token}`) }, `${name} ${token}`);
      t.ok(status >= 400);
    }
  });

  t.test('only what its endpoint sends is of a device', async t => {
    await send([[1, 0, 0]], { ep: EPS[1] });
    t.match((await box.get(`/api/v2/devices/${other}/messages`)).json, { total: 1 });
    t.match((await box.get(`/api/v2/devices/${device}/messages`)).json, { total: 3 });
  });
});

t.test('eight readers beside full load get whole pages, and each message once', async t => {
  const { box, device, send, center, station } = await measuring(t);
  const count = 240;
  await send(Array.from({ length: count }, (_, n) => [n % 100, 0]));
  const path = `/api/v2/devices/${device}/messages`;
  const from = center.clock.now() - DAY_MS;
  let running = true;
  const load = (async () => {
    for (let n = 0; running; n++) {
      const rxTime = BigInt(center.clock.now()) * MS_NS + BigInt(n);
      const batch = Array.from({ length: 16 }, (_, k) =>
        station.dialled.start(
          'ulData',
          uplink({ epEui: euiOf(EPS[1]), packetCnt: 10_000 + n * 16 + k, rxTime: rxTime + BigInt(k) * MS_NS }),
        ),
      );
      await Promise.all(batch);
      await center.clock.advance(500);
    }
  })();
  const read = async (limit: number, byCursor: boolean) => {
    const seen: number[] = [];
    for (let place: Record<string, string | number> | undefined = {}; place; ) {
      const { json } = await box.get(path, { query: { limit, from, ...place } });
      seen.push(...json.messages.map(({ packetCnt }: { packetCnt: number }) => packetCnt));
      t.ok(json.totalIsMinimum ? json.total <= count : json.total === count, `${json.total}`);
      const isLast = seen.length === count;
      if (!isLast) t.equal(json.messages.length, limit, 'a page is whole');
      t.equal('nextCursor' in json, !isLast);
      place =
        isLast || json.messages.length === 0
          ? undefined
          : byCursor
            ? { cursor: json.nextCursor }
            : { offset: seen.length };
    }
    t.same(
      seen,
      Array.from({ length: count }, (_, n) => count - n),
    );
  };
  await Promise.all([50, 7, 60, 100, 50, 7, 60, 100].map((limit, n) => read(limit, n < 4)));
  running = false;
  await load;
  const { json } = await box.get(path, { query: { limit: 50, from } });
  const cursor = json.nextCursor as string;
  for (const [query, token] of [
    [{ limit: 50, from, cursor: `${cursor.slice(0, -1)}_` }, 'InvalidPageToken'],
    [{ limit: 50, from: from + 1, cursor }, 'InvalidPageToken'],
    [{ limit: 50, from, cursor, offset: 1 }, 'MutuallyExclusiveFields'],
  ] as const) {
    t.match(await box.get(path, { query }), { status: 400, token });
  }
  t.equal((await box.get(path, { query: { limit: 10, from, cursor, offset: 0 } })).json.messages.length, 10);
});
