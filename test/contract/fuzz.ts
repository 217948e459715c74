import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ContractRun } from './run.ts';
import { seldomTaken, summaryOf } from './summary.ts';

/** After so many it is said how far it is, and the run can be ended by a signal: it tells what it has met. */
const AT_ONCE = 1000;
/** From so many on each operation has had enough of them to say which share was taken. */
const ENOUGH = 20_000;

/** node test/contract/fuzz.ts --requests 200000 --seed 1 [--edition enterprise] */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    edition: { type: 'string', default: 'community' },
  },
});
const dir = await mkdtemp(join(tmpdir(), 'contract-'));
const edition = values.edition === 'enterprise' ? 'enterprise' : 'community';
const run = await ContractRun.start(dir, Number(values.seed), edition);
try {
  const began = performance.now();
  const all = Number(values.requests);
  let told = 0;
  let isEnded = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isEnded = true));
  while (run.requests < all && !isEnded) {
    await run.send(Math.min(AT_ONCE, all - run.requests));
    process.stderr.write(`${run.requests} requests, ${run.violations.length} violations\n`);
    for (const { operation, problem, request, answer } of run.violations.slice(told)) {
      process.stderr.write(`! ${operation}: ${problem}\n    ${request}\n    ${answer}\n`);
    }
    told = run.violations.length;
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(`seed ${values.seed}, ${edition}: ${run.requests} requests in ${Math.round(seconds)} s`);
  const isSeldom = run.requests >= ENOUGH && seldomTaken(run).length > 0;
  const isMistaken = run.requests >= ENOUGH && run.mistakenlyNeverTaken.length > 0;
  process.exitCode = run.violations.length > 0 || isSeldom || isMistaken ? 1 : 0;
} finally {
  console.log(summaryOf(run));
  await run[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
}
