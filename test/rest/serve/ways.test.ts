import { Metadata, type ServiceError } from '@grpc/grpc-js';
import t from 'tap';
import { failureOf, grpcClient } from '../../rpc/harness.ts';
import { RestBox } from '../box.ts';

t.setTimeout(120_000);

const PROFILE = '/userprofile.UserProfileService/GetPersonalProfile';

t.test('a named service is there by gRPC, gRPC-Web and POST, and on the public port only', async t => {
  await using box = await RestBox.start(t.testdir());
  const { gateway, core } = box.center.ports;
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(box.own)) metadata.set(name, value);
  const asked = async (port: number, path: `/${string}`) => {
    using client = grpcClient(port);
    return await client.unary(path, Buffer.alloc(0), {}, metadata).then(
      answer => ({ text: answer.toString('latin1'), code: 0, token: undefined }),
      (error: ServiceError) => ({ text: '', ...failureOf(error) }),
    );
  };
  t.match((await asked(gateway, PROFILE)).text, box.organizationId);
  t.match(await asked(core ?? 0, PROFILE), { code: 12, token: 'ErrTokenMethodUnknown' });
  t.match(await asked(gateway, '/rest.v1.RestService/ListUsers'), { code: 12 }, 'what REST has for itself is no gRPC');

  const posted = await box.post(PROFILE, {});
  t.match(posted, { status: 200, json: { profile: { organizationId: box.organizationId, scopes: ['*'] } } });
  const unknown = await box.post(PROFILE, { colour: 1 });
  t.match(unknown, { status: 400, headers: { 'x-error-token': 'ErrTokenMalformedRequest' } });
  t.equal((await box.post('/rest.v1.RestService/ListUsers', {})).status, 501);
  const web = await box.send('POST', PROFILE, {
    headers: { 'content-type': 'application/grpc-web+proto' },
    raw: Buffer.from([0, 0, 0, 0, 0]),
  });
  t.match(web.bytes.toString('latin1'), box.organizationId);
  t.match(web.bytes.toString('latin1'), /grpc-status: 0/);
});
