import { setTimeout } from 'node:timers/promises';
import t from 'tap';
import { everyPage, withCalls } from '../../src/cli/box.ts';
import { configFrom } from '../../src/config/load.ts';
import { Enterprise } from '../identity/scene.ts';
import { Center } from '../peers/center.ts';

const EUIS = ['70b3d59cd0000a01', '70b3d59cd0000a02', '70b3d59cd0000a03'];

t.test('the calls of the API go through the socket as the operator, and on the folder without a server', async t => {
  const dir = t.testdir();
  const config = configFrom({ data_dir: dir });
  const center = await Center.start({ dir });
  await withCalls(config, async ({ call }) => {
    for (const epEui of EUIS) t.match(await call('CreateEndPoint', { endpoint: { epEui, name: 'a' } }), { epEui });
    const again = { endpoint: { epEui: EUIS[0] } };
    await t.rejects(call('CreateEndPoint', again), { name: 'Fault', fault: 'EndPointEUIExists' });
    await t.rejects(call('GetEndPoint', { epEui: 'none' }), { name: 'Fault' });
    await t.rejects(call('GetNothing' as 'GetEndPoint', {}), /does not know GetNothing/);
    const paged = await everyPage(
      pageToken => call('ListEndPoints', { pageSize: 2, pageToken }),
      ({ endpoints }) => endpoints.map(({ epEui }) => epEui),
    );
    t.same(paged, EUIS);
  });
  const { events } = await center.api.call('ListEvents', { event_types: ['endpoint.created'] });
  t.equal(events.length, EUIS.length);
  for (const event of events) t.match(event, { user_email: 'operator@localhost' });
  await center[Symbol.asyncDispose]();

  await withCalls(config, async ({ call }) => {
    t.match(await call('DeleteEndPoint', { epEui: EUIS[0] }), {});
    t.match(await call('ListEndPoints', {}), { totalCount: 2 });
    await t.rejects(call('AttachEndPoint', { epEui: EUIS[1] }), /needs the service: start it/);
    await t.rejects(call('GetEndPoint', { epEui: EUIS[0] }), { name: 'Fault', fault: 'EndPointNotFound' });
  });
});

t.test('a stream goes on until it is enough, and the next call comes after it', async t => {
  const dir = t.testdir();
  const config = configFrom({ data_dir: dir });
  await using center = await Center.start({ dir });
  await withCalls(config, async ({ call, stream }) => {
    const enough = new AbortController();
    const seen: string[] = [];
    const followed = stream('StreamEvents', { eventTypes: ['endpoint.created'] }, enough.signal, ({ sourceId }) => {
      seen.push(sourceId);
      if (seen.length === EUIS.length) enough.abort();
    });
    let more = 0;
    const made = async () => {
      // The stream says nothing until the first of them.
      while (!enough.signal.aborted) {
        const ep_eui = (0x70b3d59cd0000b00n + BigInt(++more)).toString(16);
        await center.api.call('CreateEndPoint', { endpoint: { ep_eui } });
        await setTimeout(1);
      }
    };
    await Promise.all([followed, made()]);
    t.ok(seen.length >= EUIS.length);
    t.match(await call('ListEndPoints', {}), { totalCount: more });
  });
});

t.test('with sign-in, who may open the socket is the operator all the same', async t => {
  const dir = t.testdir();
  await using box = await Enterprise.start(dir);
  const root = await box.signIn('root@example.org');
  const { organizations } = (await box.call('ListOrganizations', {}, root)) as { organizations: { id: string }[] };
  const owner = { ...root, 'x-organization-id': organizations[0]?.id ?? '' };
  await box.call('CreateApiKey', { api_key: { name: 'mine', scopes: ['endpoints:read'], key_type: 'user' } }, owner);
  await withCalls(configFrom({ data_dir: dir }), async ({ call }) => {
    t.match(await call('ListApiKeys', { isActive: true }), { apiKeys: [{ name: 'mine', isActive: true }] });
    t.match(await call('CreateApiKey', { apiKey: { name: 'x', scopes: ['*'] } }), { apiKey: { name: 'x' } });
    t.match(await call('CreateBaseStation', { baseStation: { bsEui: EUIS[0], name: 'roof' } }), { name: 'roof' });
  });
  t.same(box.center.events().slice(-2), ['api_key.created', 'basestation.registered']);
});
