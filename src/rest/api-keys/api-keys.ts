import { mayMakeKey } from '../../rpc/apikeys/rights.ts';
import { type Group, group } from '../define.ts';
import { listed, removed, type Twin } from '../twin.ts';

const PATH = '/api/v2/api-keys';
const SERVICE = 'rest.v1.RestService';

const made = {
  ...{ id: '0198c0de-0000-7000-8000-0000000000b1', name: 'Node-RED', keyPrefix: 'wsab12cd' },
  ...{ scopes: ['devices:read', 'telemetry:read'], expiresAt: '2027-01-20T10:00:00.000Z' },
  createdAt: '2026-01-20T10:00:00.000Z',
};
const example = {
  ...{ ...made, isActive: true, lastUsedAt: '2026-01-21T07:30:00.000Z' },
  ...{ createdBy: 'ada@example.org', createdByLeft: false },
};

const READ = { access: 'org', needs: 'A|R', scope: 'api-keys:read' } as const;

/** API keys of the organization; those that are made here are service accounts (REST section 14.11, clarification R33). */
export function apiKeys({ twin }: { readonly twin: Twin }): Group {
  return group('Api-Keys', [
    twin(`${SERVICE}/ListApiKeys`, {
      http: {
        at: `GET ${PATH}`,
        id: 'listApiKeys',
        summary: 'Lists the API keys of the organization by their names',
        example: { response: { apiKeys: [example], total: 1 } },
      },
      ...READ,
      of: 'ListApiKeys',
      paged: true,
      given: { order_by: { by: 'name', direction: 'asc' } },
      answer: ({ api_keys, ...page }) => ({ api_keys, ...listed(page) }),
    }),
    twin(`${SERVICE}/CreateApiKey`, {
      http: {
        at: `POST ${PATH}`,
        id: 'createApiKey',
        summary: 'Makes an API key of a service account, and shows it this once',
        body: 'api_key',
        example: {
          request: { name: made.name, scopes: made.scopes, expiresAt: made.expiresAt },
          response: { ...made, key: 'wsab12cd_0123456789abcdefghijABCDEFGHIJ0123456abc123' },
        },
      },
      ...{ access: 'org', needs: 'A|S', scope: 'api-keys:write' },
      of: 'CreateApiKey',
      demands: ({ api_key }, { principal }) => mayMakeKey({ scopes: api_key?.scopes }, principal),
      answer({ api_key, raw_key }, _, { told }) {
        told.location = `${PATH}/${api_key?.id}`;
        return { ...api_key, key: raw_key };
      },
    }),
    twin(`${SERVICE}/GetApiKey`, {
      http: {
        at: `GET ${PATH}/{id}`,
        id: 'getApiKey',
        summary: 'Reads an API key, without the key itself',
        example: { response: example },
      },
      ...READ,
      of: 'GetApiKey',
      byId: true,
    }),
    twin(`${SERVICE}/DeleteApiKey`, {
      http: {
        at: `DELETE ${PATH}/{id}`,
        id: 'deleteApiKey',
        summary: 'Deletes an API key, and ends what is open by it',
        example: { response: { id: made.id, deleted: true } },
      },
      ...{ access: 'org', needs: 'A|R', scope: 'api-keys:write' },
      of: 'DeleteApiKey',
      byId: true,
      answer: removed,
    }),
  ]);
}
