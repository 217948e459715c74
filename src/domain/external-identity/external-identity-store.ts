import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { FaultName } from '../../kit/faults/faults.ts';
import type { AccountRow, NewMembership, OrganizationRow } from '../account/account-columns.ts';
import type { Accounts } from '../account/account-store.ts';
import type { Acting } from '../event/acting.ts';
import type { NewSignIn, SignIns } from '../signin/sign-in-store.ts';

/** What a provider says of a user who has signed in there. */
export interface ExternalUser {
  readonly provider: 'oidc' | 'oauth2';
  /** Who says so, and how the user is called there: for ever, and no other. */
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; undefined: none of which the provider says that it is the user's. */
  readonly email: string | undefined;
  readonly first_name: string;
  readonly last_name: string;
  /** External ids of organizations; undefined: nothing is said of any. */
  readonly organizations: readonly string[] | undefined;
}

/** Who is let in of those whom the provider knows. */
export interface AdmissionRules {
  /** Of e-mail addresses, in lower case; none: all. */
  readonly domains: readonly string[];
  /** An account that has a password, or belongs to another user of the provider, is joined by its e-mail address. */
  readonly linkByEmail: boolean;
  /** What a user becomes who has no account; undefined: nothing. */
  readonly create: { readonly membership: NewMembership; readonly defaultOrganizationId: string } | undefined;
}

/** Why a user whom the provider knows is not let in: for those who look after the box. */
export type ExternalRefusal = 'email' | 'domain' | 'link_refused' | 'no_account' | 'organization';

export type ExternalOutcome =
  /** Uuid of the user who is signed in now. */
  | { readonly user: string }
  | { readonly refused: ExternalRefusal; readonly fault: FaultName }
  /** May have an account, and has none. */
  | { readonly missing: true };

/** The session that is to begin, whatever user it will be of. */
export type ExternalSignIn = Omit<NewSignIn, 'user' | 'password' | 'rehashed'>;

/** Times in milliseconds. */
export interface ProviderRow {
  /** JSON */
  readonly metadata: string;
  readonly metadata_at: number;
  readonly keys: string | null;
  readonly keys_at: number | null;
}

type Decision =
  | { readonly account: AccountRow; readonly isLinked: boolean }
  | { readonly organization: OrganizationRow; readonly email: string }
  | Extract<ExternalOutcome, { readonly refused: unknown }>;

const NOT_ALLOWED = 'ExternalUserNotAllowed';

/** Users who sign in elsewhere, and who vouches for them (identity API 2.2). */
export function externalIdentityStore(
  db: Db,
  {
    accounts,
    signIns,
  }: {
    accounts: Pick<
      Accounts,
      'user' | 'userByEmail' | 'organization' | 'organizationOfClaim' | 'createUser' | 'joinProvider'
    >;
    signIns: Pick<SignIns, 'begin'>;
  },
) {
  const byIdentity = db.prepare(
    'SELECT u.uuid FROM external_identity e JOIN user u ON u.id = e.user WHERE e.issuer = ? AND e.subject = ?',
  );
  const ofIssuer = db.prepare('SELECT 1 FROM external_identity WHERE user = ? AND issuer = ? LIMIT 1');
  const insert = db.prepare(
    'INSERT OR REPLACE INTO external_identity (issuer, subject, user, linked_at) VALUES (?, ?, ?, ?)',
  );
  const providerOf = db.prepare('SELECT metadata, metadata_at, keys, keys_at FROM identity_provider WHERE issuer = ?');
  const dropOthers = db.prepare('DELETE FROM identity_provider WHERE issuer <> ?');
  const keep = db.prepare(
    'INSERT OR REPLACE INTO identity_provider (issuer, metadata, metadata_at, keys, keys_at) VALUES (?, ?, ?, ?, ?)',
  );

  /** Who signs in elsewhere is not handed an account that a password opens, or that is another's there. */
  const mayJoin = (account: AccountRow, { issuer }: ExternalUser, { linkByEmail }: AdmissionRules): boolean =>
    linkByEmail || (account.password === null && !ofIssuer.get(account.id, issuer));

  const organizationFor = (names: readonly string[] | undefined, defaultId: string): OrganizationRow | undefined => {
    if (names === undefined) return accounts.organization(defaultId);
    const found = new Map(names.flatMap(name => accounts.organizationOfClaim(name) ?? []).map(row => [row.id, row]));
    const [only] = found.values();
    return found.size === 1 ? only : undefined;
  };

  const decide = (user: ExternalUser, rules: AdmissionRules): Decision => {
    const { issuer, subject, email } = user;
    const isFromThere = (address: string) =>
      rules.domains.length === 0 || rules.domains.includes(address.slice(address.lastIndexOf('@') + 1));
    const known = byIdentity.get(issuer, subject) as { uuid: string } | undefined;
    const own = known && accounts.user(known.uuid);
    if (own) {
      if (!isFromThere(email ?? own.email)) return { refused: 'domain', fault: NOT_ALLOWED };
      return { account: own, isLinked: true };
    }
    if (email === undefined) return { refused: 'email', fault: 'EmailNotVerified' };
    if (!isFromThere(email)) return { refused: 'domain', fault: NOT_ALLOWED };
    const account = accounts.userByEmail(email);
    if (account) {
      if (!mayJoin(account, user, rules)) return { refused: 'link_refused', fault: NOT_ALLOWED };
      return { account, isLinked: false };
    }
    if (!rules.create) return { refused: 'no_account', fault: NOT_ALLOWED };
    const organization = organizationFor(user.organizations, rules.create.defaultOrganizationId);
    if (organization?.state !== 'active') return { refused: 'organization', fault: NOT_ALLOWED };
    return { organization, email };
  };

  /** @throws fault `UserInactive`, `MembershipRequired` */
  const enter = (
    { account, isLinked }: Extract<Decision, { readonly account: unknown }>,
    { issuer, subject, provider }: ExternalUser,
    signIn: ExternalSignIn,
    acting: Acting,
  ): ExternalOutcome => {
    if (!isLinked) {
      insert.run(issuer, subject, account.id, acting.now);
      accounts.joinProvider(account.uuid, provider, acting);
    }
    signIns.begin({ ...signIn, user: account.uuid, password: undefined, rehashed: undefined });
    return { user: account.uuid };
  };

  return {
    /** Signs in a user who has an account, or may join one. @throws fault `UserInactive`, `MembershipRequired` */
    begin(user: ExternalUser, rules: AdmissionRules, signIn: ExternalSignIn, acting: Acting): ExternalOutcome {
      const decision = decide(user, rules);
      if ('refused' in decision) return decision;
      return 'account' in decision ? enter(decision, user, signIn, acting) : { missing: true };
    },

    /** Likewise, and makes the account of a user who has none. */
    create: intake(
      (user: ExternalUser, rules: AdmissionRules, signIn: ExternalSignIn, acting: Acting): ExternalOutcome => {
        const decision = decide(user, rules);
        if ('refused' in decision) return decision;
        if ('account' in decision) return enter(decision, user, signIn, acting);
        if (!rules.create) return { missing: true };
        const { issuer, subject, provider, first_name, last_name } = user;
        const account = accounts.createUser(
          {
            ...{ email: decision.email, first_name, last_name, company_name: '', note: '', provider },
            ...{ is_admin: false, is_active: true, password_change_required: false, password: undefined },
            memberships: [{ organization_id: decision.organization.uuid, ...rules.create.membership }],
          },
          acting,
        );
        insert.run(issuer, subject, account.id, acting.now);
        return enter({ account, isLinked: true }, user, signIn, acting);
      },
    ),

    provider: (issuer: string): ProviderRow | undefined => providerOf.get(issuer) as ProviderRow | undefined,

    /** Only of one at a time: another one is not configured any more. */
    keepProvider(issuer: string, { metadata, metadata_at, keys, keys_at }: ProviderRow): void {
      dropOthers.run(issuer);
      keep.run(issuer, metadata, metadata_at, keys, keys_at);
    },
  };
}
export type ExternalIdentities = ReturnType<typeof externalIdentityStore>;
