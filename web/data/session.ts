// Who this browser is. In the community edition the operator, whose REST calls carry a token against other sites; in the
// enterprise edition a user, whose access token is kept in memory alone.
import { signal } from '@preact/signals';

export interface Session {
  edition: 'community' | 'enterprise';
  principal: 'operator' | 'user';
  organizationId: string;
  csrf: string;
  accessToken?: string;
}

export const session = signal<Session | undefined>(undefined);
let opening: Promise<Session> | undefined;

/** The session of this browser, opened by the first call that needs one. One request at a time asks for it. */
export function openSession(): Promise<Session> {
  if (session.value) return Promise.resolve(session.value);
  opening ??= ask().finally(() => {
    opening = undefined;
  });
  return opening;
}

/** Forgets it: the next call asks for a new one. */
export function forgetSession(): void {
  session.value = undefined;
}

async function ask(): Promise<Session> {
  const response = await fetch('/auth/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`no session: ${response.status}`);
  session.value = (await response.json()) as Session;
  return session.value;
}

/** What every RPC carries. */
export function identify(headers: Headers): void {
  const user = session.value;
  if (user?.accessToken === undefined) return;
  headers.set('authorization', `Bearer ${user.accessToken}`);
  headers.set('x-organization-id', user.organizationId);
}
