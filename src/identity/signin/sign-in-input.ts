import type { FaultName } from '../../kit/faults/faults.ts';
import { nameKey } from '../../kit/name-key.ts';
import { accountEmail } from '../../rpc/accounts/account-input.ts';
import { asIs, flag, text } from '../../rpc/checks.ts';
import { type Check, fields, type Maybe } from '../../rpc/input.ts';

const MAX_NAME = 128;
/** Longer than any address and any code. */
const MAX_TYPED = 320;

/** Taken as it is: blanks at its ends belong to it. */
const secret =
  (missing: FaultName): Check<Maybe<string>, string> =>
  (wire, at) =>
    wire || at.refuse('presence', missing);

/** An address as a user types it to sign in. One that no account can have is only wrong. */
const typedEmail: Check<Maybe<string>, string> = (wire, at) =>
  nameKey((wire ?? '').trim()).slice(0, MAX_TYPED) || at.refuse('presence', 'EmailRequired');

export const credentials = fields({
  email: typedEmail,
  password: secret('PasswordRequired'),
  otp: (wire: Maybe<string>) => (wire ?? '').trim().slice(0, MAX_TYPED),
});

export const refreshToken = fields({ refresh_token: secret('RefreshTokenRequired') });

export const leaving = fields({
  refresh_token: (wire: Maybe<string>) => wire ?? '',
  all_sessions: flag,
});

export const passwordChange = fields({
  current_password: secret('PasswordRequired'),
  new_password: secret('PasswordRequired'),
  keep_current_session: (wire: Maybe<boolean>) => wire ?? true,
});

/** @param company whether the organization of the person is made, too */
export const registration = (company: boolean) =>
  fields({
    email: accountEmail,
    password: secret('PasswordRequired'),
    first_name: text(MAX_NAME, { required: 'FirstNameRequired' }),
    last_name: text(MAX_NAME, { required: 'LastNameRequired' }),
    company_name: company ? text(MAX_NAME, { required: 'CompanyNameRequired' }) : text(MAX_NAME),
    invite_token: asIs<Maybe<string>>,
  });
