import t from 'tap';
import { checkedRule } from '../../../src/domain/rule/definition.ts';
import type { Rule } from '../../../src/domain/rule/rule-records.ts';
import { Fault } from '../../../src/kit/faults/faults.ts';
import { uuid7 } from '../../../src/kit/uuid.ts';
import { epEui, T0 } from '../message/log-store.ts';
import { acting, HIGH, ruleScene } from './scene.ts';

const later = { ...acting, now: T0 + 1000 };

/** The fault that a write is refused with, and where it points. */
function refusal(write: () => unknown): string {
  try {
    write();
    return 'none';
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [error.fault, error.about.pointer ?? ''].join(' ').trim();
  }
}

t.test('rules are made, found, changed and removed', async t => {
  const scene = ruleScene(t);
  const made = scene.rule({ name: 'Beta', description: 'second' });
  scene.rule({ name: 'alpha' });
  scene.rule({ name: 'gamma' }, { org: 2 });
  t.match(made, { name: 'Beta', description: 'second', version: 1, enabled: true, cooldownSeconds: 1, lastError: '' });
  t.same(scene.rules.find(1, made.uuid), made);
  t.equal(scene.rules.find(2, made.uuid), undefined, 'of another organization');
  t.same(
    scene.rules.page({ org: 1, limit: 10, offset: 0 }).rows.map(({ name }) => name),
    ['Beta', 'alpha'],
  );
  t.match(scene.rules.page({ org: 1, search: 'ALPH', limit: 10, offset: 0 }), { total: 1, rows: [{ name: 'alpha' }] });
  t.match(scene.rules.page({ org: 1, limit: 1, offset: 1 }), { total: 2, rows: [{ name: 'alpha' }] });
  t.match(scene.rules.page({ org: 1, limit: 1, offset: 9 }), { total: 2, rows: [] });
  const asked = { org: 1, uuid: made.uuid };
  const same = checkedRule({ ...HIGH, name: 'Beta', description: 'second' });
  t.equal(scene.rules.replace(asked, same, later).version, 1, 'nothing has changed');
  const changed = scene.rules.replace(asked, { ...same, name: 'delta' }, later);
  t.match(changed, { version: 2, name: 'delta', updatedAt: T0 + 1000, createdAt: T0 });
  t.match(
    scene.patch(changed, { condition: { value: 5, hysteresis: null } }, [
      'condition',
      'condition.value',
      'condition.hysteresis',
    ]),
    {
      version: 3,
      condition: { operator: 'gt', value: 5, hysteresis: 0 },
    },
  );
  t.match(scene.patch(changed, { description: null }, ['description']), { version: 4, description: '' });
  t.equal(scene.patch(changed, { name: 'delta' }, ['name']).version, 4);
  t.equal(
    refusal(() => scene.patch(changed, { condition: null }, ['condition'])),
    'RuleInvalid /condition/operator',
  );
  t.equal(
    refusal(() => scene.rules.replace({ ...asked, versions: ['3'] }, same, later)),
    'ConcurrentModification',
  );
  t.equal(
    refusal(() => scene.rules.remove({ ...asked, versions: ['3'] }, later)),
    'ConcurrentModification',
  );
  t.equal(
    refusal(() => scene.rules.replace({ org: 2, uuid: made.uuid }, same, later)),
    'RuleNotFound',
  );
  scene.rules.remove({ ...asked, versions: ['4'] }, later);
  t.equal(
    refusal(() => scene.rules.remove(asked, later)),
    'RuleNotFound',
  );
  t.same(
    ['rule.created', 'rule.updated', 'rule.deleted'].map(type => scene.told(type).length),
    [3, 3, 1],
  );
  t.match(scene.told('rule.deleted'), [{ data: { id: made.uuid, name: 'delta' } }]);
});

t.test('what a rule names has to be there', async t => {
  const scene = ruleScene(t);
  const trigger = { kind: 'telemetry', key: 'snr' };
  const uuid = uuid7(T0);
  const of = (more: object, org = 1) => refusal(() => scene.rule(more, { org }));
  t.equal(of({ trigger: { ...trigger, deviceIds: [epEui(1), epEui(3)] } }), 'RuleInvalid /trigger/deviceIds/1');
  t.equal(of({ trigger: { ...trigger, deviceIds: [uuid] } }), 'RuleInvalid /trigger/deviceIds/0');
  t.equal(of({ actions: [{ kind: 'integration', integrationId: uuid }] }), 'RuleInvalid /actions/0/integrationId');
  t.equal(of({ actions: [{ kind: 'command', payloadHex: '', deviceId: uuid }] }), 'RuleInvalid /actions/0/deviceId');
  const { uuid: integrationId } = scene.create();
  t.equal(of({ actions: [{ kind: 'integration', integrationId }] }), 'none');
  t.equal(of({ actions: [{ kind: 'integration', integrationId }] }, 2), 'RuleInvalid /actions/0/integrationId');
});

t.test(
  'a rule whose integration was removed can still be renamed and switched off, and names no other that is not there',
  async t => {
    const scene = ruleScene(t);
    const { uuid: integrationId } = scene.create();
    const action = (id: string) => [{ kind: 'integration', integrationId: id }];
    const made = scene.rule({ actions: action(integrationId) });
    scene.db.exec(`DELETE FROM integration WHERE uuid = '${integrationId}'`);
    t.match(scene.patch(made, { name: 'renamed', enabled: false }, ['name', 'enabled']), {
      name: 'renamed',
      enabled: false,
    });
    t.equal(
      refusal(() => scene.patch(made, { actions: action(uuid7(T0)) }, ['actions'])),
      'RuleInvalid /actions/0/integrationId',
    );
    t.equal(
      refusal(() => scene.rule({ actions: action(integrationId) })),
      'RuleInvalid /actions/0/integrationId',
      'a new rule names what is there',
    );
  },
);

t.test('an organization has 500 rules at most', async t => {
  const scene = ruleScene(t);
  scene.db.atomic(() => {
    const settings = checkedRule(HIGH);
    for (let n = 0; n < 500; n++) scene.rules.create(1, uuid7(T0), { ...settings, name: `r${n}` }, acting);
  });
  t.equal(
    refusal(() => scene.rule()),
    'TooManyItems',
  );
  t.equal(
    refusal(() => scene.rule({}, { org: 2 })),
    'none',
  );
});

t.test('two changes at once: the second is told, or changes what the first has left', async t => {
  const scene = ruleScene(t);
  const { uuid, version } = scene.rule();
  const asked = { org: 1, uuid };
  const both = scene.db.atomic(() => [
    scene.rules.update(asked, { name: 'first' }, ['name'], later),
    scene.rules.update(asked, { condition: { value: 3 } }, ['condition', 'condition.value'], later),
    refusal(() => scene.rules.update({ ...asked, versions: [String(version)] }, { name: 'third' }, ['name'], later)),
  ]);
  t.match(both, [{ version: 2 }, { version: 3, name: 'first', condition: { value: 3 } }, 'ConcurrentModification']);
});

t.test('what changes only words goes on with what is known of devices', async t => {
  const scene = ruleScene(t);
  const rule: Rule = scene.rule({ condition: { operator: 'gt', value: 10, forSeconds: 60 } });
  scene.say(1, 20, T0 + 1000);
  scene.follow(T0 + 2000);
  const called = scene.patch(rule, { name: 'other' }, ['name'], T0 + 3000);
  t.equal(scene.states().length, 1);
  t.same(called.from, rule.from);
  const other = scene.patch(
    rule,
    { actions: [{ kind: 'event', severity: 'info', title: 'y' }] },
    ['actions'],
    T0 + 4000,
  );
  t.equal(scene.states().length, 0);
  t.ok(other.from.log > rule.from.log);
});
