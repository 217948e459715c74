import type { ListedAdministrator } from '../../domain/account/administrators.ts';
import { act } from './act.ts';
import { membersOf, textIn, WrongInput } from './input.ts';

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

export interface LetInInput {
  readonly email: string;
  readonly password: string | null;
}

/** What commands do about administrators. @param administration is loaded when it is needed: without sign-in that is hardly ever */
export function adminActs(administration: () => Promise<Administration>) {
  const email = (input: unknown) => ({ email: textIn(membersOf(input), 'email') });
  return {
    'admin.create': act(letInInput, async ({ email, password }): Promise<LetIn> => {
      return (await administration()).create(email, password);
    }),
    'admin.resetPassword': act(letInInput, async ({ email, password }): Promise<LetIn> => {
      return (await administration()).resetPassword(email, password);
    }),
    'admin.resetTotp': act(email, async ({ email }): Promise<boolean> => (await administration()).resetTotp(email)),
    'admin.list': act(
      () => ({}),
      async (): Promise<readonly ListedAdministrator[]> => (await administration()).list(),
    ),
  };
}

function letInInput(input: unknown): LetInInput {
  const members = membersOf(input);
  const password = members.get('password');
  if (password !== null && typeof password !== 'string') throw new WrongInput('password', 'a text or null');
  return { email: textIn(members, 'email'), password };
}
