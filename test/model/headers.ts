import { parseArgs } from 'node:util';
import type { Capability, Role } from '../../src/domain/account/roles.ts';
import type { Verified } from '../../src/domain/apikey/gate.ts';
import { enterpriseAccess } from '../../src/identity/access/access.ts';
import type { Account, Gate, Organization, SessionState } from '../../src/identity/access/sources.ts';
import { Fault, fault } from '../../src/kit/faults/faults.ts';
import { createLog } from '../../src/kit/log.ts';
import { Notifier } from '../../src/kit/notifier.ts';
import type { AccessControl } from '../../src/rpc/call/access-control.ts';
import type { Row } from '../../src/rpc/call/define.ts';
import type { Incoming } from '../../src/rpc/call/incoming.ts';
import { type Entry, keyNeeds, matrix, userNeeds } from '../identity/matrix.ts';
import { windClock } from '../rpc/wind-clock.ts';

/**
 * Random headers against the rules of identity API section 1 with clarifications I2, I8 to I10, I12, I13, I15 and I26, told again below
 * by `expected`: it knows the table of the contract (`test/identity/matrix.json`) and nothing of the product's.
 *
 *     node test/model/headers.ts --cases 1000000 --seed 1
 */

const id = (n: number) => `0192f000-0000-7000-8000-0000000000${n.toString(16).padStart(2, '0')}`;
const HOME = id(1);
const PAUSED = id(2);
const CLOSED = id(3);
const OTHER = id(4);
const NOWHERE = id(5);
const PEER_SECRET = 'between ourselves';

interface Member {
  readonly role: Role;
  readonly endpoints?: boolean;
  readonly stations?: boolean;
  readonly inactive?: boolean;
}

interface Person {
  readonly uuid: string;
  readonly admin?: boolean;
  readonly off?: boolean;
  readonly firstPassword?: boolean;
  readonly noSecondFactor?: boolean;
  readonly in: Readonly<Record<string, Member>>;
}

const owner: Member = { role: 'owner' };
const everywhere = (member: Member) => ({ [HOME]: member, [PAUSED]: member, [CLOSED]: member });

const people: readonly Person[] = [
  { uuid: id(16), in: everywhere({ role: 'viewer' }) },
  { uuid: id(17), in: everywhere({ role: 'operator' }) },
  { uuid: id(18), in: everywhere({ role: 'operator', endpoints: true }) },
  { uuid: id(19), in: everywhere({ role: 'operator', stations: true }) },
  { uuid: id(20), in: everywhere({ role: 'operator', endpoints: true, stations: true }) },
  { uuid: id(21), in: everywhere({ role: 'admin' }) },
  { uuid: id(22), in: everywhere(owner) },
  { uuid: id(23), admin: true, in: {} },
  { uuid: id(24), admin: true, in: everywhere(owner) },
  { uuid: id(25), in: { [OTHER]: owner } },
  { uuid: id(26), in: everywhere({ ...owner, inactive: true }) },
  { uuid: id(27), off: true, in: everywhere(owner) },
  { uuid: id(28), firstPassword: true, in: everywhere(owner) },
  { uuid: id(29), noSecondFactor: true, in: everywhere(owner) },
  { uuid: id(30), in: {} },
];

const states: Readonly<Record<string, Organization['state']>> = {
  [HOME]: 'active',
  [PAUSED]: 'suspended',
  [CLOSED]: 'archived',
  [OTHER]: 'active',
};

/** What a token or key is worth. */
type Worth =
  | { readonly token: string }
  | { readonly person: Person; readonly session: string }
  | { readonly key: { readonly org: string; readonly scopes: readonly string[]; readonly person?: Person } };

const sessions: Readonly<Record<string, string | undefined>> = {
  open: undefined,
  left: 'logout',
  off: 'inactive',
  stolen: 'reuse',
  unknown: 'not known',
  foreign: 'of another session',
};

const SCOPES = ['*', ...new Set(matrix.flatMap(entry => keyNeeds(entry)).filter(scope => scope !== 'never'))];

/** Every credential there is, by its text. */
const credentials = new Map<string, Worth>();
people.forEach((person, at) => {
  for (const session of Object.keys(sessions)) credentials.set(`jwt.${at}.${session}`, { person, session });
  for (const org of [HOME, PAUSED, OTHER]) {
    credentials.set(`key-${at}-${org}`, { key: { org, scopes: ['*'], person } });
    credentials.set(`key-${at}-${org}-narrow`, { key: { org, scopes: SCOPES.filter((_, n) => n % 2), person } });
  }
});
for (const org of [HOME, PAUSED, CLOSED, OTHER]) {
  for (const scope of SCOPES) credentials.set(`service-${org}-${scope}`, { key: { org, scopes: [scope] } });
  credentials.set(`service-${org}-two`, { key: { org, scopes: ['basestations:write', 'endpoints:write'] } });
}
credentials.set('jwt.of.none', { token: 'InvalidAccessToken' });
credentials.set('jwt.of.yesterday', { token: 'AccessTokenExpired' });
credentials.set('key-of-none', { token: 'InvalidApiKey' });
credentials.set('key-of-yesterday', { token: 'ApiKeyExpired' });
const TEXTS = [...credentials.keys()];

interface Case {
  readonly entry: Entry;
  readonly internal: boolean;
  readonly enforced: boolean;
  readonly transport: Incoming['transport'];
  readonly sent: Readonly<Record<string, readonly string[]>>;
}

const sameUuid = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** What the contract says of the call: the name of the fault, or who is let in and where. */
function expected({ entry, internal, enforced, transport, sent }: Case): string {
  const header = (name: string) => (sent[name] ?? []).filter(value => value !== '');
  let person: Person | undefined;
  let key: Extract<Worth, { key: object }>['key'] | undefined;
  let isSignedIn = false;
  const userIds = header('x-user-id');
  const isOneUuid = (values: readonly string[]) =>
    values.every(value => isUuid(value) && sameUuid(value, values[0] ?? ''));
  if (internal) {
    const secrets = header('x-peer-secret');
    if (secrets.length === 0 || secrets.some(secret => secret !== PEER_SECRET)) return 'InternalPeerRejected';
    if (entry.class === 'P') return 'anonymous';
    if (userIds.length === 0) return 'UserIDHeaderRequired';
    if (!isOneUuid(userIds)) return 'InvalidUserIDHeader';
    person = people.find(({ uuid }) => sameUuid(uuid, userIds[0] ?? ''));
    if (!person || person.off) return 'UserInactive';
  } else {
    // 1
    if (entry.class === 'P') return 'anonymous';
    // 2
    const authorization = header('authorization');
    const apiKeys = transport === 'connect' || transport === 'rest' ? header('x-api-key') : [];
    if (authorization.length + apiKeys.length === 0) return 'AuthorizationRequired';
    // 3
    const values = authorization.map(value => /^bearer\s+(.+)$/i.exec(value)?.[1]);
    if (values.includes(undefined)) return 'InvalidAuthorizationFormat';
    // 4
    const all = [...values, ...apiKeys];
    if (all.some(value => value !== all[0])) return 'ConflictingCredentials';
    const text = all[0] ?? '';
    const isJwt = values.length > 0 && text.split('.').length === 3;
    const worth = credentials.get(text);
    if (isJwt) {
      if (!worth || 'key' in worth) return 'InvalidAccessToken';
      if ('token' in worth) return worth.token;
      ({ person } = worth);
      isSignedIn = true;
      const ended = sessions[worth.session];
      if (ended && !(ended === 'inactive' && person.off)) return 'AccessTokenRevoked';
      // 5
      if (person.off) return 'UserInactive';
    } else {
      if (!worth || 'person' in worth || (!('key' in worth) && text.includes('.'))) return 'InvalidApiKey';
      if ('token' in worth) return worth.token;
      ({ key } = worth);
      ({ person } = key);
      if (person?.off) return 'ApiKeyInactive';
    }
    // 6 to 9
    if (isSignedIn && userIds.length === 0) return 'UserIDHeaderRequired';
    if (!person && (sent['x-user-id'] ?? []).length > 0) return 'IdentityMismatch';
    if (person && !isOneUuid(userIds)) return 'InvalidUserIDHeader';
    if (person && userIds.some(value => !sameUuid(value, person?.uuid ?? ''))) return 'IdentityMismatch';
  }
  const isAdmin = person?.admin === true && key === undefined;
  // 10 to 13
  let place = '-';
  if (entry.class === 'G' && !enforced) place = HOME;
  else if (entry.class === 'G') {
    const organizations = header('x-organization-id');
    if (organizations.length === 0) return 'OrganizationIDHeaderRequired';
    if (!isOneUuid(organizations)) return 'InvalidOrganizationIDHeader';
    place = (organizations[0] ?? '').toLowerCase();
    const state = states[place];
    const member = person?.in[place];
    const isMember = member !== undefined && !member.inactive;
    if (!state || (key && key.org !== place)) return 'OrganizationAccessDenied';
    if (person && !person.admin && !isMember) return 'OrganizationAccessDenied';
    const reads = /^(Get|List|Search|Export|Stream|Download|DecodePreview)/.test(entry.rpc);
    if (!isAdmin && (state === 'archived' || (state === 'suspended' && !reads))) return 'OrganizationSuspended';
  }
  // 14
  const isUserOnly = ['Logout', 'ChangePassword', 'UpdateUser'].includes(entry.rpc);
  if (key) {
    if (isUserOnly && !person) return 'UserPrincipalRequired';
    if (entry.rpc === 'ChangePassword') return 'UserPrincipalRequired';
    const scopes = keyNeeds(entry);
    if (scopes === 'never') return entry.user.includes('S') ? 'ServerAdminRequired' : 'UserPrincipalRequired';
    const hasNoSelf = entry.rpc === 'ListUserOrganizations' && !person;
    for (const scope of hasNoSelf ? [] : scopes) {
      if (!key.scopes.includes(scope) && !key.scopes.includes('*')) return 'ScopeRequired';
    }
  }
  const can = capabilities(person, place, isAdmin);
  const { all, any } = userNeeds(entry);
  if (person || (key && entry.class === 'G' && key.org !== place)) {
    const has = key && entry.class === 'G' && key.org !== place ? [] : can;
    if (all.includes('S') && !isAdmin) return 'ServerAdminRequired';
    if (all.some(letter => letter !== 'S' && !has.includes(letter))) return 'PermissionDenied';
    if (any.length > 0 && !any.some(letter => has.includes(letter))) return 'PermissionDenied';
  }
  // 15
  const open = ['GetProfile', 'Logout'];
  if (person?.firstPassword && ![...open, 'ChangePassword'].includes(entry.rpc)) return 'PasswordChangeRequired';
  if (isSignedIn && person?.noSecondFactor && !open.includes(entry.rpc)) return 'SecondFactorRequired';
  const kind = key ? (person ? 'user_key' : 'service_account') : 'user';
  return `${kind} ${person?.uuid ?? 'none'} in ${place}`;
}

function capabilities(person: Person | undefined, place: string, isAdmin: boolean): readonly string[] {
  const member = person?.in[place];
  const can: string[] = person?.admin ? ['R'] : [];
  if (isAdmin) can.push('S');
  if (!member || member.inactive) return can;
  const { role, endpoints, stations } = member;
  const letters: Record<Role, string> = {
    viewer: 'R',
    operator: `R${endpoints ? 'EK' : ''}${stations ? 'B' : ''}`,
    admin: 'REBKIMA',
    owner: 'REBKIMAO',
  };
  return [...can, ...letters[role]];
}

/** The product, over what the model knows. */
export async function product(rows: ReadonlyMap<string, Row>) {
  const accounts: readonly Account[] = people.map(({ uuid, admin, off, firstPassword }, at) => ({
    ...{ id: at + 1, uuid, email: `${at}@example.org`, is_admin: admin === true, is_active: !off },
    ...{ password_change_required: firstPassword === true, password: null },
  }));
  const orgs = Object.entries(states).map(([uuid, state], at) => ({ id: at + 1, uuid, state }));
  const reads: Gate['reads'] = {
    user: uuid => accounts.find(account => account.uuid === uuid),
    organization: uuid => orgs.find(org => org.uuid === uuid),
    membership(user, organization) {
      const member = people[user - 1]?.in[organization];
      if (!member) return undefined;
      const { role, endpoints = false, stations = false, inactive } = member;
      const status = inactive ? 'inactive' : 'active';
      return { role, manage_endpoints: endpoints, manage_base_stations: stations, status };
    },
    session(uuid): SessionState | undefined {
      const [at, session = ''] = uuid.split(' ');
      if (session === 'unknown') return undefined;
      if (session === 'foreign') return { user: Number(at) + 2, endedBy: undefined };
      return { user: Number(at) + 1, endedBy: sessions[session] };
    },
  };
  const keyOf = (text: string): Verified => {
    const worth = credentials.get(text);
    if (worth && 'token' in worth && !text.includes('.'))
      return { refusal: worth.token as 'InvalidApiKey', org: undefined };
    if (!worth || !('key' in worth)) return { refusal: 'InvalidApiKey', org: undefined };
    const { org, scopes, person } = worth.key;
    if (person?.off) return { refusal: 'ApiKeyInactive', org: 1 };
    const type = person ? 'user' : 'service_account';
    const whose = { userId: person?.uuid, userEmail: person && 'a person' } as const;
    return { key: { id: text, name: text, prefix: '', type, org: 1, organizationId: org, scopes, ...whose } };
  };
  const gate = (enforced: boolean): Gate => ({
    ...{ reads, enforced, peerSecret: PEER_SECRET, defaultOrganization: { id: 1, uuid: HOME } },
    keys: { verify: keyOf, refusal: () => undefined, used: () => undefined, rejected: () => undefined },
    tokens: {
      async verify(text) {
        const worth = credentials.get(text);
        if (worth && 'token' in worth) throw fault(worth.token as 'InvalidAccessToken');
        if (!worth || !('person' in worth)) throw fault('InvalidAccessToken');
        return { userId: worth.person.uuid, sessionId: `${people.indexOf(worth.person)} ${worth.session}` };
      },
    },
    secondFactorMissing: account => people[account.id - 1]?.noSecondFactor === true,
  });
  const common = {
    clock: windClock(),
    log: await createLog({ level: 'silent', format: 'json' }),
    changed: new Notifier(),
  };
  const raise = async () => undefined;
  const enforcing = enterpriseAccess({ ...common, raise, gate: gate(true) });
  const lenient = enterpriseAccess({ ...common, raise, gate: gate(false) });
  return async (asked: Case): Promise<string> => {
    const row = rows.get(asked.entry.rpc);
    if (!row) throw new Error(`no row ${asked.entry.rpc}`);
    return outcome(asked.enforced ? enforcing : lenient, row, asked);
  };
}

const NEVER = new AbortController().signal;

async function outcome(access: AccessControl, row: Row, { internal, transport, sent }: Case): Promise<string> {
  const headers = (name: string) => sent[name] ?? [];
  const incoming = {
    transport,
    internal,
    headers,
    address: '192.0.2.1',
    secure: true,
    timeoutMs: undefined,
    signal: NEVER,
  };
  try {
    const admission = await access.admit(row, incoming);
    // An empty request asks for rights as well: a key of which nothing is said is a service account's.
    row.demands?.({} as never, admission);
    const { principal, organizationId } = admission;
    const { kind, id: name, userId } = principal;
    if (kind === 'anonymous') return kind;
    return `${kind} ${kind === 'user' ? name : (userId ?? 'none')} in ${organizationId || '-'}`;
  } catch (cause) {
    if (cause instanceof Fault) return cause.fault;
    throw cause;
  }
}

/** Mulberry32: the same seed, the same cases. */
function dice(seed: number) {
  let state = seed;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const one = <T>(of: readonly T[]): T => of[Math.floor(roll() * of.length)] as T;
  return { one, chance: (p: number) => roll() < p };
}

function drawn({ one, chance }: ReturnType<typeof dice>): Case {
  const text = chance(0.9) ? one(TEXTS) : one(['jwt.0', 'a.b.c', 'key-0', 'x']);
  const worth = credentials.get(text);
  const person = worth && ('person' in worth ? worth.person : 'key' in worth ? worth.key.person : undefined);
  const org = worth && 'key' in worth ? worth.key.org : HOME;
  const sent: Record<string, string[]> = {};
  const send = (name: string, value: string, again: readonly string[]) => {
    sent[name] = [value];
    if (chance(0.08)) sent[name].push(chance(0.5) ? value : one(again));
  };
  const scheme = chance(0.95) ? one(['Bearer ', 'bearer ', 'BEARER  ']) : one(['Basic ', '', 'Bearer', 'Bearer']);
  if (chance(0.96))
    send('authorization', chance(0.03) ? '' : chance(0.03) ? 'Bearer' : `${scheme}${text}`, [
      `Bearer ${one(TEXTS)}`,
      '',
    ]);
  if (chance(0.08)) send('x-api-key', chance(0.5) ? text : one(TEXTS), [one(TEXTS), '']);
  const uuids = [...people.map(({ uuid }) => uuid), HOME];
  if (chance(person ? 0.93 : 0.1)) {
    const own = person?.uuid ?? one(uuids);
    const value = chance(0.85) ? own : one([one(uuids), '', 'me', own.toUpperCase()]);
    send('x-user-id', value, [own.toUpperCase(), one(uuids), '', 'me']);
  }
  if (chance(0.93)) {
    const value = chance(0.7) ? org : one([HOME, PAUSED, CLOSED, OTHER, NOWHERE, '', 'default', org.toUpperCase()]);
    send('x-organization-id', value, [org, org.toUpperCase(), OTHER, '', 'default']);
  }
  const internal = chance(0.15);
  if (chance(internal ? 0.9 : 0.05))
    send('x-peer-secret', chance(0.85) ? PEER_SECRET : one(['', 'guess']), ['', 'guess', PEER_SECRET]);
  if (internal && chance(0.8)) sent['x-user-id'] = [one(uuids)];
  const transport = one(['grpc', 'grpc-web', 'connect', 'rest'] as const);
  return { entry: one(matrix), internal, enforced: chance(0.9), transport, sent };
}

/** @returns how often each outcome came. @throws Error for a call that the product judges otherwise */
export async function checkHeaders(
  rows: ReadonlyMap<string, Row>,
  cases: number,
  seed: number,
): Promise<Map<string, number>> {
  const judge = await product(rows);
  const draw = dice(seed);
  const tally = new Map<string, number>();
  for (let n = 0; n < cases; n++) {
    const asked = drawn(draw);
    const [says, does] = [expected(asked), await judge(asked)];
    if (says !== does)
      throw new Error(`case ${n} of seed ${seed}: ${JSON.stringify(asked)}\ncontract: ${says}\nproduct: ${does}`);
    const kind = says.split(' ', 1)[0] ?? '';
    tally.set(kind, (tally.get(kind) ?? 0) + 1);
  }
  return tally;
}

export type { Capability };

if (import.meta.main) {
  const { values } = parseArgs({ options: { cases: { type: 'string' }, seed: { type: 'string' } } });
  const { allRows } = await import('../identity/rows.ts');
  const [cases, seed] = [Number(values.cases ?? 20_000), Number(values.seed ?? 1)];
  const started = performance.now();
  const tally = await checkHeaders(allRows(), cases, seed);
  for (const [kind, times] of [...tally].sort((a, b) => b[1] - a[1])) console.log(`${times}\t${kind}`);
  console.log(`${cases} cases of seed ${seed} without a difference, ${Math.round(performance.now() - started)} ms`);
}
