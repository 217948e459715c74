import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../../rpc/call/actor.ts';
import { uuid } from '../../rpc/checks.ts';
import { fields } from '../../rpc/input.ts';
import { type Group, group, method } from '../define.ts';

const SERVICE = 'rest.v1.RestService';

/** Invitations of the caller, who has no rights in the organization yet (clarification T15). */
export function memberships({ store, clock }: { readonly store: Store; readonly clock: Clock }): Group {
  const answered = (answer: 'accept' | 'decline', summary: string) => {
    const status = answer === 'accept' ? 'active' : 'declined';
    return method(`${SERVICE}/${answer === 'accept' ? 'AcceptMembership' : 'DeclineMembership'}`, {
      http: {
        at: `POST /api/v2/me/memberships/{id}/${answer}`,
        id: `${answer}Membership`,
        summary,
        anywhere: true,
        example: { response: { organizationId: '0198c0de-0000-7000-8000-0000000000aa', status } },
      },
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
  };

  return group('Orgs', [
    answered('accept', 'Accepts the invitation of an organization'),
    answered('decline', 'Turns down the invitation of an organization'),
  ]);
}
