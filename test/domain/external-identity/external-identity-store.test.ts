import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { openDb } from '../../../src/database/driver.ts';
import type { AdmissionRules, ExternalUser } from '../../../src/domain/external-identity/external-identity-store.ts';
import { digestOf } from '../../../src/kit/digest.ts';
import { Fault } from '../../../src/kit/faults/faults.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { uuid7 } from '../../../src/kit/uuid.ts';

t.setTimeout(120_000);

const NOW = Date.UTC(2026, 10, 1);
const ORGANIZATION = '00000000-0000-7000-8000-000000000002';
const VIEWER = { role: 'viewer', manage_endpoints: false, manage_base_stations: false } as const;
const BOX = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;
const ACTING = { now: NOW, userId: undefined, userEmail: undefined, actor: 'box', address: '192.0.2.7' };
const CREATE = { membership: VIEWER, defaultOrganizationId: ORGANIZATION };
const NOBODY_NEW: AdmissionRules = { domains: [], linkByEmail: false, create: undefined };
const ALL_NEW: AdmissionRules = { ...NOBODY_NEW, create: CREATE };
const ANN: ExternalUser = {
  ...{ provider: 'oidc', issuer: 'https://login.example.org', subject: 'a1', email: 'ann@example.org' },
  ...{ first_name: 'Ann', last_name: 'Meyer', organizations: undefined },
};

async function scene(t: Test) {
  const path = join(t.testdir(), 'waystation.db');
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  t.teardown(() => store.close());
  await store.write.installation.establish({}, ORGANIZATION, NOW);
  const { externalIdentities, accounts } = store.write;
  const signIn = () => {
    const session = uuid7(NOW);
    const token = { hash: digestOf(session), givenAt: 0, expiresAt: NOW + DAY_MS };
    return {
      session,
      token,
      endsAt: NOW + DAY_MS,
      address: '192.0.2.7',
      userAgent: '',
      knownBy: ['192.0.2.0/24'],
      now: NOW,
    };
  };
  const settled = (outcome: Promise<object>) =>
    outcome.catch((cause: unknown) => {
      if (!(cause instanceof Fault)) throw cause;
      return { thrown: cause.fault };
    });
  const rows = (sql: string) => {
    const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
    try {
      return db.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      db.close();
    }
  };
  return {
    ...{ store, accounts, rows },
    begin: (user: Partial<ExternalUser>, rules = NOBODY_NEW) =>
      settled(externalIdentities.begin({ ...ANN, ...user }, rules, signIn(), ACTING)),
    create: (user: Partial<ExternalUser>, rules = ALL_NEW) =>
      settled(externalIdentities.create({ ...ANN, ...user }, rules, signIn(), ACTING)),
    account: (email = 'ann@example.org', password: string | undefined = undefined) =>
      accounts.createUser(
        {
          ...{ email, first_name: '', last_name: '', company_name: '', note: '', password, is_admin: false },
          ...{ is_active: true, password_change_required: false },
          memberships: [{ organization_id: ORGANIZATION, ...VIEWER }],
        },
        ACTING,
      ),
    events: (type: string) =>
      rows(`SELECT user_id, user_email, org, data FROM event WHERE event_type = '${type}' ORDER BY seq`).map(row => ({
        ...row,
        data: JSON.parse(String(row.data)) as object,
      })),
    links: () => rows('SELECT issuer, subject, user FROM external_identity ORDER BY issuer, subject'),
  };
}

const refused = (reason: string) => ({ refused: reason, fault: 'ExternalUserNotAllowed' });

t.test('who signs in for the first time gets an account where that is wished, and has it from then on', async t => {
  const { store, begin, create, events, links } = await scene(t);
  t.same(await begin({}), refused('no_account'));
  t.same(await begin({}, ALL_NEW), { missing: true });
  t.same(links(), []);
  const { user } = (await create({})) as { user: string };
  const account = store.read.accounts.user(user);
  t.match(account, {
    email: 'ann@example.org',
    first_name: 'Ann',
    provider: 'oidc',
    password: null,
    last_login_at: NOW,
  });
  t.match(store.read.accounts.memberships(account?.id ?? 0), [{ organizationId: ORGANIZATION, role: 'viewer' }]);
  const self = { user_id: user, user_email: 'ann@example.org' };
  t.match(events('user.created'), [{ ...self, org: null, data: { remoteAddress: '192.0.2.7' } }]);
  t.match(events('membership.added'), [self]);
  t.match(events('security.login_succeeded'), [self]);
  // By what the provider calls her, whatever her address is now, and whether it is verified.
  t.same(await begin({ email: 'ann.schulz@example.org' }), { user });
  t.same(await begin({ email: undefined }), { user });
  t.same(await create({ email: undefined }), { user });
  t.equal(store.read.accounts.user(user)?.email, 'ann@example.org');
  t.same(links(), [{ issuer: ANN.issuer, subject: 'a1', user: account?.id }]);
});

t.test(
  'an account that is there is joined by a verified address, unless it has a password or is another’s',
  async t => {
    const { store, begin, create, account, accounts, events, links } = await scene(t);
    const ann = await account();
    t.same(await begin({ email: undefined }), { refused: 'email', fault: 'EmailNotVerified' });
    t.same(await begin({}), { user: ann.uuid });
    t.equal(store.read.accounts.user(ann.uuid)?.provider, 'oidc');
    t.match(events('user.updated'), [{ user_id: ann.uuid, data: { fields: ['external_provider'] } }]);
    t.same(await begin({ subject: 'a2' }), refused('link_refused'), 'the address was given to another user');
    t.same(await begin({ issuer: 'https://elsewhere.example.org', provider: 'oauth2' }), { user: ann.uuid });

    const bob = await account('bob@example.org', 'phc');
    const asBob = { subject: 'b1', email: 'bob@example.org' };
    t.same(await begin(asBob), refused('link_refused'));
    t.same(await create(asBob), refused('link_refused'));
    const byEmail = { ...NOBODY_NEW, linkByEmail: true };
    t.same(await begin(asBob, byEmail), { user: bob.uuid });
    t.same(await begin({ ...asBob, subject: 'b2' }, byEmail), { user: bob.uuid });
    t.equal(links().length, 4);
    t.equal(store.read.accounts.user(bob.uuid)?.password, 'phc', 'it stays');

    await accounts.deleteUser(bob.uuid, BOX, ACTING);
    t.equal(links().length, 2, 'they go with the account');
    t.same(await begin(asBob), refused('no_account'));
  },
);

t.test('who is off, or belongs nowhere, is not joined either', async t => {
  const { begin, account, accounts, store, links } = await scene(t);
  const { uuid } = await account();
  await accounts.removeMember(ORGANIZATION, uuid, BOX, ACTING);
  t.same(await begin({}), { thrown: 'MembershipRequired' });
  await accounts.updateUser(uuid, { is_active: false }, BOX, ACTING);
  t.same(await begin({}), { thrown: 'UserInactive' });
  t.same(links(), []);
  t.equal(store.read.accounts.user(uuid)?.provider, '');
});

t.test('addresses of other domains are turned away, also of those who were let in before', async t => {
  const { begin, create } = await scene(t);
  const ours = { ...ALL_NEW, domains: ['example.org'] };
  t.same(await create({ email: 'ann@example.org.evil.net' }, ours), refused('domain'));
  t.same(await create({ email: 'ann@sub.example.org' }, ours), refused('domain'));
  const { user } = (await create({}, ours)) as { user: string };
  t.same(await begin({}, ours), { user });
  t.same(await begin({ email: undefined }, ours), { user });
  t.same(await begin({ email: 'ann@elsewhere.net' }, ours), refused('domain'));
  t.same(await begin({}, { ...ours, domains: ['elsewhere.net'] }), refused('domain'));
});

t.test('a claim names the organization of a new user, and one that names none lets no user in', async t => {
  const { store, create, begin, accounts } = await scene(t);
  const { uuid: root } = await store.write.administrators.create(
    { email: 'root@example.org', password: 'phc', requireChange: false, onlyFirst: true },
    ACTING,
  );
  const make = (name: string, external_id: string) => accounts.createOrganization({ name, external_id }, root, ACTING);
  const [plant, mill] = [await make('Plant', 'plant-7'), await make('Mill', 'mill-1')];
  await make('One', 'twice');
  await make('Two', 'twice');
  await make('Nameless', '');
  let subject = 0;
  const comes = async (organizations: readonly string[] | undefined) => {
    const email = `u${++subject}@example.org`;
    const outcome = await create({ subject: email, email, organizations });
    const account = 'user' in outcome ? store.read.accounts.user(String(outcome.user)) : undefined;
    if (account === undefined) return outcome;
    return store.read.accounts.memberships(account.id).map(({ organizationId }) => organizationId);
  };
  t.same(await comes(['plant-7']), [plant]);
  t.same(await comes(['staff', 'plant-7', 'plant-7']), [plant]);
  t.same(await comes(undefined), [ORGANIZATION]);
  for (const none of [[], [''], ['plant'], ['PLANT-7'], ['twice'], ['plant-7', 'mill-1'], [plant]])
    t.same(await comes(none), refused('organization'), none.join());
  await accounts.updateOrganization(mill, { state: 'suspended' }, BOX, ACTING);
  t.same(await comes(['mill-1']), refused('organization'), 'it is suspended');
  // Only of a new user.
  t.match(await begin({ subject: 'u1@example.org', organizations: ['nowhere'] }), { user: String });
});

t.test('of two who come for the first time at once one account is made, and both are in', async t => {
  const { create, begin, accounts, account, rows, links } = await scene(t);
  const [first, second] = await Promise.all([create({}), create({})]);
  t.same(first, second);
  t.match(first, { user: String });
  t.equal(links().length, 1);

  // Beside an administrator who makes the account, and one who deletes it.
  const bob = { subject: 'b', email: 'bob@example.org' };
  const [made, came] = await Promise.all([account('bob@example.org'), create(bob)]);
  t.same(came, { user: made.uuid });
  const eve = { subject: 'e', email: 'eve@example.org' };
  const [came2, refused] = await Promise.allSettled([create(eve), account('eve@example.org')]);
  t.match([came2, refused], [{ status: 'fulfilled', value: { user: String } }, { reason: { fault: 'EmailExists' } }]);
  const [, gone] = await Promise.all([accounts.deleteUser(made.uuid, BOX, ACTING), begin(bob)]);
  t.match(gone, { refused: 'no_account' });
  t.same(rows('SELECT count(*) AS n FROM user'), [{ n: 2 }]);

  // Of two subjects with one address, the second is another user.
  const carl = await account('carl@example.org');
  const claims = ['c1', 'c2'].map(subject => begin({ subject, email: 'carl@example.org' }));
  t.match(await Promise.all(claims), [{ user: carl.uuid }, { refused: 'link_refused' }]);
});

t.test('what a provider says of itself is kept, of one at a time', async t => {
  const { store, rows } = await scene(t);
  const { keepProvider } = store.write.externalIdentities;
  const said = { metadata: '{"a":1}', metadata_at: 1, keys: null, keys_at: null };
  await Promise.all([keepProvider('https://a', said), keepProvider('https://a', { ...said, keys: '{}', keys_at: 2 })]);
  t.same(store.read.externalIdentities.provider('https://a'), { ...said, keys: '{}', keys_at: 2 });
  await keepProvider('https://b', said);
  t.equal(store.read.externalIdentities.provider('https://a'), undefined);
  t.same(rows('SELECT issuer FROM identity_provider'), [{ issuer: 'https://b' }]);
});
