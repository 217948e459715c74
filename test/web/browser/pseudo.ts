// A language in which every text of ours is marked and twice as long: what is not marked is not translated, and what is too long for a
// phone reaches over its edge.
import type { Page } from 'playwright-core';
import t from 'tap';
import { newestMessage, withDownlinks } from './calls.ts';
import { openScene } from './scene.ts';

t.setTimeout(900_000);

/** Takes the place of the German words, which it reads from where they are. */
const pseudo = (path: string): string => `
import * as real from '${path}?real';
const marked = value =>
  typeof value === 'string' ? '⟦' + value + ' ' + value + '⟧'
  : typeof value === 'function' ? (...given) => marked(value(...given))
  : Array.isArray(value) ? value.map(marked)
  : typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, marked(inside)]))
  : value;
export const de = marked(real.de);
export const told = marked(real.told);
`;

/** Every text of the page, also those that are only spoken or come up, that is neither marked nor said to be in another language. */
const UNMARKED = `(() => {
  const found = new Set();
  const rest = text => {
    let left = text;
    for (let before = ''; left !== before; ) [before, left] = [left, left.replace(/⟦[^⟦⟧]*⟧/g, '')];
    return left.trim();
  };
  const look = (text, element) => {
    if (text && /\\p{L}{2}/u.test(rest(text)) && !element.closest('.mono, [lang="en"], pre, code, time')) found.add(rest(text));
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node instanceof Text) look(node.data, node.parentElement);
    else for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-tip', 'data-label']) look(node.getAttribute(name), node);
  }
  look(document.title.replace(/ · Waystation$/, ''), document.body);
  return [...found];
})()`;

/** What people and makers have named, units, and what is written the same in every language. */
const NAMES =
  /^(demo (sensor|station) \d+|Waystation( [\d.]+.*)?|WepTech|Munia-M|.*\bWepTech|English|Deutsch|[A-Z]\w+\/[A-Z]\w+|[ -]*[\d.,\u2212]*\s*(°C|dBm?|%|hPa|ppm|min|Min|h|s|Tage?|[KMG]B|d|V|lx|kB)( [\d.,]+\s*(min|h|s))?|vor [\d.,]+\s*(s|min|h|Tage?n?)|SNR|RSSI|EUI|EP|CN=.*|Demo.*|(Mo|Di|Mi|Do|Fr|Sa|So),? .*)$/;

const settled = async (page: Page): Promise<void> => {
  await page.locator('main h1').waitFor();
  await page.locator('main .bones').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle').catch(() => undefined);
};

t.test('every text is translated, and twice its length has room on a phone', async t => {
  await using scene = await openScene(t.testdir(), ['--demo']);
  const message = await newestMessage(scene.url);
  await withDownlinks(scene.url, 'fe0000000000e101');
  const station = '/stations/70b3d59cd0000001';
  const endpoint = '/endpoints/fe0000000000e101';
  const paths = [
    ...['/', '/stations', station, `${station}/traffic`, `${station}/events`, `${station}/certificate`],
    ...[`${station}/settings`, '/stations/add', '/endpoints', '/endpoints/add', endpoint, `${endpoint}/messages`],
    ...[`${endpoint}/radio`, `${endpoint}/downlinks`, `${endpoint}/timeline`, `${endpoint}/settings`, '/live'],
    ...[
      `/messages/${message}`,
      '/unknown',
      '/unknown/stations',
      '/keys',
      '/backup',
      '/centers',
      '/get-started/mail',
      '/nowhere',
    ],
  ];
  for (const width of [360, 1440]) {
    const page = await scene.page({ language: 'de', width });
    await page.route(/\/assets\/de-\w+\.js$/, route =>
      route.fulfill({ contentType: 'text/javascript', body: pseudo(new URL(route.request().url()).pathname) }),
    );
    for (const path of paths) {
      await page.goto(`${scene.url}${path}`);
      await settled(page);
      const texts = (await page.evaluate(UNMARKED)) as string[];
      t.same(
        texts.filter(text => !NAMES.test(text)),
        [],
        `${path} ${width}: nothing is written in one language alone`,
      );
      const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      t.ok(Number(over) <= 0, `${path} ${width}: ${over} px over the edge`);
    }
    t.match(await page.locator('h1').textContent(), /^⟦/, 'the language is in force');
    await page.context().close();
  }
  t.same(
    scene.complaints.filter(text => !text.includes('404')),
    [],
  );
});
