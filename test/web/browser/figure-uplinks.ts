// What consoles that follow cost those who send.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageOf } from '../../bench/rig/process.ts';
import { runLoad } from '../../bench/rig/rig.ts';
import type { Place } from './figure-place.ts';
import { type Figure, median } from './figure-table.ts';
import { CHROMIUM, openBrowser } from './scene.ts';

const CONSOLES = 5;
const WINDOW = 8;
const WARM_UP = 30_000;
const UPLINKS = 20_000;
/** Beyond what the endpoints have sent before. */
const FIRST_COUNTER = 1_000_000;

interface Sent {
  readonly perSecond: number;
  /** Of the service center, for one uplink. */
  readonly cpuMs: number;
}

/** As many uplinks as go through, with consoles on Live and without, in turn. */
export async function uplinkFigures({ url, pid, ...place }: Place, work: string, pairs: number): Promise<Figure[]> {
  // consoles are elsewhere: here they take what the service center leaves
  const gentle = join(work, 'chromium');
  writeFileSync(gentle, `#!/bin/sh\nexec nice -n 19 ${CHROMIUM} "$@"\n`);
  chmodSync(gentle, 0o755);
  await using browser = await openBrowser(url, gentle);
  let packetCnt = FIRST_COUNTER;
  const send = async (count: number): Promise<Sent> => {
    const before = usageOf(pid).cpuSeconds;
    const { perSecond } = await runLoad({ ...place, heardBy: 1, packetCnt, load: { window: WINDOW, count } });
    packetCnt += count;
    return { perSecond, cpuMs: ((usageOf(pid).cpuSeconds - before) * 1000) / count };
  };
  await send(WARM_UP);
  const ratios: number[] = [];
  const costs: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const consoles = async () => {
      const pages = await Promise.all(Array.from({ length: CONSOLES }, () => browser.page()));
      for (const page of pages) await page.goto(`${url}/live`);
      for (const page of pages) await page.getByRole('table').first().waitFor();
      const sent = await send(UPLINKS);
      for (const page of pages) await page.context().close();
      return sent;
    };
    // the second of a pair is not always the same one
    const first = pair % 2 === 0 ? await send(UPLINKS) : await consoles();
    const second = pair % 2 === 0 ? await consoles() : await send(UPLINKS);
    const [without, with5] = pair % 2 === 0 ? [first, second] : [second, first];
    ratios.push(with5.perSecond / without.perSecond);
    costs.push(with5.cpuMs / without.cpuMs);
  }
  const note = (all: readonly number[]) => all.map(one => one.toFixed(2)).join(', ');
  return [
    {
      ...{ name: `uplinks/s with ${CONSOLES} consoles on Live, of those with none`, value: median(ratios), unit: '' },
      ...{ digits: 3, must: 0.95, aim: 0.98, least: true, note: note(ratios) },
    },
    // what others do on the machine changes this one hardly
    {
      ...{ name: 'CPU of the service center per uplink, likewise', value: median(costs), unit: '' },
      digits: 3,
      note: note(costs),
    },
  ];
}
