import { inserter, listed } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { type ListPage, listReader } from '../../database/listing.ts';
import { intake } from '../../database/marks.ts';
import type { Position } from '../../database/scan.ts';
import { expectVersion, type WantedVersions } from '../../kit/expected-version.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { CredibleMs } from '../../kit/time/clock.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Acting } from '../event/acting.ts';
import { auditTrail } from '../event/audit.ts';
import type { EventType } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';
import type { Repeatable } from '../once/once-store.ts';
import { columns, creatorLeft, type KeyRow, type KeyState, type KeyType, made, refusalOf } from './api-key-columns.ts';
import { MOST_ACTIVE, MOST_KEPT, MOST_OF_USER } from './limits.ts';

/** What tells whether a key can be used now. */
export interface KeysNow {
  readonly credible: CredibleMs;
  /** Uuids of the users whose keys can be used. */
  readonly users: readonly string[];
}

/** Uuid of a user, who sees only his keys, or of a key, which sees only itself; undefined: all of the organization. */
export type Owner = string | undefined;

/** Nothing of a key is ever changed, but that it is over. */
export function keyVersion(row: KeyRow, { credible, users }: KeysNow): number {
  return refusalOf(row, credible, user => users.includes(user)) === undefined ? 1 : 2;
}

export interface NewKey {
  readonly org: number;
  readonly name: string;
  /** Whose key it is; undefined is a service account. */
  readonly user: { readonly id: string; readonly email: string } | undefined;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
  /** Uuid of the user or key that makes it; undefined: the holder of the box. */
  readonly creator?: string | undefined;
  readonly prefix: string;
  readonly hash: Uint8Array;
}

export interface KeyQuery {
  readonly org: number;
  readonly owner: Owner;
  readonly at: KeysNow;
  readonly userId: string | undefined;
  readonly keyType: KeyType | undefined;
  readonly active: boolean | undefined;
  /** In name or prefix. */
  readonly search: string | undefined;
  readonly orderBy: 'created_at' | 'name';
  readonly descending: boolean;
  readonly after: Position<string | number> | undefined;
  readonly offset: number | undefined;
  readonly size: number;
}

export interface WantedKey {
  readonly versions: WantedVersions;
  readonly at: KeysNow;
}

/** One use of a key. */
export interface KeyUse {
  readonly uuid: string;
  readonly at: number;
  readonly address: string;
}

/** What a presented key is compared with, and nothing else. */
export interface Digest {
  readonly uuid: string;
  readonly hash: Uint8Array;
}

/** A key as the gate reads it. */
export interface KeptKey extends KeyRow {
  /** Uuid of its organization. */
  readonly organization: string;
}

/** @param key how the table is called there */
const shown = (key: string) => `${listed(columns, key)}, (
  ${key}.creator IS NOT NULL
  AND NOT EXISTS (
    SELECT 1 FROM user u WHERE u.uuid = ${key}.creator AND u.is_active = 1
      AND (u.is_admin = 1
        OR EXISTS (SELECT 1 FROM membership m WHERE m.user = u.id AND m.org = ${key}.org AND m.status = 'active')))
  AND NOT EXISTS (SELECT 1 FROM api_key c WHERE c.uuid = ${key}.creator)
) AS creator_left`;
const COLUMNS = shown('api_key');
const UNEXPIRED = '(expires_at IS NULL OR expires_at > ?)';
const ACTIVE = `${UNEXPIRED}
  AND (key_type = 'service_account' OR user_id IN (SELECT value FROM json_each(?)))`;
const OWNED = '(? IS NULL OR user_id = ? OR uuid = ?)';

/** API keys (identity API section 6). One that is deleted is gone: only events still tell of it. */
export function apiKeyStore(db: Db, { events, repeatable }: { events: Events; repeatable: Repeatable }) {
  const read = listReader(db);
  const audit = auditTrail(events);
  const byUuid = db.prepare(`SELECT ${COLUMNS} FROM api_key WHERE org = ? AND uuid = ? AND ${OWNED}`);
  const digest = db.prepare('SELECT uuid, hash FROM api_key WHERE prefix = ?');
  const state = db.prepare('SELECT org, expires_at, key_type, user_id FROM api_key WHERE uuid = ?');
  const kept = db.prepare(
    `SELECT ${shown('k')}, o.uuid AS organization
     FROM api_key k JOIN organization o ON o.id = k.org WHERE k.uuid = ?`,
  );
  const named = db.prepare('SELECT 1 FROM api_key WHERE org = ? AND name = ?');
  const countOfServices = db.prepare(
    `SELECT count(*) AS all_there, count(*) FILTER (WHERE ${UNEXPIRED}) AS active
     FROM api_key WHERE org = ? AND user_id IS NULL`,
  );
  const countOfUser = db.prepare(
    `SELECT count(*) AS all_there, count(*) FILTER (WHERE ${UNEXPIRED}) AS active FROM api_key WHERE user_id = ?`,
  );
  const insert = inserter(db, 'api_key', { ...made, hash: 'blob' });
  const remove = db.prepare('DELETE FROM api_key WHERE uuid = ?');
  const ofUser = db.prepare(`SELECT ${COLUMNS} FROM api_key WHERE user_id = ? AND (? IS NULL OR org = ?)`);
  const ofOrg = db.prepare(`SELECT ${COLUMNS} FROM api_key WHERE org = ?`);
  const setEmail = db.prepare('UPDATE api_key SET user_email = ? WHERE user_id = ?');
  const setUsed = db.prepare('UPDATE api_key SET last_used_at = ?, last_used_address = ? WHERE uuid = ?');

  const find = (org: number, uuid: string, owner: Owner): KeyRow | undefined => {
    const one = owner ?? null;
    return byUuid.get(org, uuid, one, one, one) as KeyRow | undefined;
  };

  const raise = (type: Extract<EventType, `api_key.${string}`>, key: KeyRow, acting: Acting) => {
    const { uuid: apiKeyId, prefix: keyPrefix, name, key_type: keyType } = key;
    const scopes = JSON.parse(key.scopes) as string[];
    audit(type, key.org, acting, { apiKeyId, keyPrefix, name, scopes, keyType });
  };

  const drop = (row: KeyRow, acting: Acting): void => {
    remove.run(row.uuid);
    raise('api_key.deleted', row, acting);
  };

  return {
    /** @param owner undefined: any */
    find,

    digest(prefix: string): Digest | undefined {
      return digest.get(prefix) as Digest | undefined;
    },

    byUuid(uuid: string): KeptKey | undefined {
      return kept.get(uuid) as KeptKey | undefined;
    },

    state(uuid: string): KeyState | undefined {
      return state.get(uuid) as KeyState | undefined;
    },

    list({ org, owner, at, userId, keyType, active, search, ...page }: KeyQuery): ListPage<KeyRow> {
      const where = ['org = ?', OWNED];
      const one = owner ?? null;
      const values: (string | number | null)[] = [org, one, one, one];
      if (userId !== undefined) {
        where.push('user_id = ?');
        values.push(userId);
      }
      if (keyType !== undefined) {
        where.push('key_type = ?');
        values.push(keyType);
      }
      if (active !== undefined) {
        where.push(active ? ACTIVE : `NOT (${ACTIVE})`);
        values.push(at.credible, JSON.stringify(at.users));
      }
      const needle = search?.toLowerCase();
      return read<KeyRow>({
        source: `SELECT ${COLUMNS} FROM api_key`,
        sourceValues: [],
        where,
        values,
        columns: listed({ ...columns, ...creatorLeft }),
        ...page,
        keep:
          needle === undefined
            ? undefined
            : row => [row.name, row.prefix].some(text => text.toLowerCase().includes(needle)),
      });
    },

    /** @returns the key, of a repeated call that of the first one; undefined when its prefix is taken, which another one may not be */
    insert: intake(
      repeatable(
        ({ org, name, user, scopes, expiresAt, creator, prefix, hash }: NewKey, acting: Acting): KeyRow | undefined => {
          if (digest.get(prefix)) return undefined;
          if (named.get(org, name)) throw fault('ApiKeyNameExists');
          const counted = user ? countOfUser.get(acting.now, user.id) : countOfServices.get(acting.now, org);
          const { active, all_there: kept } = counted as { active: number; all_there: number };
          const most = user ? MOST_OF_USER : MOST_ACTIVE;
          if (active >= most) throw fault('ApiKeyLimitReached', { limit: most });
          if (kept >= MOST_KEPT) throw fault('ApiKeyLimitReached', { limit: MOST_KEPT });
          const key_type: KeyType = user ? 'user' : 'service_account';
          const whose = { key_type, user_id: user?.id ?? null, user_email: user?.email ?? null };
          const row = {
            uuid: uuid7(acting.now),
            ...{ org, name, ...whose, prefix },
            scopes: JSON.stringify(scopes),
            ...{ expires_at: expiresAt, created_at: acting.now, created_by: acting.actor, creator: creator ?? null },
          };
          const key = {
            id: insert({ ...row, hash }),
            ...row,
            last_used_at: null,
            last_used_address: '',
            creator_left: 0,
          };
          raise('api_key.created', key, acting);
          return key;
        },
      ),
    ),

    /**
     * @param owner undefined: any
     * @param wanted the versions that the caller means, and what they are judged by
     * @throws fault `ApiKeyNotFound`, `ConcurrentModification`
     */
    remove(org: number, uuid: string, owner: Owner, acting: Acting, wanted?: WantedKey): KeyRow {
      const row = find(org, uuid, owner);
      if (!row) throw fault('ApiKeyNotFound');
      if (wanted) expectVersion(keyVersion(row, wanted.at), wanted.versions);
      drop(row, acting);
      return row;
    },

    /** All keys of a user, or those in one organization. */
    removeOf(userId: string, org: number | undefined, acting: Acting): void {
      const one = org ?? null;
      for (const row of ofUser.all(userId, one, one) as KeyRow[]) drop(row, acting);
    },

    /** All keys of an organization. */
    removeAll(org: number, acting: Acting): void {
      for (const row of ofOrg.all(org) as KeyRow[]) drop(row, acting);
    },

    /** A user has another e-mail address. */
    emailChanged(userId: string, email: string): void {
      setEmail.run(email, userId);
    },

    /** Keys that are gone meanwhile are left alone. */
    used(uses: readonly KeyUse[]): void {
      for (const { uuid, at, address } of uses) setUsed.run(at, address, uuid);
    },
  };
}
export type ApiKeys = ReturnType<typeof apiKeyStore>;
