import t from 'tap';
import { readBlueprint } from '../../../../src/domain/blueprint/codec/read.ts';
import { blueprintOf, documentOf, head, type Json, problemOf } from './documents.ts';

const U8 = { size: 8, type: 'uint' };
const A = { name: 'a', ...U8 };

/** Every reason, the text it is found in, where it is, and the characters that stand there. */
const MISTAKES: readonly [reason: string, pointer: string, at: string, text: string][] = [
  ['invalid_json', '', '', ''],
  ['invalid_json', '', '[', '[1]'],
  ['invalid_json', '', '"text"', '"text"'],
  ['invalid_json', '', '/* no */', '{ /* no */ }'],
  ['invalid_json', '', '}', `${documentOf([A]).slice(0, -1)},}`],
  ['invalid_json', '/uplink/0', 'nul', '{"uplink": [{"payload": nul}]}'],
  ['invalid_json', '/version', '"version": "2"', `${documentOf([A]).slice(0, -1)}, "version": "2"}`],
  ['invalid_json', '/version', '"version"', documentOf([A], {}, { version: 1 })],
  ['invalid_json', '/meta', '"meta"', documentOf([A], {}, { meta: [] })],
  ['invalid_json', '/component', '"component"', documentOf([A], {}, { component: [] })],
  ['invalid_json', '/component/c', '"c"', documentOf([A], {}, { component: { c: 1 } })],
  ['invalid_json', '/component/', '""', documentOf([A], {}, { component: { '': U8 } })],
  ['invalid_json', '/component/c\u0007', '"c\\u0007"', documentOf([A], {}, { component: { 'c\u0007': U8 } })],
  ['invalid_json', '/uplink', '"uplink"', documentOf([A], {}, { uplink: {} })],
  ['invalid_json', '/downlink', '"downlink"', documentOf([A], {}, { downlink: 'no' })],
  ['invalid_json', '/uplink/0', '1', JSON.stringify({ ...head, uplink: [1] })],
  ['invalid_json', '/uplink/0', '{"id":0}', JSON.stringify({ ...head, uplink: [{ id: 0 }] })],
  ['invalid_json', '/uplink/0/payload', '"payload"', JSON.stringify({ ...head, uplink: [{ payload: {} }] })],
  ['invalid_json', '/uplink/0/payload/0', '"a"', JSON.stringify({ ...head, uplink: [{ payload: ['a'] }] })],
  ...[-1, 256, 1.5, '0', null].map(id => of('invalid_json', '/uplink/0/id', '"id"', [A], { id })),
  ...[0, null].map(name => of('invalid_json', '/uplink/0/name', '"name"', [A], { name })),
  of('invalid_json', '/uplink/0/description', '"description"', [A], { description: 1 }),
  of('invalid_json', '/uplink/0/littleEndian', '"littleEndian"', [A], { littleEndian: 'true' }),
  of('invalid_json', '/uplink/0/virtual', '"virtual"', [A], { virtual: {} }),
  element('invalid_json', '', { name: undefined }),
  element('invalid_json', '/name', { name: '' }),
  element('invalid_json', '/name', { name: 'a\tb' }),
  element('invalid_json', '/name', { name: 1 }),
  element('invalid_json', '/unit', { unit: '\u0000' }),
  element('invalid_json', '/unit', { unit: null }),
  element('invalid_json', '/func', { func: 1 }),
  element('invalid_json', '/condition', { condition: true }),
  element('invalid_json', '/component', { component: 1 }),
  element('invalid_json', '/littleEndian', { littleEndian: 1 }),
  element('invalid_json', '/hidden', { hidden: 'yes' }),
  element('invalid_json', '/label', { label: 1 }),
  element('invalid_json', '/description', { description: [] }),
  element('invalid_json', '/scale', { scale: '2' }),
  element('invalid_json', '/bias', { bias: true }),
  element('invalid_json', '/calibration', { calibration: 1 }),
  element('invalid_json', '/enum', { enum: ['off', 'on'] }),
  element('invalid_json', '/enum/1', { enum: { 0: 'off', 1: null } }, '"1"'),
  ['invalid_json', '/uplink/0/payload/0/scale', '"scale":1e999', documentText('"scale":1e999')],
  ['invalid_json', '/uplink/0/payload/0/enum/0', '"0":1e999', documentText('"enum":{"0":1e999}')],
  virtual('invalid_json', '', { func: undefined }),
  virtual('invalid_json', '', { name: undefined }),
  virtual('invalid_json', '/func', { func: 2 }),
  virtual('invalid_json', '/hidden', { hidden: 1 }),
  ['invalid_json', '/calibration', '"calibration"', documentOf([A], {}, { calibration: 1 })],
  ['invalid_json', '/calibration/k', '"k"', documentOf([A], {}, { calibration: { k: '1' } })],
  ['invalid_json', '/samples', '"samples"', documentOf([A], {}, { samples: {} })],
  ['invalid_json', '/samples/0', '1', documentOf([A], {}, { samples: [1] }).replace(/ +/g, '')],
  sample('invalid_json', '/payload', { payload: '0' }),
  sample('invalid_json', '/payload', { payload: 0 }),
  sample('invalid_json', '/direction', { direction: 'up' }),
  sample('invalid_json', '/format', { format: 256 }),
  sample('invalid_json', '/expected', { expected: [] }),
  sample('invalid_json', '/error', { error: 1 }),
  ['missing_version', '', '{', documentOf([A], {}, { version: undefined })],
  ['missing_version', '/version', '"version"', documentOf([A], {}, { version: '' })],
  ['missing_type_eui', '', '{', documentOf([A], {}, { typeEui: undefined })],
  ['missing_type_eui', '/typeEui', '"typeEui"', documentOf([A], {}, { typeEui: '' })],
  ...['001122334455667', '00112233445566778', '001122334455667g', '0011 2233 4455 6677', 1, null].map(
    typeEui => ['invalid_type_eui', '/typeEui', '"typeEui"', documentOf([A], {}, { typeEui })] as const satisfies Row,
  ),
  ['no_formats', '', '{', JSON.stringify(head)],
  ['no_formats', '', '{', JSON.stringify({ ...head, uplink: [], downlink: [] })],
  ['no_formats', '/spec', '"spec"', JSON.stringify({ id: 'x', spec: head })],
  ['duplicate_format_id', '/uplink/1/id', '"id":7', layouts({ id: 7 }, { id: 7 })],
  ['duplicate_format_id', '/uplink/1', '{"payload":[],"name":"b"}', layouts({ id: 0 }, { name: 'b' })],
  element('component_not_found', '/component', { component: 'nowhere' }),
  element('component_not_found', '/component', { component: '__proto__' }),
  element('component_not_found', '/component', { component: '' }),
  element('invalid_field_type', '', { type: undefined }),
  element('invalid_field_type', '/type', { type: 'uint8' }),
  element('invalid_field_type', '/type', { type: 'toString' }),
  element('invalid_field_type', '/type', { type: 8 }),
  ...['string', 'binary', 'bytes'].flatMap(type => [
    element('invalid_field_type', '/func', { type, func: '$ + 1' }),
    element('invalid_field_type', '/scale', { type, scale: 2 }),
    element('invalid_field_type', '/bias', { type, bias: 2 }),
    element('invalid_field_type', '/calibration', { type, calibration: 'k' }),
  ]),
  virtual('invalid_field_type', '/type', { type: 'string' }),
  virtual('invalid_field_type', '/type', { type: 'nothing' }),
  element('invalid_size', '', { size: undefined }),
  ...['8', 0, -1, 1.5, 65, null].map(size => element('invalid_size', '/size', { size })),
  ...[16, 33, 80].map(size => element('invalid_size', '/size', { size, type: 'float' })),
  ...[7, 12, 8200].map(size => element('invalid_size', '/size', { size, type: 'string' })),
  element('invalid_size', '/size', { size: 8193, type: 'binary' }),
  ...[-1, 0.5, '0', 65_529, null].map(offset => element('invalid_offset', '/offset', { offset })),
  ...[1.5, true, null, []].map(crypto => of('invalid_crypto', '/uplink/0/crypto', '"crypto"', [A], { crypto })),
  ...['$ +', '$5', 'foo($)', 'pow($)', 'a', '"x"', '$ = 1', '$[0]', '1.', '$ ** 2', '$.a', 'floor()', '(', '$ $'].map(
    func => element('invalid_expression', '/func', { func }),
  ),
  element('invalid_expression', '/condition', { condition: '$ > 1' }),
  virtual('invalid_expression', '/func', { func: '$ + 1' }),
  virtual('invalid_expression', '/func', { func: '' }),
  element('unknown_reference', '/condition', { condition: '$b == 1' }),
  element('unknown_reference', '/condition', { condition: '$a == 1' }),
  element('unknown_reference', '/condition', { condition: '$value == 1' }),
  element('unknown_reference', '/func', { func: '$a + $' }),
  virtual('unknown_reference', '/func', { func: '$a + $v' }),
  virtual('unknown_reference', '/condition', { condition: '$nobody' }),
  element('limit_exceeded', '/name', { name: 'n'.repeat(129) }),
  element('limit_exceeded', '/unit', { unit: 'u'.repeat(33) }),
  element('limit_exceeded', '/calibration', { calibration: 'k'.repeat(129) }),
  element('invalid_json', '/calibration', { calibration: '\n' }),
  ['limit_exceeded', '/calibration', '"kkk', documentOf([A], {}, { calibration: { ['k'.repeat(129)]: 1 } })],
  element('limit_exceeded', '/enum/0', { enum: { 0: 'o'.repeat(129) } }, '"0"'),
  element('limit_exceeded', '/func', { func: `${' '.repeat(512)}1` }),
  element('limit_exceeded', '/func', { func: `1${'+1'.repeat(128)}` }),
  element('limit_exceeded', '/func', { func: `${'('.repeat(33)}1${')'.repeat(33)}` }),
  element('limit_exceeded', '/func', { func: `${'-'.repeat(33)}1` }),
  element('limit_exceeded', '/func', { func: `${'1?1:'.repeat(33)}1` }),
  element('limit_exceeded', '/func', { func: `${'abs('.repeat(33)}1${')'.repeat(33)}` }),
];

type Row = (typeof MISTAKES)[number];

function of(reason: string, pointer: string, at: string, payload: Json[], layout: Json): Row {
  return [reason, pointer, at, documentOf(payload, layout)];
}

/** The first key of an object in one line. */
function element(reason: string, pointer: string, keys: Json, at = `"${pointer.slice(1)}"`): Row {
  const text = documentOf([{ ...A, ...keys }]);
  return [reason, `/uplink/0/payload/0${pointer}`, pointer === '' ? '{' : at, text];
}

function virtual(reason: string, pointer: string, keys: Json): Row {
  const text = documentOf([A], { virtual: [{ name: 'v', func: '$a', ...keys }] });
  return [reason, `/uplink/0/virtual/0${pointer}`, pointer === '' ? '{' : `"${pointer.slice(1)}"`, text];
}

function sample(reason: string, pointer: string, keys: Json): Row {
  const samples = JSON.stringify([{ payload: '00', ...keys }]);
  return [
    reason,
    `/samples/0${pointer}`,
    `"${pointer.slice(1)}"`,
    documentOf([A]).replace('{', `{"samples":${samples},`),
  ];
}

function layouts(...of: Json[]): string {
  return JSON.stringify({ ...head, uplink: of.map(each => ({ payload: [], ...each })) });
}

/** A document with a member that JSON.stringify would not write. */
function documentText(member: string): string {
  return `{"version":"1","typeEui":"0011223344556677","uplink":[{"payload":[\n{"name":"a","size":8,"type":"uint",${member}}]}]}`;
}

/** What stands at a line and column, both from 1. */
function textAt(text: string, line: number, column: number): string {
  return (text.split('\n')[line - 1] ?? '').slice(column - 1);
}

t.test('each mistake has its reason, its pointer, its line and its column', async t => {
  for (const [reason, pointer, at, text] of MISTAKES) {
    const problem = problemOf(text);
    const what = `${reason} at ${pointer || 'the root'}: ${text.length > 300 ? at : text}`;
    t.match(problem, { reason, pointer }, what);
    if (!problem) continue;
    const found = textAt(text, problem.line, problem.column);
    t.equal(found.slice(0, at.length), at, `${what} is placed at ${problem.line}:${problem.column}`);
    t.not(problem.detail, '', what);
  }
});

t.test('a document of more than 256 KiB is refused before it is read, one of as many is not', async t => {
  const whole = documentOf([A]);
  const filled = `${whole}${' '.repeat(256 * 1024 - whole.length)}`;
  t.equal(problemOf(filled), undefined);
  t.match(problemOf(`${filled} `), { reason: 'too_large', pointer: '', line: 1, column: 1 });
  const wide = documentOf([A], {}, { meta: { name: '°'.repeat(131_000) } });
  t.ok(wide.length < 256 * 1024);
  t.match(problemOf(wide), { reason: 'too_large' }, 'counted in bytes');
});

t.test('as much as each limit allows is taken, and one more is refused where it stands', async t => {
  const many = (count: number): Json[] => Array.from({ length: count }, (_, at) => ({ ...A, name: `n${at}` }));
  const components = (count: number) => Object.fromEntries(many(count).map(({ name }) => [`c${name}`, U8]));
  const virtuals = (count: number) => many(count).map(({ name }) => ({ name, func: '1' }));
  const layoutsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id, payload: [] }));
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  const large = (bits: number): Json[] =>
    Array.from({ length: bits / 8192 }, (_, at) => ({ name: `n${at}`, size: 8192, type: 'string' }));
  const cases: [pointer: string, fits: string, over: string][] = [
    ['/uplink/0/payload/256', documentOf(many(256)), documentOf(many(257))],
    ['/uplink/0/virtual/256', documentOf([], { virtual: virtuals(256) }), documentOf([], { virtual: virtuals(257) })],
    [
      '/component/cn256',
      documentOf([], {}, { component: components(256) }),
      documentOf([], {}, { component: components(257) }),
    ],
    ['/downlink/64', documentOf([], {}, { downlink: layoutsOf(64) }), documentOf([], {}, { downlink: layoutsOf(65) })],
    [
      '/samples/256',
      documentOf([], {}, { samples: Array(256).fill({}) }),
      documentOf([], {}, { samples: Array(257).fill({}) }),
    ],
    ['/uplink/0/payload/8', documentOf(large(65_536)), documentOf([...large(65_536), A])],
    [
      `/meta/deep${'/0'.repeat(14)}`,
      documentOf([], {}, { meta: { deep: deep(14) } }),
      documentOf([], {}, { meta: { deep: deep(15) } }),
    ],
  ];
  for (const [pointer, fits, over] of cases) {
    t.equal(problemOf(fits), undefined, pointer);
    t.match(problemOf(over), { reason: 'limit_exceeded', pointer });
  }
  const longest: Json[] = [
    { ...A, name: 'n'.repeat(128), unit: 'u'.repeat(32), enum: { 0: 'o'.repeat(128) } },
    { name: 'b', ...U8, func: `${' '.repeat(511)}1` },
    { name: 'c', ...U8, func: `1${'+1'.repeat(127)}` },
    { name: 'd', ...U8, func: `${'('.repeat(32)}1${')'.repeat(32)}` },
    { name: 'e', ...U8, func: `${'-'.repeat(32)}1` },
    { name: 'f', size: 8192, type: 'binary' },
    { name: 'g', size: 8, type: 'uint', offset: 65_528 },
  ];
  t.equal(problemOf(documentOf(longest)), undefined);
  t.match(problemOf(`${'['.repeat(100_000)}`), { reason: 'limit_exceeded' }, 'however deep it is');
});

t.test('the first mistake in the order of the text is reported, not the one that is found first', async t => {
  const text = documentOf(
    [
      { ...A, func: '$ +' },
      { name: 'b', component: 'nowhere' },
    ],
    {},
    { meta: 1 },
  );
  t.match(problemOf(text), { reason: 'invalid_expression', pointer: '/uplink/0/payload/0/func' });
  t.match(problemOf(text.replace('$ +', '$')), { reason: 'component_not_found' });
  t.match(problemOf(text.replace('$ +', '$').replace('nowhere', 'c')), { reason: 'component_not_found' });
  const twice = text.replace(/\}$/, ', "version": "3"}');
  t.match(problemOf(twice), { reason: 'invalid_expression' }, 'a key that occurs twice is a mistake among others');
  t.match(problemOf(`${text},`), { reason: 'invalid_json', pointer: '' }, 'but what is not JSON has no places in it');
  const before = `{"component": {"bad": {"size": 0, "type": "uint"}}, ${text.slice(1)}`;
  t.match(problemOf(before), { reason: 'invalid_size', pointer: '/component/bad/size' }, 'wherever components stand');
});

t.test('places are counted over every kind of line end, and behind a byte order mark', async t => {
  const text = '\ufeff{\r\n"version": "1",\r"typeEui": "0011223344556677",\n  "uplink": [] }';
  t.match(problemOf(text), { reason: 'no_formats', line: 1, column: 1 });
  t.match(problemOf(text.replace('[]', '7')), { reason: 'invalid_json', pointer: '/uplink', line: 4, column: 3 });
});

t.test('a pointer escapes what it has to, and begins at the root of an envelope', async t => {
  const spec = { ...head, component: { 'a/b~c': { size: 8, type: '?' } }, uplink: [{ payload: [] }] };
  t.match(problemOf(JSON.stringify(spec)), { pointer: '/component/a~1b~0c/type' });
  t.match(problemOf(JSON.stringify({ id: 'x', spec })), { pointer: '/spec/component/a~1b~0c/type' });
});

t.test('what is said about a mistake is short, however long what is wrong', async t => {
  const long = '"'.repeat(100_000);
  const problems = [
    problemOf(documentOf([{ name: 'a', component: long }])),
    problemOf(documentOf([{ ...A, type: long }])),
    problemOf(documentOf([{ ...A, func: `$${'x'.repeat(500)}` }])),
    problemOf(documentOf([{ ...A, func: `${'x'.repeat(500)}(1)` }])),
    problemOf(documentOf([A], {}, { component: { [long]: { size: 0 } } })),
    problemOf(documentOf([A], {}, { meta: { [long]: [1] }, samples: [{ payload: long }] })),
  ];
  for (const problem of problems) {
    t.ok(problem && problem.detail.length < 700 && problem.pointer.length < 300, String(problem?.reason));
  }
  t.equal(problems[4]?.pointer, '/component');
  const many = Array.from({ length: 6000 }, () => ({ name: 'n', component: 'c' }));
  const layouts = Array.from({ length: 24 }, (_, id) => ({ id, littleEndian: true, payload: many.slice(0, 250) }));
  const component = { c: { size: 12, type: 'uint' } };
  const { warnings } = readBlueprint(JSON.stringify({ ...head, component, uplink: layouts }));
  t.match([warnings.length, warnings.at(-1)], [6000, { pointer: '/uplink/23/payload/249', line: 1 }]);
});

t.test('a root that is itself a layout keeps its key spec, and an envelope may lack all but the spec', async t => {
  const bare = readBlueprint(documentOf([A], {}, { spec: { version: '9' } }));
  t.equal(bare.version, '1.0');
  t.equal(bare.envelope, undefined);
  const text = JSON.stringify({ spec: JSON.parse(documentOf([A])), type_eui: 'AA', version: 3, is_default: 'yes' });
  const enveloped = readBlueprint(text);
  t.strictSame(enveloped.envelope, { typeEui: 'AA' }, 'what stands around is no mistake');
  t.strictSame(enveloped.spec, JSON.parse(documentOf([A])));
});

t.test('an element wins over its component key by key, and each is blamed for its own', async t => {
  const component = { c: { size: 12, type: 'uint', func: '$ * 2', unit: 'V', littleEndian: true } };
  const of = (keys: Json, definition: Json = component) =>
    problemOf(documentOf([{ name: 'a', component: 'c', ...keys }], {}, { component: definition }));
  t.equal(of({}), undefined);
  t.match(of({ type: 'float' }), { reason: 'invalid_size', pointer: '/uplink/0/payload/0/type' });
  t.match(of({ size: 65 }), { reason: 'invalid_size', pointer: '/uplink/0/payload/0/size' });
  t.match(of({ type: 'string', size: 8 }), { reason: 'invalid_field_type', pointer: '/uplink/0/payload/0/type' });
  t.match(of({ func: '$b' }), { reason: 'unknown_reference', pointer: '/uplink/0/payload/0/func' });
  t.match(of({}, { c: { size: 8, type: 'uint', func: '$b' } }), {
    reason: 'unknown_reference',
    pointer: '/uplink/0/payload/0/component',
  });
  t.match(of({}, { ...component, unused: { type: 'uint' } }), { reason: 'invalid_size', pointer: '/component/unused' });
  t.match(of({}, { ...component, unused: { size: 1 } }), {
    reason: 'invalid_field_type',
    pointer: '/component/unused',
  });
  t.match(of({}, { ...component, unused: { size: 8, type: 'uint', func: 'no' } }), { reason: 'invalid_expression' });
  t.equal(
    of({}, { ...component, unused: { size: 8, type: 'uint', func: '$b' } }),
    undefined,
    'b may be there for some',
  );
});

t.test('what does no harm is a warning', async t => {
  const codes = (payload: Json[], layout: Json = {}, root: Json = {}) =>
    blueprintOf(payload, layout, root).warnings.map(({ code, pointer }) => [code, pointer]);
  t.strictSame(codes([A]), []);
  for (const typeEui of ['ffffffffffffffff', '0000000000000000', 'FF-FF-FF-FF-FF-FF-FF-FF']) {
    t.strictSame(codes([A], {}, { typeEui }), [['placeholder_type_eui', '/typeEui']]);
    t.equal(blueprintOf([A], {}, { typeEui }).placeholder, true);
  }
  t.equal(blueprintOf([A]).placeholder, false);
  const odd = { name: 'odd', size: 12, type: 'uint' };
  t.strictSame(codes([{ ...odd, littleEndian: true }]), [
    ['byte_order_without_effect', '/uplink/0/payload/0/littleEndian'],
  ]);
  t.strictSame(codes([odd], { littleEndian: true }), [['byte_order_without_effect', '/uplink/0/payload/0']]);
  t.strictSame(codes([{ ...odd, size: 7, littleEndian: true }]), [], 'a byte has no order');
  t.strictSame(codes([{ ...odd, size: 24, littleEndian: true }]), []);
  const component = { c: { size: 12, type: 'uint', littleEndian: true } };
  const twice = ['a', 'b'].map(name => ({ name, component: 'c' }));
  t.strictSame(codes(twice, {}, { component }), [['byte_order_without_effect', '/component/c/littleEndian']], 'once');
  t.strictSame(codes([{ name: 's', size: 8, type: 'string', enum: { 0: 'x' } }]), [
    ['enum_without_effect', '/uplink/0/payload/0/enum'],
  ]);
});

t.test('a Type EUI is read as bytes, extra keys are kept, names of objects are names', async t => {
  const text = documentOf(
    [
      { ...A, name: '__proto__', extra: 1 },
      { name: 'constructor', component: 'toString' },
    ],
    { id: 255 },
    { typeEui: '00-11-22-33-44-55-66-AB', component: { toString: U8 }, zzz: [1] },
  );
  const blueprint = readBlueprint(text);
  t.equal(blueprint.typeEui, '00112233445566ab');
  t.equal(readBlueprint(text.replaceAll('-', ':')).typeEui, '00112233445566ab');
  t.strictSame(blueprint.outputNames, ['__proto__', 'constructor']);
  t.strictSame(blueprint.spec, JSON.parse(text));
  t.strictSame(blueprint.uplinkFormats, [255]);
  t.strictSame(blueprint.downlinkFormats, []);
});

t.test('the same id may stand in both directions, and output names are those of all that is visible', async t => {
  const payload = [A, { ...A, name: 'h', hidden: true }, A];
  const virtual = [
    { name: 'v', func: '$a' },
    { name: 'w', func: '1', hidden: true },
  ];
  const text = JSON.stringify({ ...head, uplink: [{ id: 5, payload, virtual }], downlink: [{ id: 5, payload: [] }] });
  const { uplinkFormats, downlinkFormats, outputNames } = readBlueprint(text);
  t.strictSame([uplinkFormats, downlinkFormats, outputNames], [[5], [5], ['a', 'v']]);
});

t.test('every spelling of "not encrypted", of an empty func and of an empty condition is accepted', async t => {
  for (const crypto of [0, '0', '', 3, '3']) t.equal(problemOf(documentOf([A], { crypto })), undefined, String(crypto));
  for (const func of ['', ' ', '$', ' $ ']) {
    t.equal(problemOf(documentOf([{ ...A, func, condition: '' }])), undefined);
    t.equal(problemOf(documentOf([{ ...A, type: 'string', func }])), undefined, 'even where nothing can be computed');
  }
});
