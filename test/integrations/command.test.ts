import t from 'tap';
import type { Answer } from '../../src/domain/integration/notices.ts';
import { type Caller, Commands } from '../../src/integrations/command.ts';
import type { Incoming } from '../../src/integrations/commands.ts';
import { type FaultName, fault } from '../../src/kit/faults/faults.ts';
import { uuid5 } from '../../src/kit/uuid.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { integrationRow, silentLog } from './fakes.ts';
import { EP } from './items.ts';

type Kind = 'mqtt' | 'nats' | 'http';

/** Commands over RPCs that answer what a test says. */
function scene(kind: Kind = 'mqtt') {
  const clock = new ManualClock();
  const row = integrationRow({ kind });
  const asked: { rpc: string; request: Record<string, unknown>; by: Caller }[] = [];
  const answers: Answer[] = [];
  const malformed: string[] = [];
  const says = {
    send: () => ({ downlink: { queId: 4711, ref: '', expiresAt: clock.now() }, deduplicated: false }),
    revoke: () => [{ queId: 4711, ref: '', expiresAt: 0 }],
    unfinished: () => [{ queId: 4711, ref: '', expiresAt: 0 }],
    answer: () => {},
  };
  const commands = new Commands({
    ...{ clock, log: silentLog },
    calls: {
      async send(request, by) {
        asked.push({ rpc: 'send', request: { ...request }, by });
        return says.send();
      },
      async revoke(request, by) {
        asked.push({ rpc: 'revoke', request: { ...request }, by });
        return says.revoke();
      },
      async unfinished(request, by) {
        asked.push({ rpc: 'unfinished', request: { ...request }, by });
        return says.unfinished();
      },
    },
    async answer(answer) {
      says.answer();
      answers.push(answer);
    },
    async malformed({ reason }) {
      malformed.push(reason);
    },
  });
  const of = (command: 'down' | 'revoke', body: unknown, more: Partial<Incoming> = {}) =>
    commands.carryOut(row, {
      ...{ command, epEui: EP, retained: false },
      body: body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      ...more,
    });
  const down = (body: unknown, more?: Partial<Incoming>) => of('down', body, more);
  const revoke = (body: unknown) => of('revoke', body);
  return { clock, row, asked, answers, malformed, says, down, revoke };
}

const refusing =
  (name: FaultName, about = {}) =>
  () => {
    throw fault(name, about);
  };

t.test('a downlink is sent by its RPC, and the target that asked hears of it', async t => {
  const { row, asked, answers, down, clock } = scene();
  t.equal(await down({ data: 'AQID', confirmed: true, prio: 2.5, format: 3, ref: 'order-17' }), 'stored');
  t.same(asked, [
    {
      rpc: 'send',
      request: {
        ...{
          ep_eui: EP,
          ref: 'order-17',
          request_id: uuid5(row.uuid, 'order-17'),
          user_data: [Buffer.from([1, 2, 3])],
        },
        ...{ response_exp: true, prio: 2.5, format: 3 },
      },
      by: {
        ...{ org: 1, organizationId: row.organizationId, origin: 'mqtt' },
        ...{ integrationId: row.uuid, integrationName: 'target' },
      },
    },
  ]);
  const expiresAt = new Date(clock.now()).toISOString();
  t.same(answers, [
    {
      ...{ integration: 1, origin: 'mqtt', epEui: EP, at: clock.now(), event: 'downlink_queued', again: false },
      content: { queId: 4711, ref: 'order-17', expiresAt },
    },
  ]);
});

t.test('what was done before is answered again', async t => {
  const { answers, down, says } = scene();
  says.send = () => ({ downlink: { queId: 4711, ref: 'a', expiresAt: 0 }, deduplicated: true });
  t.equal(await down({ data: '', ref: 'a' }), 'stored');
  t.match(answers, [{ event: 'downlink_queued', again: true, content: { queId: 4711, ref: 'a' } }]);
});

t.test('every way to say what is to be sent', async t => {
  const request = async (body: object) => {
    const { asked, down } = scene();
    await down(body);
    const { ep_eui: _, ref: __, ...rest } = asked[0]?.request ?? {};
    return rest;
  };
  t.same(await request({ data: '' }), { user_data: [Buffer.from([])] });
  t.same(await request({ dataHex: 'fF00' }), { user_data: [Buffer.from([255, 0])] });
  t.same(await request({ object: { light: 1, __proto__: null } }), { object: { light: 1 } });
  t.same(
    await request({
      entries: [
        { packetCnt: 7, data: 'AQ==' },
        { packetCnt: 8, data: '' },
      ],
    }),
    {
      ...{ cnt_depend: true, packet_cnt: [7, 8], user_data: [Buffer.from([1]), Buffer.from([])] },
    },
  );
  t.same(await request({ entries: [] }), { cnt_depend: true, packet_cnt: [], user_data: [] });
  const flags = { responsePrio: true, dlWindReq: false, expOnly: true, dlRxStatQry: true };
  t.same(await request({ data: '', ...flags, responseExp: false, confirmed: true }), {
    user_data: [Buffer.from([])],
    ...{ response_exp: false, response_prio: true, dl_wind_req: false, exp_only: true, dl_rx_stat_qry: true },
  });
  t.same(await request({ data: '', expiresAt: '2026-01-20T10:00:00.123456789Z' }), {
    ...{ user_data: [Buffer.from([])], expires_at: { seconds: 1_768_903_200, nanos: 123_456_789 } },
  });
  t.match(await request({ data: '', expiresAt: '2026-01-20T11:00:00+01:00' }), {
    expires_at: { seconds: 1_768_903_200, nanos: 0 },
  });
  t.same(await request({ data: '', prio: 1e300, null: null, format: null }), {
    ...{ user_data: [Buffer.from([])], prio: Number.POSITIVE_INFINITY },
  });
});

t.test('what cannot be read is rejected and never sent', async t => {
  const bodies: readonly unknown[] = [
    ...['', 'null', '[]', '7', '{"data":', '{"data":"AQ=="} ,'],
    ...[{}, { data: null }, { data: 7 }, { data: 'AQI' }, { data: 'A' }, { data: '*_' }, { data: ' AQ==' }],
    ...[{ dataHex: 'f' }, { dataHex: '0x00' }, { dataHex: 1 }],
    ...[{ object: [] }, { object: 'x' }, { entries: {} }, { entries: [7] }, { entries: [{ data: '' }] }],
    ...[{ entries: [{ packetCnt: -1, data: '' }] }, { entries: [{ packetCnt: 1.5, data: '' }] }],
    ...[{ entries: [{ packetCnt: 1 }] }, { entries: [{ packetCnt: 2 ** 32, data: '' }] }],
    ...[
      { data: '', ref: 7 },
      { data: '', prio: '1' },
      { data: '', format: 1.5 },
      { data: '', format: -1 },
    ],
    ...[
      { data: '', confirmed: 'yes' },
      { data: '', expiresAt: 'tomorrow' },
      { data: '', expiresAt: 1 },
    ],
    ...[
      { data: '', expiresAt: '2026-13-01T00:00:00Z' },
      { data: '', expiresAt: '2026-01-20' },
    ],
    ...[Uint8Array.of(0xff, 0xfe), Buffer.alloc(65_537, ' ')],
  ];
  for (const body of bodies) {
    const { asked, answers, down } = scene();
    t.equal(await down(body), 'stored');
    t.same(asked, [], JSON.stringify(body));
    t.match(answers, [{ event: 'downlink_rejected', content: { token: 'ErrTokenMalformedRequest' } }]);
    t.notOk('ref' in (answers[0]?.content ?? {}) && typeof answers[0]?.content.ref !== 'string');
  }
  const largest = Buffer.alloc(65_536, ' ');
  largest.write('{"data":""}');
  const { asked, down } = scene();
  await down(largest);
  t.equal(asked.length, 1);
});

t.test('two ways at once are one too many', async t => {
  const { answers, down, revoke, asked } = scene();
  await down({ data: '', dataHex: '', ref: 'a' });
  await down({ object: {}, entries: [] });
  await revoke({ queId: 1, all: true });
  t.same(asked, []);
  t.same(
    answers.map(({ content }) => content.token),
    new Array(3).fill('ErrTokenMutuallyExclusiveFields'),
  );
  t.equal(answers[0]?.content.ref, 'a');
});

t.test('what its RPC refuses is told with token, sentence and reference', async t => {
  const names = [
    'EndPointNotFound',
    'EndPointNotBidirectional',
    'EndPointSuspended',
    'DownlinkPayloadTooLarge',
  ] as const;
  for (const name of [...names, 'RequestIDReused', 'DownlinkEncodingFailed', 'DownlinkQueueFull'] as const) {
    const { answers, down, says } = scene();
    says.send = refusing(name, { field: 'x' });
    t.equal(await down({ data: '', ref: 'a' }), 'stored');
    t.match(answers, [
      { event: 'downlink_rejected', content: { token: `ErrToken${name}`, ref: 'a', message: /field x/ } },
    ]);
  }
  const { answers, down, says } = scene();
  says.send = refusing('DownlinkRefTooLong');
  await down({ data: '', ref: 'ä'.repeat(65) });
  t.notOk('ref' in (answers[0]?.content ?? {}), 'a reference that is too long is not repeated');
});

t.test('what may be done later is left to a broker that keeps it', async t => {
  const outcome = async (kind: Kind, name: FaultName) => {
    const { answers, down, says } = scene(kind);
    says.send = refusing(name);
    const stored = await down({ data: '' });
    return `${stored} ${answers.map(({ content }) => content.token).join('')}`;
  };
  for (const name of ['StorageFull', 'ServiceStarting', 'ServiceStopping'] as const) {
    t.equal(await outcome('mqtt', name), 'later ');
    t.equal(await outcome('nats', name), 'later ');
  }
  t.equal(await outcome('http', 'StorageFull'), 'stored ErrTokenStorageFull');
  // The delivery whose answer asked for it comes again after the start.
  for (const name of ['ServiceStarting', 'ServiceStopping'] as const) t.equal(await outcome('http', name), 'later ');
  t.equal(await outcome('nats', 'DownlinkQueueFull'), 'later ');
  t.equal(
    await outcome('mqtt', 'DownlinkQueueFull'),
    'stored ErrTokenDownlinkQueueFull',
    'others are not to wait for it',
  );
  t.equal(await outcome('http', 'DownlinkQueueFull'), 'stored ErrTokenDownlinkQueueFull');
});

t.test('a mistake of ours is no answer, and a command that is done is not done again for want of one', async t => {
  const broken = scene();
  broken.says.send = () => {
    throw new TypeError('a mistake');
  };
  t.equal(await broken.down({ data: '', ref: 'a' }), 'later');
  t.same(broken.answers, []);
  const silent = scene();
  silent.says.answer = () => {
    throw new Error('disk');
  };
  t.equal(await silent.down({ data: '', ref: 'a' }), 'later', 'found again by its reference');
  t.equal(await silent.down({ data: '' }), 'stored');
  t.equal(await silent.down('nonsense'), 'later');
});

t.test('what cannot be answered is counted', async t => {
  const { malformed, asked, answers, down } = scene();
  for (const epEui of ['', 'x', '70b3d5677011000', '0000000000000000', '70b3d56770110001/..'])
    t.equal(await down({ data: '' }, { epEui }), 'malformed');
  t.equal(malformed.length, 5);
  t.same([asked, answers], [[], []]);
  t.equal(await down({ data: '' }, { epEui: '70-B3-D5-67-70-11-00-01' }), 'stored');
  t.match(asked, [{ request: { ep_eui: EP } }]);
});

t.test('what a broker keeps for every connection is done with a reference only', async t => {
  const { asked, answers, down } = scene();
  await down({ data: '' }, { retained: true });
  t.same(asked, []);
  t.match(answers, [{ content: { token: 'ErrTokenMalformedRequest', message: /retained without ref/ } }]);
  await down({ data: '', ref: 'a' }, { retained: true });
  t.equal(asked.length, 1);
});

t.test('objects of an answer are commands like texts', async t => {
  const { asked, down } = scene('http');
  t.equal(await down('', { body: { epEui: EP, data: 'AQ==' } }), 'stored');
  t.match(asked, [{ request: { user_data: [Buffer.from([1])] }, by: { origin: 'http' } }]);
});

t.test('no more than a hundred commands a second', async t => {
  for (const kind of ['mqtt', 'http'] as const) {
    const { asked, answers, down, clock } = scene(kind);
    const stored = [];
    for (let at = 0; at < 101; at++) stored.push(await down({ data: '', ref: `order-${at}` }));
    t.equal(asked.length, 100);
    if (kind === 'mqtt') t.equal(stored.at(-1), 'later');
    else {
      const content = { token: 'ErrTokenRateLimited', ref: 'order-100' };
      t.match(answers.at(-1), { event: 'downlink_rejected', content }, 'and the target that asked knows for what');
    }
    await clock.advance(10);
    t.equal(await down({ data: '' }), 'stored');
    t.equal(asked.length, 101);
  }
});

t.test('downlinks are revoked by queue id, by reference, or all', async t => {
  const by = async (body: unknown) => {
    const { asked, answers, revoke } = scene();
    t.equal(await revoke(body), 'stored');
    return {
      asked: asked.map(({ rpc, request }) => ({ rpc, ...request })),
      answers: answers.map(({ content }) => content),
    };
  };
  t.same(await by({ queId: 4711 }), { asked: [{ rpc: 'revoke', ep_eui: EP, que_id: '4711' }], answers: [] });
  t.same(await by({ queId: '4711' }), { asked: [{ rpc: 'revoke', ep_eui: EP, que_id: '4711' }], answers: [] });
  t.same(await by({ all: true }), { asked: [{ rpc: 'revoke', ep_eui: EP, all: true }], answers: [] });
  t.same(await by({ ref: 'order-17' }), {
    asked: [
      { rpc: 'unfinished', ep_eui: EP, ref: 'order-17', page_size: 1000 },
      { rpc: 'revoke', ep_eui: EP, que_id: '4711' },
    ],
    answers: [],
  });
  for (const body of [{}, { all: false }, { all: 'yes' }, { ref: 7 }, 'x'])
    t.match(await by(body), { asked: [], answers: [{ token: 'ErrTokenMalformedRequest' }] });
});

t.test('what cannot be revoked is told', async t => {
  const none = scene();
  none.says.unfinished = () => [];
  none.says.revoke = () => [];
  await none.revoke({ ref: 'a' });
  await none.revoke({ all: true });
  t.same(
    none.answers.map(({ event, content }) => [event, content.token, content.ref]),
    [
      ['downlink_rejected', 'ErrTokenDownlinkNotFound', 'a'],
      ['downlink_rejected', 'ErrTokenDownlinkNotFound', undefined],
    ],
  );
  const sent = scene();
  sent.says.revoke = refusing('DownlinkAlreadyFinished', { status: 'sent' });
  await sent.revoke({ queId: 7 });
  await sent.revoke({ ref: 'a' });
  t.match(sent.answers, [
    { content: { token: 'ErrTokenDownlinkAlreadyFinished' } },
    { content: { token: 'ErrTokenDownlinkAlreadyFinished' } },
  ]);
});

t.test('of several with one reference the others are revoked when one is finished', async t => {
  const { says, asked, answers, revoke } = scene();
  says.unfinished = () => [1, 2, 3].map(queId => ({ queId, ref: 'a', expiresAt: 0 }));
  says.revoke = () => {
    if (asked.at(-1)?.request.que_id === '2') throw fault('DownlinkAlreadyFinished', { status: 'sent' });
    return [];
  };
  t.equal(await revoke({ ref: 'a' }), 'stored');
  t.same(
    asked.map(({ request }) => request.que_id),
    [undefined, '1', '2', '3'],
  );
  t.same(answers, []);
});

t.test('what was revoked before is answered as it was', async t => {
  const { answers, revoke, says } = scene();
  says.revoke = refusing('DownlinkAlreadyFinished', { status: 'revoked' });
  await revoke({ queId: 7 });
  t.match(answers, [{ event: 'downlink_result', again: true, content: { queId: 7, result: 'revoked' } }]);
});
