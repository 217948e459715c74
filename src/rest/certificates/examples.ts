const station = {
  ...{ id: '0198c0de-0000-7000-8000-0000000000c1', kind: 'station', eui: '70b3d59cd0000001' },
  ...{ subject: 'CN=70b3d59cd0000001', issuer: 'CN=Waystation CA', serialNumber: '4a01' },
  fingerprint: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ...{ notBefore: '2026-01-20T10:00:00.000Z', notAfter: '2028-01-20T10:00:00.000Z' },
  ...{ daysUntilExpiry: 730, status: 'valid', keyType: 'ec-p256', dnsNames: [], ipAddresses: [] },
};

export const examples = {
  list: { response: { certificates: [station], total: 1 } },
  revoke: {
    request: { reason: 'the station was stolen' },
    response: {
      ...{ ...station, status: 'revoked' },
      ...{ revokedAt: '2026-02-01T08:00:00.000Z', revokedReason: 'the station was stolen' },
    },
  },
  issue: { request: { format: 'zip' }, response: {} },
};
