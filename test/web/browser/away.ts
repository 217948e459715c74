// What is said when the box does not answer, and when it does again.
import t from 'tap';
import { openScene } from './scene.ts';

t.setTimeout(900_000);

t.test('a box that stops is said, what is seen stays, and its return is said too', async t => {
  await using scene = await openScene(t.testdir());
  const page = await scene.page();
  await page.goto(`${scene.url}/stations`);
  await page.getByText('No base station yet').waitFor();
  await scene.stop();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('roof');
  await page.getByRole('alert').getByText('Waystation does not answer.').waitFor();
  t.ok(await page.getByText('No base station yet').isVisible());
  await scene.start();
  await page.getByText('Waystation answers again.').waitFor();
});
