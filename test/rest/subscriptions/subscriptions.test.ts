import t from 'tap';
import { RestBox } from '../box.ts';

t.setTimeout(240_000);

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`the plan is what is installed (${edition})`, async t => {
    const settings = { limits: { endpoints: 500 } };
    await using box = await RestBox.start(t.testdir(), { edition, settings });
    const { organizationId } = box;
    const nwk_key = '00112233445566778899aabbccddeeff';
    const credentials = box.owner;
    const endpoint = { ep_eui: '70b3d59cd0000001', nwk_key };
    if (box.enterprise) await box.enterprise.call('CreateEndPoint', { endpoint }, credentials);
    else await box.center.api.call('CreateEndPoint', { endpoint });
    const { status, json } = await box.get('/api/v2/subscriptions');
    t.equal(status, 200);
    const [plan] = json.subscriptions;
    t.match(json, {
      subscriptions: [
        {
          ...{ id: /^[0-9a-f-]{36}$/, organizationId, plan: edition, status: 'active' },
          usage: { endpoints: 1, baseStations: 0, users: 1 },
          startsAt: /Z$/,
        },
      ],
      total: 1,
    });
    t.same(plan.limits, { endpoints: 500 }, 'no limit is no key');
    t.ok(plan.usage.databaseBytes > 0 && plan.features.length > 0);
    t.equal((await box.get('/api/v2/subscriptions')).json.subscriptions[0].id, plan.id);
    t.same((await box.get('/api/v2/subscriptions', { query: { offset: 1 } })).json, { subscriptions: [], total: 1 });
    t.match(await box.get('/api/v2/subscriptions', { query: { limit: 'x' } }), { token: 'InvalidLimit' });
    const { key } = await box.key(['orgs:read']);
    t.match(await box.as(key).get('/api/v2/subscriptions'), { status: 403, token: 'ScopeRequired' });
    t.match(await box.post('/api/v2/subscriptions', {}), { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
  });
}
