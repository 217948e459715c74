import type { Store } from '../../domain/domain.ts';
import type { Acting } from '../../domain/event/acting.ts';
import type { AdmissionRules, ExternalUser } from '../../domain/external-identity/external-identity-store.ts';
import { background } from '../../kit/background.ts';
import { catalog, Fault, type FaultName, fault } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { LoginResponseOut } from '../../rpc/schema.gen.ts';
import { newMembership } from '../accounts/account-input.ts';
import { placeOf } from '../signin/browser.ts';
import type { Profiles } from '../signin/profile.ts';
import type { Sessions } from '../signin/sessions.ts';
import type { SignInGuard } from '../signin/sign-in-guard.ts';
import type { AuthorizationResponse, Provider, ProviderSettings } from './provider.ts';
import { oauthCode, Refusal } from './refusal.ts';
import { cookiesOf, type LoginStates } from './states.ts';

export interface ExchangeOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly ways: SignInGuard;
  readonly sessions: Sessions;
  readonly profiles: Profiles;
  readonly states: LoginStates;
  readonly provider: Provider;
  readonly settings: ProviderSettings;
  /** Uuid. */
  readonly defaultOrganizationId: string;
  /** Where the provider sends people back to. */
  redirectUri(): string;
}

/** Who comes back from a provider, by an RPC or by a page. */
export interface ExchangeClient {
  readonly address: string;
  readonly secure: boolean;
  headers(name: string): readonly string[];
  /** Told what the browser is to keep. */
  readonly told: { cookie?: string };
}

export interface Answer extends AuthorizationResponse {
  readonly state: string;
  /** In place of a code; empty: none. */
  readonly error: string;
}

/** What says that a user could not sign in; anything else is no matter of who it was. */
const TOLD: ReadonlySet<FaultName> = new Set([
  ...(['AuthStateInvalid', 'UserInactive', 'MembershipRequired'] as const),
]);

/** Takes what a browser brings back from a provider for a session of ours (identity API 2.2). */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #rules: AdmissionRules;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    const { settings, defaultOrganizationId } = options;
    const { role, domains, linkByEmail, createUsers } = settings;
    const membership = newMembership({ role, manage_endpoints: undefined, manage_base_stations: undefined });
    this.#rules = {
      domains: domains.map(domain => domain.toLowerCase()),
      linkByEmail,
      create: createUsers ? { membership, defaultOrganizationId } : undefined,
    };
  }

  /** @throws fault, of which those who look after the box are told more than who comes */
  async signIn(answer: Answer, comer: ExchangeClient): Promise<LoginResponseOut> {
    const { ways } = this.#options;
    const { address } = comer;
    ways.demandSecure(comer);
    ways.logins(address);
    try {
      return await this.#begin(await this.#userOf(answer, comer), comer);
    } catch (cause) {
      if (cause instanceof Fault && TOLD.has(cause.fault)) this.#tell(cause.fault, undefined, address);
      if (!(cause instanceof Refusal)) throw cause;
      this.#tell(cause.fault, cause.reason, address);
      throw fault(cause.fault);
    }
  }

  async #userOf({ state, error, ...brought }: Answer, { headers }: ExchangeClient): Promise<ExternalUser> {
    const { states, provider, redirectUri } = this.#options;
    const sent = states.take(provider.kind, state, cookiesOf(headers('cookie'), redirectUri()));
    if (error !== '') throw new Refusal('AuthExchangeFailed', oauthCode(error));
    return provider.userOf(brought, sent, redirectUri());
  }

  async #begin(user: ExternalUser, comer: ExchangeClient): Promise<LoginResponseOut> {
    const { store, clock, sessions, profiles } = this.#options;
    const { begin, create } = store.write.externalIdentities;
    const { address, told } = comer;
    const { place, cookie } = placeOf(comer);
    const fresh = sessions.fresh(place);
    const { refresh: _, ...beginning } = fresh;
    const { email } = user;
    const acting: Acting = { now: clock.now(), userId: undefined, userEmail: email, actor: email ?? '', address };
    const found = await begin(user, this.#rules, beginning, acting);
    const outcome = 'missing' in found ? await create(user, this.#rules, beginning, acting) : found;
    if ('refused' in outcome) throw new Refusal(outcome.fault, outcome.refused);
    const account = 'user' in outcome ? store.read.accounts.user(outcome.user) : undefined;
    if (!account) throw fault('UserInactive');
    if (cookie !== undefined) told.cookie = cookie;
    return { tokens: await sessions.begun(account, fresh), user: profiles.ofAccount(account) };
  }

  #tell(name: FaultName, reason: string | undefined, address: string): void {
    const { store, clock, log, provider } = this.#options;
    const at = clock.now();
    const data = {
      ...{ provider: provider.kind, token: catalog[name].token, remoteAddress: address },
      ...(reason !== undefined && { reason }),
    };
    const about = { type: 'security.external_login_failed', org: null, sourceId: address } as const;
    const raised = store.write.events.raise({ ...about, at, storedAt: at, data });
    background(raised, cause => log.error({ err: cause }, 'event not stored'));
  }
}
