import { type KeyRow, refusalOf } from '../../domain/apikey/api-key-columns.ts';
import type { KeysNow } from '../../domain/apikey/api-key-store.ts';
import type { Call } from '../call/define.ts';
import type { ApiKeyOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';

export function keyToWire(
  row: KeyRow,
  { organizationId }: Pick<Call, 'organizationId'>,
  { credible, users }: KeysNow,
): ApiKeyOut {
  return {
    id: row.uuid,
    organization_id: organizationId,
    name: row.name,
    key_type: row.key_type,
    user_id: row.user_id ?? '',
    user_email: row.user_email ?? '',
    key_prefix: row.prefix,
    scopes: JSON.parse(row.scopes) as string[],
    is_active: refusalOf(row, credible, user => users.includes(user)) === undefined,
    expires_at: timestamp(row.expires_at),
    last_used_at: timestamp(row.last_used_at),
    last_used_address: row.last_used_address,
    created_at: timestamp(row.created_at),
    created_by: row.created_by,
    created_by_left: row.creator_left !== 0,
  };
}
