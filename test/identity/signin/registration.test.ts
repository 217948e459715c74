import t from 'tap';
import type { RegistrationSettings } from '../../../src/identity/signin/registration.ts';
import { ORGANIZATION } from '../../rpc/harness.ts';
import { HOME, openScene, PASSWORD } from './scene.ts';

t.setTimeout(120_000);

const EVE = {
  ...{ email: ' Eve@Example.org', password: PASSWORD, first_name: ' Eve ', last_name: 'V' },
  ...{ company_name: "Eve's", invite_token: 'whatever' },
};
const registering = (mode: RegistrationSettings['mode'], domains: readonly string[] = []) => ({
  settings: { registration: { mode, domains } },
});

t.test('who registers owns an organization and is signed in', async t => {
  const scene = await openScene(t, registering('own_organization'));
  const { user, tokens, organization_id, approval_required } = await scene.call('RegisterAccount', EVE);
  t.equal(approval_required, false);
  t.not(organization_id, ORGANIZATION);
  const owner = { organization_id, organization_name: "Eve's", role: 'owner', status: 'active' };
  t.match(user, { email: 'eve@example.org', first_name: 'Eve', memberships: [owner], is_admin: false });
  const as = { token: tokens?.access_token, user: user?.id ?? '' };
  t.match(await scene.call('GetProfile', {}, as), { capabilities: ['R', 'E', 'B', 'K', 'I', 'M', 'A', 'O'] });
  t.equal(await scene.refusal('Login', { email: 'eve@example.org', password: PASSWORD }), 'none');
  const created = await scene.events('organization.created');
  t.match(created, [{ user_id: user?.id, data: { organizationId: organization_id, remoteAddress: HOME } }]);
  t.match(await scene.events('user.registered'), [
    { org: null, user_id: user?.id, data: { email: 'eve@example.org' } },
  ]);
  t.match(await scene.events('membership.added'), [{ data: { organizationId: organization_id, role: 'owner' } }]);
  t.same(await scene.events('user.created'), []);
});

t.test('what is missing or wrong is told in the order of the contract', async t => {
  const scene = await openScene(t, registering('own_organization', ['Example.org', 'example.net']));
  const refusal = (more: object, from = {}) => scene.refusal('RegisterAccount', { ...EVE, ...more }, from);
  t.equal(await refusal({}, { secure: false }), 'SecureTransportRequired');
  const nothing = { email: ' ', password: '', first_name: '', last_name: '', company_name: '' };
  const missing = ['EmailRequired', 'PasswordRequired', 'FirstNameRequired', 'LastNameRequired', 'CompanyNameRequired'];
  for (const [at, field] of Object.keys(nothing).entries()) {
    t.equal(await refusal({ ...nothing, ...Object.fromEntries(Object.entries(EVE).slice(0, at)) }), missing[at], field);
  }
  t.equal(await refusal({ email: 'eve', first_name: 'x'.repeat(129) }), 'InvalidEmailFormat');
  t.equal(await refusal({ first_name: 'x'.repeat(129), password: 'x' }), 'FieldTooLong');
  t.equal(await refusal({ company_name: 'x'.repeat(129) }), 'FieldTooLong');
  t.equal(await refusal({ email: 'eve@elsewhere.org', password: 'password1' }), 'WeakPassword');
  t.equal(await refusal({ password: 'my eve 12345' }), 'WeakPassword', 'the local part of the address');
  await scene.user('eve@elsewhere.org');
  t.equal(await refusal({ email: 'eve@elsewhere.org' }), 'RegistrationDomainNotAllowed');
  t.equal(await refusal({ email: 'eve@evil.example.org' }), 'RegistrationDomainNotAllowed');
  t.equal(await refusal({ email: 'eve@EXAMPLE.NET' }), 'none');
  t.equal(await refusal({ email: 'EVE@example.net', company_name: 'other' }), 'EmailExists');
  t.equal(await refusal({ company_name: "EVE'S" }), 'OrganizationNameExists');
});

t.test('of two who register the same at once one does', async t => {
  const scene = await openScene(t, registering('own_organization'));
  const asked = [EVE, EVE, { ...EVE, email: 'eva@example.org' }].map(each => scene.refusal('RegisterAccount', each));
  const answers = await Promise.all(asked);
  t.equal(answers.filter(token => token === 'none').length, 1);
  t.ok(
    answers.every(token => ['none', 'EmailExists', 'OrganizationNameExists'].includes(token)),
    answers.join(),
  );
});

t.test('who joins the default organization sees it', async t => {
  const scene = await openScene(t, registering('join_default'));
  const { user, organization_id } = await scene.call('RegisterAccount', { ...EVE, company_name: '' });
  t.equal(organization_id, ORGANIZATION);
  t.match(user, { memberships: [{ role: 'viewer', manage_endpoints: false }], capabilities: ['R'] });
  t.same(await scene.events('organization.created'), []);
});

t.test('who waits for approval is not signed in before it', async t => {
  const scene = await openScene(t, registering('approval'));
  const { user, tokens, approval_required } = await scene.call('RegisterAccount', EVE);
  t.equal(approval_required, true);
  t.equal(tokens, null);
  t.match(await scene.events('organization.created'), [{ data: { name: EVE.company_name } }], 'it is made at once');
  const login = () => scene.refusal('Login', { email: 'eve@example.org', password: PASSWORD });
  t.equal(await login(), 'UserInactive');
  const box = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;
  await scene.store.write.accounts.updateUser(user?.id ?? '', { is_active: true }, box, scene.acting());
  t.equal(await login(), 'none');
});
