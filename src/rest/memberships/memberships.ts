import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/clock.ts';
import { acting } from '../../rpc/actor.ts';
import { uuid } from '../../rpc/checks.ts';
import { fields } from '../../rpc/input.ts';
import { type Group, method, type Operation } from '../define.ts';

const SERVICE = 'rest.v1.RestService';

/** Invitations of the caller, who has no rights in the organization yet (clarification T15). */
export function memberships({ store, clock }: { readonly store: Store; readonly clock: Clock }): Group {
  const answered = (name: 'AcceptMembership' | 'DeclineMembership', answer: 'accept' | 'decline') =>
    method(`${SERVICE}/${name}`, {
      access: 'exempt',
      needs: 'user',
      scope: 'no key',
      input: fields({ id: uuid }),
      async handle({ id }, call) {
        const by = acting(call, clock);
        const status = await store.write.accounts.answerInvitation(id, call.principal.id, answer, by);
        return { organization_id: id, status };
      },
    });
  const operation = (name: 'AcceptMembership' | 'DeclineMembership', path: string, status: string) =>
    ({
      ...{ http: 'POST', path: `/api/v2/me/memberships/{id}/${path}`, method: `${SERVICE}/${name}` },
      ...{ id: `${path}Membership`, tag: 'Orgs', anywhere: true },
      example: { response: { organizationId: '0198c0de-0000-7000-8000-0000000000aa', status } },
    }) as const satisfies Partial<Operation>;

  return {
    methods: [answered('AcceptMembership', 'accept'), answered('DeclineMembership', 'decline')],
    operations: [
      { ...operation('AcceptMembership', 'accept', 'active'), summary: 'Accepts the invitation of an organization' },
      {
        ...operation('DeclineMembership', 'decline', 'declined'),
        summary: 'Turns down the invitation of an organization',
      },
    ],
  };
}
