import { createFileRegistry } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import t from 'tap';
import { fault } from '../../../src/kit/faults/faults.ts';
import { rpc } from '../../../src/rpc/call/define.ts';
import { eui } from '../../../src/rpc/checks.ts';
import { fields, nothing } from '../../../src/rpc/input.ts';
import { parseDescriptors } from '../../../src/rpc/serve/json.ts';
import { SERVICE } from '../../../src/rpc/serve/service.ts';
import { testAuthority } from '../../peers/certificates.ts';
import { schema, startServer } from '../harness.ts';

const rule = { access: 'org', needs: 'R', scope: 'endpoints:read' } as const;
const EUI = '70b3d59cd0000001';
const rows = [
  rpc('GetEndPoint', { ...rule, input: fields({ ep_eui: eui }), handle: ({ ep_eui }) => ({ ep_eui }) }),
  rpc('StreamMessages', {
    ...rule,
    input: nothing,
    async *handle() {
      yield [{ seq: '1' }, { seq: '2' }];
      throw fault('StreamCursorTooOld', { oldest_seq: '7' });
    },
  }),
];

const service = createFileRegistry(parseDescriptors(schema().descriptors)).getService(SERVICE);
if (!service) throw new Error('the schema has no service');

for (const secure of [false, true]) {
  for (const httpVersion of ['1.1', '2'] as const) {
    t.test(`a client of another make, HTTP/${httpVersion} ${secure ? 'over TLS' : 'in clear text'}`, async t => {
      const authority = secure ? await testAuthority() : undefined;
      const tls = await authority?.server();
      await using server = await startServer(rows, { tls: tls && (() => tls) });
      const common = { baseUrl: server.url, nodeOptions: { ca: authority?.ca } };
      const transports = {
        'Connect JSON': createConnectTransport({ ...common, httpVersion, useBinaryFormat: false }),
        'Connect proto': createConnectTransport({ ...common, httpVersion, useBinaryFormat: true }),
        'gRPC-Web': createGrpcWebTransport({ ...common, httpVersion }),
        ...(httpVersion === '2' && { gRPC: createGrpcTransport(common) }),
      };
      for (const [name, transport] of Object.entries(transports)) {
        const client = createClient(service, transport);
        t.match(await call(client.getEndPoint, { epEui: EUI }), { epEui: EUI }, name);
        const wrong = await call(client.getEndPoint, { epEui: 'x' }).catch(ConnectError.from);
        t.match(wrong, { code: Code.InvalidArgument, rawMessage: /^ErrTokenInvalidEUIFormat/ }, name);
        const seen: unknown[] = [];
        const failed = await read(client.streamMessages, seen).catch(ConnectError.from);
        t.match(seen, [{ seq: '1' }, { seq: '2' }], name);
        t.match(failed, { code: Code.FailedPrecondition, rawMessage: /^ErrTokenStreamCursorTooOld/ }, name);
        t.equal(failed?.metadata.get('x-error-token'), 'ErrTokenStreamCursorTooOld', name);
      }
    });
  }
}

/** The methods of a client made from descriptors have no types of their own. */
function call(method: unknown, input: object): Promise<unknown> {
  if (typeof method !== 'function') throw new Error('no such method');
  return method(input);
}

async function read(method: unknown, into: unknown[]): Promise<ConnectError | undefined> {
  if (typeof method !== 'function') throw new Error('no such method');
  for await (const item of method({})) into.push(item);
  return undefined;
}
