import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fromBinary } from '@bufbuild/protobuf';
import { type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import t from 'tap';
import { SERVICES } from '../../../src/rest/services.ts';
import { rpc } from '../../../src/rpc/call/define.ts';
import { nothing } from '../../../src/rpc/input.ts';
import { builtinTypes } from '../../../src/rpc/serve/builtin.ts';
import { parseDescriptors } from '../../../src/rpc/serve/json.ts';
import { testAuthority } from '../../peers/certificates.ts';
import { failureOf, grpcClient, ROOT, schema, startServer } from '../harness.ts';

const run = promisify(execFile);
const rows = [
  rpc('GetReleaseInfo', {
    access: 'public',
    needs: '',
    scope: '',
    input: nothing,
    handle: () => ({ version: '1.2.3' }),
  }),
];

async function buf(...args: string[]): Promise<string> {
  return (await run(join(ROOT, 'node_modules/.bin/buf'), ['curl', ...args], { cwd: ROOT })).stdout;
}

t.test('buf curl lists every method by reflection and calls, by each protocol over both versions of HTTP', async t => {
  await using server = await startServer(rows);
  const call = 'platform.api.v1.PlatformService/GetReleaseInfo';
  for (const [protocol, http] of [
    ['connect', []],
    ['connect', ['--http2-prior-knowledge']],
    ['grpcweb', []],
    ['grpcweb', ['--http2-prior-knowledge']],
    ['grpc', ['--http2-prior-knowledge']],
  ] as const) {
    const by = ['--protocol', protocol, ...http];
    const listed = await buf(...by, '--list-methods', server.url);
    const methods = listed.split('\n').filter(line => line.startsWith('platform.api.v1.PlatformService/'));
    t.equal(methods.length, 117, by.join(' '));
    t.match(listed, /grpc\.health\.v1\.Health\/Check/);
    t.match(JSON.parse(await buf(...by, `${server.url}/${call}`)), { version: '1.2.3' });
    t.match(JSON.parse(await buf(...by, `${server.url}/grpc.health.v1.Health/Check`)), { status: 'SERVING' });
  }
  const failed = buf('--schema', 'proto', `${server.url}/${call.replace('GetReleaseInfo', 'Login')}`);
  await t.rejects(failed, /ErrTokenAuthDisabled/);
});

t.test('buf curl does so over TLS', async t => {
  const authority = await testAuthority();
  const tls = await authority.server();
  await using server = await startServer(rows, { tls: () => tls });
  const ca = join(t.testdir({ 'ca.crt': authority.ca }), 'ca.crt');
  for (const protocol of ['grpc', 'grpcweb', 'connect']) {
    const url = `${server.url}/platform.api.v1.PlatformService/GetReleaseInfo`;
    t.match(JSON.parse(await buf('--protocol', protocol, '--cacert', ca, url)), { version: '1.2.3' }, protocol);
  }
});

for (const version of ['v1', 'v1alpha']) {
  t.test(`reflection ${version} gives exact descriptors`, async t => {
    await using server = await startServer();
    using client = grpcClient(server.port);
    const types = builtinTypes();
    const request = types.lookupType(`grpc.reflection.${version}.ServerReflectionRequest`);
    const response = types.lookupType(`grpc.reflection.${version}.ServerReflectionResponse`);
    const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo` as const;
    const ask = async (question: object) => {
      const answer = await client.unary(path, Buffer.from(request.encode(question).finish()));
      return response.toObject(response.decode(answer), { arrays: true });
    };
    const files = async (question: object): Promise<FileDescriptorProto[]> => {
      const { file_descriptor_response } = await ask(question);
      return (file_descriptor_response?.file_descriptor_proto ?? []).map((bytes: Uint8Array) =>
        fromBinary(FileDescriptorProtoSchema, bytes),
      );
    };
    const exact = parseDescriptors(schema().descriptors).file;
    for (const symbol of [
      'platform.api.v1.PlatformService',
      'platform.api.v1.PlatformService.GetEndPoint',
      'platform.api.v1.EndPoint',
      'platform.api.v1.EndPoint.TagsEntry',
      'platform.api.v1.EndPoint.TagsEntry.key',
      'google.protobuf.Timestamp',
    ]) {
      const got = await files({ file_containing_symbol: symbol });
      t.ok(got.length > 0, symbol);
      for (const file of got)
        t.same(
          file,
          exact.find(({ name }) => name === file.name),
          file.name,
        );
    }
    t.equal((await files({ file_containing_symbol: 'grpc.health.v1.Health' }))[0]?.name, 'grpc/health/v1/health.proto');
    t.equal(
      (await files({ file_by_filename: 'google/protobuf/struct.proto' }))[0]?.name,
      'google/protobuf/struct.proto',
    );
    const { list_services_response } = await ask({ list_services: '' });
    const services = [
      'grpc.health.v1.Health',
      'grpc.reflection.v1.ServerReflection',
      'grpc.reflection.v1alpha.ServerReflection',
      'platform.api.v1.PlatformService',
      ...SERVICES,
    ];
    t.same(list_services_response.service.map(({ name }: { name: string }) => name).sort(), services.sort());
    t.match(await ask({ all_extension_numbers_of_type: 'platform.api.v1.EndPoint' }), {
      all_extension_numbers_response: { base_type_name: 'platform.api.v1.EndPoint', extension_number: [] },
    });
    using inside = grpcClient(server.corePort);
    const there = await inside.unary(path, Buffer.from(request.encode({ list_services: '' }).finish()));
    const { service } = response.toObject(response.decode(there)).list_services_response;
    t.same(
      service.map(({ name }: { name: string }) => name).filter((name: string) => !name.startsWith('grpc.')),
      ['platform.api.v1.PlatformService'],
      'the internal port lists what it serves',
    );
    const malformed = await client.failure(path, Buffer.from('ffffff', 'hex'));
    t.match(failureOf(malformed), { code: 3, token: 'ErrTokenMalformedRequest' });
    for (const unknown of [
      { file_by_filename: 'nowhere.proto' },
      { file_containing_symbol: 'x.Y' },
      { all_extension_numbers_of_type: 'x.Y' },
      { file_containing_extension: { containing_type: 'platform.api.v1.EndPoint', extension_number: 1 } },
    ]) {
      t.equal((await ask(unknown)).error_response?.error_code, 5, JSON.stringify(unknown));
    }
  });
}
