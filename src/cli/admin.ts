import { type Command, InvalidArgumentError } from 'commander';
import type { ListedAdministrator } from '../domain/account/administrators.ts';
import { asCaller } from '../kit/caller.ts';
import { cleaned } from '../kit/printable.ts';
import type { Box } from '../upkeep/box/acts.ts';
import type { LetIn } from '../upkeep/box/admin-acts.ts';
import { withBox } from './box.ts';
import { ask, canAsk, passphraseIn, type Terminal } from './passphrase.ts';
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
  const run = (box: Box): Promise<LetIn> =>
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

/** @returns null: nobody is there to be asked */
async function passwordOf(file: string | undefined): Promise<string | null> {
  if (file !== undefined) return asCaller(() => passphraseIn(file));
  const terminal: Terminal = { input: process.stdin, output: process.stderr };
  if (!canAsk(terminal)) return null;
  const first = await ask(terminal, 'Password: ');
  if ((await ask(terminal, 'Once more: ')) === first) return first;
  throw new Error('the two passwords differ: nothing was changed');
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
      last_login_at === null ? 'never' : `${timeText(last_login_at).slice(0, 16).replace('T', ' ')} UTC`,
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
