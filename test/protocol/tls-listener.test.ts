import { connect } from 'node:tls';
import t from 'tap';
import { plainAddress } from '../../src/kit/address.ts';
import { HOUR_MS } from '../../src/kit/units.ts';
import { tlsOptions } from '../../src/pki/peer.ts';
import { listenTls } from '../../src/protocol/tls-listener.ts';
import { until } from '../peers/center.ts';
import { testAuthority } from '../peers/certificates.ts';
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
