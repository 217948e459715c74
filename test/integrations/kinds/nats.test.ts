import t from 'tap';
import { nats } from '../../../src/integrations/kinds/nats.ts';
import { cases, given, refusal } from './table.ts';

const SERVERS = ['nats://one.example:4222', 'tls://two.example'];
const TARGET = { servers: SERVERS };
const SEED = `SU${'A7'.repeat(28)}`;
const CREDS = `-----BEGIN NATS USER JWT-----
eyJ0eXAiOiJKV1QifQ.e30.c2ln
------END NATS USER JWT------

************************* IMPORTANT *************************
-----BEGIN USER NKEY SEED-----
${SEED}
------END USER NKEY SEED------
`;

t.test('what is left out has its default', async t => {
  const { servers, subjectPrefix, manageStreams, msgId, enableCommands } = given(nats.settings, TARGET);
  t.same(
    { servers, subjectPrefix, manageStreams, msgId, enableCommands },
    { servers: SERVERS, subjectPrefix: 'mioty', manageStreams: false, msgId: 'place', enableCommands: false },
  );
});

t.test('servers, subjects and words keep to their limits', async t => {
  const bad = 'InvalidBrokerURL';
  const { found, wanted } = cases(nats.settings, TARGET, [
    ['servers', [], bad],
    ['servers', [''], bad],
    ['servers', ['one.example:4222'], bad],
    ['servers', ['ws://one.example'], bad],
    ['servers', ['nats://u:p@one.example'], bad],
    ['servers', ['nats://one.example/a'], bad],
    ['servers', ['nats://[2001:db8::1]:4222'], 'none'],
    ['servers', Array.from({ length: 17 }, (_, n) => `nats://n${n}.example`), 'TooManyItems'],
    ['subject_prefix', 'acme.mioty', 'none'],
    ['subject_prefix', 'acme.*', 'InvalidTopicTemplate'],
    ['subject_prefix', 'acme.>', 'InvalidTopicTemplate'],
    ['subject_prefix', '.acme', 'InvalidTopicTemplate'],
    ['subject_prefix', 'a..b', 'InvalidTopicTemplate'],
    ['subject_prefix', 'a b', 'InvalidTopicTemplate'],
    ['subject_prefix', 'a'.repeat(129), 'FieldTooLong'],
    ['msg_id', 'telegram', 'none'],
    ['msg_id', 'hash', 'InvalidEnumValue'],
    ['nkey_seed', SEED, 'none'],
    ['nkey_seed', SEED.slice(1), 'InvalidArgument'],
    ['nkey_seed', SEED.replace('SU', 'SA'), 'InvalidArgument'],
    ['nkey_seed', `${SEED}A`, 'InvalidArgument'],
    ['creds', CREDS, 'none'],
    ['creds', SEED, 'InvalidArgument'],
    ['creds', CREDS.replace(SEED, 'SU'), 'InvalidArgument'],
    ['creds', CREDS.repeat(100), 'FieldTooLong'],
  ]);
  t.same(found, wanted);
  t.same(given(nats.settings, { servers: [...SERVERS, ...SERVERS] }).servers, SERVERS, 'each once');
});

t.test('one way to sign in', async t => {
  const ways = [{ creds: CREDS }, { nkey_seed: SEED }, { username: 'u', password: 'p' }] as const;
  for (const way of ways) t.equal(refusal(nats.settings, { ...TARGET, ...way }), 'none');
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [0, 2],
  ] as const) {
    t.match(refusal(nats.settings, { ...TARGET, ...ways[a], ...ways[b] }), /^MutuallyExclusiveFields/);
  }
  const { clear, secrets } = nats.settings.stored(given(nats.settings, { ...TARGET, creds: CREDS }));
  t.notMatch(JSON.stringify(clear), SEED);
  t.match(nats.settings.shown(clear), { creds_set: true, nkey_seed_set: false, password_set: false });
  t.ok(String(secrets.creds).includes(SEED));
});

t.test('every server is a host', async t => {
  t.same(
    nats.settings.hosts(given(nats.settings, TARGET)).map(({ host }) => host),
    ['one.example', 'two.example'],
  );
});
