// What keeps a box well, and what a program may have of it: backup, report, certificates of back ends, exports, calls.
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import t from 'tap';
import { manifestOf } from '../../../src/upkeep/backup/archive.ts';
import { openScene } from './scene.ts';

t.setTimeout(900_000);

t.test('a backup and the report for support are saved by the browser', async t => {
  await using scene = await openScene(t.testdir());
  const page = await scene.page();
  await page.goto(scene.url);
  await page.getByRole('link', { name: 'Keep a backup' }).click();
  await page.getByRole('heading', { level: 1, name: 'Backup' }).waitFor();
  await page.getByText('never downloaded').waitFor();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const press = () => page.getByRole('button', { name: 'Download backup' }).click();
  await field('Passphrase').fill('short');
  await press();
  await page.getByText('3 characters are missing').waitFor();
  await field('Passphrase').fill('correct horse battery');
  await field('Passphrase again').fill('correct horse');
  await press();
  await page.getByText('The two differ').waitFor();
  await field('Passphrase again').fill('correct horse battery');
  const saving = page.waitForEvent('download');
  await press();
  const saved = await saving;
  t.match(saved.suggestedFilename(), /^waystation-backup-.*\.tar\.gz$/);
  t.match(await manifestOf(await saved.path()), { key: 'sealed' });
  t.equal(await field('Passphrase').inputValue(), '', 'nothing of it stays on the screen');
  await page.getByText(/^downloaded last/).waitFor();
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download support bundle' }).click();
  t.ok(unzipSync(readFileSync(await (await report).path()))['versions.json']);
  await page.goto(scene.url);
  await page.getByRole('link', { name: 'Keep a backup, done' }).waitFor();
  t.same(scene.complaints, []);
});

t.test('what was typed is not lost by a press on a link, nor by Back', async t => {
  await using scene = await openScene(t.testdir());
  const page = await scene.page();
  await page.goto(`${scene.url}/endpoints`);
  await page.getByRole('link', { name: 'Add an endpoint' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('greenhouse');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Live' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  t.equal(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'greenhouse');
  t.match(page.url(), /endpoints\/add$/);
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { level: 1, name: 'Endpoints' }).waitFor();
  t.same(scene.complaints, []);
});

t.test('lists leave as files, rows become lower, and a page says by which calls it was made', async t => {
  await using scene = await openScene(t.testdir(), ['--demo']);
  const page = await scene.page();
  await page.goto(`${scene.url}/endpoints`);
  const table = page.getByRole('table', { name: 'Endpoints' });
  await table.getByRole('link', { name: 'demo sensor 1' }).waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'As CSV' }).click();
  const csv = readFileSync(await (await saving).path(), 'utf8');
  t.match(csv, /^ep_eui,name,model,.*\r\nfe0000000000e1/);
  const height = async () => (await table.getByRole('row').nth(1).boundingBox())?.height ?? 0;
  const before = await height();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click();
  t.ok((await height()) < before, 'compact');
  await page.reload();
  await table.getByRole('link', { name: 'demo sensor 1' }).waitFor();
  t.ok((await height()) < before, 'and it stays so');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Show as API call' }).click();
  const dialog = page.getByRole('dialog', { name: 'API calls of this page' });
  const call = await dialog.getByRole('region', { name: 'ListEndPoints' }).textContent();
  t.match(call, /curl '.*\/platform\.api\.v1\.PlatformService\/ListEndPoints'/);
  const [, request = ''] = /-d '(.*)'/.exec(call ?? '') ?? [];
  const answer = await fetch(`${scene.url}/platform.api.v1.PlatformService/ListEndPoints`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: request,
  });
  t.equal(((await answer.json()) as { endpoints: unknown[] }).endpoints.length, csv.trim().split('\r\n').length - 1);
  t.same(scene.complaints, []);
});
