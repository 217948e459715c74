import { create, createFileRegistry, fromBinary, fromJsonString, toBinary, toJsonString } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { fault } from '../../kit/faults/faults.ts';
import { builtinFiles } from './builtin.ts';

/** The JSON form of the messages of the built-in services. */
export interface BuiltinJson {
  /** A request in binary. @throws MalformedRequest */
  read(path: string, json: Uint8Array): Uint8Array;
  /** A response in JSON. */
  write(path: string, message: Uint8Array): Uint8Array;
}

export function builtinJson(): BuiltinJson {
  const file = builtinFiles().map(bytes => fromBinary(FileDescriptorProtoSchema, bytes));
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file }));
  const methodOf = (path: string) => {
    const [, service = '', name] = path.split('/');
    const method = registry.getService(service)?.methods.find(each => each.name === name);
    if (!method) throw new Error(`the descriptors have no method ${path}`);
    return method;
  };
  return {
    read(path, json) {
      const { input } = methodOf(path);
      try {
        const text = Buffer.from(json).toString('utf8');
        return toBinary(input, fromJsonString(input, text === '' ? '{}' : text, { ignoreUnknownFields: true }));
      } catch {
        throw fault('MalformedRequest');
      }
    },
    write(path, message) {
      const { output } = methodOf(path);
      return Buffer.from(toJsonString(output, fromBinary(output, message)));
    },
  };
}
