import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFileRegistry, fromBinary, toJson } from '@bufbuild/protobuf';
import protobuf from 'protobufjs';
import t from 'tap';
import { parseDescriptors } from '../../../src/rpc/serve/json.ts';
import { SERVICE } from '../../../src/rpc/serve/service.ts';
import { wireMethods } from '../../../src/rpc/serve/wire.ts';
import { struct } from '../../../src/rpc/wire.ts';

const root = join(import.meta.dirname, '../../..');
const descriptors = readFileSync(join(root, 'proto/platform.binpb'));
const json = JSON.parse(readFileSync(join(root, 'proto/platform.json'), 'utf8'));
const registry = createFileRegistry(parseDescriptors(descriptors));
const schema = protobuf.Root.fromJSON(json).resolveAll();
const methods = wireMethods({ descriptors, json });

/** Of each type what a handler may give, the strange ones among it. */
const SCALARS: Readonly<Record<string, readonly unknown[]>> = {
  string: ['', 'x', 'é"\\\n\u2028\u{1f600}', 'long '.repeat(30)],
  bool: [true, false],
  bytes: [Buffer.alloc(0), Buffer.from([0, 255, 128])],
  uint32: [0, 1, 4294967295],
  int32: [0, -1, 2147483647, -2147483648],
  int64: [0, -5, 2 ** 53 + 2, '9223372036854775807', '-9223372036854775808', { low: 7, high: 1 }],
  uint64: [0, 5, '18446744073709551615'],
  double: [0, -0.5, 1e300, 1.1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  float: [0, 1.1, -0.25, Number.NaN],
};
const TIMES = [
  ...[{ seconds: 0 }, { seconds: '1768903200', nanos: 5_000_000 }, { seconds: 1768903200, nanos: 120_000 }],
  ...[{ seconds: -1, nanos: 1 }, { seconds: { low: 1, high: 0 }, nanos: 999_999_999 }, { nanos: 0 }],
];
const FREE = [struct({}), struct({ a: [1, null, { b: [] }], c: '"', d: {}, e: -0.5, f: true })];

/** A value of a field: the n-th of those that there are. */
function sample(field: protobuf.Field, n: number, depth: number): unknown {
  const one = (at: number): unknown => {
    const type = field.resolve().resolvedType;
    if (type?.fullName === '.google.protobuf.Timestamp') return TIMES[at % TIMES.length];
    if (type?.fullName === '.google.protobuf.Struct') return FREE[at % FREE.length];
    if (type instanceof protobuf.Type) return message(type, at, depth + 1);
    const all = SCALARS[field.type];
    if (!all) throw new Error(`no sample of ${field.type}`);
    return all[at % all.length];
  };
  if (field.map) return { a: one(n), 'b c': one(n + 1) };
  return field.repeated ? Array.from({ length: n % 3 }, (_, at) => one(n + at)) : one(n);
}

/** The n-th message of a type: each field there in some, absent in others. */
function message(type: protobuf.Type, n: number, depth = 0): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [at, field] of type.fieldsArray.entries()) {
    const isTaken = field.partOf?.oneof.some(other => given[other] !== undefined) ?? false;
    if (depth > 4 || (n + at) % 4 === 3 || isTaken) continue;
    given[field.name] = sample(field, n + at, depth);
  }
  return given;
}

t.test('every answer is the JSON that the library makes of its binary form', async t => {
  let compared = 0;
  const service = schema.lookupService(SERVICE);
  for (const { name, responseType } of service.methodsArray) {
    const method = methods.get(name);
    const type = service.lookupType(responseType);
    const output = registry.getMessage(type.fullName.slice(1));
    if (!method || !output) throw new Error(name);
    const codec = await method.json(Buffer.from('{}'));
    for (let n = 0; n < 8; n++) {
      const given = n === 0 ? {} : message(type, n);
      const shown: unknown = JSON.parse(Buffer.from(codec.encode(given)).toString());
      const binary = type.encode(given).finish();
      const wanted: unknown = toJson(output, fromBinary(output, binary), { registry, alwaysEmitImplicit: true });
      compared++;
      const at = difference(shown, wanted);
      if (at !== undefined) t.same({ n, at }, {}, name);
    }
  }
  t.ok(compared > 900, `${compared} answers`);
});

/** Where two values differ, and how. */
function difference(one: unknown, other: unknown, path = '$'): string | undefined {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) {
    return Object.is(one, other) ? undefined : `${path} is ${JSON.stringify(one)}, not ${JSON.stringify(other)}`;
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = difference((one as never)[key], (other as never)[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
