import t from 'tap';
import { DAY_MS } from '../../../src/kit/units.ts';
import { momentAt } from '../../peers/time.ts';
import { T0 } from '../message/log-store.ts';
import { AC, AC2, type CenterScene, centerScene } from './center-scene.ts';

const expire = (s: CenterScene, heldOperations: number) =>
  s.db.atomic(() => s.centers.expire(momentAt(T0), { heldOperations, ageMs: 30 * DAY_MS }));

/** Fills the log with messages of one endpoint, as if they had been written; only their places matter. */
function fill(s: CenterScene, count: number, endpoint: number, org: number): void {
  s.uplink(endpoint);
  const { newest } = s.stores.messages.edges();
  s.db.exec(`WITH RECURSIVE n (seq) AS (SELECT ${newest + 1} UNION ALL SELECT seq + 1 FROM n WHERE seq < ${newest + count - 1})
    INSERT INTO message (seq, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, stored_at, user_data, format, flags,
      receptions, decode_status)
    SELECT n.seq, ${org}, ${endpoint}, 0, n.seq, 0, 0, 0, x'01', 0, 0, m.receptions, 'skipped' FROM n, message m
    WHERE m.seq = ${newest}`);
  s.log.reopen();
}

t.test('the operation that is too much ends the session, with all that it held', async t => {
  const s = centerScene(t);
  const [away, other] = [s.connect(), s.connect(AC2)];
  s.uplink();
  s.uplink();
  s.issue(away, 2);
  s.issue(other, 2, AC2);
  s.centers.done(other, [-1, -2], T0);
  s.centers.disconnect(away, 0, 'connection_lost', T0);
  s.uplink(3);
  s.uplink(3);
  s.attach();
  t.same(expire(s, 3), [], 'two without an answer and a notice');
  s.uplink();
  t.same(expire(s, 4), []);
  t.same(expire(s, 3), [away]);
  t.match(s.row(away), { status: 'terminated', close_reason: 'held_limit' });
  t.same(s.rows('SELECT * FROM center_operation'), []);
  const { uuid } = s.row(away) as { uuid: string };
  t.match(s.events().slice(-2), [
    { type: 'scaci.queue_overflow', severity: 'error', pending: 4, sessionId: uuid, acEui: AC, sourceId: AC },
    { type: 'scaci.session_closed', severity: 'info', reason: 'held_limit', sessionId: uuid },
  ]);
  t.match(s.row(other), { status: 'active' }, 'who keeps up is not concerned');
  t.same(expire(s, 3), []);
  t.same(expire(s, 1), [other], 'nor is who does not, for ever');
});

t.test('lines are counted once and go when they are issued', async t => {
  const s = centerScene(t);
  const session = s.connect();
  for (let n = 0; n < 5; n++) s.uplink();
  t.same(expire(s, 5), [], 'five at most: nothing has to be counted');
  t.match(s.row(session), { counted: 0, waiting: 0 });
  s.uplink(3);
  t.same(expire(s, 5), []);
  t.match(s.row(session), { counted: 6, waiting: 5, cursor: 0 });
  s.issue(session, 2);
  t.match(s.row(session), { counted: 6, waiting: 3, cursor: 2 });
  t.same(expire(s, 5), []);
  s.uplink();
  t.same(expire(s, 6), []);
  s.issue(session, 100);
  t.match(s.row(session), { counted: 7, waiting: 0, cursor: 7 });
  t.same(expire(s, 6), [], 'six without an answer');
  t.same(expire(s, 5), [session]);
});

t.test('a log that is for others is counted in steps, and passed', async t => {
  const s = centerScene(t);
  const session = s.connect();
  fill(s, 40_000, 3, 2);
  t.same(expire(s, 50), []);
  const { counted } = s.row(session) as { counted: number };
  t.ok(counted > 4096 && counted < 40_000, `${counted}: the writer is not held up for long`);
  t.match(s.row(session), { cursor: counted, waiting: 0 });
  for (let n = 0; n < 3; n++) expire(s, 50);
  t.match(s.row(session), { counted: 40_000, cursor: 40_000, waiting: 0, status: 'active' });
  s.uplink();
  t.equal(s.issue(session), -1, 'what is its own comes all the same');
  t.match(s.row(session), { cursor: 40_001 });
});

t.test('a line of its own keeps the cursor where it is', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.uplink();
  fill(s, 10_000, 3, 2);
  for (let n = 0; n < 4; n++) t.same(expire(s, 2000), []);
  t.match(s.row(session), { cursor: 0, waiting: 1 });
  t.match(s.lines(0).lines, [{ seq: 1 }]);
  s.log.reopen();
  t.match(s.row(session), { cursor: 0, waiting: 1 });
  fill(s, 5000, 1, 1);
  t.same(expire(s, 2000), [session]);
  t.match(s.events().at(-2), { type: 'scaci.queue_overflow', pending: 5001 });
});
