import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { uuid } from '../../rpc/checks.ts';
import { fields } from '../../rpc/input.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId } from '../input.ts';

const OWN = { access: 'org', needs: 'user', scope: 'no key' } as const;
const ID = '0198c0de-0000-7000-8000-0000000000f1';

/** Where the caller is signed in, and the end of it. A box without sign-in has none. */
export function signIns({ store, clock }: { readonly store: Store; readonly clock: Clock }): Group {
  return group('Users', [
    method('rest.v1.RestService/ListOwnSignIns', {
      http: {
        at: 'GET /api/v2/me/sessions',
        id: 'listOwnSessions',
        summary: 'Where the caller is signed in, the one that was used last first',
        example: {
          response: {
            sessions: [
              {
                ...{ id: ID, current: true, remoteAddress: '192.0.2.20', userAgent: 'Mozilla/5.0' },
                ...{ createdAt: '2026-01-20T09:00:00.000Z', lastUsedAt: '2026-01-20T10:00:00.000Z' },
              },
            ],
          },
        },
      },
      ...OWN,
      input: fields({ organization_id: organizationId }),
      handle: (_request, { principal }) => ({
        sessions: store.read.signIns
          .open(principal.id, clock.credible())
          .map(({ session, beganAt, refreshedAt, address, userAgent }) => ({
            ...{
              id: session,
              current: session === principal.sessionId,
              remote_address: address,
              user_agent: userAgent,
            },
            ...{ created_at: timestamp(beganAt), last_used_at: timestamp(refreshedAt) },
          })),
      }),
    }),
    method('rest.v1.RestService/EndOwnSignIn', {
      http: {
        at: 'DELETE /api/v2/me/sessions/{id}',
        id: 'endOwnSession',
        summary: 'Signs the caller out of one of them',
        example: { response: { id: ID, deleted: true } },
      },
      ...OWN,
      input: fields({ organization_id: organizationId, id: uuid }),
      async handle({ id }, { principal, address }) {
        const by = { email: principal.email, address, now: clock.now() };
        await store.write.signIns.endOwn(id, principal.id, by);
        return { id, deleted: true };
      },
    }),
  ]);
}
