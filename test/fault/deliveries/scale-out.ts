/**
 * Many boxes, each a process with messages of its own, deliver into one nats-server with JetStream, while boxes and server are ended with
 * SIGKILL in turn. Then one consumer reads the stream once: nothing is lost, nothing is there twice, each endpoint has its order.
 * Usage: node test/fault/deliveries/scale-out.ts [--boxes 20] [--messages 200000] [--endpoints 200] [--kills 40] [--seed N]
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scaleOutRun } from './scale-out-run.ts';

const { values } = parseArgs({
  options: {
    boxes: { type: 'string', default: '20' },
    messages: { type: 'string', default: '200000' },
    endpoints: { type: 'string', default: '200' },
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const REPORT_EVERY = 10;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dir = mkdtempSync(join(tmpdir(), 'waystation-scale-out-'));
process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
console.error(`seed ${values.seed}`);
const { failures, ...figures } = await scaleOutRun({
  ...{ dir, seed: Number(values.seed), messages: Number(values.messages), kills: Number(values.kills) },
  ...{ boxes: Number(values.boxes), endpoints: Number(values.endpoints) },
  onKill(kill, done) {
    if (kill % REPORT_EVERY === 0) console.error(`kill ${kill}: cursors have passed ${done} messages`);
  },
});
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(14)} ${Math.round(value)}`);
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
if (failures.length > 0) {
  console.error(`\nFAILED:\n${failures.join('\n')}`);
  process.exitCode = 1;
}
