import { readFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { plainAddress } from '../../src/kit/net/address.ts';
import { HOUR_MS } from '../../src/kit/units.ts';
import { tlsOptions } from '../../src/pki/peer.ts';
import { listenTls } from '../../src/protocol/tls-listener.ts';
import { until } from '../peers/center.ts';
import { type Certificate, testAuthority } from '../peers/certificates.ts';
import { ManualClock } from '../peers/manual-clock.ts';

t.test('a handshake of ours is no stranger, however much time goes by until it is refused', async t => {
  const authority = await testAuthority();
  const { cert: certPem, key: keyPem } = await authority.server();
  const clock = new ManualClock();
  const rejected: string[] = [];
  const listener = await listenTls({
    ...{ host: '127.0.0.1', port: 0, clock, connections: 10, handshakesPerS: 10, handshakeMs: HOUR_MS },
    tls: () => tlsOptions({ certPem, keyPem, caPem: authority.ca }, 'TLSv1.2'),
    chained: () => true,
    failed: () => {},
    serve: () => undefined,
    rejected: (_, remoteAddress) => void rejected.push(remoteAddress),
  });
  t.teardown(() => listener.stop(async () => {}));
  await listener.shownCertificate();
  await clock.advance(60_000);

  // It comes behind our handshake, and is refused behind it.
  const stranger = connect({ host: '127.0.0.1', port: listener.port, rejectUnauthorized: false });
  stranger.on('error', () => {});
  await new Promise(resolve => stranger.once('secureConnect', resolve));
  const own = `127.0.0.1:${stranger.localPort}`;
  await until(() => rejected.length > 0);
  t.same(rejected, [own]);
});

t.test('an IPv4 peer is told as such where the listener takes both families', async t => {
  const authority = await testAuthority();
  const { cert: certPem, key: keyPem } = await authority.server();
  const rejected: string[] = [];
  const listener = await listenTls({
    ...{ host: '::', port: 0, clock: new ManualClock(), connections: 10, handshakesPerS: 10, handshakeMs: HOUR_MS },
    tls: () => tlsOptions({ certPem, keyPem, caPem: authority.ca }, 'TLSv1.2'),
    chained: () => true,
    failed: () => undefined,
    serve: () => undefined,
    rejected: (_, remoteAddress) => void rejected.push(remoteAddress),
  });
  t.teardown(() => listener.stop(async () => {}));
  const stranger = connect({ host: '127.0.0.1', port: listener.port, rejectUnauthorized: false });
  stranger.on('error', () => {});
  await new Promise(resolve => stranger.once('secureConnect', resolve));
  const own = `127.0.0.1:${stranger.localPort}`;
  await until(() => rejected.length > 0);
  t.same(rejected, [own]);
  t.equal(plainAddress('::ffff:192.0.2.7'), '192.0.2.7');
  t.equal(plainAddress('2001:db8::ffff:1'), '2001:db8::ffff:1');
});

/** A listener whose time stands still and that tells nothing. */
function quiet(caPem: string, { cert: certPem, key: keyPem }: Certificate) {
  return {
    host: '127.0.0.1',
    port: 0,
    clock: new ManualClock(),
    handshakesPerS: 1,
    handshakeMs: HOUR_MS,
    tls: () => tlsOptions({ certPem, keyPem, caPem }, 'TLSv1.2'),
    chained: () => true,
    failed: () => {},
    rejected: () => {},
  };
}

/** The first flight of a client that never answers. */
async function firstFlight(port: number, localAddress: string): Promise<Socket> {
  const raw = connectTcp({ host: '127.0.0.1', port, localAddress });
  raw.on('error', () => {});
  await new Promise(resolve => raw.once('connect', resolve));
  // A record of a handshake that announces more than ever comes.
  raw.write(Buffer.from('1603010200010001fc0303', 'hex'));
  return raw;
}

t.test('strangers with half a handshake keep no station out, and a stop waits for none of them', async t => {
  const authority = await testAuthority();
  const served: TLSSocket[] = [];
  const listener = await listenTls({
    ...quiet(authority.ca, await authority.server()),
    connections: 20,
    serve: socket => {
      socket.on('error', () => {});
      served.push(socket);
      return undefined;
    },
  });
  let gone = 0;
  for (let count = 0; count < 10; count++) {
    (await firstFlight(listener.port, '127.0.0.2')).once('close', () => gone++);
  }
  for (const localAddress of ['127.0.0.3', '127.0.0.4']) {
    const station = connect({
      ...{ host: '127.0.0.1', port: listener.port, localAddress, ca: authority.ca },
      ...(await authority.client(localAddress)),
    });
    station.on('error', () => {});
    await new Promise(resolve => station.once('secureConnect', resolve));
    await until(() => served.some(({ remoteAddress }) => remoteAddress === localAddress));
    t.notOk(station.destroyed);
  }
  t.equal(served.length, 2);
  await until(() => gone === 1);

  await listener.stop(async () => {
    await until(() => gone === 10);
    t.same(
      served.map(({ destroyed }) => destroyed),
      [false, false],
      'stations are ended by those who serve them',
    );
  });
  await until(() => served.every(({ destroyed }) => destroyed));
});

t.test('a connection that ends or breaks before it has said anything is over', async t => {
  const authority = await testAuthority();
  const listener = await listenTls({
    ...quiet(authority.ca, await authority.server()),
    connections: 10,
    serve: () => undefined,
  });
  t.teardown(() => listener.stop(async () => {}));
  for (const leave of ['end', 'resetAndDestroy'] as const) {
    const raw = connectTcp({ host: '127.0.0.1', port: listener.port });
    await new Promise(resolve => raw.once('connect', resolve));
    const closed = new Promise(resolve => raw.once('close', resolve));
    raw[leave]();
    await closed;
  }
  await listener.shownCertificate();
});

/** Connects from a thread, and sets the first number of what it shares when the system has completed all connections. */
const DIALLING = `
  const { connect } = require('node:net');
  const { workerData: { port, count, shared } } = require('node:worker_threads');
  let connected = 0;
  for (let each = 0; each < count; each++) {
    connect({ host: '127.0.0.1', port }).on('error', () => {}).once('connect', () => {
      if (++connected < count) return;
      Atomics.store(shared, 0, 1);
      Atomics.notify(shared, 0);
    });
  }
`;
const ALLOWED = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
const skip = ALLOWED < 1000 && `the system keeps ${ALLOWED} connections only`;

t.test('a site that comes back as a whole is not sent away before it can be accepted', { skip }, async t => {
  const authority = await testAuthority();
  const listener = await listenTls({
    ...quiet(authority.ca, await authority.server()),
    connections: 10,
    serve: () => undefined,
  });
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(DIALLING, { eval: true, workerData: { port: listener.port, count: 900, shared } });
  // Meanwhile this thread accepts nothing, as under the load of so many handshakes. Only a connection sent away takes so long.
  t.equal(Atomics.wait(shared, 0, 0, 10_000) === 'timed-out', false);
  await worker.terminate();
  await listener.stop(async () => {});
});

t.test('a TLS session from before the authority was replaced gets no peer in', async t => {
  const [before, after] = await Promise.all([testAuthority(), testAuthority()]);
  const { cert: certPem, key: keyPem } = await before.server();
  const certificate = await before.client('station');
  let caPem = before.ca;
  const served: boolean[] = [];
  const rejected: string[] = [];
  const listener = await listenTls({
    ...{
      host: '127.0.0.1',
      port: 0,
      clock: new ManualClock(),
      connections: 10,
      handshakesPerS: 1,
      handshakeMs: HOUR_MS,
    },
    tls: () => tlsOptions({ certPem, keyPem, caPem }, 'TLSv1.2'),
    chained: () => true,
    failed: () => {},
    serve: socket => {
      socket.on('error', () => {});
      served.push(socket.isSessionReused());
      return undefined;
    },
    rejected: code => void rejected.push(code),
  });
  t.teardown(() => listener.stop(async () => {}));
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    caPem = before.ca;
    listener.reload();
    const options = { host: '127.0.0.1', port: listener.port, ca: before.ca, ...certificate, maxVersion };
    const first = connect(options).on('error', () => {});
    const session = await new Promise<Buffer>(resolve => first.once('session', resolve));
    const again = connect({ ...options, session }).on('error', () => {});
    await until(() => served.length === 2);
    t.same(served.splice(0), [false, true], `${maxVersion}: resumed as long as nothing is replaced`);
    caPem = after.ca;
    listener.reload();
    const late = connect({ ...options, session }).on('error', () => {});
    await until(() => rejected.length > 0);
    t.same([served, rejected.splice(0).length], [[], 1], maxVersion);
    for (const socket of [first, again, late]) socket.destroy();
  }
});
