import t from 'tap';
import { frame } from '../../src/rpc/serve/frames.ts';
import { startServer } from '../rpc/harness.ts';

const PATH = '/platform.api.v1.PlatformService/ListOrganizations';

t.test('while the API is not there a page is told so as by any gateway, a program by what happened', async t => {
  await using server = await startServer();
  const call = (type: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${server.url}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body: type === 'application/json' ? '{}' : new Uint8Array(frame(0, Buffer.alloc(0))),
    });
  const page = { 'sec-fetch-site': 'same-origin' };
  const before = await call('application/json', page);
  t.notMatch([502, 503], [before.status]);
  await server.invoker.stop(0);
  for (const type of ['application/json', 'application/connect+json', 'application/grpc-web+proto']) {
    const away = await call(type, page);
    t.match([away.status, away.headers.get('retry-after')], [502, '1'], type);
    t.equal(away.headers.get('x-error-token'), 'ErrTokenServiceStopping');
    t.match(await away.json(), { code: 'unavailable', message: /^ErrTokenServiceStopping: / });
  }
  const program = await call('application/json', {});
  t.match([program.status, program.headers.get('retry-after')], [503, null]);
  const grpcWeb = await call('application/grpc-web+proto', {});
  t.equal(grpcWeb.status, 200, 'its trailers say what is wrong');
});
