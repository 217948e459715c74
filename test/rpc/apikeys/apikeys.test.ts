import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import type { Capability } from '../../../src/domain/account/roles.ts';
import { scopes } from '../../../src/domain/apikey/scopes.ts';
import { credibleMs, systemClock } from '../../../src/kit/time/clock.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { apiKeys } from '../../../src/rpc/apikeys/apikeys.ts';
import type { Principal } from '../../../src/rpc/call/define.ts';
import { EventFeed } from '../../../src/rpc/event-feed.ts';
import { events } from '../../../src/rpc/events/events.ts';
import { openCaller, START } from '../caller.ts';
import { decode, encode, failureOf, grpcClient, OPERATOR, ORGANIZATION, startServer } from '../harness.ts';

// Many keys, each in a database.
t.setTimeout(120_000);

const ELSEWHERE = '00000000-0000-7000-8000-0000000000ff';
const ANN = '00000000-0000-7000-8000-00000000000a';
const BEN = '00000000-0000-7000-8000-00000000000b';
const SECONDS = START / 1000;

async function opened(t: Test) {
  const path = join(t.testdir(), 'waystation.db');
  const users = [OPERATOR, ANN, BEN];
  const caller = await openCaller(t, path, ({ store, clock }) => [
    apiKeys({ store, clock, activeUsers: () => users }),
    events({ store, clock, feed: new EventFeed() }),
  ]);
  await caller.store.write.installation.establish({}, ORGANIZATION, START);
  const create = (api_key: object, more: object = {}) => caller.call('CreateApiKey', { api_key, ...more });
  const make = async (name: string, more: object = {}) => {
    const { api_key, raw_key } = await create({ name, scopes: ['messages:read'], ...more });
    if (!api_key) throw new Error('no key');
    return { ...api_key, raw: raw_key };
  };
  const refusal = (api_key: object, more: object = {}) => caller.refusal('CreateApiKey', { api_key, ...more });
  const names = async (query: object = {}) =>
    (await caller.call('ListApiKeys', { page_size: 100, ...query })).api_keys.map(({ name }) => name);
  const told = async (...types: string[]) =>
    (await caller.call('ListEvents', { event_types: types, order_by: 'seq asc' })).events;
  const by = (principal: Principal) => caller.as({ principal, org: 1, organizationId: ORGANIZATION });
  const person = (id: string, ...capabilities: Capability[]) =>
    by({ kind: 'user', id, email: `${id.at(-1)}@example.org`, capabilities });
  return { ...caller, path, users, create, make, refusal, names, told, by, person };
}

t.test('a key is shown whole once, and then never again', async t => {
  const { create, call, told, path, store } = await opened(t);
  const expires_at = { seconds: SECONDS + 86_400, nanos: 500_000_000 };
  const made = await create({
    name: ' Node-RED ',
    scopes: ['downlinks:write', 'messages:read', 'messages:read'],
    expires_at,
  });
  t.match(made.raw_key, /^ws[a-z0-9]{6}_[0-9A-Za-z]{43}$/);
  t.match(made.api_key, {
    organization_id: ORGANIZATION,
    ...{ name: 'Node-RED', key_type: 'service_account', user_id: '', user_email: '', is_active: true },
    key_prefix: made.raw_key.slice(0, 8),
    scopes: ['downlinks:write', 'messages:read'],
    expires_at: { seconds: String(SECONDS + 86_400), nanos: 500_000_000 },
    ...{ last_used_at: null, last_used_address: '', created_by: 'operator@localhost' },
    created_at: { seconds: String(SECONDS) },
  });
  const id = made.api_key?.id ?? '';
  t.same(await call('GetApiKey', { id }), made.api_key);
  const list = await call('ListApiKeys', {});
  t.same(list, { api_keys: [made.api_key], total_count: 1, next_page_token: '' });
  const [event] = await told('api_key.created');
  t.match(event, {
    ...{ category: 'audit', severity: 'info', source_type: 'user', source_id: OPERATOR, user_id: OPERATOR },
    ...{ source_name: 'operator@localhost', user_email: 'operator@localhost', organization_id: ORGANIZATION },
    data: {
      fields: {
        apiKeyId: { stringValue: id },
        keyPrefix: { stringValue: made.raw_key.slice(0, 8) },
        name: { stringValue: 'Node-RED' },
        scopes: { listValue: { values: [{ stringValue: 'downlinks:write' }, { stringValue: 'messages:read' }] } },
        keyType: { stringValue: 'service_account' },
        remoteAddress: { stringValue: '127.0.0.1' },
      },
    },
  });
  const secret = made.raw_key.slice(9);
  t.notOk(JSON.stringify([list, event]).includes(secret));
  await store.close();
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'upkeep' });
  t.teardown(() => db.close());
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
  const rows = tables.flatMap(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all());
  const text = JSON.stringify(rows, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  t.ok(text.includes(made.raw_key.slice(0, 8)), 'the rows are there');
  t.notOk(text.includes(secret), 'the secret is in no row');
});

t.test('no line of the log has a key', async t => {
  const { store } = await opened(t);
  const rows = apiKeys({ store, clock: systemClock, activeUsers: () => [OPERATOR] });
  await using server = await startServer(rows);
  using client = grpcClient(server.port);
  const asked = encode('CreateApiKeyRequest', { api_key: { name: 'a', scopes: ['*'] } });
  const { raw_key } = decode('CreateApiKeyResponse', await client.unary('CreateApiKey', asked));
  t.equal(failureOf(await client.failure('CreateApiKey', asked)).token, 'ErrTokenApiKeyNameExists');
  t.match(server.lines, [{ method: 'CreateApiKey', code: 'OK' }, { errorToken: 'ErrTokenApiKeyNameExists' }]);
  t.notOk(JSON.stringify(server.lines).includes(String(raw_key).slice(9)));
});

t.test('a deleted key is gone, and its name free', async t => {
  const { make, call, refusal, told, names } = await opened(t);
  const { id } = await make('mqtt');
  t.equal(await refusal({ name: 'mqtt', scopes: ['*'] }), 'ApiKeyNameExists');
  t.same(await names(), ['mqtt'], 'and nothing is left of the second');
  t.same(await call('DeleteApiKey', { id }), {});
  t.match(await told('api_key.deleted'), [
    { source_id: OPERATOR, data: { fields: { apiKeyId: { stringValue: id }, name: { stringValue: 'mqtt' } } } },
  ]);
  await make('mqtt');
  t.same(await names(), ['mqtt']);
});

t.test('what cannot be a key is refused by its own name', async t => {
  const { refusal, call, create } = await opened(t);
  const key = (more: object) => ({ name: 'a', scopes: ['messages:read'], ...more });
  const in10Years = SECONDS + 3653 * 86_400;
  const cases: readonly (readonly [what: object, token: string, more?: object])[] = [
    [key({ name: '' }), 'NameRequired'],
    [key({ name: ' ' }), 'NameRequired'],
    [key({ name: 'x'.repeat(129) }), 'FieldTooLong'],
    [key({ name: 'a\nb' }), 'InvalidArgument'],
    [key({ key_type: 'machine' }), 'InvalidApiKeyType'],
    [key({ scopes: [] }), 'InvalidScope'],
    [key({ scopes: ['messages:write'] }), 'InvalidScope'],
    [key({ scopes: ['messages:read', 'nothing'] }), 'InvalidScope'],
    [key({ scopes: [''] }), 'InvalidScope'],
    [key({ scopes: ['constructor'] }), 'InvalidScope'],
    [key({ scopes: Array.from({ length: 101 }, () => 'messages:read') }), 'TooManyItems'],
    [key({ expires_at: { seconds: SECONDS } }), 'InvalidExpiry'],
    [key({ expires_at: { seconds: 0 } }), 'InvalidExpiry'],
    [key({ expires_at: { seconds: -5 } }), 'InvalidExpiry'],
    [key({ expires_at: { seconds: in10Years + 1 } }), 'InvalidExpiry'],
    [key({}), 'OrganizationContextMismatch', { organization_id: ELSEWHERE }],
    [key({}), 'InvalidIDFormat', { organization_id: 'mine' }],
  ];
  for (const [what, token, more] of cases)
    t.equal(await refusal(what, more), token, `${JSON.stringify(what).slice(0, 80)}`);
  t.equal(
    await call('CreateApiKey', {}).then(
      () => '',
      error => error.status.token,
    ),
    'ErrTokenResourceRequired',
  );
  for (const method of ['GetApiKey', 'DeleteApiKey'] as const) {
    const tokenOf = (id: string) =>
      call(method, { id }).then(
        () => '',
        error => error.status.token,
      );
    t.equal(await tokenOf(''), 'ErrTokenIDRequired');
    t.equal(await tokenOf('x'), 'ErrTokenInvalidIDFormat');
    t.equal(await tokenOf(ELSEWHERE), 'ErrTokenApiKeyNotFound');
  }
  t.ok(await create(key({ name: 'last day', expires_at: { seconds: in10Years } })));
  t.ok(await create(key({ name: 'first', expires_at: { seconds: SECONDS, nanos: 1_000_000 } })));
  t.ok(await create(key({ organization_id: ORGANIZATION })), 'what no caller may give is left out');
});

t.test('a refused scope is named', async t => {
  const { refused } = await opened(t);
  const api_key = { name: 'a', scopes: ['messages:read', 'messages:write'] };
  t.match(await refused('CreateApiKey', { api_key }), { token: 'InvalidScope', about: { scope: 'messages:write' } });
});

t.test('of two at once with one name, one is made', async t => {
  const { create, names, told } = await opened(t);
  const same = Array.from({ length: 8 }, () =>
    create({ name: 'one', scopes: ['*'] }).then(
      () => 'made',
      error => error.status.token,
    ),
  );
  const done = await Promise.all(same);
  t.same(done.toSorted(), [...Array(7).fill('ErrTokenApiKeyNameExists'), 'made']);
  t.same(await names(), ['one']);
  t.equal((await told('api_key.created')).length, 1);
});

t.test('of two at once that delete a key, one finds it', async t => {
  const { make, call, told } = await opened(t);
  const { id } = await make('one');
  const done = await Promise.all(
    [1, 2, 3].map(() =>
      call('DeleteApiKey', { id }).then(
        () => 'deleted',
        error => error.status.token,
      ),
    ),
  );
  t.same(done.toSorted(), ['ErrTokenApiKeyNotFound', 'ErrTokenApiKeyNotFound', 'deleted']);
  t.equal((await told('api_key.deleted')).length, 1);
});

t.test(
  'a hundred keys can be used at one time, also when they are made at once; expired ones do not count',
  async t => {
    const { create, make, call, advance, refused } = await opened(t);
    const expires_at = { seconds: SECONDS + 3600 };
    for (let n = 0; n < 98; n++) await make(`key ${n}`);
    await make('until soon', { expires_at });
    const done = await Promise.all(
      ['a', 'b', 'c'].map(name =>
        create({ name, scopes: ['*'] }).then(
          () => 'made',
          error => error.status.token,
        ),
      ),
    );
    t.same(done, ['made', 'ErrTokenApiKeyLimitReached', 'ErrTokenApiKeyLimitReached']);
    t.match(await refused('CreateApiKey', { api_key: { name: 'd', scopes: ['*'] } }), { about: { limit: 100 } });
    advance(3_600_000);
    await make('now there is room');
    t.equal((await call('ListApiKeys', {})).total_count, 101);
    t.equal((await call('ListApiKeys', { is_active: true })).total_count, 100);
  },
);

t.test('a user key is the operator’s where there is no sign-in', async t => {
  const { make, users, call, names } = await opened(t);
  const key = await make('mine', { key_type: 'user' });
  t.match(key, { key_type: 'user', user_id: OPERATOR, user_email: 'operator@localhost', is_active: true });
  await make('machine');
  t.same(await names({ key_type: 'user' }), ['mine']);
  t.same(await names({ key_type: 'service_account' }), ['machine']);
  t.same(await names({ user_id: OPERATOR }), ['mine']);
  t.same(await names({ user_id: ANN }), []);
  users.splice(0);
  t.match(await call('GetApiKey', { id: key.id }), { is_active: false }, 'in the other edition he is not there');
  t.same(await names({ is_active: true }), ['machine']);
  t.same(await names({ is_active: false }), ['mine']);
});

t.test('lists go by filters, page by page, also while keys come and go', async t => {
  const { make, names, call, advance, store } = await opened(t);
  const acting = { now: START - 1, userId: OPERATOR, userEmail: 'x', actor: 'x' };
  // More than can be used at one time: all of them expired long ago.
  const old = Array.from({ length: 3000 }, (_, n) => {
    const text = n.toString(36).padStart(6, '0');
    const asked = { org: 1, user: undefined, scopes: ['*'], expiresAt: START, hash: Buffer.alloc(32, n) };
    const at = START + (n >> 2);
    const key = { ...asked, name: `Old ${n}`, prefix: `ws${text}` };
    return store.write.apiKeys.insert(key, { ...acting, now: at });
  });
  await Promise.all(old);
  advance(10 * DAY_MS);
  const first = await make('Heizung Süd');
  const seen: string[] = [];
  let page_token = '';
  for (let pages = 0; ; pages++) {
    const page = await call('ListApiKeys', { page_size: 1000, page_token });
    t.ok(page.api_keys.length <= 100, 'a page is a hundred at most');
    seen.push(...page.api_keys.map(({ name }) => name));
    page_token = page.next_page_token;
    if (page_token === '') break;
    // One that is newer than all, and one that was seen already goes.
    await make(`meanwhile ${pages}`);
    if (pages === 5) await call('DeleteApiKey', { id: first.id });
    if (pages === 6) t.equal(page.total_count, 3000 + 6);
  }
  t.same(seen, ['Heizung Süd', ...Array.from({ length: 3000 }, (_, n) => `Old ${2999 - n}`)]);
  t.same((await names({ order_by: 'created_at' })).slice(0, 2), ['Old 0', 'Old 1']);
  t.same((await names({ search: 'old 299' })).length, 11);
  t.same(await names({ search: 'ws00003' }), (await names({ search: 'WS00003' })).toSorted().reverse());
  await make('Heizung Süd');
  t.same(await names({ search: 'SÜD', is_active: true }), ['Heizung Süd']);
  t.same(await names({ search: 'süd', is_active: false }), []);
  t.equal((await call('ListApiKeys', {})).api_keys.length, 20);
  const wrong = (query: object) =>
    call('ListApiKeys', query).then(
      () => '',
      error => error.status.token,
    );
  t.equal(await wrong({ page_size: -1 }), 'ErrTokenInvalidPageSize');
  t.equal(await wrong({ page_token: 'x' }), 'ErrTokenInvalidPageToken');
  t.equal(await wrong({ order_by: 'name' }), 'ErrTokenInvalidOrderBy');
  t.equal(await wrong({ key_type: 'x' }), 'ErrTokenInvalidApiKeyType');
  t.equal(await wrong({ user_id: 'x' }), 'ErrTokenInvalidIDFormat');
});

t.test('who does not manage the organization has its own keys only', async t => {
  const { make, person, by, names } = await opened(t);
  const ann = person(ANN, 'R', 'E');
  const ben = person(BEN, 'R');
  const admin = person(ELSEWHERE, 'R', 'E', 'B', 'K', 'I', 'M', 'A');
  const machine = await make('machine');
  const mine = async (from: typeof ann, name: string) => {
    const api_key = { name, key_type: 'user', scopes: ['messages:read'] };
    return (await from.call('CreateApiKey', { api_key })).api_key?.id ?? '';
  };
  const anns = await mine(ann, 'ann');
  const bens = await mine(ben, 'ben');
  const seen = async (from: typeof ann) => (await from.call('ListApiKeys', {})).api_keys.map(({ name }) => name);
  t.same(await seen(ann), ['ann']);
  t.same(await seen(admin), ['ben', 'ann', 'machine']);
  for (const id of [bens, machine.id]) {
    t.equal(await ann.refusal('GetApiKey', { id }), 'ApiKeyNotFound');
    t.equal(await ann.refusal('DeleteApiKey', { id }), 'ApiKeyNotFound');
  }
  t.same(await names(), ['ben', 'ann', 'machine']);
  t.match(await ann.call('GetApiKey', { id: anns }), { user_email: 'a@example.org', created_by: 'a@example.org' });
  const annsKey = by({
    kind: 'user_key',
    id: anns,
    userId: ANN,
    email: 'a@example.org',
    capabilities: ['R'],
    scopes: ['api-keys:read'],
  });
  t.same(await seen(annsKey), ['ann'], 'a key of hers sees what she sees');
  const itself = by({
    kind: 'service_account',
    id: machine.id,
    email: '',
    capabilities: ['R'],
    scopes: ['api-keys:read'],
  });
  t.same(await seen(itself), ['machine']);
  t.same(await ann.call('DeleteApiKey', { id: anns }), {});
  t.same(await admin.call('DeleteApiKey', { id: bens }), {});
  t.same(await names(), ['machine']);
});

t.test('no caller gives away what he has not', async t => {
  const { person, by, told } = await opened(t);
  let given = 0;
  const give = (from: ReturnType<typeof person>, key_type: string, ...wanted: string[]) =>
    from.refusal('CreateApiKey', { api_key: { name: `key ${++given}`, key_type, scopes: wanted } });
  const viewer = person(ANN, 'R');
  t.equal(await give(viewer, 'user', 'messages:read', 'system:read'), 'none');
  t.equal(await give(viewer, 'service_account', 'messages:read'), 'PermissionDenied');
  t.equal(await give(viewer, '', 'messages:read'), 'PermissionDenied');
  for (const scope of scopes) {
    if (!scope.endsWith(':read') || ['users:read', 'integrations:read', 'api-keys:read'].includes(scope)) {
      t.equal(await give(viewer, 'user', 'messages:read', scope), 'ScopeEscalation', scope);
    }
  }
  const station = person(BEN, 'R', 'B');
  for (const scope of ['basestations:write', 'certificates:write', 'connections:write', 'events:write'])
    t.equal(await give(station, 'user', scope), 'none', scope);
  for (const scope of ['endpoints:write', 'orgs:write', 'integrations:write', 'api-keys:write', 'users:write', '*'])
    t.equal(await give(station, 'user', scope), 'ScopeEscalation', scope);
  t.equal(await give(person(BEN, 'R', 'E'), 'user', 'events:write', 'rules:write', 'downlinks:write'), 'none');
  const admin = person(BEN, 'R', 'E', 'B', 'K', 'I', 'M', 'A');
  t.equal(await give(admin, 'service_account', ...scopes), 'none');
  t.equal(await give(person(BEN, 'R', 'E', 'B', 'K', 'I', 'A'), 'service_account', '*'), 'ScopeEscalation');

  const key = (...own: string[]) => {
    const principal = { kind: 'service_account', id: ELSEWHERE, email: '', capabilities: ['A'], scopes: own } as const;
    return by(principal);
  };
  t.equal(await give(key('api-keys:write', 'messages:read'), '', 'messages:read'), 'none');
  t.equal(await give(key('api-keys:write', 'messages:read'), '', 'messages:read', 'events:read'), 'ScopeEscalation');
  t.equal(await give(key('api-keys:write'), '', '*'), 'ScopeEscalation');
  t.equal(await give(key(...scopes), '', '*'), 'none', 'only who has everything');
  t.equal(await give(key('*'), '', 'events:read'), 'none');
  t.equal(await give(key('*'), 'user', 'events:read'), 'UserPrincipalRequired');
  const narrowed = { kind: 'user_key', id: ELSEWHERE, userId: ANN, email: 'a@example.org' } as const;
  t.equal(
    await give(by({ ...narrowed, capabilities: ['R'], scopes: ['*'] }), 'user', 'endpoints:write'),
    'ScopeEscalation',
  );
  t.equal(
    await give(by({ ...narrowed, capabilities: ['R', 'E'], scopes: ['api-keys:write'] }), 'user', 'endpoints:write'),
    'ScopeEscalation',
  );
  t.equal(
    await give(by({ ...narrowed, capabilities: ['R', 'A'], scopes: ['messages:read'] }), 'user', 'messages:read'),
    'none',
  );
  const last = (await told('api_key.created')).at(-1);
  t.match(last, { source_type: 'api_key', source_id: ELSEWHERE, user_id: ANN, user_email: 'a@example.org' });
});

t.test('a secret that could not be recorded does not leave', async t => {
  const { store, names } = await opened(t);
  const lines: unknown[] = [];
  const failing = {
    ...store,
    write: {
      ...store.write,
      apiKeys: {
        ...store.write.apiKeys,
        insert: async () => {
          throw new Error('disk');
        },
      },
    },
  };
  const [create] = apiKeys({
    store: failing as never,
    clock: { now: () => START, credible: () => credibleMs(START) } as never,
    activeUsers: () => [],
  });
  const log = { error: (line: unknown) => lines.push(line) };
  const principal = { kind: 'operator', id: OPERATOR, email: 'o' };
  const asked = {
    api_key: { name: 'a', key_type: undefined, scopes: ['*'], expires_at: null },
    organization_id: undefined,
  };
  const call = { org: 1, organizationId: ORGANIZATION, principal, log, address: '127.0.0.1' };
  await t.rejects(async () => create?.handle?.(asked as never, call as never), /ErrTokenAuditRecordFailed/);
  t.equal(lines.length, 1);
  t.same(await names(), []);
});

t.test('a prefix that is taken is not given again', async t => {
  const { make, store, names } = await opened(t);
  const { key_prefix: prefix } = await make('one');
  const key = { org: 1, name: 'two', user: undefined, scopes: ['*'], expiresAt: null, prefix, hash: Buffer.alloc(32) };
  const acting = { now: START, userId: OPERATOR, userEmail: 'x', actor: 'x' };
  t.equal(await store.write.apiKeys.insert(key, acting), undefined);
  t.same(await names(), ['one']);
});
