import type protobuf from 'protobufjs';
import { fault } from '../../kit/faults/faults.ts';
import type { BuiltinMethod } from './builtin.ts';
import type { Answers, ReflectionRequest } from './descriptors.ts';

/**
 * Server reflection, v1 and v1alpha, over the descriptors of the schema and of the built-in services.
 * @param serves whether a service of the schema is served here
 */
export function reflectionMethods(
  descriptors: Uint8Array,
  types: protobuf.Root,
  serves: (service: string) => boolean,
): BuiltinMethod[] {
  let answers: Answers | undefined;
  return ['v1', 'v1alpha'].map(version => {
    const request = types.lookupType(`grpc.reflection.${version}.ServerReflectionRequest`);
    const response = types.lookupType(`grpc.reflection.${version}.ServerReflectionResponse`);
    return {
      path: `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
      async *handle(requests, signal) {
        // Loaded at its first use: few installations are ever asked.
        answers ??= (await import('./descriptors.ts')).openDescriptors(descriptors, serves);
        const sent = new Set<string>();
        for await (const bytes of requests) {
          if (signal.aborted) return;
          const asked = read(request, bytes);
          const found = answers.answer(asked, sent);
          yield [response.encode({ valid_host: asked.host, original_request: asked, ...found }).finish()];
        }
      },
    } satisfies BuiltinMethod;
  });
}

function read(type: protobuf.Type, bytes: Uint8Array): ReflectionRequest {
  try {
    return type.toObject(type.decode(bytes)) as ReflectionRequest;
  } catch {
    throw fault('MalformedRequest');
  }
}
