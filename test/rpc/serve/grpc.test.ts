import { once } from 'node:events';
import { Metadata, type ServiceError } from '@grpc/grpc-js';
import t from 'tap';
import { fault } from '../../../src/kit/faults/faults.ts';
import { Notifier } from '../../../src/kit/notifier.ts';
import { type Row, rpc } from '../../../src/rpc/call/define.ts';
import { eui, name } from '../../../src/rpc/checks.ts';
import { fields, list, nothing } from '../../../src/rpc/input.ts';
import { builtinTypes } from '../../../src/rpc/serve/builtin.ts';
import { until } from '../../peers/center.ts';
import { decode, encode, failureOf, grpcClient, startServer } from '../harness.ts';
import { windClock } from '../wind-clock.ts';

const rule = { access: 'org', needs: 'R', scope: 'endpoints:read' } as const;
const EUI = '70b3d59cd0000001';
const LONG_MS = 29_000;

/** Rows that stand in for product ones; `seen` counts, `ended` is notified when the handler of the stream ends. */
function rows() {
  const seen = { produced: 0, calls: 0, waiting: 0 };
  const ended = new Notifier();
  const held = new Notifier();
  const list_: Row[] = [
    rpc('GetEndPoint', {
      ...rule,
      input: fields({ ep_eui: eui, reveal_keys: list(name, 3) }),
      handle({ ep_eui }) {
        seen.calls++;
        if (ep_eui !== EUI) throw fault('EndPointNotFound', { ep_eui });
        return { ep_eui, name: 'meter', tags: { site: 'a' }, message_count: '9007199254740993', sh_addr: 0 };
      },
    }),
    rpc('GetMessage', {
      ...rule,
      input: nothing,
      handle: () => {
        throw new Error('secret cause');
      },
    }),
    rpc('ListMessages', {
      ...rule,
      input: nothing,
      handle: () => ({ messages: [{ user_data: Buffer.alloc(5 << 20) }] }),
    }),
    rpc('GetStatistics', {
      ...rule,
      input: nothing,
      handle() {
        seen.waiting++;
        return new Promise<object>(() => {});
      },
    }),
    rpc('StreamMessages', {
      ...rule,
      input: fields({ ep_euis: list(eui, 100) }),
      async *handle({ ep_euis }, { signal }) {
        try {
          for (; !signal.aborted && (ep_euis.length === 0 || seen.produced < 3); seen.produced++) {
            yield [{ seq: String(seen.produced + 1), user_data: Buffer.alloc(ep_euis.length ? 4 : 10_000) }];
          }
          await held.wait(held.version, signal);
        } finally {
          ended.notify();
        }
      },
    }),
  ];
  return { list: list_, seen, ended };
}

t.test('a unary call answers on the public and on the internal port', async t => {
  const { list } = rows();
  await using server = await startServer(list);
  for (const port of [server.port, server.corePort]) {
    using client = grpcClient(port);
    const answer = decode('EndPoint', await client.unary('GetEndPoint', encode('GetEndPointRequest', { ep_eui: EUI })));
    t.same(answer, { ep_eui: EUI, name: 'meter', tags: { site: 'a' }, message_count: '9007199254740993', sh_addr: 0 });
  }
});

t.test('errors carry code, token, number and details', async t => {
  const { list, seen } = rows();
  await using server = await startServer(list);
  using client = grpcClient(server.port);
  const request = (ep_eui: string) => encode('GetEndPointRequest', { ep_eui });

  const missing = await client.failure('GetEndPoint', request('70b3d59cd0000009'));
  t.same(failureOf(missing), { code: 5, token: 'ErrTokenEndPointNotFound', number: '3000' });
  t.match(missing.details, /^ErrTokenEndPointNotFound: /);
  t.match(missing.metadata.get('x-request-id')[0], /^[0-9a-f-]{36}$/);
  const types = builtinTypes();
  const read = (type: string, bytes: Uint8Array) => {
    const found = types.lookupType(type);
    return found.toObject(found.decode(bytes), { arrays: true });
  };
  const status = read('google.rpc.Status', missing.metadata.get('grpc-status-details-bin')[0] as Buffer);
  t.equal(status.code, 5);
  t.same(read('google.rpc.ErrorInfo', status.details[0].value), {
    reason: 'ErrTokenEndPointNotFound',
    domain: 'platform.api.v1',
    metadata: { number: '3000', ep_eui: '70b3d59cd0000009' },
  });

  const two = await client.failure(
    'GetEndPoint',
    encode('GetEndPointRequest', { ep_eui: 'x', reveal_keys: ['a\u0001'] }),
  );
  t.same(failureOf(two), { code: 3, token: 'ErrTokenInvalidEUIFormat', number: '1005' });
  const both = read('google.rpc.Status', two.metadata.get('grpc-status-details-bin')[0] as Buffer);
  t.match(read('google.rpc.BadRequest', both.details[1].value), {
    field_violations: [{ field: 'ep_eui' }, { field: 'reveal_keys', reason: 'ErrTokenInvalidArgument' }],
  });

  t.same(failureOf(await client.failure('GetEndPoint', Buffer.from('ffffff', 'hex'))), {
    code: 3,
    token: 'ErrTokenMalformedRequest',
    number: '1001',
  });
  t.same(failureOf(await client.failure('GetEndPoint', Buffer.alloc((4 << 20) + 1))), {
    code: 8,
    token: 'ErrTokenRequestTooLarge',
    number: '1105',
  });
  t.same(failureOf(await client.failure('ListMessages', Buffer.alloc(0))), {
    code: 9,
    token: 'ErrTokenResponseTooLarge',
    number: '1106',
  });
  t.same(failureOf(await client.failure('ListAlerts', Buffer.alloc(0))), {
    code: 12,
    token: 'ErrTokenMethodUnknown',
    number: '1104',
  });
  for (const path of ['/platform.api.v1.PlatformService/Nonsense', '/x.Y/Z'] as const) {
    t.same(
      failureOf(await client.failure(path, Buffer.alloc(0))),
      { code: 12, token: 'ErrTokenMethodUnknown', number: '1104' },
      path,
    );
  }
  const metadata = new Metadata();
  metadata.set('x-large', 'x'.repeat(17 << 10));
  const large = await client.unary('GetEndPoint', request(EUI), {}, metadata).catch((error: ServiceError) => error);
  t.same(failureOf(large as ServiceError), { code: 8, token: 'ErrTokenRequestTooLarge', number: '1105' }, 'metadata');
  t.equal(seen.calls, 1, 'no handler ran for what is malformed');
});

t.test('an unexpected failure shows a constant text and logs its cause under the request id', async t => {
  await using server = await startServer(rows().list);
  using client = grpcClient(server.port);
  const error = await client.failure('GetMessage', Buffer.alloc(0));
  t.same(failureOf(error), { code: 13, token: 'ErrTokenInternal', number: '9000' });
  t.notMatch(JSON.stringify([error.details, error.metadata.toJSON()]), /secret/);
  const line = server.lines.find(({ level }) => level === 50);
  t.equal(line?.requestId, error.metadata.get('x-request-id')[0]);
  t.match(JSON.stringify(line?.err), /secret cause/);
});

t.test('a passed client deadline is answered with its token', async t => {
  const { list, seen } = rows();
  const clock = windClock();
  await using server = await startServer(list, { clock });
  using client = grpcClient(server.port);
  // Less than any call may take; the server's clock is there first.
  const deadline = new Date(Date.now() + LONG_MS);
  const failed = client.failure('GetStatistics', Buffer.alloc(0), { deadline });
  await until(() => seen.waiting === 1);
  clock.advance(LONG_MS);
  t.same(failureOf(await failed), { code: 4, token: 'ErrTokenDeadlineExceeded', number: '1103' });
  t.same(server.finished, ['GetStatistics DEADLINE_EXCEEDED']);
});

t.test('a stream sends its headers before the first item and ends when the client cancels', async t => {
  const { list, ended } = rows();
  await using server = await startServer(list);
  using client = grpcClient(server.port);
  const call = client.stream('StreamMessages', encode('StreamMessagesRequest', { ep_euis: [EUI] }));
  const items: unknown[] = [];
  call.on('data', item => items.push(decode('Message', item).seq));
  call.on('error', () => {});
  await once(call, 'metadata');
  while (items.length < 3) await once(call, 'data');
  t.same(items, ['1', '2', '3']);
  t.equal(server.gauge.streams, 1);
  const { version } = ended;
  call.cancel();
  await ended.wait(version, new AbortController().signal);
  await server.invoker.stop(5000);
  t.equal(server.gauge.streams, 0);
  t.match(server.finished, ['StreamMessages CANCELLED']);
});

t.test('a slow reader makes the handler wait', async t => {
  const { list, seen } = rows();
  await using server = await startServer(list);
  using client = grpcClient(server.port);
  const call = client.stream('StreamMessages', encode('StreamMessagesRequest', {}));
  call.on('error', () => {});
  const [first] = await once(call, 'data');
  call.pause();
  t.equal(decode('Message', first).seq, '1');
  // The handler is held when it produced nothing while other calls came and went.
  let before = -1;
  while (seen.produced !== before) {
    before = seen.produced;
    for (let i = 0; i < 20; i++) await client.unary('GetEndPoint', encode('GetEndPointRequest', { ep_eui: EUI }));
  }
  t.ok(seen.produced > 0 && seen.produced < 2000, `${seen.produced} items of 10 kB before it waited`);
  call.resume();
  while (seen.produced < before + 100) await once(call, 'data');
  t.pass('goes on when the client reads again');
  call.cancel();
});

t.test('stopping ends streams with their token', async t => {
  const { list } = rows();
  await using server = await startServer(list);
  using client = grpcClient(server.port);
  const call = client.stream('StreamMessages', encode('StreamMessagesRequest', { ep_euis: [EUI] }));
  call.on('data', () => {});
  const failed = new Promise<ServiceError>(resolve => call.on('error', resolve));
  await once(call, 'metadata');
  await server.invoker.stop(1000);
  t.same(failureOf(await failed), { code: 14, token: 'ErrTokenServiceStopping', number: '1102' });
  const refused = await client.failure('GetEndPoint', encode('GetEndPointRequest', { ep_eui: EUI }));
  t.equal(failureOf(refused).token, 'ErrTokenServiceStopping', 'and new calls are refused');
});

t.test('health: Check and Watch follow the state', async t => {
  await using server = await startServer();
  using client = grpcClient(server.port);
  const types = builtinTypes();
  const request = types.lookupType('grpc.health.v1.HealthCheckRequest');
  const response = types.lookupType('grpc.health.v1.HealthCheckResponse');
  const ask = (service: string) => Buffer.from(request.encode({ service }).finish());
  const status = (bytes: Buffer) => response.toObject(response.decode(bytes), { enums: String, defaults: true }).status;
  for (const service of ['', 'platform.api.v1.PlatformService']) {
    t.equal(status(await client.unary('/grpc.health.v1.Health/Check', ask(service))), 'SERVING');
  }
  t.equal((await client.failure('/grpc.health.v1.Health/Check', ask('x.Y'))).code, 5);
  const watch = client.stream('/grpc.health.v1.Health/Watch', ask(''));
  watch.on('error', () => {});
  t.equal(status((await once(watch, 'data'))[0]), 'SERVING');
  server.state.serving = false;
  server.changed.notify();
  t.equal(status((await once(watch, 'data'))[0]), 'NOT_SERVING');
  watch.cancel();
  const unknown = client.stream('/grpc.health.v1.Health/Watch', ask('x.Y'));
  unknown.on('error', () => {});
  t.equal(status((await once(unknown, 'data'))[0]), 'SERVICE_UNKNOWN');
  unknown.cancel();
});
