import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type { FaultName } from '../../kit/faults/faults.ts';
import { Troubled, Unreachable } from './ask.ts';

/** Codes of OAuth 2.0 and OpenID Connect: another word of a provider may be anything, and goes nowhere. */
const OAUTH_CODES: ReadonlySet<string> = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type'],
  ...['invalid_scope', 'access_denied', 'unsupported_response_type', 'server_error', 'temporarily_unavailable'],
  ...['interaction_required', 'login_required', 'account_selection_required', 'consent_required', 'invalid_token'],
  ...['insufficient_scope'],
]);
const CLAIMS: ReadonlySet<string> = new Set(['iss', 'aud', 'azp', 'nonce', 'exp', 'nbf', 'iat', 'sub']);
const LIBRARY_CODE = /^(OAUTH|ERR)_[A-Z_]{1,60}$/;

/** A user is not let in. The reason is for those who look after the box, and has no word of the provider's own. */
export class Refusal extends Error {
  readonly fault: FaultName;
  readonly reason: string | undefined;

  constructor(fault: FaultName, reason?: string) {
    super(fault);
    this.name = 'Refusal';
    this.fault = fault;
    this.reason = reason;
  }
}

export function oauthCode(code: unknown): string {
  return typeof code === 'string' && OAUTH_CODES.has(code) ? code : 'other';
}

/** Why the address failed that tells who has a token: where it answers, with whatever status, it can be reached. */
export function userInfoRefusalOf(cause: unknown): Refusal {
  const troubled = chainOf(cause).find(each => each instanceof Troubled);
  return troubled ? new Refusal('UserInfoFailed', troubled.message) : refusalOf(cause, 'UserInfoFailed');
}

/**
 * Why something failed that the provider has a part in. Errors of the library carry whole answers: nothing of them goes on from here.
 * @param otherwise the fault, when the provider can be reached
 */
export function refusalOf(cause: unknown, otherwise: FaultName): Refusal {
  const unreachable = chainOf(cause).find(each => each instanceof Unreachable);
  if (unreachable) return new Refusal('IdentityProviderUnavailable', unreachable.message);
  return new Refusal(otherwise, reasonIn(cause));
}

function reasonIn(cause: unknown): string {
  if (cause instanceof ResponseBodyError || cause instanceof AuthorizationResponseError) return oauthCode(cause.error);
  if (cause instanceof WWWAuthenticateChallengeError) return oauthCode(cause.cause[0]?.parameters.error);
  const claims = chainOf(cause).map(each => (typeof each === 'object' && 'claim' in each ? each.claim : undefined));
  const claim = claims.find(each => typeof each === 'string' && CLAIMS.has(each));
  if (typeof claim === 'string') return claim;
  const code = cause instanceof ClientError || cause instanceof TypeError ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' && LIBRARY_CODE.test(code) ? code.replace(/^OAUTH_/, '').toLowerCase() : 'other';
}

/** An error, what it was caused by, and so on. */
function chainOf(cause: unknown): readonly object[] {
  const chain: object[] = [];
  for (
    let each = cause;
    typeof each === 'object' && each !== null && chain.length < 8;
    each = Reflect.get(each, 'cause')
  )
    chain.push(each);
  return chain;
}
