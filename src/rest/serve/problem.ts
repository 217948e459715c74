import { sentenceOf } from '../../kit/faults/fault-sentences.ts';
import { catalog, type FaultAbout, type FaultName } from '../../kit/faults/faults.ts';
import type { Status } from '../../rpc/call/status.ts';
import type { Violation } from '../../rpc/input.ts';
import { jsonName } from '../../rpc/serve/json-writer.ts';

/** Where the errors are explained, by their tokens. */
const TYPES = '/api/docs/errors';

/** What of a request decides how its refusal looks. */
export interface ProblemContext {
  readonly requestId: string;
  /** How names of fields in the body begin, as methods know them. */
  readonly bodyPrefix: string;
  readonly hasIfMatch: boolean;
  /** The status where the place says more than the token. */
  readonly status?: number | undefined;
}

/** An error as REST shows it: a problem document (RFC 9457) around the error object of every transport. */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function problemOf(failure: Status, refused: ProblemContext): Problem {
  const { requestId, bodyPrefix } = refused;
  const { code, token, tokenNumber, about, violations } = failure;
  const name = token.slice('ErrToken'.length) as FaultName;
  const status = refused.status ?? httpOf(name, failure, refused);
  const shown = (given: FaultAbout) => shownAbout(given, bodyPrefix);
  const title = catalog[name]?.text ?? failure.message;
  const message = catalog[name] ? sentenceOf(name, title, shown(about)) : failure.message;
  const fields = fieldsOf(name, about, violations).map(({ field, fault, about: of }) => ({
    field: fieldName(field, bodyPrefix),
    token: catalog[fault].token,
    message: sentenceOf(fault, catalog[fault].text, shown(of)),
  }));
  const { ids, ...named } = shown(about);
  // A list, also of one (clarification T6).
  const details = {
    ...named,
    ...(ids !== undefined && { ids: String(ids).split(',') }),
    ...(fields.length > 0 && { fields }),
  };
  const error = { status, code, token, number: Number(tokenNumber), message, details, requestId };
  const type = `${TYPES}#${token}`;
  const retry = about.retry_after_ms;
  return {
    status,
    headers: {
      ...(status === 401 && { 'www-authenticate': 'ApiKey realm="platform"' }),
      ...(retry !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(Number(retry) / 1000))) }),
    },
    body: JSON.stringify({ type, title, status, detail: message, instance: requestId, error }),
  };
}

/** Statuses of REST that differ from those of the other transports (clarification R7). */
function httpOf(name: FaultName, { http, about }: Status, { hasIfMatch }: ProblemContext): number {
  switch (name) {
    case 'InvalidOrganizationIDHeader':
      return 401;
    case 'ConcurrentModification':
      return hasIfMatch ? 412 : http;
    case 'HostNotAllowed':
      return 'origin' in about ? 403 : http;
    case 'MediaTooLarge':
      return 413;
    case 'MethodNotAllowed':
      return 405;
    default:
      return http;
  }
}

/** Every field that is wrong, also when it is one. */
function fieldsOf(fault: FaultName, about: FaultAbout, violations: readonly Violation[]): readonly Violation[] {
  if (violations.length > 0) return violations;
  return about.field === undefined ? [] : [{ field: String(about.field), fault, about }];
}

function shownAbout(about: FaultAbout, bodyPrefix: string): FaultAbout {
  const entries = Object.entries(about).map(([key, value]) =>
    key === 'field' ? [key, fieldName(String(value), bodyPrefix)] : [jsonName(key), value],
  );
  return Object.fromEntries(entries);
}

/** A field as the caller of REST knows it. */
function fieldName(field: string, bodyPrefix: string): string {
  const own = bodyPrefix !== '' && field.startsWith(bodyPrefix) ? field.slice(bodyPrefix.length) : field;
  return own.split('.').map(jsonName).join('.');
}
