// Data goes out, as an operator sets it up: to a receiver that takes, refuses and is away, and to the broker in the box.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'mqtt';
import type { APIResponse, Page } from 'playwright-core';
import t from 'tap';
import { call, newestMessage } from './calls.ts';
import { freePorts, openScene, violations } from './scene.ts';

t.setTimeout(900_000);

type Item = Readonly<Record<string, unknown>>;
/** By what the page of an integration looks again and again. */
const READ = /\/GetIntegration$/;

/** A web service that takes what comes, or answers as it is told. */
async function receiver() {
  const taken: Item[] = [];
  const state = { status: 200 };
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // what dials a port that it had before is not for us
      if (request.method !== 'POST') return response.writeHead(405).end();
      headers.push(request.headers);
      if (state.status === 200) taken.push(JSON.parse(Buffer.concat(chunks).toString()) as Item);
      return response.writeHead(state.status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const until = async (what: (item: Item) => boolean): Promise<Item> => {
    for (;;) {
      const found = taken.find(what);
      if (found) return found;
      await once(server, 'request');
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  };
  return {
    ...{ taken, state, headers, until, port: (server.address() as AddressInfo).port },
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

t.test('data is sent to a web service and to the broker in the box', async t => {
  const hook = await receiver();
  t.teardown(() => hook.close());
  const [brokerPort, brokerTlsPort] = await freePorts(2);
  await using scene = await openScene(t.testdir(), ['--demo'], {
    PLATFORM_INTEGRATIONS_ALLOW_TARGETS: '127.0.0.1',
    PLATFORM_MQTT_BROKER_ENABLED: 'true',
    PLATFORM_MQTT_BROKER_PORT: String(brokerPort),
    PLATFORM_MQTT_BROKER_TLS_PORT: String(brokerTlsPort),
  });
  const page = await scene.page();
  const button = (name: string | RegExp, on: Page = page) => on.getByRole('button', { name, exact: true });
  const notices = (on: Page = page) => on.getByRole('status', { name: 'Notices' });
  await newestMessage(scene.url);
  let secret = '';
  let address = '';

  await t.test(
    'an address that nothing answers at: the step that fails says what to do, and the next try is the same one',
    async t => {
      await page.goto(`${scene.url}/integrations`);
      await page.getByText('Values stay in this box until you send them on').waitFor();
      t.same(await violations(page), []);
      await page.getByRole('link', { name: 'Add an integration' }).first().click();
      await page.getByRole('radio', { name: 'Webhook' }).waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill('Building');
      await button('Add and test').click();
      await page.getByText('This is missing').waitFor();
      t.same(await violations(page), []);
      await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/');
      await button('Make one').click();
      secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
      t.match(secret, /^whsec_.{44}$/);
      await button('Add and test').click();
      await page.getByText('Stopped at “Connected”').waitFor();
      const steps = page.getByRole('list', { name: 'Test steps' });
      await steps.getByText('Look whether the address and port are right').waitFor();
      t.same(await violations(page), []);
      t.match(await call(scene.url, 'ListIntegrations', {}), { integrations: [{ name: 'Building', enabled: false }] });
      await page.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${hook.port}/in`);
      await button('Test again').click();
      await page.getByText('It takes what is sent').waitFor();
      await notices().getByText('Building is added and switched on').waitFor();
      t.match(hook.taken[0], { event: 'test' });
      await page.getByRole('link', { name: 'Building' }).click();
      await page.getByRole('heading', { level: 1, name: 'Building' }).waitFor();
      address = page.url();
      const { integrations } = await call<{ integrations: Item[] }>(scene.url, 'ListIntegrations', {});
      t.equal(integrations.length, 1, 'it is one integration');
      await hook.until(({ event }) => event === 'up');
      t.ok(hook.headers.at(-1)?.['webhook-signature'], 'what is sent is signed');
    },
  );

  await t.test('what one item looks like is what the receiver got', async t => {
    await page.goto(address);
    const shown = JSON.parse((await page.locator('.item-preview').textContent()) ?? '') as Item;
    const got = await hook.until(({ event, seq }) => event === 'up' && seq === shown.seq);
    for (const [name, value] of Object.entries(shown)) {
      if (name === 'deliveryId' || name === 'time' || name === 'device') continue;
      t.match(got[name], value as never, name);
    }
    t.match(got.device, shown.device as never);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      t.same(await violations(page), [], `${width}`);
      t.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, `${width}`);
    }
  });

  await t.test('a secret is not shown again, and stays when the rest is changed', async t => {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Signing secret' }).waitFor();
    t.equal(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue(), '');
    await page.getByText('Set. Leave it empty to keep it.').waitFor();
    t.notOk((await page.content()).includes(secret));
    await page.getByRole('textbox', { name: 'Name' }).fill('Building management');
    await page.locator('summary', { hasText: 'What is sent' }).click();
    await page.getByRole('checkbox', { name: 'Alerts' }).check();
    await page.getByRole('textbox', { name: 'Only endpoints with the tags' }).fill('floor=2');
    await page.getByText('= 0 endpoints now').waitFor();
    await page.getByRole('textbox', { name: 'Only endpoints with the tags' }).fill('');
    t.same(await violations(page), []);
    await button('Save changes').click();
    await page.getByRole('heading', { level: 1, name: 'Building management' }).waitFor();
    t.match(await call(scene.url, 'ListIntegrations', {}), {
      integrations: [
        { name: 'Building management', eventTypes: [...['up'], 'attach', 'detach'], http: { signingSecretSet: true } },
      ],
    });
  });

  await t.test('what the receiver refuses is parked with the reason, and sent again one by one and all', async t => {
    await page.goto(`${address}/parked`);
    await page.getByText('Nothing is parked').waitFor();
    hook.state.status = 422;
    const table = page.getByRole('table', { name: 'Parked' });
    await table.waitFor();
    await table.getByText(/422/).first().waitFor();
    t.same(await violations(page), []);
    hook.state.status = 200;
    const before = hook.taken.length;
    await table
      .getByRole('button', { name: /^Send again \d+$/ })
      .first()
      .click();
    await notices().getByText('The target has taken 1').waitFor();
    t.ok(hook.taken.length > before);
    await new Promise(resolve => setTimeout(resolve, 3000));
    if ((await button('Send all again').count()) > 0) await button('Send all again').click();
    await page.getByText('Nothing is parked').waitFor();
  });

  await t.test('a receiver that is away is said, with the last error; what waits comes later', async t => {
    hook.state.status = 503;
    await page.goto(address);
    await page.getByText('Does not deliver').first().waitFor();
    await page.getByText(/503/).first().waitFor();
    t.same(await violations(page), []);
    await page.goto(`${scene.url}/integrations`);
    await page.getByText('1 on, 1 behind').waitFor();
    t.same(await violations(page), []);
    hook.state.status = 200;
    await page.getByText('1 on, none behind').waitFor();
  });

  await t.test('a part of the past is sent once more', async t => {
    await page.goto(address);
    await button(/^Actions for/).click();
    await page.getByRole('menuitem', { name: 'Replay' }).click();
    t.same(await violations(page), []);
    await page.getByRole('dialog', { name: 'Replay' }).getByRole('button', { name: 'Replay' }).click();
    await notices().getByText('The replay has begun').waitFor();
    await hook.until(({ replay }) => replay === true);
  });

  await t.test('Home Assistant by the broker in the box: three clicks', async t => {
    await page.goto(`${scene.url}/integrations`);
    await page.getByRole('link', { name: 'Add an integration' }).click();
    await page.getByRole('radio', { name: 'Home Assistant' }).check({ force: true });
    t.same(await violations(page), []);
    await button('Add and test').click();
    await page.getByText('It takes what is sent').waitFor();
    t.match(await call(scene.url, 'ListIntegrations', { search: 'Home' }), {
      integrations: [{ enabled: true, mqtt: { brokerUrl: 'embedded://', layout: 'home_assistant' } }],
    });
    const apiKey = { name: 'Home Assistant', scopes: ['messages:read'] };
    const { rawKey } = await call<{ rawKey: string }>(scene.url, 'CreateApiKey', { apiKey });
    const client = connect(`mqtt://127.0.0.1:${brokerPort}`, { username: rawKey.slice(0, 8), password: rawKey });
    t.teardown(() => client.endAsync(true));
    await new Promise(resolve => client.once('connect', resolve));
    await client.subscribeAsync('homeassistant/#');
    // Values that come meanwhile are there, too.
    const payload = await new Promise<Buffer>(resolve =>
      client.on('message', (name, bytes) => {
        if (/^homeassistant\/device\/.*fe0000000000e10\d.*\/config$/.test(name)) resolve(bytes);
      }),
    );
    t.match(JSON.parse(payload.toString()), { cmps: Object });
  });

  await t.test('of two tabs one deletes it; the other is refused and says why', async t => {
    const other = await page.context().newPage();
    // It does not find out by itself meanwhile.
    let known: APIResponse | undefined;
    await other.route(READ, async route => {
      known ??= await route.fetch();
      await route.fulfill({ response: known });
    });
    await other.goto(address);
    await button(/^Actions for/, other).click();
    await page.goto(address);
    await button(/^Actions for/).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Building management?' });
    t.same(await violations(page), []);
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor();
    await other.unroute(READ);
    await other.getByRole('menuitem', { name: 'Switch off' }).click();
    await notices(other).getByText('It is not there (any more).').waitFor();
    await other.getByText('There is no such integration (any more)').waitFor();
    await other.close();
  });

  t.same(
    scene.complaints.filter(text => !/^404 /.test(text)),
    [],
  );
});
