/**
 * What a snapshot costs those who send: uplinks at a steady rate into a store with a long history, before and during a snapshot,
 * and what a check of the file takes. Usage: node test/bench/snapshot.ts --dir DIR [--rate 200] [--engine better-sqlite3|node:sqlite]
 * DIR is one that `test/bench/history.ts --dir` has made; it is written to.
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStore } from '../../src/compose/store.ts';
import { type Engine, openDb } from '../../src/database/driver.ts';
import type { Store } from '../../src/domain/domain.ts';
import { packUplink } from '../../src/domain/uplink/receive.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { endpointEui } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: '' },
    rate: { type: 'string', default: '200' },
    engine: { type: 'string', default: 'better-sqlite3' },
  },
});
const ENGINE = options.engine as Engine;
const RATE = Number(options.rate);
const TICK_MS = 10;
const QUIET_MS = 10_000;
const path = join(options.dir, 'data', 'waystation.db');

const check = openDb(path, { engine: ENGINE, mode: 'reader' });
let begun = performance.now();
check.prepare('PRAGMA quick_check(1)').all();
console.log(`quick_check          ${((performance.now() - begun) / 1000).toFixed(1)} s`);
check.close();

const store = await openStore({ path, engine: ENGINE, synchronous: 'full' });
let counter = Math.floor(Date.now() / 1000);
await report('without a snapshot', store, sleep(QUIET_MS));
const target = join(options.dir, 'snapshot.db');
begun = performance.now();
const snapshot = store
  .snapshot(target)
  .finally(() => console.log(`snapshot ${((performance.now() - begun) / 1000).toFixed(1)} s`));
await report('during the snapshot', store, snapshot);
console.log(
  `size ${(statSync(target).size / 1e6).toFixed(0)} MB, resident ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`,
);
rmSync(target);
await store.close();

/** Uplinks at the rate until something is over, and how long they took. */
async function report(name: string, store: Store, until: Promise<unknown>): Promise<void> {
  let over = false;
  const ended = until.finally(() => {
    over = true;
  });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const took: number[] = [];
  const running: Promise<void>[] = [];
  for (let at = performance.now(); !over; at += TICK_MS) {
    for (let n = 0; n < (RATE * TICK_MS) / 1000; n++) running.push(send(store, took));
    await sleep(Math.max(at + TICK_MS - performance.now(), 0));
  }
  await Promise.all(running);
  await ended;
  delay.disable();
  took.sort((a, b) => a - b);
  const at = (part: number) => (took[Math.floor(took.length * part)] ?? 0).toFixed(1);
  console.log(
    `${name.padEnd(20)} ${took.length} uplinks, commit p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(0.99999)} ms; event loop p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
  );
}

async function send(store: Store, took: number[]): Promise<void> {
  const n = counter++;
  const begun = performance.now();
  const now = Date.now();
  await store.write.uplinks.receive(
    packUplink({
      ...{ epEui: endpointEui(1 + (n % 1000)) as Eui, packetCnt: n },
      ...{
        userData: Buffer.alloc(20, n),
        format: 0,
        flags: 0,
        arrivedAt: now,
      },
      progress: { session: 0, lastBs: 0, doneBs: 0 },
      reception: {
        station: 1,
        opId: n,
        rxTime: BigInt(now) * 1_000_000n,
        snr: 9,
        rssi: -90,
        eqSnr: 9,
        profile: 'EU1',
        mode: 'uplink',
      },
    }),
  );
  took.push(performance.now() - begun);
  if (n % RATE === 0) await store.write.uplinks.close(now, listenedMs(now));
}
