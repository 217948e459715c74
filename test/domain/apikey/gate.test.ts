import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import type { NewKey } from '../../../src/domain/apikey/api-key-store.ts';
import { freshKey } from '../../../src/domain/apikey/format.ts';
import { KeyGate } from '../../../src/domain/apikey/gate.ts';
import { issueKey } from '../../../src/domain/apikey/issue.ts';
import type { NewEvent } from '../../../src/domain/event/catalog.ts';
import { Notifier } from '../../../src/kit/notifier.ts';
import { credibleMs, turn } from '../../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { windClock } from '../../rpc/wind-clock.ts';

const ORGANIZATION = '00000000-0000-7000-8000-000000000002';
const ANN = '00000000-0000-7000-8000-00000000000a';
const ACTING = { userId: ANN, userEmail: 'ann@example.org', actor: 'ann@example.org' };
const HOME = '192.0.2.7';

async function opened(t: Test) {
  const clock = windClock();
  const dir = t.testdir();
  const store = await openStore({ path: join(dir, 'waystation.db'), engine: 'better-sqlite3', synchronous: 'normal' });
  t.teardown(() => store.close());
  await store.write.installation.establish({}, ORGANIZATION, clock.now());
  const changed = new Notifier();
  let news = 0;
  store.newsTo(({ audited }) => {
    if (!audited) return;
    news++;
    changed.notify();
  });
  const state = { active: true, fails: false, reads: 0 };
  const writes: number[] = [];
  const raised: NewEvent[] = [];
  const logged: unknown[] = [];
  const { apiKeys } = store.read;
  const gate = new KeyGate({
    read: {
      digest(prefix) {
        state.reads++;
        return apiKeys.digest(prefix);
      },
      byUuid: apiKeys.byUuid,
      state: apiKeys.state,
    },
    write: {
      async used(uses) {
        if (state.fails) throw new Error('disk');
        await store.write.apiKeys.used(uses);
        writes.push(uses.length);
      },
    },
    async raise(event) {
      raised.push(event);
      return store.write.events.raise(event);
    },
    isActive: user => user === ANN && state.active,
    changed,
    clock,
    log: { warn: (what: unknown) => logged.push(what), error: (what: unknown) => logged.push(what) } as never,
  });
  const make = async (more: Partial<NewKey> = {}) => {
    const asked = { org: 1, name: `key ${Math.random()}`, user: undefined, scopes: ['messages:read'], expiresAt: null };
    const acting = { ...ACTING, now: clock.now() };
    const { key, text } = await issueKey(store.write.apiKeys.insert, { ...asked, ...more }, acting);
    return { ...key, text };
  };
  const remove = (uuid: string) => store.write.apiKeys.remove(1, uuid, undefined, { ...ACTING, now: clock.now() });
  /** Settles after as many turns of the event loop as the promise needs. */
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await turn();
  };
  /** What has become of a caller who holds a key. */
  const hold = (uuid: string) => {
    const leave = new AbortController();
    const held: { ended: boolean; why: string | undefined } = { ended: false, why: undefined };
    const done = gate.ended(uuid, leave.signal).then(why => Object.assign(held, { ended: true, why }));
    return { held, leave, done };
  };
  const shown = (uuid: string) => store.read.apiKeys.find(1, uuid, undefined);
  const audited = () => news;
  return {
    ...{ clock, store, gate, changed, state, writes, raised, logged, make, remove, until, hold, shown, audited },
  };
}

t.test('the caller who presents a key is made out', async t => {
  const { gate, make } = await opened(t);
  const user = { id: ANN, email: 'ann@example.org' };
  const machine = await make({ name: 'Node-RED', scopes: ['messages:read', 'downlinks:write'] });
  const own = await make({ name: 'mine', user });
  const whose = { org: 1, organizationId: ORGANIZATION };
  t.same(gate.verify(machine.text), {
    key: {
      ...{ id: machine.uuid, name: 'Node-RED', prefix: machine.prefix, type: 'service_account', ...whose },
      ...{ userId: undefined, userEmail: undefined, scopes: ['messages:read', 'downlinks:write'] },
    },
  });
  t.match(gate.verify(own.text), { key: { id: own.uuid, type: 'user', userId: ANN, userEmail: 'ann@example.org' } });
  t.notOk(JSON.stringify(gate.verify(own.text)).includes(own.text.slice(9)));
});

t.test('nothing but the whole key is the key', async t => {
  const { gate, make, state } = await opened(t);
  const { text, prefix } = await make();
  const another = freshKey().text;
  const grafted = `${prefix}${another.slice(8)}`;
  const unknown = { refusal: 'InvalidApiKey', org: undefined };
  t.same(gate.verify(another), unknown, 'a key that does not exist');
  t.same(gate.verify(grafted), unknown, 'the prefix of one, the secret of another');
  t.equal(state.reads, 2);
  for (const wrong of ['', prefix, `${prefix}_`, text.slice(0, -1), `${text} `, ` ${text}`, `${text.slice(0, -1)}!`]) {
    t.same(gate.verify(wrong), unknown, wrong);
  }
  t.equal(state.reads, 2, 'what cannot be a key is not looked up');
  t.ok(gate.verify(text).key);
});

t.test('a key that has expired, or whose user is switched off, is refused by its own name', async t => {
  const { gate, make, clock, state } = await opened(t);
  const expiring = await make({ expiresAt: clock.now() + 1000 });
  const own = await make({ user: { id: ANN, email: 'ann@example.org' } });
  const foreign = await make({ user: { id: ORGANIZATION, email: 'x' } });
  clock.advance(999);
  t.ok(gate.verify(expiring.text).key);
  t.same(gate.verify(foreign.text), { refusal: 'ApiKeyInactive', org: 1 });
  clock.advance(1);
  t.same(gate.verify(expiring.text), { refusal: 'ApiKeyExpired', org: 1 });
  t.equal(gate.refusal(expiring.uuid), 'ApiKeyExpired');
  t.equal(gate.refusal(own.uuid), undefined);
  state.active = false;
  t.same(gate.verify(own.text), { refusal: 'ApiKeyInactive', org: 1 });
  t.equal(gate.refusal(own.uuid), 'ApiKeyInactive');
  const wrong = `${expiring.prefix}${freshKey().text.slice(8)}`;
  t.equal(gate.verify(wrong).refusal, 'InvalidApiKey', 'who has not the secret is told nothing of the key');
});

t.test('a deletion ends at once who was let in, and no other', async t => {
  const { gate, make, remove, hold, until } = await opened(t);
  const gone = await make();
  const other = await make();
  const holders = [hold(gone.uuid), hold(gone.uuid)];
  const stays = hold(other.uuid);
  t.ok(gate.verify(gone.text).key);
  await remove(gone.uuid);
  await until(() => holders.every(({ held }) => held.ended));
  for (const { held } of holders) t.equal(held.why, 'ApiKeyInactive');
  t.equal(gate.refusal(gone.uuid), 'ApiKeyInactive');
  t.same(gate.verify(gone.text), { refusal: 'InvalidApiKey', org: undefined });
  t.notOk(stays.held.ended);
  t.equal((await hold(gone.uuid).done).why, 'ApiKeyInactive', 'who comes too late is told, too');
  stays.leave.abort();
  t.same(await stays.done, { ended: true, why: undefined });
});

t.test('a user that is switched off ends his keys', async t => {
  const { make, hold, state, changed } = await opened(t);
  const own = await make({ user: { id: ANN, email: 'ann@example.org' } });
  const one = hold(own.uuid);
  changed.notify();
  await turn();
  t.notOk(one.held.ended, 'what changes nothing for it ends nothing');
  state.active = false;
  changed.notify();
  t.equal((await one.done).why, 'ApiKeyInactive');
});

t.test('an expiry that a doubted clock has passed is not asked for again and again', async t => {
  const { make, hold, clock, until } = await opened(t);
  const pauses: number[] = [];
  const { after } = clock;
  clock.after = (ms, fn) => {
    pauses.push(ms);
    return after(ms, fn);
  };
  clock.jump(400 * DAY_MS);
  const { held, leave, done } = hold((await make({ expiresAt: clock.credible() + 10_000 })).uuid);
  await until(() => clock.pending === 1);
  t.same(pauses, [10_000]);
  t.notOk(held.ended);
  leave.abort();
  await done;
});

t.test('an expiry ends who was let in within half a minute, also when the clock jumps', async t => {
  const { make, hold, clock, until } = await opened(t);
  const soon = hold((await make({ expiresAt: clock.now() + 10_000 })).uuid);
  const later = hold((await make({ expiresAt: clock.now() + DAY_MS })).uuid);
  await until(() => clock.pending === 2);
  clock.advance(9999);
  await turn();
  t.notOk(soon.held.ended);
  clock.advance(1);
  t.equal((await soon.done).why, 'ApiKeyExpired');
  await until(() => clock.pending === 1);
  clock.advance(20_000);
  await until(() => clock.pending === 1);
  clock.jump(400 * DAY_MS);
  clock.advance(30_000);
  await until(() => clock.pending === 1);
  t.notOk(later.held.ended, 'a jump that is not believed ends nothing');
  // Time that no timer has seen.
  const credible = credibleMs(clock.credible() + DAY_MS);
  clock.credible = () => credible;
  clock.advance(30_000);
  t.equal((await later.done).why, 'ApiKeyExpired');
  t.equal(clock.pending, 0, 'nothing is waited for any more');
});

t.test('who leaves waits for nothing', async t => {
  const { make, hold, clock, until } = await opened(t);
  const one = hold((await make({ expiresAt: clock.now() + 10_000 })).uuid);
  await until(() => clock.pending === 1);
  one.leave.abort();
  t.same(await one.done, { ended: true, why: undefined });
  t.equal(clock.pending, 0);
});

t.test('uses are written once a minute for all keys, and the newest counts', async t => {
  const { gate, make, clock, writes, shown, until } = await opened(t);
  const [a, b] = [await make(), await make()];
  const began = clock.now();
  gate.used(a.uuid, HOME);
  await until(() => writes.length === 1);
  t.match(shown(a.uuid), { last_used_at: began, last_used_address: HOME });
  for (let n = 0; n < 59_000; n += 1000) {
    clock.advance(1000);
    gate.used(a.uuid, '192.0.2.8');
    gate.used(b.uuid, `192.0.2.${n % 9}`);
  }
  await turn();
  t.same(writes, [1]);
  t.match(shown(a.uuid), { last_used_at: began });
  clock.advance(1000);
  await until(() => writes.length === 2);
  t.same(writes, [1, 2]);
  t.match(shown(a.uuid), { last_used_at: began + 59_000, last_used_address: '192.0.2.8' });
  clock.advance(HOUR_MS);
  t.equal(clock.pending, 0, 'nothing is waited for while no key is presented');
  gate.used(b.uuid, HOME);
  await until(() => writes.length === 3);
  t.match(shown(b.uuid), { last_used_at: began + MINUTE_MS + HOUR_MS, last_used_address: HOME });
  gate.used(a.uuid, HOME);
  gate.used(b.uuid, '192.0.2.9');
  await gate.stop();
  t.match(shown(b.uuid), { last_used_address: '192.0.2.9' }, 'a stop loses none');
  t.equal(clock.pending, 0);
});

t.test('a use beside a deletion brings nothing back, and a disk that fails ends nothing', async t => {
  const { gate, make, remove, shown, state, writes, logged, until, clock } = await opened(t);
  const { uuid } = await make();
  const [deleted] = await Promise.all([remove(uuid), (async () => gate.used(uuid, HOME))()]);
  t.equal(deleted.uuid, uuid);
  await until(() => writes.length === 1);
  t.equal(shown(uuid), undefined);
  const { uuid: other } = await make();
  state.fails = true;
  gate.used(other, HOME);
  clock.advance(MINUTE_MS);
  await until(() => logged.length === 1);
  state.fails = false;
  gate.used(other, HOME);
  clock.advance(MINUTE_MS);
  await until(() => writes.length === 2);
  t.match(shown(other), { last_used_address: HOME });
});

t.test('a refused key is told of without its secret, once a second for an address', async t => {
  const { gate, make, clock, raised, store, until } = await opened(t);
  const expired = await make({ expiresAt: clock.now() + 1 });
  clock.advance(1);
  const tell = (presented: string, address: string) => {
    const verified = gate.verify(presented);
    if (verified.refusal) gate.rejected(presented, verified, address);
  };
  tell(expired.text, HOME);
  tell(expired.text, HOME);
  tell('hunter2', '192.0.2.8');
  const about = { type: 'security.api_key_rejected', at: clock.now(), storedAt: clock.now() };
  t.same(raised, [
    {
      ...{ ...about, org: 1, sourceId: HOME },
      data: { keyPrefix: expired.prefix, remoteAddress: HOME, token: 'ErrTokenApiKeyExpired' },
    },
    {
      ...{ ...about, org: null, sourceId: '192.0.2.8' },
      data: { keyPrefix: '', remoteAddress: '192.0.2.8', token: 'ErrTokenInvalidApiKey' },
    },
  ]);
  clock.advance(1000);
  tell(expired.text, HOME);
  t.equal(raised.length, 3);
  const newest = () => store.read.eventLog.edges().newest;
  await until(() => newest() >= 3);
  t.notOk(JSON.stringify(raised).includes(expired.text.slice(9)));
});

t.test('only what is audited is told', async t => {
  const { store, make, remove, audited, clock, until } = await opened(t);
  const { uuid } = await make();
  await until(() => audited() === 1);
  await store.write.events.raise({ type: 'system.backup_completed', org: null, at: 1, storedAt: 1 });
  await remove(uuid);
  await until(() => audited() === 2);
  await store.write.events.raise({ type: 'system.backup_completed', org: null, at: 1, storedAt: 1 });
  const box = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;
  await store.write.accounts.updateOrganization(ORGANIZATION, { name: 'x' }, box, { ...ACTING, now: clock.now() });
  await until(() => audited() === 3);
});

t.test('a key whose prefix is taken is made again', async t => {
  const { store, clock, make, gate } = await opened(t);
  const first = await make();
  const keys = [{ ...freshKey(), prefix: first.prefix }, freshKey()];
  const asked = { org: 1, name: 'again', user: undefined, scopes: ['*'], expiresAt: null };
  const acting = { ...ACTING, now: clock.now() };
  const next = () => keys.shift() ?? freshKey();
  const made = await issueKey(store.write.apiKeys.insert, asked, acting, { make: next });
  t.equal(keys.length, 0);
  t.ok(gate.verify(made.text).key);
  t.equal(made.text.slice(0, 8), made.key.prefix);
});

t.test('a key is looked up once in ten seconds, and again after each change of rights', async t => {
  const { clock, gate, changed, state, make } = await opened(t);
  const { text } = await make();
  const reads = () => {
    state.reads = 0;
    t.match(gate.verify(text), { key: {} });
    return state.reads;
  };
  t.equal(reads(), 1);
  t.equal(reads(), 0);
  clock.advance(9999);
  t.equal(reads(), 0);
  clock.advance(1);
  t.equal(reads(), 1);
  changed.notify();
  t.equal(reads(), 1);
  t.equal(reads(), 0);
});
