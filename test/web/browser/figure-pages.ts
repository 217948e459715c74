// How soon pages can be used, and how long lists move.
import type { CDPSession, Page } from 'playwright-core';
import { usageOf } from '../../bench/rig/process.ts';
import { type Figure, median } from './figure-table.ts';
import type { OpenBrowser } from './scene.ts';

export const THROTTLE = 4;
const ROUNDS = 5;
const TABS = 8;
const SCROLL_MS = 5000;

export async function throttled(page: Page, rate = THROTTLE): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Performance.enable');
  return session;
}

/**
 * When a thing was drawn, by the clock of the page: this process and the protocol between would be measured with it otherwise.
 * @param text of a function of the page that says whether the thing is there
 */
const sinceStart = (isThere: string): string => `new Promise(resolve => {
  const look = () => (${isThere})() ? requestAnimationFrame(() => resolve(performance.now())) : requestAnimationFrame(look);
  look();
})`;

const LARGEST_PAINT = `new Promise(resolve => new PerformanceObserver(list => resolve(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;
/** The stations are listed, and nothing of them is grey any more. */
const START_IS_THERE = `() => document.querySelector('.station-row a.name') !== null`;

/** Start in a browser that was never here, on a machine four times as slow. */
export async function loadFigures(browser: OpenBrowser, url: string): Promise<Figure[]> {
  const times: number[] = [];
  const paints: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.page();
    await throttled(page);
    await page.goto(url, { waitUntil: 'commit' });
    times.push(Number(await page.evaluate(sinceStart(START_IS_THERE))));
    paints.push(Number(await page.evaluate(LARGEST_PAINT)));
    await page.context().close();
  }
  const throttle = `${THROTTLE} x throttle, median of ${ROUNDS}`;
  return [
    { name: `Start usable, ${throttle}`, value: median(times), unit: 'ms', must: 1800, aim: 1200 },
    { name: `Start largest paint, ${throttle}`, value: median(paints), unit: 'ms', must: 1200, aim: 800 },
  ];
}

/** A filter over all endpoints, from the key to the row; and the frames of a list that moves. */
export async function listFigures(browser: OpenBrowser, url: string, endpoints: number): Promise<Figure[]> {
  const page = await browser.page();
  await page.goto(`${url}/endpoints`);
  const table = page.getByRole('table', { name: 'Endpoints' });
  await table.getByRole('link').first().waitFor();
  const box = page.getByRole('searchbox', { name: 'Filter endpoints' });
  const answers: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = `meter ${endpoints - 1 - round}`;
    await box.fill(wanted);
    const [, took] = await Promise.all([
      box.press('Enter'),
      page.evaluate(`(async () => {
        const begun = performance.now();
        const end = await ${sinceStart(`() => document.querySelector('tbody a.name')?.textContent === ${JSON.stringify(wanted)}`)};
        return end - begun;
      })()`),
    ]);
    answers.push(Number(took));
  }
  await page.goto(`${url}/endpoints`);
  await table.getByRole('link').first().waitFor();
  const sorts: number[] = [];
  for (const [column, key] of [
    ['Last heard', 'last_seen_at'],
    ['SNR', 'last_snr'],
    ['Name', 'name'],
  ] as const) {
    const asked = page.waitForResponse(response => response.url().endsWith('/ListEndPoints'));
    const begun = performance.now();
    await page.getByRole('button', { name: column }).click();
    await asked;
    sorts.push(performance.now() - begun);
    await page.waitForURL(`**/endpoints?sort=*${key}*`);
  }
  await page.goto(`${url}/endpoints`);
  await table.getByRole('link').first().waitFor();
  await throttled(page);
  const frames = (await page.evaluate(`new Promise(resolve => {
    const times = [];
    const step = at => {
      times.push(at);
      scrollBy(0, 60);
      if (at - times[0] < ${SCROLL_MS}) requestAnimationFrame(step);
      else resolve(times);
    };
    requestAnimationFrame(step);
  })`)) as number[];
  await page.context().close();
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000;
  const all = `${endpoints} endpoints`;
  return [
    { name: `${all}: filter answers, median of ${ROUNDS}`, value: median(answers), unit: 'ms', must: 500, aim: 250 },
    { name: `${all}: another order answers, median of 3`, value: median(sorts), unit: 'ms', must: 500, aim: 250 },
    {
      ...{ name: `${all}: scrolling, ${THROTTLE} x throttle`, value: (frames.length - 1) / seconds, unit: 'fps' },
      ...{ must: 50, aim: 58, least: true, digits: 1 },
    },
  ];
}

/** Eight tabs of one browser, which has six connections for all of them. */
export async function tabFigures(browser: OpenBrowser, url: string): Promise<Figure[]> {
  const first = await browser.page();
  const context = first.context();
  const pages = [first, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))];
  const paths = ['/', '/live', '/live', '/stations', '/endpoints', '/live', '/unknown', '/'];
  const times: number[] = [];
  for (const [at, page] of pages.entries()) {
    page.setDefaultTimeout(180_000);
    await page.goto(`${url}${paths[at] ?? '/'}`, { waitUntil: 'commit' });
    const isThere = `() => document.querySelector('main h1') !== null && document.querySelector('main .panel') !== null
      && document.querySelector('main .bones') === null`;
    times.push(Number(await page.evaluate(sinceStart(isThere))));
  }
  await context.close();
  const note = times.map(time => Math.round(time)).join(', ');
  return [
    {
      name: `${TABS} tabs on clear http: the last usable after`,
      value: Math.max(...times),
      unit: 'ms',
      must: 2000,
      aim: 1000,
      note,
    },
  ];
}

const PAGES = ['/', '/stations', '/endpoints', '/live', '/unknown', '/keys', '/stations/add', '/endpoints/add'];
const REST_MS = 5000;

/** What the process holds in memory more, when a browser has gone through the console. */
export async function memoryFigures(browser: OpenBrowser, url: string, pid: number): Promise<Figure[]> {
  const resident = () => usageOf(pid).residentBytes / 1e6;
  const rest = () => new Promise(resolve => setTimeout(resolve, REST_MS));
  await rest();
  const before = resident();
  const page = await browser.page();
  for (const path of PAGES) {
    await page.goto(`${url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(500);
  }
  await page.context().close();
  await rest();
  const note = `from ${before.toFixed(0)} MB; judged with --executable`;
  const judged = process.argv.includes('--executable') ? { must: 5 } : {};
  return [
    { name: 'resident with the console used', value: resident() - before, unit: 'MB', digits: 1, ...judged, note },
  ];
}
