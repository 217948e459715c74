import { fields } from '../../rpc/input.ts';
import { type Group, method } from '../define.ts';

/** Who calls (REST section 6). */
export function profile(): Group {
  return {
    methods: [
      method('userprofile.UserProfileService/GetPersonalProfile', {
        access: 'org',
        needs: 'R',
        scope: 'users:read',
        input: fields({}),
        handle: (_request, { principal, organizationId }) => ({
          profile: { id: principal.id, kind: principal.kind, name: principal.email, organization_id: organizationId },
        }),
      }),
    ],
    operations: [
      {
        http: 'GET',
        path: '/api/users/personal',
        method: 'userprofile.UserProfileService/GetPersonalProfile',
        id: 'getPersonalProfile',
        tag: 'Users',
        summary: 'The profile of the caller',
        answer: 'profile',
        text: true,
        anywhere: true,
      },
    ],
  };
}
