import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import { type ItemEvent, itemEvents } from '../../../../src/domain/integration/integration-records.ts';
import type { CommandOutcome, Incoming } from '../../../../src/integrations/commands.ts';
import type { Item, Outcome } from '../../../../src/integrations/driver.ts';
import { httpDriver } from '../../../../src/integrations/drivers/http/http.ts';
import { TargetError } from '../../../../src/integrations/failure.ts';
import type { HttpSettings } from '../../../../src/integrations/kinds/http.ts';
import { testAuthority } from '../../../peers/certificates.ts';
import { ManualClock } from '../../../peers/manual-clock.ts';
import { EP, item, openedDriver, sent, targetContext } from '../target.ts';

const authority = await testAuthority();
const serverCertificate = await authority.server();
const clientCertificate = await authority.client('box');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const FORMER = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;

const defaults: HttpSettings = {
  url: '',
  method: 'POST',
  headers: {},
  signingSecret: undefined,
  formerSecret: undefined,
  timeoutSeconds: 10,
  batchSize: 1,
  batchWaitMs: 0,
  allowDownlinkResponse: false,
  caPem: undefined,
  clientCertPem: undefined,
  clientKeyPem: undefined,
  insecureSkipVerify: false,
};

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}

async function portOf(t: Test, server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A driver that is open towards a receiver. @param stored what becomes of its commands, one after the other */
async function scene(
  t: Test,
  port: number,
  settings: Partial<HttpSettings> = {},
  {
    allow = ['127.0.0.1'],
    stored = [],
    isTest = false,
  }: { allow?: string[]; stored?: CommandOutcome[]; isTest?: boolean } = {},
) {
  const commands: Incoming[] = [];
  const context = targetContext(
    { ...defaults, url: `http://127.0.0.1:${port}/hook`, ...settings },
    {
      allow,
      isTest,
      command(incoming) {
        commands.push(incoming);
        return Promise.resolve(stored.shift() ?? 'stored');
      },
      lost: () => t.fail('a connection of requests is never lost'),
    },
  );
  const { clock } = context;
  const driver = httpDriver(context);
  t.teardown(() => driver.close());
  const steps = await openedDriver(driver);
  const send = (...items: Item[]) => sent(driver, ...items);
  return { clock, driver, commands, steps, send };
}

/** A receiver that keeps what it gets. */
function receiver(
  answer: (request: Request) => { status?: number; headers?: Record<string, string>; body?: string } = () => ({}),
) {
  const requests: Request[] = [];
  const listener: RequestListener = (request, response) => {
    const { method = '', url = '', headers } = request;
    bodyOf(request).then(
      body => {
        const got = { method, url, headers, body };
        requests.push(got);
        const { status = 200, headers: own = {}, body: says = '' } = answer(got);
        response.writeHead(status, own).end(says);
      },
      () => undefined,
    );
  };
  return { requests, listener };
}

t.test('an item is a request with its JSON, its event and its headers', async t => {
  const { requests, listener } = receiver();
  const port = await portOf(t, createServer(listener));
  const { send, steps } = await scene(t, port, {
    url: `http://127.0.0.1:${port}/hook?tenant=7`,
    headers: { authorization: 'Bearer x', 'content-type': 'text/plain' },
    method: 'PUT',
  });
  t.same(await send(item(1, { event: 'attach', attempt: 3 })), { kind: 'accepted' });
  const [request] = requests;
  t.match(request, { method: 'PUT', url: '/hook?tenant=7&event=attach', body: '{"v":1,"event":"attach","place":1}' });
  t.match(request?.headers, {
    authorization: 'Bearer x',
    'content-type': 'application/json',
    'user-agent': 'Waystation',
    'x-platform-event': 'attach',
    'x-platform-delivery': '0198c0de-0000-8000-8000-000000000001',
    'x-platform-attempt': '3',
  });
  t.notOk(request?.headers['webhook-signature'], 'nothing is signed without a secret');
  t.same(
    steps.map(({ name, ok }) => [name, ok]),
    [
      ['resolved', true],
      ['allowed', true],
      ['tcp', true],
    ],
  );
});

t.test('a signed delivery is one that receivers of Standard Webhooks verify', async t => {
  const { requests, listener } = receiver();
  const port = await portOf(t, createServer(listener));
  const { send, clock } = await scene(t, port, { signingSecret: SECRET });
  clock.jump(Date.now() - clock.now());
  await send(item(1));
  const { headers, body } = requests[0] as Request;
  t.same(new Webhook(SECRET).verify(body, headers as Record<string, string>), { v: 1, event: 'up', place: 1 });
  t.equal(headers['webhook-id'], '0198c0de-0000-8000-8000-000000000001');
  t.throws(() => new Webhook(FORMER).verify(body, headers as Record<string, string>));
  t.throws(() => new Webhook(SECRET).verify(`${body} `, headers as Record<string, string>));
});

t.test('while a secret is rotated both sign, and then only the new one', async t => {
  const { requests, listener } = receiver();
  const port = await portOf(t, createServer(listener));
  const start = Date.now();
  const formerSecret = { secret: FORMER, untilMs: start + 60_000, crediblyUntilMs: start + 60_000 };
  const { send, clock } = await scene(t, port, { signingSecret: SECRET, formerSecret });
  clock.jump(start - clock.now());
  await send(item(1));
  const [both] = requests.splice(0) as [Request];
  for (const secret of [SECRET, FORMER]) {
    t.ok(new Webhook(secret).verify(both.body, both.headers as Record<string, string>));
  }
  await clock.advance(60_000);
  await send(item(2));
  t.equal(String(requests[0]?.headers['webhook-signature']).split(' ').length, 1);
});

t.test('a clock that is ahead takes nothing from the time in which both sign, and gives nothing to it', async t => {
  const { requests, listener } = receiver();
  const port = await portOf(t, createServer(listener));
  const start = Date.now();
  const ahead = 40 * 86_400_000;
  const signed = async (send: (item: Item) => unknown) => {
    await send(item(1));
    return String(requests.splice(0)[0]?.headers['webhook-signature']).split(' ').length;
  };
  const right = { secret: FORMER, untilMs: start + 60_000, crediblyUntilMs: start + 60_000 };
  const one = await scene(t, port, { signingSecret: SECRET, formerSecret: right });
  one.clock.jump(start - one.clock.now());
  one.clock.doubt();
  one.clock.jump(ahead);
  t.equal(await signed(one.send), 2, 'the clock jumps ahead, and it is not over');
  one.clock.jump(-ahead);
  await one.clock.advance(60_000);
  t.equal(await signed(one.send), 1);

  const wrong = { secret: FORMER, untilMs: start + ahead + 60_000, crediblyUntilMs: start + 60_000 };
  const two = await scene(t, port, { signingSecret: SECRET, formerSecret: wrong });
  two.clock.jump(start - two.clock.now());
  t.equal(await signed(two.send), 2, 'replaced by a clock that was ahead');
  await two.clock.advance(60_000);
  t.equal(await signed(two.send), 1, 'it does not last until then');
});

t.test('a batch is an array whose id is that of the same items every time', async t => {
  const { requests, listener } = receiver();
  const port = await portOf(t, createServer(listener));
  const { send } = await scene(t, port, { batchSize: 100 });
  await send(item(1), item(2));
  await send(item(1, { event: 'up', attempt: 2 }), item(2));
  await send(item(1));
  const ids = requests.map(({ headers }) => headers['x-platform-delivery']);
  t.match(requests[0], {
    url: '/hook?event=batch',
    body: '[{"v":1,"event":"up","place":1},{"v":1,"event":"up","place":2}]',
  });
  t.equal(requests[1]?.headers['x-platform-attempt'], '2');
  t.equal(ids[0], ids[1]);
  t.not(ids[0], ids[2]);
  t.match(ids[0], /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.equal(requests[2]?.body, '[{"v":1,"event":"up","place":1}]', 'one is an array, too');
});

t.test('what an answer means for the items', async t => {
  const { listener } = receiver(({ url }) => {
    const status = Number(new URL(url, 'http://x').searchParams.get('status'));
    const pause = new URL(url, 'http://x').searchParams.get('pause');
    return { status, headers: { ...(pause && { 'Retry-After': pause }), Location: 'http://127.0.0.1:1/' } };
  });
  const port = await portOf(t, createServer(listener));
  const answered = async (status: number, pause = '') => {
    const url = `http://127.0.0.1:${port}/?status=${status}&pause=${encodeURIComponent(pause)}`;
    const { send } = await scene(t, port, { url });
    return send(item(1));
  };
  for (const status of [200, 201, 202, 204, 299]) t.match(await answered(status), { kind: 'accepted' }, String(status));
  for (const status of [400, 413, 422]) {
    t.same(await answered(status), { kind: 'refused', reason: `answered with status ${status}` }, String(status));
  }
  for (const status of [301, 302, 307, 401, 403, 404, 405, 406, 408, 418, 425, 429, 500, 502, 503, 504]) {
    t.match(await answered(status), {
      kind: 'failed',
      failure: { reason: new RegExp(String(status)), gone: undefined },
    });
  }
  t.match(await answered(500), { failure: { passing: true } });
  for (const status of [404, 429]) t.match(await answered(status), { failure: { passing: undefined } });
  t.match(await answered(503, '17'), { failure: { passing: undefined } }, 'a pause that is asked for is made');
  t.match(await answered(410), { kind: 'failed', failure: { gone: true } });
  t.match(await answered(429, '17'), { failure: { retryAfterMs: 17_000 } });
  t.match(await answered(503, '999999'), { failure: { retryAfterMs: 3_600_000 } }, 'an hour at most');
  const at = new ManualClock().now();
  const date = new Date(Math.ceil(at / 1000) * 1000 + 30_000).toUTCString();
  const { failure } = (await answered(503, date)) as Extract<Outcome, { kind: 'failed' }>;
  t.ok((failure.retryAfterMs ?? 0) >= 30_000 && (failure.retryAfterMs ?? 0) < 31_000);
  for (const pause of ['soon', '-5', 'Mon, 01 Jan 2001 00:00:00 GMT']) {
    t.match(await answered(503, pause), { failure: { retryAfterMs: undefined } }, pause);
  }
});

t.test('TLS with a client certificate; a server that is not trusted gets nothing', async t => {
  const { requests, listener } = receiver();
  const names: string[] = [];
  const server = createSecureServer(
    { ...serverCertificate, ca: authority.ca, requestCert: true },
    (request, response) => {
      names.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
      listener(request, response);
    },
  );
  const port = await portOf(t, server);
  const url = `https://127.0.0.1:${port}/hook`;
  const { send } = await scene(t, port, {
    ...{ url, caPem: authority.ca },
    ...{ clientCertPem: clientCertificate.cert, clientKeyPem: clientCertificate.key },
  });
  t.same(await send(item(1)), { kind: 'accepted' });
  t.same(names, ['box']);
  await t.rejects(scene(t, port, { url }), { message: /certificate/ });
  t.equal(requests.length, 1);
});

t.test('an address that is not allowed is not connected to', async t => {
  let met = 0;
  const port = await portOf(
    t,
    createTcpServer(() => met++),
  );
  const refused = await scene(t, port, {}, { allow: [] }).catch((cause: unknown) => cause);
  t.ok(refused instanceof TargetError && refused.failure.notAllowed);
  t.equal(met, 0);
});

t.test('a receiver that hangs is given up after its time, and requests beside it go on', async t => {
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    if (request.url?.includes('attach')) for (const met of waiting.splice(0)) met();
    else response.end();
  });
  const port = await portOf(t, server);
  const { send, clock } = await scene(t, port, { timeoutSeconds: 3 });
  const arrived = new Promise<void>(resolve => waiting.push(resolve));
  const slow = send(item(1, { event: 'attach' }));
  await arrived;
  t.same(await send(item(2)), { kind: 'accepted' });
  await clock.advance(3000);
  t.same(await slow, { kind: 'failed', failure: { reason: 'no answer in 3 s' } });
});

t.test('connections are kept for the next request, and one that the receiver has closed is not missed', async t => {
  const { listener } = receiver();
  let connections = 0;
  const server = createServer(listener).on('connection', () => connections++);
  const port = await portOf(t, server);
  const { send } = await scene(t, port);
  for (let place = 1; place <= 5; place++) t.same(await send(item(place)), { kind: 'accepted' });
  t.equal(connections, 1);
  server.closeAllConnections();
  t.same(await send(item(6)), { kind: 'accepted' });
  t.equal(connections, 2);
});

t.test('a receiver that talks nonsense, breaks off or never ends is a failure, and nothing worse', async t => {
  const says = [
    'nonsense\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab',
    'HTTP/1.1 abc OK\r\n\r\n',
    '',
    `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}\r\n`,
  ];
  for (const words of says) {
    const port = await portOf(
      t,
      createTcpServer(socket => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.end(words));
      }),
    );
    const { send } = await scene(t, port);
    t.match(await send(item(1)), { kind: 'failed', failure: { reason: /\w/ } }, JSON.stringify(words.slice(0, 30)));
  }
  const endless = await portOf(
    t,
    createServer((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', pour).on('error', () => undefined);
      pour();
    }),
  );
  const { send, commands } = await scene(t, endless, { allowDownlinkResponse: true });
  t.same(await send(item(1)), { kind: 'accepted' }, 'the status is what counts');
  t.same(commands, []);
});

t.test('downlinks in an answer are carried out before the delivery is over', async t => {
  const downlinks = [{ epEui: '70b3d56770110001', data: 'AQ==', ref: 'a' }, { data: 'AQ==' }, 7];
  const { listener } = receiver(() => ({ body: JSON.stringify({ downlinks }) }));
  const port = await portOf(t, createServer(listener));
  const { send, commands } = await scene(t, port, { allowDownlinkResponse: true });
  t.same(await send(item(1)), { kind: 'accepted' });
  t.match(commands, [
    { command: 'down', epEui: '70b3d56770110001', body: { data: 'AQ==', ref: 'a' }, retained: false },
    { epEui: '', body: { data: 'AQ==' } },
    { epEui: '' },
  ]);
  t.notOk('epEui' in (commands[0]?.body ?? {}));
  const silent = await scene(t, port);
  await silent.send(item(1));
  t.same(silent.commands, [], 'only where it is switched on');
});

t.test('a command without room is tried again, and then the delivery is repeated', async t => {
  const { listener } = receiver(() => ({ body: JSON.stringify({ downlinks: [{ epEui: '70b3d56770110001' }] }) }));
  const port = await portOf(t, createServer(listener));
  const later = (times: number) => new Array<CommandOutcome>(times).fill('later');
  const wound = async (stored: CommandOutcome[]) => {
    const { send, clock, commands } = await scene(t, port, { allowDownlinkResponse: true }, { stored });
    let outcome: Outcome | undefined;
    const over = send(item(1)).then(found => {
      outcome = found;
    });
    while (!outcome) {
      await new Promise(resolve => setImmediate(resolve));
      await clock.advance(500);
    }
    await over;
    return { outcome, tries: commands.length };
  };
  t.same(await wound(later(2)), { outcome: { kind: 'accepted' }, tries: 3 });
  t.match(await wound(later(9)), { outcome: { kind: 'failed' }, tries: 5 });
});

t.test('answers that ask for nothing, or for what is not understood', async t => {
  const said: [body: string, commands: number][] = [
    ['', 0],
    ['ok', 0],
    ['[]', 0],
    ['null', 0],
    ['{"downlinks":null}', 1],
    ['{"downlinks":{}}', 1],
    ['{"downlinks":[]}', 0],
    ['{"other":1}', 0],
  ];
  for (const [body, expected] of said) {
    const port = await portOf(t, createServer(receiver(() => ({ body })).listener));
    const { send, commands } = await scene(t, port, { allowDownlinkResponse: true });
    t.same(await send(item(1)), { kind: 'accepted' }, body);
    t.equal(commands.length, expected, body);
  }
});

t.test('nothing is settled after the driver was closed', async t => {
  const arrived = Promise.withResolvers<void>();
  const port = await portOf(
    t,
    createServer(() => arrived.resolve()),
  );
  const { driver } = await scene(t, port);
  let settled = 0;
  driver.send([item(1)], () => settled++);
  await arrived.promise;
  await driver.close();
  await new Promise(resolve => setImmediate(resolve));
  t.equal(settled, 0);
});

t.test(
  'the connection that was tried first is used, replaced when it has ended, and closed when it was not used',
  async t => {
    const { listener } = receiver();
    const ends: Promise<unknown>[] = [];
    const server = createServer(listener).on('connection', socket => ends.push(once(socket, 'close')));
    const port = await portOf(t, server);
    const { send } = await scene(t, port);
    while (ends.length === 0) await new Promise(resolve => setImmediate(resolve));
    server.closeAllConnections();
    await ends[0];
    await new Promise(resolve => setImmediate(resolve));
    t.same(await send(item(1)), { kind: 'accepted' });
    t.equal(ends.length, 2);
    const { driver } = await scene(t, port);
    while (ends.length < 3) await new Promise(resolve => setImmediate(resolve));
    await driver.close();
    await ends[2];
  },
);

t.test('downlinks are asked for in answers to uplinks, attachments and tests only', async t => {
  const { listener } = receiver(() => ({ body: `{"downlinks":[{"epEui":"${EP}","data":"AQ=="}]}` }));
  const port = await portOf(t, createServer(listener));
  const asked = async (...events: ItemEvent[]) => {
    const { send, commands } = await scene(t, port, { allowDownlinkResponse: true, batchSize: events.length });
    t.same(await send(...events.map((event, at) => item(at + 1, { event }))), { kind: 'accepted' });
    return commands.length;
  };
  for (const event of itemEvents) t.equal(await asked(event), event === 'up' || event === 'attach' ? 1 : 0, event);
  t.equal(await asked('downlink_queued', 'up'), 1);
  t.equal(await asked('downlink_queued', 'downlink_result'), 0);
  const test = await scene(t, port, { allowDownlinkResponse: true }, { isTest: true });
  t.same(await test.send(item(0, { event: 'test', epEui: undefined })), { kind: 'accepted' });
  t.equal(test.commands.length, 1);
});
