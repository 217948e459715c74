import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { freshKey } from '../../../src/domain/apikey/format.ts';
import { credibleMs } from '../../../src/kit/clock.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { uuid7 } from '../../../src/kit/uuid.ts';
import { keyActs, type ListedKey, type ListKeysInput } from '../../../src/upkeep/box/key-acts.ts';

const NOW = Date.UTC(2026, 0, 1);
const OPERATOR = uuid7(NOW);
const OPERATOR_ACTS = { now: NOW, userId: OPERATOR, userEmail: 'operator@localhost', actor: 'operator@localhost' };
const RUNNING = { signal: new AbortController().signal, progress: () => {}, say: () => {} };

async function opened(t: Test) {
  const path = join(t.testdir(), 'waystation.db');
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  t.teardown(() => store.close());
  await store.write.installation.establish({ operator: OPERATOR }, uuid7(NOW), NOW);
  const acts = keyActs({
    store,
    organization: () => ({ id: 1, uuid: 'one' }),
    operator: () => OPERATOR_ACTS,
    credible: () => credibleMs(OPERATOR_ACTS.now),
  });
  const tokenOf = (work: () => Promise<unknown>) =>
    work().then(
      () => 'none',
      error => error.fault ?? error.message,
    );
  const create = (input: object) => {
    const act = acts['api-keys.create'];
    return tokenOf(async () => act.run(act.check({ name: 'a', scopes: ['*'], expiresAt: null, ...input }), RUNNING));
  };
  const listed = async (all: boolean) => {
    const act = acts['api-keys.list'];
    const pages: (readonly ListedKey[])[] = [];
    let after: ListKeysInput['after'] = null;
    do {
      const page = await act.run(act.check(JSON.parse(JSON.stringify({ all, after }))), RUNNING);
      pages.push(page.keys);
      after = page.next;
    } while (after !== null);
    return pages;
  };
  return { store, acts, create, listed, tokenOf };
}

t.test('a command is held to what the RPC is held to', async t => {
  const { create, listed } = await opened(t);
  for (const [input, fault] of [
    [{ name: ' ' }, 'NameRequired'],
    [{ name: 'a\u0007' }, 'InvalidArgument'],
    [{ name: 'x'.repeat(129) }, 'FieldTooLong'],
    [{ scopes: [] }, 'InvalidScope'],
    [{ scopes: ['messages:write'] }, 'InvalidScope'],
    [{ scopes: [1] }, 'InvalidScope'],
    [{ expiresAt: NOW }, 'InvalidExpiry'],
    [{ expiresAt: NOW + 3654 * DAY_MS }, 'InvalidExpiry'],
  ] as const) {
    t.equal(await create(input), fault, JSON.stringify(input).slice(0, 60));
  }
  t.match(await create({ expiresAt: 'soon' }), /a whole number/);
  t.match(await create({ scopes: '*' }), /a list/);
  t.same(await listed(true), [[]]);
  t.equal(await create({ name: ' one ', scopes: ['*', '*'] }), 'none');
  t.equal(await create({ name: 'one' }), 'ApiKeyNameExists');
  t.match(await listed(false), [[{ name: 'one', scopes: '["*"]', active: true, created_by: 'operator@localhost' }]]);
});

t.test('thousands of keys come through page by page, none twice', async t => {
  const { store, listed } = await opened(t);
  const asked = { org: 1, user: undefined, scopes: ['*'], expiresAt: NOW };
  await Promise.all(
    Array.from({ length: 2100 }, (_, n) => {
      const key = { ...asked, ...freshKey(), name: `old ${n}` };
      return store.write.apiKeys.insert(key, [], { ...OPERATOR_ACTS, now: NOW + (n >> 3) });
    }),
  );
  await store.write.apiKeys.insert({ ...asked, ...freshKey(), name: 'new', expiresAt: NOW + 1 }, [], OPERATOR_ACTS);
  t.same(
    (await listed(false)).map(page => page.map(({ name }) => name)),
    [['new']],
  );
  const pages = await listed(true);
  t.same(
    pages.map(page => page.length),
    [500, 500, 500, 500, 101],
  );
  const all = pages.flat();
  t.equal(new Set(all.map(({ uuid }) => uuid)).size, 2101);
  t.same(
    all.filter(({ active }) => active).map(({ name }) => name),
    ['new'],
  );
  t.notOk('hash' in (all[0] ?? {}));
});

t.test('keys of another organization are not there', async t => {
  const { store, acts, tokenOf } = await opened(t);
  const asked = { org: 1, user: undefined, scopes: ['*'], expiresAt: null, name: 'x', ...freshKey() };
  const key = await store.write.apiKeys.insert(asked, [], OPERATOR_ACTS);
  const elsewhere = keyActs({
    store,
    organization: () => ({ id: 2, uuid: 'two' }),
    operator: () => OPERATOR_ACTS,
    credible: () => credibleMs(OPERATOR_ACTS.now),
  });
  const remove = (of: typeof acts, text: string) =>
    tokenOf(async () => of['api-keys.delete'].run({ key: text }, RUNNING));
  t.equal(await remove(elsewhere, key?.prefix ?? ''), 'ApiKeyNotFound');
  t.equal(await remove(elsewhere, key?.uuid ?? ''), 'ApiKeyNotFound');
  t.equal(await remove(acts, ''), 'ApiKeyNotFound');
  t.equal(await remove(acts, (key?.uuid ?? '').toUpperCase()), 'none');
  t.equal(await remove(acts, asked.prefix), 'ApiKeyNotFound');
});
