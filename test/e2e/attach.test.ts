import t from 'tap';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { Center, until } from '../peers/center.ts';
import { METER } from '../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const FAR = '70b3d59cd0000002';
const SESSION_KEY = '0f0e0d0c0b0a09080706050403020100';

t.test('an attach over the air makes the endpoint known to every other station', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR });
  await using far = await center.baseStation({ bsEui: FAR });
  const nwkKey = await center.endpoint({ ep_eui: METER });
  const meter = new SimulatedEndpoint({ epEui: METER, nwkKey, clock: center.clock });
  const [answer] = await meter.attach([{ station: near }]);
  t.same(Buffer.from(answer?.nwkSnKey ?? ''), meter.nwkSnKey, 'both sides have made the same key');
  const propagated = await far.next('attPrp');
  t.equal(propagated.epEui, METER);
  t.same(Buffer.from(propagated.nwkSnKey), meter.nwkSnKey);
  await near.settled();
  t.equal(near.unread('attPrp'), 0, 'who was answered is not told again');
  t.match(await center.api.call('GetEndPoint', { ep_eui: METER }), { attach_status: 'attached', attach_cnt: 0 });

  using messages = center.follow();
  await meter.uplink([{ station: far }]);
  await center.clock.advance(500);
  t.match(await messages.next(), { packet_cnt: 1, bs_eui: FAR });
  t.equal(near.complaints.concat(far.complaints).length, 0);
});

t.test('an attach with a wrong signature is refused and changes nothing', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR });
  await center.endpoint({ ep_eui: METER });
  const thief = new SimulatedEndpoint({ epEui: METER, nwkKey: Buffer.alloc(16, 7), clock: center.clock });
  await t.rejects(thief.attach([{ station: near }]), { code: 71, message: 'attach refused' });
  t.match(await center.api.call('GetEndPoint', { ep_eui: METER }), { attach_status: 'detached', attach_cnt: null });
  t.ok(center.events().includes('endpoint.attach_rejected'));
});

t.test('attach and detach by the API reach every station', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR });
  await using far = await center.baseStation({ bsEui: FAR });
  await center.endpoint({ ep_eui: METER, nwk_sn_key: SESSION_KEY });
  const attached = await center.api.call('AttachEndPoint', { ep_eui: METER });
  t.same(attached.propagations.map(({ bs_eui }) => bs_eui).sort(), [NEAR, FAR]);
  for (const station of [near, far]) {
    const { epEui, nwkSnKey, opId } = await station.next('attPrp');
    t.equal(epEui, METER);
    t.equal(Buffer.from(nwkSnKey).toString('hex'), SESSION_KEY);
    t.ok(opId < 0);
  }
  const statusOf = async () => (await center.api.call('GetEndPoint', { ep_eui: METER })).attach_status;
  await until(async () => (await statusOf()) === 'attached');
  await center.api.call('DetachEndPoint', { ep_eui: METER });
  for (const station of [near, far]) t.equal((await station.next('detPrp')).epEui, METER);
  await until(async () => (await statusOf()) === 'detached');
  t.equal(near.session.endpoints.size + far.session.endpoints.size, 0);
});

t.test('a pre-attached endpoint is told to the stations that are connected and to those that come later', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR });
  await center.endpoint({ ep_eui: METER, nwk_sn_key: SESSION_KEY, pre_attach: true });
  t.equal((await near.next('attPrp')).epEui, METER);
  await using far = await center.baseStation({ bsEui: FAR });
  t.equal((await far.next('attPrp')).epEui, METER);
  await until(async () => (await center.api.call('GetBaseStation', { bs_eui: FAR })).attached_endpoints === 1);
});

t.test('a deleted endpoint is forgotten by the stations', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR });
  await center.endpoint({ ep_eui: METER, nwk_sn_key: SESSION_KEY, pre_attach: true });
  await near.next('attPrp');
  await center.api.call('DeleteEndPoint', { ep_eui: METER });
  t.equal((await near.next('detPrp')).epEui, METER);
});
