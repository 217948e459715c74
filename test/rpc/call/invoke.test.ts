import t from 'tap';
import { fault } from '../../../src/kit/faults/faults.ts';
import { Notifier } from '../../../src/kit/notifier.ts';
import { rateLimit } from '../../../src/kit/rate-limit.ts';
import { turn } from '../../../src/kit/time/clock.ts';
import { HOUR_MS } from '../../../src/kit/units.ts';
import type { AccessControl } from '../../../src/rpc/call/access-control.ts';
import { type Call, type MethodName, refusedRpc, rpc } from '../../../src/rpc/call/define.ts';
import type { Codec, Incoming } from '../../../src/rpc/call/incoming.ts';
import { RpcFailure } from '../../../src/rpc/call/status.ts';
import { fields, nothing } from '../../../src/rpc/input.ts';
import { LARGE_PAGE, page } from '../../../src/rpc/list-input.ts';
import { OPERATOR, ORGANIZATION, testInvoker } from '../harness.ts';
import { windClock } from '../wind-clock.ts';

const rule = { access: 'org', needs: 'R', scope: 'messages:read' } as const;
const plain: Codec<unknown> = { decode: () => ({}), encode: response => response };

function incoming(more: Partial<Incoming> = {}): Incoming {
  const signal = new AbortController().signal;
  return {
    transport: 'grpc',
    address: '192.0.2.1',
    headers: () => [],
    secure: true,
    timeoutMs: undefined,
    signal,
    ...more,
  };
}

const never = new Promise<object>(() => {});
const rows = [
  rpc('GetMessage', { ...rule, input: nothing, handle: () => never }),
  rpc('GetReleaseInfo', { access: 'public', needs: '', scope: '', input: nothing, handle: () => ({ version: '1' }) }),
  rpc('InitiatePing', {
    ...rule,
    input: fields({ wait_seconds: (wire: number | null | undefined) => wire ?? 0 }),
    waitSeconds: ({ wait_seconds }) => wait_seconds,
    handle: () => never,
  }),
  rpc('StreamMessages', {
    ...rule,
    input: nothing,
    async *handle(_, { signal }) {
      const silent = new Notifier();
      yield [{ seq: '1' }];
      await silent.wait(silent.version, signal);
    },
  }),
];

/** Token of the failure a call ends with. */
async function token(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof RpcFailure) return error.status.token || error.status.code;
    throw error;
  }
  return 'succeeded';
}

async function drain(stream: Promise<{ batches: AsyncIterable<readonly unknown[]> }>): Promise<number> {
  let count = 0;
  for await (const batch of (await stream).batches) count += batch.length;
  return count;
}

t.test('a unary call that takes too long is answered after 30 seconds', async t => {
  const clock = windClock();
  const { invoker, finished } = testInvoker(rows, clock);
  const call = token(invoker.unary('GetMessage', plain, incoming()));
  await Promise.resolve();
  await Promise.resolve();
  clock.advance(29_999);
  t.same(finished, []);
  clock.advance(1);
  t.equal(await call, 'ErrTokenDeadlineExceeded');
  t.same(finished, ['GetMessage DEADLINE_EXCEEDED']);
  t.equal(clock.pending, 0, 'no timer is left');
});

t.test('a call that waits for a peer has five seconds left after its wait, and never less than any other', async t => {
  const clock = windClock();
  const { invoker, finished } = testInvoker(rows, clock);
  for (const [wait_seconds, endsMs] of [
    [30, 35_000],
    [26, 31_000],
    [5, 30_000],
    [0, 30_000],
  ] as const) {
    const call = token(invoker.unary('InitiatePing', { ...plain, decode: () => ({ wait_seconds }) }, incoming()));
    await new Promise(setImmediate);
    finished.length = 0;
    clock.advance(endsMs - 1);
    t.same(finished, [], `waits ${wait_seconds} s`);
    clock.advance(1);
    t.equal(await call, 'ErrTokenDeadlineExceeded');
  }
});

t.test('the deadline of the client counts when it is shorter', async t => {
  const clock = windClock();
  const { invoker } = testInvoker(rows, clock);
  const unary = token(invoker.unary('GetMessage', plain, incoming({ timeoutMs: 200 })));
  const stream = token(drain(invoker.stream('StreamMessages', plain, incoming({ timeoutMs: 200 }))));
  await new Promise(setImmediate);
  clock.advance(200);
  t.equal(await unary, 'ErrTokenDeadlineExceeded');
  t.equal(await stream, 'ErrTokenDeadlineExceeded');
});

t.test('a deadline beyond the age of a stream does not end it', async t => {
  const { invoker } = testInvoker(rows);
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on('warning', warn);
  t.teardown(() => process.off('warning', warn));
  const timeoutMs = 99_999_999 * HOUR_MS;
  const { batches } = await invoker.stream('StreamMessages', plain, incoming({ timeoutMs }));
  for await (const batch of batches) {
    t.match(batch, [{ seq: '1' }]);
    await new Promise(setImmediate);
    break;
  }
  t.same(warnings, [], 'no timer that overflows');
});

t.test('a cancelled call ends without a token and without an error in the log', async t => {
  const { invoker, finished, lines } = testInvoker(rows, windClock());
  const client = new AbortController();
  const unary = token(invoker.unary('GetMessage', plain, incoming({ signal: client.signal })));
  const stream = token(drain(invoker.stream('StreamMessages', plain, incoming({ signal: client.signal }))));
  await new Promise(setImmediate);
  client.abort();
  t.same(await Promise.all([unary, stream]), ['CANCELLED', 'CANCELLED']);
  t.same(finished.sort(), ['GetMessage CANCELLED', 'StreamMessages CANCELLED']);
  t.same(
    lines.filter(({ level }) => level > 20),
    [],
  );
});

t.test('a call brings the organization and the principal that it was admitted with', async t => {
  const calls: Call[] = [];
  const noting = rpc('GetMessage', {
    ...rule,
    input: nothing,
    handle(_, call) {
      calls.push(call);
      return {};
    },
  });
  const { invoker } = testInvoker([...rows, noting], windClock());
  await invoker.unary('GetMessage', plain, incoming());
  t.match(calls, [{ org: 1, organizationId: ORGANIZATION, principal: { kind: 'operator', id: OPERATOR } }]);
});

t.test('nothing is begun for a client that went away while its request was read', async t => {
  let begun = 0;
  const begin = rpc('GetMessage', {
    ...rule,
    input: nothing,
    handle: () => Promise.reject(new Error(`begun ${++begun}`)),
  });
  const { invoker, finished, gauge } = testInvoker([...rows, begin], windClock());
  const gone = incoming({ signal: AbortSignal.abort() });
  t.equal(await token(invoker.unary('GetMessage', plain, gone)), 'CANCELLED');
  t.equal(await token(drain(invoker.stream('StreamMessages', plain, gone))), 'CANCELLED');
  t.same([begun, gauge.streams], [0, 0]);
  t.same(finished, ['GetMessage CANCELLED', 'StreamMessages CANCELLED']);
});

t.test('a handler that fails after its call has ended is heard', async t => {
  const client = new AbortController();
  let fail: (cause: Error) => void = () => {};
  // The client goes while the handler begins, and the handler fails later.
  const late = rpc('GetMessage', {
    ...rule,
    input: nothing,
    handle() {
      client.abort();
      return new Promise<object>((_resolve, reject) => {
        fail = reject;
      });
    },
  });
  const unheard: unknown[] = [];
  const hear = (cause: unknown) => unheard.push(cause);
  process.on('unhandledRejection', hear);
  t.teardown(() => process.off('unhandledRejection', hear));
  const { invoker } = testInvoker([...rows, late], windClock());
  const call = token(invoker.unary('GetMessage', plain, incoming({ signal: client.signal })));
  t.equal(await call, 'CANCELLED');
  fail(new Error('too late'));
  await new Promise(setImmediate);
  t.same(unheard, []);
});

t.test('a consumer that stops reading ends the stream and frees its place', async t => {
  const { invoker, finished, gauge } = testInvoker(rows, windClock());
  const { batches } = await invoker.stream('StreamMessages', plain, incoming());
  t.equal(gauge.streams, 1);
  for await (const batch of batches) {
    t.match(batch, [{ seq: '1' }]);
    break;
  }
  t.equal(gauge.streams, 0);
  t.same(finished, ['StreamMessages CANCELLED']);
});

t.test('a stream ends with OK after twelve hours', async t => {
  const clock = windClock();
  const { invoker, finished } = testInvoker(rows, clock);
  const count = drain(invoker.stream('StreamMessages', plain, incoming()));
  await new Promise(setImmediate);
  clock.advance(12 * 3600 * 1000);
  t.equal(await count, 1);
  t.same(finished, ['StreamMessages OK']);
});

t.test('a client address has 32 streams at most; a place is free again when one ends', async t => {
  const { invoker } = testInvoker(rows, windClock());
  const clients = Array.from({ length: 32 }, () => new AbortController());
  const open = clients.map(({ signal }) => token(drain(invoker.stream('StreamMessages', plain, incoming({ signal })))));
  await new Promise(setImmediate);
  t.equal(await token(drain(invoker.stream('StreamMessages', plain, incoming()))), 'ErrTokenTooManyStreams');
  const elsewhere = new AbortController();
  const other = incoming({ address: '192.0.2.2', signal: elsewhere.signal });
  const neighbour = token(drain(invoker.stream('StreamMessages', plain, other)));
  await new Promise(setImmediate);
  elsewhere.abort();
  t.equal(await neighbour, 'CANCELLED', 'another address has its own');
  clients[0]?.abort();
  await open[0];
  const more = new AbortController();
  const again = token(drain(invoker.stream('StreamMessages', plain, incoming({ signal: more.signal }))));
  await new Promise(setImmediate);
  for (const client of [more, ...clients]) client.abort();
  t.equal(await again, 'CANCELLED');
  await Promise.all(open);
});

t.test('all addresses together have 256 streams at most, and who has as many as are left gets no more', async t => {
  const clock = windClock();
  const { invoker, gauge } = testInvoker(rows, clock);
  const client = new AbortController();
  const ended: Promise<string>[] = [];
  const open = async (address: string): Promise<void> => {
    const { signal } = client;
    ended.push(token(drain(invoker.stream('StreamMessages', plain, incoming({ address, signal })))));
    await new Promise(setImmediate);
  };
  const fill = async (address: string): Promise<number> => {
    const before = gauge.streams;
    for (let n = 0; n < 32; n++) await open(address);
    return gauge.streams - before;
  };
  const counts: number[] = [];
  for (let n = 0; n < 14; n++) counts.push(await fill(`192.0.2.${100 + n}`));
  t.same(counts, [32, 32, 32, 32, 32, 32, 32, 16, 8, 4, 2, 1, 1, 0]);
  t.equal(gauge.streams, 256);
  await open('192.0.2.200');
  t.equal(await ended.at(-1), 'ErrTokenTooManyStreams');
  client.abort();
  await Promise.all(ended);
  t.equal(gauge.streams, 0);
  await invoker.stop(0);
  t.equal(clock.pending, 0, 'no timer of them is left');
});

t.test('a client with a network of IPv6 addresses is one client', async t => {
  const { invoker } = testInvoker(rows, windClock());
  const client = new AbortController();
  const ended: Promise<string>[] = [];
  const open = async (address: string): Promise<void> => {
    ended.push(token(drain(invoker.stream('StreamMessages', plain, incoming({ address, signal: client.signal })))));
    await new Promise(setImmediate);
  };
  for (let n = 0; n < 33; n++) await open(`2001:db8::1:${n.toString(16)}`);
  t.equal(await ended.at(-1), 'ErrTokenTooManyStreams');
  await open('2001:db8:0:1::1');
  await open('::ffff:192.0.2.7');
  client.abort();
  t.same((await Promise.all(ended)).slice(33), ['CANCELLED', 'CANCELLED'], 'another network has its own');
});

t.test('stopping ends streams at once, lets unary calls finish for a while, and refuses new ones', async t => {
  const clock = windClock();
  const { invoker } = testInvoker(rows, clock);
  const unary = token(invoker.unary('GetMessage', plain, incoming()));
  const stream = token(drain(invoker.stream('StreamMessages', plain, incoming())));
  await new Promise(setImmediate);
  const stopped = invoker.stop(5000);
  t.equal(await stream, 'ErrTokenServiceStopping');
  t.equal(await token(invoker.unary('GetReleaseInfo', plain, incoming())), 'ErrTokenServiceStopping');
  clock.advance(5000);
  t.equal(await unary, 'ErrTokenServiceStopping');
  await stopped;
});

t.test('a caller over the rate limit is told when to come back; others are not disturbed', async t => {
  const clock = windClock();
  const { invoker, limited } = testInvoker(rows, clock, 2);
  const call = (address: string) => token(invoker.unary('GetReleaseInfo', plain, incoming({ address })));
  t.same(await Promise.all([1, 2, 3, 4].map(() => call('192.0.2.1'))), Array(4).fill('succeeded'), 'burst');
  t.equal(await call('192.0.2.1'), 'ErrTokenRateLimited');
  t.equal(await call('192.0.2.1'), 'ErrTokenRateLimited');
  t.equal(await call('192.0.2.2'), 'succeeded');
  t.same(limited, ['192.0.2.1'], 'told once a second');
  clock.advance(500);
  t.equal(await call('192.0.2.1'), 'succeeded');
});

t.test('the rate limit forgets the quietest caller instead of growing', t => {
  const limit = rateLimit(windClock(), 1, 2);
  t.same([limit.take('first'), limit.take('first'), limit.take('first')], [0, 0, 1000]);
  for (let i = 0; i < 10_000; i++) limit.take(`caller ${i}`);
  t.equal(limit.take('first'), 0, 'forgotten, so it has a full bucket');
  t.equal(rateLimit(windClock(), 0, 2).take('any'), 0, '0 is no limit');
  t.end();
});

t.test(
  'one line per call: reads are debug, changes and failures info; unknown methods share one metric label',
  async t => {
    const { invoker, lines, finished } = testInvoker(rows, windClock());
    await invoker.unary('GetReleaseInfo', plain, incoming());
    await invoker.unary('Logout', plain, incoming());
    await token(invoker.unary('Nonsense' as MethodName, plain, incoming()));
    await token(invoker.unary('GetUser', plain, incoming()));
    t.match(lines, [
      { level: 20, msg: 'rpc', method: 'GetReleaseInfo', code: 'OK' },
      { level: 30, msg: 'rpc', method: 'Logout', code: 'OK' },
      { level: 30, msg: 'rpc failed', method: 'Nonsense', errorToken: 'ErrTokenMethodUnknown' },
      { level: 30, msg: 'rpc failed', method: 'GetUser', errorToken: 'ErrTokenIDRequired' },
    ]);
    t.same(finished, ['GetReleaseInfo OK', 'Logout OK', 'unknown UNIMPLEMENTED', 'GetUser INVALID_ARGUMENT']);
  },
);

t.test('refused calls of one client that are alike are told once, and then by their number', async t => {
  const clock = windClock();
  const { invoker, lines } = testInvoker(rows, clock);
  const refused = (address: string, method: MethodName = 'GetUser') =>
    token(invoker.unary(method, plain, incoming({ address })));
  for (let i = 0; i < 500; i++) t.equal(await refused('192.0.2.1'), 'ErrTokenIDRequired');
  for (let i = 0; i < 3; i++) await refused('192.0.2.2');
  await refused('192.0.2.1', 'ListAlerts');
  t.match(
    lines.map(({ msg, method, address, requestId }) => [msg, method, address, typeof requestId]),
    [
      ['rpc failed', 'GetUser', '192.0.2.1', 'string'],
      ['rpc failed', 'GetUser', '192.0.2.2', 'string'],
      ['rpc failed', 'ListAlerts', '192.0.2.1', 'string'],
    ],
  );
  lines.length = 0;
  clock.advance(60_000);
  const again = {
    level: 30,
    msg: 'rpc failed again',
    method: 'GetUser',
    errorToken: 'ErrTokenIDRequired',
    seconds: 60,
  };
  t.match(lines, [
    { ...again, address: '192.0.2.1', times: 499 },
    { ...again, address: '192.0.2.2', times: 2 },
  ]);
  t.equal(clock.pending, 0);
  lines.length = 0;
  await refused('192.0.2.1');
  await refused('192.0.2.1');
  t.match(lines, [{ msg: 'rpc failed' }], 'a new minute begins with its first');
  await invoker.stop(0);
  t.match(lines, [{}, { msg: 'rpc failed again', times: 1 }], 'a stop keeps nothing to itself');
});

t.test('one refusal a minute is a line a minute', async t => {
  const clock = windClock();
  const { invoker, lines } = testInvoker(rows, clock);
  for (let minute = 0; minute < 3; minute++) {
    await token(invoker.unary('GetUser', plain, incoming()));
    clock.advance(60_000);
  }
  t.same(
    lines.map(({ msg }) => msg),
    ['rpc failed', 'rpc failed', 'rpc failed'],
  );
});

t.test('clients without number do not fill the log', async t => {
  const clock = windClock();
  const { invoker, lines } = testInvoker(rows, clock);
  for (let i = 0; i < 1000; i++) {
    await token(invoker.unary('GetUser', plain, incoming({ address: `198.51.${i >> 8}.${i & 255}` })));
  }
  t.equal(lines.length, 256);
  clock.advance(60_000);
  t.match(lines.slice(256), [{ msg: 'rpc failed for more clients', times: 744 }]);
  t.equal(lines.length, 257);
});

t.test('what is refused because of us is a warning or an error', async t => {
  const failing = (name: MethodName, error: Error) =>
    rpc(name, {
      ...rule,
      input: nothing,
      handle: () => Promise.reject(error),
    });
  const broken = [
    failing('GetMessage', new Error('broken')),
    failing('GetSystemStatus', fault('KeyMaterialUnavailable')),
    failing('CreateEndPoint', fault('StorageFull')),
    failing('GetBaseStation', fault('BaseStationNotFound')),
  ];
  const { invoker, lines } = testInvoker(broken, windClock());
  for (const { name } of broken) for (let i = 0; i < 2; i++) await token(invoker.unary(name, plain, incoming()));
  t.match(
    lines.map(({ level, method, err }) => [level, method, Boolean(err)]),
    [
      [50, 'GetMessage', true],
      [50, 'GetMessage', true],
      [50, 'GetSystemStatus', true],
      [50, 'GetSystemStatus', true],
      [40, 'CreateEndPoint', false],
      [30, 'GetBaseStation', false],
    ],
  );
});

t.test('what is not in this release and what does not exist are told apart', async t => {
  const rule = { access: 'org', needs: 'I', scope: 'integrations:read' } as const;
  const later = refusedRpc('ListIntegrations', { ...rule, refuse: 'MethodUnknown' });
  const { invoker } = testInvoker([...rows, later], windClock());
  const message = (method: string) =>
    invoker.unary(method, plain, incoming()).then(
      () => '',
      (error: RpcFailure) => error.message,
    );
  t.equal(await message('ListIntegrations'), 'ErrTokenMethodUnknown: ListIntegrations is not in this release');
  t.equal(await message('ListNonsense'), 'ErrTokenMethodUnknown: there is no such method or service');
});

t.test('with sign-in each principal has a limit of its own, and refused calls that of their address', async t => {
  const clock = windClock();
  const access: AccessControl = {
    edition: 'enterprise',
    admit(_row, { headers }) {
      const [id = ''] = headers('x-user-id');
      if (id === '') throw fault('AuthorizationRequired');
      return { principal: { kind: 'user', id, email: '' }, org: 1, organizationId: ORGANIZATION };
    },
  };
  const { invoker, limited } = testInvoker(rows, clock, 10, access);
  const ask = (id: string) => token(invoker.unary('GetReleaseInfo', plain, incoming({ headers: () => [id] })));
  const asked = async (id: string, times: number) => {
    const tokens = [];
    for (let n = 0; n < times; n++) tokens.push(await ask(id));
    return tokens.filter(each => each === 'ErrTokenRateLimited').length;
  };
  t.equal(await asked('ann', 25), 5, 'ten a second, and twice as many at once');
  t.equal(await asked('ben', 20), 0, 'behind the same address');
  t.equal(await asked('', 25), 5);
  t.equal(await ask('cid'), 'ErrTokenRateLimited', 'until the address may ask again');
  clock.advance(1000);
  t.equal(await ask('cid'), 'succeeded');
  t.same(limited, ['192.0.2.1', '192.0.2.1']);

  const open = (id: string) => invoker.stream('StreamMessages', plain, incoming({ headers: () => [id] }));
  for (let n = 0; n < 32; n++) {
    await open('dot');
    clock.advance(1000);
  }
  t.equal(await token(open('dot')), 'ErrTokenTooManyStreams');
  t.ok(await open('eve'), 'from the same address');
});

t.test('a stream ends with the reason why it is not covered any more, or when that cannot be known', async t => {
  for (const [outcome, expected] of [
    [() => Promise.resolve(fault('StreamAccessChanged')), 'ErrTokenStreamAccessChanged'],
    [() => Promise.reject(new Error('database')), 'ErrTokenInternal'],
  ] as const) {
    const gone = Promise.withResolvers<void>();
    const access: AccessControl = {
      edition: 'enterprise',
      admit: () => ({ principal: { kind: 'user', id: 'a', email: '' }, org: 1, organizationId: ORGANIZATION }),
      uncovered: () => gone.promise.then(outcome),
    };
    const { invoker } = testInvoker(rows, windClock(), 0, access);
    const drained = token(drain(invoker.stream('StreamMessages', plain, incoming())));
    gone.resolve();
    t.equal(await drained, expected);
  }
});

t.test('pages are made a few at a time, those of one address fewer, from reading to writing', async t => {
  const under = new Map<string, number>();
  const most = new Map<string, number>();
  const count = (key: string, by: number) => {
    under.set(key, (under.get(key) ?? 0) + by);
    most.set(key, Math.max(most.get(key) ?? 0, under.get(key) ?? 0));
  };
  const listing = rpc('ListEndPoints', {
    ...rule,
    input: page(LARGE_PAGE),
    async handle(_, { address }) {
      count(address, 1);
      count('all', 1);
      await turn();
      return { endpoints: [], total_count: 0, next_page_token: '' };
    },
  });
  const { invoker } = testInvoker([listing]);
  const from = (address: string) => {
    const codec: Codec<unknown> = {
      ...plain,
      *steps(answer) {
        for (let n = 0; n < 3; n++) yield;
        count(address, -1);
        count('all', -1);
        return answer;
      },
    };
    return invoker.unary('ListEndPoints', codec, incoming({ address }));
  };
  // Nothing else keeps the process while turns rest.
  const alive = setInterval(() => undefined, 1000);
  t.teardown(() => clearInterval(alive));
  const addresses = Array.from({ length: 8 }, (_, n) => `192.0.2.${n}`);
  const calls = addresses.flatMap(address => Array.from({ length: 20 }, () => from(address)));
  t.equal((await Promise.all(calls)).length, 160, 'all are answered');
  t.equal(most.get('192.0.2.0'), 2);
  t.equal(most.get('all'), 8);
});
