/**
 * What may go into a bug report. Everything else stays out: a new column, setting or key of an event is not told until it is
 * written down here. EUIs go, support needs them; names, positions, mail addresses, payloads and keys do not.
 */

/** How a text must look to go. */
const patterns = {
  /** A word of a protocol or of this program. */
  word: /^(?!.*[A-Za-z0-9]{25})[A-Za-z][A-Za-z0-9_.:/-]{0,47}$/,
  token: /^ErrToken[A-Za-z0-9]{1,60}$/,
  eui: /^[0-9a-f]{16}$/,
  number: /^-?[0-9]{1,20}(\.[0-9]{1,20})?$/,
  time: /^\d{4}-\d\d-\d\dT[0-9:.]{8,18}Z$/,
  version: /^[0-9]{1,5}(\.[0-9A-Za-z-]{1,10}){0,3}$/,
  address: /^[0-9a-f:.[\]]{2,60}$/i,
} as const;
type Look = keyof typeof patterns;

/** A key of a row, of an event's data or of a line of the log, and how its text must look. Numbers, true and false always go. */
export type Allowed = Readonly<Record<string, Look>>;

export const eventColumns: Allowed = {
  seq: 'number',
  event_type: 'word',
  category: 'word',
  severity: 'word',
  source_type: 'word',
  ep_eui: 'eui',
  bs_eui: 'eui',
  ac_eui: 'eui',
  timestamp_at: 'number',
  stored_at: 'number',
  count: 'number',
};

export const eventData: Allowed = {
  ...{ epEui: 'eui', bsEui: 'eui', acEui: 'eui', oldEpEui: 'eui', oldBsEui: 'eui' },
  ...{ opId: 'number', queId: 'number', packetCnt: 'number', lastPacketCnt: 'number', attachCnt: 'number' },
  ...{ rxTime: 'number', txTime: 'number', rssi: 'number', snr: 'number', eqSnr: 'number', bytes: 'number' },
  ...{ dlRxSnr: 'number', dlRxRssi: 'number', offsetMs: 'number', latencyMs: 'number', lagMs: 'number' },
  ...{
    code: 'word',
    reason: 'word',
    origin: 'word',
    operation: 'word',
    command: 'word',
    direction: 'word',
    status: 'word',
  },
  ...{
    firstSeen: 'time',
    lastSeen: 'time',
    lastSeenAt: 'time',
    lastRunEndedAt: 'time',
    notAfter: 'time',
    until: 'time',
  },
  ...{
    silentSeconds: 'number',
    onlineSeconds: 'number',
    uptimeSeconds: 'number',
    seconds: 'number',
    daysLeft: 'number',
  },
  ...{ uptime: 'number', dutyCycle: 'number', temp: 'number', cpuLoad: 'number', memLoad: 'number' },
  ...{ freeBytes: 'number', databaseBytes: 'number', rows: 'number', from: 'number', to: 'number', queue: 'number' },
  ...{ pending: 'number', downlinks: 'number', format: 'number', shAddr: 'number', resumed: 'word', bidi: 'word' },
  ...{ version: 'version', port: 'number', listener: 'word', edition: 'word', token: 'token' },
};

/** Of the texts of a line only `msg` is a sentence; these are constant. */
export const logFields: Allowed = {
  ...{ level: 'number', time: 'number', bsEui: 'eui', epEui: 'eui', acEui: 'eui', scEui: 'eui' },
  ...{ session: 'number', opId: 'number', command: 'word', code: 'word', reason: 'word', method: 'word' },
  ...{ errorToken: 'token', transport: 'word', address: 'address', remoteAddress: 'address', name: 'word' },
  ...{ port: 'number', ms: 'number', times: 'number', seconds: 'number', rows: 'number', from: 'number', to: 'number' },
  ...{ freeBytes: 'number', resumed: 'word', listener: 'word', table: 'word' },
};

/** Of events of the system itself besides: what others are about bears the names that people gave it. */
export const systemEventData: Allowed = { ...eventData, name: 'word' };

/** Tables, and the columns of them that go; of all others only the number of rows. */
export const tableColumns: Readonly<
  Record<'base_station' | 'session' | 'center_session' | 'certificate' | 'alert', Allowed>
> = {
  base_station: {
    ...{ eui: 'eui', disabled: 'number', protocol_version: 'version', sw_version: 'version', bidi: 'number' },
    ...{ connected_at: 'number', disconnected_at: 'number', disconnect_reason: 'word', last_seen_at: 'number' },
    ...{ last_status_at: 'number', status_code: 'number', clock_offset_ms: 'number', duty_cycle: 'number' },
    ...{
      uptime_s: 'number',
      temperature: 'number',
      cpu_load: 'number',
      mem_load: 'number',
      certificate_expires_at: 'number',
    },
  },
  session: {
    ...{ id: 'number', station: 'number', version: 'version', state: 'word', last_bs: 'number', done_bs: 'number' },
    ...{ last_sc: 'number', connected_at: 'number', disconnected_at: 'number' },
  },
  center_session: {
    ...{
      ac_eui: 'eui',
      version: 'version',
      status: 'word',
      close_reason: 'word',
      last_ac: 'number',
      last_sc: 'number',
    },
    ...{ cursor: 'number', waiting: 'number', operations: 'number', requests: 'number', sw_version: 'version' },
    ...{ tls_version: 'word', connected_at: 'number', last_activity_at: 'number', disconnected_at: 'number' },
  },
  certificate: {
    ...{
      kind: 'word',
      eui: 'eui',
      not_before_at: 'number',
      not_after_at: 'number',
      revoked_at: 'number',
      reason: 'word',
    },
  },
  alert: {
    ...{ rule: 'word', severity: 'word', status: 'word', source_type: 'word', source_id: 'eui', resolution: 'word' },
    ...{ first_seen_at: 'number', last_seen_at: 'number', count: 'number', opening: 'number', resolved_at: 'number' },
    ...{ acknowledged_at: 'number', inhibited_by: 'word', silenced_until: 'number', flapping: 'number' },
  },
};

/** Settings whose text goes; of other settings only numbers, switches and choices, and whether they have been set. */
export const settingTexts: ReadonlySet<string> = new Set([
  'data_dir',
  'store.path',
  'backup.dir',
  'pki.server_names',
  'gateway.allowed_hosts',
]);

/** What of a record may go. @returns undefined when it is none */
export function allowedOf(value: unknown, allowed: Allowed): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const all: Readonly<Record<string, unknown>> = { ...value };
  const kept = Object.entries(allowed).flatMap(([name, look]) => {
    const shown = shownOf(all[name], look);
    return shown === undefined ? [] : [[name, shown]];
  });
  return Object.fromEntries(kept);
}

function shownOf(value: unknown, look: Look): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'string' && patterns[look].test(value) ? value : undefined;
}

/** Of a sentence everything that may be a secret is covered: what stands in a URL before the host, and long words without meaning. */
export function covered(text: string): string {
  return text
    .replace(/[a-z][a-z0-9+.-]*:\/\/[^\s/@]*@/gi, '***@')
    .replace(
      /\b(password|passphrase|secret|token|key|authorization)(["']?\s*[=:]\s*)("[^"]*"|'[^']*'|\S+)/gi,
      '$1$2***',
    )
    .replace(/[A-Za-z0-9+/=_-]{24,}/g, word => (/[0-9]/.test(word) ? '***' : word))
    .replace(/\b(?![0-9a-f]{16}\b)[0-9a-f]{17,}\b/gi, '***');
}
