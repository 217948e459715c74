/**
 * Ends a service center with SIGKILL at random moments under load and shows that nothing acknowledged is lost or doubled.
 * Usage: node test/fault/service/kill.ts [--rounds 200] [--engine better-sqlite3|node:sqlite] [--seed N]
 */
import { parseArgs } from 'node:util';
import type { Engine } from '../../../src/database/driver.ts';
import { campaign } from '../harness/campaign.ts';
import { killRun } from './kill-run.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    engine: { type: 'string', default: 'better-sqlite3' },
    seed: { type: 'string' },
  },
});

await campaign('kill', values.seed, given =>
  killRun({ ...given, engine: values.engine as Engine, rounds: Number(values.rounds) }),
);
