import t from 'tap';
import { until } from '../../peers/center.ts';
import { euiOf, uplink } from '../../peers/telegrams.ts';
import { Enterprise, PASSWORD } from '../scene.ts';

// A service center of its own, with passwords.
t.setTimeout(240_000);

const STATION = '70b3d59cd0000001';
const METER = '70b3d59cd0000e01';
const KEY = '00112233445566778899aabbccddeeff';

t.test('from the answer on nothing of a deleted organization is found, and its EUIs and its name are free', async t => {
  await using box = await Enterprise.start(t.testdir());
  const root = await box.signIn('root@example.org');
  const { center } = box;
  const { id: works } = await box.call(
    'CreateOrganization',
    { organization: { name: 'Works', max_endpoints: 1 } },
    root,
  );
  const there = { ...root, 'x-organization-id': String(works) };
  const user = { email: 'ann@example.org', first_name: 'Ann', last_name: 'A' };
  const owner = { organization_id: works, role: 'owner' };
  await box.call('CreateUser', { user, password: PASSWORD, memberships: [owner] }, root);
  const ann = { ...(await box.signIn(user.email)), 'x-organization-id': String(works) };
  await box.call('CreateBaseStation', { base_station: { bs_eui: STATION } }, ann);
  await using station = await center.baseStation({ bsEui: STATION, register: false });
  await box.call('CreateEndPoint', { endpoint: { ep_eui: METER, nwk_key: KEY, pre_attach: true } }, ann);
  const second = { endpoint: { ep_eui: '70b3d59cd0000e02', nwk_key: KEY } };
  t.equal(
    (await box.ask('CreateEndPoint', second, ann)).token,
    'EndPointLimitReached',
    'the limit of the organization',
  );
  await station.start('ulData', uplink({ epEui: euiOf(METER), packetCnt: 1 }));
  await center.clock.advance(500);
  await until(async () => (await box.call('ListMessages', {}, ann)).total_count === 1);
  const key = { api_key: { name: 'k', scopes: ['*'] } };
  const { raw_key } = await box.call('CreateApiKey', key, ann);
  const service = { authorization: `Bearer ${raw_key}`, 'x-organization-id': String(works) };
  t.equal((await box.ask('ListEndPoints', {}, service)).token, 'OK');

  t.equal((await box.ask('DeleteOrganization', { id: works }, ann)).token, 'OrganizationNotEmpty');
  t.equal((await box.ask('DeleteOrganization', { id: works, force: true }, service)).token, 'ServerAdminRequired');
  await box.call('DeleteOrganization', { id: works, force: true }, ann);
  await station.closed;
  t.equal((await box.ask('ListMessages', {}, there)).token, 'OrganizationAccessDenied');
  t.equal((await box.ask('ListMessages', {}, ann)).token, 'OrganizationAccessDenied');
  t.equal((await box.ask('ListMessages', {}, service)).token, 'InvalidApiKey');
  t.equal((await box.ask('GetOrganization', { id: works }, root)).token, 'OrganizationNotFound');
  const { organizations } = (await box.call('ListOrganizations', {}, root)) as { organizations: { id: string }[] };
  const home = { ...root, 'x-organization-id': organizations[0]?.id ?? '' };
  t.equal((await box.call('ListMessages', {}, home)).total_count, 0);
  t.equal((await box.call('ListEndPoints', {}, home)).total_count, 0);
  t.equal((await box.call('ListBaseStations', {}, home)).total_count, 0);
  await box.call('CreateOrganization', { organization: { name: 'WORKS' }, owner_user_id: root['x-user-id'] }, root);
  const chief = { organization_id: home['x-organization-id'], user_id: root['x-user-id'], role: 'owner' };
  await box.call('AddOrganizationUser', chief, root);
  await center.clock.advance(11_000);
  await box.call('CreateEndPoint', { endpoint: { ep_eui: METER, nwk_key: KEY } }, home);
  await box.call('CreateBaseStation', { base_station: { bs_eui: STATION } }, home);
  await until(() => center.rows('SELECT 1 FROM message WHERE length(user_data) > 0').length === 0);
  t.equal((await box.call('ListMessages', {}, home)).total_count, 0);
});
