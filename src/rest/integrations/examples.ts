const TARGET = 'https://bms.example.org/mioty';
const INTEGRATION = {
  id: '0198c0de-0000-7000-8000-0000000000b1',
  organizationId: '0198c0de-0000-7000-8000-000000000001',
  name: 'Building management',
  description: '',
  kind: 'http',
  enabled: true,
  eventTypes: ['up'],
  epEuis: [],
  deviceModelIds: [],
  epTags: {},
  http: {
    ...{ url: TARGET, method: 'POST', headers: {}, signingSecret: '', signingSecretSet: true },
    ...{ caPem: '', clientCertPem: '', clientKeyPem: '', clientKeySet: false, insecureSkipVerify: false },
    ...{ timeoutSeconds: 10, batchSize: 1, batchWaitMs: 0, allowDownlinkResponse: false },
  },
  state: 'connected',
  lastSuccessAt: '2026-01-20T10:00:00.123Z',
  lastError: '',
  ...{ queued: 2, delivered: 4711, dropped: 0, behindSeconds: 1, parked: 0 },
  ...{ includeSubpackets: false, maxPerSecond: 0 },
  ...{ createdAt: '2026-01-19T10:00:00.000Z', updatedAt: '2026-01-20T09:00:00.000Z' },
};
const GIVEN = {
  name: 'Building management',
  kind: 'http',
  eventTypes: ['up'],
  http: { url: TARGET },
};
const STEP = { name: 'accepted', ok: true, detail: '204', milliseconds: 12 };
const ID = INTEGRATION.id;

/** What the description document shows, by the ids of operations. */
export const examples = {
  createIntegration: { request: GIVEN, response: INTEGRATION },
  updateIntegration: { request: { enabled: false }, response: { ...INTEGRATION, enabled: false, state: 'disabled' } },
  deleteIntegration: { response: { id: ID, deleted: true } },
  testIntegration: { response: { ok: true, steps: [STEP] } },
  replayIntegration: {
    request: { from: '2026-01-20T00:00:00Z', to: '2026-01-21T00:00:00Z', eventTypes: ['up'] },
    response: { id: '0198c0de-0000-7000-8000-0000000000b2', state: 'running' },
  },
  listParked: {
    response: {
      parked: [{ place: 4711, event: 'up', reason: 'HTTP 422', parkedAt: '2026-01-20T10:00:00.123Z' }],
      total: 1,
    },
  },
  retryParked: { request: { places: [4711] }, response: { sent: 1 } },
};
