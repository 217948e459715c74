/**
 * Reads random texts and blueprints, right ones and broken ones, decodes random payloads with them, encodes what was decoded, and evaluates
 * random expressions: nothing may throw, take more steps or give more than is allowed, or differ from the format written a second time.
 * Usage: node test/fault/blueprints/fuzz-blueprints.ts [--runs 1000000] [--seed N] [--only documents|values|expressions|texts]
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readBlueprint } from '../../../src/domain/blueprint/codec/read.ts';
import { catalogText } from '../../domain/blueprint/codec/catalog.ts';
import {
  checkDocuments,
  checkEncoding,
  checkExpressions,
  checkStrictness,
  type Tally,
} from '../../domain/blueprint/codec/properties.ts';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '1000000' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const runs = Number(options.runs);
const seed = options.seed === undefined ? randomInt(2 ** 30) : Number(options.seed);

/** Each begins with a seed of its own, so that one that fails can be repeated alone; and what it has drawn is forgotten. */
const SLICE = 20_000;
const withDownlinks = [readBlueprint(catalogText('swissphone/m3b-demo/v1.0.json'))];

const kinds: readonly [
  name: string,
  part: number,
  check: (of: { runs: number; seed: number }, tally: Tally) => void,
][] = [
  ['documents', 1, checkDocuments],
  ['values', 0.25, checkEncoding],
  ['values', 0.05, (of, tally) => checkEncoding(of, tally, withDownlinks)],
  ['expressions', 1, checkExpressions],
  ['texts', 1, checkStrictness],
];

console.log(`${runs} runs, --seed ${seed}`);
let total = 0;
for (const [name, part, check] of kinds) {
  if (options.only !== undefined && options.only !== name) continue;
  const tally: Tally = new Map();
  const wanted = Math.ceil(runs * part);
  for (let done = 0; done < wanted; done += SLICE) {
    const slice = { runs: Math.min(SLICE, wanted - done), seed: seed + done / SLICE };
    try {
      check(slice, tally);
    } catch (error) {
      console.error(`failed: --only ${name} --runs ${slice.runs} --seed ${slice.seed}`);
      throw error;
    }
    total += slice.runs;
    console.error(`${name}: ${done + slice.runs} of ${wanted}`);
  }
  console.log(`${name}: ${[...tally].map(([what, times]) => `${times} ${what}`).join(', ')}`);
}
console.log(`${total} runs, 0 exceptions, 0 beyond the step limit, 0 differences`);
