/**
 * Ends a service center or an application center with SIGKILL, or cuts the line between them, at random moments while stations
 * send and endpoints are deregistered and registered, and shows that every acknowledged telegram of an endpoint that centers knew when it
 * was received arrives, in order, and twice only after a resume, and no other one.
 * Usage: node test/fault/centers/center-kill.ts [--rounds 200] [--engine better-sqlite3|node:sqlite] [--seed N]
 */
import { parseArgs } from 'node:util';
import type { Engine } from '../../../src/database/driver.ts';
import { campaign } from '../harness/campaign.ts';
import { centerKillRun } from './center-kill-run.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    engine: { type: 'string', default: 'better-sqlite3' },
    seed: { type: 'string' },
  },
});

await campaign('center-kill', values.seed, given =>
  centerKillRun({ ...given, engine: values.engine as Engine, rounds: Number(values.rounds) }),
);
