import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { EPS, measuring, NOWHERE } from '../measuring.ts';

const STRANGER = '70b3d56770119999';

t.test('what endpoints have measured, by their EUIs', async t => {
  const { box, send, now } = await measuring(t);
  const at = now() - (now() % HOUR_MS) - 50 * MINUTE_MS;
  await send(
    [
      [20, 0, 0],
      [22, 0, 0],
      [27, 0, 0],
    ],
    { endMs: at },
  );
  const path = `/api/v2/endpoints/${EPS[0]}/telemetry`;
  const window = { from: at - DAY_MS, to: at + 1 };
  const series = async (query: object) => (await box.get(path, { query: { ...window, ...query } })).json;

  await t.test('as it was sent, and with a band around what is put together', async t => {
    t.same(await series({ keys: 'temperature' }), {
      series: [
        {
          key: 'temperature',
          unit: '°C',
          points: [
            [at - 2 * MINUTE_MS, 20],
            [at - MINUTE_MS, 22],
            [at, 27],
          ],
        },
      ],
      truncated: false,
    });
    const band = { keys: 'temperature', aggregation: 'band', interval: 3600 };
    const [, hour] = [band, at - (at % HOUR_MS)];
    t.same(await series(band), {
      series: [{ key: 'temperature', unit: '°C', points: [[hour, 23, 20, 27, 3]] }],
      ...{ truncated: false, interval: 3600 },
    });
    const radio = await series({ keys: 'rssi,snr', aggregation: 'band', interval: 60, order: 'desc' });
    t.same(
      radio.series.map(({ key }: { key: string }) => key),
      ['rssi', 'snr'],
    );
    t.same(radio.series[0].points[0], [at, -92, -92, -92, 1], 'the newest first');
  });

  await t.test('in the shortest interval by which there are no more points than the limit', async t => {
    const intervalOf = async (fromMs: number, limit?: number) =>
      (await series({ from: at + 1 - fromMs, keys: 'temperature', aggregation: 'band', ...(limit && { limit }) }))
        .interval;
    t.equal(await intervalOf(HOUR_MS), 60);
    t.equal(await intervalOf(DAY_MS), 300);
    t.equal(await intervalOf(30 * DAY_MS), 7200);
    t.equal(await intervalOf(DAY_MS, 24), 7200, 'one that is cut at both ends has one more');
    t.equal((await box.get(path, { query: { aggregation: 'band', interval: 59 } })).token, 'FieldOutOfRange');
    t.equal((await box.get(path, { query: { aggregation: 'median' } })).status, 400);
    const gone = await box.get(`/api/v2/endpoints/${STRANGER}/telemetry`);
    t.match([gone.status, gone.token], [404, 'EndPointNotFound']);
    t.equal((await box.get('/api/v2/endpoints/x/telemetry')).token, 'InvalidEUIFormat');
  });

  await t.test('newest of many in one call, of those that the organization has', async t => {
    const latest = (body: object) => box.post('/api/v2/endpoints/latest', body);
    const { json } = await latest({
      epEuis: [STRANGER, EPS[0], EPS[1], EPS[0].toUpperCase()],
      keys: ['temperature', 'snr'],
    });
    t.match(json, {
      endpoints: [
        {
          epEui: EPS[0],
          values: [
            { key: 'snr', unit: 'dB' },
            { key: 'temperature', value: 27, unit: '°C', timestamp: new Date(at).toISOString() },
          ],
        },
        { epEui: EPS[1], values: [] },
      ],
    });
    t.equal(json.endpoints.length, 2);
    t.equal((await latest({})).token, 'EUIRequired');
    const many = Array.from({ length: 201 }, (_, n) => (n + 1).toString(16).padStart(16, '0'));
    t.equal((await latest({ epEuis: many })).status, 400);
    t.same((await latest({ epEuis: many.slice(1) })).json, { endpoints: [] });
  });

  await t.test('for who may read telemetry', async t => {
    const { key } = await box.key(['devices:read']);
    t.equal((await box.as(key).get(path)).token, 'ScopeRequired');
    t.equal((await box.as(key).post('/api/v2/endpoints/latest', { epEuis: [EPS[0]] })).token, 'ScopeRequired');
  });
});

t.test('a payload by a blueprint, before it is sent', async t => {
  const { box } = await measuring(t);
  const { blueprints } = (await box.platform('ListBlueprints', {})) as {
    blueprints: { id: string; version: string }[];
  };
  const blueprintId = blueprints[0]?.id;
  const encode = async (body: object) => await box.post('/api/v2/blueprints/encode', body);
  t.same((await encode({ blueprintId, format: 3, object: { minutes: 258 } })).json, {
    ...{ payloadHex: '0102', decoded: { minutes: 258 } },
  });
  const wrong = await encode({ blueprintId, format: 3, object: { minutes: 'many' } });
  t.equal(wrong.status, 200, 'a value that is wrong is the answer, not a refusal');
  t.match(wrong.json, { error: { reason: /^\w+$/, field: 'minutes', detail: /./ } });
  t.notOk('payloadHex' in wrong.json);
  t.match((await encode({ blueprintId, format: 99, object: {} })).json, { error: { reason: /^\w+$/ } });
  const spec = {
    ...{ version: '1', typeEui: '70b3d56770ff0009' },
    uplink: [{ payload: [{ name: 'x', size: 8, type: 'uint' }] }],
    downlink: [{ id: 1, payload: [{ name: 'on', size: 8, type: 'bool' }] }],
  };
  t.same((await encode({ spec, format: 1, object: { on: true } })).json, { payloadHex: '01', decoded: { on: true } });
  t.equal((await encode({ spec: { version: 7 }, format: 1, object: {} })).token, 'BlueprintInvalid');
  t.equal((await encode({ format: 1, object: {} })).token, 'DecodeSourceRequired');
  t.equal((await encode({ blueprintId: NOWHERE, format: 1 })).token, 'BlueprintNotFound');
});
