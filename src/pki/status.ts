import type { X509Certificate } from 'node:crypto';
import { type Finding, fail, ok, type Verdict, warn } from '../kit/faults/finding.ts';
import { DAY_MS } from '../kit/units.ts';
import { serverNamesOf } from './names.ts';
import { fingerprintOf } from './peer.ts';

export type CertificateState = 'valid' | 'expiring' | 'expired' | 'not_yet_valid';

/** `earlier ca`: replaced, though its clients are still let in. A listener's name: supplied by the operator. */
export type CertificateName = 'server' | 'ca' | 'earlier ca' | 'bssci' | 'scaci' | 'gateway' | 'mqtt';

/** One certificate as commands and the API show it (platform API 14.2, `Certificate`). */
export interface CertificateStatus {
  name: CertificateName;
  subject: string;
  issuer: string;
  serial: string;
  fingerprint: string;
  notBefore: Date;
  notAfter: Date;
  daysUntilExpiry: number;
  state: CertificateState;
  dnsNames: string[];
  ipAddresses: string[];
  keyType: string;
  pem: string;
}

const EXPIRING_DAYS = 30;

/** What to do about a certificate that is made here, or that the operator supplies. */
export const RENEW = 'run waystation certs renew';
export const REPLACE = 'put a new one in its place';

/** Days left, rounded down, and the expiry class of platform API 14.3. */
export function expiry(notBefore: Date, notAfter: Date, nowMs: number): { days: number; state: CertificateState } {
  const left = notAfter.getTime() - nowMs;
  const days = Math.floor(left / DAY_MS);
  if (left <= 0) return { days, state: 'expired' };
  if (nowMs < notBefore.getTime()) return { days, state: 'not_yet_valid' };
  return { days, state: left <= EXPIRING_DAYS * DAY_MS ? 'expiring' : 'valid' };
}

/** What is to be said of the dates of a certificate. @param todo when it has expired, or will soon */
export function validityVerdict(what: string, from: Date, until: Date, nowMs: number, todo: string): Verdict {
  const { days, state } = expiry(from, until, nowMs);
  const text = `${what} until ${day(until)}, ${days} days left`;
  if (state === 'expired') return fail(`${what} has expired on ${day(until)}`, todo);
  if (state === 'not_yet_valid') return fail(`${what} is valid from ${day(from)} on`, 'set the clock');
  return state === 'expiring' ? warn(text, todo) : ok(text);
}

/** What is to be said of the dates of a certificate that a listener serves. @param external the operator supplies it */
export function servedDates(
  listener: string,
  external: boolean,
  { from, until }: { readonly from: Date; readonly until: Date },
  nowMs: number,
): Finding {
  const todo = external ? REPLACE : RENEW;
  const verdict = validityVerdict(`certificate of ${listener}`, from, until, nowMs, todo);
  return { check: 'certificate', ...verdict, daysLeft: (until.getTime() - nowMs) / DAY_MS };
}

const EXCHANGE = 'plan its exchange: every base station needs a new certificate';

/** What is to be said of the dates of the own authority. The todo is there long before it is urgent. */
export function authorityDates(from: Date, until: Date, nowMs: number): Finding & { readonly daysLeft: number } {
  const verdict = validityVerdict('own authority', from, until, nowMs, EXCHANGE);
  return { check: 'certificate', ...verdict, todo: EXCHANGE, daysLeft: (until.getTime() - nowMs) / DAY_MS };
}

const day = (date: Date) => date.toISOString().slice(0, 10);

export function statusOf(
  name: CertificateName,
  certificate: X509Certificate,
  pem: string,
  nowMs: number,
): CertificateStatus {
  const { days, state } = expiry(certificate.validFromDate, certificate.validToDate, nowMs);
  const { dns, ip } = serverNamesOf(certificate);
  return {
    name,
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    serial: certificate.serialNumber.toLowerCase(),
    fingerprint: fingerprintOf(certificate),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    daysUntilExpiry: days,
    state,
    dnsNames: dns,
    ipAddresses: ip,
    keyType: keyTypeOf(certificate),
    pem,
  };
}

/** `rsa-2048`, `ec-p256`, or what an external certificate has. */
export function keyTypeOf({ publicKey }: X509Certificate): string {
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  if (publicKey.asymmetricKeyType === 'rsa') return `rsa-${modulusLength}`;
  return namedCurve === 'prime256v1' ? 'ec-p256' : `${publicKey.asymmetricKeyType}`;
}

const oneLine = (name: string) => name.split('\n').join(', ');
