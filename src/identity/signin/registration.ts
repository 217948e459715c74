import type { NewUser } from '../../domain/account/user-changes.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { rules } from '../../rpc/accounts/rules.ts';
import { acting } from '../../rpc/call/actor.ts';
import { type Row, refusedRpc, rpc } from '../../rpc/call/define.ts';
import { placeOf } from './browser.ts';
import { demandStrong, type PasswordRules, type PasswordWork } from './passwords.ts';
import type { Profiles } from './profile.ts';
import type { Sessions } from './sessions.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import { registration as input } from './sign-in-input.ts';

export interface RegistrationSettings {
  readonly mode: 'off' | 'own_organization' | 'join_default' | 'approval';
  /** Of e-mail addresses; none: all. */
  readonly domains: readonly string[];
}

export interface RegistrationOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly ways: SignInGuard;
  readonly passwords: PasswordWork;
  readonly sessions: Sessions;
  readonly profiles: Profiles;
  readonly rules: PasswordRules;
  readonly settings: RegistrationSettings;
  /** Uuid. */
  readonly defaultOrganizationId: string;
}

const VIEWER = { role: 'viewer', manage_endpoints: false, manage_base_stations: false } as const;

/** People who make their own account (identity API section 3). */
export function registration({ settings, ...options }: RegistrationOptions): Row {
  if (settings.mode === 'off')
    return refusedRpc('RegisterAccount', { ...rules.RegisterAccount, refuse: 'RegistrationDisabled' });
  const { store, clock, ways, passwords, sessions, profiles, rules: demanded, defaultOrganizationId } = options;
  const { accounts } = store.read;
  const isPending = settings.mode === 'approval';
  const isJoining = settings.mode === 'join_default';
  const domains = settings.domains.map(domain => domain.toLowerCase());
  const organizationOf = (company: string): Pick<NewUser, 'memberships' | 'organization'> =>
    isJoining
      ? { memberships: [{ organization_id: defaultOrganizationId, ...VIEWER }] }
      : { memberships: [], organization: { name: company } };

  return rpc('RegisterAccount', {
    ...rules.RegisterAccount,
    input: input(!isJoining),
    async handle({ email, password, first_name, last_name, company_name }, call) {
      ways.demandSecure(call);
      ways.registrations(call.address);
      demandStrong(password, email, demanded);
      const domain = email.slice(email.lastIndexOf('@') + 1);
      if (domains.length > 0 && !domains.includes(domain)) throw fault('RegistrationDomainNotAllowed');
      if (accounts.userByEmail(email)) throw fault('EmailExists');
      if (!isJoining && accounts.organizationNamed(company_name)) throw fault('OrganizationNameExists');
      const phc = await passwords.hash(password);
      const user: NewUser = {
        ...{ email, first_name, last_name, company_name, note: '', is_admin: false, is_active: !isPending },
        ...{ password_change_required: false, password: phc, registered: true, ...organizationOf(company_name) },
      };
      const { place, cookie } = placeOf(call);
      const fresh = sessions.fresh(place);
      const { refresh: _, ...beginning } = fresh;
      const signIn = isPending ? undefined : { ...beginning, password: phc, rehashed: undefined };
      const uuid = await store.write.signIns.register(user, signIn, acting(call, clock));
      const account = accounts.user(uuid);
      if (!account) throw fault('UserInactive');
      if (signIn && cookie !== undefined) call.told.cookie = cookie;
      const [membership] = accounts.memberships(account.id);
      return {
        user: profiles.ofAccount(account),
        ...(!isPending && { tokens: await sessions.begun(account, fresh) }),
        organization_id: membership?.organizationId ?? '',
        approval_required: isPending,
      };
    },
  });
}
