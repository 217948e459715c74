import t from 'tap';
import { Center, until } from '../../peers/center.ts';
import { METER, uplink } from '../../peers/telegrams.ts';
import { Enterprise } from '../scene.ts';
import { byId, readsAbout, readsOfOwn } from './calls.ts';
import { Farm, SETTINGS, WINDOW_MS } from './farm.ts';
import { marksIn, targetOf, textOf } from './marks.ts';

// Five service centers one after the other.
t.setTimeout(300_000);

const MAST = '70b3d59cd0000001';

t.test('organizations outlive sign-in being switched off and on again', async t => {
  const dir = t.testdir();
  const before = await Center.start({ dir, settings: SETTINGS });
  t.teardown(() => before.stop());
  const near = await before.baseStation({ bsEui: MAST });
  await before.endpoint({ ep_eui: METER, name: 'meter' });
  await near.start('ulData', uplink({ packetCnt: 1 }));
  await before.clock.advance(WINDOW_MS);
  await until(async () => (await before.visible()) === 1);
  await before.stop();

  const box = await Enterprise.start(dir, SETTINGS);
  t.teardown(() => box.center.stop());
  const root = await box.signIn('root@example.org');
  const { organizations } = (await box.call('ListOrganizations', {}, root)) as { organizations: { id: string }[] };
  const home = { ...root, 'x-organization-id': organizations[0]?.id ?? '' };
  const own = async (from: Enterprise, headers: typeof home) => {
    const { endpoints } = await from.call('ListEndPoints', {}, headers);
    const { messages } = await from.call('ListMessages', {}, headers);
    return [endpoints, messages].map(rows => (rows as { ep_eui: string }[]).map(({ ep_eui }) => ep_eui));
  };
  t.same(await own(box, home), [[METER], [METER]], 'what was there is of the default organization');
  const north = await Farm.found(box, root, 'north');
  await north.equip();
  await north.work();
  // What neither a telegram nor a sign-in changes.
  const lasting = readsOfOwn(targetOf(north), box.center.clock.now()).filter(({ method }) =>
    /^(ListApiKeys|ListDeviceModels|ListOrganizationUsers|GetDownlinkResults|GetManufacturer)$/.test(method),
  );
  const answers = async () => {
    const all: string[] = [];
    for (const { method, request } of lasting) all.push(`${method} ${textOf(await north.call(method, request))}`);
    return all.map(text => text.replaceAll(/"last_login_at":\{[^}]+\}/g, ''));
  };
  const kept = await answers();
  const { total_count: messages } = await north.call('ListMessages', {});
  await north.broker.endAsync(true);
  await box[Symbol.asyncDispose]();

  const community = await Center.start({ dir, settings: SETTINGS, now: box.center.clock.now() });
  t.teardown(() => community.stop());
  const { api, clock } = community;
  t.match((await api.call('ListEndPoints', {})).endpoints, [{ ep_eui: METER, name: 'meter' }]);
  t.equal(await community.visible(), 1, 'its own message');
  for (const { method, request } of readsAbout(targetOf(north), clock.now())) {
    const answer = await api.call(method, request as never);
    // The operator reads what is of the installation, and accounts are.
    const accounts = method === 'ListEvents' ? [north.name, north.headers['x-user-id'], north.id('hand')] : [];
    const seen = marksIn(textOf(answer), north).filter(mark => !accounts.includes(mark));
    t.same(seen, [], `${method} ${JSON.stringify(request)}`);
  }
  const failing = async (call: Promise<unknown>) =>
    call.then(
      () => 'OK',
      error => String(error.metadata?.get('x-error-token')[0]).replace('ErrToken', ''),
    );
  const open = byId.filter(
    ({ method }) => /^(Get|Delete|Attach|SendDownlink)/.test(method) && !/Organization|User/.test(method),
  );
  for (const { method, request, token } of open) {
    if (method === 'GetBaseStationMessage' || method.includes('Stream')) continue;
    t.equal(await failing(api.call(method, request(targetOf(north), targetOf(north)) as never)), token, method);
  }
  const taken = api.call('CreateEndPoint', { endpoint: { ep_eui: north.meter } });
  t.equal(await failing(taken), 'EndPointEUIExists');
  const count = () => Number(community.rows('SELECT count(*) AS count FROM message')[0]?.count);
  const stored = count();
  await north.dial(community);
  await north.hear();
  await clock.advance(WINDOW_MS);
  t.equal((await north.application.next('ulData')).epEui, north.meter, 'its radio goes on');
  t.equal(await community.visible(), 1, 'and is not shown');
  t.equal(count(), stored + 1);
  await community.stop();

  const again = await Enterprise.again(dir, SETTINGS, clock.now());
  t.teardown(() => again[Symbol.asyncDispose]());
  await north.signIn(again);
  t.same(await answers(), kept);
  t.equal((await north.call('ListMessages', {})).total_count, Number(messages) + 1, 'with what came meanwhile');
  const rooted = await again.signIn('root@example.org');
  t.same(await own(again, { ...rooted, 'x-organization-id': home['x-organization-id'] }), [[METER], [METER]]);
  await north.dial(again.center);
  await north.hear();
  await again.center.clock.advance(WINDOW_MS);
  await until(async () => (await north.call('ListMessages', {})).total_count === Number(messages) + 2);
});
