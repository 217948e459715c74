import t from 'tap';
import { EVERY_ENDPOINT } from '../../../src/domain/endpoint/endpoint-columns.ts';
import { cameLate, lossOf, movedOn, NO_COUNTERS } from '../../../src/domain/uplink/last-counters.ts';
import { openEmpty } from '../database.ts';

/** The same numbers in every run. */
function* chances(): Generator<number> {
  for (let seed = 1; ; ) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield seed / 2_147_483_647;
  }
}

t.test('the database counts the loss of the last 50 counters as the writer does', async t => {
  const db = openEmpty(':memory:');
  t.teardown(() => db.close());
  db.exec(`INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES (1, 'o1', 'own', 1, 1, 1);
    INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at) VALUES (1, 1, 'fe00000000000001', 'one', 'Z', 1, 1);
    INSERT INTO endpoint_heard (endpoint) VALUES (1)`);
  const set = db.prepare('UPDATE endpoint_heard SET counters = ? WHERE endpoint = 1');
  const read = db.prepare(`SELECT loss_rate AS loss FROM (${EVERY_ENDPOINT})`);
  const chance = chances();
  const next = () => chance.next().value ?? 0;
  let counters = NO_COUNTERS;
  const seen = new Set<number | undefined>();
  for (let round = 0; round < 600; round++) {
    counters = movedOn(counters, next() < 0.7 ? 1 : 1 + Math.floor(next() * 12));
    if (next() < 0.2) counters = cameLate(counters, Math.floor(next() * 50));
    set.run(counters);
    const { loss } = read.get(0) as { loss: number | null };
    const wanted = lossOf(counters);
    seen.add(wanted);
    t.ok(wanted === undefined ? loss === null : loss !== null && Math.abs(loss - wanted) < 1e-12, `${counters}`);
  }
  t.ok(seen.has(undefined) && seen.size > 10);
  set.run(2 ** 51 - 1);
  t.equal((read.get(0) as { loss: number }).loss, 0, 'all were heard');
  db.exec('DELETE FROM endpoint_heard');
  t.equal((read.get(0) as { loss: number | null }).loss, null, 'it was never heard');
});
