/** What a center says of itself when it connects, and how it did. */
export const greeted = {
  vendor: 'text',
  model: 'text',
  name: 'text',
  sw_version: 'text',
  info: 'text?',
  remote_address: 'text',
  tls_version: 'text',
  cipher_suite: 'text',
  certificate_fingerprint: 'text',
  certificate_subject: 'text',
} as const;

/** What a session of a center begins with. Times in milliseconds. */
export const begun = {
  uuid: 'text',
  org: 'integer',
  ac_eui: 'text',
  sn_ac_uuid: 'blob',
  sn_sc_uuid: 'blob',
  version: 'text',
  status: 'text',
  cursor: 'integer',
  counted: 'integer',
  ...greeted,
  connected_at: 'integer',
  last_activity_at: 'integer',
  disconnected_at: 'integer?',
} as const;

/** What its life adds. */
export const lived = {
  close_reason: 'text',
  operations: 'integer',
  last_sc: 'integer',
  last_ac: 'integer',
  waiting: 'integer',
} as const;
