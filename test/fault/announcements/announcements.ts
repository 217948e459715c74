/**
 * Ends a service center with SIGKILL (now and then SIGTERM) while it announces endpoints to stations and operators and sensors change
 * them, starts it on what is left, and compares after each round what every station knows with what the API says, and every frame with
 * what came before it. A line per round; `again` counts endpoints announced again with the same content: because of a change,
 * a refusal, or because it was never answered. Behind what is wrong stands what the station was told of the endpoint, with the round
 * and the number of its connection: `attPrp -3 (2/5)`.
 * Usage: node test/fault/announcements/announcements.ts [--rounds 100] [--endpoints 300] [--engine better-sqlite3|node:sqlite] [--seed N]
 * [--executable dist/waystation-linux-x64]
 * [--patient]: operators wait for what is on its way, telegrams of an endpoint they change, and withdrawals of an EUI they give again
 * [--short]: does not wait in the end, half a minute, until what stations have refused is announced again
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from '../../../src/database/driver.ts';
import { campaign } from '../harness/campaign.ts';
import { announcementRun } from './announcement-run.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    endpoints: { type: 'string', default: '300' },
    engine: { type: 'string', default: 'better-sqlite3' },
    executable: { type: 'string' },
    patient: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
});
const SHOWN = 30;

await campaign('announcements', options.seed, async ({ dir, seed }) => {
  const { rounds, faults, complaints } = await announcementRun({
    ...{ dir, seed, engine: options.engine as Engine, rounds: Number(options.rounds) },
    endpoints: Number(options.endpoints),
    executable: options.executable && resolve(options.executable),
    patient: options.patient,
    retries: !options.short,
    onRound(at) {
      const { round, strikes, quietMs, announced, withdrawn, repeated, repeatedCompleted, resumed, newSessions } = at;
      const again = `${at.againTouched}+${at.againRefused}+${at.againUnanswered}`;
      const completed = repeatedCompleted > 0 ? ` (${repeatedCompleted} completed)` : '';
      const told = `told ${announced}, withdrawn ${withdrawn}, repeated ${repeated}${completed}, again ${again}`;
      const done = `calls ${at.calls} (${at.unknownCalls} unanswered), telegrams ${at.telegrams}, attaches ${at.attaches} (${at.uncompleted} of ${at.doubtful} doubtful ones never completed)`;
      const sessions = `sessions ${newSessions} new, ${resumed} resumed`;
      const faulty = at.faults.length === 0 ? 'ok' : `${at.faults.length} FAULTS`;
      console.log(
        `round ${round}: ${strikes.join('; ')}; ${told}; ${sessions}; ${done}; quiet ${quietMs.toFixed(0)} ms: ${faulty}`,
      );
      for (const fault of at.faults.slice(0, SHOWN)) console.log(`  ${fault}`);
    },
  });
  const sum = (name: 'announced' | 'repeated' | 'repeatedCompleted') => rounds.reduce((all, at) => all + at[name], 0);
  for (const line of complaints.slice(0, SHOWN)) console.log(`  ${line}`);
  return {
    ...{ rounds: rounds.length, announced: sum('announced'), repeated: sum('repeated') },
    ...{ repeatedCompleted: sum('repeatedCompleted'), complaints, failures: faults },
  };
});
