import { type Command, InvalidArgumentError, Option } from 'commander';
import { scopes as known } from '../domain/apikey/scopes.ts';
import { fault } from '../kit/faults/faults.ts';
import { cleaned } from '../kit/printable.ts';
import { minuteOf } from '../kit/since.ts';
import { systemClock } from '../kit/time/clock.ts';
import { parseUuid } from '../kit/uuid.ts';
import { type Calls, everyPage, type ResponseJson, withCalls } from './box.ts';
import { settledConfig } from './settings.ts';
import { tableLines } from './table.ts';
import { duration, time } from './values.ts';

const PREFIX = /^[a-z0-9]{1,16}$/;

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
  const endsAt = expiresIn === undefined ? expires : systemClock.now() + expiresIn;
  const expiresAt = endsAt === undefined ? undefined : new Date(endsAt).toISOString();
  const { config } = settledConfig(command);
  const { apiKey: key, rawKey: text } = await withCalls(config, ({ call }) =>
    call('CreateApiKey', { apiKey: { name, scopes, expiresAt } }),
  );
  if (!key) throw new Error('the server made no key');
  if (json) {
    console.log(JSON.stringify({ ...keyInJson(key), organization_id: key.organizationId, key: text }));
    return;
  }
  const until = key.expiresAt ? `ends at ${timeText(key.expiresAt)}` : 'does not end by itself';
  console.error(cleaned(`${key.name} may ${key.scopes.join(', ')} and ${until}.`));
  console.error(`Callers name its organization, ${key.organizationId}. This is the key, now and never again:`);
  console.log(text);
}

type Key = ResponseJson<'GetApiKey'>;

async function list({ all = false, json = false }: { all?: boolean; json?: boolean }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const found = await withCalls(config, calls => keysOf(calls, all ? {} : { isActive: true }));
  if (json) console.log(JSON.stringify(found.map(key => ({ ...keyInJson(key), active: key.isActive }))));
  else for (const line of keyLines(found)) console.log(line);
}

function keysOf({ call }: Calls, filter: { isActive?: boolean; search?: string }): Promise<Key[]> {
  return everyPage(
    pageToken => call('ListApiKeys', { ...filter, pageSize: 100, pageToken }),
    ({ apiKeys }) => apiKeys,
  );
}

async function remove(wanted: string, { json = false }: { json?: boolean }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const gone = await withCalls(config, async calls => {
    const key = await keyOf(wanted, calls);
    await calls.call('DeleteApiKey', { id: key.id });
    return key;
  });
  console.log(json ? JSON.stringify(keyInJson(gone)) : cleaned(`deleted ${gone.keyPrefix} ${gone.name}`));
}

/** By its id or its prefix, which a whole key begins with. The rest of that is sent nowhere. */
async function keyOf(wanted: string, calls: Calls): Promise<Key> {
  const id = parseUuid(wanted);
  if (id !== undefined) return calls.call('GetApiKey', { id });
  const prefix = wanted.split('_', 1)[0] ?? '';
  const found = PREFIX.test(prefix) ? await keysOf(calls, { search: prefix }) : [];
  const key = found.find(({ keyPrefix }) => keyPrefix === prefix);
  if (!key) throw fault('ApiKeyNotFound');
  return key;
}

function keyLines(keys: readonly Key[]): string[] {
  if (keys.length === 0) return ['There are no API keys.'];
  const rows = keys.map(key => [
    ...[key.keyPrefix, key.name, key.userEmail || 'service account', key.scopes.join(',')],
    key.isActive ? (key.expiresAt ? timeText(key.expiresAt) : 'never') : 'ended',
    `${key.createdBy}${key.createdByLeft ? ' (has left)' : ''}`,
    key.lastUsedAt ? `${timeText(key.lastUsedAt)} from ${key.lastUsedAddress}` : 'never',
  ]);
  return tableLines(['prefix', 'name', 'whose', 'scopes', 'ends', 'made by', 'used'], rows);
}

function keyInJson(key: Key): object {
  const at = (text: string | null) => (text ? new Date(text).toISOString() : null);
  return {
    ...{ id: key.id, name: key.name, key_type: key.keyType, user_id: key.userId || null },
    ...{ user_email: key.userEmail || null, key_prefix: key.keyPrefix, scopes: key.scopes },
    ...{ expires_at: at(key.expiresAt), last_used_at: at(key.lastUsedAt), last_used_address: key.lastUsedAddress },
    ...{ created_at: at(key.createdAt), created_by: key.createdBy },
    created_by_left: key.createdByLeft,
  };
}

function timeText(time: string): string {
  return minuteOf(Date.parse(time));
}

function scopes(text: string): readonly string[] {
  const wanted = text.split(',').map(scope => scope.trim());
  const wrong = wanted.find(scope => !known.has(scope));
  if (wrong !== undefined) throw new InvalidArgumentError(`There is no scope '${cleaned(wrong)}': --help lists them.`);
  return wanted;
}
