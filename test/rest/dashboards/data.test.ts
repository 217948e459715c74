import t from 'tap';
import { MINUTE_MS } from '../../../src/kit/units.ts';
import { measuring, NOWHERE } from '../measuring.ts';

const PATH = '/api/v2/dashboards';

t.test('a widget shows what telemetry answers', async t => {
  const { box, device, other, virtual, send, now } = await measuring(t);
  const at = now() - MINUTE_MS;
  await send(
    [
      [20, 0, 0],
      [22, 1, 0],
      [27, 0, 0],
    ],
    { endMs: at },
  );
  const { id } = (await box.post(PATH, { name: 'Hall' })).json;
  const data = async (query: object) => {
    const widget = (await box.post(`${PATH}/${id}/widgets`, { kind: 'line', query })).json;
    return (await box.get(`${PATH}/${id}/widgets/${widget.id}/data`)).json;
  };
  const telemetry = async () => (await box.get(`/api/v2/devices/${device}/telemetry`)).json;

  const deviceIds = [device, other, virtual, NOWHERE];
  const plain = await data({ deviceIds, keys: ['temperature'], from: 3600 });
  t.same(plain, {
    series: [
      {
        ...{ deviceId: device, key: 'temperature', unit: '°C' },
        points: [
          [at - 2 * MINUTE_MS, 20],
          [at - MINUTE_MS, 22],
          [at, 27],
        ],
      },
    ],
    truncated: false,
  });
  const all = await data({ deviceIds: [device], from: 3600 });
  t.same(
    all.series.map(({ deviceId: _, ...series }: { deviceId: string }) => series),
    (await telemetry()).series,
  );
  const sums = { keys: ['temperature'], aggregation: 'max', interval: 60 };
  const max = await data({ deviceIds: [device], from: 3600, ...sums });
  t.equal(max.series.length, 1);
  t.match(max.series[0].points.at(-1), [Number, 27]);
  const tooMany = { deviceIds: [device], from: 31_622_400, ...sums };
  const widget = (await box.post(`${PATH}/${id}/widgets`, { kind: 'line', query: tooMany })).json;
  t.match(await box.get(`${PATH}/${id}/widgets/${widget.id}/data`), { status: 400, token: 'TelemetryQueryTooLarge' });
});
