import type { ExternalUser } from '../../domain/external-identity/external-identity-store.ts';
import { nameKey } from '../../kit/name-key.ts';
import { cleaned, isPrintable } from '../../kit/printable.ts';
import { isEmail } from '../../rpc/checks.ts';

/** What a provider says of a user, as it came. */
export type Claims = Readonly<Record<string, unknown>>;

export interface ClaimSettings {
  /** Addresses count as verified although the provider does not say so. */
  readonly trustEmail: boolean;
  /** Has the external ids of organizations. */
  readonly organizationClaim: string | undefined;
}

const MAX_NAME = 128;
/** As long as a provider may make it (OpenID Connect Core 2). */
const MAX_SUBJECT = 255;
/** External ids in one claim: groups of a user, of which one is an organization. */
const MAX_ORGANIZATIONS = 200;

/** How the provider calls the user; undefined: not at all. */
export function subjectOf({ sub, id }: Claims): string | undefined {
  const given = sub ?? id;
  const subject = typeof given === 'number' ? String(given) : given;
  return typeof subject === 'string' && subject !== '' && subject.length <= MAX_SUBJECT ? subject : undefined;
}

/** Whether everything is there that decides who is let in. */
export function areComplete(claims: Claims, { trustEmail, organizationClaim }: ClaimSettings): boolean {
  const wanted = [
    'email',
    ...(trustEmail ? [] : ['email_verified']),
    ...(organizationClaim ? [organizationClaim] : []),
  ];
  return wanted.every(name => claims[name] !== undefined);
}

/**
 * An address, and whether it is verified, are of one source: what is said of one address says nothing of another.
 * @param sources of the same user, the one that counts more first
 */
export function profileOf(
  sources: readonly Claims[],
  settings: ClaimSettings,
): Pick<ExternalUser, 'email' | 'first_name' | 'last_name' | 'organizations'> {
  const claims: Claims = Object.assign({}, ...sources.toReversed());
  const { organizationClaim, trustEmail } = settings;
  const telling = sources.find(({ email, email_verified }) => email && (trustEmail || email_verified !== undefined));
  return {
    email: telling && emailOf(telling, settings),
    first_name: nameOf(claims.given_name ?? claims.name),
    last_name: nameOf(claims.family_name),
    organizations: organizationClaim === undefined ? undefined : textsOf(claims[organizationClaim]),
  };
}

function emailOf({ email, email_verified: verified }: Claims, { trustEmail }: ClaimSettings): string | undefined {
  // Some providers write the flag as a text. One who says that it is not verified is believed in any case.
  const isVerified = verified === undefined ? trustEmail : verified === true || verified === 'true';
  if (!isVerified || typeof email !== 'string') return undefined;
  const address = email.trim();
  return isEmail(address) && isPrintable(address) ? nameKey(address) : undefined;
}

function nameOf(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  return [...cleaned(claim).trim()].slice(0, MAX_NAME).join('');
}

function textsOf(claim: unknown): readonly string[] | undefined {
  if (claim === undefined || claim === null) return undefined;
  const all: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return all.slice(0, MAX_ORGANIZATIONS).filter(each => typeof each === 'string');
}
