import t, { type Test } from 'tap';
import { DAY_MS } from '../../../src/kit/units.ts';
import type { ClientMethods, StructOut } from '../../../src/rpc/schema.gen.ts';
import { struct } from '../../../src/rpc/wire.ts';
import { aBlueprint, aModel, openCatalog, spec } from '../catalog/catalog-scene.ts';

const EP = '70b3d56770110001';
const OTHER = '70b3d56770110002';
const REQUEST = '0192f000-0000-7000-8000-0000000000aa';

type Sent = ClientMethods['SendDownlink']['request'];

/** 60 conditions of 199 nodes each. */
const TEDIOUS = Array.from({ length: 60 }, (_, n) => ({
  ...{ name: `v${n}`, size: 1, type: 'uint', hidden: true },
  condition: Array(100).fill('1').join('+'),
}));

const DOWNLINK = [
  {
    id: 0,
    payload: [
      { name: 'mode', size: 4, type: 'uint' },
      { name: 'spare', size: 4, type: 'uint', hidden: true },
      { name: 'setpoint', size: 16, type: 'int', func: '$/10', unit: '°C' },
      { name: 'boost', size: 8, type: 'uint', condition: '$mode == 2' },
    ],
    virtual: [{ name: 'kelvin', func: '$setpoint + 273.15' }],
  },
  { id: 1, crypto: 1, payload: [{ name: 'a', size: 8, type: 'uint' }] },
  { id: 2, payload: [{ name: 'square', size: 8, type: 'uint', func: '$*$' }] },
  { id: 3, payload: [{ name: 'period', size: 8, type: 'uint', func: '1/$' }] },
  {
    id: 4,
    payload: [
      { name: 'a', size: 8, type: 'uint' },
      { name: 'b', size: 8, type: 'uint', condition: '1/$a > 0' },
    ],
  },
  { id: 5, payload: [{ name: 'level', size: 8, type: 'uint', func: '$*$calibration.gain' }] },
  { id: 6, payload: TEDIOUS },
  { id: 7, payload: [{ name: 'text', size: 1608, type: 'string' }] },
  { id: 8, payload: [{ name: 'serial', size: 16, type: 'binary' }] },
  { id: 9, payload: [{ name: 'energy', size: 64, type: 'uint' }] },
  { id: 10, payload: [{ name: '__proto__', size: 8, type: 'uint' }] },
  { id: 11, payload: [{ name: 'text', size: 1600, type: 'string' }] },
  { id: 12, payload: [{ name: 'on', size: 1, type: 'bool' }] },
  { id: 13, payload: [] },
];

const DOCUMENT = spec({ downlink: DOWNLINK });

/** The catalog with an endpoint that listens and has a device model with downlink formats, and one that has none. */
async function opened(t: Test) {
  const catalog = await openCatalog(t);
  const model = await aModel(catalog, 'Valve');
  const blueprint = await aBlueprint(catalog, model, { spec_json: DOCUMENT });
  await catalog.call('CreateEndPoint', { endpoint: { ep_eui: EP, ep_class: 'A', device_model_id: model } });
  await catalog.call('CreateEndPoint', { endpoint: { ep_eui: OTHER, ep_class: 'A' } });
  return {
    ...catalog,
    model,
    blueprint,
    /** The bytes that values become. */
    async bytes(object: object, more: Sent = {}): Promise<string> {
      const request = { ep_eui: EP, object: struct({ ...object }), ...more };
      const { downlink } = await catalog.call('SendDownlink', request);
      t.equal(downlink?.user_data.length, 1);
      t.equal(downlink?.cnt_depend, false);
      return Buffer.from(downlink?.user_data[0] ?? '').toString('hex');
    },
    refused: (object: StructOut, more: Sent = {}) => catalog.refused('SendDownlink', { ep_eui: EP, object, ...more }),
  };
}

t.test('values become the bytes of the blueprint that decodes the endpoint', async t => {
  const { call, bytes } = await opened(t);
  t.equal(await bytes({ mode: 1, setpoint: 21.5 }), '1000d7');
  t.equal(await bytes({ mode: 2, setpoint: -0.1, boost: 7, spare: 15 }), '2fffff07');
  t.equal(
    await bytes({ mode: { raw: 1 }, setpoint: { raw: -2 }, kelvin: 0 }),
    '10fffe',
    'raw numbers, a virtual value',
  );
  t.equal(await bytes({ square: { raw: 3 } }, { format: 2 }), '03');
  t.equal(await bytes({ serial: 'A1b2' }, { format: 8 }), 'a1b2');
  t.equal(
    await bytes({ energy: '18446744073709551615' }, { format: 9 }),
    'ffffffffffffffff',
    'digits of a large number',
  );
  t.equal(await bytes({ on: true }, { format: 12 }), '80');
  t.equal(await bytes({ on: false }, { format: 12 }), '00');
  t.equal(await bytes({}, { format: 13 }), '', 'a layout without elements');
  t.equal(await bytes(JSON.parse('{"__proto__": 5}'), { format: 10 }), '05', 'a name is a name');
  const { downlinks } = await call('ListDownlinkQueue', {});
  t.same(
    downlinks.map(({ format }) => format),
    [0, 0, 0, 2, 8, 9, 12, 12, 13, 10],
    'the format travels with them',
  );
});

t.test('the calibration of the endpoint goes before that of the document', async t => {
  const { call, bytes, refused, model } = await opened(t);
  const level = struct({ level: 10 });
  t.match(await refused(level, { format: 5 }), {
    token: 'DownlinkEncodingFailed',
    about: { reason: 'calibration_missing', field: 'level' },
  });
  const newer = { spec_json: spec({ downlink: DOWNLINK, calibration: { gain: 5 } }), version: '2', is_default: true };
  await aBlueprint({ call } as never, model, newer);
  t.equal(await bytes({ level: 10 }, { format: 5 }), '02', 'that of the document');
  const endpoint = { ep_eui: EP, calibration: { gain: 2 } };
  await call('UpdateEndPoint', { endpoint, update_mask: { paths: ['calibration'] } });
  t.equal(await bytes({ level: 10 }, { format: 5 }), '05', 'that of the endpoint');
});

t.test('values that do not fit are refused with the reason and the field, and nothing is stored', async t => {
  const { call, refused, raised } = await opened(t);
  const fits = { mode: 1, setpoint: 20 };
  raised();
  const cases: [reason: string, field: string | undefined, object: object, format?: number][] = [
    ['missing_value', 'setpoint', { mode: 1 }],
    ['unexpected_value', 'boost', { ...fits, boost: 1 }],
    ['unknown_field', 'colour', { ...fits, colour: 'red' }],
    ['unknown_field', 'x'.repeat(128), { ...fits, ['x'.repeat(100_000)]: 1 }],
    ['wrong_value_type', 'mode', { ...fits, mode: 'one' }],
    ['wrong_value_type', 'mode', { ...fits, mode: null }],
    ['wrong_value_type', 'mode', { ...fits, mode: [1] }],
    ['wrong_value_type', 'mode', { ...fits, mode: { raw: 1, more: 2 } }],
    ['wrong_value_type', 'mode', { ...fits, mode: { raw: [[1]] } }],
    ['wrong_value_type', 'mode', { ...fits, mode: Number.NaN }],
    ['value_out_of_range', 'mode', { ...fits, mode: 16 }],
    ['value_out_of_range', 'setpoint', { ...fits, setpoint: 3276.8 }],
    ['func_not_invertible', 'square', { square: 9 }, 2],
    ['format_not_found', undefined, fits, 99],
    ['encrypted_payload', undefined, { a: 1 }, 1],
    ['expression_error', 'period', { period: { raw: 0 } }, 3],
    ['condition_error', 'b', { a: 0, b: 1 }, 4],
    ['calibration_missing', 'level', { level: 1 }, 5],
    ['limit_exceeded', 'v50', {}, 6],
  ];
  for (const [reason, field, object, format = 0] of cases) {
    const { token, about } = await refused(struct({ ...object }), { format });
    const { detail, ...said } = about as Record<string, unknown>;
    t.equal(token, 'DownlinkEncodingFailed', reason);
    t.same(said, { reason, ...(field !== undefined && { field }) });
    t.ok(detail, reason);
  }
  const none = await refused(struct({ mode: 1 }), { ep_eui: OTHER });
  t.match(none, { token: 'DownlinkEncodingFailed', about: { reason: 'no_blueprint' } });
  t.notOk('field' in none.about);
  t.match(await call('ListDownlinkQueue', {}), { downlinks: [] });
  t.same(raised(), []);
});

t.test('a blueprint that this release cannot read any more makes no downlink', async t => {
  const { refused, db } = await opened(t);
  db.prepare(`UPDATE blueprint_document SET document = '{"version":"1"}'`).run();
  t.match(await refused(struct({ mode: 1, setpoint: 1 })), {
    token: 'DownlinkEncodingFailed',
    about: { reason: 'internal' },
  });
});

t.test('values go without bytes and counters, and become no more bytes than those may be', async t => {
  const { bytes, refused } = await opened(t);
  const object = struct({ mode: 1, setpoint: 1 });
  const beside: [fields: string, more: Sent][] = [
    ['object, user_data', { user_data: [Buffer.of(1)] }],
    ['object, user_data', { user_data: [Buffer.alloc(0)] }],
    ['object, cnt_depend', { cnt_depend: true }],
    ['object, packet_cnt', { packet_cnt: [1] }],
    ['object, user_data, cnt_depend, packet_cnt', { user_data: [Buffer.of(1)], cnt_depend: true, packet_cnt: [1] }],
  ];
  for (const [fields, more] of beside) {
    t.same(await refused(object, more), {
      token: 'MutuallyExclusiveFields',
      about: { field: 'object', fields },
    });
  }
  t.same(await refused(struct({ text: '' }), { format: 7 }), {
    token: 'DownlinkPayloadTooLarge',
    about: { field: 'object', limit: 200 },
  });
  t.equal((await bytes({ text: 'é' }, { format: 11 })).length, 400, 'as many as there may be');
  t.match(await refused(object, { format: 256 }), { token: 'DownlinkInvalidFormat' });
  const names = (count: number) => struct(Object.fromEntries(Array.from({ length: count }, (_, n) => [`v${n}`, n])));
  t.same(await refused(names(513)), { token: 'TooManyItems', about: { field: 'object', limit: 512 } });
  t.match(await refused(names(512)), { about: { reason: 'missing_value' } });
});

t.test('the same values under the same request id are one downlink, whatever has become of the blueprint', async t => {
  const { call, advance, model } = await opened(t);
  const request = { ep_eui: EP, request_id: REQUEST, object: struct({ mode: 1, setpoint: 20 }) };
  const first = await call('SendDownlink', request);
  t.equal(first.deduplicated, false);
  const same = { downlink: first.downlink, deduplicated: true };
  const turned = struct({ setpoint: 20, mode: 1 });
  t.same(await call('SendDownlink', { ...request, object: turned }), same, 'in another order');
  const shifted = DOWNLINK.map(layout => ({
    ...layout,
    payload: [{ name: 'kind', size: 8, type: 'uint', hidden: true }, ...layout.payload],
  }));
  await aBlueprint({ call } as never, model, {
    spec_json: spec({ downlink: shifted }),
    version: '2',
    is_default: true,
  });
  t.same(await call('SendDownlink', request), same, 'by which other bytes would come of them');
  const paths = ['device_model_id'];
  await call('UpdateEndPoint', { endpoint: { ep_eui: EP }, update_mask: { paths } });
  t.same(await call('SendDownlink', request), same, 'without which none would');
  await call('UpdateEndPoint', { endpoint: { ep_eui: EP, device_model_id: model }, update_mask: { paths } });
  advance(DAY_MS);
  const { deduplicated, downlink } = await call('SendDownlink', request);
  t.equal(deduplicated, false, 'for a day');
  t.same(downlink?.user_data, [Buffer.from('001000c8', 'hex')]);
});

t.test('a request id belongs to one endpoint, and to the same values or the same bytes', async t => {
  const { call, refused, model } = await opened(t);
  await call('UpdateEndPoint', {
    endpoint: { ep_eui: OTHER, device_model_id: model },
    update_mask: { paths: ['device_model_id'] },
  });
  const object = struct({ mode: 1, setpoint: 20 });
  await call('SendDownlink', { ep_eui: EP, request_id: REQUEST, object });
  const others: [string, StructOut, Sent][] = [
    ['another endpoint', object, { ep_eui: OTHER }],
    ['another value', struct({ mode: 1, setpoint: 21 }), {}],
    ['the same bytes by another spelling', struct({ mode: 1, setpoint: { raw: 200 } }), {}],
    ['values that do not fit', struct({ mode: 99 }), {}],
    ['another format', struct({ on: true }), { format: 12 }],
    ['another priority', object, { prio: 1 }],
    ['another condition', object, { exp_only: true }],
  ];
  for (const [what, values, more] of others) {
    const { token, about } = await refused(values, { request_id: REQUEST, ...more });
    t.equal(token, 'RequestIDReused', what);
    t.same(about, { request_id: REQUEST });
  }
  const inBytes = { ep_eui: EP, request_id: REQUEST, user_data: [Buffer.from('1000c8', 'hex')] };
  t.match(await call('SendDownlink', inBytes).catch((error: unknown) => error), {
    status: { token: 'ErrTokenRequestIDReused' },
  });
  const bytesFirst = { ...inBytes, request_id: '0192f000-0000-7000-8000-0000000000ab' };
  await call('SendDownlink', bytesFirst);
  t.match(await refused(object, { request_id: bytesFirst.request_id }), { token: 'RequestIDReused' });
  t.match(await call('SendDownlink', bytesFirst), { deduplicated: true });
  t.match(await call('ListDownlinkQueue', {}), { total_count: 2 });
});

t.test('two at once with one request id: one downlink, or one that is refused', async t => {
  const { call } = await opened(t);
  const request = { ep_eui: EP, request_id: REQUEST, object: struct({ mode: 1, setpoint: 20 }) };
  const same = await Promise.all([call('SendDownlink', request), call('SendDownlink', request)]);
  t.same(same.map(({ deduplicated }) => deduplicated).sort(), [false, true]);
  t.equal(same[0]?.downlink?.que_id, same[1]?.downlink?.que_id);
  const racing = { ...request, request_id: '0192f000-0000-7000-8000-0000000000ac' };
  const others: Sent[] = [{ object: struct({ mode: 3, setpoint: 20 }) }, { object: null, user_data: [Buffer.of(1)] }];
  for (const [index, other] of others.entries()) {
    const request_id = `${racing.request_id.slice(0, -1)}${index}`;
    const both = await Promise.allSettled([
      call('SendDownlink', { ...racing, request_id }),
      call('SendDownlink', { ...racing, request_id, ...other }),
    ]);
    t.same(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  }
  t.match(await call('ListDownlinkQueue', {}), { total_count: 3 });
});

t.test('values are sent while the blueprint changes: by the one or by the other', async t => {
  const { call, model } = await opened(t);
  const payload = [
    { name: 'setpoint', size: 8, type: 'uint' },
    { name: 'mode', size: 8, type: 'uint' },
  ];
  const spec_json = spec({ downlink: [{ id: 0, payload }] });
  const blueprint = { device_model_id: model, version: '2', spec_json, is_default: true };
  const request = { ep_eui: EP, object: struct({ mode: 1, setpoint: 20 }) };
  const [before, , after] = await Promise.all([
    call('SendDownlink', request),
    call('CreateBlueprint', { blueprint }),
    call('SendDownlink', request),
  ]);
  for (const { downlink } of [before, after]) {
    t.ok(['1000c8', '1401'].includes(Buffer.from(downlink?.user_data[0] ?? '').toString('hex')));
  }
  const { downlink } = await call('SendDownlink', request);
  t.same(downlink?.user_data, [Buffer.from('1401', 'hex')]);
});
