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
  return field.repeated ? Array.from({ length: manyOf(n, depth) }, (_, at) => one(n + at)) : one(n);
}

/** Every fourth message is long: by a list of its own, or by one that is in something of it. */
function manyOf(n: number, depth: number): number {
  return n % 8 === (depth === 0 ? 4 : 5) && depth < 3 ? 40 : n % 3;
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

t.test('what is long is the same when it is written in steps, as JSON and in its binary form', async t => {
  const long = { json: 0, binary: 0 };
  const service = schema.lookupService(SERVICE);
  for (const { name, responseType } of service.methodsArray) {
    const method = methods.get(name);
    const type = service.lookupType(responseType);
    if (!method) throw new Error(name);
    const json = await method.json(Buffer.from('{}'));
    const proto = method.proto(Buffer.alloc(0));
    for (let n = 0; n < 8; n++) {
      const given = n === 0 ? {} : message(type, n);
      const steps = json.steps?.(given);
      if (steps) {
        long.json++;
        const [bytes, bits] = run(steps);
        if (!Buffer.from(bytes).equals(json.encode(given))) t.equal(String(bytes), String(json.encode(given)), name);
        t.ok(bits > 30, `${name}: ${bits} bits`);
      }
      const binarySteps = proto.steps?.(given);
      if (!binarySteps) continue;
      long.binary++;
      const plain = (bytes: Uint8Array) => JSON.stringify(type.toObject(type.decode(bytes), { bytes: String }));
      const [bytes, bits] = run(binarySteps);
      if (plain(bytes) !== plain(proto.encode(given))) t.equal(plain(bytes), plain(proto.encode(given)), name);
      t.ok(bits > 30, `${name}: ${bits} bits`);
    }
  }
  t.ok(long.json > 50, `${long.json} of JSON`);
  t.ok(long.binary > 30, `${long.binary} in binary form`);
});

t.test('an answer that is too large is refused at its end', async t => {
  const large = { endpoints: Array.from({ length: 100 }, () => ({ name: 'x'.repeat(50_000) })) };
  const list = methods.get('ListEndPoints');
  for (const codec of [await list?.json(Buffer.from('{}')), list?.proto(Buffer.alloc(0))]) {
    const steps = codec?.steps?.(large);
    if (!steps) throw new Error('it is long');
    t.throws(() => run(steps), { message: /^ErrTokenResponseTooLarge/ });
  }
});

/** What steps come to, and how many there were. */
function run<T>(steps: Iterator<unknown, T>): [T, number] {
  for (let bits = 1; ; bits++) {
    const step = steps.next();
    if (step.done) return [step.value, bits];
  }
}

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
