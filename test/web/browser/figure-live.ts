// What following 200 messages a second costs a browser.
import { runLoad } from '../../bench/rig/rig.ts';
import { THROTTLE, throttled } from './figure-pages.ts';
import type { Place } from './figure-place.ts';
import type { Figure } from './figure-table.ts';
import type { OpenBrowser } from './scene.ts';

const WARM_UP_MS = 10_000;
const LOOKS_A_MINUTE = 2;
/** The heap is judged over so long. */
const SLOPE_MINUTES = 30;

export async function liveFigures(
  browser: OpenBrowser,
  { url, pid: _, ...place }: Place,
  { rate, seconds, minutes }: { readonly rate: number; readonly seconds: number; readonly minutes: number },
): Promise<Figure[]> {
  const page = await browser.page();
  await page.goto(`${url}/live`);
  const session = await throttled(page);
  const time = WARM_UP_MS / 1000 + Math.max(seconds, minutes * 60) + 30;
  const sending = runLoad({ ...place, heardBy: 1, load: { rate, count: Math.round(rate * time) } });
  await page.getByRole('table', { name: 'Rate per endpoint' }).waitFor();
  await page.waitForTimeout(WARM_UP_MS);
  const look = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name: string) => metrics.find(one => one.name === name)?.value ?? Number.NaN;
    return { at: performance.now() / 1000, busy: of('TaskDuration'), heap: of('JSHeapUsedSize') / 1e6 };
  };
  const first = await look();
  await page.waitForTimeout(seconds * 1000);
  const { at, busy } = await look();
  const name = `Live, ${rate} messages/s, ${THROTTLE} x throttle`;
  const share = ((busy - first.busy) / (at - first.at)) * 100;
  const figures: Figure[] = [{ name: `${name}: main thread`, value: share, unit: '%', must: 60, aim: 35 }];
  if (minutes > 0) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const heaps = [];
    while (performance.now() / 1000 < first.at + minutes * 60) {
      await page.waitForTimeout(60_000 / LOOKS_A_MINUTE);
      heaps.push(await look());
    }
    figures.push({
      ...{ name: `Live: heap slope over ${SLOPE_MINUTES} min`, value: slope(heaps) * SLOPE_MINUTES * 60, unit: 'MB' },
      ...{
        digits: 2,
        must: 1,
        aim: 0.3,
        note: `${minutes} min, ${heaps[0]?.heap.toFixed(2)} to ${heaps.at(-1)?.heap.toFixed(2)} MB`,
      },
    });
  }
  await page.context().close();
  await sending;
  return figures;
}

/** Of the straight line through all of them, MB a second. */
function slope(points: readonly { readonly at: number; readonly heap: number }[]): number {
  const mean = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, one) => sum + of(one), 0) / points.length;
  const [at, heap] = [mean(one => one.at), mean(one => one.heap)];
  const along = points.reduce((sum, one) => sum + (one.at - at) * (one.heap - heap), 0);
  const across = points.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  return along / across;
}
