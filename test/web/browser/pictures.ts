/**
 * Pictures of the pages, of a box with the demo: those of docs/console.md, or with a folder every page at three widths in both themes, for
 * people to look at: `node test/web/browser/pictures.ts [FOLDER] [--only WORD,WORD] [--language de]`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { newestMessage, withDownlinks } from './calls.ts';
import { openScene } from './scene.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, language: { type: 'string', default: 'en' } },
});
const [all] = positionals;
const DOCUMENTS = new URL('../../../docs/console/', import.meta.url).pathname;
const QUALITY = 82;
const SENSOR = 'fe0000000000e101';
const language = values.language === 'de' ? 'de' : 'en';

interface Picture {
  name: string;
  path: string;
  /** What is done before it is taken. */
  act?: (page: Page) => Promise<unknown>;
}

const shown = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const pictures = (message: string): Picture[] => [
  { name: 'start', path: '/' },
  { name: 'stations', path: '/stations' },
  { name: 'station', path: '/stations/70b3d59cd0000001' },
  { name: 'station-traffic', path: '/stations/70b3d59cd0000001/traffic' },
  { name: 'station-certificate', path: '/stations/70b3d59cd0000001/certificate' },
  { name: 'station-settings', path: '/stations/70b3d59cd0000001/settings' },
  { name: 'station-add', path: '/stations/add' },
  { name: 'endpoints', path: '/endpoints' },
  { name: 'endpoint', path: `/endpoints/${SENSOR}?range=1h` },
  { name: 'endpoint-messages', path: `/endpoints/${SENSOR}/messages` },
  { name: 'endpoint-radio', path: `/endpoints/${SENSOR}/radio` },
  { name: 'downlinks', path: `/endpoints/${SENSOR}/downlinks` },
  { name: 'timeline', path: `/endpoints/${SENSOR}/timeline` },
  { name: 'endpoint-settings', path: `/endpoints/${SENSOR}/settings` },
  { name: 'endpoint-add', path: '/endpoints/add' },
  { name: 'message', path: `/messages/${message}` },
  { name: 'live', path: '/live' },
  { name: 'unknown', path: '/unknown' },
  { name: 'unknown-stations', path: '/unknown/stations' },
  { name: 'keys', path: '/keys' },
  { name: 'centers', path: '/centers' },
  { name: 'backup', path: '/backup' },
  { name: 'get-started', path: '/get-started/mail' },
  ...(language === 'en'
    ? [
        { name: 'dialog-key', path: '/keys', act: (page: Page) => shown(page, 'Create an API key') },
        {
          name: 'dialog-revoke',
          path: '/stations/70b3d59cd0000001/certificate',
          act: (page: Page) =>
            page
              .getByRole('button', { name: /^Revoke CN/ })
              .first()
              .click(),
        },
        {
          name: 'dialog-delete',
          path: '/stations/70b3d59cd0000001',
          act: async (page: Page) => {
            await page.getByRole('button', { name: /^Actions for/ }).click();
            await page.getByRole('menuitem', { name: 'Delete' }).click();
          },
        },
        { name: 'dialog-search', path: '/', act: (page: Page) => page.keyboard.press('Control+K') },
        { name: 'dialog-shortcuts', path: '/', act: (page: Page) => page.keyboard.press('?') },
      ]
    : []),
];
/** Of docs/console.md: theme and width. */
const OF_DOCUMENT: Readonly<Record<string, readonly ['light' | 'dark', number]>> = {
  start: ['light', 1280],
  stations: ['light', 1280],
  'station-add': ['light', 1280],
  endpoints: ['light', 1280],
  endpoint: ['dark', 1280],
  message: ['light', 1280],
  downlinks: ['light', 1280],
  live: ['dark', 1280],
};

async function take(page: Page, url: string, { path, act }: Picture, file: string, whole: boolean): Promise<number> {
  await page.goto(`${url}${path}`);
  await page.locator('main h1').waitFor();
  await page.locator('main .bones').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(900);
  await act?.(page);
  await page.waitForTimeout(300);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    ...{ format: whole ? 'jpeg' : 'webp', quality: QUALITY },
    captureBeyondViewport: whole,
  });
  await session.detach();
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(file, bytes);
  return bytes.length;
}

const work = mkdtempSync(join(tmpdir(), 'waystation-pictures-'));
try {
  await using scene = await openScene(work, ['--demo']);
  await newestMessage(scene.url);
  await withDownlinks(scene.url, SENSOR);
  await new Promise(resolve => setTimeout(resolve, 20_000));
  const wanted = pictures(await newestMessage(scene.url)).filter(({ name }) =>
    values.only.split(',').some(word => name.includes(word)),
  );
  let total = 0;
  if (all === undefined) {
    mkdirSync(DOCUMENTS, { recursive: true });
    for (const picture of wanted) {
      const [theme, width] = OF_DOCUMENT[picture.name] ?? [];
      if (!theme || !width) continue;
      const page = await scene.page({ theme, width });
      total += await take(page, scene.url, picture, join(DOCUMENTS, `${picture.name}.webp`), false);
      await page.context().close();
    }
  } else {
    mkdirSync(all, { recursive: true });
    for (const theme of ['light', 'dark'] as const) {
      for (const width of [360, 768, 1440]) {
        const page = await scene.page({ theme, width, language });
        for (const picture of wanted)
          total += await take(page, scene.url, picture, join(all, `${picture.name}-${width}-${theme}.jpg`), true);
        await page.context().close();
      }
    }
  }
  console.log(`${Math.round(total / 1000)} KB`);
  if (scene.complaints.length > 0) console.log(scene.complaints.slice(0, 5).join('\n'));
} finally {
  rmSync(work, { recursive: true, force: true });
}
