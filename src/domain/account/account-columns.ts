import type { RowOf } from '../../database/columns.ts';
import { nameKey } from '../../kit/name-key.ts';
import type { Rights, Role } from './roles.ts';

/** What of an account its maker gives. */
export const profile = {
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  company_name: 'text',
  note: 'text',
  is_admin: 'integer',
  is_active: 'integer',
  password_change_required: 'integer',
} as const;

/** Times in milliseconds. */
export const account = {
  uuid: 'text',
  ...profile,
  password: 'text?',
  provider: 'text',
  default_org: 'integer?',
  last_login_at: 'integer?',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

type Flag = 'is_admin' | 'is_active' | 'password_change_required';
const FLAGS: readonly Flag[] = ['is_admin', 'is_active', 'password_change_required'];

type Flagged<R> = Omit<R, Flag> & { readonly [F in Flag & keyof R]: boolean };

export type StoredAccount = RowOf<typeof account> & { id: number };

/** `password` is argon2id in PHC form, and never leaves the process. */
export type AccountRow = Readonly<Flagged<StoredAccount>>;

export type Profile = Readonly<Flagged<RowOf<typeof profile>>>;
export type ProfileField = keyof Profile;

/** What a user may change of the own account; the rest is for administrators of the server. */
export const usersMayChange: ReadonlySet<string> = new Set<ProfileField>(['first_name', 'last_name', 'company_name']);

/** A user as lists show one. */
export type ListedUser = Omit<AccountRow, 'password'> & {
  readonly has_password: boolean;
  /** Organizations the user belongs to. */
  readonly memberships: number;
};

export function withFlags<R extends object>(row: R): Flagged<R> {
  const flags = FLAGS.filter(flag => flag in row).map(flag => [flag, row[flag as never] !== 0]);
  return { ...row, ...Object.fromEntries(flags) } as Flagged<R>;
}

export const organizationStates = ['active', 'suspended', 'archived'] as const;
export type OrganizationState = (typeof organizationStates)[number];

/** What of an organization its maker gives. `tags` is JSON. */
export const organization = {
  name: 'text',
  description: 'text',
  state: 'text',
  external_id: 'text',
  tags: 'text',
  max_endpoints: 'integer?',
  max_base_stations: 'integer?',
} as const;

export type OrganizationColumns = Readonly<
  Omit<RowOf<typeof organization>, 'state'> & { readonly state: OrganizationState }
>;

/** What its administrators may change of an organization; the rest is for those of the server. */
export const membersMayChange: ReadonlySet<string> = new Set<keyof OrganizationColumns>([
  'name',
  'description',
  'tags',
]);

/** An organization that is there. */
export interface OrganizationRow extends OrganizationColumns {
  readonly id: number;
  readonly uuid: string;
  readonly is_default: boolean;
  /** Raised by every change of what is shown of it, and of what its members are in it. */
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** What a membership is set to. Who is `invited` becomes active by accepting, or by an administrator of the server (clarification T15). */
export const memberStatuses = ['active', 'inactive'] as const;

/** What of a membership is stored as given. */
export interface NewMembership {
  readonly role: Role;
  readonly manage_endpoints: boolean;
  readonly manage_base_stations: boolean;
}

/** An organization of a user, and what the user is there. */
export interface Membership extends Rights {
  /** Row id of the organization. */
  readonly org: number;
  readonly organizationId: string;
  readonly name: string;
  readonly state: OrganizationState;
}

/** A member of an organization. */
export interface MemberRow extends Rights {
  /** Row id of the user. */
  readonly id: number;
  readonly user_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  /** Null as well while the member is only invited. */
  readonly last_login_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** What a search for users looks into. */
export function wordsOf({ email, first_name, last_name }: Pick<Profile, 'email' | 'first_name' | 'last_name'>): string {
  return nameKey(`${email}\n${first_name} ${last_name}`);
}
