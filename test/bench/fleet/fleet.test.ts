// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { runFleet } from './fleet-run.ts';

for (const sessions of ['new', 'resumed'] as const) {
  t.test(`every station is told of every endpoint, and counted once: ${sessions} sessions`, async t => {
    const lines: string[] = [];
    const figures = await runFleet({
      ...{
        stations: 2,
        endpoints: 20,
        sessions,
        uplinks: 50,
        seconds: sessions === 'new' ? 60 : 1,
        dial: 0,
        processes: 2,
        settleMs: 0,
      },
      work: t.testdir(),
      started: kill => t.teardown(kill),
      say: line => lines.push(line),
    });
    const { fleet, before, bare } = figures;
    const told = sessions === 'new' ? fleet : before;
    t.match(told, { joined: 2, known: 40, answered: 40, again: 0, repeated: 0, resumed: 0 });
    t.equal(figures.due, 40);
    t.equal(figures.complete, true);
    t.match(fleet, { joined: 2, known: 40, refused: 0, resumed: sessions === 'new' ? 0 : 2 });
    if (sessions === 'resumed') t.match(fleet, { answered: 0, again: 0, repeated: 0 });
    t.equal(fleet.joinedMs.length, 2);
    t.equal(fleet.inTime + fleet.late, fleet.sent, 'every uplink has its answer');
    t.equal(
      fleet.latency.buckets.reduce((sum, samples) => sum + samples, 0),
      fleet.sent,
    );
    t.match(bare, { done: 2, failed: 0 });
    t.equal(figures.stopped, 0);
    t.ok(figures.last.writtenBytes >= figures.first.writtenBytes);
  });
}
