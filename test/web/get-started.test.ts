import { readFileSync } from 'node:fs';
import t from 'tap';
import { GUIDES, isGuided, STEPS, stepsDone } from '../../web/model/get-started.ts';

const NOTHING = {
  stationsConnected: 0,
  endpoints: 0,
  decodedMessages: 0,
  delivered: 0,
  mailTested: false,
  backupTaken: false,
};

t.test('a step is done by what is there, each by its own', async t => {
  const done = (progress: Partial<typeof NOTHING>) => {
    const found = stepsDone({ ...NOTHING, ...progress });
    return STEPS.filter(step => found[step]);
  };
  t.same(done({}), []);
  t.same(done({ stationsConnected: 1 }), ['station']);
  t.same(done({ endpoints: 1 }), ['endpoint']);
  t.same(done({ decodedMessages: 1 }), ['values']);
  t.same(done({ delivered: 1 }), ['deliver']);
  t.same(done({ mailTested: true }), ['mail']);
  t.same(done({ backupTaken: true }), ['backup']);
});

t.test('what a step says to enter is what its document says', async t => {
  for (const [step, { settings, command, document }] of Object.entries(GUIDES)) {
    const text = readFileSync(new URL(`../../docs/${document}`, import.meta.url), 'utf8').replaceAll('\\n', '\n');
    t.ok(text.includes(command), `${step}: ${command}`);
    for (const line of settings?.split('\n') ?? []) t.ok(text.includes(line), `${step}: ${line}`);
  }
  t.equal(isGuided('mail'), true);
  t.equal(isGuided('station'), false);
  t.equal(isGuided('toString'), false);
});
