import t from 'tap';
import { type CenterPlace, centerGroupStore } from '../../../src/domain/center/groups.ts';
import { epEui, T0 } from '../message/log-store.ts';
import { AC2, centerScene } from './center-scene.ts';

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

t.test('groups are what single operations would be, whatever is answered, refused, pruned, and when', async t => {
  for (let seed = 1; seed <= 20; seed++) {
    const s = centerScene(t);
    const session = s.connect();
    const other = s.connect(AC2);
    const groups = centerGroupStore(s.db);
    const below = numbers(seed);
    const model = new Map<number, CenterPlace>();
    let opId = 0;
    let seq = 0;
    groups.add(other, -1, [{ seq: 5, receptions: 1, storedAt: T0 }]);
    const held = () => groups.open(session).map(({ opId: id, place }) => [id, place]);
    for (let step = 0; step < 60; step++) {
      const kind = below(5);
      if (kind < 2) {
        opId -= below(3);
        const places = Array.from({ length: 1 + below(30) }, () => {
          seq += 1 + below(200);
          return { seq, receptions: below(5), storedAt: T0 + below(1_000_000) - 500_000 };
        });
        groups.add(session, opId - 1, places);
        for (const place of places) model.set(--opId, place);
      } else if (kind < 4) {
        const asked = Array.from({ length: below(40) }, () => opId - 2 + below(60));
        const ended = [...new Set(asked)].sort((a, b) => b - a).filter(id => model.has(id));
        t.same(
          groups.end(session, asked),
          ended.map(id => model.get(id)),
        );
        for (const id of ended) model.delete(id);
      } else if (below(3) === 0) {
        // Often the place of one of them.
        const upTo = [...model.values()][below(40)]?.seq ?? below(seq);
        const gone = [...model].filter(([, place]) => place.seq <= upTo);
        t.equal(groups.dropUpTo(session, upTo), gone.length);
        for (const [id] of gone) model.delete(id);
      }
      t.same(held(), [...model]);
      t.equal(groups.firstOpen(session), [...model.values()][0]?.seq);
      const sums = s.rows(
        `SELECT coalesce(sum(unanswered), 0) AS open FROM center_operation WHERE session = ${session}`,
      );
      t.same(sums, [{ open: model.size }]);
    }
    groups.end(session, [...model.keys()]);
    t.same(s.rows(`SELECT * FROM center_operation WHERE session = ${session}`), [], 'no row outlives its operations');
    t.same(groups.end(session, [-1, -2]), []);
    t.equal(groups.open(other).length, 1, 'nor is one of another session touched');
    groups.drop(other);
    t.same(groups.open(other), []);
  }
});

t.test('a batch is one row, a few bytes for each of its operations', async t => {
  const s = centerScene(t);
  const session = s.connect();
  for (let n = 0; n < 100; n++) s.uplink();
  t.equal(s.issue(session), -1);
  const [row, another] = s.rows('SELECT length(others) AS bytes, operations, unanswered FROM center_operation');
  t.match(row, { operations: 100, unanswered: 100 });
  t.ok(Number(row?.bytes) < 400, String(row?.bytes));
  t.equal(another, undefined);
  s.centers.done(session, [-1, -2, -50], T0);
  t.match(s.rows('SELECT operations, unanswered FROM center_operation'), [{ operations: 100, unanswered: 97 }]);
  t.equal(s.centers.own(session).held.length, 97);
});

t.test('operations of before groups are sent again, answered and counted as they were', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.uplink(1, {}, T0 + 500);
  s.attach();
  s.uplink(1, {}, T0 + 500);
  const { lines } = s.lines(0);
  t.same(s.rows('SELECT count(*) AS count FROM notice'), [{ count: 1 }]);
  const [first, notice, last] = lines.map(({ seq }) => seq);
  s.db.exec(`INSERT INTO center_operation (session, op_id, seq, receptions) VALUES
    (${session}, -1, ${first}, 1), (${session}, -2, ${notice}, 0), (${session}, -4, ${last}, 1), (${session}, -5, 999, 1);
    UPDATE center_session SET last_sc = -5, cursor = 999 WHERE id = ${session}`);
  t.same(
    s.centers.own(session).held,
    [-1, -2, -4].map((opId, at) => ({ opId, line: lines[at] })),
  );
  s.centers.done(session, [-1, -2, -5], T0 + 1500);
  t.match(s.centers.own(session).held, [{ opId: -4, line: { epEui: epEui(1) } }]);
  t.match(s.rows('SELECT command, succeeded, delivery_ms FROM center_count ORDER BY command'), [
    { command: 'epStat', succeeded: 1 },
    { command: 'ulData', succeeded: 2, delivery_ms: 1000 },
  ]);
  s.uplink();
  t.equal(s.centers.issue(session, [{ seq: 1000, receptions: 1, storedAt: T0 }], 1000), -6);
  s.centers.failed(session, -4, T0);
  t.same(s.rows('SELECT op_id FROM center_operation'), [{ op_id: -6 }]);
});
