import t from 'tap';
import { integrationActs } from '../../../src/upkeep/box/integration-acts.ts';
import { integrationRow, quiet } from '../../integrations/fakes.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

const never = () => Promise.reject(new Error('not asked for'));

t.test('nobody waits longer than thirty seconds, or than wanted, for a retry', async t => {
  const clock = new ManualClock();
  const row = integrationRow();
  const counts = { accepted: 1, refused: 0, gone: 0, left: 2 };
  const done = Promise.withResolvers<void>();
  const acts = integrationActs({
    ...{ clock, find: () => row },
    calls: { call: async () => ({ integrations: [{ id: row.uuid, name: row.name }] }) },
    byHand: {
      ...{ test: never, replay: never, replays: never, parked: never },
      retry: () => ({ counts, done: done.promise }),
    },
  });
  const run = (signal = new AbortController().signal) =>
    acts['integrations.retry'].run(
      { integration: row.name, places: null },
      { signal, progress: () => undefined, say: () => undefined },
    );
  const patient = run();
  await quiet();
  await clock.advance(29_000);
  t.equal(await Promise.race([patient, Promise.resolve('waiting')]), 'waiting');
  await clock.advance(1000);
  t.same(await patient, counts);
  const leaving = new AbortController();
  const gone = run(leaving.signal);
  await quiet();
  leaving.abort();
  t.same(await gone, counts);
  const quick = run();
  done.resolve();
  t.same(await quick, counts);
  for (const places of [[1.5], ['1'], 1, undefined])
    t.throws(() => acts['integrations.retry'].check({ integration: 'x', places }), { name: 'WrongInput' });
  for (const wrong of [{ from: -1 }, { to: 'now' }, { eventTypes: [1] }])
    t.throws(
      () => acts['integrations.replay'].check({ integration: 'x', from: 1, to: null, eventTypes: [], ...wrong }),
      { name: 'WrongInput' },
    );
});
