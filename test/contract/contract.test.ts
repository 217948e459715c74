import t from 'tap';
import { operations } from './document.ts';
import { ContractRun } from './run.ts';
import { summaryOf } from './summary.ts';

t.setTimeout(240_000);

const SEED = 18;
const REQUESTS = 1000;

t.test('what the document says of requests and answers is so, and nothing that is refused is stored', async t => {
  await using run = await ContractRun.start(t.testdir(), SEED);
  await run.send(REQUESTS);
  t.same(run.violations, []);
  t.equal(run.tallies.size, operations.length, 'every operation was tried');
  const served = [...run.tallies.values()].filter(({ statuses }) => statuses.has(200)).length;
  // Others answer only what refuses them: what they name is not there, or not in this edition.
  t.ok(served >= operations.length / 2, 'most of them were served', { summary: summaryOf(run) });
});
