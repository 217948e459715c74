import t from 'tap';
import { ruleNames, ruleOf, ruleSettings } from '../../../src/domain/alert/rules.ts';

t.test('every rule says what is wrong and what to do, each in whole sentences', async t => {
  t.equal(ruleNames.length, 36);
  for (const name of ruleNames) {
    const { says, todo, title, steps } = ruleOf(name);
    t.match(says({ name: 'meter', level: 3, data: {} }), /^[A-Z0-9].*\.$/, name);
    t.match(todo, /^[A-Z].*\.$/, name);
    t.notMatch(todo, /\. /, 'one sentence');
    t.match(title, /^[A-Z].*[^.]$/, name);
    t.ok(steps.length > 0, name);
  }
});

t.test('a rule that counts clears by its window where that is set, and by a time of its own where that is', async t => {
  const { basestation_refused: own } = ruleSettings();
  t.match(own, { windowMs: 600_000, clearMs: 3_600_000 }, 'as the contract has it');
  const { basestation_refused: other } = ruleSettings({ basestation_refused: { window_s: 5 } });
  t.match(other, { windowMs: 5000, clearMs: 5000 });
  const { basestation_refused: both } = ruleSettings({ basestation_refused: { window_s: 5, clear_s: 9 } });
  t.match(both, { windowMs: 5000, clearMs: 9000 });
  const { endpoint_attach_failing: over } = ruleSettings({ endpoint_attach_failing: { window_s: 5 } });
  t.match(over, { clear: null, clearMs: 0 }, 'one that has to be seen to be over');
});

t.test('what is off by itself is what the contract says', async t => {
  const settings = ruleSettings();
  t.same(ruleNames.filter(name => !settings[name].enabled).toSorted(), [
    ...['endpoint_inactive', 'endpoint_loss', 'endpoint_margin', 'endpoint_single_path', 'traffic_drop'],
  ]);
});
