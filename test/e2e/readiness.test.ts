import { once } from 'node:events';
import t from 'tap';
import { builtinTypes } from '../../src/rpc/serve/builtin.ts';
import { Center } from '../peers/center.ts';
import { grpcClient } from '../rpc/harness.ts';

t.test('who watches the health of the service is told that it stops before it is gone', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  using client = grpcClient(center.ports.gateway);
  const types = builtinTypes();
  const request = types.lookupType('grpc.health.v1.HealthCheckRequest');
  const response = types.lookupType('grpc.health.v1.HealthCheckResponse');
  const status = ([bytes]: unknown[]) =>
    response.toObject(response.decode(bytes as Buffer), { enums: String, defaults: true }).status;
  const watch = client.stream('/grpc.health.v1.Health/Watch', Buffer.from(request.encode({ service: '' }).finish()));
  const ended = new Promise(resolve => watch.on('error', resolve));
  t.equal(status(await once(watch, 'data')), 'SERVING');
  const told: unknown[] = [];
  watch.on('data', bytes => told.push(status([bytes])));
  await Promise.all([center.stop(), ended]);
  t.same(told, ['NOT_SERVING']);
});
