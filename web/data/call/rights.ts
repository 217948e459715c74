// What the caller may do. The server judges; the console saves the trip, and says why not.
import { words } from '../../words/words.ts';
import { client } from './client.ts';
import { useQuery } from './query.ts';
import { session } from './session.ts';

/** E endpoints, B base stations, K keys of endpoints, I integrations, M members, A API keys, S the installation. */
export type Capability = 'E' | 'B' | 'K' | 'I' | 'M' | 'A' | 'S';

/** Why an act is refused, in words; undefined where it is allowed, or not known yet. */
export type Refuses = (capability: Capability) => string | undefined;

export function useRights(): Refuses {
  const { principal, organizationId } = session.value ?? {};
  const { value } = useQuery(
    principal === 'user' ? `rights ${organizationId}` : undefined,
    async signal => (await client.getProfile({}, { signal })).capabilities,
    60_000,
  );
  return capability => (value === undefined || value.includes(capability) ? undefined : words.value.rights[capability]);
}
