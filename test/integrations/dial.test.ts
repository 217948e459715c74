import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import t, { type Test } from 'tap';
import { type DialOptions, dialer, type Step } from '../../src/integrations/dial.ts';
import { TargetError } from '../../src/integrations/failure.ts';
import { type Address, TargetGuard } from '../../src/integrations/guard.ts';
import { testAuthority } from '../peers/certificates.ts';
import { ManualClock } from '../peers/manual-clock.ts';

const authority = await testAuthority();
const server = await authority.server();
const client = await authority.client('box');
const inClear = { caPem: undefined, clientCertPem: undefined, clientKeyPem: undefined, insecureSkipVerify: false };
const trusting = { ...inClear, caPem: authority.ca };

async function listening(t: Test, listener: Server): Promise<number> {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // Those of clients that the test lets go of.
  for (const event of ['connection', 'secureConnection']) listener.on(event, met => met.on('error', () => undefined));
  t.teardown(() => listener.close());
  return (listener.address() as AddressInfo).port;
}

function scene(
  t: Test,
  { allow = ['127.0.0.1', 'localhost'], lookup }: { allow?: string[]; lookup?(): Promise<Address[]> } = {},
) {
  const clock = new ManualClock();
  const steps: Step[] = [];
  const shown: [string, number][] = [];
  const guard = new TargetGuard({ allow, ownAddresses: () => [], ...(lookup && { lookup }) });
  const dial = dialer({ guard, clock, shown: (...what) => shown.push(what) });
  const to = async (port: number, options: Partial<DialOptions> = {}) => {
    const signal = new AbortController().signal;
    const socket = await dial({
      ...{ host: '127.0.0.1', port, tls: undefined, signal, report: step => steps.push(step) },
      ...options,
    });
    t.teardown(() => socket.destroy());
    return socket;
  };
  return { clock, steps, shown, to, names: () => steps.map(({ name, ok }) => `${name} ${ok ? 'ok' : 'failed'}`) };
}

const failed = (dialled: Promise<unknown>) =>
  dialled.then(
    () => t.fail('connected'),
    (cause: unknown) => cause,
  );

t.test('a connection in clear text tells of each step', async t => {
  const port = await listening(
    t,
    createServer(socket => socket.end('hello')),
  );
  const { to, names } = scene(t);
  const socket = await to(port);
  const [data] = await once(socket, 'data');
  t.equal(String(data), 'hello');
  t.same(names(), ['resolved ok', 'allowed ok', 'tcp ok']);
});

t.test('a TLS target is checked by the given authority, shown a client certificate, and its end is told', async t => {
  const tls = createTlsServer({ ...server, ca: authority.ca, requestCert: true, rejectUnauthorized: true }, socket => {
    socket.end(String(socket.getPeerCertificate().subject.CN));
  });
  const port = await listening(t, tls);
  const { to, names, shown, steps } = scene(t);
  const socket = await to(port, { tls: { ...trusting, clientCertPem: client.cert, clientKeyPem: client.key } });
  t.equal(String((await once(socket, 'data'))[0]), 'box');
  t.same(names(), ['resolved ok', 'allowed ok', 'tcp ok', 'tls ok']);
  t.match(steps.at(-1)?.detail, /TLSv1\.3, certificate of localhost, -?\d+ days left/);
  t.equal(shown[0]?.[0], '127.0.0.1');
  t.ok((shown[0]?.[1] ?? 0) > Date.now());
});

t.test('who cannot be trusted is not connected to, unless every certificate is accepted', async t => {
  const tls = createTlsServer(server);
  tls.on('tlsClientError', () => undefined);
  const port = await listening(t, tls);
  const { to, names } = scene(t);
  t.match(await failed(to(port, { tls: inClear })), { message: /^127\.0\.0\.1:\d+: .*certificate/ });
  t.equal(names().at(-1), 'tls failed');
  const wrongName = scene(t, {
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    allow: ['other.example'],
  });
  t.match(await failed(wrongName.to(port, { host: 'other.example', tls: trusting })), { message: /altnames/ });
  const unchecked = await scene(t).to(port, { tls: { ...inClear, insecureSkipVerify: true } });
  t.notOk(unchecked.destroyed);
});

t.test('a refused address is never connected to', async t => {
  let met = 0;
  const port = await listening(
    t,
    createServer(() => met++),
  );
  const { to, names } = scene(t, { allow: [] });
  const refused = await failed(to(port));
  t.ok(refused instanceof TargetError && refused.failure.notAllowed);
  t.same(names(), ['allowed failed']);
  t.equal(met, 0);
});

t.test('a name is resolved once for a connection: it cannot be another address when it is connected to', async t => {
  const port = await listening(
    t,
    createServer(socket => socket.end('hello')),
  );
  let asked = 0;
  const lookup = () =>
    Promise.resolve<Address[]>([{ address: asked++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]);
  const { to } = scene(t, { lookup, allow: ['127.0.0.1'] });
  t.equal((await to(port, { host: 'moving.example' })).remoteAddress, '127.0.0.1');
  t.equal(asked, 1);
  await t.rejects(to(port, { host: 'moving.example' }), { message: /169\.254\.169\.254/ });
});

t.test('the next address is tried when one does not answer', async t => {
  const port = await listening(
    t,
    createServer(socket => socket.end('hello')),
  );
  const lookup = () =>
    Promise.resolve<Address[]>([
      { address: '127.0.0.2', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
  const { to } = scene(t, { lookup, allow: ['127.0.0.0/8'] });
  t.equal((await to(port, { host: 'two.example' })).remoteAddress, '127.0.0.1');
});

t.test('a target that says nothing is given up after ten seconds, and with the signal', async t => {
  const accepted: (() => void)[] = [];
  const silent = createServer(socket => {
    t.teardown(() => socket.destroy());
    socket.on('error', () => undefined);
    for (const met of accepted.splice(0)) met();
  });
  const port = await listening(t, silent);
  const { to, clock } = scene(t);
  const met = () => new Promise<void>(resolve => accepted.push(resolve));
  const first = met();
  const slow = failed(to(port, { tls: trusting }));
  await first;
  await clock.advance(10_000);
  t.match(await slow, { message: `127.0.0.1:${port} does not answer in 10 s` });
  const stop = new AbortController();
  const second = met();
  const stopped = failed(to(port, { tls: trusting, signal: stop.signal }));
  await second;
  stop.abort();
  t.match(await stopped, { message: /given up/ });
});

t.test('no server listens: the address and the reason are told', async t => {
  const gone = createServer();
  const port = await listening(t, gone);
  gone.close();
  await once(gone, 'close');
  t.match(await failed(scene(t).to(port)), { message: new RegExp(`127\\.0\\.0\\.1:${port}: .*ECONNREFUSED`) });
});
