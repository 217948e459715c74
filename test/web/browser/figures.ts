// Figures of the console in a browser, printed and not judged: `node test/web/browser/figures.ts [usable] [endpoints] [tabs] [live]`.
// ENDPOINTS (10000), LIVE_SECONDS (60) and LIVE_RATE (200 messages a second) make it longer or shorter. Compare runs of one quiet machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { stationBundle } from './bundle.ts';
import { call } from './calls.ts';
import { openScene, type Scene } from './scene.ts';

const THROTTLE = 4;
const ROUNDS = 5;
const TABS = 8;
const AT_ONCE = 32;
const count = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const print = (name: string, value: string): void => console.log(`${name.padEnd(56)} ${value}`);
const ms = (value: number): string => `${Math.round(value)} ms`;

async function throttled(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Performance.enable');
  return session;
}

/** Until the page shows what it is for, from the moment that it is asked for. */
async function usable(page: Page, url: string, region: string): Promise<number> {
  const begun = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('region', { name: region }).waitFor();
  return performance.now() - begun;
}

async function firstLoads(scene: Scene): Promise<void> {
  const times: number[] = [];
  const paints: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await scene.page();
    await throttled(page, THROTTLE);
    times.push(await usable(page, scene.url, 'Base stations'));
    paints.push(
      Number(
        await page.evaluate(`new Promise(resolve => new PerformanceObserver(list => resolve(list.getEntries().at(-1).startTime))
          .observe({ type: 'largest-contentful-paint', buffered: true }))`),
      ),
    );
    await page.context().close();
  }
  print(`Start usable, ${THROTTLE} x throttle, median of ${ROUNDS}`, ms(median(times)));
  print(`Start largest paint, ${THROTTLE} x throttle, median of ${ROUNDS}`, ms(median(paints)));
}

async function manyEndpoints(scene: Scene): Promise<void> {
  const many = count('ENDPOINTS', 10_000);
  for (let from = 0; from < many; from += AT_ONCE) {
    const part = Array.from({ length: Math.min(AT_ONCE, many - from) }, (_, at) => from + at);
    await Promise.all(
      part.map(n => {
        const epEui = `fe000000${n.toString(16).padStart(8, '0')}`;
        return call(scene.url, 'CreateEndPoint', {
          endpoint: { epEui, name: `meter ${n}`, tags: { floor: String(n % 7) } },
        });
      }),
    );
  }
  const page = await scene.page();
  await page.goto(`${scene.url}/endpoints`);
  const table = page.getByRole('table', { name: 'Endpoints' });
  await table.getByRole('link').first().waitFor();
  const answers: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = `meter ${many - 1 - round}`;
    const box = page.getByRole('searchbox', { name: 'Filter endpoints' });
    await box.fill(wanted);
    const begun = performance.now();
    await box.press('Enter');
    await table.getByRole('link', { name: wanted, exact: true }).waitFor();
    answers.push(performance.now() - begun);
  }
  print(`${many} endpoints: filter answers, median of ${ROUNDS}`, ms(median(answers)));
  await page.goto(`${scene.url}/endpoints`);
  await table.getByRole('link').first().waitFor();
  await throttled(page, THROTTLE);
  const frames = (await page.evaluate(`new Promise(resolve => {
    const times = [];
    const step = at => {
      times.push(at);
      scrollBy(0, 60);
      if (at - times[0] < 5000) requestAnimationFrame(step);
      else resolve(times);
    };
    requestAnimationFrame(step);
  })`)) as number[];
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000;
  print(
    `${many} endpoints: scrolling, ${THROTTLE} x throttle`,
    `${(frames.length / seconds).toFixed(1)} frames a second`,
  );
  await page.context().close();
}

async function manyTabs(scene: Scene): Promise<void> {
  const first = await scene.page();
  const context = first.context();
  const pages = [first, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))];
  const paths = ['/', '/live', '/live', '/stations', '/endpoints', '/live', '/unknown', '/'];
  const times: number[] = [];
  for (const [at, page] of pages.entries()) {
    page.setDefaultTimeout(180_000);
    const begun = performance.now();
    await page.goto(`${scene.url}${paths[at] ?? '/'}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // nothing grey any more
    await page.locator('main .panel').first().waitFor();
    await page.locator('main .bones').first().waitFor({ state: 'detached' });
    times.push(performance.now() - begun);
  }
  print(`${TABS} tabs on clear http: each usable after`, times.map(ms).join(', '));
  await context.close();
}

async function liveLoad(scene: Scene, folder: string): Promise<void> {
  const [rate, seconds, endpoints] = [count('LIVE_RATE', 200), count('LIVE_SECONDS', 60), 200];
  const bundle = await stationBundle(scene.url, folder, '70b3d59cd0000099');
  for (let n = 0; n < endpoints; n++) {
    const epEui = `fe00000000010${n.toString(16).padStart(3, '0')}`;
    await call(scene.url, 'CreateEndPoint', {
      endpoint: { epEui, name: `live ${n}`, preAttach: true, nwkSnKey: '00112233445566778899aabbccddeeff' },
    });
  }
  const page = await scene.page();
  await page.goto(`${scene.url}/live`);
  const session = await throttled(page, THROTTLE);
  const station = ['simulate', 'base-station', '--port', String(scene.bssciPort), '--bundle', bundle];
  scene.run([
    ...station,
    ...['--endpoint-eui', 'fe00000000010000', '--endpoints', String(endpoints), '--rate', String(rate)],
  ]);
  await page.getByRole('table', { name: 'Rate per endpoint' }).waitFor();
  const metrics = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics: all } = await session.send('Performance.getMetrics');
    const of = (name: string) => all.find(one => one.name === name)?.value ?? Number.NaN;
    return { at: performance.now(), busy: of('TaskDuration'), heap: of('JSHeapUsedSize') };
  };
  await page.waitForTimeout(10_000);
  const before = await metrics();
  await page.waitForTimeout(seconds * 1000);
  const after = await metrics();
  const share = (after.busy - before.busy) / ((after.at - before.at) / 1000);
  print(
    `Live, ${rate} messages a second, ${seconds} s: main thread`,
    `${(share * 100).toFixed(0)} %, ${THROTTLE} x throttle`,
  );
  print('Live: heap', `${(before.heap / 1e6).toFixed(2)} to ${(after.heap / 1e6).toFixed(2)} MB`);
  await page.context().close();
}

const folder = mkdtempSync(join(tmpdir(), 'waystation-console-'));
const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
try {
  await using scene = await openScene(folder);
  if (isWanted('usable')) await firstLoads(scene);
  if (isWanted('tabs')) await manyTabs(scene);
  if (isWanted('endpoints')) await manyEndpoints(scene);
  if (isWanted('live')) await liveLoad(scene, folder);
  if (scene.complaints.length > 0) print('complaints', scene.complaints.slice(0, 5).join(' | '));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
