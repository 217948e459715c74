import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { Readers, Reading } from '../../../src/rest/serve/read.ts';
import { Writers } from '../../../src/rest/serve/write.ts';
import { schema } from './sample.ts';

const Thing = schema.lookupType('sample.Thing');
const reader = new Readers().of(Thing);
const write = new Writers().of(Thing);

function read(json: unknown) {
  const reading = new Reading();
  const message = reader.read(json, reading);
  return {
    message,
    unknown: reading.unknown,
    faults: reading.violations.map(({ field, fault }) => `${field} ${fault}`),
  };
}

/** As a request arrives that came in binary. */
function byBinary(message: Record<string, unknown>): unknown {
  const bytes = Thing.encode(Thing.fromObject(message)).finish();
  return Thing.toObject(Thing.decode(bytes), { defaults: true, longs: String, enums: String });
}

const part = fc.record(
  { name: fc.string({ unit: 'binary' }), size: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) },
  { requiredKeys: [] },
);
const key = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', 'toString'));
const thing = fc.record(
  {
    id: fc.string({ unit: 'binary' }),
    name: fc.string({ unit: 'binary' }),
    note: fc.string(),
    count: fc.maxSafeInteger(),
    big: fc.maxSafeNat(),
    level: fc.double({ noNaN: true, noDefaultInfinity: true }),
    on: fc.boolean(),
    maybe: fc.boolean(),
    raw: fc.uint8Array().map(bytes => Buffer.from(bytes).toString('base64')),
    seenAt: fc
      .date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true })
      .map(date => date.toISOString()),
    free: fc.dictionary(key, fc.jsonValue({ maxDepth: 3 })),
    parts: fc.array(part),
    tags: fc.dictionary(key, fc.string({ unit: 'binary' })),
    mainPart: part,
    words: fc.array(fc.string({ unit: 'binary' })),
    place: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    any: fc.jsonValue({ maxDepth: 3 }).filter(value => value !== null),
    named: fc.dictionary(fc.string(), part),
    whole: fc.nat(),
  },
  { requiredKeys: [] },
);

t.test('a body in JSON reaches a handler as one in binary does', async t => {
  fc.assert(
    fc.property(thing, given => {
      const { message, unknown, faults } = read(JSON.parse(JSON.stringify(given)));
      t.same([unknown, faults], [[], []]);
      deepStrictEqual(message, byBinary(message ?? {}));
    }),
    { numRuns: 150 },
  );
});

t.test('what is written reads as what was read', async t => {
  fc.assert(
    fc.property(thing, given => {
      const { message } = read(JSON.parse(JSON.stringify(given)));
      const shown = JSON.parse(write(message));
      t.match(shown, JSON.parse(JSON.stringify(given)));
      deepStrictEqual(read(shown).message, message);
    }),
    { numRuns: 150 },
  );
});

t.test('an empty body has every plain field, and no optional one', async t => {
  t.strictSame(read({}).message, byBinary({}));
  t.strictSame(read({ name: null, parts: null, note: null, free: null }).message, byBinary({}), 'null is absent');
});

t.test('a value of the wrong type is named, and every other one too', async t => {
  const wrong = {
    id: 7,
    count: 1.5,
    on: 'true',
    raw: '*',
    seenAt: 'yesterday',
    free: [],
    parts: [{ name: 'a' }, { size: 'b' }, null],
    tags: { a: 1 },
    mainPart: 'x',
    words: 'one,two',
    place: 2 ** 31,
    level: '1',
    big: -0.5,
    named: [],
    whole: -1,
    any: undefined,
  };
  t.same(read(wrong).faults.sort(), [
    'big MalformedRequest',
    'count MalformedRequest',
    'free MalformedRequest',
    'id MalformedRequest',
    'level MalformedRequest',
    'main_part MalformedRequest',
    'named MalformedRequest',
    'on MalformedRequest',
    'parts.1.size MalformedRequest',
    'parts.2 MalformedRequest',
    'place MalformedRequest',
    'raw MalformedRequest',
    'seen_at MalformedRequest',
    'tags.a MalformedRequest',
    'whole MalformedRequest',
    'words MalformedRequest',
  ]);
  for (const body of [[], 'x', 7, true, null]) t.same(read(body).faults, [' MalformedRequest'], JSON.stringify(body));
  t.same(read(JSON.parse('{"level":1e400}')).faults, ['level MalformedRequest']);
  t.same(read({ free: { a: [Number.POSITIVE_INFINITY] } }).faults, ['free MalformedRequest']);
});

t.test('keys that the schema does not know are told with their paths, and those of free JSON are kept', async t => {
  const given = {
    colour: 1,
    main_part: {},
    mainPart: { 'a.b': 2 },
    parts: [{}, { x: 1 }],
    free: { any: { thing: 1 } },
    tags: { a: 'b' },
  };
  t.same(read(given).unknown, [['colour'], ['main_part'], ['main_part', 'a.b'], ['parts', 1, 'x']]);
});

t.test('numbers of 64 bits may be text', async t => {
  t.match(read({ count: '-9007199254740993', big: '18446744073709551615' }), {
    faults: [],
    message: { count: '-9007199254740993', big: '18446744073709551615' },
  });
  for (const count of ['1e3', ' 1', '0x10', '01', '99999999999999999999', '']) {
    t.same(read({ count }).faults, ['count MalformedRequest'], count);
  }
});

t.test('what is nested without end is refused, and ends no connection', async t => {
  const deep = (levels: number, leaf: unknown) => {
    let json = leaf;
    for (let level = 0; level < levels; level++) json = level % 2 === 0 ? [json] : { a: json };
    return json;
  };
  t.same(read({ free: { a: deep(50, 1) } }).faults, []);
  t.same(read({ free: { a: deep(100_000, 1) } }).faults, ['free MalformedRequest']);
  t.same(read({ any: deep(100_000, 1) }).faults, ['any MalformedRequest']);
  let inner: object = {};
  for (let level = 0; level < 100_000; level++) inner = { inner };
  t.match(read({ mainPart: inner }).faults, [/^main_part(\.inner)+ MalformedRequest$/]);
});
