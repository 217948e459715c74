import t from 'tap';
import { Writers } from '../../../src/rest/serve/write.ts';
import { struct, timestamp } from '../../../src/rpc/wire.ts';
import { schema } from './sample.ts';

const Thing = schema.lookupType('sample.Thing');
const writers = new Writers();
const shown = (message: object, omit?: readonly string[]) => JSON.parse(writers.of(Thing, omit)(message));

t.test('what is always there is shown, what may be absent is left out', async t => {
  t.strictSame(shown({}), {
    ...{ id: '', name: '', count: 0, on: false, raw: '', parts: [], tags: {}, words: [], place: 0, big: 0, named: {} },
    ...{ rough: 0, whole: 0 },
  });
  t.match(shown({ note: '', level: 0, maybe: false }), { note: '', level: 0, maybe: false });
  t.strictSame(shown({ note: null, main_part: null, seen_at: null }), shown({}));
});

t.test('times have milliseconds, always', async t => {
  for (const [time, text] of [
    [timestamp(Date.UTC(2026, 0, 20, 10)), '2026-01-20T10:00:00.000Z'],
    [timestamp(Date.UTC(2026, 0, 20, 10) + 5), '2026-01-20T10:00:00.005Z'],
    [{ seconds: '1768903200', nanos: 999_999_999 }, '2026-01-20T10:00:00.999Z'],
    [{ seconds: 0 }, '1970-01-01T00:00:00.000Z'],
    [{ seconds: -1, nanos: 1 }, '1969-12-31T23:59:59.000Z'],
    [{ seconds: { low: 1, high: 0 } }, '1970-01-01T00:00:01.000Z'],
  ] as const) {
    t.equal(shown({ seen_at: time }).seenAt, text);
  }
  t.notOk('seenAt' in shown({ seen_at: { seconds: 1e15 } }), 'what is no time is not shown');
});

t.test('numbers of 64 bits are numbers as long as JavaScript can hold them', async t => {
  for (const [count, text] of [
    [7, '7'],
    ['-9007199254740991', '-9007199254740991'],
    ['-9007199254740992', '"-9007199254740992"'],
    [{ low: -1, high: -1 }, '-1'],
    [{ low: 0, high: 0x4000_0000 }, '"4611686018427387904"'],
  ] as const) {
    t.match(writers.of(Thing)({ count }), `"count":${text},`);
  }
  t.match(writers.of(Thing)({ big: { low: -1, high: -1 } }), '"big":"18446744073709551615"');
});

t.test('free JSON is as it was, null and strange keys included', async t => {
  const free = JSON.parse('{"a":[1,null,{"b":[]}],"__proto__":{"x":1},"c":"\\u2028\\"","d":{},"e":-0.5,"f":true}');
  t.equal(JSON.stringify(shown({ free: struct(free) }).free), JSON.stringify(free));
  t.strictSame(shown({ any: { stringValue: 'x' } }).any, 'x');
  t.strictSame(shown({ any: { listValue: {} } }).any, []);
  t.strictSame(shown({ free: {} }).free, {});
});

t.test('keys that an operation leaves out are not shown, at any depth', async t => {
  const message = { main_part: { name: 'a', size: 1, inner: { name: 'b', size: 2 } }, parts: [{ name: 'c', size: 3 }] };
  const omit = ['mainPart.size', 'mainPart.inner.name', 'parts.size', 'tags', 'free'];
  t.match(shown(message, omit), { mainPart: { name: 'a', inner: { size: 2 } }, parts: [{ name: 'c' }] });
  t.notMatch(shown(message, omit).mainPart, { size: 1 });
  t.notOk('tags' in shown(message, omit));
  t.throws(() => writers.of(Thing, ['parts.colour']), /has no colour/);
});

t.test('what is no number is not shown', async t => {
  t.notOk('level' in shown({ level: Number.NaN }));
  t.notOk('rough' in shown({ rough: Number.POSITIVE_INFINITY }));
});

t.test('texts are escaped whatever they are', async t => {
  for (const name of ['"', '\\', '\n', '\u0000', '\u007f', 'ä', '\ud800', 'x'.repeat(100), `${'x'.repeat(100)}"`, '']) {
    t.equal(
      writers
        .of(Thing)({ name })
        .includes(`"name":${JSON.stringify(name)},`),
      true,
      JSON.stringify(name),
    );
  }
});
