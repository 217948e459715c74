import { parseUuid, uuid5 } from '../../kit/uuid.ts';

/** What clients may say in place of the uuid. */
const WORD = 'mioty';

/** Uuid of the connection of an organization that is there from the beginning: it follows from the uuid of the organization. */
export function builtInConnection(organizationId: string): string {
  return uuid5(organizationId, `connection:${WORD}`);
}

/** A connection as a client names it: `null` for the built-in one. Uuids are in lower case. */
export function connectionOf(given: string, organizationId: string): string | null {
  const id = parseUuid(given) ?? given;
  return id === WORD || id === builtInConnection(organizationId) ? null : id;
}
