import t from 'tap';
import { groupsOf, type RunningCenter } from '../../../src/compose/api/groups.ts';
import { scopes } from '../../../src/domain/apikey/scopes.ts';
import { catalog } from '../../../src/kit/faults/faults.ts';
import { rpcTable } from '../../../src/rpc/call/table.ts';
import { wireMethods } from '../../../src/rpc/serve/wire.ts';
import { schema } from '../harness.ts';

const methods = wireMethods(schema());

/** Has every property, each like itself: a group takes what it works on and uses nothing of it before the first call. */
const anything: unknown = new Proxy(() => anything, {
  get: (_target, key) => (key === Symbol.toPrimitive ? () => 0 : anything),
});
const groups = groupsOf(anything as RunningCenter);

t.test('every method of the schema has one row and every row is a method', t => {
  const table = rpcTable(groups);
  t.equal(methods.size, 117);
  t.same([...table.keys()].sort(), [...methods.keys()].sort());
  t.equal(groups.flat().length, 117, 'no row is in two groups');
  t.end();
});

t.test('public and organization-exempt methods are those of the contract', t => {
  const rows = [...rpcTable(groups).values()];
  const named = (access: string) => rows.filter(row => row.access === access).map(row => row.name);
  t.same(named('public').sort(), [
    'ExchangeOAuth2',
    'ExchangeOIDC',
    'GetAuthSettings',
    'GetReleaseInfo',
    'Login',
    'RefreshTokens',
    'RegisterAccount',
  ]);
  t.equal(named('exempt').length, 1 + 3 + 6 + 5 + 6, 'system status, own session, users, organizations, memberships');
  t.end();
});

t.test('an input looks only at fields of its request', t => {
  for (const row of rpcTable(groups).values()) {
    const known = methods.get(row.name)?.requestFields ?? [];
    const unknown = row.input?.names.filter(name => !known.includes(name)) ?? [];
    t.same(unknown, [], row.name);
  }
  t.end();
});

t.test('every scope that a method asks for can be given to a key', t => {
  const asked = [...rpcTable(groups).values()].flatMap(({ scope }) => scope.split('&'));
  const unknown = asked.filter(scope => scope !== '' && scope !== 'no key' && !scopes.has(scope));
  t.same(unknown, []);
  t.end();
});

t.test('a refused row names a fault of the catalog', t => {
  for (const { name, refuse } of rpcTable(groups).values()) if (refuse) t.ok(catalog[refuse], name);
  t.end();
});

t.test('a method with two rows is refused at the start', t => {
  const [row] = rpcTable(groups).values();
  if (!row) throw new Error('empty table');
  t.throws(() => rpcTable([[row], [row]]), /two rows/);
  t.throws(() => rpcTable([], [row]), /no row to replace/);
  t.end();
});
