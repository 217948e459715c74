// Why a station that dials is refused, as the wizard says it. `refusals` of words/ has a sentence and what to do for each.

export const REFUSALS = [
  'unknown_authority',
  'expired',
  'revoked',
  'no_certificate',
  'name_mismatch',
  'not_registered',
  'disabled',
  'handshake',
  'other',
] as const;
export type Refusal = (typeof REFUSALS)[number];

const PATTERNS: readonly [RegExp, Refusal][] = [
  [/unknown_station|not_registered/, 'not_registered'],
  [/certificate_mismatch|name_mismatch|wrong_eui|eui/, 'name_mismatch'],
  [/disabled/, 'disabled'],
  [/revoked/, 'revoked'],
  [/expired|not_yet/, 'expired'],
  [/no_certificate|peer.did.not.return|missing_certificate/, 'no_certificate'],
  [/unknown_authority|unknown_ca|issuer|self.signed|unable.to.(get|verify)|unknown.ca|untrusted/, 'unknown_authority'],
  [/handshake|reset|closed|alert|protocol|version|wrong version|timeout/, 'handshake'],
];

/** What a reason of `basestation.connect_refused` or `security.tls_rejected` is for the installer. */
export function refusalOf(reason: string): Refusal {
  const lower = reason.toLowerCase();
  return PATTERNS.find(([pattern]) => pattern.test(lower))?.[1] ?? 'other';
}

/** Host and port of `tls://box.example.org:5000`; empty where it is none. */
export function splitAddress(url: string): { host: string; port: string } {
  const [, host = '', port = '5000'] = /^tls:\/\/(\[[^\]]+\]|[^:/]+)(?::(\d+))?/.exec(url) ?? [];
  return { host, port };
}

/** The part of `192.168.1.31:40512` that tells one device from another. */
export function hostOf(remote: string): string {
  return remote
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/, '');
}

/** A file name of a station's name. */
export function fileNameOf(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'station' : plain;
}
