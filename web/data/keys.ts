import type { ApiKey } from '../gen/platform/api/v1/identity_pb.ts';
import { wireTime } from '../model/text/time.ts';
import { client } from './call/client.ts';
import { outdate, type Query, useQuery } from './call/query.ts';
import { session } from './call/session.ts';

export type { ApiKey };

const MOST = 200;

export function useKeys(): Query<ApiKey[]> {
  return useQuery('keys', async signal => (await client.listApiKeys({ pageSize: MOST }, { signal })).apiKeys, 30_000);
}

/** The whole key, which is shown once. */
export async function createKey(name: string, scopes: string[], endsAt: number | undefined): Promise<string> {
  const { rawKey } = await client.createApiKey({
    apiKey: { name, scopes, ...(endsAt === undefined ? {} : { expiresAt: wireTime(endsAt) as never }) },
    organizationId: session.value?.organizationId ?? '',
  });
  outdate('keys');
  return rawKey;
}

export async function deleteKey(id: string): Promise<void> {
  await client.deleteApiKey({ id });
  outdate('keys');
}
