import t from 'tap';
import { AuthorizationRequest } from '../../../src/identity/access/authorization-request.ts';
import { needsNoHeader } from '../../../src/identity/access/organization.ts';
import type { Gate } from '../../../src/identity/access/sources.ts';
import type { Row } from '../../../src/rpc/call/define.ts';

const incoming = {
  ...({ transport: 'rest', address: '', secure: true, headers: () => [], timeoutMs: undefined } as const),
  signal: new AbortController().signal,
};

t.test('without enforcement there is one organization, but for the public API, which says which', t => {
  const gate = { enforced: false, defaultOrganization: { id: 1, uuid: 'home' } } as Gate;
  const row: Row = { name: 'ListEndPoints', access: 'org', needs: 'R', scope: 'endpoints:read' };
  const open = new AuthorizationRequest(row, incoming);
  needsNoHeader(open, gate);
  t.match(open.place, { org: 1, organizationId: 'home' });
  const keyed = new AuthorizationRequest({ ...row, keyed: true }, incoming);
  needsNoHeader(keyed, gate);
  t.equal(keyed.place, undefined);
  t.end();
});
