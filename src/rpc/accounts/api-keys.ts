import { type Row, refusedRpc } from '../define.ts';

/** API keys exist in both editions; this release does not serve them yet. The own keys need R only, which is the handler's to decide. */
export const apiKeys: readonly Row[] = [
  refusedRpc('CreateApiKey', { access: 'org', needs: 'A|R', scope: 'api-keys:write', refuse: 'MethodUnknown' }),
  refusedRpc('GetApiKey', { access: 'org', needs: 'A|R', scope: 'api-keys:read', refuse: 'MethodUnknown' }),
  refusedRpc('DeleteApiKey', { access: 'org', needs: 'A|R', scope: 'api-keys:write', refuse: 'MethodUnknown' }),
  refusedRpc('ListApiKeys', { access: 'org', needs: 'A|R', scope: 'api-keys:read', refuse: 'MethodUnknown' }),
];
