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

/** What the description document shows, by the ids of operations. */
export const examples = {
  listRules: { response: { rules: [shown], total: 1 } },
  createRule: { request: given, response: shown },
  getRule: { response: shown },
  replaceRule: { request: given, response: shown },
  updateRule: { request: { condition: { value: 8 } }, response: shown },
  deleteRule: { response: { id: shown.id, deleted: true } },
  simulateRule: {
    request: { values: { temperature: 9 }, previous: { temperature: 7 } },
    response: { fires: true, actions: [{ kind: 'alert', severity: 'error', title: 'Cold store: 9 °C' }] },
  },
  listRuleExecutions: { response: { executions: [execution], total: 1 } },
};
