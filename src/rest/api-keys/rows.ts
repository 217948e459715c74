import { type KeyRow, refusalOf } from '../../domain/apikey/columns.ts';
import { issueKey, type KeptTexts } from '../../domain/apikey/issue.ts';
import { type KeysNow, keyVersion } from '../../domain/apikey/store.ts';
import type { Store } from '../../domain/domain.ts';
import { onceAbout } from '../../domain/once/contents.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault, fault } from '../../kit/faults.ts';
import { storageFault } from '../../kit/file-trouble.ts';
import type { Sealer } from '../../kit/seal.ts';
import { acting } from '../../rpc/actor.ts';
import { expiry, scopes } from '../../rpc/apikeys/input.ts';
import { creatorOf, mayMakeKey, ownerFor } from '../../rpc/apikeys/rights.ts';
import { name } from '../../rpc/checks.ts';
import { fields, nested } from '../../rpc/input.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, method } from '../define.ts';
import { byId, organizationId, restList } from '../input.ts';
import type { KeyOut } from '../schema.gen.ts';

const PATH = '/api/v2/api-keys';
const SERVICE = 'rest.v1.RestService';

const made = {
  ...{ id: '0198c0de-0000-7000-8000-0000000000b1', name: 'Node-RED', keyPrefix: 'wsab12cd' },
  ...{ scopes: ['devices:read', 'telemetry:read'], expiresAt: '2027-01-20T10:00:00.000Z' },
  createdAt: '2026-01-20T10:00:00.000Z',
};
const example = { ...made, isActive: true, lastUsedAt: '2026-01-21T07:30:00.000Z' };

/** API keys of the organization; those that are made here are service accounts (REST section 14.11, clarification R33). */
export function apiKeys({
  store,
  clock,
  sealer,
  activeUsers,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly sealer: Sealer;
  /** Uuids of the users whose keys can be used. */
  activeUsers(): readonly string[];
}): Group {
  const texts: KeptTexts = {
    seal: (text, once) => sealer.seal(Buffer.from(text), onceAbout(once)),
    first(once) {
      const { secret } = store.read.once.kept(once) ?? {};
      if (!secret) throw fault('KeyMaterialUnavailable');
      return Buffer.from(sealer.open(secret, onceAbout(once))).toString();
    },
  };

  const judged = (): KeysNow => ({ credible: clock.credible(), users: activeUsers() });

  const shown = (row: KeyRow, at: KeysNow): KeyOut => ({
    id: row.uuid,
    name: row.name,
    key_prefix: row.prefix,
    scopes: JSON.parse(row.scopes) as string[],
    is_active: refusalOf(row, at.credible, user => at.users.includes(user)) === undefined,
    last_used_at: timestamp(row.last_used_at),
    expires_at: timestamp(row.expires_at),
    created_at: timestamp(row.created_at),
  });

  return {
    methods: [
      method(`${SERVICE}/ListApiKeys`, {
        access: 'org',
        needs: 'A|R',
        scope: 'api-keys:read',
        input: restList,
        handle({ search, limit, offset }, call) {
          const { org } = call;
          const { rows, total } = store.read.apiKeys.byName({ org, owner: ownerFor(call), search, limit, offset });
          const at = judged();
          return { api_keys: rows.map(row => shown(row, at)), total };
        },
      }),
      method(`${SERVICE}/GetApiKey`, {
        access: 'org',
        needs: 'A|R',
        scope: 'api-keys:read',
        input: byId,
        handle({ id }, call) {
          const row = store.read.apiKeys.find(call.org, id, ownerFor(call));
          if (!row) throw fault('ApiKeyNotFound');
          const at = judged();
          call.told.version = keyVersion(row, at);
          return shown(row, at);
        },
      }),
      method(`${SERVICE}/CreateApiKey`, {
        access: 'org',
        needs: 'A|S',
        scope: 'api-keys:write',
        demands: ({ api_key }, { principal }) => mayMakeKey({ scopes: api_key?.scopes }, principal),
        input: fields({ organization_id: organizationId, api_key: nested({ name, scopes, expires_at: expiry }) }),
        async handle({ api_key: { name, scopes, expires_at: expiresAt } }, call) {
          const creator = creatorOf(call.principal);
          const asked = { org: call.org, name, user: undefined, scopes, expiresAt, creator };
          const by = acting(call, clock);
          try {
            const { key, text } = await issueKey(store.write.apiKeys.insert, asked, by, { texts });
            call.told.location = `${PATH}/${key.uuid}`;
            const at = judged();
            call.told.version = keyVersion(key, at);
            const { id, name, key_prefix, scopes, expires_at, created_at } = shown(key, at);
            return { id, name, key_prefix, scopes, expires_at, created_at, key: text };
          } catch (cause) {
            if (cause instanceof Fault || storageFault(cause)) throw cause;
            call.log.error({ err: cause }, 'audit record failed');
            throw fault('AuditRecordFailed');
          }
        },
      }),
      method(`${SERVICE}/DeleteApiKey`, {
        access: 'org',
        needs: 'A|R',
        scope: 'api-keys:write',
        input: byId,
        async handle({ id }, call) {
          const wanted = { versions: call.ifMatch, at: judged() };
          await store.write.apiKeys.remove(call.org, id, ownerFor(call), acting(call, clock), wanted);
          return { id, deleted: true };
        },
      }),
    ],
    operations: [
      {
        ...{ http: 'GET', path: PATH, method: `${SERVICE}/ListApiKeys`, id: 'listApiKeys', tag: 'Api-Keys' },
        summary: 'Lists the API keys of the organization by their names',
        query: ['limit', 'offset', 'search'],
        example: { response: { apiKeys: [example], total: 1 } },
      },
      {
        ...{ http: 'POST', path: PATH, method: `${SERVICE}/CreateApiKey`, id: 'createApiKey', tag: 'Api-Keys' },
        summary: 'Makes an API key of a service account, and shows it this once',
        body: 'api_key',
        example: {
          request: { name: made.name, scopes: made.scopes, expiresAt: made.expiresAt },
          response: { ...made, key: 'wsab12cd_0123456789abcdefghijABCDEFGHIJ0123456abc123' },
        },
      },
      {
        ...{ http: 'GET', path: `${PATH}/{id}`, method: `${SERVICE}/GetApiKey`, id: 'getApiKey', tag: 'Api-Keys' },
        summary: 'Reads an API key, without the key itself',
        example: { response: example },
      },
      {
        ...{ http: 'DELETE', path: `${PATH}/{id}`, id: 'deleteApiKey', tag: 'Api-Keys' },
        method: `${SERVICE}/DeleteApiKey`,
        summary: 'Deletes an API key, and ends what is open by it',
        example: { response: { id: made.id, deleted: true } },
      },
    ],
  };
}
