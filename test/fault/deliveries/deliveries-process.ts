/**
 * Delivers what waits in a database to the integrations that stand in it, until it is killed or told to come to an end. What it needs
 * comes as JSON on its standard input, whose end is its own.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startIntegrations } from '../../../src/compose/integrations.ts';
import { openStore } from '../../../src/compose/store.ts';
import { configFrom } from '../../../src/config/load.ts';
import { TargetGuard } from '../../../src/integrations/guard.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { createLog } from '../../../src/kit/log.ts';
import { Notifier } from '../../../src/kit/notifier.ts';
import { sealer } from '../../../src/kit/seal.ts';
import { type Clock, credibleMs, systemClock } from '../../../src/kit/time/clock.ts';
import { type DeliveriesRequest, END, STARTED } from './deliveries-request.ts';

const LOOK_MS = 5;

const asked = Promise.withResolvers<string>();
const ending = Promise.withResolvers<void>();
let text = '';
process.stdin.on('data', chunk => {
  text += String(chunk);
  if (text.includes('\n')) asked.resolve(text.slice(0, text.indexOf('\n')));
  if (text.endsWith(END)) ending.resolve();
});
process.stdin.on('end', () => process.exit(1));
const { path, faster, scEui = 'fca84a0000000001' } = JSON.parse(await asked.promise) as DeliveriesRequest;

const began = systemClock.now();
const clock: Clock = {
  monotonic: () => systemClock.monotonic() * faster,
  now: () => Math.round(began + (systemClock.now() - began) * faster),
  credible: () => credibleMs(clock.now()),
  nowNs: () => BigInt(clock.now()) * 1_000_000n,
  after: (ms, fn) => systemClock.after(ms / faster, fn),
  every: (ms, fn) => systemClock.every(ms / faster, fn),
};
const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
const opened = new AsyncDisposableStack();
await startIntegrations(
  {
    ...{
      clock,
      store,
      config: configFrom({ data_dir: '.' }),
      log: await createLog({ level: 'error', format: 'json' }),
    },
    ...{ sealer: sealer(Buffer.alloc(32)), scEui: scEui as Eui, rightsChanged: new Notifier() },
    targets: new TargetGuard({ allow: ['127.0.0.1'] }),
    invoker: { unary: () => Promise.reject(new Error('nobody commands here')) },
    news: { log: new Notifier(), events: new Notifier(), endpoints: new Notifier() },
  },
  opened,
);
process.stdout.write(STARTED);

await ending.promise;
const { newest } = store.read.messages.edges();
while (store.read.integrations.rows().some(({ cursors }) => cursors.log < newest)) await pause(LOOK_MS);
await opened.disposeAsync();
await store.close();
process.exit(0);
