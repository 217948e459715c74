import { type PeopleQuery, type Person, positionOf } from '../domain/account/people.ts';
import type { Store } from '../domain/domain.ts';
import { type NamedPage, namedPage } from '../kit/named-page.ts';
import { OPERATOR_NAME } from '../rpc/accounts/account-wire.ts';
import { OPERATOR_EMAIL } from '../rpc/call/community.ts';
import { timestamp } from '../rpc/wire.ts';
import type { UserOut } from './schema.gen.ts';

/** Who belongs to organizations, as the edition has it. */
export interface People {
  /** What a person is called there. */
  readonly kind: 'user' | 'operator';
  /** A member. @param id uuid */
  find(org: number, id: string): Person | undefined;
  page(query: PeopleQuery): Promise<NamedPage<Person>>;
  /** How a user is called who may be no member. @param id uuid */
  nameOf(id: string): string;
}

/** Those who sign in. */
export function storedPeople({ read, scan }: Pick<Store, 'read' | 'scan'>): People {
  return {
    kind: 'user',
    find: (org, id) => read.accounts.person(org, id),
    page: query => scan.accounts.listPeople(query),
    nameOf(id) {
      const { first_name = '', last_name = '' } = read.accounts.user(id) ?? {};
      return fullName({ first_name, last_name });
    },
  };
}

/** Without sign-in. @param id uuid of the operator */
export function operatorAlone(id: string): People {
  const operator: Person = {
    ...{ id, email: OPERATOR_EMAIL, first_name: OPERATOR_NAME, last_name: '', role: 'owner', status: 'active' },
    ...{ manage_endpoints: true, manage_base_stations: true, last_login_at: null, version: '1' },
  };
  return {
    kind: 'operator',
    find: (_, asked) => (asked === id ? operator : undefined),
    async page({ search = '', ...section }) {
      const words = `${operator.email}\n${operator.first_name}`.toLowerCase();
      const all = words.includes(search.toLowerCase()) ? [operator] : [];
      return namedPage(all, positionOf, section);
    },
    nameOf: () => OPERATOR_NAME,
  };
}

export function fullName({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim();
}

export function personToWire(person: Person): UserOut {
  const { id, email, first_name, last_name, role, status, last_login_at } = person;
  return { id, email, first_name, last_name, role, status, last_login_at: timestamp(last_login_at) };
}

/** In the JSON of REST, for examples. */
export const examplePerson = {
  id: '0198c0de-0000-7000-8000-000000000031',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Example',
  role: 'operator',
  status: 'active',
  lastLoginAt: '2026-01-20T09:58:11.402Z',
};
