/**
 * Lets a target give commands to a service center that is ended with SIGKILL at random moments and at acknowledgements, while the target
 * is restarted now and then, and shows that each command is done once, is answered, and is not acknowledged before it is stored.
 * Usage: node test/fault/commands/commands.ts [--kind mqtt|nats|http] [--commands 1000] [--endpoints 50] [--kills 40] [--seed N]
 * With --answers-only the integration hears of what becomes of its own commands, and of no other downlink.
 */
import { parseArgs } from 'node:util';
import { campaign } from '../harness/campaign.ts';
import { commandKinds, commandsRun } from './commands-run.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'mqtt' },
    commands: { type: 'string', default: '1000' },
    endpoints: { type: 'string', default: '50' },
    kills: { type: 'string', default: '40' },
    'answers-only': { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
});
const kind = commandKinds.find(each => each === values.kind);
if (!kind) throw new Error(`--kind is one of ${commandKinds.join(', ')}`);

await campaign('commands', values.seed, given =>
  commandsRun({
    ...{ ...given, commands: Number(values.commands), kills: Number(values.kills) },
    endpoints: Number(values.endpoints),
    targets: [{ kind, hearsAll: !values['answers-only'] }],
    targetAlone: true,
  }),
);
