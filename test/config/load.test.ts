import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import {
  type Config,
  ConfigError,
  configFrom,
  type DeepPartial,
  hasGatewayTls,
  loadConfig,
} from '../../src/config/load.ts';
import { settings, variableOf } from '../../src/config/schema.ts';

const nowhere = { env: {}, cwd: '/nonexistent' };

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const problemsIn = (given: object) => problemsOf(() => configFrom(given as DeepPartial<Config>));

t.test('without file and environment the defaults apply, all of them allowed values', async t => {
  const { config, warnings, file } = loadConfig(nowhere);
  t.match(config, {
    bssci_port: 5000,
    gateway_host: '127.0.0.1',
    bssci: { ping_s: 30 },
    data_dir: '/nonexistent/data',
  });
  t.equal(config.store.path, '/nonexistent/data/waystation.db', 'paths start at the data directory');
  t.ok(config.pki.server_names.includes('localhost'));
  t.same(warnings, []);
  t.equal(file, undefined);
  for (const [key, setting] of settings) {
    if (setting.shown.startsWith('<')) continue;
    t.not(setting.accept(JSON.parse(setting.shown)), undefined, key);
  }
});

t.test('a named file wins over PLATFORM_CONFIG, that over the file in the working directory', async t => {
  const cwd = t.testdir({
    'waystation.yaml': 'bssci_port: 1\n',
    'env.yaml': 'bssci_port: 2\n',
    'named.yaml': 'bssci_port: 3\nlog:\n',
  });
  const env = { PLATFORM_CONFIG: 'env.yaml' };
  t.equal(loadConfig({ env: {}, cwd }).config.bssci_port, 1);
  t.equal(loadConfig({ env, cwd }).config.bssci_port, 2);
  const named = loadConfig({ file: 'named.yaml', env, cwd });
  t.equal(named.config.bssci_port, 3);
  t.equal(named.file, join(cwd, 'named.yaml'));
});

t.test('a file that was named and is not there is a problem', async t => {
  t.match(
    problemsOf(() => loadConfig({ ...nowhere, file: 'lost.yaml' })),
    [/lost.yaml: cannot be read \(ENOENT\)/],
  );
});

t.test('every key has an environment variable of its own, which wins over the file', async t => {
  t.equal(new Set([...settings.keys()].map(variableOf)).size, settings.size);
  const cwd = t.testdir({ 'waystation.yaml': 'auth:\n  enabled: false\nbssci:\n  ping_s: 7\n' });
  const { config } = loadConfig({
    cwd,
    env: {
      PLATFORM_AUTH_ENABLED: 'true',
      PLATFORM_BSSCI_PING_S: '8',
      PLATFORM_BSSCI_MAC_TYPES: '1, 7',
      PLATFORM_PKI_SERVER_NAMES: 'a.example.org, 192.0.2.1',
      PLATFORM_PKI_RENEW_AT: '0.5',
      PLATFORM_STORE_PATH: '/elsewhere/w.db',
    },
  });
  t.equal(config.auth.enabled, true);
  t.equal(config.org_enforcement_enabled, true, 'follows auth.enabled');
  t.equal(config.bssci.ping_s, 8);
  t.same(config.bssci.mac_types, [1, 7]);
  t.same(config.pki.server_names, ['a.example.org', '192.0.2.1']);
  t.equal(config.pki.renew_at, 0.5);
  t.equal(config.store.path, '/elsewhere/w.db');
});

t.test('all problems are reported at once, each with its key', async t => {
  const cwd = t.testdir({
    'waystation.yaml': 'bssci_prot: 1\nbssci:\n  ping_s: soon\nlog: loud\nstore:\n  engine: mysql\n',
  });
  const problems = problemsOf(() => loadConfig({ cwd, env: { PLATFORM_CORE_PORT: '70000' } }));
  t.same(problems, [
    'bssci_prot: unknown key, did you mean bssci_port?',
    'log: must be a section with keys of its own',
    'bssci.ping_s: must be a whole number of at least 1, not "soon"',
    'core_port (PLATFORM_CORE_PORT): must be a whole number from 0 to 65535, not 70000',
    'store.engine: must be one of auto, better-sqlite3, node:sqlite, not "mysql"',
  ]);
});

t.test('text that is no YAML, or no mapping, is a problem with the name of the file', async t => {
  const cwd = t.testdir({
    'bad.yaml': 'a: [1\nb: 2',
    'list.yaml': '- 1\n',
    'twice.yaml': 'core_port: 1\ncore_port: 2\n',
  });
  for (const file of ['bad.yaml', 'list.yaml', 'twice.yaml']) {
    t.match(problemsOf(() => loadConfig({ file, env: {}, cwd }))[0], new RegExp(`${file}: `));
  }
});

t.test('keys of every object are unknown keys here', async t => {
  t.match(problemsIn(JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}')), [
    /__proto__: unknown/,
    /constructor: unknown/,
  ]);
});

t.test('an unknown variable warns, one letter beside a security switch refuses', async t => {
  const load = (name: string) => loadConfig({ ...nowhere, env: { [name]: 'true' } });
  t.same(load('PLATFORM_BSSCI_PINGS').warnings, [
    'PLATFORM_BSSCI_PINGS: unknown variable, did you mean PLATFORM_BSSCI_PING_S?',
  ]);
  t.same(load('PLATFORM_SOMETHING_QUITE_DIFFERENT').warnings, ['PLATFORM_SOMETHING_QUITE_DIFFERENT: unknown variable']);
  for (const name of ['PLATFORM_AUTH_ENABLE', 'PLATFORM_AUTH_ENABELD']) {
    t.match(
      problemsOf(() => load(name)),
      [/did you mean PLATFORM_AUTH_ENABLED/],
    );
  }
  t.same(
    problemsOf(() => load('PLATFORM_AUTH_OTHER_THING')),
    [],
  );
});

t.test('a secret comes from a file, which may hold a line end, and never shows up in a problem', async t => {
  const dir = t.testdir({ secret: 'hush\n', empty: '' });
  const from = (env: Record<string, string>) => loadConfig({ cwd: dir, env: { PLATFORM_DATA_DIR: dir, ...env } });
  t.equal(from({ PLATFORM_CORE_PEER_SECRET_FILE: 'secret' }).config.core.peer_secret, 'hush');
  t.match(
    problemsOf(() => from({ PLATFORM_CORE_PEER_SECRET_FILE: 'none' })),
    [/core.peer_secret_file .*ENOENT/],
  );
  t.match(
    problemsOf(() => from({ PLATFORM_CORE_PEER_SECRET_FILE: 'empty' })),
    [/is empty/],
  );
  t.match(
    problemsOf(() => from({ PLATFORM_CORE_PEER_SECRET_FILE: 'secret', PLATFORM_CORE_PEER_SECRET: 'x' })),
    [/given twice/],
  );
  t.same(problemsIn({ core: { peer_secret: 4711 } }), ['core.peer_secret: must be a text']);
});

t.test('a list of numbers takes nothing else, whatever its place', async t => {
  const expected = [/^bssci.mac_types: must be a list of whole numbers from 0 to 255, not/];
  for (const mac_types of [[1, 256], [-1], [1.5], ['1'], 1]) t.match(problemsIn({ bssci: { mac_types } }), expected);
});

t.test('targets are host names, addresses and networks', async t => {
  const allow = (allow_targets: unknown) => problemsIn({ integrations: { allow_targets } });
  const fit = [
    ...['localhost', 'broker.example.org', 'my_host', '127.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '192.0.2.1/32'],
    ...['::1', 'fd00::/8', '::ffff:10.0.0.0/104', '2001:db8::/128', '3com.example'],
  ];
  t.same(allow(fit), []);
  const misfits = [
    ...[
      '',
      ' ',
      'a b',
      'http://a',
      'a:1883',
      'a/24',
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0.0/-1',
    ],
    ...['[::1]', '127.1', '0x7f000001', '256.0.0.1', 'a..b', '-a', '.', 'a.', `${'a'.repeat(64)}.org`, 7],
  ];
  const expected = [/^integrations.allow_targets: must be a list of host names, addresses and networks such as/];
  for (const misfit of misfits) t.match(allow(['10.0.0.1', misfit]), expected, String(misfit));
  t.match(allow('10.0.0.1'), expected);
  const env = { PLATFORM_INTEGRATIONS_ALLOW_TARGETS: 'a.example, 10.0.0.0/8' };
  t.same(loadConfig({ ...nowhere, env }).config.integrations.allow_targets, ['a.example', '10.0.0.0/8']);
});

t.test('the environment replaces a secret of the file in either form', async t => {
  const cwd = t.testdir({ 'waystation.yaml': 'core:\n  peer_secret_file: /nonexistent\n' });
  t.equal(loadConfig({ cwd, env: { PLATFORM_CORE_PEER_SECRET: 'new' } }).config.core.peer_secret, 'new');
});

t.test('a secret in a file that every user can read is worth a warning', async t => {
  const cwd = t.testdir({ 'waystation.yaml': 'core:\n  peer_secret: hush\n' });
  chmodSync(join(cwd, 'waystation.yaml'), 0o644);
  t.match(loadConfig({ cwd, env: {} }).warnings, [/chmod 640/]);
  chmodSync(join(cwd, 'waystation.yaml'), 0o640);
  t.same(loadConfig({ cwd, env: {} }).warnings, []);
});

t.test('the master key is the credential of the service manager when there is one', async t => {
  const dir = t.testdir({ 'waystation.master-key': 'k' });
  t.equal(
    loadConfig({ ...nowhere, env: { CREDENTIALS_DIRECTORY: dir } }).config.master_key_file,
    join(dir, 'waystation.master-key'),
  );
  t.equal(loadConfig(nowhere).config.master_key_file, '/nonexistent/data/master.key');
});

t.test('unsafe combinations are refused', async t => {
  t.match(problemsIn({ core_host: '0.0.0.0' }), [/^core_host: .*core.allow_remote/]);
  t.match(problemsIn({ core_host: '127.evil.example' }), [/^core_host/], 'a name is no loopback address');
  t.same(problemsIn({ core_host: '0.0.0.0', core: { allow_remote: true } }), []);
  t.match(problemsIn({ bssci_tls: { cert: 'a.pem' } }), [/^bssci_tls.cert: cert and key/]);
  t.match(problemsIn({ scaci_port: 5000 }), [/^scaci_port: port 5000 is taken by bssci_port/]);
  t.same(problemsIn({ scaci_port: 0, bssci_port: 0 }), []);
  t.match(problemsIn({ bssci: { dead_s: 30 } }), [/^bssci.dead_s/]);
});

t.test('the API beyond loopback without users is worth a warning', async t => {
  const open = { gateway_host: '::' };
  t.match(loadConfig({ ...nowhere, overrides: open }).warnings, [/^gateway_host/]);
  const signIn = { ...open, auth: { enabled: true } };
  t.same(loadConfig({ ...nowhere, overrides: signIn }).warnings, []);
  const inClear = { ...signIn, gateway_tls: { enabled: false } };
  t.match(loadConfig({ ...nowhere, overrides: inClear }).warnings, [/^gateway_tls\.enabled: without TLS nobody/]);
  const behindProxy = { ...inClear, gateway: { trusted_proxies: ['10.0.0.1'] } };
  t.same(loadConfig({ ...nowhere, overrides: behindProxy }).warnings, []);
});

t.test('the public API has TLS by itself where people sign in from elsewhere', async t => {
  const has = (given: DeepPartial<Config>) => hasGatewayTls(configFrom(given));
  const elsewhere = { gateway_host: '::' };
  const signIn = { auth: { enabled: true } };
  t.same([has({}), has(elsewhere), has(signIn), has({ ...elsewhere, ...signIn })], [false, false, false, true]);
  t.equal(has({ gateway_tls: { enabled: true } }), true);
  t.equal(has({ ...elsewhere, ...signIn, gateway_tls: { enabled: false } }), false);
  t.equal(has({ ...elsewhere, ...signIn, gateway_tls: { enabled: 'auto' } }), true);
  for (const [text, value] of [
    ['auto', 'auto'],
    ['AUTO', 'auto'],
    ['true', true],
    ['off', false],
  ] as const) {
    const { config } = loadConfig({ ...nowhere, env: { PLATFORM_GATEWAY_TLS_ENABLED: text } });
    t.equal(config.gateway_tls.enabled, value, text);
  }
  t.match(problemsIn({ gateway_tls: { enabled: 'perhaps' } } as never), [/must be true, false or auto/]);
});

t.test('a provider that people sign in at is named completely, and spoken to in confidence', async t => {
  const client = { enabled: true, client_id: 'box' };
  const ofSignIn = (auth: DeepPartial<Config['auth']>) => problemsIn({ auth });
  t.same(ofSignIn({ oidc: { enabled: true } }), [
    'auth.oidc.client_id: is needed with auth.oidc.enabled',
    'auth.oidc.issuer: is needed with auth.oidc.enabled',
  ]);
  t.same(ofSignIn({ oauth2: client }), [
    'auth.oauth2.authorize_url: is needed with auth.oauth2.enabled',
    'auth.oauth2.token_url: is needed with auth.oauth2.enabled',
    'auth.oauth2.userinfo_url: is needed with auth.oauth2.enabled',
  ]);
  const link = { ...client, issuer: 'https://login.example.org', link_by_email: true };
  for (const mode of ['own_organization', 'join_default'] as const) {
    t.same(ofSignIn({ oidc: link, registration: { mode } }), [
      `auth.oidc.link_by_email: does not go with auth.registration.mode ${mode}, where nobody verifies addresses`,
    ]);
  }
  for (const mode of ['off', 'approval'] as const) t.same(ofSignIn({ oidc: link, registration: { mode } }), []);
  const addresses = { authorize_url: link.issuer, token_url: link.issuer, userinfo_url: link.issuer };
  t.match(
    ofSignIn({ oauth2: { ...client, ...addresses, link_by_email: true }, registration: { mode: 'join_default' } }),
    [/^auth\.oauth2\.link_by_email: does not go with auth\.registration\.mode join_default/],
  );
  const oidc = (issuer: string) => ofSignIn({ oidc: { ...client, issuer } });
  const good = 'https://login.example.org/realms/plant';
  for (const issuer of [good, 'http://127.0.0.1:8080', 'http://localhost/x', 'http://[::1]:9'])
    t.same(oidc(issuer), []);
  const wrong: [string, RegExp][] = [
    ['http://login.example.org', /^auth\.oidc\.issuer: everybody on the way/],
    ['http://127.0.0.1.example.org', /^auth\.oidc\.issuer: everybody on the way/],
    ['login.example.org', /^auth\.oidc\.issuer: must be a URL/],
    ['ldap://login.example.org', /^auth\.oidc\.issuer: must be a URL/],
    ['https://box:word@login.example.org', /^auth\.oidc\.issuer: must have no user/],
    [`${good}/.well-known/openid-configuration`, /^auth\.oidc\.issuer: must end before/],
    [`${good}?x=1`, /^auth\.oidc\.issuer: must end before/],
  ];
  for (const [issuer, problem] of wrong) t.match(oidc(issuer), [problem], issuer);
  const urls = { authorize_url: good, token_url: 'http://192.0.2.1/token', userinfo_url: `${good}?fields=id` };
  t.match(ofSignIn({ oauth2: { ...client, ...urls } }), [/^auth\.oauth2\.token_url: everybody on the way/]);
  t.same(ofSignIn({ oidc: { issuer: 'nonsense' } }), [], 'what is switched off is not looked at');
});

t.test('an EUI is normalised', async t => {
  t.equal(
    configFrom({ service_center: { eui: '70-B3-D5-9C-D0-00-00-09' } } as never).service_center.eui,
    '70b3d59cd0000009',
  );
  t.match(problemsIn({ service_center: { eui: '1234' } }), [/EUI-64/]);
});

t.test('e-mail needs a server and an address, and never shows a password without TLS', async t => {
  const email = (given: object) => problemsIn({ alerts: { email: given } });
  t.match(email({ host: 'mail' }), [/^alerts\.email\.to: /]);
  t.match(email({ to: ['a@b'] }), [/^alerts\.email\.host: /]);
  const whole = { host: 'mail', to: ['a@b'] };
  t.same(email(whole), []);
  t.match(email({ ...whole, username: 'a' }), [/^alerts\.email\.username: /]);
  const login = { ...whole, username: 'a', password: 'canary' };
  t.same(email(login), []);
  t.match(email({ ...login, starttls: 'none' }), [/everybody to read/]);
  t.same(email({ ...login, starttls: 'none', host: '127.0.0.1' }), []);
  for (const to of ['a', 'a@b\r\nBcc: c@d', '<a@b>', 'a@b, c@d', 'A <a@b>', '']) {
    t.match(email({ ...whole, to: [to] }), [/^alerts\.email\.to: must be a list of e-mail addresses/], to);
    t.match(email({ ...whole, from: to }), [/^alerts\.email\.from: must be an e-mail address/], to);
  }
  t.match(problemsIn({ alerts: { heartbeat_url: 'ftp://canary' } }), [
    /^alerts\.heartbeat_url: must be a URL that begins with http:\/\/ or https:\/\/$/,
  ]);
});

t.test(
  'a password of e-mail in the file is taken, with a word about it; in a file of its own it needs none',
  async t => {
    const rest = '{ host: mail, to: [a@b], username: a, ';
    const cwd = t.testdir({
      'plain.yaml': `alerts: { email: ${rest}password: canary } }\n`,
      'apart.yaml': `alerts: { email: ${rest}password_file: ${join(t.testdirName, 'secret')} } }\n`,
      secret: 'canary\n',
    });
    chmodSync(join(cwd, 'plain.yaml'), 0o600);
    const plain = loadConfig({ file: 'plain.yaml', env: {}, cwd });
    t.equal(plain.config.alerts.email.password, 'canary');
    t.match(plain.warnings, [/^alerts\.email\.password: stands in the configuration file/]);
    const apart = loadConfig({ file: 'apart.yaml', env: {}, cwd });
    t.equal(apart.config.alerts.email.password, 'canary');
    t.same(apart.warnings, []);
  },
);
