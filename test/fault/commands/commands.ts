/**
 * Lets a target give commands to a service center that is ended with SIGKILL at random moments and at acknowledgements, while the target
 * is restarted now and then, and shows that each command is done once, is answered, and is not acknowledged before it is stored.
 * Usage: node test/fault/commands/commands.ts [--kind mqtt|nats|http] [--commands 1000] [--endpoints 50] [--kills 40] [--seed N]
 * With --answers-only the integration hears of what becomes of its own commands, and of no other downlink.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commandKinds, commandsRun } from './commands-run.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'mqtt' },
    commands: { type: 'string', default: '1000' },
    endpoints: { type: 'string', default: '50' },
    kills: { type: 'string', default: '40' },
    'answers-only': { type: 'boolean', default: false },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const REPORT_EVERY = 10;

const kind = commandKinds.find(each => each === values.kind);
if (!kind) throw new Error(`--kind is one of ${commandKinds.join(', ')}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dir = mkdtempSync(join(tmpdir(), 'waystation-commands-'));
console.error(`${kind}, seed ${values.seed}`);
const { failures, ...figures } = await commandsRun({
  ...{ dir, seed: Number(values.seed), commands: Number(values.commands), kills: Number(values.kills) },
  endpoints: Number(values.endpoints),
  targets: [{ kind, hearsAll: !values['answers-only'] }],
  targetAlone: true,
  onKill(kill, answered) {
    if (kill % REPORT_EVERY === 0) console.error(`kill ${kill}: ${answered} commands are answered`);
  },
});
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(16)} ${Math.round(value)}`);
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
if (failures.length > 0) {
  console.error(`\nFAILED, the data is left in ${dir}:\n${failures.join('\n')}`);
  process.exitCode = 1;
} else rmSync(dir, { recursive: true, force: true });
