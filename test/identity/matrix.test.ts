// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { catalog } from '../../src/kit/faults/faults.ts';
import { wireMethods } from '../../src/rpc/serve/wire.ts';
import { schema } from '../rpc/harness.ts';
import { isWhole } from '../whole.ts';
import { type Entry, keyNeeds, matrix, userNeeds } from './matrix.ts';
import { Enterprise, type Headers, PASSWORD } from './scene.ts';

// Thousands of calls, each through a socket; `TEST_WHOLE=1` tries each key in every row, too.
t.setTimeout(240_000);

/** What the gate says, with the numbers of identity API section 1. */
const OF_GATE: ReadonlySet<string> = new Set(
  Object.entries(catalog).flatMap(([name, { number }]) => (number >= 2000 && number <= 2021 ? [name] : [])),
);
const streams = new Set([...wireMethods(schema()).values()].filter(({ stream }) => stream).map(({ name }) => name));
const WITHOUT_SCOPE = 'system:read';

/** One column of the matrix. */
interface Column {
  readonly name: string;
  readonly headers: Headers;
  /** What the contract says for this row: the token, or `passes`. */
  expects(entry: Entry): string;
  /** Of a key whose scopes differ from those of others by one: this one. */
  readonly scope?: string;
}

/** The rights of a user's role, and `S`. */
function userColumn(name: string, headers: Headers, capabilities: string): Column {
  return {
    name,
    headers,
    expects(entry) {
      const { all, any } = userNeeds(entry);
      const has = (letter: string) => capabilities.includes(letter);
      if (all.includes('S') && !has('S')) return 'ServerAdminRequired';
      if (!all.every(has) || (any.length > 0 && !any.some(has))) return 'PermissionDenied';
      // A list of all users is for server administrators.
      if (entry.rpc === 'ListUsers' && !has('S')) return 'ServerAdminRequired';
      return 'passes';
    },
  };
}

function serviceColumn(name: string, headers: Headers, scopes: readonly string[]): Column {
  return {
    name,
    headers,
    expects(entry) {
      if (/^(Logout|ChangePassword|UpdateUser|ListUserOrganizations)$/.test(entry.rpc)) return 'UserPrincipalRequired';
      const needs = keyNeeds(entry);
      if (needs === 'never') return entry.user.includes('S') ? 'ServerAdminRequired' : 'UserPrincipalRequired';
      if (!needs.every(scope => scopes.includes(scope))) return 'ScopeRequired';
      return entry.rpc === 'ListUsers' ? 'ServerAdminRequired' : 'passes';
    },
  };
}

t.test('every cell of the matrix is what the contract says', async t => {
  await using box = await Enterprise.start(t.testdir());
  let root = await box.signIn('root@example.org');
  const { organizations } = (await box.call('ListOrganizations', {}, root)) as { organizations: { id: string }[] };
  const home = organizations[0]?.id ?? '';
  const there = { 'x-organization-id': home };
  const makes = async (name: string, membership: object, organization_id = home) => {
    const user = { email: `${name}@example.org`, first_name: name, last_name: name };
    await box.call('CreateUser', { user, password: PASSWORD, memberships: [{ organization_id, ...membership }] }, root);
    return `${name}@example.org`;
  };
  const operator = (manage_endpoints: boolean, manage_base_stations: boolean) => ({
    ...{ role: 'operator', manage_endpoints, manage_base_stations },
  });
  const people: readonly (readonly [name: string, membership: object, capabilities: string])[] = [
    ['viewer', { role: 'viewer' }, 'R'],
    ['reader', operator(false, false), 'R'],
    ['farmer', operator(true, false), 'REK'],
    ['rigger', operator(false, true), 'RB'],
    ['worker', operator(true, true), 'REKB'],
    ['admin', { role: 'admin' }, 'REBKIMA'],
    ['owner', { role: 'owner' }, 'REBKIMAO'],
  ];
  // Signs in, and comes back when the token is over.
  const late = await box.signIn(await makes('late', { role: 'owner' }));
  await box.center.clock.advance(17 * 60_000);
  root = await box.signIn('root@example.org');
  const columns: Column[] = [
    { name: 'nobody', headers: there, expects: () => 'AuthorizationRequired' },
    { name: 'broken token', headers: { ...there, authorization: 'Bearer a.b.c' }, expects: () => 'InvalidAccessToken' },
    { name: 'broken key', headers: { ...there, authorization: 'Bearer ws00_x' }, expects: () => 'InvalidApiKey' },
    { name: 'expired token', headers: { ...there, ...late }, expects: () => 'AccessTokenExpired' },
    userColumn('server administrator', { ...there, ...root }, 'RS'),
  ];
  for (const [name, membership, capabilities] of people) {
    columns.push(userColumn(name, { ...there, ...(await box.signIn(await makes(name, membership))) }, capabilities));
  }
  const owner = { ...there, ...(await box.signIn('owner@example.org')) };
  const elsewhere = (await box.call('CreateOrganization', { organization: { name: 'Elsewhere' } }, root)) as {
    id: string;
  };
  const stranger = await box.signIn(await makes('stranger', { role: 'owner' }, elsewhere.id));
  columns.push({
    name: 'member of another organization',
    headers: { ...there, ...stranger },
    expects: entry => (entry.class === 'G' ? 'OrganizationAccessDenied' : userColumn('', {}, '').expects(entry)),
  });
  const key = async (name: string, scopes: readonly string[], more: object = {}): Promise<Headers> => {
    const { raw_key } = await box.call('CreateApiKey', { api_key: { name, scopes, ...more } }, owner);
    return { ...there, authorization: `Bearer ${raw_key}` };
  };
  const seconds = Math.floor(box.center.clock.now() / 1000) + 60;
  const expired = await key('expired', ['*'], { expires_at: { seconds } });
  await box.center.clock.advance(61_000);
  columns.push({ name: 'expired key', headers: expired, expects: () => 'ApiKeyExpired' });
  const all = [...new Set(matrix.flatMap(entry => keyNeeds(entry)).filter(scope => scope !== 'never'))];
  for (const scope of all) {
    columns.push({ ...serviceColumn(`only ${scope}`, await key(`only ${scope}`, [scope]), [scope]), scope });
    const others = all.filter(each => each !== scope);
    columns.push({ ...serviceColumn(`all but ${scope}`, await key(`all but ${scope}`, others), others), scope });
  }
  // A row that asks for another scope than it should, for one more or for none is met by the keys of its own, and one that should ask for
  // none by the two keys of any.
  const isTried = ({ scope }: Column, entry: Entry) => {
    if (isWhole || scope === undefined) return true;
    const needs = keyNeeds(entry);
    return needs === 'never' || (needs.length === 0 ? scope === all[0] : needs.includes(scope));
  };

  const cell = async (column: Column, entry: Entry): Promise<string> => {
    if (!streams.has(entry.rpc)) return (await box.ask(entry.rpc, {}, column.headers)).token;
    const stream = box.open(entry.rpc, {}, column.headers);
    const opened = await stream.opened;
    stream.cancel();
    return opened;
  };
  let cells = 0;
  const wrong: string[] = [];
  for (const column of columns) {
    for (const entry of matrix) {
      if (!isTried(column, entry)) continue;
      // What signs a user out is looked at by itself.
      if (entry.rpc === 'Logout' && column.expects(entry) === 'passes') continue;
      const says = entry.class === 'P' ? 'passes' : column.expects(entry);
      const token = await cell(column, entry);
      const does = OF_GATE.has(token) ? token : 'passes';
      if (does !== says) wrong.push(`${column.name} ${entry.rpc}: ${says}, not ${token}`);
      cells++;
    }
  }
  t.same(wrong, []);
  t.comment(`${cells} cells of ${columns.length} columns`);
  t.ok(cells > 117 * (isWhole ? 59 : 16), 'the whole matrix');
  t.ok(all.includes(WITHOUT_SCOPE));
});
