import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import protobuf from 'protobufjs';
import t from 'tap';
import { ProtoWriter } from '../../../src/rpc/serve/proto-writer.ts';

const schema = JSON.parse(readFileSync(new URL('../../../proto/platform.json', import.meta.url), 'utf8'));
const root = protobuf.Root.fromJSON(schema).resolveAll();
const writer = new ProtoWriter();

/** Any value a handler may give for a field: also text and halves for 64-bit numbers, and what is nested, repeated, in a map. */
function anyOf(field: protobuf.Field, depth: number): fc.Arbitrary<unknown> {
  if (field.resolvedType instanceof protobuf.Type) {
    const nested = messageOf(field.resolvedType, depth + 1);
    return field.repeated ? fc.array(nested, { maxLength: 3 }) : nested;
  }
  const scalar = scalarOf(field.type);
  if (field instanceof protobuf.MapField) return fc.dictionary(fc.string({ maxLength: 8 }), scalar, { maxKeys: 3 });
  return field.repeated ? fc.array(scalar, { maxLength: 3 }) : scalar;
}

function scalarOf(type: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return fc.oneof(
        fc.string({ maxLength: 200, unit: 'binary' }),
        fc.constantFrom('', 'a'.repeat(127), 'a'.repeat(128), `${'a'.repeat(60)}ä`, 'ä'.repeat(90)),
        fc.string({ maxLength: 40, unit: 'grapheme-ascii' }),
      );
    case 'bytes':
      return fc.uint8Array({ maxLength: 200 });
    case 'bool':
      return fc.boolean();
    case 'int32':
      return fc.integer();
    case 'uint32':
      return fc.nat(0xffff_ffff);
    case 'int64':
    case 'uint64':
      return fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String), halves);
    default:
      return fc.double({ noNaN: true });
  }
}

const halves = fc.record({ low: fc.integer(), high: fc.integer() });

function messageOf(type: protobuf.Type, depth: number): fc.Arbitrary<object> {
  const fields = depth > 2 ? [] : type.fieldsArray;
  return fc.record(Object.fromEntries(fields.map(field => [field.name, anyOf(field, depth)])), { requiredKeys: [] });
}

t.test('every message of the schema is written byte for byte as the library writes it', async t => {
  const types = root.lookup('platform.api.v1') as protobuf.Namespace;
  let compared = 0;
  for (const type of types.nestedArray) {
    if (!(type instanceof protobuf.Type)) continue;
    fc.assert(
      fc.property(messageOf(type, 0), message => {
        const ours = type.encode(message, writer.reset() as unknown as protobuf.Writer) && writer.finish();
        compared++;
        return Buffer.compare(ours, type.encode(message).finish()) === 0;
      }),
      { numRuns: 12, seed: 7 },
    );
  }
  t.ok(compared > 2000, `${compared} messages compared`);
});

t.test('nested messages around the lengths where their length takes another byte', async t => {
  const type = root.lookupType('platform.api.v1.ListEndPointsResponse');
  for (const length of [0, 125, 126, 127, 128, 129, 16_380, 16_384, 70_000]) {
    const message = { endpoints: [{ name: 'n'.repeat(length) }, { ep_eui: '1' }], total_count: -1 };
    type.encode(message, writer.reset() as unknown as protobuf.Writer);
    t.equal(Buffer.compare(writer.finish(), type.encode(message).finish()), 0, String(length));
  }
});

t.test('what an encoder that failed left behind does not reach the next message', async t => {
  writer.reset().uint32(10).fork().string('half');
  t.same([...writer.reset().uint32(1).finish()], [1]);
  t.throws(() => writer.reset().ldelim(), RangeError);
});
