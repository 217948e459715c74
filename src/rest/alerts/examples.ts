const ALERT = {
  id: '0198c0de-0000-7000-8000-0000000000a1',
  rule: 'endpoint_silent',
  severity: 'warning',
  category: 'endpoint',
  status: 'new',
  title: 'Endpoint silent',
  description: 'Room 12 was not heard for 3 h. Look at its battery and at the base stations that heard it.',
  sourceType: 'endpoint',
  sourceId: '70b3d56770110001',
  sourceName: 'Room 12',
  firstSeenAt: '2026-01-20T10:00:00.123Z',
  lastSeenAt: '2026-01-20T10:00:00.123Z',
  count: 1,
  acknowledgedBy: '',
  note: '',
  resolution: '',
  eventId: '',
  organizationId: '0198c0de-0000-7000-8000-000000000001',
  data: {},
};
const NOTED = { ...ALERT, status: 'acknowledged', acknowledgedAt: '2026-01-20T10:05:00.000Z', note: 'battery ordered' };
const SILENCE = {
  id: '0198c0de-0000-7000-8000-0000000000a2',
  sourceId: '70b3d56770110001',
  until: '2026-01-27T00:00:00.000Z',
  reason: 'building site',
  createdAt: '2026-01-20T10:00:00.123Z',
  createdBy: 'operator@localhost',
};

/** What the description document shows, by the ids of operations. */
export const examples = {
  listAlerts: { response: { alerts: [ALERT], total: 1 } },
  getAlert: { response: ALERT },
  acknowledgeAlert: { request: { note: 'battery ordered' }, response: NOTED },
  resolveAlert: {
    request: { note: 'battery changed' },
    response: { ...NOTED, status: 'resolved', resolution: 'manual', resolvedAt: '2026-01-20T12:00:00.000Z' },
  },
  listSilences: { response: { silences: [SILENCE], total: 1 } },
  createSilence: {
    request: { sourceId: SILENCE.sourceId, until: SILENCE.until, reason: SILENCE.reason },
    response: SILENCE,
  },
  getSilence: { response: SILENCE },
  deleteSilence: { response: { id: SILENCE.id, deleted: true } },
};
