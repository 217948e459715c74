// What passes between endpoints and stations, as an operator looks at it.
import { readFileSync } from 'node:fs';
import t from 'tap';
import { mailServer } from '../../notify/mail-server.ts';
import { call, newestMessage, withDownlinks } from './calls.ts';
import { openScene, violations } from './scene.ts';

t.setTimeout(900_000);

const SENSOR = 'fe0000000000e101';
const STRANGER = 'fe0000000000e102';
const STRANGER_IN_FOURS = 'fe00 0000 0000 e102';

t.test('a message is read bit by bit, a downlink is sent by the blueprint, a stranger is adopted', async t => {
  const mail = await mailServer(t);
  await using scene = await openScene(t.testdir(), ['--demo'], {
    PLATFORM_ALERTS_EMAIL_HOST: 'localhost',
    PLATFORM_ALERTS_EMAIL_PORT: String(mail.port),
    PLATFORM_ALERTS_EMAIL_CA: mail.ca,
    PLATFORM_ALERTS_EMAIL_FROM: 'box@example.org',
    PLATFORM_ALERTS_EMAIL_TO: 'ada@example.org',
  });
  const page = await scene.page();
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await t.test('from Live to the bits of a message, and to its neighbours', async t => {
    await newestMessage(scene.url);
    await page.goto(`${scene.url}/live`);
    // each sensor has one before the newest by then
    await page
      .getByRole('link', { name: /^Message \d+$/ })
      .nth(6)
      .waitFor();
    await button('Pause').click();
    await page
      .getByRole('link', { name: /^Message \d+$/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /^Message \d+$/ }).waitFor();
    const bits = page.getByRole('table', { name: 'Bits by field' });
    await bits.getByRole('button', { name: 'temperature' }).focus();
    t.equal(await page.locator('.bit.marked').count(), 16, 'the bits of the row that has the focus are marked');
    await page.locator('.bit').nth(31).hover();
    t.match(await bits.locator('tr.marked').textContent(), /humidity/, 'and the other way');
    t.match(await page.getByRole('table', { name: 'Receptions' }).textContent(), /demo station 1[\s\S]*first/);
    t.match(await page.getByRole('table', { name: 'Fields' }).textContent(), /Temperature\s*[\d.]+\s°C/);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('link', { name: 'Older message' }).click();
    await page.getByRole('heading', { level: 1, name: title ?? '', exact: true }).waitFor({ state: 'detached' });
  });

  await t.test('a message without a model says why, and where that is mended', async t => {
    await call(scene.url, 'UpdateEndPoint', {
      endpoint: { epEui: SENSOR, deviceModelId: '' },
      updateMask: 'deviceModelId',
    });
    await newestMessage(scene.url, 'skipped');
    await page.goto(`${scene.url}/endpoints/${SENSOR}/messages?q=decoded:no`);
    await page
      .getByRole('link', { name: /^Message \d+$/ })
      .first()
      .waitFor();
    await page
      .getByRole('link', { name: /^Message \d+$/ })
      .first()
      .click();
    await page.getByText('No device model says what the bytes mean.').waitFor();
    await page.getByRole('link', { name: 'Settings of the endpoint' }).click();
    await page.getByRole('combobox', { name: 'Device model' }).waitFor();
    t.match(page.url(), new RegExp(`/endpoints/${SENSOR}/settings$`));
  });

  await t.test('messages are exported as they are filtered', async t => {
    await withDownlinks(scene.url, SENSOR);
    await newestMessage(scene.url);
    await page.goto(`${scene.url}/endpoints/${SENSOR}/messages?q=decoded:yes`);
    await page
      .getByRole('link', { name: /^Message \d+$/ })
      .first()
      .waitFor();
    const download = page.waitForEvent('download');
    await button('Export').click();
    await page.getByRole('menuitem', { name: 'As CSV' }).click();
    const csv = readFileSync(await (await download).path(), 'utf8').split('\r\n');
    t.equal(csv[0], 'received_at,packet_cnt,format,decode_status,snr,rssi,base_stations,payload,temperature,humidity');
    t.match(csv[1], /^\d{4}-.*Z,\d+,0,success,12\.5,-97,70b3d59cd0000001 70b3d59cd0000002,[0-9a-f]{8},[\d.]+,[\d.]+$/);
  });

  await t.test('the bytes of a downlink are shown before it goes, and what became of it after', async t => {
    await page.goto(`${scene.url}/endpoints/${SENSOR}/downlinks`);
    const form = page.getByRole('form', { name: 'Send a downlink' });
    await form.getByRole('textbox', { name: 'Interval' }).fill('70000');
    await form.getByText('From 0 to 65,535').waitFor();
    await form.getByRole('textbox', { name: 'Interval' }).fill('10');
    await form.getByRole('combobox', { name: 'Mode' }).selectOption('eco');
    await form.getByText('00 0A 40').waitFor();
    t.equal(
      await form.getByRole('textbox', { name: 'Target' }).count(),
      0,
      'what the conditions leave out is not asked',
    );
    await form.getByRole('combobox', { name: 'Mode' }).selectOption('comfort');
    await form.getByRole('textbox', { name: 'Target' }).fill('21');
    await form.getByText('00 0A 85 40').waitFor();
    await form.getByText('interval 10 min, mode comfort, target 21 °C').waitFor();
    await button('Send downlink').click();
    const done = page.getByRole('table', { name: 'Done' });
    await done
      .getByRole('row', { name: /00 0A 85 40/ })
      .getByText('Acknowledged')
      .waitFor();
    t.equal(await done.getByRole('row', { name: /00 0A 85 40/ }).count(), 1);
  });

  await t.test('one that waits says why, and is taken back', async () => {
    await call(scene.url, 'DetachEndPoint', { epEui: SENSOR }).catch(() => undefined);
    await call(scene.url, 'CreateEndPoint', { endpoint: { epEui: 'fe0000000000f001', name: 'cellar', epClass: 'A' } });
    await page.goto(`${scene.url}/endpoints/fe0000000000f001/downlinks`);
    await page.getByRole('textbox', { name: 'Payload (hex)' }).fill('0A 1F');
    await button('Send downlink').click();
    await page.getByText('No station has heard the endpoint yet.').waitFor();
    await page.getByRole('button', { name: /^Revoke downlink \d+$/ }).click();
    await page.getByText('Nothing waits.').waitFor();
    await page.getByRole('table', { name: 'Done' }).getByText('Revoked').waitFor();
  });

  await t.test('a stranger is ignored, shown again and adopted', async t => {
    await call(scene.url, 'DeleteEndPoint', { epEui: STRANGER, force: true });
    await page.goto(`${scene.url}/unknown`);
    await button(`Ignore ${STRANGER_IN_FOURS}`).click();
    await page.getByText('No unknown endpoint was heard').waitFor();
    await page.getByRole('status', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: `Adopt ${STRANGER_IN_FOURS}` }).click();
    await page.getByRole('heading', { level: 1, name: 'Add an endpoint' }).waitFor();
    t.equal(await page.getByRole('textbox', { name: 'EUI' }).inputValue(), STRANGER);
  });
  await t.test('the alert of it is taken over on Start', async () => {
    await page.goto(scene.url);
    const troubles = page.getByRole('region', { name: 'Troubles' });
    await troubles.getByRole('button', { name: /^Acknowledge An endpoint that is not registered/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Acknowledge alert' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('ours, from the old hall');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await troubles.getByText(/looks after it/).waitFor();
    await troubles.getByRole('link', { name: 'Go there' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unknown' }).waitFor();
  });

  await t.test('the mail of alerts is tested from Get started, step by step', async t => {
    await page.goto(`${scene.url}/get-started/mail`);
    await page.getByText('Mails go to ada@example.org').waitFor();
    await page.getByRole('textbox', { name: 'Send the test to' }).fill('bob@example.org');
    await button('Send a test mail').click();
    await page.getByRole('list', { name: 'Steps of the test' }).getByText('Mail handed over').waitFor();
    const told = mail.received.flatMap(({ to }) => to);
    t.ok(told.includes('bob@example.org'), `who is named gets it: ${told}`);
    t.same(await violations(page), []);
    await page.goto(scene.url);
    await page.getByRole('link', { name: 'Get mail when something is wrong, done' }).waitFor();
  });

  await t.test('a certificate is revoked with a reason, and its station is sent away', async t => {
    await page.goto(`${scene.url}/stations/70b3d59cd0000002/certificate`);
    const issued = page.getByRole('table', { name: 'Issued certificates' });
    await issued.getByRole('button', { name: /^Revoke CN=70b3d59cd0000002/ }).click();
    const question = page.getByRole('alertdialog', { name: /^Revoke CN=70b3d59cd0000002/ });
    await question.getByRole('textbox', { name: 'Why' }).fill('the station was stolen');
    t.same(await violations(page), []);
    await question.getByRole('button', { name: 'Revoke' }).click();
    await issued.getByText('because the station was stolen').waitFor();
    await page
      .getByText(/^Offline/)
      .first()
      .waitFor();
    t.equal(await issued.getByRole('button').count(), 0, 'what is over cannot be revoked');
  });
  t.same(
    scene.complaints.filter(text => !text.includes('404')),
    [],
  );
});
