import type { FileDescriptorSet } from '@bufbuild/protobuf/wkt';

/** What stands above messages, fields and methods of a schema, by full name (`platform.api.v1.EndPoint.name`). */
export type Comments = ReadonlyMap<string, string>;

/** Field numbers in descriptor.proto, of which a path of source code info consists. */
const [MESSAGES, SERVICES] = [4, 6];
const [FIELDS_OF_MESSAGE, NESTED] = [2, 3];
const METHODS_OF_SERVICE = 2;

/** The comments of a compiled schema with source info. */
export function commentsOf({ file }: FileDescriptorSet): Comments {
  const found = new Map<string, string>();
  for (const proto of file) {
    const prefix = proto.package === '' ? '' : `${proto.package}.`;
    for (const { path, leadingComments } of proto.sourceCodeInfo?.location ?? []) {
      const name = nameAt(proto, path);
      if (name && leadingComments) found.set(`${prefix}${name}`, textOf(leadingComments));
    }
  }
  return found;
}

/** Lines that belong together become one; an empty line stays. */
function textOf(comment: string): string {
  return comment
    .trim()
    .split(/\n\s*\n/)
    .map(paragraph =>
      paragraph
        .split('\n')
        .map(line => line.trim())
        .join(' '),
    )
    .join('\n\n');
}

interface Named {
  readonly name: string;
}
interface MessageProto extends Named {
  readonly field: readonly Named[];
  readonly nestedType: readonly MessageProto[];
}
interface FileProto {
  readonly messageType: readonly MessageProto[];
  readonly service: readonly (Named & { readonly method: readonly Named[] })[];
}

function nameAt(file: FileProto, path: readonly number[]): string | undefined {
  const [kind, at = 0, part, index = 0] = path;
  if (kind === SERVICES) {
    const service = file.service[at];
    if (path.length === 2) return service?.name;
    if (path.length === 4 && part === METHODS_OF_SERVICE) return `${service?.name}.${service?.method[index]?.name}`;
  }
  if (kind !== MESSAGES) return undefined;
  const message = file.messageType[at];
  return message && nameIn(message, path.slice(2));
}

function nameIn(message: MessageProto, path: readonly number[]): string | undefined {
  const [part, at = 0] = path;
  if (part === undefined) return message.name;
  if (part === FIELDS_OF_MESSAGE && path.length === 2) return `${message.name}.${message.field[at]?.name}`;
  const nested = part === NESTED ? message.nestedType[at] : undefined;
  const inside = nested && nameIn(nested, path.slice(2));
  return inside && `${message.name}.${inside}`;
}
