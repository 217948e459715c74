import type { Operation } from '../define.ts';

const PATH = '/api/v2/rules';
const NAMED = `${PATH}/{id}`;
const SERVICE = 'rest.v1.RestService';

const given = {
  name: 'Cold store is warm',
  description: '',
  enabled: true,
  trigger: { kind: 'telemetry', deviceIds: [], deviceTags: { room: 'cold-store' }, key: 'temperature', eventTypes: [] },
  condition: { operator: 'gt', value: 8, forSeconds: 600, hysteresis: 1 },
  actions: [{ kind: 'alert', severity: 'error', title: '{device}: {value} °C' }],
  cooldownSeconds: 60,
};
const shown = {
  ...{ id: '0198c0de-0000-7000-8000-0000000000e1', ...given, version: 1 },
  ...{ lastTriggeredAt: '2026-01-20T11:00:00.123Z' },
  ...{ createdAt: '2026-01-20T10:00:00.123Z', updatedAt: '2026-01-20T10:00:00.123Z' },
};
const execution = {
  ...{ id: '0198c0de-0000-7000-8000-0000000000e2', ruleId: shown.id, version: 1 },
  ...{ deviceId: '0198c0de-0000-7000-8000-0000000000d1', clientDeviceId: '70b3d56770110001' },
  ...{ firedAt: '2026-01-20T11:00:00.123Z', values: { temperature: 8.5 }, actions: [{ kind: 'alert', ok: true }] },
};

/** The ways to rules over HTTP. */
export const ruleOperations: readonly Operation[] = [
  {
    ...{ http: 'GET', path: PATH, method: `${SERVICE}/ListRules`, id: 'listRules', tag: 'Rules' },
    summary: 'Lists the rules of the organization by name',
    query: ['limit', 'offset', 'search'],
    example: { response: { rules: [shown], total: 1 } },
  },
  {
    ...{ http: 'POST', path: PATH, method: `${SERVICE}/CreateRule`, id: 'createRule', tag: 'Rules' },
    summary: 'Makes a rule, which is looked at for what is received from then on',
    body: 'rule',
    example: { request: given, response: shown },
  },
  {
    ...{ http: 'GET', path: NAMED, method: `${SERVICE}/GetRule`, id: 'getRule', tag: 'Rules' },
    summary: 'Reads one rule',
    example: { response: shown },
  },
  {
    ...{ http: 'PUT', path: NAMED, method: `${SERVICE}/ReplaceRule`, id: 'replaceRule', tag: 'Rules' },
    summary: 'Puts another rule in the place of one; what is left out has its default',
    body: 'rule',
    example: { request: given, response: shown },
  },
  {
    ...{ http: 'PATCH', path: NAMED, method: `${SERVICE}/UpdateRule`, id: 'updateRule', tag: 'Rules' },
    summary: 'Changes a rule; of trigger and condition only what is given',
    body: 'rule',
    example: { request: { condition: { value: 8 } }, response: shown },
  },
  {
    ...{ http: 'DELETE', path: NAMED, method: `${SERVICE}/DeleteRule`, id: 'deleteRule', tag: 'Rules' },
    summary: 'Deletes a rule; its alerts are over',
    example: { response: { id: shown.id, deleted: true } },
  },
  {
    ...{ http: 'POST', path: `${NAMED}/simulate`, method: `${SERVICE}/SimulateRule`, id: 'simulateRule', tag: 'Rules' },
    summary: 'Says whether a rule would fire by these values and what it would do, and does nothing',
    body: '*',
    example: {
      request: { values: { temperature: 9 }, previous: { temperature: 7 } },
      response: { fires: true, actions: [{ kind: 'alert', severity: 'error', title: 'Cold store: 9 °C' }] },
    },
  },
  {
    ...{ http: 'GET', path: `${NAMED}/executions`, method: `${SERVICE}/ListRuleExecutions` },
    ...{ id: 'listRuleExecutions', tag: 'Rules' },
    summary: 'Lists when a rule has fired and what became of its actions, the newest first',
    query: ['limit', 'offset'],
    example: { response: { executions: [execution], total: 1 } },
  },
];
