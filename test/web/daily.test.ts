import t from 'tap';
import { rules } from '../../src/domain/alert/rules.ts';
import { categories } from '../../src/domain/event/catalog.ts';
import { kinds } from '../../src/integrations/kinds.ts';
import { alertState, alertTarget, isAlertId, sourceLink } from '../../web/model/alerts.ts';
import { kindOfToken } from '../../web/model/faults.ts';
import { EVENT_CATEGORIES, EVENT_WORDS, eventQuestion, matchesSearch } from '../../web/model/filter/event-filter.ts';
import { parseFilter } from '../../web/model/filter/filter-words.ts';
import {
  formOf,
  type IntegrationForm,
  mistakesOf,
  newForm,
  pathsOf,
  signingSecret,
  wishOf,
} from '../../web/model/integration/integration-form.ts';
import { EVENTS, PRESETS, TARGET_KINDS, USUAL_EVENTS } from '../../web/model/integration/integration-kinds.ts';
import { localInput, momentOfInput } from '../../web/model/text/local-time.ts';
import { matchRoute } from '../../web/routes.ts';

t.test('an alert leads to the page on which it is mended, and each page there is', async t => {
  t.equal(alertTarget({ rule: 'endpoint_unknown', sourceType: 'endpoint', sourceId: 'fe01' }), '/unknown');
  t.equal(
    alertTarget({ rule: 'basestation_refused', sourceType: 'base_station', sourceId: '70b3' }),
    '/unknown/stations',
  );
  t.equal(
    alertTarget({ rule: 'decode_failing', sourceType: 'endpoint', sourceId: 'fe01' }),
    '/endpoints/fe01/messages?q=decoded:failed',
  );
  t.equal(alertTarget({ rule: 'backup', sourceType: 'service_center', sourceId: '' }), undefined);
  t.equal(sourceLink({ sourceType: 'integration', sourceId: '1' }), '/integrations/1');
  for (const rule of Object.keys(rules)) {
    for (const sourceType of ['base_station', 'endpoint', 'integration', 'application_center', 'service_center']) {
      const target = alertTarget({ rule, sourceType, sourceId: '70b3d59cd0000001' });
      if (target !== undefined) t.ok(matchRoute(target.replace(/\?.*/, '')), `${rule} of ${sourceType}: ${target}`);
    }
  }
});

t.test('what an alert says beside its fields', async t => {
  t.same(alertState(undefined), { inhibitedBy: undefined, silencedUntil: undefined, flapping: false });
  t.same(alertState({ inhibitedBy: 'clock', silencedUntil: '2026-11-28T18:00:00.000Z', flapping: true }), {
    inhibitedBy: 'clock',
    silencedUntil: Date.UTC(2026, 10, 28, 18),
    flapping: true,
  });
  t.equal(alertState({ silencedUntil: 'soon' }).silencedUntil, undefined);
  t.ok(isAlertId('01a20ac0-e9c5-7ece-a3f3-d9ad1f0c2a9b'));
  t.notOk(isAlertId('silences'));
});

t.test('what has been done by another user is told as that', async t => {
  t.equal(kindOfToken('ErrTokenAlertAlreadyResolved'), 'over');
});

t.test('every field that the console asks for is one of the kind, and every kind of event is known', async t => {
  for (const kind of TARGET_KINDS) {
    for (const preset of PRESETS[kind]) {
      const wish = wishOf(newForm(kind, preset.name, 'x'));
      const known = Object.keys(kinds[wish.kind].settings.opened({}, {}));
      for (const name of [...preset.fields.map(({ name }) => name), ...Object.keys(preset.fixed ?? {})])
        t.ok(known.includes(name), `${kind} ${preset.name}: ${name}`);
    }
  }
  t.same(EVENTS.slice(0, USUAL_EVENTS.length), USUAL_EVENTS);
});

const webhook = (more: Partial<IntegrationForm> = {}): IntegrationForm => ({
  ...newForm('http', 'service', 'Hook'),
  values: { url: 'http://box/' },
  ...more,
});

t.test('a form says what is wrong with it', async t => {
  t.same(mistakesOf(webhook()), {});
  t.same(mistakesOf(webhook({ name: ' ', values: {} })), { name: 'missing', url: 'missing' });
  t.same(mistakesOf(webhook({ values: { url: 'box' } })), { url: 'scheme' });
  t.same(mistakesOf(webhook({ values: { url: 'http://box/', signingSecret: 'secret' } })), { signingSecret: 'secret' });
  t.same(mistakesOf(webhook({ tags: '=', maxPerSecond: 'many', events: [] })), {
    ...{ tags: 'tags', maxPerSecond: 'number', events: 'events' },
  });
  const aws = newForm('mqtt', 'aws', 'Cloud');
  t.match(mistakesOf(aws), { brokerUrl: 'replace', clientId: 'replace', clientCertPem: 'missing' });
  const azure = newForm('mqtt', 'azure', 'Cloud');
  t.equal(mistakesOf(azure).password, 'missing');
  t.equal(mistakesOf(azure, name => name === 'password').password, undefined, 'one that is set may be left');
  t.equal(
    mistakesOf({ ...newForm('nats', '', 'Hub'), values: { servers: 'tls://a:4222, nats://b' } }).servers,
    undefined,
  );
});

t.test('what is wished is what the API takes; secrets that are empty are left as they are', async t => {
  const hook = wishOf(webhook({ tags: 'floor=2, barn', maxPerSecond: ' 80 ' }));
  t.same(hook, {
    ...{ kind: 'http', name: 'Hook', eventTypes: [], epTags: { floor: '2', barn: '' }, maxPerSecond: 80 },
    config: { url: 'http://box/', allowDownlinkResponse: false, caPem: '', insecureSkipVerify: false },
  });
  t.same(pathsOf(hook).slice(0, 5), ['name', 'event_types', 'ep_tags', 'max_per_second', 'http.url']);
  t.ok(pathsOf(hook).includes('http.allow_downlink_response'));
  t.same(wishOf(webhook({ events: ['alert', 'up'] })).eventTypes, ['up', 'alert'], 'in the order of the API');
  const home = wishOf(newForm('home_assistant', '', 'Home'));
  t.match(home, { kind: 'mqtt', config: { brokerUrl: 'embedded://', layout: 'home_assistant' } });
  const nats = wishOf({ ...newForm('nats', '', 'Hub'), values: { servers: 'tls://a:4222, nats://b', password: 'p' } });
  t.match(nats.config, { servers: ['tls://a:4222', 'nats://b'], password: 'p' });
});

t.test('an integration comes back as the form that made it', async t => {
  const known = { name: 'x', eventTypes: ['up'], epTags: { floor: '2' }, maxPerSecond: 80 };
  const common = { name: 'x', tags: 'floor=2', maxPerSecond: '80', events: ['up'] };
  t.match(formOf('mqtt', known, { brokerUrl: 'embedded://', layout: 'platform' }), { ...common, preset: 'box' });
  t.match(formOf('mqtt', known, { brokerUrl: 'mqtt://b', username: 'u', passwordSet: true, layout: 'platform' }), {
    ...common,
    preset: 'broker',
    values: { brokerUrl: 'mqtt://b', username: 'u' },
  });
  t.match(formOf('influx', known, { url: 'http://i', flavour: 'v1', database: 'd' }), { preset: 'v1' });
  t.match(formOf('nats', known, { servers: ['tls://a', 'tls://b'], credsSet: true }), {
    preset: 'creds',
    values: { servers: 'tls://a, tls://b' },
  });
  t.equal(formOf('nats', known, { servers: [], creds: 'canary' }).values.creds, undefined, 'no secret is shown');
});

t.test('a signing secret is one that the server takes', async t => {
  t.same(mistakesOf(webhook({ values: { url: 'http://box/', signingSecret: signingSecret(new Uint8Array(32)) } })), {});
});

t.test('times of a field are of the local zone', async t => {
  const at = new Date(2026, 10, 28, 7, 5).getTime();
  t.equal(localInput(at), '2026-11-28T07:05');
  t.equal(momentOfInput('2026-11-28T07:05'), at);
  t.equal(momentOfInput(''), undefined);
  t.equal(momentOfInput('2026-13-45T99:99'), undefined);
});

t.test('the search box of events asks what it says, and says what it cannot ask', async t => {
  const asked = (text: string) => eventQuestion(parseFilter(text, EVENT_WORDS));
  t.same([...EVENT_CATEGORIES].sort(), [...categories].sort());
  t.match(asked('category:endpoint,audit severity:error type:downlink.* since:24h silo 3'), {
    categories: ['endpoint', 'audit'],
    severities: ['error'],
    types: ['downlink.*'],
    search: 'silo 3',
    sinceMs: 86_400_000,
    wrong: [],
  });
  t.match(asked('category:nothing severity:loud since:yesterday type:a b'), {
    categories: [],
    wrong: ['since:yesterday', 'category:nothing', 'severity:loud'],
  });
  const event = { title: 'Endpoint attached', description: '', sourceId: 'fe01', sourceName: 'Silo 3' };
  t.ok(matchesSearch(event, 'silo'));
  t.ok(matchesSearch(event, ''));
  t.notOk(matchesSearch(event, 'barn'));
});
