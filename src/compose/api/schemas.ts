import protobuf from 'protobufjs';
import { asset } from '../../kit/program.ts';
import { REST_SERVICE, SERVICES } from '../../rest/services.ts';
import { builtinTypes } from '../../rpc/serve/builtin.ts';
import { methodsOf, type WireMethod, wireMethods } from '../../rpc/serve/wire.ts';

/** The compiled schemas of the API. Nothing of them ever changes: several service centers in one process may share them. */
export interface Schemas {
  /** A FileDescriptorSet, for reflection. */
  readonly descriptors: Uint8Array;
  /** Of PlatformService, by the names of their rows. */
  readonly methods: ReadonlyMap<string, WireMethod>;
  readonly rest: RestSchema;
  /** Types of the services that every server has beside its own. */
  readonly builtin: protobuf.Root;
}

/** That of the public API, loaded at its first use: most installations never see it. */
export interface RestSchema {
  root(): protobuf.Root;
  methods(): ReadonlyMap<string, WireMethod>;
}

/** The descriptors as they are, and JSON for protobufjs. */
export function readSchema() {
  const file = (name: string) => asset(`proto/${name}`);
  return { descriptors: file('platform.binpb'), json: JSON.parse(file('platform.json').toString()) };
}

export function compiledSchemas(): Schemas {
  const schema = readSchema();
  return {
    descriptors: schema.descriptors,
    methods: wireMethods(schema),
    rest: restSchema(schema.descriptors),
    builtin: builtinTypes(),
  };
}

function restSchema(descriptors: Uint8Array): RestSchema {
  let root: protobuf.Root | undefined;
  let methods: ReadonlyMap<string, WireMethod> | undefined;
  const rootOf = () => {
    root ??= protobuf.Root.fromJSON(JSON.parse(asset('proto/rest.json').toString()));
    return root;
  };
  return {
    root: rootOf,
    methods() {
      methods ??= methodsOf(rootOf(), { descriptors }, [...SERVICES, REST_SERVICE]);
      return methods;
    },
  };
}
