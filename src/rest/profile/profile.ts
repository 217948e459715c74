import type { Principal } from '../../rpc/call/define.ts';
import { fields } from '../../rpc/input.ts';
import { type Group, group, method } from '../define.ts';
import { fullName, type People } from '../people.ts';
import type { UserProfileOut } from '../schema.gen.ts';

const NAME = 'userprofile.UserProfileService/GetPersonalProfile';
const EXAMPLE = JSON.stringify({
  id: '0198c0de-0000-7000-8000-0000000000aa',
  kind: 'service_account',
  name: 'Node-RED',
  organizationId: '0198c0de-0000-7000-8000-000000000001',
  scopes: ['users:read'],
});

/** Who calls (REST section 6). */
export function profile({ people }: { readonly people: People }): Group {
  /** A service has a name, and nothing else of a person (clarification R25). */
  const profileOf = (principal: Principal, org: number): UserProfileOut => {
    const { kind, id, email, userId = id, scopes = [] } = principal;
    if (kind === 'service_account') return { id, kind, name: email, scopes };
    const person = people.find(org, userId);
    const name = person ? fullName(person) : people.nameOf(userId);
    return { id: userId, kind: people.kind, email, name, ...(person && { role: person.role }), scopes };
  };

  return group('Users', [
    method(NAME, {
      http: {
        at: 'GET /api/users/personal',
        id: 'getPersonalProfile',
        summary: 'The profile of the caller, as a JSON document in a string',
        answer: 'profile',
        text: true,
        anywhere: true,
        example: { response: EXAMPLE },
      },
      access: 'org',
      needs: 'R',
      scope: 'users:read',
      input: fields({}),
      handle: (_request, { principal, org, organizationId }) => ({
        profile: { ...profileOf(principal, org), organization_id: organizationId },
      }),
    }),
  ]);
}
