import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import t, { type Test } from 'tap';
import { CutOff, servedCertificate } from '../../../src/kit/net/served-certificate.ts';
import { testAuthority } from '../../peers/certificates.ts';

async function listening(t: Test, server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

t.test('a look finds the certificate, also where clients need one, and says from which port it comes', async t => {
  const authority = await testAuthority();
  const pair = await authority.server();
  for (const minVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    const mutual = { ca: authority.ca, requestCert: true, rejectUnauthorized: true, minVersion };
    const server = createTlsServer({ ...pair, ...mutual });
    const refused = once(server, 'tlsClientError');
    const from: number[] = [];
    const port = await listening(t, server);
    const peer = once(server, 'connection');
    const shown = await servedCertificate('0.0.0.0', port, own => from.push(own));
    t.equal(shown.toString().trim(), pair.cert.trim());
    t.same(from, [((await peer)[0] as { remotePort: number }).remotePort]);
    await refused;
  }
});

t.test('a port without a listener and a listener that cuts off are told apart', async t => {
  const server = createServer(socket => socket.destroy());
  const port = await listening(t, server);
  t.ok((await servedCertificate('127.0.0.1', port).catch(cause => cause)) instanceof CutOff);
  server.close();
  await once(server, 'close');
  await t.rejects(servedCertificate('127.0.0.1', port), { code: 'ECONNREFUSED' });
});
