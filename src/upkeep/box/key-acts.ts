import { type KeyRow, refusalOf } from '../../domain/apikey/columns.ts';
import { issueKey } from '../../domain/apikey/issue.ts';
import { mayExpire } from '../../domain/apikey/limits.ts';
import { scopes as known } from '../../domain/apikey/scopes.ts';
import type { Store } from '../../domain/domain.ts';
import type { Acting } from '../../domain/event/acting.ts';
import type { CredibleMs } from '../../kit/clock.ts';
import { fault } from '../../kit/faults.ts';
import { isPrintable } from '../../kit/printable.ts';
import { act } from './act.ts';
import { flagIn, listIn, membersOf, textIn, WrongInput, wholeIn } from './input.ts';

/** Keys that go through the socket at once. */
const PAGE = 500;
const LONGEST_NAME = 128;
/** The year 9999. */
const LATEST_MS = 253_402_300_799_999;

export interface KeyActsOf {
  readonly store: Pick<Store, 'read' | 'write' | 'scan'>;
  /** The organization whose keys they are: row id and uuid. */
  organization(): { readonly id: number; readonly uuid: string };
  operator(): Acting;
  /** By which keys have expired. */
  credible(): CredibleMs;
}

export interface CreateKeyInput {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Milliseconds; null: never. */
  readonly expiresAt: number | null;
}

export interface MadeKey {
  readonly key: KeyRow;
  /** The key itself, which is known this once. */
  readonly text: string;
  /** Uuid of the organization that it is for: callers name it. */
  readonly organizationId: string;
}

export interface ListKeysInput {
  /** Also those that cannot be used any more. */
  readonly all: boolean;
  /** Where the page before ended. */
  readonly after: readonly [createdAt: number, id: number] | null;
}

export interface ListedKey extends KeyRow {
  readonly active: boolean;
}

export interface ListedKeys {
  readonly keys: readonly ListedKey[];
  readonly next: ListKeysInput['after'];
}

/** What commands do about API keys. Those that are made so are service accounts: they belong to the box, not to a person. */
export function keyActs({ store, organization, operator, credible }: KeyActsOf) {
  const users = () => [store.read.installation.value('operator') ?? ''];
  /** Nobody from elsewhere: who can open the socket, or the folder. */
  const acting = (): Acting => ({ ...operator(), address: 'local' });

  return {
    'api-keys.create': act(createInput, async ({ name, scopes, expiresAt }): Promise<MadeKey> => {
      const by = acting();
      if (expiresAt !== null && !mayExpire(expiresAt, by.now)) throw fault('InvalidExpiry');
      const { id: org, uuid: organizationId } = organization();
      const asked = { org, name, user: undefined, scopes, expiresAt };
      return { ...(await issueKey(store.write.apiKeys.insert, asked, users(), by)), organizationId };
    }),

    'api-keys.list': act(listInput, async ({ all, after }): Promise<ListedKeys> => {
      const at = { credible: credible(), users: users() };
      const { rows, more } = await store.scan.apiKeys.list({
        ...{ org: organization().id, owner: undefined, at, userId: undefined, keyType: undefined, search: undefined },
        active: all ? undefined : true,
        descending: true,
        after: after ?? undefined,
        size: PAGE,
      });
      const last = more ? rows.at(-1) : undefined;
      const active = (row: KeyRow) => refusalOf(row, at.credible, user => at.users.includes(user)) === undefined;
      return {
        keys: rows.map(row => ({ ...row, active: active(row) })),
        next: last ? [last.created_at, last.id] : null,
      };
    }),

    /** By its uuid or its prefix, which a whole key begins with. */
    'api-keys.delete': act(
      (input: unknown) => ({ key: textIn(membersOf(input), 'key') }),
      async ({ key }): Promise<KeyRow> => {
        const { apiKeys } = store.read;
        const found = apiKeys.digest(key.split('_', 1)[0] ?? '') ?? apiKeys.byUuid(key.toLowerCase());
        if (!found) throw fault('ApiKeyNotFound');
        return store.write.apiKeys.remove(organization().id, found.uuid, undefined, acting());
      },
    ),
  };
}

/** @throws fault as the RPC does */
function createInput(input: unknown): CreateKeyInput {
  const members = membersOf(input);
  const name = textIn(members, 'name').trim();
  if (name === '') throw fault('NameRequired');
  if (!isPrintable(name)) throw fault('InvalidArgument');
  if ([...name].length > LONGEST_NAME) throw fault('FieldTooLong', { field: 'name', limit: LONGEST_NAME });
  const scopes = listIn(members, 'scopes').map(scope => {
    if (typeof scope !== 'string' || !known.has(scope))
      throw fault('InvalidScope', { scope: String(scope).slice(0, 64) });
    return scope;
  });
  if (scopes.length === 0) throw fault('InvalidScope', { scope: '' });
  const expiresAt = members.get('expiresAt') === null ? null : wholeIn(members, 'expiresAt', 0, LATEST_MS);
  return { name, scopes: [...new Set(scopes)], expiresAt };
}

function listInput(input: unknown): ListKeysInput {
  const members = membersOf(input);
  const all = flagIn(members, 'all');
  if (members.get('after') === null) return { all, after: null };
  const [createdAt, id] = listIn(members, 'after');
  if (typeof createdAt !== 'number' || typeof id !== 'number') throw new WrongInput('after', 'two numbers');
  return { all, after: [createdAt, id] };
}
