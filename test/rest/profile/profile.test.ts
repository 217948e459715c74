import { join } from 'node:path';
import t from 'tap';
import { profile } from '../../../src/rest/profile/rows.ts';
import { RestBox } from '../box.ts';
import { ORGANIZATION, openCaller } from '../caller.ts';

t.setTimeout(120_000);

t.test('who calls learns who that is', async t => {
  const api = await openCaller(t, join(t.testdir(), 'box.db'), () => [profile()]);
  const { profile: own } = await api.call('userprofile.UserProfileService/GetPersonalProfile', {});
  t.match(own, { kind: 'operator', organization_id: ORGANIZATION });
});

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`by REST it is JSON in a JSON string, without the organization in the query (${edition})`, async t => {
    await using box = await RestBox.start(t.testdir(), { edition });
    const { status, headers, json } = await box.get('/api/users/personal', { query: { organizationId: undefined } });
    t.match({ status, headers }, { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } });
    t.type(json, 'string');
    t.match(JSON.parse(json), { organizationId: box.organizationId });
  });
}
