// What goes wrong, as the one on call looks at it: from the mail to the alert, and until it is over.

import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import t from 'tap';
import { mailServer } from '../../notify/mail-server.ts';
import { call, newestMessage } from './calls.ts';
import { openScene, violations } from './scene.ts';

t.setTimeout(900_000);

const STATION = '70b3d59cd0000002';
const STRANGER = 'fe0000000000e102';

t.test('the one on call comes from a mail, looks after it, silences it, and sees it end', async t => {
  const mail = await mailServer(t);
  const folder = t.testdir();
  await using scene = await openScene(folder, ['--demo'], {
    PLATFORM_ALERTS_EMAIL_HOST: 'localhost',
    PLATFORM_ALERTS_EMAIL_PORT: String(mail.port),
    PLATFORM_ALERTS_EMAIL_CA: mail.ca,
    PLATFORM_ALERTS_EMAIL_FROM: 'box@example.org',
    PLATFORM_ALERTS_EMAIL_TO: 'ada@example.org',
    PLATFORM_ALERTS_BASESTATION_OFFLINE_HOLD_S: '0',
    PLATFORM_GATEWAY_BASE_URL: 'http://127.0.0.1:{gateway}',
  });
  const page = await scene.page();
  const button = (name: string | RegExp, on: Page = page) => on.getByRole('button', { name, exact: true });
  const dialog = (name: string, on: Page = page) => on.getByRole('dialog', { name });
  const table = (name: string, on: Page = page) => on.getByRole('table', { name });
  const offline = 'Base station is offline';
  let link = '';

  await t.test('nothing is wrong, and the page says so', async t => {
    await newestMessage(scene.url);
    await page.goto(`${scene.url}/alerts`);
    await page.getByText('Nothing is wrong').waitFor();
    t.same(await violations(page), []);
    await page.getByRole('tab', { name: 'Silences' }).click();
    await page.getByText('Nothing is silenced').waitFor();
    await page.goto(`${scene.url}/alerts/no-such-thing`);
    await page.getByText('There is no such alert').waitFor();
  });

  await t.test('a station goes away: the mail leads to its alert', async t => {
    await page.goto(`${scene.url}/stations/${STATION}/certificate`);
    await page
      .getByRole('button', { name: /^Revoke CN=/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Why' }).fill('tried');
    await button('Revoke').click();
    while (!mail.received.some(({ body }) => body.includes('/alerts/'))) await mail.change();
    const told = mail.received.find(({ body }) => body.includes('/alerts/'));
    t.match(told?.subject, /Base station is offline/);
    link = /http:\S+\/alerts\/\S+/.exec(told?.body ?? '')?.[0] ?? '';
    await page.goto(link);
    await table('Open alerts').waitFor();
    await button(offline).waitFor();
    t.equal(await button(offline).getAttribute('aria-expanded'), 'true', 'it is open');
    await page.getByText('Check its power and its network').waitFor();
    await page.getByRole('list', { name: 'What happened' }).getByText('Base station disconnected').first().waitFor();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      t.same(await violations(page), [], `${width}`);
      t.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, `${width}`);
    }
  });

  await t.test('of two who look after it at once the first is named, and the second reads the note', async t => {
    const other = await page.context().newPage();
    await other.goto(link);
    await button(`Acknowledge ${offline}`, other).click();
    await dialog('Acknowledge alert', other).getByRole('textbox', { name: 'Note' }).fill('me too');
    await button(`Acknowledge ${offline}`).click();
    const mine = dialog('Acknowledge alert');
    t.same(await violations(page), []);
    await mine.getByRole('textbox', { name: 'Note' }).fill('on my way');
    await mine.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('You look after it').waitFor();
    await page.getByText('on my way').waitFor();
    const theirs = dialog('Acknowledge alert', other);
    await theirs.getByRole('button', { name: 'Acknowledge' }).click();
    await theirs.getByText('The note is “on my way”. One of yours takes its place.').waitFor();
    t.equal(await theirs.getByRole('textbox', { name: 'Note' }).inputValue(), 'me too', 'nothing typed is lost');
    t.same(await violations(other), []);
    await theirs.getByRole('button', { name: 'Cancel' }).click();
    t.match(await call(scene.url, 'ListAlerts', { rules: ['basestation_offline'] }), {
      alerts: [{ status: 'acknowledged', note: 'on my way' }],
    });
    await other.close();
  });

  await t.test('it is silenced, and the silence is ended', async t => {
    await button(`Silence ${offline}`).click();
    const silence = dialog('Silence');
    await silence.getByRole('button', { name: 'Silence' }).click();
    await silence.getByText('A reason is missing').waitFor();
    await silence.getByRole('textbox', { name: 'Reason' }).fill('the mast is painted');
    await silence.getByRole('combobox', { name: 'For' }).selectOption('1 day');
    t.same(await violations(page), []);
    await silence.getByRole('button', { name: 'Silence' }).click();
    await page.getByText(/^Nobody is told of it until .*What is open then is told\.$/).waitFor();
    await page.getByRole('tab', { name: /Silences/ }).click();
    const row = table('Silences').getByRole('row', { name: /Base station offline.*demo station 2/ });
    await row.getByText('the mast is painted').waitFor();
    t.same(await violations(page), []);
    await row.getByRole('button', { name: /^End silence/ }).click();
    await page.getByText('Nothing is silenced').waitFor();
  });

  await t.test('what has a tag is silenced without an alert', async () => {
    await button('Silence').click();
    const silence = dialog('Silence');
    await silence.getByRole('textbox', { name: 'Tag' }).fill('floor');
    await silence.getByRole('textbox', { name: 'Reason' }).fill('works');
    await silence.getByRole('button', { name: 'Silence' }).click();
    await silence.getByText('A tag and its value: floor=2').waitFor();
    await silence.getByRole('textbox', { name: 'Tag' }).fill('floor=2');
    await silence.getByRole('button', { name: 'Silence' }).click();
    await table('Silences').getByText('What has the tag floor=2').waitFor();
  });

  await t.test(
    'one is resolved by hand in one tab; the other, which knows nothing of it, is refused and says why',
    async t => {
      await page.goto(link);
      const other = await page.context().newPage();
      await other.goto(link);
      await button(`Resolve ${offline}`, other).click();
      await button(`Resolve ${offline}`).click();
      await dialog('Resolve alert').getByRole('textbox', { name: 'Note' }).fill('it is gone for good');
      await dialog('Resolve alert').getByRole('button', { name: 'Resolve' }).click();
      await page.getByText('The alert is resolved').waitFor();
      await table('Resolved alerts').getByText('it is gone for good').waitFor();
      t.equal(await button(`Resolve ${offline}`).count(), 0, 'what is over has no buttons');
      await dialog('Resolve alert', other).getByRole('button', { name: 'Resolve' }).click();
      const notices = other.getByRole('status', { name: 'Notices' });
      await notices.getByText(/already/i).waitFor();
      await other.close();
    },
  );

  await t.test('the button goes to where it is mended', async t => {
    await call(scene.url, 'DeleteEndPoint', { epEui: STRANGER, force: true });
    await page.goto(`${scene.url}/alerts`);
    await button('An endpoint that is not registered is heard').click();
    t.match(page.url(), /\/alerts\?open=[0-9a-f-]{36}$/, 'what is open is in the address');
    await page.getByRole('link', { name: 'Go to Unknown' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unknown' }).waitFor();
    await page.goBack();
    await page.getByRole('radio', { name: 'Critical' }).check({ force: true });
    await page.getByText('None of this severity').waitFor();
    t.same(await violations(page), []);
  });

  await t.test('five thousand open alerts are scrolled through, and few of them are drawn', async t => {
    await scene.stop();
    const [file = ''] = globSync('**/waystation.db', { cwd: folder });
    manyAlerts(join(folder, file));
    await scene.start();
    await page.goto(`${scene.url}/alerts`);
    await page
      .getByRole('tab', { name: 'Open 5,0' })
      .or(page.getByText(/^Open now: .*5,000 warnings/))
      .first()
      .waitFor();
    const rows = page.locator('main tbody tr[aria-rowindex]');
    await rows.nth(30).waitFor();
    const last = page.getByRole('button', { name: 'Tried 4999' });
    while ((await last.count()) === 0) {
      await page.mouse.wheel(0, 20_000);
      await page.waitForTimeout(60);
    }
    t.ok((await rows.count()) < 200, `${await rows.count()} rows are drawn`);
    await last.click();
    await page.getByText('what to do about 4999').waitFor();
    t.match(await page.getByRole('table', { name: 'Open alerts' }).getAttribute('aria-rowcount'), /^500\d$/);
  });

  t.same(
    // a refusal is what is tried here; after a restart a session is asked for anew
    scene.complaints.filter(text => !/^(400|403|404|409) /.test(text)),
    [],
  );
});

/** Of a box that has been in trouble for long: they are put where its own would be. */
function manyAlerts(path: string): void {
  const db = new DatabaseSync(path);
  const add = db.prepare(
    `INSERT INTO alert (uuid, org, rule, category, source, source_type, title, severity, status, source_id, source_name, description,
       first_seen_at, last_seen_at, opened_at, count, opening, step, told, data, acknowledged_by, note, resolution, inhibited_by, flapping)
     VALUES (?, NULL, 'overload', 'system', ?, 'service_center', ?, 'warning', 'new', ?, '', ?, ?, ?, ?, 1, 1, 0, 1, '{}', '', '', '', '', 0)`,
  );
  db.exec('BEGIN');
  for (let n = 0; n < 5000; n++) {
    const at = 1_700_000_000_000 - n;
    const uuid = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    add.run(uuid, `tried:${n}`, `Tried ${n}`, `tried ${n}`, `what to do about ${n}`, at, at, at);
  }
  db.exec('COMMIT');
  db.close();
}
