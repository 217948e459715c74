import { type Command, InvalidArgumentError } from 'commander';
import type { ListedAdministrator } from '../domain/account/administrators.ts';
import { asCaller } from '../kit/caller.ts';
import { cleaned } from '../kit/printable.ts';
import { minuteOf } from '../kit/since.ts';
import type { Box } from '../upkeep/box/acts.ts';
import type { AccountCredentials } from '../upkeep/box/admin-acts.ts';
import { withBox } from './box.ts';
import { qrLines } from './qr.ts';
import { ask, canAsk, passphraseIn, type Terminal } from './recovery/passphrase.ts';
import { settledConfig } from './settings.ts';
import { tableLines } from './table.ts';

export function register(program: Command): void {
  const admin = program
    .command('admin')
    .description('administrators of this server: make one, list them, let one in again');
  admin
    .command('create')
    .description('make an account that administers this server')
    .requiredOption('--email <address>', 'by which it signs in', address)
    .option('--password-file <file>', 'its first line is the password')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
Asks for the password on a terminal; else one is made and printed, to be changed at the first sign-in. The first account also owns
the default organization. Works before sign-in is switched on, too.

Example:
  $ waystation admin create --email ada@example.org`,
    )
    .action((options: LetInOptions, command: Command) => letIn('admin.create', options, command));
  admin
    .command('reset-password')
    .description('another password for an account; whoever is signed in to it is signed out')
    .argument('[email]', 'of the account', address)
    .option('--email <address>', 'the same', address)
    .option('--password-file <file>', 'its first line is the password')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation admin reset-password ada@example.org')
    .action((email: string | undefined, options: Partial<LetInOptions>, command: Command) =>
      letIn('admin.resetPassword', { ...options, email: emailOf(email, options, command) }, command),
    );
  admin
    .command('enroll-totp')
    .description('begin a second factor for an account with a password, and show it as a QR code')
    .argument('[email]', 'of the account', address)
    .option('--email <address>', 'the same', address)
    .option('--code <digits>', 'that the authenticator shows: switches on what was begun before', code)
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
On a terminal: shows the QR code for an authenticator and ten recovery codes, asks for the code that the authenticator shows, and
switches the second factor on. Elsewhere: prints the address that the QR code stands for; a second call with --code switches it on.
All of it is shown only this once.

Example:
  $ waystation admin enroll-totp ada@example.org`,
    )
    .action(enrolTotp);
  admin
    .command('reset-totp')
    .description('remove the second factor of an account whose device and codes are lost')
    .argument('[email]', 'of the account', address)
    .option('--email <address>', 'the same', address)
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation admin reset-totp ada@example.org')
    .action(resetTotp);
  admin
    .command('list')
    .description('who administers this server')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation admin list')
    .action(list);
}

interface LetInOptions {
  email: string;
  passwordFile?: string;
  json?: boolean;
}

type LetInAct = 'admin.create' | 'admin.resetPassword';

async function letIn(act: LetInAct, { email, passwordFile, json = false }: LetInOptions, command: Command) {
  const { config } = settledConfig(command);
  const password = await passwordOf(passwordFile);
  const run = (box: Box): Promise<AccountCredentials> =>
    act === 'admin.create'
      ? box.act('admin.create', { email, password })
      : box.act('admin.resetPassword', { email, password });
  const done = await withBox(config, run, { make: act === 'admin.create' });
  if (json) return console.log(JSON.stringify(done));
  if (done.password === null) return console.error(cleaned(`${done.email} can sign in with this password now`));
  console.error(
    cleaned(`${done.email} can sign in now, and has to choose another password then. This one is shown only here:`),
  );
  console.log(done.password);
}

/** @returns null: there is no terminal to ask at */
async function passwordOf(file: string | undefined): Promise<string | null> {
  if (file !== undefined) return asCaller(() => passphraseIn(file));
  const terminal: Terminal = { input: process.stdin, output: process.stderr };
  if (!canAsk(terminal)) return null;
  const first = await ask(terminal, 'Password: ');
  if ((await ask(terminal, 'Once more: ')) === first) return first;
  throw new Error('the two passwords differ: nothing was changed');
}

interface EnrolOptions {
  email?: string;
  code?: string;
  json?: boolean;
}

async function enrolTotp(argument: string | undefined, options: EnrolOptions, command: Command): Promise<void> {
  const { code, json = false } = options;
  const email = emailOf(argument, options, command);
  const { config } = settledConfig(command);
  await withBox(config, async box => {
    if (code !== undefined) return switchOn(box, email, code, json);
    const begun = await box.act('admin.enrolTotp', { email });
    if (json) return console.log(JSON.stringify(begun));
    const isShown = process.stdout.isTTY && process.env.TERM !== 'dumb';
    if (isShown) for (const line of qrLines(begun.otpauth_url)) console.log(line);
    console.log(`Address:        ${begun.otpauth_url}`);
    console.log(`Secret:         ${begun.secret}`);
    console.log(`Recovery codes: ${begun.recovery_codes.join('\n                ')}`);
    const terminal: Terminal = { input: process.stdin, output: process.stderr };
    const next = `waystation admin enroll-totp ${email} --code …`;
    if (!canAsk(terminal)) return console.error(cleaned(`not in force yet: switch it on with ${next}`));
    console.error('Keep the recovery codes: each is good once in place of a code.');
    return switchOn(box, email, await ask(terminal, 'Code that the authenticator shows: '), false);
  });
}

async function switchOn(box: Box, email: string, code: string, json: boolean): Promise<void> {
  const isOn = await box.act('admin.confirmTotp', { email, code });
  if (!isOn) {
    throw new Error(
      'this is not the code of now: nothing was switched on. Compare the clock of the phone with that of this machine, and try with --code',
    );
  }
  if (json) console.log(JSON.stringify({ email, second_factor_enabled: true }));
  else console.error(cleaned(`${email} signs in with password and code from now on`));
}

async function resetTotp(
  argument: string | undefined,
  options: { email?: string; json?: boolean },
  command: Command,
): Promise<void> {
  const email = emailOf(argument, options, command);
  const { config } = settledConfig(command);
  const removed = await withBox(config, box => box.act('admin.resetTotp', { email }));
  if (options.json) console.log(JSON.stringify({ email, removed }));
  else
    console.log(cleaned(removed ? `${email} signs in with the password alone now` : `${email} has no second factor`));
}

async function list({ json = false }: { json?: boolean }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const found = await withBox(config, box => box.act('admin.list', {}));
  if (json) console.log(JSON.stringify(found.map(inJson)));
  else if (found.length === 0) console.log('There are no administrators: see waystation admin create.');
  else {
    const rows = found.map(({ email, is_active, has_password, has_second_factor, last_login_at }) => [
      ...[email, is_active ? 'active' : 'switched off', has_password ? 'yes' : 'no', has_second_factor ? 'yes' : 'no'],
      last_login_at === null ? 'never' : minuteOf(last_login_at),
    ]);
    for (const line of tableLines(['e-mail', 'account', 'password', 'second factor', 'signed in'], rows)) {
      console.log(line);
    }
  }
}

function inJson({ uuid: id, last_login_at, ...row }: ListedAdministrator): object {
  return { id, ...row, last_login_at: last_login_at === null ? null : timeText(last_login_at) };
}

function timeText(ms: number): string {
  return new Date(ms).toISOString();
}

function emailOf(argument: string | undefined, { email }: { email?: string }, command: Command): string {
  const named = argument ?? email;
  if (named === undefined || (argument !== undefined && email !== undefined && argument !== email)) {
    return command.error('error: name one e-mail address');
  }
  return named;
}

function address(text: string): string {
  if (!text.includes('@')) throw new InvalidArgumentError('An e-mail address.');
  return text;
}

function code(text: string): string {
  if (!/^\d{3} ?\d{3}$/.test(text)) throw new InvalidArgumentError('Six digits.');
  return text;
}
