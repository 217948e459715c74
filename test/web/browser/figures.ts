/**
 * Figures of the console in a browser, each beside what it must be:
 * `node test/web/browser/figures.ts [loads] [tabs] [lists] [live] [uplinks] [memory]`, all of them without a word.
 * `--endpoints 10000 --live-seconds 60 --rate 200 --pairs 7`; `--live-minutes 30` follows the heap of Live for so long, and is left out
 * without it; `--executable FILE` measures a packaged program. They mean something on a quiet machine only. Ends with 1 when one fails.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fillInstalled } from '../../bench/rig/filled-box.ts';
import { startCenterProcess } from '../../bench/rig/process.ts';
import { liveFigures } from './figure-live.ts';
import { listFigures, loadFigures, memoryFigures, tabFigures } from './figure-pages.ts';
import { type Place, placeOf } from './figure-place.ts';
import { type Figure, table, verdict } from './figure-table.ts';
import { uplinkFigures } from './figure-uplinks.ts';
import { openBrowser } from './scene.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    endpoints: { type: 'string', default: '10000' },
    'live-seconds': { type: 'string', default: '60' },
    'live-minutes': { type: 'string', default: '0' },
    rate: { type: 'string', default: '200' },
    pairs: { type: 'string', default: '7' },
    executable: { type: 'string' },
  },
});
const SETTINGS = {
  PLATFORM_STORE_ENGINE: 'better-sqlite3',
  PLATFORM_PKI_KEY_TYPE: 'ec-p256',
  PLATFORM_LIMITS_REQUESTS_PER_S: '0',
  PLATFORM_LIMITS_REST_REQUESTS_PER_S: '0',
  PLATFORM_LIMITS_ENDPOINTS: '20000',
};
const MESSAGES = 30_000;
const wanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name);
const work = mkdtempSync(join(tmpdir(), 'waystation-console-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const dataDir = join(work, 'data');
const endpoints = Number(values.endpoints);
mkdirSync(dataDir);
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
const options = { executable: values.executable && resolve(values.executable) };
{
  const first = await startCenterProcess(dataDir, SETTINGS, options);
  first.kill('SIGTERM');
  await first.exited;
}
const path = join(dataDir, 'waystation.db');
fillInstalled({ path, engine: 'better-sqlite3', messages: MESSAGES, endpoints });
const center = await startCenterProcess(dataDir, SETTINGS, options);
process.once('exit', () => center.kill('SIGKILL'));
const url = `http://127.0.0.1:${center.ports.gateway}`;
const live = {
  rate: Number(values.rate),
  seconds: Number(values['live-seconds']),
  minutes: Number(values['live-minutes']),
};
let prepared: Promise<Place> | undefined;
/** Stations that can dial in, and endpoints that they hear. */
const place = () => {
  prepared ??= placeOf(center, dataDir, endpoints);
  return prepared;
};
const figures: Figure[] = [];
const take = async (name: string, measure: () => Promise<Figure[]>): Promise<void> => {
  if (!wanted(name)) return;
  const begun = performance.now();
  figures.push(...(await measure()));
  console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
};
{
  await using browser = await openBrowser(url);
  // the first request from source waits for the build
  await fetch(url, { headers: { accept: 'text/html' } });
  await take('memory', () => memoryFigures(browser, url, center.pid));
  await take('loads', () => loadFigures(browser, url));
  await take('tabs', () => tabFigures(browser, url));
  await take('lists', () => listFigures(browser, url, endpoints));
  await take('live', async () => liveFigures(browser, await place(), live));
  if (browser.complaints.length > 0) console.log(`complaints: ${browser.complaints.slice(0, 5).join(' | ')}`);
  figures.push({ name: 'complaints of the pages', value: browser.complaints.length, unit: '', must: 0 });
}
await take('uplinks', async () => uplinkFigures(await place(), work, Number(values.pairs)));
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}\n\n${table(figures)}`);
process.exit(figures.some(figure => verdict(figure) === 'FAILS') ? 1 : 0);
