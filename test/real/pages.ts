import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { turn } from '../../src/kit/time/clock.ts';
import { EMAIL, PASSWORD, SignInCenter } from '../identity/admin/scene.ts';
import { OAuth2Server } from '../identity/external/oauth2-server.ts';
import { CLIENT_ID, CLIENT_SECRET, OidcServer } from '../identity/external/oidc-server.ts';
import { some } from '../whole.ts';
import { openBrowser } from './chromium.ts';

t.setTimeout(120_000);

/** So often, and so far apart, a page is looked at that goes on by itself. */
const [LOOKS, LOOK_MS] = [300, 100];

const ANN = { sub: 'a-1', email: 'ann@example.org', email_verified: true };
const text = 'document.body.innerText';
const type = (name: string, value: string) =>
  `document.querySelector('[name=${name}]').value = ${JSON.stringify(value)}`;
const press = "document.querySelector('button').click()";

t.test('the first administrator comes by the page of the journal, in a browser', async t => {
  await using center = await SignInCenter.start(t.testdir());
  const browser = await openBrowser(t);
  await browser.open(center.link ?? '');
  t.match(await browser.value(text), /at least 10 characters, with a letter and a digit/);
  t.equal(await browser.value("document.querySelector('[name=password]').minLength"), 10);
  const send = async (password: string) => {
    await browser.value(`${type('email', EMAIL)}; ${type('password', password)}; ${type('again', password)}; 0`);
    await browser.follow(press);
  };
  await send('only letters here');
  t.match(await browser.value(text), /it has no digit/);
  await send(PASSWORD);
  t.match(await browser.value(text), /Done: you can sign in now/);
  const { user } = (await center.rpc('Login', { email: EMAIL, password: PASSWORD })).answer as { user: object };
  t.match(user, { email: EMAIL, isAdmin: true });

  await browser.open(`${center.url}/api/docs`);
  const list =
    "fetch('/api/v2/devices', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })";
  t.equal(await browser.value(`${list}.then(answer => answer.status)`), 401, 'it is let through to ask for a key');
  const login = `fetch('/platform.api.v1.PlatformService/Login', { method: 'POST',
    headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify({ email: EMAIL, password: PASSWORD }))} })`;
  t.equal(await browser.value(`${login}.then(answer => answer.status)`), 200);
  t.equal(await browser.value('document.cookie'), '', 'no script reads by what the browser is known');
});

/** What of the page reaches over the right edge, and is not in a box that scrolls or cuts by itself. */
const OVER_THE_EDGE = `(() => {
  const wide = document.documentElement.clientWidth;
  const isHeld = element => {
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
      if (getComputedStyle(each).overflowX !== 'visible' && each.getBoundingClientRect().right <= wide + 1) return true;
    }
    return false;
  };
  const over = [...document.querySelectorAll('body *')].filter(element => {
    const { right, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && right > wide + 1 && !isHeld(element);
  });
  return JSON.stringify({
    scrolls: document.scrollingElement.scrollWidth - wide,
    over: over.slice(0, 5).map(element => element.tagName + '.' + element.className + ' ' + element.textContent.slice(0, 40)),
  });
})()`;

/** Shows the group of devices, and of it the operation that takes most. @returns whether they are drawn */
const OPENED = `(() => {
  const tag = document.querySelector('#operations-tag-Devices');
  if (tag?.dataset.isOpen === 'false') tag.click();
  const made = document.querySelector('#operations-Devices-createDevice');
  if (made && !made.classList.contains('is-open')) made.querySelector('.opblock-summary-control').click();
  return Boolean(made?.querySelector('.responses-inner'));
})()`;

t.test('the pages of the API reach over no edge on a phone', async t => {
  await using center = await SignInCenter.start(t.testdir());
  const browser = await openBrowser(t);
  for (const width of some([320, 390], 1)) {
    await browser.narrow(width);
    for (const path of ['/api/docs', '/api/docs/errors', '/auth/setup']) {
      await browser.open(`${center.url}${path}`);
      const isDrawn = () => browser.value(path === '/api/docs' ? OPENED : `${text}.length > 100`);
      for (let looks = 0; looks < LOOKS && !(await isDrawn()); looks++) await sleep(LOOK_MS);
      t.ok(await isDrawn(), `${path} shows something`);
      t.same(
        JSON.parse(String(await browser.value(OVER_THE_EDGE))),
        { scrolls: 0, over: [] },
        `${path} at ${width} px`,
      );
    }
  }
});

t.test('who comes back from a provider goes on, in a browser', async t => {
  await using oidc = await OidcServer.start();
  await using oauth2 = await OAuth2Server.start();
  oidc.person = ANN;
  oauth2.person = { ...ANN, sub: 'b-1', email: 'ben@example.org' };
  const common = { enabled: true, client_id: CLIENT_ID, client_secret: CLIENT_SECRET, create_users: true };
  const at = (path: string) => `${oauth2.url}/${path}`;
  await using center = await SignInCenter.start(t.testdir(), {
    auth: {
      enabled: true,
      oidc: { ...common, issuer: oidc.issuer },
      oauth2: { ...common, authorize_url: at('authorize'), token_url: at('token'), userinfo_url: at('me') },
    },
  });
  oidc.register(`${center.url}/auth/oidc/callback`);
  while (!center.lines.some(line => line.includes('identity provider cannot be asked'))) await turn();
  await center.clock.advance(30_000);
  for (const [kind, email] of [
    ['oidc', 'ann@example.org'],
    ['oauth2', 'ben@example.org'],
  ]) {
    const browser = await openBrowser(t);
    await browser.open(`${center.url}/auth/${kind}/start?tokens=1`);
    t.match(await browser.value(text), /Sign in here to get tokens/);
    await browser.follow(press);
    t.match(await browser.value(text), new RegExp(`Signed in as ${email}`));

    await browser.open(`${center.url}/auth/${kind}/start?to=/live`);
    // The script of the console signs in, and goes there.
    let shown = '';
    for (let looks = 0; looks < LOOKS && !/Account/.test(shown); looks++) {
      await sleep(LOOK_MS);
      shown = String(await browser.value(text));
    }
    t.match(shown, /Live/, 'signed in, in the console');
    t.equal(
      await browser.value('location.pathname + location.search'),
      '/live',
      'nothing of the sign-in is left in the address',
    );
  }
});
