/**
 * Kills what tells of alerts at random moments, and at acceptances of messages, and shows what was promised and not kept.
 * Usage: node test/fault/notices/notices.ts [--rounds 200] [--seed N]
 */
import { parseArgs } from 'node:util';
import { campaign } from '../harness/campaign.ts';
import { noticesRun } from './notices-run.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string' } } });

await campaign('notices', values.seed, given => noticesRun({ ...given, rounds: Number(values.rounds) }));
