import t from 'tap';
import { influx } from '../../../src/integrations/kinds/influx.ts';
import { cases, given, refusal } from './table.ts';

const TARGET = { url: 'https://influx.example:8086/base', bucket: 'mioty' };

t.test('what is left out has its default', async t => {
  t.match(given(influx.settings, TARGET), { flavour: 'v2', org: '', measurement: 'mioty', includeRadio: true });
  t.equal(given(influx.settings, { ...TARGET, include_radio: false }).includeRadio, false);
  t.same(influx.settings.events, ['up']);
});

t.test('each flavour needs where it writes to', async t => {
  t.equal(refusal(influx.settings, {}), 'InvalidURL url');
  t.equal(refusal(influx.settings, { url: TARGET.url }), 'IntegrationConfigRequired bucket');
  for (const flavour of ['v1', 'v3']) {
    t.equal(refusal(influx.settings, { ...TARGET, flavour }), 'IntegrationConfigRequired database');
    t.equal(refusal(influx.settings, { url: TARGET.url, flavour, database: 'd' }), 'none');
  }
});

t.test('URLs, words and texts keep to their limits', async t => {
  const { found, wanted } = cases(influx.settings, TARGET, [
    ['url', 'http://10.0.0.1:8428', 'none'],
    ['url', 'http://influx.example/?a=b', 'InvalidURL'],
    ['url', 'influx.example', 'InvalidURL'],
    ['url', 'http://u:p@influx.example', 'InvalidURL'],
    ['flavour', 'v4', 'InvalidEnumValue'],
    ['measurement', 'm\nn', 'InvalidArgument'],
    ['measurement', 'm'.repeat(257), 'FieldTooLong'],
    ['org', 'o'.repeat(257), 'FieldTooLong'],
    ['token', 't'.repeat(4097), 'FieldTooLong'],
    ['retention_policy', 'autogen', 'none'],
  ]);
  t.same(found, wanted);
});

t.test('password and token are not in clear', async t => {
  const settings = given(influx.settings, { ...TARGET, username: 'u', password: 'canary', token: 'canary' });
  const { clear, secrets } = influx.settings.stored(settings);
  t.notMatch(JSON.stringify(clear), /canary/);
  t.same(secrets, { password: 'canary', token: 'canary' });
  t.match(influx.settings.shown(clear), { username: 'u', password_set: true, token_set: true, client_key_set: false });
  t.notMatch(Object.keys(influx.settings.shown(clear)), ['password']);
});
