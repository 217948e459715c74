import type { X509Certificate } from 'node:crypto';
import type { Moment } from '../kit/time/clock.ts';

/**
 * The authorities from the issuer of a certificate up to its root.
 * @param trusted the only ones that count, in any order
 * @param at whose dates fit then is preferred; undefined: it is only asked whether there are any
 * @returns undefined when it leads to no root among them
 */
export function authoritiesOf(
  certificate: X509Certificate,
  trusted: readonly X509Certificate[],
  at?: Moment,
): X509Certificate[] | undefined {
  const path: X509Certificate[] = [];
  let last = certificate;
  // Longer than this it would go in a circle.
  while (path.length < trusted.length) {
    const issuers = trusted.filter(each => each.ca && last.checkIssued(each) && last.verify(each.publicKey));
    const issuer = (at && issuers.find(each => dateMistake(each, at) === undefined)) ?? issuers[0];
    if (!issuer) return undefined;
    path.push(issuer);
    if (issuer.checkIssued(issuer)) return path;
    last = issuer;
  }
  return undefined;
}

/** What is wrong with the dates of a certificate, in the words of OpenSSL: it begins by the clock, and ends when that is for certain. */
export type DateMistake = 'CERT_NOT_YET_VALID' | 'CERT_HAS_EXPIRED';

export function dateMistake(
  { validFromDate, validToDate }: Pick<X509Certificate, 'validFromDate' | 'validToDate'>,
  { now, credible }: Moment,
): DateMistake | undefined {
  if (now < validFromDate.getTime()) return 'CERT_NOT_YET_VALID';
  return credible > validToDate.getTime() ? 'CERT_HAS_EXPIRED' : undefined;
}
