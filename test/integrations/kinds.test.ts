import t from 'tap';
import { integrationKinds } from '../../src/domain/integration/integration-records.ts';
import { TargetError } from '../../src/integrations/failure.ts';
import { kinds } from '../../src/integrations/kinds.ts';
import { types } from '../rpc/harness.ts';

const CONFIGS = { mqtt: 'MqttConfig', http: 'HttpConfig', influx: 'InfluxConfig', nats: 'NatsConfig' };

t.test('every kind has a row, and its settings are the fields of its message', async t => {
  t.same(Object.keys(kinds), integrationKinds);
  for (const kind of integrationKinds) {
    const { name, settings } = kinds[kind];
    t.equal(name, kind);
    const fields = types.lookupType(`platform.api.v1.${CONFIGS[kind]}`).fieldsArray.map(field => field.name);
    const given = fields.filter(field => !field.endsWith('_set'));
    t.same([...settings.fields.keys()].toSorted(), given.toSorted(), kind);
    const secret = [...settings.fields.values()].filter(field => field.secret).map(({ wire }) => wire);
    const flags = secret.filter(wire => wire !== 'headers').map(wire => `${wire.replace(/_pem$/, '')}_set`);
    t.same(flags.toSorted(), fields.filter(field => field.endsWith('_set')).toSorted(), `what is secret of ${kind}`);
    const shown = Object.keys(settings.shown({}));
    t.same(
      shown.filter(field => !fields.includes(field)),
      [],
      'nothing else is shown',
    );
    for (const wire of flags) t.ok(shown.includes(wire), wire);
  }
});

t.test('a kill repeats 256 items at most, of Influx one batch', async t => {
  const { mqtt, http, influx, nats } = kinds;
  t.same(
    [mqtt, http, influx, nats].map(({ window, ahead }) => [window, ahead]),
    [
      [64, 256],
      [16, 256],
      [1, 5000],
      [256, 256],
    ],
  );
  t.equal(influx.batch(influx.settings.opened({}, {})).items, influx.ahead);
  const settings = http.settings.opened({ batchSize: 7, batchWaitMs: 300 }, {});
  t.same(http.batch(settings), { items: 7, waitMs: 300 });
});

t.test('a kind without a driver says so at the start', async t => {
  for (const { name, load } of Object.values(kinds)) {
    const failed = await load().then(
      () => undefined,
      (cause: unknown) => cause,
    );
    if (failed !== undefined)
      t.match(failed, new TargetError({ reason: `this release cannot deliver to ${name} yet` }));
  }
});
