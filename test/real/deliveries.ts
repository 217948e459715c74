import t from 'tap';
import { deliveriesRun } from '../fault/deliveries/deliveries-run.ts';
import { scaleOutRun } from '../fault/deliveries/scale-out-run.ts';

t.setTimeout(200_000);

t.test('what waits is in the stream once and in order, wherever box and server are killed', async t => {
  const report = await deliveriesRun({
    ...{ dir: t.testdir(), kind: 'nats', messages: 2000, endpoints: 50, kills: 3, seed: 7 },
  });
  t.same(report.failures, []);
  t.equal(report.lost, 0);
  t.equal(report.duplicates, 0);
  t.equal((report.stored ?? 0) + report.parked, 2000);
});

t.test(
  'many boxes fill one stream, and nothing is lost or there twice, whichever of them and the server is killed',
  async t => {
    const shape = { boxes: 3, messages: 3000, endpoints: 50, kills: 6, seed: 7 };
    const report = await scaleOutRun({ dir: t.testdir(), ...shape });
    t.same(report.failures, []);
    t.match(report, { lost: 0, duplicates: 0, killsOfServer: 1, killsOfBoxes: 5 });
  },
);
