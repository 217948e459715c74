import { join } from 'node:path';
import t from 'tap';
import { profile } from '../../../src/rest/profile/rows.ts';
import { ORGANIZATION, openCaller } from '../caller.ts';

t.test('who calls learns who that is', async t => {
  const api = await openCaller(t, join(t.testdir(), 'box.db'), () => [profile()]);
  const { profile: own } = await api.call('userprofile.UserProfileService/GetPersonalProfile', {});
  t.match(own, { kind: 'operator', organization_id: ORGANIZATION });
});
