// Every page for every user: axe, in both themes, wide and narrow; every theme in every width by TEST_WHOLE=1.
import type { Page } from 'playwright-core';
import t from 'tap';
import { some } from '../../whole.ts';
import { call, newestMessage, withDownlinks } from './calls.ts';
import { openScene, violations } from './scene.ts';

t.setTimeout(900_000);

t.test('every page can be used by every user, in both themes, wide and narrow', async t => {
  await using scene = await openScene(t.testdir(), ['--demo']);
  const message = await newestMessage(scene.url);
  await withDownlinks(scene.url, 'fe0000000000e101');
  // its telegrams go on
  await call(scene.url, 'DeleteEndPoint', { epEui: 'fe0000000000e102', force: true });
  const pages: (readonly [string, (page: Page) => Promise<unknown>])[] = [
    ['/', page => page.getByRole('region', { name: 'Newest values' }).getByText('°C').first().waitFor()],
    ['/stations', page => page.getByRole('link', { name: 'demo station 1' }).waitFor()],
    ['/stations/70b3d59cd0000001', page => page.getByRole('region', { name: 'What it reports' }).waitFor()],
    ['/stations/add', page => page.getByRole('textbox', { name: 'EUI' }).waitFor()],
    ['/endpoints', page => page.getByRole('link', { name: 'demo sensor 1' }).waitFor()],
    ['/endpoints/fe0000000000e101', page => page.getByRole('figure', { name: 'Values' }).waitFor()],
    ['/endpoints/add', page => page.getByRole('combobox', { name: 'Device model' }).waitFor()],
    ['/live', page => page.getByRole('table', { name: 'Live messages' }).waitFor()],
    [
      '/keys',
      async page => {
        await page.getByRole('button', { name: 'Create an API key' }).click();
        await page.getByRole('group', { name: /Scopes/ }).waitFor();
      },
    ],
    ...['Application centers', 'Alerts', 'Events', 'Rules', 'Integrations', 'Downlinks'].map(name => {
      const path = name === 'Application centers' ? '/centers' : `/${name.toLowerCase()}`;
      return [path, (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()] as const;
    }),
    ['/integrations/add', page => page.getByRole('heading', { level: 1, name: 'Add an integration' }).waitFor()],
    ['/backup', page => page.getByRole('heading', { name: 'Snapshots' }).waitFor()],
    ['/get-started/deliver', page => page.getByText('integrations add').waitFor()],
    ['/stations/70b3d59cd0000001/traffic', page => page.getByRole('table', { name: 'Traffic' }).waitFor()],
    [
      '/stations/70b3d59cd0000001/certificate',
      page => page.getByRole('table', { name: 'Issued certificates' }).waitFor(),
    ],
    [`/messages/${message}`, page => page.getByRole('table', { name: 'Bits by field' }).waitFor()],
    ['/endpoints/fe0000000000e101/messages', page => page.getByRole('table', { name: 'Messages' }).waitFor()],
    ['/endpoints/fe0000000000e101/radio', page => page.getByRole('table', { name: 'Stations that hear it' }).waitFor()],
    ['/endpoints/fe0000000000e101/downlinks', page => page.getByRole('textbox', { name: 'Interval' }).waitFor()],
    ['/endpoints/fe0000000000e101/timeline', page => page.getByRole('list', { name: 'Timeline' }).waitFor()],
    ['/endpoints/fe0000000000e101/settings', page => page.getByRole('button', { name: 'Show keys' }).waitFor()],
    ['/unknown', page => page.getByRole('table', { name: 'Unknown endpoints' }).waitFor()],
    ['/unknown/stations', page => page.getByText('No base station was refused').waitFor()],
    ['/nowhere', page => page.getByRole('heading', { name: 'Not found' }).waitFor()],
  ];
  // What a theme breaks is a colour, what a width breaks is a place: each of them is met once.
  const looks = [
    ['light', 1440],
    ['dark', 360],
    ['dark', 1440],
    ['light', 360],
  ] as const;
  for (const [theme, width] of some(looks, 2)) {
    const page = await scene.page({ theme, width });
    for (const [path, ready] of pages) {
      await page.goto(`${scene.url}${path}`);
      await ready(page);
      t.same(await violations(page), [], `${path} ${theme} ${width}`);
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      t.equal(wide, false, `${path} ${width}: nothing reaches over the edge`);
    }
    await page.context().close();
  }
  t.same(
    scene.complaints.filter(text => !text.includes('404')),
    [],
  );
});
