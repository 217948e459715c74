import t from 'tap';
import { catalogSamples, catalogText } from '../../domain/blueprint/codec/catalog.ts';
import { aBlueprint, aModel, openCatalog, spec, UNKNOWN_ID } from './catalog-scene.ts';

interface Value {
  readonly numberValue?: number;
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly structValue?: { readonly fields: Record<string, Value> };
}

/** A Struct as the client sees it. */
function plain(struct: unknown): Record<string, unknown> {
  const { fields } = struct as { fields: Record<string, Value> };
  const itemOf = ({ numberValue, stringValue, boolValue, structValue }: Value): unknown =>
    structValue ? plain(structValue) : (numberValue ?? stringValue ?? boolValue ?? null);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, itemOf(value)]));
}

const close = (found: unknown, wanted: unknown) =>
  typeof found === 'number' && typeof wanted === 'number'
    ? Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))
    : found === wanted;

t.test('every sample of the shipped blueprints is previewed with what it means', async t => {
  const { call } = await openCatalog(t);
  for (const [index, sample] of catalogSamples.entries()) {
    const answer = await call('DecodePreview', {
      spec_json: catalogText(sample.blueprint),
      user_data: Buffer.from(sample.payload_hex, 'hex'),
      format: sample.format,
      direction: sample.direction,
    });
    const said = `${index} ${sample.blueprint} ${sample.payload_hex}`;
    t.equal(answer.success, sample.error === null, said);
    t.equal(answer.error_code, sample.error ?? '', said);
    t.equal(answer.format, sample.format);
    if (!sample.expected) {
      t.ok(answer.error_detail && !answer.decoded, said);
      continue;
    }
    const decoded = plain(answer.decoded);
    t.same(Object.keys(decoded).sort(), Object.keys(sample.expected).sort(), said);
    for (const [name, value] of Object.entries(sample.expected)) t.ok(close(decoded[name], value), `${said} ${name}`);
    const meta = plain(answer.decoded_meta) as Record<string, { unit?: string }>;
    t.same(Object.keys(meta).sort(), Object.keys(decoded).sort());
    for (const [name, unit] of Object.entries(sample.units ?? {})) t.equal(meta[name]?.unit ?? '', unit, said);
    if (sample.trailing_bits !== undefined) t.equal(answer.unused_bits, sample.trailing_bits, said);
  }
});

const DOCUMENT = spec({
  version: '2.0',
  uplink: [
    {
      payload: [
        { name: 'flag', size: 1, type: 'bool', hidden: true },
        { name: 'a b', size: 7, type: 'uint', func: '$*$calibration.k', unit: 'x', label: 'A' },
        { name: 'late', size: 8, type: 'uint', condition: '$flag' },
        { name: 'text', size: 16, type: 'string' },
        { name: 'big', size: 64, type: 'uint' },
        { name: '__proto__', size: 64, type: 'int', func: '0*$' },
      ],
      virtual: [{ name: 'twice', func: '$flag+1' }],
    },
    { id: 9, crypto: 1, payload: [] },
  ],
  downlink: [{ id: 3, payload: [] }],
  calibration: { k: 2 },
});

t.test('a preview shows where each value stands', async t => {
  const { call, raised, db } = await openCatalog(t);
  const seen = db.prepare('SELECT count(*) AS count FROM event').get();
  const user_data = Buffer.from('03 4f4b 0020000000000001 ffffffffffffffff ff'.replaceAll(' ', ''), 'hex');
  const answer = await call('DecodePreview', { spec_json: DOCUMENT, user_data });
  t.match(answer, {
    success: true,
    error_code: '',
    error_detail: '',
    format: 0,
    blueprint_version: '2.0',
    unused_bits: 8,
  });
  const decoded = { 'a b': 6, text: 'OK', big: '9007199254740993', twice: 1 };
  t.match(plain(answer.decoded), decoded);
  t.equal(Object.getOwnPropertyDescriptor(plain(answer.decoded), '__proto__')?.value, 0, 'a zero has no sign');
  t.match(plain(answer.decoded_meta), { 'a b': { unit: 'x', label: 'A' }, text: {}, big: {}, twice: {} });
  t.same(answer.trace, [
    { name: 'flag', bit_offset: 0, bit_size: 1, raw: '0', value: 'false' },
    { name: 'a b', bit_offset: 1, bit_size: 7, raw: '3', value: '6' },
    { name: 'text', bit_offset: 8, bit_size: 16, raw: '4f4b', value: '"OK"' },
    { name: 'big', bit_offset: 24, bit_size: 64, raw: '9007199254740993', value: '"9007199254740993"' },
    { name: '__proto__', bit_offset: 88, bit_size: 64, raw: '-1', value: '0' },
    { name: 'twice', bit_offset: answer.trace[5]?.bit_offset, bit_size: 0, raw: '', value: '1' },
  ]);
  const short = await call('DecodePreview', { spec_json: DOCUMENT, user_data: user_data.subarray(0, 4) });
  t.match(short, { success: false, error_code: 'payload_too_short', decoded: null, decoded_meta: null });
  t.match(short.error_detail, /big/);
  t.same(
    short.trace.map(({ name }) => name),
    ['flag', 'a b', 'text'],
  );
  t.match(await call('DecodePreview', { spec_json: DOCUMENT, format: 4 }), {
    error_code: 'format_not_found',
    format: 4,
  });
  t.match(await call('DecodePreview', { spec_json: DOCUMENT, format: 9 }), { error_code: 'encrypted_payload' });
  t.match(await call('DecodePreview', { spec_json: DOCUMENT, format: 3, direction: 'downlink' }), { success: true });
  t.same(raised(), []);
  t.same(db.prepare('SELECT count(*) AS count FROM event').get(), seen, 'nothing is stored');
});

t.test('a stored blueprint is previewed under its version in the catalog', async t => {
  const catalog = await openCatalog(t);
  const { call } = catalog;
  const blueprint_id = await aBlueprint(catalog, await aModel(catalog), { version: '7', spec_json: DOCUMENT });
  t.match(await call('DecodePreview', { blueprint_id, format: 3, direction: 'downlink' }), { blueprint_version: '7' });
  const user_data = Buffer.alloc(1024);
  t.match(await call('DecodePreview', { blueprint_id, user_data }), { success: true, unused_bits: 8192 - 152 });
});

t.test('a wrong preview is refused with the token of its first mistake', async t => {
  const { refusal, refused } = await openCatalog(t);
  const spec_json = spec();
  const cases: [string, object][] = [
    ['DecodeSourceRequired', {}],
    ['DecodeSourceRequired', { spec_json: '' }],
    ['DecodeSourceRequired', { blueprint_id: '' }],
    ['InvalidIDFormat', { blueprint_id: '1' }],
    ['BlueprintNotFound', { blueprint_id: UNKNOWN_ID }],
    ['BlueprintInvalid', { spec_json: '[]' }],
    ['BlueprintTooLarge', { spec_json: 'x'.repeat(256 * 1024 + 1) }],
    ['DecodePayloadTooLarge', { spec_json, user_data: Buffer.alloc(1025) }],
    ['FieldOutOfRange', { spec_json, format: 256 }],
    ['InvalidDirection', { spec_json, direction: 'down' }],
    ['InvalidKeyFormat', { spec_json, app_key: '00' }],
  ];
  for (const [token, request] of cases) {
    t.equal(await refusal('DecodePreview', request), token, JSON.stringify(request).slice(0, 100));
  }
  t.match(await refused('DecodePreview', { spec_json: '{"spec":{"uplink":[{"payload":[{}]}]}}' }), {
    about: { reason: 'missing_version', pointer: '/spec', line: 1, column: Number },
  });
});

t.test('samples are run when a document is stored or becomes a default, and by no preview', async t => {
  const catalog = await openCatalog(t);
  const { call, refused, db } = catalog;
  const model = await aModel(catalog);
  const sample = (temperature: number) => spec({ samples: [{ payload: '00d7', expected: { temperature } }] });
  const about = { reason: 'sample_mismatch', pointer: /^\/samples\/0/ };
  const create = { device_model_id: model, version: '2' };
  t.match(await refused('CreateBlueprint', { blueprint: { ...create, spec_json: sample(21) } }), {
    token: 'BlueprintInvalid',
    about,
  });
  const id = await aBlueprint(catalog, model, { spec_json: sample(21.5) });
  const second = await aBlueprint(catalog, model, { version: '2' });
  const update = { blueprint: { id, spec_json: sample(0) }, update_mask: { paths: ['spec_json'] } };
  t.match(await refused('UpdateBlueprint', update), { token: 'BlueprintInvalid', about });
  const together = { manufacturer: { name: 'a' }, device_model: { name: 'a' }, blueprint: { spec_json: sample(1) } };
  t.match(await refused('CreateDeviceModelWithBlueprint', together), { token: 'BlueprintInvalid', about });
  t.match(await call('DecodePreview', { spec_json: sample(0), user_data: Buffer.from('00d7', 'hex') }), {
    success: true,
  });
  // As a release that reads documents more strictly would find it.
  db.prepare(
    'UPDATE blueprint_document SET document = ? WHERE blueprint = (SELECT id FROM blueprint WHERE uuid = ?)',
  ).run(sample(3), second);
  t.match(await refused('SetDefaultBlueprint', { id: second }), { token: 'BlueprintInvalid', about });
  t.equal((await call('GetBlueprint', { id })).is_default, true);
});
