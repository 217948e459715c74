import t from 'tap';
import { Fault } from '../../src/kit/faults/faults.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import * as checks from '../../src/rpc/checks.ts';
import * as input from '../../src/rpc/input.ts';
import * as lists from '../../src/rpc/list-input.ts';
import { pageTokens } from '../../src/rpc/page-token.ts';

const NOW_MS = Date.UTC(2026, 0, 2);
const context = { method: 'ListEndPoints', org: 'o', tokens: pageTokens(Buffer.alloc(32)), nowMs: NOW_MS };

function read<W, V>(rule: input.Input<W, V>, request: W, order: readonly string[] = rule.names): V {
  return input.readInput(rule, request, context, order);
}

/** Name of the fault a request provokes, with the field it is about. */
function refusal<W, V>(rule: input.Input<W, V>, request: W, order?: readonly string[]): string {
  try {
    read(rule, request, order);
  } catch (error) {
    if (error instanceof Fault) return [error.fault, error.about.field].filter(Boolean).join(' ');
    throw error;
  }
  return 'accepted';
}

const one = <W, V>(check: input.Check<W, V>) => input.fields({ f: check as input.Check<never, V> });

t.test('each check accepts what is right, narrowed', t => {
  const value = (check: input.Check<never, unknown>, f: unknown) =>
    (read(one(check), { f } as never) as { f: unknown }).f;
  t.equal(value(checks.eui, '70-B3-D5:9C d0000001'), '70b3d59cd0000001');
  t.equal(value(input.optional(checks.eui), ''), undefined);
  t.equal(value(checks.uuid, '0192F000-0000-7000-8000-000000000001'), '0192f000-0000-7000-8000-000000000001');
  t.equal(value(checks.seq, '9223372036854775807'), 9223372036854775807n);
  t.equal(value(checks.seq, '0'), undefined);
  t.equal(value(checks.name, '  meter '), 'meter');
  t.equal(value(checks.note, 'two\nlines'), 'two\nlines');
  t.equal(value(checks.query, '🌡'.repeat(100)), '🌡'.repeat(100), 'characters are counted as a person counts');
  t.equal(value(checks.oneOf(['a', 'b']), 'b'), 'b');
  t.equal(value(input.optional(checks.oneOf(['a', 'b'])), ''), undefined);
  t.equal(value(checks.time, { seconds: '1767312000', nanos: 5 }), 1767312000000000005n);
  t.same(
    value(checks.hexKey, '00112233-44556677 8899AABB:CCDDEEFF'),
    Buffer.from('00112233445566778899aabbccddeeff', 'hex'),
  );
  t.equal(value(checks.hexKey, ''), undefined);
  t.same(value(input.list(checks.eui, 2), undefined), []);
  t.same(value(lists.orderBy(['name', 'eui'], 'desc'), ''), { by: 'name', direction: 'desc' });
  t.same(value(lists.orderBy(['name', 'eui'], 'desc'), 'eui asc'), { by: 'eui', direction: 'asc' });
  t.equal(value(checks.name, '電'.repeat(128)), '電'.repeat(128));
  t.end();
});

t.test('each check answers its own token', t => {
  const table: [string, input.Check<never, unknown>, unknown][] = [
    ['EUIRequired f', checks.eui, ''],
    ['EUIRequired f', checks.eui, undefined],
    ['InvalidEUIFormat f', checks.eui, '70b3'],
    ['InvalidEUIFormat f', checks.eui, '0000000000000000'],
    ['InvalidEUIFormat f', input.optional(checks.eui), 'zzb3d59cd0000001'],
    ['IDRequired f', checks.uuid, ''],
    ['InvalidIDFormat f', checks.uuid, '7'],
    ['UserIDRequired f', checks.uuidOr('UserIDRequired'), ''],
    ['FieldOutOfRange f', checks.seq, '-1'],
    ['FieldOutOfRange f', checks.number(0, 65535), 65536],
    ['FieldOutOfRange f', checks.number(0, 1), Number.NaN],
    ['InvalidShortAddress f', checks.number(0, 65535, 'InvalidShortAddress'), -1],
    ['NameRequired f', checks.name, '   '],
    ['InvalidArgument f', checks.name, 'a\u0007b'],
    ['InvalidArgument f', checks.name, 'a\nb'],
    ['InvalidArgument f', checks.name, 'a\u202eb'],
    ['InvalidArgument f', checks.name, 'a\u200bb'],
    ['InvalidArgument f', checks.description, 'a\tb'],
    ['InvalidArgument f', checks.description, 'a\rb'],
    ['InvalidTags f', checks.tags, { a: 'x\u2066y' }],
    ['FieldTooLong f', checks.name, 'x'.repeat(129)],
    ['FieldTooLong f', checks.search, 'x'.repeat(101)],
    ['QueryRequired f', checks.query, ' a '],
    ['QueryRequired f', checks.query, '🌡'],
    ['FieldTooLong f', checks.query, '🌡'.repeat(101)],
    ['InvalidEnumValue f', checks.oneOf(['a']), 'c'],
    ['InvalidDirection f', checks.oneOf(['uplink'], 'InvalidDirection'), 'up'],
    ['InvalidTags f', checks.tags, { 'with space': '' }],
    ['InvalidTags f', checks.tags, { a: 'x'.repeat(257) }],
    ['InvalidTags f', checks.tags, Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`k${i}`, '']))],
    ['InvalidLocation f', checks.latitude, 90.1],
    ['InvalidLocation f', checks.longitude, -181],
    ['InvalidKeyFormat f', checks.hexKey, '00112233'],
    ['InvalidKeyFormat f', checks.hexKey, '0'.repeat(32)],
    ['TooManyItems f', input.list(checks.eui, 1), ['70b3d59cd0000001', '70b3d59cd0000002']],
    ['InvalidEUIFormat f', input.list(checks.eui, 1), ['x']],
    ['InvalidOrderBy f', lists.orderBy(['name'], 'asc'), 'size'],
    ['InvalidOrderBy f', lists.orderBy(['name'], 'asc'), 'name down'],
    ['InvalidOrderBy f', lists.orderBy(['name'], 'asc'), 'name asc, x'],
    ['InvalidTimeRange f', checks.time, { seconds: '0', nanos: 0 }],
    ['InvalidTimeRange f', checks.time, { seconds: '253402300800', nanos: 0 }],
    ['ResourceRequired f', input.nested({ name: checks.name }), null],
    ['NameRequired f.name', input.nested({ name: checks.name }), { name: '' }],
    [
      'InvalidLocation f.latitude',
      input.nested({ latitude: checks.latitude, longitude: checks.longitude }, checks.located),
      { latitude: 1 },
    ],
  ];
  for (const [expected, check, f] of table)
    t.equal(refusal(one(check), { f } as never), expected, `${expected} ${JSON.stringify(f)}`);
  t.end();
});

t.test('a key is in no error', t => {
  const secret = '00112233445566778899aabbccddeef';
  try {
    read(one(checks.hexKey), { f: secret } as never);
    t.fail('accepted');
  } catch (error) {
    t.notMatch(JSON.stringify({ ...(error as Fault), message: (error as Fault).message }), secret);
  }
  t.end();
});

t.test('missing answers before malformed, malformed before out of range, then the schema order decides', t => {
  const rule = input.fields({ a: checks.number(0, 1), b: checks.eui, c: checks.eui, d: checks.name });
  const wrong = { a: 7, b: 'x', c: 'y', d: '' };
  t.equal(refusal(rule, wrong, ['a', 'b', 'c', 'd']), 'NameRequired d');
  t.equal(refusal(rule, { ...wrong, d: 'n' }, ['a', 'b', 'c', 'd']), 'InvalidEUIFormat b');
  t.equal(refusal(rule, { ...wrong, d: 'n' }, ['a', 'c', 'b', 'd']), 'InvalidEUIFormat c');
  try {
    read(rule, wrong, ['a', 'b', 'c', 'd']);
    t.fail('accepted');
  } catch (error) {
    t.ok(error instanceof input.BadInput);
    t.same(
      (error as input.BadInput).violations.map(({ field }) => field),
      ['a', 'b', 'c', 'd'],
    );
  }
  t.end();
});

t.test('page size has a default and a maximum, and is never negative', t => {
  const rule = lists.page(lists.STANDARD_PAGE);
  const size = (page_size: number) => read(rule, { page_size, page_token: '' }).page.size;
  t.same([size(0), size(1), size(100), size(101)], [20, 1, 100, 100]);
  t.equal(refusal(rule, { page_size: -1 }), 'InvalidPageSize page_size');
  t.equal(refusal(rule, { page_token: 'nonsense' }), 'InvalidPageToken page_token');
  t.end();
});

t.test('a page token is bound to the filters of its request', t => {
  const rule = input.all(lists.page(lists.STANDARD_PAGE), input.fields({ search: checks.search }));
  const { page } = read(rule, { search: 'a', page_size: 10 });
  const token = page.next(['k', 1]);
  t.same(read(rule, { search: 'a', page_size: 50, page_token: token }).page.after, ['k', 1]);
  t.equal(refusal(rule, { search: 'b', page_token: token }), 'InvalidPageToken page_token');
  t.equal(page.next(undefined), '');
  t.end();
});

t.test('a time range is half open, has defaults and a maximum', t => {
  const at = (ms: number) => ({ seconds: String(ms / 1000), nanos: 0 });
  const rule = lists.timeRange({ windowHours: 24 });
  const ns = BigInt(NOW_MS) * 1_000_000n;
  t.same(read(rule, {}).range, { startNs: ns - 86_400_000_000_000n, endNs: ns });
  t.equal(refusal(rule, { start_time: at(NOW_MS), end_time: at(NOW_MS) }), 'InvalidTimeRange end_time');
  t.equal(refusal(rule, { start_time: at(NOW_MS + 1000) }), 'InvalidTimeRange end_time', 'start after now');
  t.equal(refusal(rule, { start_time: at(NOW_MS - 367 * DAY_MS) }), 'TimeRangeTooLarge start_time');
  t.same(read(lists.timeFilter, {}).range, { startNs: undefined, endNs: undefined });
  t.end();
});

t.test('an update touches what its mask names and nothing else', t => {
  const rule = input.masked(
    'endpoint',
    { ep_eui: checks.eui },
    { name: checks.name, description: checks.description, latitude: checks.latitude, longitude: checks.longitude },
    { unless: 'new_ep_eui', check: checks.located },
  );
  const endpoint = { ep_eui: '70b3d59cd0000001', name: 'n', description: 'x'.repeat(2000) };
  const masked = (...paths: string[]) => ({ endpoint, update_mask: { paths }, new_ep_eui: '' });
  t.same(read(rule, masked('name')), { id: { ep_eui: '70b3d59cd0000001' }, changes: { name: 'n' } });
  t.equal(refusal(rule, masked('description')), 'FieldTooLong endpoint.description');
  t.equal(refusal(rule, masked('*')), 'FieldTooLong endpoint.description');
  t.equal(refusal(rule, masked()), 'UpdateMaskRequired update_mask');
  t.equal(refusal(rule, { ...masked(), update_mask: null }), 'UpdateMaskRequired update_mask');
  t.equal(refusal(rule, masked('ep_eui')), 'ImmutableField ep_eui');
  t.equal(refusal(rule, masked('*', 'nope')), 'UpdateMaskInvalid update_mask');
  t.equal(refusal(rule, masked('name', '*')), 'UpdateMaskInvalid update_mask', 'every field is named alone');
  t.equal(refusal(rule, masked('name', 'nonsense')), 'UpdateMaskInvalid update_mask');
  t.equal(refusal(rule, masked('latitude')), 'InvalidLocation endpoint.latitude');
  t.same(
    read(rule, masked('latitude', 'longitude')).changes,
    { latitude: undefined, longitude: undefined },
    'both cleared',
  );
  t.equal(refusal(rule, { ...masked('name'), endpoint: null }), 'ResourceRequired endpoint');
  t.same(read(rule, { ...masked(), new_ep_eui: '1' }).changes, {}, 'an empty mask beside what may replace it');
  t.end();
});

t.test('a check says which words it takes, however it is joined with others', t => {
  const word = checks.oneOf(['a', 'b']);
  const said = ({ words, mayBeEmpty }: input.Said = {}) => [words, mayBeEmpty];
  t.same(said(word), [['a', 'b'], undefined]);
  t.same(said(input.optional(word)), [['a', 'b'], true]);
  t.same(said(input.list(input.optional(word), 2)), [['a', 'b'], true]);
  t.same(said(checks.name), [undefined, undefined]);

  const shape = { kind: word, name: checks.name };
  t.same(said(input.nested(shape).inside?.kind), [['a', 'b'], undefined]);
  const others = input.fields({ kinds: input.list(word, 2) });
  const changed = input.masked('thing', { id: checks.uuid }, shape);
  const { says } = input.later(input.refine(input.all(others, changed), value => value));
  t.same(Object.keys(says ?? {}), ['kinds', 'thing']);
  t.same(said(says?.kinds), [['a', 'b'], undefined]);
  t.same(said(says?.thing?.inside?.kind), [['a', 'b'], undefined]);
  t.end();
});
