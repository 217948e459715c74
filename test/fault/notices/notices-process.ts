/**
 * Opens and closes alerts at random and tells of them by e-mail, in a time that runs faster, until it is killed. What it needs comes
 * as JSON on its standard input, whose end is its own; with `settle` it ends what is open, tells of it and ends by itself.
 */

import { openStore } from '../../../src/compose/store.ts';
import type { Observation } from '../../../src/domain/alert/seen.ts';
import { createLog } from '../../../src/kit/log.ts';
import { type Clock, credibleMs, sleep, systemClock } from '../../../src/kit/time/clock.ts';
import { emailChannel } from '../../../src/notify/email/email.ts';
import { Sender } from '../../../src/notify/sender.ts';
import { judgedAt, momentAt } from '../../peers/time.ts';
import { FASTER, NAMES, type NoticesRequest } from './notices-request.ts';

const TICK_MS = 10_000;

const { promise: asked, resolve } = Promise.withResolvers<string>();
let text = '';
process.stdin.on('data', chunk => {
  text += String(chunk);
  if (text.endsWith('\n')) resolve(text);
});
process.stdin.on('end', () => process.exit(0));
const { path, port, settle, now } = JSON.parse(await asked) as NoticesRequest;

const began = systemClock.monotonic();
const monotonic = () => (systemClock.monotonic() - began) * FASTER;
const clock: Clock = {
  monotonic,
  now: () => Math.round(now + monotonic()),
  credible: () => credibleMs(clock.now()),
  nowNs: () => BigInt(Math.round(now + monotonic())) * 1_000_000n,
  after: (ms, fn) => systemClock.after(ms / FASTER, fn),
  every: (ms, fn) => systemClock.every(ms / FASTER, fn),
};
const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
const { write, scan } = store;
await write.notifications.setChannels(['email'], clock.now());
const settings = {
  ...({ host: '127.0.0.1', port, starttls: 'none', ca: undefined, username: undefined, password: undefined } as const),
  ...{ from: 'box@example.org', to: ['ops@example.org'] },
};
const sender = new Sender({
  clock,
  log: await createLog({ level: 'error', format: 'json' }),
  // A conversation takes as long as it takes.
  channels: [emailChannel({ clock: systemClock, settings, box: { name: 'box', address: undefined } })],
  outbox: {
    due: scan.notifications.due,
    onTheirWay: scan.notifications.onTheirWay,
    message: scan.notifications.message,
    compose: write.notifications.compose,
    sent: write.notifications.sent,
    failed: write.notifications.failed,
  },
});
sender.start();
process.stdout.write('started\n');

const seen = (name: string, level: number): Observation => {
  const at = clock.now();
  return { rule: 'listener', source: { type: 'service_center', id: name, org: null }, at, level };
};
for (;;) {
  // Not so often that all of them are only said to come and go.
  const changes = Math.random() < 0.05 ? [NAMES[Math.floor(Math.random() * NAMES.length)] ?? ''] : [];
  const some = settle
    ? NAMES.map(name => seen(name, 0))
    : changes.map(name => seen(name, Math.floor(Math.random() * 2)));
  await write.alerts.tick(...judgedAt(clock.now(), some));
  const quiet =
    (await scan.notifications.onTheirWay()).length + (await scan.notifications.due(momentAt(clock.now()))).length === 0;
  const open = await scan.alertOverview.list(false, 1);
  if (settle && quiet && open.length === 0) break;
  await sleep(clock, TICK_MS);
  // What keeps the process alive is its standard input.
}
await sender.stop();
await store.close();
process.exit(0);
