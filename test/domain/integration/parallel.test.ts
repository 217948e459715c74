import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { openDb } from '../../../src/database/driver.ts';
import { migrate } from '../../../src/database/migrate.ts';
import type { Integration, IntegrationChange } from '../../../src/domain/integration/integration-records.ts';
import { MAX_INTEGRATIONS } from '../../../src/domain/integration/integration-store.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import { Fault } from '../../../src/kit/faults/faults.ts';
import { engine } from '../../database/engine.ts';
import { populate, T0 } from '../message/log-store.ts';
import { acting, asked, readerOf } from './scene.ts';

/** A store with a real writer, to which calls of one turn go together. */
async function opened(t: Test) {
  const path = join(t.testdir(), 'waystation.db');
  const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
  migrate(db, migrations);
  populate({ db }, 2, 2);
  db.close();
  const store = await openStore({ path, engine, synchronous: 'normal' });
  t.teardown(() => store.close());
  return store;
}

/** What became of calls that were made at once: names of faults, or what they returned. */
async function together(...calls: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map(outcome => {
    if (outcome.status === 'fulfilled') return outcome.value;
    if (outcome.reason instanceof Fault) return outcome.reason.fault;
    throw outcome.reason;
  });
}

const change = ({ org, uuid, revision }: Integration, values: IntegrationChange['values']) => {
  return { org, uuid, expectedRevision: revision, fields: Object.keys(values), values };
};

t.test('two of one name at once: one is made', async t => {
  const { read, write } = await opened(t);
  const create = (name: string) => write.integrations.create(asked({ name }), acting);
  const [first, second] = await together(create('one'), create('one'));
  t.match(first, { name: 'one' });
  t.equal(second, 'IntegrationNameExists');
  t.equal(read.integrations.list(1).length, 1);
  const [other] = await together(create('two'));
  const rename = (integration: unknown) =>
    write.integrations.update(change(integration as Integration, { name: 'three' }), acting);
  const [renamed, refused] = await together(rename(first), rename(other));
  t.match(renamed, { name: 'three' });
  t.equal(refused, 'IntegrationNameExists');
});

t.test('the fiftieth and the one after it at once: one is made', async t => {
  const { read, write } = await opened(t);
  const create = (name: string, org = 1) => write.integrations.create(asked({ name, org }), acting);
  for (let n = 1; n < MAX_INTEGRATIONS; n++) await create(`${n}`);
  const outcomes = await together(create('a'), create('b'), create('c', 2));
  t.match(outcomes, [{ name: 'a' }, 'IntegrationLimitReached', { name: 'c' }]);
  t.equal(read.integrations.list(1).length, MAX_INTEGRATIONS);
});

t.test('two changes at once: the second is to be made again', async t => {
  const { read, write } = await opened(t);
  const made = await write.integrations.create(asked(), acting);
  const secrets = (text: string) => ({ ...change(made, { maxPerSecond: text.length }), secrets: Buffer.from(text) });
  const [first, second] = await together(
    write.integrations.update(secrets('one'), acting),
    write.integrations.update(secrets('second'), acting),
  );
  t.match(first, { maxPerSecond: 3 });
  t.equal(second, undefined);
  const found = read.integrations.find(1, made.uuid);
  t.match(found, { maxPerSecond: 3, revision: 2 });
  t.equal(Buffer.from(found?.secrets ?? []).toString(), 'one');
});

t.test('what an engine stores of one that is removed at the same time is lost, and nothing else is', async t => {
  const { read, write } = await opened(t);
  const made = await write.integrations.create(asked(), acting);
  const { id } = made;
  const items = [{ stream: 'log', place: 1, reason: 'bad' }] as const;
  const advance = () => write.integrations.advance({ id, stream: 'log', cursor: 5, delivered: 1, at: T0 });
  const before = [advance(), write.integrations.park({ id, items, at: T0 })];
  const remove = write.integrations.remove(1, made.uuid, acting);
  const after = [advance(), write.integrations.park({ id, items, at: T0 })];
  t.same(await together(...before, remove, ...after), Array(5).fill(undefined));
  t.equal(read.integrations.find(1, made.uuid), undefined);
  t.same(read.integrations.parked(id, 10), []);
  t.same(await together(write.integrations.remove(1, made.uuid, acting)), ['IntegrationNotFound']);
});

t.test('one that is enabled while its last acknowledgement comes begins at the end', async t => {
  const { read, write, scan } = await opened(t);
  const made = await write.integrations.create(asked({ enabled: false }), acting);
  const { id } = made;
  const [enabled] = await together(
    write.integrations.update(change(made, { enabled: true }), acting),
    write.integrations.advance({ id, stream: 'events', cursor: 0, delivered: 1, at: T0 }),
  );
  const found = read.integrations.find(1, made.uuid);
  t.same(found?.cursors, (enabled as Integration).cursors);
  t.equal(found?.cursors.events, read.eventLog.edges().newest);
  t.match(found, { delivered: 1 });
  const queued = await scan.integrations.queued(new AbortController().signal, readerOf(made), { log: 0, events: 0 });
  t.same(queued, { count: 0, isMinimum: false, oldestAt: undefined });
});
