import t from 'tap';
import { readJournal } from '../../../src/update/machine/journal.ts';
import { rolledBack, updateState, wordsOf } from '../../../src/update/machine/state.ts';
import { type CutKind, cutRun, type Manager, ModelBox, qualities } from './model-box.ts';

const managers: readonly Manager[] = ['unit', 'child'];
const kinds: readonly CutKind[] = ['kill', 'power'];

/** What becomes of a release without a cut, and what is said of it. */
const ends: Readonly<Record<(typeof qualities)[number], readonly [step: string, why: RegExp | undefined]>> = {
  good: ['installed', undefined],
  'will not start': ['rolled_back', /it could not be started \(exec format error\)/],
  'ends at once': ['rolled_back', /it ended with exit code 78/],
  'ends after a while': ['rolled_back', /it ended with exit code 1/],
  'never ready': ['rolled_back', /it was not ready after 130 s/],
  'another version': ['rolled_back', /it is 0\.1\.0, and not 0\.2\.0/],
  silent: ['rolled_back', /no sign of life for 30 s \(no answer in time\)/],
  deaf: ['rolled_back', /its listener bssci does not answer/],
  critical: ['rolled_back', /critical and was not before: listener/],
  'too large': ['rolled_back', /it holds \d+ MB in memory, and may hold 0 MB/],
  'restarted by hand': ['rolled_back', /it ended and was started again/],
  'refuses its rehearsal': ['refused', /cannot be run/],
  'breaks the database': ['refused', /no way back: 0\.2\.0 has to be installed by hand/],
  'breaks the database, and carries': ['installed', undefined],
  'breaks the database, carries, and ends after a while': ['rolled_back', /it ended with exit code 1/],
};

for (const quality of qualities) {
  t.test(`a release that is ${quality}`, async t => {
    for (const manager of managers) {
      using box = new ModelBox(quality, manager);
      const [step, why] = ends[quality];
      const begunAt = box.now;
      if (step === 'refused') await t.rejects(box.perform(), { name: 'UpdateRefused', message: why });
      else t.equal(await box.perform(), step);
      t.same(box.wrong(), []);
      const state = updateState(box.folder);
      t.match(state, { phase: step, isOpen: false, from: '0.1.0', to: '0.2.0', by: 'a test' });
      if (why) t.match(state?.why, why);
      t.equal(rolledBack(readJournal(box.folder)).has('0.2.0'), step === 'rolled_back');
      const tookMs = box.now - begunAt;
      // What is seen at once is not watched to the end.
      const mostMs = ['deaf', 'critical', 'too large', 'ends at once'].includes(quality) ? 30_000 : 180_000;
      t.ok(tookMs <= mostMs, `within ${tookMs} ms`);
      for (const entry of readJournal(box.folder)) t.match(wordsOf(entry), /^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}\S/);
    }
  });
}

t.test('what did not work is tried again by a person only', async t => {
  using box = new ModelBox('deaf', 'unit');
  await box.perform();
  const taken = { from: '0.1.0', to: '0.2.0', form: 'executable', sha256: '00' } as const;
  await t.rejects(box.machine().perform(taken, { by: 'the service', again: false }), {
    reason: 'rolled_back',
    message: /only a person/,
  });
  box.isNextReady = true;
  t.equal(await box.machine().perform(taken, { by: 'a person', again: true }), 'rolled_back');
});

t.test('wherever it is cut, the box ends with the old program or with the new one, and serves', async t => {
  let cuts = 0;
  const wrong: string[] = [];
  for (const quality of qualities) {
    for (const manager of managers) {
      const { points } = await cutRun({ ...{ quality, manager, kind: 'kill', torn: false }, at: undefined, again: [] });
      for (const kind of kinds) {
        for (let at = 0; at < points; at++) {
          // The second start is cut somewhere, too; the third and fourth are let go on.
          const run = {
            quality,
            manager,
            kind,
            at,
            again: [(at * 7) % points],
            torn: kind === 'power' && at % 2 === 0,
          };
          wrong.push(...(await cutRun(run)).wrong);
          cuts++;
        }
      }
    }
  }
  t.same(wrong, []);
  t.ok(cuts > 400, `${cuts} points`);
});

t.test('what ends the machine in each trial is gone after the third', async t => {
  using box = new ModelBox('good', 'unit');
  const steps: string[] = [];
  let countdown = 0;
  // The points of a good update up to its trial, and one of it.
  for (; !readJournal(box.folder).some(({ step }) => step === 'trial'); countdown++) {
    box.now += 10_000;
    box.countdown = countdown;
    await box.perform().catch(() => box.cut('power', false));
    if (!box.isOver && !readJournal(box.folder).some(({ step }) => step === 'trial')) await box.resume();
  }
  for (let start = 0; start < 2; start++) {
    box.countdown = 3;
    await box.resume().catch(() => box.cut('power', false));
    steps.push(readJournal(box.folder).at(-1)?.step ?? '');
  }
  t.same(steps, ['trial', 'trial']);
  t.match(updateState(box.folder), { trials: 3 });
  await box.resume();
  t.match(updateState(box.folder), { phase: 'rolled_back', why: /it was started 3 times, and each trial was cut off/ });
  t.same(box.wrong(), []);
});
