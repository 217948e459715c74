import t from 'tap';
import { type Config, ConfigError, configFrom, type DeepPartial, loadConfig } from '../../src/config/load.ts';
import { ruleSettings } from '../../src/domain/alert/rules.ts';

function problems(alerts: object): readonly string[] {
  try {
    configFrom({ alerts } as DeepPartial<Config>);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

t.test('a rule clears on the safe side of where it opens', async t => {
  t.same(problems({ basestation_temperature: { clear_limit: 80 } }), [
    'alerts.basestation_temperature.clear_limit: must not be above 75, where it opens',
  ]);
  t.same(problems({ endpoint_battery: { limit: 10, clear_limit: 8 } }), [
    'alerts.endpoint_battery.clear_limit: must not be below 10, where it opens',
  ]);
  t.same(problems({ decode_failing: { limit: 5, clear_limit: 5 } }), [
    'alerts.decode_failing.clear_limit: must be below 5, where it opens',
  ]);
  t.same(problems({ basestation_flapping: { limit: 1 } }), [
    'alerts.basestation_flapping.clear_limit: must be at most 1, where it opens',
  ]);
  t.same(problems({ endpoint_silent: { limit: [10, 3] } }), [
    'alerts.endpoint_silent.limit: must rise from the first number to the last',
  ]);
  t.same(problems({ certificate_server: { limit: [30, 7] } }), [
    'alerts.certificate_server.limit: must have 3 numbers',
  ]);
  t.same(problems({ endpoint_silent: { limit: [2, 5] }, basestation_load: { limit: 0.5 } }), []);
});

t.test('a limit that is not set follows the other one, in the words of the contract', async t => {
  const { basestation_temperature, basestation_duty_cycle, certificate_server, basestation_offline } = ruleSettings(
    configFrom({ alerts: { basestation_temperature: { limit: 60 }, basestation_duty_cycle: { limit: 0.01 } } }).alerts,
  );
  t.match(basestation_temperature, { limits: [60], clear: 55, clearMs: 300_000 });
  const { limits, clear } = basestation_duty_cycle;
  t.same([limits[0]?.toFixed(4), clear?.toFixed(4)], ['0.0090', '0.0080']);
  t.match(certificate_server, { limits: [30, 7, 0], clear: 30, enabled: true });
  t.match(basestation_offline, { holdMs: 300_000, clearMs: 0 });
});

t.test('a rule is set by environment variables, too, and what it has not is an unknown key', async t => {
  const env = { PLATFORM_ALERTS_ENDPOINT_LOSS_ENABLED: 'true', PLATFORM_ALERTS_CERTIFICATE_CA_LIMIT: '90,30,0' };
  const { alerts } = loadConfig({ env, cwd: '/nonexistent' }).config;
  t.match(ruleSettings(alerts), {
    endpoint_loss: { enabled: true },
    certificate_ca: { limits: [90, 30, 0], clear: 90 },
  });
  t.match(problems({ backup: { limit: 3 } }), [/^alerts\.backup\.limit: unknown key/]);
});
