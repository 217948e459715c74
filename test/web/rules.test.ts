import t from 'tap';
import { checkedRule } from '../../src/domain/rule/definition.ts';
import { operators, triggerKinds } from '../../src/domain/rule/rule-records.ts';
import { outcomeOf } from '../../web/model/downlink-outcome.ts';
import { downlinkQuestion } from '../../web/model/filter/downlink-filter.ts';
import { parseFilter } from '../../web/model/filter/filter-words.ts';
import {
  type HeardMessage,
  newAction,
  newRule,
  OPERATORS,
  type RuleForm,
  ruleForm,
  ruleMistakes,
  ruleWish,
  TRIGGERS,
  trialsOf,
} from '../../web/model/rules.ts';

const typed = (more: Partial<RuleForm> = {}): RuleForm => ({
  ...newRule(),
  ...{ name: 'Warm', key: 'temperature', value: '8,5', actions: [{ ...newAction(), title: '{device}' }] },
  ...more,
});
const kept = { id: '0198c0de-0000-7000-8000-0000000000e1', version: 3 };

t.test('a rule says what is wrong with it', async t => {
  t.same(ruleMistakes(typed()), {});
  t.same(ruleMistakes(newRule()), { name: 'missing', key: 'missing', value: 'number', title0: 'missing' });
  t.same(ruleMistakes(typed({ operator: 'between', value: '8', value2: '2' })), { value2: 'order' });
  t.same(ruleMistakes(typed({ operator: 'eq', value: 'open' })), {}, 'a text may be equal');
  t.same(ruleMistakes(typed({ operator: 'gt', value: 'open' })), { value: 'number' });
  const event = { ...newAction('event'), title: 'x' };
  t.same(ruleMistakes(typed({ operator: 'changed', value: '', actions: [event] })), {});
  t.same(ruleMistakes(typed({ operator: 'changed', value: '' })), { kind0: 'ends' });
  const alert = { ...newAction(), title: 'x' };
  t.same(ruleMistakes(typed({ actions: [alert, event, alert] })), { kind2: 'twice' });
  t.same(ruleMistakes(typed({ trigger: 'silence', forSeconds: '9' })), { forSeconds: 'whole' });
  t.same(ruleMistakes(typed({ trigger: 'event', actions: [event] })), { eventTypes: 'missing' });
  t.same(ruleMistakes(typed({ tags: '=', cooldownSeconds: '-1' })), { tags: 'tags', cooldownSeconds: 'whole' });
  const actions = [newAction('command'), newAction('integration'), { ...newAction('command'), payloadHex: '0A 1f' }];
  t.same(ruleMistakes(typed({ actions })), { payloadHex0: 'hex', integrationId1: 'missing' });
});

t.test('what is typed is what the server takes', async t => {
  t.same([...OPERATORS], [...operators]);
  t.same([...TRIGGERS].sort(), [...triggerKinds].sort());
  for (const form of [
    typed({ tags: 'floor=2', forSeconds: '600', hysteresis: '1', cooldownSeconds: '60' }),
    typed({ operator: 'between', value: '1', value2: '2' }),
    typed({ operator: 'changed', hysteresis: '0,5', actions: [{ ...newAction('event'), title: 'x' }] }),
    typed({ operator: 'eq', value: 'open' }),
    typed({ trigger: 'silence', forSeconds: '3600' }),
    typed({
      trigger: 'event',
      eventTypes: 'endpoint.attached, downlink.*',
      actions: [{ ...newAction('event'), title: 'x' }],
    }),
    typed({
      actions: [
        { ...newAction('command'), payloadHex: '0A 1F' },
        { ...newAction('event'), title: 'x' },
      ],
    }),
  ])
    t.ok(checkedRule(ruleWish(form) as never), JSON.stringify(form));
});

t.test('a rule that is changed keeps what the form has no field for', async t => {
  const before = {
    ...{ ...kept, name: 'Warm', description: 'of Ada', enabled: false, cooldownSeconds: 60 },
    trigger: { kind: 'telemetry', key: 'temperature', deviceIds: ['fe0000000000e101'], deviceTags: {} },
    condition: { operator: 'gt', value: 8 },
    actions: [
      { kind: 'alert', severity: 'error', title: 't', description: 'look at the door' },
      { kind: 'command', command: 'close', parameters: { valve: 0 }, deviceId: 'fe0000000000e102' },
    ],
  };
  const form = ruleForm(before);
  t.same(ruleMistakes(form), {});
  t.match(ruleWish({ ...form, value: '9' }, before), {
    ...{ description: 'of Ada', enabled: false, cooldownSeconds: 60, condition: { operator: 'gt', value: 9 } },
    trigger: { deviceIds: ['fe0000000000e101'] },
    actions: before.actions,
  });
  const [alert] = form.actions;
  const asEvent = {
    ...form,
    actions: [{ ...(alert ?? newAction()), kind: 'integration' as const, integrationId: 'i' }],
  };
  t.same(
    ruleWish(asEvent, before).actions,
    [{ kind: 'integration', integrationId: 'i' }],
    'what was of another kind goes',
  );
});

const heard = (epEui: string, at: number, values: Record<string, unknown>): HeardMessage => ({
  epEui,
  name: epEui,
  at,
  values,
});

t.test(
  'what was received yesterday is asked about in its order, each beside what that endpoint said before',
  async t => {
    const messages = [
      heard('a', 3000, { temperature: 9 }),
      heard('b', 2000, { temperature: 1 }),
      heard('a', 1000, { temperature: 7, humidity: 40 }),
      heard('a', 5000, { humidity: 41 }),
    ];
    t.same(trialsOf('telemetry', 'temperature', messages), [
      { at: 1000, epEui: 'a', name: 'a', values: { temperature: 7 } },
      { at: 2000, epEui: 'b', name: 'b', values: { temperature: 1 } },
      { at: 3000, epEui: 'a', name: 'a', values: { temperature: 9 }, previous: { temperature: 7 } },
    ]);
    t.same(
      trialsOf('silence', '', messages).map(({ epEui, at, values }) => [epEui, at, values.silentSeconds]),
      [
        ['a', 3000, 2],
        ['a', 5000, 2],
      ],
    );
  },
);

t.test('the search box of downlinks takes an EUI, a reference and words', async t => {
  const asked = (text: string) =>
    downlinkQuestion(parseFilter(text, ['endpoint', 'station', 'status', 'ref']), ['pending']);
  t.match(asked('fe00 0000 0000 e101'), { epEui: 'fe0000000000e101', ref: '' });
  t.match(asked('order-17'), { epEui: '', ref: 'order-17' });
  t.match(asked('endpoint:fe0000000000e101 status:pending ref:x'), {
    ...{ epEui: 'fe0000000000e101', status: 'pending', ref: 'x', wrong: [] },
  });
  t.same(asked('station:roof status:lost').wrong.sort(), ['station:roof', 'status:lost']);
  t.equal(outcomeOf('expired'), 'expired');
  t.equal(outcomeOf('what a later release says'), 'sent');
});
