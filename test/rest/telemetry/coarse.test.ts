import t from 'tap';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MS_NS, SECOND_MS } from '../../../src/kit/units.ts';
import { dashboards } from '../../../src/rest/dashboards/dashboards.ts';
import { widgetValues } from '../../../src/rest/dashboards/values.ts';
import { endpointValues } from '../../../src/rest/endpoints/endpoints.ts';
import { telemetry } from '../../../src/rest/telemetry/telemetry.ts';
import { addModel, assign } from '../../domain/blueprint/log-catalog.ts';
import { epEui, openLog, populate } from '../../domain/message/log-store.ts';
import { pruneLog, pruneRows } from '../../domain/retention/retention-scene.ts';
import { ORGANIZATION, openCaller, START } from '../caller.ts';

t.setTimeout(480_000);

const DEVICE = '0192f000-0000-7000-8000-0000000000d1';
const organization_id = ORGANIZATION;
const spec = JSON.stringify({
  version: '1',
  typeEui: '70b3d56770ff0001',
  uplink: [{ payload: [{ name: 'level', size: 8, type: 'int' }] }],
});
/** The messages are of so long ago. */
const AGO_MS = 100 * DAY_MS;
const FIRST_MS = START - AGO_MS - ((START - AGO_MS) % DAY_MS);

/** A database in which of one day nothing is kept but what the day says as a whole. */
function coarse(t: Parameters<typeof openLog>[0]): string {
  const log = openLog(t, undefined, { blockMessages: 16, sliceRows: 8 });
  populate(log, 1, 1);
  assign(log, 1, { model: addModel(log, 'Meter', spec).model });
  log.stores.uplinks.forget();
  log.write(
    Array.from({ length: 32 }, (_, n) => ({
      ...{ endpoint: 1, packetCnt: n + 1, arrivedAt: FIRST_MS + n * 60_000 },
      rxNs: BigInt(FIRST_MS + n * 60_000) * MS_NS,
      userData: Buffer.of(n),
    })),
    FIRST_MS + HOUR_MS,
  );
  log.db.atomic(() => log.stores.values.begin(START));
  for (let batch = log.stores.values.collect(1000); batch; batch = log.stores.values.collect(1000)) {
    const taken = batch;
    log.db.atomic(() => log.stores.values.put(taken));
  }
  pruneRows(log, 0, { valueHoursUntil: START, only: 'values' });
  if (pruneLog(log, { until: START - DAY_MS, now: START }) === 0) throw new Error('the messages are still there');
  log.db.exec(`INSERT INTO device (id, uuid, org, name, name_key, version, created_at, updated_at)
      VALUES (1, '${DEVICE}', 1, 'Tank', 'tank', 1, 0, 0);
    INSERT INTO physical_device (device, uuid, org, endpoint, configuration, given, created_by_api, created_at, updated_at)
      VALUES (1, '0192f000-0000-7000-8000-0000000000d2', 1, 1, '{}', '[]', 0, 0, 0)`);
  log.db.close();
  return log.path;
}

t.test('days that are kept as days only are answered as days wherever values are shown, and that is said', async t => {
  const api = await openCaller(t, coarse(t), scene => [
    telemetry(scene),
    endpointValues(scene),
    dashboards({ ...scene, values: widgetValues(scene) }),
  ]);
  const at = (ms: number) => ({ seconds: Math.floor(ms / SECOND_MS), nanos: 0 });
  const range = { from: at(START - AGO_MS - DAY_MS), to: at(START), aggregation: 'count' };
  const widgetOf = async (interval: number) => {
    const { id: dashboard_id } = await api.call('dashboard.v2.DashboardService/CreateDashboard', {
      ...{ organization_id, dashboard: { name: `every ${interval}` } },
    });
    const query = { device_ids: [DEVICE], keys: ['level'], from: 120 * DAY_S, aggregation: 'count', interval };
    const widget = { dashboard_id, kind: 'line', query };
    return (await api.call('widget.v2.WidgetService/CreateWidget', { organization_id, widget })).id;
  };
  for (const [interval, resolution, warning] of [
    [HOUR_S, DAY_S, 'coarse'],
    [DAY_S, undefined, undefined],
  ] as const) {
    const asked = { ...range, organization_id, interval, keys: ['level'] };
    const answers = [
      await api.whole('rest.v1.RestService/GetDeviceTelemetry', { ...asked, device_id: DEVICE }),
      await api.whole('rest.v1.RestService/GetEndpointTelemetry', { ...asked, ep_eui: epEui(1) }),
      await api.whole('sensorquery.v1.SensorQueryService/QueryRange', { ...asked, device_ids: [DEVICE] }),
      await api.whole('widget.v2.WidgetService/GetWidgetData', { organization_id, id: await widgetOf(interval) }),
    ];
    for (const [n, { answer, told }] of answers.entries()) {
      t.match(answer.series, [{ key: 'level', resolution }], `${n}: every ${interval} s`);
      t.equal(answer.series[0]?.points.length, 1, `${n}: one day`);
      t.equal(told.warning, warning, `${n}: every ${interval} s`);
    }
  }
});
