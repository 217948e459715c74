import type { ListedAdministrator } from '../../domain/account/administrators.ts';
import { act } from './act.ts';
import { members, orNull, text } from './input.ts';

/** An account that its user can sign in to now. */
export interface AccountCredentials {
  readonly email: string;
  /** Made by the box, and to be changed at the first sign-in; null: it was given. */
  readonly password: string | null;
}

/** A second factor that is not in force yet. */
export interface Enrolment {
  readonly secret: string;
  readonly otpauth_url: string;
  readonly recovery_codes: readonly string[];
}

/** What is done about those who administer the server. */
export interface Administration {
  /** @param password null: one is made */
  create(email: string, password: string | null): Promise<AccountCredentials>;
  resetPassword(email: string, password: string | null): Promise<AccountCredentials>;
  /** @returns whether there was a second factor */
  resetTotp(email: string): Promise<boolean>;
  /** Begins a second factor; what it answers is shown once. */
  enrolTotp(email: string): Promise<Enrolment>;
  /** @returns whether the code was right: then the second factor is in force */
  confirmTotp(email: string, code: string): Promise<boolean>;
  list(): readonly ListedAdministrator[];
}

const letIn = members({ email: text, password: orNull(text) });

/** What commands do about administrators. @param administration is loaded when it is needed: without sign-in that is hardly ever */
export function adminActs(administration: () => Promise<Administration>) {
  return {
    'admin.create': act(letIn, async ({ email, password }) => (await administration()).create(email, password)),
    'admin.resetPassword': act(letIn, async ({ email, password }) =>
      (await administration()).resetPassword(email, password),
    ),
    'admin.resetTotp': act(members({ email: text }), async ({ email }) => (await administration()).resetTotp(email)),
    'admin.enrolTotp': act(members({ email: text }), async ({ email }) => (await administration()).enrolTotp(email)),
    'admin.confirmTotp': act(members({ email: text, code: text }), async ({ email, code }) =>
      (await administration()).confirmTotp(email, code),
    ),
    'admin.list': act(members({}), async () => (await administration()).list()),
  };
}
