import { create, createFileRegistry, type FileRegistry, fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { builtinFiles } from './builtin.ts';
import { parseDescriptors } from './json.ts';

const NOT_FOUND = 5;
const INVALID_ARGUMENT = 3;

/** One question of a reflection client. */
export interface ReflectionRequest {
  host: string;
  file_by_filename?: string;
  file_containing_symbol?: string;
  file_containing_extension?: { containing_type: string };
  all_extension_numbers_of_type?: string;
  list_services?: string;
}

/** @param lists whether a service of the schema is served where it is asked for */
export function openDescriptors(descriptors: Uint8Array, lists: (service: string) => boolean): Answers {
  return new Answers(allFiles(descriptors), service => lists(service) || BUILTIN.test(service));
}

const BUILTIN = /^grpc\./;

function allFiles(descriptors: Uint8Array): FileRegistry {
  const builtin = builtinFiles().map(bytes => fromBinary(FileDescriptorProtoSchema, bytes));
  return createFileRegistry(
    create(FileDescriptorSetSchema, { file: [...parseDescriptors(descriptors).file, ...builtin] }),
  );
}

/** Answers questions about the schema and the built-in services. */
export class Answers {
  readonly #registry: FileRegistry;
  readonly #services: { name: string }[] = [];
  /** Fully qualified name of everything that has one → name of its file. */
  readonly #symbols = new Map<string, string>();

  constructor(registry: FileRegistry, lists: (service: string) => boolean) {
    this.#registry = registry;
    for (const type of registry) {
      if (type.kind === 'extension') continue;
      this.#symbols.set(type.typeName, type.file.proto.name);
      if (type.kind === 'service') {
        if (lists(type.typeName)) this.#services.push({ name: type.typeName });
        for (const { name } of type.methods) this.#symbols.set(`${type.typeName}.${name}`, type.file.proto.name);
      }
      if (type.kind === 'message') {
        const { typeName, proto, file } = type;
        for (const { name } of [...type.fields, ...type.oneofs])
          this.#symbols.set(`${typeName}.${name}`, file.proto.name);
        // The registry shows maps as fields; in the descriptors each is a message of its own.
        for (const { name, options, field } of proto.nestedType) {
          if (!options?.mapEntry) continue;
          this.#symbols.set(`${typeName}.${name}`, file.proto.name);
          for (const part of field) this.#symbols.set(`${typeName}.${name}.${part.name}`, file.proto.name);
        }
      }
    }
  }

  answer(asked: ReflectionRequest, sent: Set<string>): object {
    if (asked.list_services !== undefined) return { list_services_response: { service: this.#services } };
    if (asked.file_by_filename !== undefined) return this.#file(asked.file_by_filename, sent);
    if (asked.file_containing_symbol !== undefined) {
      return this.#file(this.#symbols.get(asked.file_containing_symbol.replace(/^\./, '')), sent);
    }
    // The schema declares no extension.
    if (asked.all_extension_numbers_of_type !== undefined) {
      const base_type_name = asked.all_extension_numbers_of_type;
      return this.#symbols.has(base_type_name)
        ? { all_extension_numbers_response: { base_type_name, extension_number: [] } }
        : failure(NOT_FOUND, 'no such type');
    }
    if (asked.file_containing_extension !== undefined) return failure(NOT_FOUND, 'no such extension');
    return failure(INVALID_ARGUMENT, 'nothing was asked');
  }

  /** The file with those of its imports this stream has not had yet, so that one question is enough. */
  #file(name: string | undefined, sent: Set<string>): object {
    const file = [...this.#registry.files].find(({ proto }) => proto.name === name);
    if (!file) return failure(NOT_FOUND, 'no such file or symbol');
    const wanted = new Set([file]);
    for (const { dependencies } of wanted) for (const dependency of dependencies) wanted.add(dependency);
    const fresh = [...wanted].filter(({ proto }) => proto.name === name || !sent.has(proto.name));
    for (const { proto } of fresh) sent.add(proto.name);
    const file_descriptor_proto = fresh.map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
    return { file_descriptor_response: { file_descriptor_proto } };
  }
}

function failure(error_code: number, error_message: string): object {
  return { error_response: { error_code, error_message } };
}
