import t from 'tap';
import type { Eui } from '../../../src/kit/eui.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { openRegistry, type Registry } from '../registry.ts';

const EP = '70b3d56770110001';
const KEY = '000102030405060708090a0b0c0d0e0f';
const NEW_KEY = 'f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff';
const BS = '70b3d59cd0000001';
const SECRETS = ['nwk_key', 'nwk_sn_key', 'app_key'];
const eui = (n: number) => `70b3d5677012${n.toString(16).padStart(4, '0')}`;

/** What two at once may be told beside success. */
const CONTENTION = ['none', 'EndPointNotFound', 'EndPointEUIExists'];

const reveal = (registry: Registry, ep_eui: string) => registry.call('GetEndPoint', { ep_eui, reveal_keys: SECRETS });

t.test('a new EUI and a new key at the same time leave keys that open', async t => {
  const registry = await openRegistry(t);
  const { call, refusal } = registry;
  for (let round = 1; round <= 20; round++) {
    const secret = SECRETS[round % 3] ?? 'nwk_key';
    const [from, to] = [eui(round), eui(round + 0x1000)];
    await call('CreateEndPoint', { endpoint: { ep_eui: from, nwk_key: KEY, nwk_sn_key: KEY, app_key: KEY } });
    const rename = { endpoint: { ep_eui: from }, new_ep_eui: to };
    const change = { endpoint: { ep_eui: from, [secret]: NEW_KEY }, update_mask: { paths: [secret] } };
    const pair = round % 2 === 0 ? [rename, change] : [change, rename];
    const answers = await Promise.all(pair.map(request => refusal('UpdateEndPoint', request)));
    for (const answer of answers) t.ok(CONTENTION.includes(answer), `${round}: ${answer}`);
    t.equal(answers[pair.indexOf(rename)], 'none', 'the new EUI is given, whichever call comes first');
    const changed = answers[pair.indexOf(change)] === 'none';
    t.match(await reveal(registry, to), { [secret]: changed ? NEW_KEY : KEY }, `${round}: every key opens`);
  }
});

t.test('a first key is not stored for an EUI that the endpoint has no more', async t => {
  const registry = await openRegistry(t);
  const { call, refusal } = registry;
  for (let round = 1; round <= 20; round++) {
    const [from, to] = [eui(round), eui(round + 0x1000)];
    await call('CreateEndPoint', { endpoint: { ep_eui: from } });
    const rename = { endpoint: { ep_eui: from }, new_ep_eui: to };
    const change = { endpoint: { ep_eui: from, app_key: KEY }, update_mask: { paths: ['app_key'] } };
    const [, changed] = await Promise.all([refusal('UpdateEndPoint', rename), refusal('UpdateEndPoint', change)]);
    t.equal(changed, 'EndPointNotFound');
    t.match(await reveal(registry, to), { app_key: '' });
  }
});

t.test('of many new EUIs at the same time one is given, and the others hear why', async t => {
  const registry = await openRegistry(t);
  const { call, refusal } = registry;
  await call('CreateEndPoint', { endpoint: { ep_eui: EP, nwk_key: KEY, app_key: NEW_KEY } });
  let now = EP;
  for (let round = 0; round < 10; round++) {
    const wanted = Array.from({ length: 6 }, (_, i) => eui(round * 6 + i));
    const answers = await Promise.all(
      wanted.map(new_ep_eui => refusal('UpdateEndPoint', { endpoint: { ep_eui: now }, new_ep_eui })),
    );
    t.same(
      answers.filter(answer => !CONTENTION.includes(answer)),
      [],
    );
    t.equal(answers.filter(answer => answer === 'none').length, 1);
    now = wanted[answers.indexOf('none')] ?? '';
    t.match(await reveal(registry, now), { nwk_key: KEY, app_key: NEW_KEY });
  }
});

t.test('two endpoints that take each other’s EUIs keep their own keys', async t => {
  const registry = await openRegistry(t);
  const { call, refusal } = registry;
  await call('CreateEndPoint', { endpoint: { ep_eui: eui(1), nwk_key: KEY } });
  await call('CreateEndPoint', { endpoint: { ep_eui: eui(2), nwk_key: NEW_KEY } });
  const swap = (from: string, new_ep_eui: string) =>
    refusal('UpdateEndPoint', { endpoint: { ep_eui: from }, new_ep_eui });
  const answers = await Promise.all([swap(eui(1), eui(3)), swap(eui(2), eui(1)), swap(eui(3), eui(2))]);
  for (const answer of answers) t.ok(CONTENTION.includes(answer), answer);
  for (const ep_eui of [eui(1), eui(2), eui(3)]) {
    if ((await refusal('GetEndPoint', { ep_eui })) === 'none') {
      const { nwk_key } = await reveal(registry, ep_eui);
      t.ok(nwk_key === KEY || nwk_key === NEW_KEY, ep_eui);
    }
  }
});

t.test('what was stored is answered as stored, whatever happens to its EUI meanwhile', async t => {
  const { call, refusal } = await openRegistry(t);
  for (let round = 1; round <= 20; round++) {
    const [from, to] = [eui(round), eui(round + 0x1000)];
    await call('CreateEndPoint', { endpoint: { ep_eui: from, nwk_key: KEY } });
    const name = { endpoint: { ep_eui: from, name: 'named' }, update_mask: { paths: ['name'] } };
    const rename = { endpoint: { ep_eui: from }, new_ep_eui: to };
    const [named] = await Promise.all([refusal('UpdateEndPoint', name), refusal('UpdateEndPoint', rename)]);
    const { name: stored } = await call('GetEndPoint', { ep_eui: to });
    t.equal(named, stored === 'named' ? 'none' : 'EndPointNotFound', `${round}`);
  }
});

t.test('a deletion ends the endpoint of the EUI it names, not one that has got another', async t => {
  const registry = await openRegistry(t);
  const { call, refusal } = registry;
  for (let round = 1; round <= 20; round++) {
    const [from, to] = [eui(round), eui(round + 0x1000)];
    await call('CreateEndPoint', { endpoint: { ep_eui: from, nwk_key: KEY } });
    const rename = () => refusal('UpdateEndPoint', { endpoint: { ep_eui: from }, new_ep_eui: to });
    const remove = () => refusal('DeleteEndPoint', { ep_eui: from });
    const [renamed, removed] =
      round % 2 === 0
        ? await Promise.all([rename(), remove()])
        : (await Promise.all([remove(), rename()])).toReversed();
    t.same([renamed, removed].sort(), ['EndPointNotFound', 'none'], `${round}: one of them finds it`);
    t.equal(await refusal('GetEndPoint', { ep_eui: to }), renamed === 'none' ? 'none' : 'EndPointNotFound');
  }
});

t.test('many changes of one key leave the one that was stored last', async t => {
  const registry = await openRegistry(t);
  const { call, refusal } = registry;
  await call('CreateEndPoint', { endpoint: { ep_eui: EP, nwk_key: KEY } });
  const keys = Array.from({ length: 10 }, (_, i) => (i + 1).toString(16).padStart(32, '0'));
  const answers = await Promise.all(
    keys.map(nwk_key =>
      refusal('UpdateEndPoint', { endpoint: { ep_eui: EP, nwk_key }, update_mask: { paths: ['nwk_key'] } }),
    ),
  );
  t.same(
    answers.filter(answer => !CONTENTION.includes(answer)),
    [],
  );
  const { nwk_key } = await reveal(registry, EP);
  t.equal(answers[keys.indexOf(nwk_key ?? '')], 'none', 'it is one that was answered as stored');
});

t.test('a base station that gets another EUI is not changed, renamed or deleted under the old one', async t => {
  const { call, refusal } = await openRegistry(t);
  const bs = (n: number) => `70b3d59cd0${n.toString(16).padStart(6, '0')}`;
  for (let round = 1; round <= 10; round++) {
    const [from, to, third] = [bs(round), bs(round + 0x1000), bs(round + 0x2000)];
    await call('CreateBaseStation', { base_station: { bs_eui: from } });
    const name = { base_station: { bs_eui: from, name: 'named' }, update_mask: { paths: ['name'] } };
    const [named, renamed, again, removed] = await Promise.all([
      refusal('UpdateBaseStation', name),
      refusal('UpdateBaseStationEui', { bs_eui: from, new_bs_eui: to }),
      refusal('UpdateBaseStationEui', { bs_eui: from, new_bs_eui: third }),
      refusal('DeleteBaseStation', { bs_eui: from }),
    ]);
    t.same([renamed, again, removed], ['none', 'BaseStationNotFound', 'BaseStationNotFound'], `${round}`);
    t.match(await call('GetBaseStation', { bs_eui: to }), { name: named === 'none' ? 'named' : to });
    t.equal(await refusal('GetBaseStation', { bs_eui: third }), 'BaseStationNotFound');
  }
  t.equal(await refusal('GetBaseStation', { bs_eui: BS }), 'BaseStationNotFound');
});

t.test(
  'an attach that was judged with a key is not stored after that key was changed, even within a millisecond',
  async t => {
    const { call, store } = await openRegistry(t);
    await call('CreateEndPoint', { endpoint: { ep_eui: EP, nwk_key: KEY } });
    const seen = store.read.attach.find(EP as Eui);
    if (!seen) throw new Error('no such endpoint');
    await call('UpdateEndPoint', { endpoint: { ep_eui: EP, nwk_key: NEW_KEY }, update_mask: { paths: ['nwk_key'] } });
    t.equal(store.read.attach.find(EP as Eui)?.updatedAt, seen.updatedAt);
    const outcome = await store.write.attach.accept({
      ...{
        endpoint: seen.id,
        seen,
        attachCnt: 1,
        nonce: Buffer.alloc(4),
        sign: Buffer.alloc(4),
        shAddr: 1,
        rxTime: 1n,
      },
      ...{ dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false, radio: { snr: 1, rssi: -1 } },
      ...{ sessionKey: Buffer.alloc(45), station: 1, bsEui: BS as Eui, opId: 1, at: 1 },
      progress: { session: 1, lastBs: 1, doneBs: 1 },
    });
    t.equal(outcome, 'changed');
  },
);

t.test('a registration by an application center beside a new EUI and a new key leaves keys that open', async t => {
  const registry = await openRegistry(t);
  const { call, refusal, seals, store } = registry;
  const acEui = 'ac00000000000001' as Eui;
  const { id: org } = store.read.installation.defaultOrganization();
  const uuid = Buffer.alloc(16, 1);
  const greeting = {
    ...{ vendor: '', model: '', name: '', swVersion: '', info: undefined, remoteAddress: '' },
    ...{ tlsVersion: '', cipherSuite: '', certificateFingerprint: '', certificateSubject: '' },
  };
  const session = await store.write.centers.begin({
    ...{ org, acEui, snAcUuid: uuid, snScUuid: uuid, version: '1.0.0', greeting, at: 1 },
  });
  for (let round = 1; round <= 20; round++) {
    const [from, to] = [eui(round), eui(round + 0x1000)] as [Eui, Eui];
    await call('CreateEndPoint', { endpoint: { ep_eui: from, nwk_key: KEY } });
    const register = (epEui: Eui) => {
      const nwkKey = seals.seal(Buffer.from(NEW_KEY, 'hex'), `endpoint:${epEui}:nwk_key`);
      const flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };
      return store.write.centerRequests.register(
        { session, opId: round, command: 'reg', at: 1 },
        { session, org, acEui },
        { ...{ epEui, bidi: false, preAttach: false, nwkKey, shAddr: 1, attachCnt: 0, packetCnt: 0 }, ...flags },
      );
    };
    const rename = () => refusal('UpdateEndPoint', { endpoint: { ep_eui: from }, new_ep_eui: to });
    const change = () =>
      refusal('UpdateEndPoint', { endpoint: { ep_eui: from, app_key: KEY }, update_mask: { paths: ['app_key'] } });
    const [renamed] = await Promise.all([rename(), register(round % 2 === 0 ? from : to), change()]);
    t.ok(CONTENTION.includes(renamed), renamed);
    for (const ep_eui of [from, to]) {
      if ((await refusal('GetEndPoint', { ep_eui })) !== 'none') continue;
      const { nwk_key } = await reveal(registry, ep_eui);
      t.ok(nwk_key === KEY || nwk_key === NEW_KEY, `${round}: ${ep_eui}`);
    }
  }
});

t.test('a decision about an EUI is not one about the endpoint that had it', async t => {
  const { call, store } = await openRegistry(t);
  await call('CreateEndPoint', { endpoint: { ep_eui: EP, nwk_key: KEY } });
  const found = store.read.attach.find(EP as Eui);
  if (!found) throw new Error('no such endpoint');
  const renamed = eui(1);
  await call('UpdateEndPoint', { endpoint: { ep_eui: EP }, new_ep_eui: renamed });
  const decision = (epEui: string) => ({
    ...{ endpoint: found.id, epEui, origin: 'api' as const, actor: '', at: 1 },
    operationId: '0192f000-0000-7000-8000-00000000000a',
  });
  await t.rejects(store.write.attach.attach(decision(EP)), fault('EndPointNotFound', { ep_eui: EP }));
  await t.rejects(store.write.attach.detach(decision(EP)), fault('EndPointNotFound', { ep_eui: EP }));
  t.equal(await store.write.attach.attach(decision(renamed)), 'attached');
  await call('DeleteEndPoint', { ep_eui: renamed });
  await t.rejects(store.write.attach.attach(decision(renamed)), fault('EndPointNotFound', { ep_eui: renamed }));
});

t.test(
  'whatever many do at once to a few endpoints, no caller hears of a fault of ours and every key opens',
  async t => {
    const registry = await openRegistry(t);
    const { refusal, call } = registry;
    const euis = Array.from({ length: 4 }, (_, n) => eui(n));
    let state = 7;
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
      return (state >> 8) % below;
    };
    const pick = () => euis[random(euis.length)] ?? EP;
    const key = () => (random(255) + 1).toString(16).padStart(32, '0');
    const acts = [
      () => refusal('CreateEndPoint', { endpoint: { ep_eui: pick(), nwk_key: key() } }),
      () => refusal('DeleteEndPoint', { ep_eui: pick() }),
      () => refusal('UpdateEndPoint', { endpoint: { ep_eui: pick() }, new_ep_eui: pick() }),
      () => refusal('GetEndPoint', { ep_eui: pick(), reveal_keys: SECRETS }),
      ...SECRETS.map(
        secret => () =>
          refusal('UpdateEndPoint', {
            endpoint: { ep_eui: pick(), [secret]: key() },
            update_mask: { paths: [secret] },
          }),
      ),
      () =>
        refusal('UpdateEndPoint', {
          endpoint: { ep_eui: pick(), app_key: key() },
          update_mask: { paths: ['app_key'] },
          new_ep_eui: pick(),
        }),
    ];
    const told = new Map<string, number>();
    for (let round = 0; round < 60; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => acts[random(acts.length)]?.() ?? 'none'));
      for (const answer of answers) told.set(answer, (told.get(answer) ?? 0) + 1);
    }
    t.same(
      [...told.keys()].filter(answer => !CONTENTION.includes(answer)),
      [],
      JSON.stringify([...told]),
    );
    for (const ep_eui of euis) {
      if ((await refusal('GetEndPoint', { ep_eui })) === 'none') await t.resolves(reveal(registry, ep_eui), ep_eui);
    }
    t.ok((await call('ListEndPoints', {})).total_count <= euis.length);
  },
);
