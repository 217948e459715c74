import { appendFileSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Journal, openUpdate, readJournal } from '../../../src/update/machine/journal.ts';
import {
  answer,
  readAnswer,
  requestByService,
  requestUpdate,
  waitingRequest,
} from '../../../src/update/machine/request.ts';
import { highestCommitted, rolledBack, stateOf, updateState } from '../../../src/update/machine/state.ts';

const BEGUN = { from: '0.1.0', to: '0.2.0', form: 'executable', sha256: '00', by: 'anna' } as const;

t.test('an entry that was torn is none, and the next is whole', async t => {
  const folder = join(t.testdir(), 'state');
  const journal = new Journal(folder, () => 5);
  t.same(journal.entries, []);
  const id = journal.begin(BEGUN);
  const whole = statSync(join(folder, 'journal')).size;
  for (const torn of ['{"step":"commi', '\0\0\0\0', '{"step":"committed","update":1,"at":6}']) {
    appendFileSync(join(folder, 'journal'), torn);
    t.match(updateState(folder), { phase: 'verified', id, isOpen: true }, JSON.stringify(torn));
    t.equal(openUpdate(readJournal(folder)).length, 1);
  }
  journal.append(id, { step: 'rehearsed', pauseMs: 5000, critical: [] });
  t.same(
    readJournal(folder).map(({ step }) => step),
    ['begun', 'rehearsed'],
  );
  t.ok(readFileSync(join(folder, 'journal')).subarray(whole).toString().startsWith('{"step":"rehearsed"'));
});

t.test('one update is under way at a time, and the journal does not grow for ever', async t => {
  const folder = t.testdir();
  const journal = new Journal(folder, () => 5);
  for (let round = 0; round < 150; round++) {
    const id = journal.begin({ ...BEGUN, to: `0.${round}.0` });
    t.throws(() => journal.begin(BEGUN), { reason: 'busy', message: /is under way/ });
    journal.append(id, { step: 'rolled_back', why: 'it hangs' });
  }
  const { entries } = journal;
  t.ok(entries.length <= 202, `${entries.length} entries`);
  t.match(stateOf(entries), { id: 150, to: '0.149.0', phase: 'rolled_back', why: 'it hangs', isOpen: false });
  t.ok(rolledBack(entries).has('0.149.0'));
});

t.test('what has proved itself is no longer called what did not work, and the highest is remembered', async t => {
  const journal = new Journal(t.testdir(), () => 5);
  const first = journal.begin(BEGUN);
  journal.append(first, { step: 'rolled_back', why: 'it hangs' });
  const second = journal.begin(BEGUN);
  t.ok(rolledBack(journal.entries).has('0.2.0'));
  t.equal(highestCommitted(journal.entries), undefined);
  for (const step of ['committed', 'installed'] as const) journal.append(second, { step });
  const third = journal.begin({ ...BEGUN, from: '0.2.0', to: '0.1.5' });
  for (const step of ['committed', 'installed'] as const) journal.append(third, { step });
  t.notOk(rolledBack(journal.entries).has('0.2.0'));
  t.equal(highestCommitted(journal.entries), '0.2.0');
});

t.test('a journal that leads elsewhere is not followed', async t => {
  const folder = t.testdir({ other: '', state: {} });
  symlinkSync(join(folder, 'other'), join(folder, 'state/journal'));
  const journal = new Journal(join(folder, 'state'), () => 5);
  t.throws(() => journal.entries, { reason: 'state', message: /no plain file/ });
  t.throws(() => journal.append(1, { step: 'committed' }), { code: 'ELOOP', message: /ELOOP/ });
  t.equal(readFileSync(join(folder, 'other'), 'utf8'), '');
});

t.test('of what the service asks nothing is believed but that it asks', async t => {
  const folder = t.testdir();
  const [state, update] = [join(folder, 'state'), join(folder, 'update')];
  const id = requestByService(update, 'the window of updates');
  const forged = { file: '/etc/shadow', downgrade: true, stale: true, again: true };
  writeFileSync(join(update, 'request'), JSON.stringify({ id, by: `a\x1b[31m${'x'.repeat(500)}`, ...forged }));
  const found = waitingRequest('service', update, state);
  t.match(found, { id, file: undefined, stale: false, downgrade: false, again: false });
  t.ok((found?.by.length ?? 999) <= 110);
  t.notOk(found?.by.includes('\u001b'));
  answer('service', state, { id, newest: '0.1.0' });
  t.equal(waitingRequest('service', update, state), undefined, 'and it is done once');

  for (const content of ['', '[]', '{"id":5}', 'x'.repeat(10_000)]) {
    writeFileSync(join(update, 'request'), content);
    t.equal(waitingRequest('service', update, state), undefined, content.slice(0, 10));
  }
  mkdirSync(join(folder, 'linked'));
  writeFileSync(join(folder, 'elsewhere'), JSON.stringify({ id: 'a', by: 'b' }));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'linked/request'));
  t.equal(waitingRequest('service', join(folder, 'linked'), state), undefined, 'no link is followed');
});

t.test('what an operator asks is answered once', async t => {
  const state = join(t.testdir(), 'state');
  const request = { by: 'anna', file: '/media/a.wsu', stale: true, downgrade: false, again: true };
  const id = requestUpdate(state, request);
  t.same(waitingRequest('operator', state, state), { ...request, id });
  answer('operator', state, { id, refused: 'expired', message: 'too old' });
  t.same(readAnswer('operator', state), { id, refused: 'expired', message: 'too old' });
  t.equal(waitingRequest('operator', state, state), undefined);
});
