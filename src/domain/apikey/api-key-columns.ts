import type { RowOf } from '../../database/columns.ts';
import type { CredibleMs } from '../../kit/time/clock.ts';

export const keyTypes = ['user', 'service_account'] as const;
export type KeyType = (typeof keyTypes)[number];

/** What is known of a key when it is made. Times in milliseconds. */
export const made = {
  uuid: 'text',
  org: 'integer',
  name: 'text',
  key_type: 'text',
  user_id: 'text?',
  user_email: 'text?',
  prefix: 'text',
  /** JSON */
  scopes: 'text',
  expires_at: 'integer?',
  created_at: 'integer',
  created_by: 'text',
  /** Uuid of the user who made it, or of the key that did; null: the holder of the box, or not known. */
  creator: 'text?',
} as const;

/** What readers get of a key. */
export const columns = { id: 'integer', ...made, last_used_at: 'integer?', last_used_address: 'text' } as const;
/** 1: its creator is no active member any more, nor an administrator of the server; or is a key that was deleted. */
export const creatorLeft = { creator_left: 'integer' } as const;
export type KeyRow = Readonly<RowOf<typeof columns & typeof creatorLeft> & { key_type: KeyType }>;

/** Of a key that is known. */
export type KeyRefusal = 'ApiKeyExpired' | 'ApiKeyInactive';

/** What tells whether a key can be used. */
export type KeyState = Pick<KeyRow, 'org' | 'expires_at' | 'key_type' | 'user_id'>;

/**
 * Why a key cannot be used; undefined: it can.
 * @param isActive whether the keys of this user in this organization (row id) can be used: there are other users with sign-in than without
 */
export function refusalOf(
  { org, expires_at, key_type, user_id }: KeyState,
  credible: CredibleMs,
  isActive: (userId: string, org: number) => boolean,
): KeyRefusal | undefined {
  if (expires_at !== null && expires_at <= credible) return 'ApiKeyExpired';
  return key_type === 'user' && !isActive(user_id ?? '', org) ? 'ApiKeyInactive' : undefined;
}
