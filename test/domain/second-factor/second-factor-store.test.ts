import { join } from 'node:path';
import t from 'tap';
import { openStore } from '../../../src/compose/store.ts';

const NOW = 1_000_000;
const ACTING = { now: NOW, userId: undefined, userEmail: undefined, actor: 'test', address: 'local' };
const [SECRET, OTHER, CODE] = [Buffer.alloc(20, 1), Buffer.alloc(20, 2), Buffer.alloc(32, 3)];

async function scene(t: { testdir(): string; teardown(end: () => unknown): void }) {
  const path = join(t.testdir(), 'waystation.db');
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  t.teardown(() => store.close());
  await store.write.installation.establish({ operator: 'o' }, '0192f000-0000-7000-8000-000000000001', 1);
  const given = { email: 'ada@example.org', password: 'x', requireChange: false, onlyFirst: true };
  const { id, uuid } = await store.write.administrators.create(given, ACTING);
  return { store, id, uuid, given };
}

t.test('of two who want to be the first administrator one is, and owns the default organization', async t => {
  const { store, given, id } = await scene(t);
  const more = ['bob', 'eve'].map(name =>
    store.write.administrators.create({ ...given, email: `${name}@example.org` }, ACTING),
  );
  t.same(
    (await Promise.allSettled(more)).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  const later = await store.write.administrators.create(
    { ...given, email: 'bob@example.org', onlyFirst: false },
    ACTING,
  );
  t.match(store.read.accounts.memberships(id), [{ role: 'owner' }]);
  t.same(store.read.accounts.memberships(later.id), []);
  t.match(store.read.administrators.list(), [{ email: 'ada@example.org' }, { email: 'bob@example.org' }]);
});

t.test('a code and a recovery code are good once, also for two at once', async t => {
  const { store, id } = await scene(t);
  const { read, write } = store;
  await write.secondFactors.enrol(id, SECRET, [CODE], NOW);
  t.equal(await write.secondFactors.useStep(id, SECRET, 9), false, 'it is not in force');
  t.equal(await write.secondFactors.useRecovery(id, CODE), false);
  await write.secondFactors.confirm(id, SECRET, 5, ACTING);
  const steps = await Promise.all([6, 6, 5, 7].map(step => write.secondFactors.useStep(id, SECRET, step)));
  t.same(steps, [true, false, false, true]);
  const codes = await Promise.all(
    [CODE, CODE, Buffer.alloc(32)].map(code => write.secondFactors.useRecovery(id, code)),
  );
  t.same(codes, [true, false, false]);
  t.equal(read.secondFactors.codesLeft(id), 0);
});

t.test('what was enrolled anew meanwhile is not confirmed, and what is in force not replaced', async t => {
  const { store, id } = await scene(t);
  const { read, write } = store;
  await write.secondFactors.enrol(id, SECRET, [CODE], NOW);
  const outcomes = await Promise.allSettled([
    write.secondFactors.enrol(id, OTHER, [], NOW),
    write.secondFactors.confirm(id, SECRET, 1, ACTING),
    write.secondFactors.confirm(id, OTHER, 1, ACTING),
    write.secondFactors.confirm(id, OTHER, 2, ACTING),
    write.secondFactors.enrol(id, SECRET, [CODE], NOW),
  ]);
  const [fulfilled, rejected] = ['fulfilled', 'rejected'];
  t.same(
    outcomes.map(({ status }) => status),
    [fulfilled, rejected, fulfilled, rejected, rejected],
  );
  t.match(read.secondFactors.enrolment(id), { secret: OTHER, isOn: true, lastStep: 1 });
  t.equal(await write.secondFactors.useStep(id, SECRET, 9), false, 'nor is a code of the one before good');
  const removed = [write.secondFactors.remove(id, ACTING), write.secondFactors.remove(id, ACTING)];
  t.same(await Promise.all(removed), [true, false]);
});

t.test('what a user has enrolled goes with the account', async t => {
  const { store, id, given } = await scene(t);
  const { read, write } = store;
  const { id: other, uuid } = await write.administrators.create(
    { ...given, email: 'bob@example.org', onlyFirst: false },
    ACTING,
  );
  await write.secondFactors.enrol(other, SECRET, [CODE], NOW);
  await write.secondFactors.enrol(id, SECRET, [CODE], NOW);
  const gone = write.accounts.deleteUser(
    uuid,
    { kind: 'box', userId: undefined, keyOrganizationId: undefined },
    ACTING,
  );
  const late = write.secondFactors.enrol(other, OTHER, [], NOW);
  await gone;
  await t.rejects(late, /UserNotFound/);
  t.equal(read.secondFactors.enrolment(other), undefined);
  t.equal(read.secondFactors.codesLeft(other), 0);
  t.ok(read.secondFactors.enrolment(id));
});
