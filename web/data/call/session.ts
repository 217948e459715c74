// Who this browser is. In the community edition the operator, whose REST calls carry a token against other sites; in the
// enterprise edition a user, whose access token is kept in memory alone.
import { signal } from '@preact/signals';

export interface Membership {
  organizationId: string;
  organizationName: string;
}

export interface Session {
  edition: 'community' | 'enterprise';
  principal: 'operator' | 'user';
  organizationId: string;
  csrf: string;
  accessToken?: string;
  accessExpiresIn?: number;
  user?: { id: string; email: string; memberships?: Membership[] };
}

/** Whether it is known who this browser is: not yet, yes, or sign-in is asked for. */
export const standing = signal<'asking' | 'in' | 'out'>('asking');
export const session = signal<Session | undefined>(undefined);

const BEFORE_END_MS = 60_000;
const ORGANIZATION = 'ws-organization';
let asking: Promise<Session | undefined> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Why a user was not let in: the name of the error. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly token: string;

  constructor(token: string) {
    super(token);
    this.token = token;
  }
}

async function post(path: string, body: object): Promise<Session> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json().catch(() => ({}))) as Session & { error?: { token?: string }; token?: string };
  if (!response.ok) throw new Refusal(answer.error?.token ?? answer.token ?? `HTTP ${response.status}`);
  return answer;
}

function enter(found: Session): Session {
  const chosen = sessionStorage.getItem(ORGANIZATION);
  const mine = found.user?.memberships?.some(({ organizationId }) => organizationId === chosen);
  session.value = chosen !== null && mine ? { ...found, organizationId: chosen } : found;
  standing.value = 'in';
  clearTimeout(timer);
  const { accessExpiresIn } = found;
  if (accessExpiresIn !== undefined)
    timer = setTimeout(() => void renew(), Math.max(1000, accessExpiresIn * 1000 - BEFORE_END_MS));
  return session.value;
}

/** Asks the server who this browser is; one request at a time. Undefined where it is to sign in first, or nothing answers. */
export function renew(): Promise<Session | undefined> {
  asking ??= post('/auth/session/refresh', {})
    .then(enter, cause => {
      // without an answer no user is sent away: the banner says that Waystation is not there
      const isOut = cause instanceof Refusal && /RefreshToken|Unauthenticated|HTTP 401/.test(cause.token);
      standing.value = isOut ? 'out' : 'in';
      return undefined;
    })
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

/** The session of this browser, for a call that needs one. */
export async function openSession(): Promise<Session> {
  const found = session.value ?? (await renew());
  if (!found) throw new TypeError('no session');
  return found;
}

/** Forgets it: the next call asks for a new one. */
export function forgetSession(): void {
  session.value = undefined;
}

/** @throws Refusal */
export async function signIn(by: { email: string; password: string; otp?: string } | ProviderAnswer): Promise<void> {
  enter(await post('/auth/session', by));
}

/** What a provider sends a browser back with. */
export interface ProviderAnswer {
  provider: 'oidc' | 'oauth2';
  code: string;
  state: string;
  iss?: string;
}

export async function signOut(): Promise<void> {
  await post('/auth/session/end', {}).catch(() => undefined);
  clearTimeout(timer);
  session.value = undefined;
  // everything that was read goes with it
  location.assign('/');
}

export function chooseOrganization(organizationId: string): void {
  sessionStorage.setItem(ORGANIZATION, organizationId);
  location.assign('/');
}

/** What every RPC carries. */
export function identify(headers: Headers): void {
  const found = session.value;
  if (found?.accessToken === undefined) return;
  headers.set('authorization', `Bearer ${found.accessToken}`);
  headers.set('x-organization-id', found.organizationId);
  if (found.user) headers.set('x-user-id', found.user.id);
}
