import t from 'tap';
import { ruleNames, ruleOf, ruleSettings } from '../../../src/domain/alert/rules.ts';

t.test('every rule says what is wrong and what to do, each in whole sentences', async t => {
  t.equal(ruleNames.length, 33);
  for (const name of ruleNames) {
    const { says, todo, title, steps } = ruleOf(name);
    t.match(says({ name: 'meter', level: 3, data: {} }), /^[A-Z0-9].*\.$/, name);
    t.match(todo, /^[A-Z].*\.$/, name);
    t.notMatch(todo, /\. /, 'one sentence');
    t.match(title, /^[A-Z].*[^.]$/, name);
    t.ok(steps.length > 0, name);
  }
});

t.test('what is off by itself is what the contract says', async t => {
  const settings = ruleSettings();
  t.same(ruleNames.filter(name => !settings[name].enabled).toSorted(), [
    ...['endpoint_inactive', 'endpoint_loss', 'endpoint_margin', 'endpoint_single_path', 'traffic_drop'],
  ]);
});
