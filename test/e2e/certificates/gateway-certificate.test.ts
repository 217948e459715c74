import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { Agent, request } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { credentials } from '@grpc/grpc-js';
import t from 'tap';
import { startWaystation } from '../../../src/app.ts';
import { openApi } from '../../../src/cli/api.ts';
import { createLog } from '../../../src/kit/log.ts';
import { ManualClock } from '../../peers/manual-clock.ts';
import { dial, shownBy } from '../../peers/operator-pair.ts';

const PATH = '/platform.api.v1.PlatformService/GetReleaseInfo';

t.test('the public port shows a renewed certificate on each of its ways in, and cuts no client', async t => {
  const dir = t.testdir();
  const log = await createLog({ level: 'silent', format: 'json' });
  await using app = await startWaystation(
    {
      ...{ data_dir: dir, bssci_port: 0, scaci: { enabled: false }, gateway_port: 0, core_port: 0 },
      ...{ bssci_host: '127.0.0.1', health: { core_port: 0, gateway_port: 0 }, gateway_tls: { enabled: true } },
      store: { path: join(dir, 'waystation.db'), synchronous: 'normal' },
      pki: { key_type: 'ec-p256', server_names: ['localhost', '127.0.0.1'] },
    },
    { clock: new ManualClock(Date.now()), log },
  );
  const { gateway } = app.ports;
  const ca = app.pki.caPem();
  const before = app.pki.server().fingerprint;

  const native = openApi(gateway, credentials.createSsl(Buffer.from(ca)));
  t.teardown(() => native.close());
  t.match(await native.call('GetServerCertificateStatus', {}), {
    listeners: [
      { name: 'bssci', fingerprint: before },
      { name: 'gateway', port: gateway, fingerprint: before },
    ],
  });
  const stream = native.stream('StreamMessages', {});
  await once(stream, 'metadata');
  const ended: unknown[] = [];
  stream.on('error', error => ended.push(error));

  // An HTTP/2 client that offers HTTP/1.1 as well is no native one.
  const socket = await dial(gateway, { ALPNProtocols: ['h2', 'http/1.1'] });
  const session = connectHttp2(`https://127.0.0.1:${gateway}`, { createConnection: () => socket });
  t.teardown(() => session.destroy());
  const overHttp2 = async () => {
    const call = session.request({ ':method': 'POST', ':path': PATH, 'content-type': 'application/json' });
    call.end('{}');
    const [headers] = await once(call, 'response');
    call.resume();
    return headers[':status'];
  };
  const agent = new Agent({ keepAlive: true, ca, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  const overHttp1 = async () => {
    const headers = { 'content-type': 'application/json' };
    const call = request(`https://127.0.0.1:${gateway}${PATH}`, { method: 'POST', agent, headers }).end('{}');
    const [response] = await once(call, 'response');
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode, again: call.reusedSocket };
  };
  t.equal(await overHttp2(), 200);
  t.match(await overHttp1(), { status: 200, again: false });

  const renewed = await native.call('RenewServerCertificates', {});
  const after = renewed.server?.fingerprint;
  t.not(after, before);
  t.match(renewed.listeners, [{ fingerprint: after }, { fingerprint: after }]);
  t.equal(await shownBy(gateway), after, 'HTTP/1.1');
  for (const ALPNProtocols of [['h2'], ['h2', 'http/1.1']]) {
    const late = await dial(gateway, { ALPNProtocols });
    t.equal(
      late.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase(),
      after,
      ALPNProtocols.join(),
    );
    t.equal(late.alpnProtocol, 'h2');
    late.destroy();
  }

  const plain = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${gateway}${path}`, { headers, method, redirect: 'manual' });
  const told = await plain('/x', { accept: '*/*' });
  t.match([told.status, await told.text()], [400, 'This port speaks TLS: use https.\n']);
  const page = await plain('/auth/setup?token=1', { accept: 'text/html,*/*' });
  t.match([page.status, page.headers.get('location')], [307, `https://127.0.0.1:${gateway}/auth/setup?token=1`]);
  t.match(await plain(PATH, { accept: 'text/html', 'content-type': 'application/json' }, 'POST'), { status: 400 });
  const foreign = connectTcp(gateway, '127.0.0.1');
  t.teardown(() => foreign.destroy());
  foreign.write('GET / HTTP/1.1\r\nhost: a/b@evil.example\r\naccept: text/html\r\n\r\n');
  const [answer] = await once(foreign, 'data');
  t.match(String(answer), /^HTTP\/1\.1 400 /, 'no client is led by what is no name');
  const clear = connectHttp2(`http://127.0.0.1:${gateway}`);
  t.teardown(() => clear.destroy());
  const rpc = clear.request({ ':method': 'POST', ':path': PATH, 'content-type': 'application/grpc' });
  rpc.end();
  t.match(await once(rpc, 'response'), [{ ':status': 400 }]);
  const slow = await dial(gateway);
  t.ok(slow.authorized !== undefined, 'and TLS goes on as before');
  slow.destroy();

  t.equal(await overHttp2(), 200, 'the session that was open goes on');
  t.match(await overHttp1(), { status: 200, again: true });
  t.match(await native.call('GetReleaseInfo', {}), { edition: 'community' });
  t.same(ended, [], 'nor did the stream end');
  stream.cancel();
});
