import { request } from 'node:http';
import t from 'tap';
import { Center } from '../peers/center.ts';

t.test('the API answers under the names of the configuration, and the health pages under any', async t => {
  const pki = { key_type: 'ec-p256', server_names: ['box.example'] } as const;
  const settings = { pki, gateway: { allowed_hosts: ['api.example'] } };
  await using center = await Center.start({ dir: t.testdir(), settings });
  const { gateway, core, health_core, health_gateway } = center.ports;
  const ask = (port: number, path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path, method: path === '/health' ? 'GET' : 'POST', headers }, response => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  const path = '/platform.api.v1.PlatformService/GetReleaseInfo';
  const type = { 'content-type': 'application/json' };
  for (const host of ['localhost', 'box.example:9090', 'api.example', 'API.example.']) {
    t.equal(await ask(gateway, path, { ...type, host }), 200, host);
  }
  for (const port of [gateway, core ?? 0]) t.equal(await ask(port, path, { ...type, host: 'evil.example' }), 421);
  t.equal(await ask(gateway, path, { ...type, origin: 'http://api.example' }), 200);
  t.equal(await ask(gateway, path, { ...type, origin: 'http://evil.example' }), 403);
  for (const port of [health_core, health_gateway]) t.equal(await ask(port, '/health', { host: 'evil.example' }), 200);
});
