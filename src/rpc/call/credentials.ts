import { type Fault, fault } from '../../kit/faults/faults.ts';
import { parseUuid } from '../../kit/uuid.ts';
import type { Incoming } from './incoming.ts';

/** What programs write of a variable that is not set. */
const UNSET = /^(null|undefined)$/;
const UNSET_BEARER = /^bearer +(null|undefined)$/i;
export const BEARER = /^bearer +(\S+)$/i;

/** The different values of a header; one that is empty counts as absent (clarification I9). */
export function valuesOf(incoming: Incoming, name: string): readonly string[] {
  const all = incoming.headers(name);
  if (all.length === 1 && all[0] !== '') return all;
  return [...new Set(all.map(value => value.trim()).filter(value => value !== ''))];
}

/** What all values of a header say; undefined when they say different things, or nothing that is a UUID. */
export function uuidOf(values: readonly string[]): string | undefined {
  const [first, ...others] = new Set(values.map(parseUuid));
  return others.length === 0 ? first : undefined;
}

/** Whether a call shows anything that is meant to be credentials. */
export function showsKey(incoming: Incoming): boolean {
  const isSet = (name: string, unset: RegExp) => valuesOf(incoming, name).some(value => !unset.test(value));
  return isSet('x-api-key', UNSET) || isSet('authorization', UNSET_BEARER);
}

/** What a call shows to be let in by. */
export interface Presented {
  readonly text: string;
  /** Shown in `Authorization` too, where there may also be an access token. */
  readonly asBearer: boolean;
}

/**
 * Of a method of the public API (REST section 2, rows 1 and 1a).
 * @throws fault `AuthorizationRequired`, `InvalidAuthorizationFormat`, `ConflictingCredentials`
 */
export function presentedIn(incoming: Incoming): Presented {
  const keys = valuesOf(incoming, 'x-api-key').filter(value => !UNSET.test(value));
  const sent = valuesOf(incoming, 'authorization').filter(value => !UNSET_BEARER.test(value));
  if (keys.length + sent.length === 0) throw fault('AuthorizationRequired', { header: 'X-API-Key' });
  const bearers = sent.map(value => BEARER.exec(value)?.[1]);
  if (keys.length === 0 && bearers.includes(undefined)) throw fault('InvalidAuthorizationFormat');
  const [text, ...others] = new Set([...keys, ...bearers]);
  if (text === undefined || others.length > 0) throw fault('ConflictingCredentials');
  return { text, asBearer: bearers.length > 0 };
}

/** A call that names no organization. @param own uuid of the one that its key belongs to (clarification T10) */
export function organizationMissing(own: string | undefined): Fault {
  return fault('OrganizationIDHeaderRequired', {
    header: 'X-Organization-Id',
    ...(own !== undefined && { organization_id: own }),
  });
}

/**
 * The organization that a call names by its header (REST section 2, rows 4 and 5).
 * @param own uuid of the one that its key belongs to
 * @throws fault `OrganizationIDHeaderRequired`, `InvalidOrganizationIDHeader`
 */
export function organizationIn(incoming: Incoming, own: string | undefined): string {
  const sent = valuesOf(incoming, 'x-organization-id');
  if (sent.length === 0) throw organizationMissing(own);
  const named = uuidOf(sent);
  if (named === undefined) throw fault('InvalidOrganizationIDHeader');
  return named;
}
