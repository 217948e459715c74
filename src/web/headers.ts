/** What a page of the console may do: run what we serve, ask us, and no more. Nothing is made of a text but text. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const ALWAYS = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), clipboard-write=(self), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

const HALF_A_YEAR_S = 15_768_000;

/**
 * Of every answer of the console.
 * @param isTrusted browsers trust the certificate by themselves: a user who has clicked through a warning once would be locked out of a
 * host that asks to be reached by TLS alone
 */
export function consoleHeaders(isTrusted: boolean): Readonly<Record<string, string>> {
  return isTrusted ? { ...ALWAYS, 'strict-transport-security': `max-age=${HALF_A_YEAR_S}` } : ALWAYS;
}
