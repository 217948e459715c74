import t from 'tap';
import { integrationActs } from '../../../src/upkeep/box/integration-acts.ts';
import { integrationRow } from '../../integrations/fakes.ts';

const never = () => Promise.reject(new Error('not asked for'));

t.test('what is said about integrations is looked at before anything is done', async t => {
  const row = integrationRow();
  const acts = integrationActs({
    find: () => row,
    byHand: { ...{ test: never, replay: never, replays: never, parked: never }, retry: never },
  });
  for (const places of [[1.5], ['1'], 1, undefined])
    t.throws(() => acts['integrations.retry'].check({ integration: 'x', places }), { name: 'WrongInput' });
  for (const wrong of [{ from: -1 }, { to: 'now' }, { eventTypes: [1] }, { integration: '' }])
    t.throws(
      () => acts['integrations.replay'].check({ integration: 'x', from: 1, to: null, eventTypes: [], ...wrong }),
      { name: 'WrongInput' },
    );
});
