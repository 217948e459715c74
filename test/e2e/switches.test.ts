import type { ServiceError } from '@grpc/grpc-js';
import t from 'tap';
import { ConfigError, loadConfig } from '../../src/config/load.ts';
import { livenessChecks } from '../../src/health/liveness.ts';
import { Center } from '../peers/center.ts';
import { grpcClient } from '../rpc/harness.ts';

/** What a gRPC tool is answered that asks a port which services it has: their names, or the code of the refusal. */
async function reflected(port: number): Promise<string | number> {
  using client = grpcClient(port);
  // list_services of ServerReflectionRequest.
  const asked = Buffer.from([0x3a, 0]);
  return await client.unary('/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', asked).then(
    answer => answer.toString('latin1'),
    (cause: ServiceError) => cause.code,
  );
}
const UNIMPLEMENTED = 12;

t.test('security.txt is served where there is a contact, and names it', async t => {
  const contact = ['mailto:security@example.org', 'https://example.org/report'];
  await using center = await Center.start({ dir: t.testdir(), settings: { security: { contact } } });
  const answer = await fetch(`http://127.0.0.1:${center.ports.gateway}/.well-known/security.txt`);
  t.equal(answer.status, 200);
  t.match(answer.headers.get('content-type'), /^text\/plain; charset=utf-8/);
  const text = await answer.text();
  t.match(
    text,
    /^Contact: mailto:security@example\.org\nContact: https:\/\/example\.org\/report\nExpires: \d{4}-\d\d-\d\dT00:00:00Z\n$/,
  );
  const expires = Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '');
  t.ok(expires > center.clock.now() && expires < center.clock.now() + 365 * 24 * 3_600_000, 'within a year');
});

t.test('without a contact there is no security.txt, and a contact is an address', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const answer = await fetch(`http://127.0.0.1:${center.ports.gateway}/.well-known/security.txt`);
  t.notMatch(await answer.text(), /^Contact:/m);
  for (const contact of ['security@example.org', 'http://example.org', 'mailto:a@b\nX: y', 'mailto:']) {
    const load = () => loadConfig({ env: {}, cwd: '/', overrides: { security: { contact: [contact] } } });
    t.throws(load, ConfigError, contact);
  }
});

t.test('reflection is answered unless it is switched off, at both ports', async t => {
  for (const reflection of [true, false]) {
    await using center = await Center.start({ dir: t.testdir(), settings: { gateway: { reflection } } });
    for (const port of [center.ports.gateway, center.ports.core ?? 0]) {
      const answer = await reflected(port);
      if (reflection) t.match(answer, /platform\.api\.v1\.PlatformService/);
      else t.equal(answer, UNIMPLEMENTED);
    }
    const { services } = await center.api.call('GetSystemStatus', {});
    t.ok(services.length > 0, 'calls are answered either way');
  }
});

t.test('the internal port is closed where it is switched off, and nothing misses it', async t => {
  await using center = await Center.start({ dir: t.testdir(), settings: { core: { enabled: false }, core_port: 0 } });
  t.equal(center.ports.core, null);
  t.notOk(center.log.some(line => /"name":"core","port"/.test(line)));
  const { status, services } = await center.api.call('GetSystemStatus', {});
  t.equal(status, 'healthy');
  t.ok(services.every(({ healthy }) => healthy));
  const { app, clock } = center;
  const checks = livenessChecks({
    config: loadConfig({ env: {}, cwd: '/' }).config,
    clock,
    store: { waiting: 0, write: {} } as never,
    work: { lastOutcomeAt: clock.monotonic(), uplinks: 0 },
    ports: app.ports,
  });
  t.notOk(checks.some(({ name }) => name === 'core'));
});
