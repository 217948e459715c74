// What happens in a box, what rules did about it, what waits, and who fetches it: as an operator looks at it day by day.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import t from 'tap';
import { unpacked } from './bundle.ts';
import { call, newestMessage } from './calls.ts';
import { freePorts, openScene, violations } from './scene.ts';

t.setTimeout(900_000);

const CENTER = '70b3d59cd00000b7';

t.test(
  'events are read as they come, a rule is tried and fires, a downlink says why it waits, a center connects',
  async t => {
    const folder = t.testdir();
    const [scaciPort = 0] = await freePorts(1);
    await using scene = await openScene(folder, ['--demo'], { PLATFORM_SCACI_PORT: String(scaciPort) });
    const page = await scene.page();
    const button = (name: string | RegExp, on: Page = page) => on.getByRole('button', { name, exact: true });
    const notices = (on: Page = page) => on.getByRole('status', { name: 'Notices' });
    const fits = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      t.same(await violations(page), [], `${page.url()} ${width}`);
      t.equal(
        await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
        false,
        `${page.url()} ${width}`,
      );
    };
    await newestMessage(scene.url);

    await t.test('events: filtered, opened, new ones counted and shown when asked for, and as a file', async t => {
      await page.goto(`${scene.url}/events?q=type:endpoint.*`);
      const table = page.getByRole('table', { name: 'Events' });
      await table.getByText('Endpoint registered').first().waitFor();
      await button(/Endpoint registered/)
        .first()
        .click();
      await page.getByText('endpoint.created').first().waitFor();
      await fits(360);
      await fits(1440);
      await page.reload();
      await page.getByText('endpoint.created').first().waitFor();
      await call(scene.url, 'CreateEndPoint', {
        endpoint: { epEui: 'fe0000000000f002', name: 'cellar two', epClass: 'A' },
      });
      await button('1 new').waitFor();
      t.equal(await table.getByText('cellar two').count(), 0, 'the list does not jump');
      await button('1 new').click();
      await table.getByText('cellar two').first().waitFor();
      const download = page.waitForEvent('download');
      await button('Export').click();
      await page.getByRole('menuitem', { name: 'As CSV' }).click();
      const csv = readFileSync(await (await download).path(), 'utf8').split('\r\n');
      t.match(csv[0], /^timestamp,severity,category,event_type,title,/);
      t.ok(
        csv.slice(1, -1).every(line => /^\d{4}-[^,]*Z,\w+,endpoint,endpoint\./.test(line)),
        'what is filtered alone',
      );
      await page.getByRole('searchbox', { name: 'Filter events' }).fill('category:nothing since:24h');
      await page.getByText('“category:nothing” is no filter word and was left out.').waitFor();
      await page.getByRole('searchbox', { name: 'Filter events' }).fill('no event says this');
      await page.getByText('No event matches').waitFor();
      t.same(await violations(page), []);
    });

    await t.test(
      'a rule: what is missing is said, it is tried on yesterday, it fires, and what it did is shown',
      async t => {
        await page.goto(`${scene.url}/rules`);
        await page.getByText('No rule yet').waitFor();
        t.same(await violations(page), []);
        await page.getByRole('link', { name: 'Add a rule' }).first().click();
        await button('Add a rule').click();
        await page.getByText('This is missing').first().waitFor();
        await fits(360);
        await fits(1440);
        await page.getByRole('textbox', { name: 'Name' }).fill('Warm');
        await page.getByRole('combobox', { name: 'Value' }).fill('temperature');
        await page.getByRole('textbox', { name: 'Limit' }).fill('-40');
        await page.getByRole('textbox', { name: 'Title' }).fill('{device} has {value} °C');
        await button('Add a rule').click();
        await page.getByRole('heading', { level: 1, name: 'Warm' }).waitFor();
        await page.getByText('When temperature of every endpoint is above −40, open an alert (Warning).').waitFor();
        await button('Try it').click();
        await page.getByText(/^It would have fired \d+ times, for \d endpoints?\.$/).waitFor();
        await page
          .getByRole('table', { name: 'What it would have done' })
          .getByText(/has [\d.]+ °C/)
          .first()
          .waitFor();
        await fits(360);
        await fits(1440);
        const did = page.getByRole('table', { name: 'What it did' });
        await did.getByText('Open an alert').first().waitFor();
        await page.goto(`${scene.url}/alerts`);
        await button(/has [\d.]+ °C/)
          .first()
          .waitFor();
      },
    );

    await t.test('a rule that another tab has changed is not written over', async t => {
      await page.goto(`${scene.url}/rules`);
      await page.getByRole('link', { name: 'Warm' }).click();
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('textbox', { name: 'Limit' }).fill('100');
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByRole('textbox', { name: 'Name' }).fill('Warmer');
      await button('Save changes', other).click();
      await notices(other).getByText('Saved').waitFor();
      await button('Save changes').click();
      await notices().getByText('It has been changed meanwhile').waitFor();
      t.equal(await page.getByRole('textbox', { name: 'Limit' }).inputValue(), '100', 'what was typed stays');
      await button('Show what it is now').click();
      t.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Warmer');
      await button('Switch off', other).click();
      await notices(other).getByText('Warmer is off').waitFor();
      await button('Delete', other).click();
      await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await other.getByText('No rule yet').waitFor();
      await other.close();
    });

    await t.test(
      'downlinks of the whole box: why each waits, what stands still first, taken back, and what became of it',
      async t => {
        await page.goto(`${scene.url}/downlinks`);
        await page.getByText('Nothing waits.').waitFor();
        t.same(await violations(page), []);
        await call(scene.url, 'SendDownlink', { epEui: 'fe0000000000f002', userData: ['Ch8='], ref: 'order-17' });
        await page.reload();
        const waiting = page.getByRole('table', { name: 'Waiting' });
        await waiting.getByRole('row', { name: /cellar two.*No station has heard the endpoint yet\./ }).waitFor();
        await fits(360);
        await fits(1440);
        await page.getByRole('searchbox', { name: 'Filter downlinks' }).fill('order-18');
        await page.getByText('No downlink matches').waitFor();
        await page.getByRole('searchbox', { name: 'Filter downlinks' }).fill('order-17');
        await waiting.waitFor();
        await waiting.getByRole('button', { name: /^Revoke downlink/ }).click();
        await notices().getByText('The downlink is taken back').waitFor();
        await page.goto(`${scene.url}/downlinks/done`);
        await page.getByRole('table', { name: 'Done' }).getByText('Revoked').waitFor();
        await fits(360);
        await fits(1440);
      },
    );

    await t.test(
      'an application center: its file is made here, it connects with that, and its sessions are shown',
      async t => {
        await page.goto(`${scene.url}/centers`);
        const centers = page.getByRole('table', { name: 'Application centers' });
        // The demo has one of its own.
        await centers.getByText('Connected').first().waitFor();
        t.same(await violations(page), []);
        await button('Add an application center').click();
        const dialog = page.getByRole('dialog', { name: 'A certificate for an application center' });
        await dialog.getByRole('button', { name: 'Make and download' }).click();
        await dialog.getByText('Nothing entered yet').waitFor();
        t.same(await violations(page), []);
        await dialog.getByRole('textbox', { name: 'EUI' }).fill(CENTER);
        const download = page.waitForEvent('download');
        await dialog.getByRole('button', { name: 'Make and download' }).click();
        const bundle = unpacked(folder, 'center', readFileSync(await (await download).path()));
        scene.run(['simulate', 'application-center', '--bundle', bundle, '--port', String(scaciPort)]);
        const made = centers.getByRole('row').filter({ hasText: /00b7/i });
        await made.getByText('Connected').waitFor();
        await fits(360);
        await fits(1440);
        await made.getByRole('link').first().click();
        await page.getByRole('table', { name: 'Sessions' }).locator('tbody').getByText('Connected').waitFor();
        await fits(360);
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.getByRole('tab', { name: 'Certificate' }).click();
        const certificates = page.getByRole('table', { name: 'Certificates' });
        await certificates.getByRole('button', { name: /^Revoke/ }).click();
        t.same(await violations(page), []);
        await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
        await certificates.getByText('revoked').waitFor();
        await page.getByRole('tab', { name: 'Overview' }).click();
        await page
          .getByText(/^(Away|Ended)$/)
          .first()
          .waitFor();
        for (const name of ['Errors', 'Under way']) {
          await page.getByRole('tab', { name }).click();
          t.same(await violations(page), [], name);
        }
      },
    );

    t.same(
      scene.complaints.filter(text => !/^(404|412) /.test(text)),
      [],
    );
  },
);
