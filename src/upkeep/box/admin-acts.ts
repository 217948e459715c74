import type { ListedAdministrator } from '../../domain/account/administrators.ts';
import { act } from './act.ts';
import { members, orNull, text } from './input.ts';

/** An account that somebody can sign in to now. */
export interface LetIn {
  readonly email: string;
  /** Made by the box, and to be changed at the first sign-in; null: it was given. */
  readonly password: string | null;
}

/** What is done about those who administer the server. */
export interface Administration {
  /** @param password null: one is made */
  create(email: string, password: string | null): Promise<LetIn>;
  resetPassword(email: string, password: string | null): Promise<LetIn>;
  /** @returns whether there was a second factor */
  resetTotp(email: string): Promise<boolean>;
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
    'admin.list': act(members({}), async () => (await administration()).list()),
  };
}
