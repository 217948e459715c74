import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { T0 } from '../message/log-store.ts';
import { type RuleScene, ruleScene } from './scene.ts';

const at = (seconds: number) => T0 + seconds * SECOND_MS;
const AHEAD_MS = -20 * HOUR_MS;

const silence = (forSeconds: number) => ({
  trigger: { kind: 'silence' as const },
  condition: { forSeconds },
  actions: [{ kind: 'alert' as const, severity: 'warning', title: 'Silent for {silentSeconds} s' }],
});

/** Both endpoints are heard, and the rules have looked. */
function heard(scene: RuleScene, now: number): void {
  for (const endpoint of [1, 2]) scene.say(endpoint, 0, now);
  scene.follow(now);
}

t.test('a station that is 20 h ahead hides nothing, and delays no silence', async t => {
  const scene = ruleScene(t);
  scene.rule();
  scene.rule(silence(600));
  scene.say(1, 5, at(0), { late: AHEAD_MS });
  scene.say(2, 5, at(0));
  scene.say(1, 20, at(10));
  scene.follow(at(11));
  t.same(scene.done(), ['rule 1 1 10'], 'the exceedance that another station reports after it');
  scene.say(1, 5, at(20), { late: AHEAD_MS });
  scene.restart();
  scene.say(1, 21, at(30));
  scene.follow(at(31));
  t.same(scene.done(), ['rule 1 1 30'], 'after a restart, too');
  scene.follow(at(599));
  t.same(scene.done(), []);
  scene.follow(at(600));
  t.same(scene.done(), ['rule 2 2 600']);
  scene.follow(at(629));
  t.same(scene.done(), []);
  scene.follow(at(630));
  t.same(scene.done(), ['rule 2 1 630']);
  scene.say(1, 5, at(700), { late: AHEAD_MS });
  scene.follow(at(701));
  t.match(scene.alerts(), [{ status: 'new' }, { status: 'resolved' }]);
  scene.done();
  scene.say(1, 22, at(710), { older: true });
  scene.follow(at(711));
  t.same(scene.done(), ['rule 1 1 710'], 'nor when its counter begins anew behind that station');
});

t.test('what a station that is an hour behind reports holds from when it arrived, and ends a silence', async t => {
  const scene = ruleScene(t);
  scene.rule({ condition: { operator: 'gt', value: 10, forSeconds: 600 } });
  scene.rule(silence(600));
  scene.say(1, 20, at(0), { late: HOUR_MS });
  scene.say(2, 0, at(0));
  scene.follow(at(11));
  scene.follow(at(599));
  t.same(scene.done(), []);
  scene.follow(at(600));
  t.same(scene.done().sort(), ['rule 1 1 600', 'rule 2 1 600', 'rule 2 2 600']);
  scene.say(1, 20, at(700), { late: HOUR_MS });
  scene.follow(at(701));
  t.match(
    scene
      .alerts()
      .map(({ status }) => status)
      .sort(),
    ['new', 'resolved'],
  );
  // A station whose clock is right hears it before one that is behind.
  scene.say(1, 5, at(710));
  scene.say(1, 20, at(720), { late: HOUR_MS });
  scene.say(1, 21, at(1320), { late: HOUR_MS });
  scene.follow(at(1320));
  t.same(scene.done(), ['rule 1 1 1320']);
});

t.test('time in which the service was off is no silence, however often it was started', async t => {
  const scene = ruleScene(t);
  scene.rule(silence(4 * 3600));
  heard(scene, at(0));
  /** Off for so long, then on for so long. */
  let now = at(0);
  const off = (ms: number, onMs: number) => {
    now += ms;
    scene.restart();
    scene.away(ms, now);
    scene.follow(now);
    now += onMs;
    scene.follow(now);
  };
  off(12 * HOUR_MS, 60 * SECOND_MS);
  off(20 * SECOND_MS, 10 * SECOND_MS);
  t.same(scene.done(), [], 'two starts within 90 s after 12 h off');
  for (let n = 0; n < 10; n++) off(10 * MINUTE_MS, MINUTE_MS);
  t.same(scene.done(), [], 'ten short outages');
  const listenedMs = 70 * SECOND_MS + 10 * MINUTE_MS;
  now += 4 * HOUR_MS - listenedMs - 1;
  scene.follow(now);
  t.same(scene.done(), []);
  now += 1;
  scene.follow(now);
  t.match(scene.alerts(), [{ title: 'Silent for 14400 s' }, { title: 'Silent for 14400 s' }]);
});

t.test('a clock that is set during a silence neither ends nor delays it', async t => {
  for (const jumps of [
    [40 * DAY_MS, -40 * DAY_MS],
    [-20_000 * DAY_MS, 20_000 * DAY_MS],
    [-HOUR_MS],
    [-DAY_MS],
    [HOUR_MS],
  ]) {
    const scene = ruleScene(t);
    scene.rule(silence(600));
    scene.rule({ condition: { operator: 'gt', value: 10, forSeconds: 600 }, cooldownSeconds: 1000 });
    scene.say(1, 20, at(0));
    scene.say(2, 0, at(0));
    scene.follow(at(0));
    let apart = 0;
    let second = 60;
    const look = (upTo: number) => {
      for (; second <= upTo; second += 60) scene.follow(at(second) + apart);
    };
    for (const jump of jumps) {
      apart += jump;
      scene.away(jump, at(second) + apart);
      look(second + 60);
      // It is heard under that clock, too.
      scene.say(1, 20, at(second - 30) + apart);
    }
    const lastHeard = second - 30;
    look(599);
    t.same(scene.done(), [], `${jumps}: nothing fires earlier`);
    look(660);
    t.match(scene.done().sort(), [/^rule 1 2 /, /^rule 2 1 /], `${jumps}: ten minutes after the first`);
    second = lastHeard + 600;
    scene.follow(at(second - 1) + apart);
    t.same(scene.done(), []);
    scene.follow(at(second) + apart);
    t.match(scene.done(), [/^rule 1 1 /], `${jumps}: ten minutes after the last`);
    scene.say(1, 0, at(second + 1) + apart);
    scene.say(1, 20, at(second + 2) + apart);
    const ofSecond = () => scene.done().filter(line => line.startsWith('rule 2'));
    scene.follow(at(1599) + apart);
    t.same(ofSecond(), [], `${jumps}: not in its cooldown`);
    scene.follow(at(1600) + apart);
    t.match(ofSecond(), [/^rule 2 1 /], `${jumps}: and not later`);
  }
});

t.test('a restart in the middle of a silence goes on with it, whether it was stopped or killed', async t => {
  const scene = ruleScene(t);
  scene.rule(silence(600));
  scene.say(1, 0, at(0));
  scene.say(2, 0, at(100));
  scene.follow(at(200));
  scene.restart();
  scene.follow(at(599));
  t.same(scene.done(), []);
  scene.follow(at(600));
  scene.restart();
  scene.follow(at(601));
  t.same(scene.done(), ['rule 1 1 600']);
  scene.follow(at(700));
  t.same(scene.done(), ['rule 1 2 700']);
});

t.test('an endpoint that was made while the clock was wrong is silent when nothing was heard for so long', async t => {
  for (const jump of [40 * DAY_MS, -DAY_MS]) {
    const scene = ruleScene(t);
    scene.rule(silence(600));
    heard(scene, at(0));
    scene.away(jump, at(10) + jump);
    scene.db.exec(`UPDATE endpoint SET created_at = ${at(20) + jump} WHERE id = 2`);
    scene.db.exec('UPDATE endpoint_heard SET arrived_ms = NULL, last_seen_ns = NULL WHERE endpoint = 2');
    scene.away(-jump, at(30));
    scene.restart();
    scene.follow(at(599));
    t.same(scene.done(), []);
    scene.follow(at(600));
    t.same(scene.done(), ['rule 1 1 600']);
    scene.follow(at(631));
    t.same(scene.done(), ['rule 1 2 631'], `${jump}`);
  }
});
