import t from 'tap';
import { DAY_MS } from '../../../src/kit/units.ts';
import { centerScene } from '../center/center-scene.ts';
import { T0 } from '../message/log-store.ts';
import { pruneRows } from './retention-scene.ts';

/** A clock was so far ahead for a while. */
const AHEAD = 400 * DAY_MS;
/** More than are looked at in one go. */
const MANY = 5000;

t.test('events of a clock that was ahead go with the events behind them, and stop nothing', t => {
  for (const kind of ['endpoint.updated', 'endpoint.keys_revealed'] as const) {
    for (const rows of [1, 200, MANY]) {
      const scene = centerScene(t);
      const raise = (at: number) =>
        scene.stores.events.raise({ type: kind, org: 1, epEui: 'fe00000000000001', at, storedAt: at });
      scene.log.db.atomic(() => {
        for (let n = 0; n < 300; n++) raise(T0 + n);
        for (let n = 0; n < rows; n++) raise(T0 + AHEAD + n);
        for (let n = 0; n < 300; n++) raise(T0 + 1000 + n);
        for (let n = 0; n < rows; n++) raise(T0 + AHEAD + n);
        for (let n = 0; n < 300; n++) raise(T0 + 50 * DAY_MS + n);
      });
      const left = () => scene.rows('SELECT count(*) AS n FROM event')[0]?.n;
      const prune = (until: number) => {
        const only = kind === 'endpoint.updated' ? 'events' : 'audit';
        pruneRows(scene.log, until, { only, auditUntil: until, now: T0 + 60 * DAY_MS });
      };
      const before = left() as number;
      prune(T0);
      t.equal(left(), before, 'nothing is old yet');
      prune(T0 + DAY_MS);
      t.equal(left(), 300 + rows, `${kind}, ${rows} rows ahead: those before a young one are as old as it`);
      prune(T0 + 55 * DAY_MS);
      t.equal(left(), 1, 'the newest stays');
      if (kind === 'endpoint.keys_revealed') {
        const [chain] = scene.rows('SELECT unlinked, removed FROM audit_chain');
        t.ok(chain, 'the chain goes on from what went last');
      }
    }
  }
  t.end();
});

t.test('reports and the timeline go on behind a row of a clock that was ahead', async t => {
  const scene = centerScene(t);
  scene.report(1, T0);
  scene.report(1, T0 + AHEAD);
  scene.report(1, T0 + 1000);
  const query = (at: number) => {
    const asked = { org: 1, endpoint: 1, station: 1, origin: 'api' as const, requestedBy: 'me', at };
    scene.stores.rxStatus.query(asked);
    scene.report(1, at + 1);
  };
  for (const at of [T0 + 2000, T0 + AHEAD, T0 + 3000, T0 + 50 * DAY_MS]) query(at);
  const left = (table: string) => scene.rows(`SELECT count(*) AS n FROM ${table}`)[0]?.n;
  t.same(['rx_status', 'rx_query', 'endpoint_operation'].map(left), [7, 4, 4]);
  pruneRows(scene.log, T0 + DAY_MS, { now: T0 + 60 * DAY_MS });
  t.same(['rx_status', 'rx_query', 'endpoint_operation'].map(left), [1, 1, 1]);
});
