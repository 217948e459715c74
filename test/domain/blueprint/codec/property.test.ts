// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { readBlueprint } from '../../../../src/domain/blueprint/codec/read.ts';
import { isWhole } from '../../../whole.ts';
import { catalogText } from './catalog.ts';
import {
  checkDocuments,
  checkEncoding,
  checkExpressions,
  checkParsing,
  checkStrictness,
  type Tally,
} from './properties.ts';

/** Of the same kind as test/fault/blueprints/fuzz-blueprints.ts does many more of. */
const RUNS = isWhole ? 20_000 : 6_400;
const seed = Number(process.env.TEST_SEED ?? 20261122);

t.test('random documents and payloads decode as the reference says, and none throws', async t => {
  const tally: Tally = new Map();
  checkDocuments({ runs: RUNS, seed }, tally);
  t.comment(Object.fromEntries(tally));
  t.ok((tally.get('decoded to something') ?? 0) > RUNS / 20, 'many of them decode');
  t.ok((tally.get('documents refused') ?? 0) > 100, 'and some are refused');
  t.ok((tally.get('not decoded: limit_exceeded') ?? 0) > 0);
});

t.test('what is decoded encodes again, within a raw step', async t => {
  const tally: Tally = new Map();
  checkEncoding({ runs: RUNS / 4, seed }, tally);
  t.comment(Object.fromEntries(tally));
  t.ok((tally.get('encoded') ?? 0) > RUNS / 40);
});

t.test('so do the downlinks of the catalog', async t => {
  const tally: Tally = new Map();
  checkEncoding({ runs: RUNS / 20, seed }, tally, [readBlueprint(catalogText('swissphone/m3b-demo/v1.0.json'))]);
  t.equal(tally.get('encoded'), RUNS / 20);
});

t.test('expressions give the same with the quick operators and with bigints', async t => {
  const tally: Tally = new Map();
  checkExpressions({ runs: RUNS, seed }, tally);
  t.comment(Object.fromEntries(tally));
  t.ok((tally.get('a number') ?? 0) > RUNS / 4);
});

t.test('an expression is read as it is written', async () => checkParsing({ runs: RUNS / 4, seed }));

t.test('what is JSON is so for the language, too', async t => {
  const tally: Tally = new Map();
  checkStrictness({ runs: RUNS, seed }, tally);
  t.comment(Object.fromEntries(tally));
  t.ok((tally.get('JSON') ?? 0) > RUNS / 100);
});
