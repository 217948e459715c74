import { createFileRegistry, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { groupsOf } from '../../src/compose/api/groups.ts';
import { type RestCenter, restGroups } from '../../src/compose/api/rest.ts';
import { SERVICES } from '../../src/rest/services.ts';
import { rpcTable } from '../../src/rpc/call/table.ts';
import { SERVICE } from '../../src/rpc/serve/service.ts';
import { commentsOf } from './comments.ts';
import { openApiDocument } from './document.ts';

/**
 * In the place of everything that rows work on: what a row says of itself does not depend on it, and nothing of it is called but to be
 * taken apart.
 */
const nothing: unknown = new Proxy(() => {}, {
  get: (_target, name) =>
    name === Symbol.toPrimitive ? () => 0 : name === Symbol.iterator ? () => [][Symbol.iterator]() : nothing,
  apply: () => nothing,
});

/** The document as text. @param descriptors the whole schema with source info */
export function openApiText(descriptors: Uint8Array): string {
  const schema = fromBinary(FileDescriptorSetSchema, descriptors);
  const center = nothing as RestCenter;
  const platform = groupsOf(center);
  const groups = restGroups(center, platform.flat());
  const document = openApiDocument({
    registry: createFileRegistry(schema),
    comments: commentsOf(schema),
    operations: groups.flatMap(group => group.operations),
    rows: rpcTable([...platform, ...groups.map(group => group.methods)]),
    services: [SERVICE, ...SERVICES],
  });
  return `${JSON.stringify(document, undefined, 1)}\n`;
}
