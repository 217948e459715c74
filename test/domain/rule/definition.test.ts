import t from 'tap';
import { checkedRule, type GivenRule } from '../../../src/domain/rule/definition.ts';
import { Fault } from '../../../src/kit/faults/faults.ts';

const UUID = '0192f000-0000-7000-8000-00000000000a';
const say = { kind: 'event', severity: 'info', title: 'x' };
const right: GivenRule = {
  name: 'heat',
  trigger: { kind: 'telemetry', key: 'temperature' },
  condition: { operator: 'gt', value: 30 },
  actions: [say],
};
const action = (more: object): Partial<GivenRule> => ({ actions: [say, more] });
const command = (more: object) => action({ kind: 'command', payloadHex: '00', ...more });
const telemetry = (more: object): Partial<GivenRule> => ({ trigger: { ...right.trigger, ...more } });
const condition = (more: object): Partial<GivenRule> => ({ condition: { ...right.condition, ...more } });
const silence = { kind: 'silence' };
const events = (...eventTypes: string[]): Partial<GivenRule> => ({
  trigger: { kind: 'event', eventTypes },
  condition: {},
});

const faults: [pointer: string, given: Partial<GivenRule>][] = [
  ['/name', { name: ' ' }],
  ['/name', { name: null }],
  ['/name', { name: 'x'.repeat(129) }],
  ['/name', { name: 'a\u0007' }],
  ['/description', { description: 'x'.repeat(1025) }],
  ['/cooldownSeconds', { cooldownSeconds: 0 }],
  ['/cooldownSeconds', { cooldownSeconds: 1.5 }],
  ['/cooldownSeconds', { cooldownSeconds: 31_536_001 }],
  ['/trigger/kind', { trigger: null }],
  ['/trigger/kind', telemetry({ kind: 'uplink' })],
  ['/trigger/key', telemetry({ key: '' })],
  ['/trigger/key', telemetry({ key: 'x'.repeat(129) })],
  ['/trigger/key', { ...right, trigger: { kind: 'silence', key: 'x' }, condition: { forSeconds: 60 } }],
  ['/trigger/deviceIds/1', telemetry({ deviceIds: [UUID, 'no'] })],
  ['/trigger/deviceIds', telemetry({ deviceIds: Array.from({ length: 501 }, () => UUID) })],
  ['/trigger/deviceTags/a~1b', telemetry({ deviceTags: { 'a/b': 'x'.repeat(257) } })],
  ['/trigger/deviceTags', telemetry({ deviceTags: Object.fromEntries([...Array(33).keys()].map(n => [`t${n}`, ''])) })],
  ['/trigger/eventTypes', telemetry({ eventTypes: ['endpoint.created'] })],
  ['/trigger/eventTypes', events()],
  ['/trigger/eventTypes/0', events('endpoint.unheard_of')],
  ['/trigger/eventTypes/1', events('endpoint.*', 'rule.triggered')],
  ['/trigger/eventTypes/0', events('rul*')],
  ['/trigger/eventTypes/0', events('user.created')],
  ['/trigger/eventTypes/0', events('security.*')],
  ['/condition/operator', { condition: null }],
  ['/condition/operator', condition({ operator: 'above' })],
  ['/condition/value', condition({ value: undefined })],
  ['/condition/value', condition({ value: '30' })],
  ['/condition/value', condition({ value: Number.POSITIVE_INFINITY })],
  ['/condition/value', condition({ operator: 'eq', value: {} })],
  ['/condition/value', condition({ operator: 'changed' })],
  ['/condition/value2', condition({ value2: 31 })],
  ['/condition/value2', condition({ operator: 'between' })],
  ['/condition/value2', condition({ operator: 'between', value2: 29 })],
  ['/condition/forSeconds', condition({ forSeconds: -1 })],
  ['/condition/forSeconds', condition({ forSeconds: 0.5 })],
  ['/condition/forSeconds', { trigger: silence, condition: {} }],
  ['/condition/forSeconds', { trigger: silence, condition: { forSeconds: 9 } }],
  ['/condition/forSeconds', { ...events('endpoint.*'), condition: { forSeconds: 1 } }],
  ['/condition/operator', { trigger: silence, condition: { operator: 'gt', forSeconds: 60 } }],
  ['/condition/hysteresis', condition({ hysteresis: -1 })],
  ['/condition/hysteresis', condition({ operator: 'eq', hysteresis: 1 })],
  ['/actions', { actions: [] }],
  ['/actions', { actions: Array.from({ length: 11 }, () => say) }],
  ['/actions/1/kind', action({ kind: 'mail' })],
  ['/actions/1/severity', action({ ...say, severity: 'bad' })],
  ['/actions/1/title', action({ ...say, title: '' })],
  ['/actions/1/note', action({ ...say, note: 'x' })],
  ['/actions/2/kind', { actions: [say, { ...say, kind: 'alert' }, { ...say, kind: 'alert' }] }],
  ['/actions/1/kind', { ...events('endpoint.*'), ...action({ ...say, kind: 'alert' }) }],
  ['/actions/1/kind', { condition: { operator: 'changed' }, ...action({ ...say, kind: 'alert' }) }],
  ['/actions/1/command', command({ command: 'open' })],
  ['/actions/1/command', action({ kind: 'command' })],
  ['/actions/1/parameters', command({ parameters: {} })],
  ['/actions/1/payloadHex', command({ payloadHex: 'abc' })],
  ['/actions/1/payloadHex', command({ payloadHex: '0g' })],
  ['/actions/1/payloadHex', command({ payloadHex: '00'.repeat(201) })],
  ['/actions/1/format', command({ format: 256 })],
  ['/actions/1/format', action({ kind: 'command', command: 'open', format: 1 })],
  ['/actions/1/deviceId', command({ deviceId: 'x' })],
  ['/actions/1/integrationId', action({ kind: 'integration', integrationId: 'x' })],
  ['', action({ kind: 'command', command: 'set', parameters: { text: 'x'.repeat(65_536) } })],
];

t.test('every fault of a definition says where it stands', async t => {
  for (const [pointer, given] of faults) {
    let found: unknown;
    try {
      checkedRule({ ...right, ...given });
    } catch (error) {
      found = error instanceof Fault && error.fault === 'RuleInvalid' ? error.about.pointer : error;
    }
    t.equal(found, pointer, JSON.stringify(given).slice(0, 200));
  }
});

t.test('what is right is taken with its defaults', async t => {
  t.same(checkedRule(right), {
    ...{ name: 'heat', description: '', enabled: true, cooldownSeconds: 1 },
    trigger: { kind: 'telemetry', deviceIds: [], deviceTags: {}, key: 'temperature', eventTypes: [] },
    condition: { operator: 'gt', value: 30, forSeconds: 0, hysteresis: 0 },
    actions: [{ ...say, description: '' }],
  });
  for (const given of [
    condition({ operator: 'eq', value: 'open' }),
    condition({ operator: 'eq', value: false }),
    condition({ operator: 'between', value2: 30, hysteresis: 2, forSeconds: 60 }),
    { condition: { operator: 'changed', hysteresis: 1 } },
    { trigger: silence, condition: { forSeconds: 10 } },
    events('endpoint.attached', 'downlink.*', '*'),
    command({ deviceId: UUID.toUpperCase(), payloadHex: '' }),
    action({ kind: 'command', command: 'open' }),
    action({ kind: 'integration', integrationId: UUID, note: 'two\nlines' }),
  ]) {
    const checked = checkedRule({ ...right, ...given });
    t.same(checkedRule(checked), checked, 'and stays as it is');
  }
});
