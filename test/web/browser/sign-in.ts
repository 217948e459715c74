// The enterprise edition: the first administrator, in and out, two organizations in two tabs, and a viewer who may change nothing.
import type { Page } from 'playwright-core';
import t from 'tap';
import { call } from './calls.ts';
import { openScene, violations } from './scene.ts';

t.setTimeout(900_000);

const EMAIL = 'ada@example.org';
const PASSWORD = 'a long way to the roof 7';
const VIEWER = 'vera@example.org';
const VIEWER_PASSWORD = 'she only looks at it 8';

interface Login {
  tokens: { accessToken: string };
  user: { id: string; defaultOrganizationId: string };
}

t.test('from no user to a viewer in another organization', async t => {
  await using scene = await openScene(t.testdir(), [], { PLATFORM_AUTH_ENABLED: 'true' });
  const page = await scene.page();
  const field = (where: Page, name: string) => where.getByRole('textbox', { name, exact: true });

  await t.test('the first administrator chooses a password', async t => {
    await page.goto(`${scene.url}/auth/setup`);
    await page.getByRole('heading', { name: 'First administrator' }).waitFor();
    t.same(await violations(page), []);
    await field(page, 'E-mail').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Once more').fill('something else 9');
    await page.getByRole('button', { name: 'Become the administrator' }).click();
    await page.getByRole('alert').getByText('The two passwords differ.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Once more').fill(PASSWORD);
    await page.getByRole('button', { name: 'Become the administrator' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
  });

  const signIn = async (where: Page, email: string, password: string) => {
    await field(where, 'E-mail').fill(email);
    await where.getByLabel('Password', { exact: true }).fill(password);
    await where.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  await t.test('a wrong password is said, and what was typed stays', async t => {
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    t.same(await violations(page), []);
    await signIn(page, EMAIL, 'not this one 1');
    await page.getByRole('alert').getByText('E-mail or password is wrong.').waitFor();
    t.equal(await field(page, 'E-mail').inputValue(), EMAIL);
    await signIn(page, EMAIL, PASSWORD);
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
  });

  const login = await call<Login>(scene.url, 'Login', { email: EMAIL, password: PASSWORD });
  const root = {
    authorization: `Bearer ${login.tokens.accessToken}`,
    'x-user-id': login.user.id,
    'x-organization-id': login.user.defaultOrganizationId,
  };
  const rpc = async (method: string, request: object, headers = root) =>
    call<{ id: string }>(scene.url, method, request, headers);
  const made = await rpc('CreateOrganization', { organization: { name: 'Elsewhere' } });

  await t.test('two tabs look at two organizations', async t => {
    await page.reload();
    const other = await page.context().newPage();
    await other.goto(scene.url);
    await other.getByRole('button', { name: 'Account' }).click();
    await other.getByRole('menuitemradio', { name: 'Elsewhere' }).click();
    await other.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    await rpc(
      'CreateEndPoint',
      { endpoint: { epEui: 'fe0000000000a001', name: 'in elsewhere' } },
      {
        ...root,
        'x-organization-id': made.id,
      },
    );
    await other.goto(`${scene.url}/endpoints`);
    await other.getByRole('link', { name: 'in elsewhere' }).waitFor();
    await page.goto(`${scene.url}/endpoints`);
    await page.getByText('No endpoint yet').waitFor();
    await other.reload();
    await other.getByRole('link', { name: 'in elsewhere' }).waitFor();
    t.equal(await page.getByRole('link', { name: 'in elsewhere' }).count(), 0);
    await other.close();
  });

  await t.test('who may only look sees what there is and why not more', async t => {
    const user = await rpc('CreateUser', { user: { email: VIEWER }, password: VIEWER_PASSWORD });
    await rpc('AddOrganizationUser', { organizationId: made.id, userId: user.id, role: 'viewer' });
    const theirs = await scene.page();
    await theirs.goto(`${scene.url}/endpoints/fe0000000000a001`);
    await signIn(theirs, VIEWER, VIEWER_PASSWORD);
    await theirs.getByRole('heading', { level: 1, name: 'in elsewhere' }).waitFor();
    await theirs.getByRole('button', { name: 'Actions for in elsewhere' }).click();
    const suspend = theirs.getByRole('menuitem', { name: 'Suspend' });
    // Its rights come behind what it is shown.
    await suspend.and(theirs.locator('[aria-disabled=true]')).waitFor();
    t.equal(await suspend.getAttribute('data-tip'), 'Needs the right to manage endpoints');
    t.same(await violations(theirs), []);
    await theirs.context().close();
  });

  await t.test('signed out in one tab, no tab goes on', async () => {
    const other = await page.context().newPage();
    await other.goto(`${scene.url}/stations`);
    await other.getByRole('heading', { level: 1, name: 'Base stations' }).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await other.reload();
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });
  const expected = /401|400|403/;
  t.same(
    scene.complaints.filter(text => !expected.test(text)),
    [],
  );
});
