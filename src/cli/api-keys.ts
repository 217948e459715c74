import { type Command, InvalidArgumentError, Option } from 'commander';
import type { KeyRow } from '../domain/apikey/columns.ts';
import { scopes as known } from '../domain/apikey/scopes.ts';
import { systemClock } from '../kit/clock.ts';
import { cleaned } from '../kit/printable.ts';
import type { ListedKey, ListedKeys, ListKeysInput } from '../upkeep/box/key-acts.ts';
import { withBox } from './box.ts';
import { settledConfig } from './settings.ts';
import { tableLines } from './table.ts';
import { duration, time } from './values.ts';

export function register(program: Command): void {
  const keys = program
    .command('api-keys')
    .description('keys for programs that use the API: create, list and delete them');
  keys
    .command('create')
    .description('make a key; it is shown now and never again')
    .argument('<name>', 'for people: which program uses it')
    .requiredOption('--scopes <list>', 'what it is for, separated by commas', scopes)
    .addOption(
      new Option('--expires-in <time>', 'it ends after so long: 12h, 90d').argParser(duration).conflicts('expires'),
    )
    .option('--expires <time>', 'it ends at this time: 2027-01-01 or 2027-01-01T12:00:00Z', time)
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
Only the key goes to the standard output; what is said about it goes to the other one.

Scopes: ${[...known].join(', ')}. The asterisk is all of them; to write is not to read.

Example:
  $ waystation api-keys create Node-RED --scopes messages:read,downlinks:write --expires-in 365d`,
    )
    .action(create);
  keys
    .command('list')
    .description('which keys there are, what they are for and when they were used')
    .option('--all', 'also those that have ended')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation api-keys list')
    .action(list);
  keys
    .command('delete')
    .description('end a key at once, and whatever is connected with it')
    .argument('<key>', 'its prefix as list shows it, or its id')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation api-keys delete wsk3v9qa')
    .action(remove);
}

interface CreateOptions {
  scopes: readonly string[];
  expiresIn?: number;
  expires?: number;
  json?: boolean;
}

async function create(
  name: string,
  { scopes, expiresIn, expires, json = false }: CreateOptions,
  command: Command,
): Promise<void> {
  const expiresAt = expiresIn === undefined ? (expires ?? null) : systemClock.now() + expiresIn;
  const { config } = settledConfig(command);
  const { key, text, organizationId } = await withBox(config, box =>
    box.act('api-keys.create', { name, scopes, expiresAt }),
  );
  if (json) {
    console.log(JSON.stringify({ ...keyInJson(key), organization_id: organizationId, key: text }));
    return;
  }
  const until = key.expires_at === null ? 'does not end by itself' : `ends at ${timeText(key.expires_at)}`;
  console.error(cleaned(`${key.name} may ${scopesOf(key).join(', ')} and ${until}.`));
  console.error(`Callers name its organization, ${organizationId}. This is the key, now and never again:`);
  console.log(text);
}

async function list({ all = false, json = false }: { all?: boolean; json?: boolean }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const found = await withBox(config, async box => {
    const keys: ListedKey[] = [];
    let after: ListKeysInput['after'] = null;
    do {
      const page: ListedKeys = await box.act('api-keys.list', { all, after });
      keys.push(...page.keys);
      after = page.next;
    } while (after !== null);
    return keys;
  });
  if (json) console.log(JSON.stringify(found.map(key => ({ ...keyInJson(key), active: key.active }))));
  else for (const line of keyLines(found)) console.log(line);
}

async function remove(key: string, { json = false }: { json?: boolean }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const gone = await withBox(config, box => box.act('api-keys.delete', { key }));
  console.log(json ? JSON.stringify(keyInJson(gone)) : cleaned(`deleted ${gone.prefix} ${gone.name}`));
}

function keyLines(keys: readonly ListedKey[]): string[] {
  if (keys.length === 0) return ['There are no API keys.'];
  const rows = keys.map(key => [
    ...[key.prefix, key.name, key.user_email ?? 'service account', scopesOf(key).join(',')],
    key.active ? (key.expires_at === null ? 'never' : timeText(key.expires_at)) : 'ended',
    key.last_used_at === null ? 'never' : `${timeText(key.last_used_at)} from ${key.last_used_address}`,
  ]);
  return tableLines(['prefix', 'name', 'whose', 'scopes', 'ends', 'used'], rows);
}

function keyInJson(key: KeyRow): object {
  const { uuid: id, name, key_type, user_id, user_email, prefix: key_prefix, created_by, last_used_address } = key;
  const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    ...{ id, name, key_type, user_id, user_email, key_prefix, scopes: scopesOf(key) },
    ...{ expires_at: at(key.expires_at), last_used_at: at(key.last_used_at), last_used_address },
    ...{ created_at: at(key.created_at), created_by },
  };
}

function scopesOf({ scopes }: KeyRow): readonly string[] {
  return JSON.parse(scopes) as string[];
}

function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function scopes(text: string): readonly string[] {
  const wanted = text.split(',').map(scope => scope.trim());
  const wrong = wanted.find(scope => !known.has(scope));
  if (wrong !== undefined) throw new InvalidArgumentError(`There is no scope '${cleaned(wrong)}': --help lists them.`);
  return wanted;
}
