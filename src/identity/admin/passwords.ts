import { fault } from '../../kit/faults/faults.ts';
import { nameKey } from '../../kit/name-key.ts';
import { isPrintable } from '../../kit/printable.ts';
import { isEmail } from '../../rpc/checks.ts';

/** What is done to passwords of administrators. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Names of the rules it breaks. */
  unmet(password: string, email: string): readonly string[];
}

/** As accounts are found by it. @throws fault `EmailRequired`, `InvalidEmailFormat` */
export function accountAddress(typed: string): string {
  const email = typed.trim();
  if (email === '') throw fault('EmailRequired');
  if (!isEmail(email) || !isPrintable(email)) throw fault('InvalidEmailFormat');
  return nameKey(email);
}

/** @throws fault `PasswordRequired`, `WeakPassword` */
export function demandStrong({ unmet }: Passwords, password: string, email: string): void {
  if (password === '') throw fault('PasswordRequired');
  const rules = unmet(password, email);
  if (rules.length > 0) throw fault('WeakPassword', { rules: rules.join(',') });
}
