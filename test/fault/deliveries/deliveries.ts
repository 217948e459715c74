/**
 * Ends the process that delivers to an integration with SIGKILL at random moments, while its target is killed, hung, slow, refusing and
 * wrong in turn, and shows that nothing is lost, order is kept and little comes twice.
 * Usage: node test/fault/deliveries/deliveries.ts [--kind http|mqtt|influx|nats] [--messages 100000] [--endpoints 1000] [--kills 40] [--seed N]
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deliveriesRun, deliveryKinds } from './deliveries-run.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'http' },
    messages: { type: 'string', default: '100000' },
    endpoints: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const REPORT_EVERY = 10;

const kind = deliveryKinds.find(each => each === values.kind);
if (!kind) throw new Error(`--kind is one of ${deliveryKinds.join(', ')}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dir = mkdtempSync(join(tmpdir(), 'waystation-deliveries-'));
console.error(`${kind}, seed ${values.seed}`);
const { failures, ...figures } = await deliveriesRun({
  ...{ dir, kind, seed: Number(values.seed), messages: Number(values.messages), kills: Number(values.kills) },
  endpoints: Number(values.endpoints),
  onKill(kill, arrived) {
    if (kill % REPORT_EVERY === 0) console.error(`kill ${kill}: ${arrived} messages have come`);
  },
});
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(12)} ${Math.round(value)}`);
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
if (failures.length > 0) {
  console.error(`\nFAILED, the data is left in ${dir}:\n${failures.join('\n')}`);
  process.exitCode = 1;
} else rmSync(dir, { recursive: true, force: true });
