import t from 'tap';
import { RestBox } from '../box.ts';

t.setTimeout(120_000);

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`the profile is JSON in a JSON string, without the organization in the query (${edition})`, async t => {
    await using box = await RestBox.start(t.testdir(), { edition });
    const { status, headers, json } = await box.get('/api/users/personal', { query: { organizationId: undefined } });
    t.match({ status, headers }, { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } });
    t.type(json, 'string');
    t.match(JSON.parse(json), { organizationId: box.organizationId, kind: 'service_account', scopes: ['*'] });
    t.match(await box.as({}).get('/api/users/personal'), { status: 401, token: 'AuthorizationRequired' });
  });
}
