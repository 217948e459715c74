import { capabilitiesOf } from '../../domain/account/roles.ts';
import { type KeyRow, keyTypes } from '../../domain/apikey/api-key-columns.ts';
import { keyVersion } from '../../domain/apikey/api-key-store.ts';
import { issueKey, type KeptTexts } from '../../domain/apikey/issue.ts';
import type { Store } from '../../domain/domain.ts';
import { Fault, fault } from '../../kit/faults/faults.ts';
import { storageFault } from '../../kit/faults/file-trouble.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../call/actor.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { asIs, name, oneOf, search, uuid } from '../checks.ts';
import { all, fields, nested, optional } from '../input.ts';
import { orderBy, page, STANDARD_PAGE } from '../list-input.ts';
import { countToWire } from '../paging.ts';
import { expiry, scopes } from './api-key-input.ts';
import { keyToWire } from './api-key-wire.ts';
import { creatorOf, mayMakeKey, ownerFor } from './rights.ts';

const KEY = fields({ id: uuid });

/** By name REST lists them. */
type KeyOrder = 'created_at' | 'name';

const keyType = oneOf(keyTypes, 'InvalidApiKeyType');

/**
 * API keys, in both editions (identity API section 6).
 * @param options.activeUsers uuids of the users whose keys can be used
 */
export function apiKeys({
  store,
  clock,
  activeUsers,
  texts,
}: {
  readonly store: Store;
  readonly clock: Clock;
  activeUsers(): readonly string[];
  /** Of calls that may be repeated, which are those of REST. */
  readonly texts?: KeptTexts | undefined;
}): readonly Row[] {
  const judged = () => ({ credible: clock.credible(), users: activeUsers() });
  /** One key of an organization, and its version. */
  const shown = (row: KeyRow, { told }: Call, place: Pick<Call, 'organizationId'>) => {
    const at = judged();
    told.version = keyVersion(row, at);
    return keyToWire(row, place, at);
  };

  /**
   * The organization that a request names: for an administrator of the server each one, for others that of the call.
   * @throws fault `OrganizationContextMismatch`, `OrganizationNotFound`
   */
  const placeOf = (organizationId: string, call: Call): Pick<Call, 'org' | 'organizationId' | 'principal'> => {
    if (organizationId === call.organizationId) return call;
    const { principal } = call;
    const { accounts } = store.read;
    if (!principal.isAdmin) throw fault('OrganizationContextMismatch');
    const organization = accounts.organization(organizationId);
    const account = accounts.user(principal.id);
    if (!organization || !account) throw fault('OrganizationNotFound');
    const capabilities = capabilitiesOf(accounts.membership(account.id, organizationId), true);
    return { org: organization.id, organizationId, principal: { ...principal, capabilities } };
  };

  return [
    rpc('CreateApiKey', {
      access: 'org',
      needs: 'A|R',
      scope: 'api-keys:write',
      demands({ api_key, organization_id }, by) {
        // What the caller has in another organization is looked up when it is known which one is meant.
        if (!organization_id || organization_id.toLowerCase() === by.organizationId)
          mayMakeKey(api_key ?? {}, by.principal);
      },
      input: fields({
        api_key: nested({ name, key_type: optional(keyType), scopes, expires_at: expiry }),
        organization_id: optional(uuid),
      }),
      async handle({ api_key: { name, key_type, scopes, expires_at: expiresAt }, organization_id }, call) {
        const place = organization_id === undefined ? call : placeOf(organization_id, call);
        const { principal, org } = place;
        mayMakeKey({ key_type, scopes }, principal);
        const user = key_type === 'user' ? { id: principal.userId ?? principal.id, email: principal.email } : undefined;
        const asked = { org, name, user, scopes, expiresAt, creator: creatorOf(principal) };
        try {
          const by = acting(call, clock);
          const { key, text } = await issueKey(store.write.apiKeys.insert, asked, by, { texts });
          return { api_key: shown(key, call, place), raw_key: text };
        } catch (cause) {
          if (cause instanceof Fault || storageFault(cause)) throw cause;
          call.log.error({ err: cause }, 'audit record failed');
          throw fault('AuditRecordFailed');
        }
      },
    }),
    rpc('GetApiKey', {
      access: 'org',
      needs: 'A|R',
      scope: 'api-keys:read',
      input: KEY,
      handle({ id }, call) {
        const row = store.read.apiKeys.find(call.org, id, ownerFor(call));
        if (!row) throw fault('ApiKeyNotFound');
        return shown(row, call, call);
      },
    }),
    rpc('DeleteApiKey', {
      access: 'org',
      needs: 'A|R',
      scope: 'api-keys:write',
      input: KEY,
      async handle({ id }, call) {
        const wanted = { versions: call.ifMatch, at: judged() };
        await store.write.apiKeys.remove(call.org, id, ownerFor(call), acting(call, clock), wanted);
        return {};
      },
    }),
    rpc('ListApiKeys', {
      access: 'org',
      needs: 'A|R',
      scope: 'api-keys:read',
      input: all(
        page(STANDARD_PAGE),
        fields({
          user_id: optional(uuid),
          key_type: optional(keyType),
          is_active: asIs<boolean | null | undefined>,
          search,
          order_by: orderBy<KeyOrder>(['created_at'], 'desc'),
        }),
      ),
      async handle({ page: asked, user_id, key_type, is_active, search, order_by }, call) {
        const at = judged();
        const { rows, total, more } = await store.scan.apiKeys.list({
          org: call.org,
          owner: ownerFor(call),
          at,
          userId: user_id,
          keyType: key_type,
          active: is_active ?? undefined,
          search,
          orderBy: order_by.by,
          descending: order_by.direction === 'desc',
          after: asked.after,
          offset: asked.offset,
          size: asked.size,
        });
        const last = more ? rows.at(-1) : undefined;
        return {
          api_keys: rows.map(row => keyToWire(row, call, at)),
          total_count: countToWire(total),
          next_page_token: asked.next(last && [last[order_by.by], last.id]),
        };
      },
    }),
  ];
}
