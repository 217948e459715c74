import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { MAX_FIELDS } from '../../../../src/domain/integration/integration-records.ts';
import { influxDriver } from '../../../../src/integrations/drivers/influx/influx.ts';
import { lineOf as lineOfItem } from '../../../../src/integrations/drivers/influx/lines.ts';
import { SeriesTypes } from '../../../../src/integrations/drivers/influx/series.ts';
import type { InfluxSettings } from '../../../../src/integrations/kinds/influx.ts';
import type { Payload } from '../../../../src/integrations/payload.ts';
import { item, openedDriver, sent, targetContext, valuesIn } from '../target.ts';
import { parseLine } from './line-protocol.ts';
import { TypedFields } from './typed-fields.ts';

const defaults: InfluxSettings = {
  ...{ url: '', flavour: 'v2', org: 'o', bucket: 'b', database: 'd', retentionPolicy: '' },
  ...{ username: undefined, password: undefined, token: undefined, measurement: 'mioty', includeRadio: true },
  ...{ caPem: undefined, clientCertPem: undefined, clientKeyPem: undefined, insecureSkipVerify: false },
};

const uplink = {
  ...{ event: 'up', epEui: '70b3d56770110001', bsEui: '0011223344556677', rxTime: '1768903200123456789' },
  ...{ rssi: -95.25, snr: 7.5, eqSnr: 6.9, packetCnt: 1234 },
  device: { name: 'Room 12', deviceModel: 'febris-co2' },
  decoded: { temperature: 21, occupied: true, state: 'ok "\\"' },
};
const bare = { measurement: 'mioty', includeRadio: false };
const lineOf = (payload: Payload, options: typeof bare, series = new SeriesTypes(new Map())) =>
  lineOfItem({ payload, values: valuesIn(payload) }, options, series);

/** The fields of one uplink after the other. */
function fieldsOf(...uplinks: Record<string, unknown>[]): Record<string, unknown>[] {
  const series = new SeriesTypes(new Map());
  return uplinks.map(decoded => parseLine(lineOf({ ...uplink, decoded }, bare, series) ?? '').fields);
}

t.test('a series keeps the type of its first value, and what does not fit has a series of its own', async t => {
  t.same(fieldsOf({ a: 21.5 }, { a: true }, { a: '7.25' }, { a: 'broken' }, { a: '' }, { a: 3 }), [
    ...[{ a: 21.5 }, { a: 1 }, { a: 7.25 }, { a_text: 'broken' }, { a_text: '' }, { a: 3 }],
  ]);
  t.same(fieldsOf({ a: true }, { a: 0 }, { a: 'true' }, { a: 2 }, { a: 'open' }), [
    ...[{ a: true }, { a: false }, { a: true }, { a_number: 2 }, { a_text: 'open' }],
  ]);
  t.same(fieldsOf({ a: 'open' }, { a: 2 }, { a: false }), [{ a: 'open' }, { a: '2' }, { a: 'false' }]);
  t.same(
    fieldsOf({ a: 1, a_text: 2 }, { a: 'x' }),
    [{ a: 1, a_text: 2 }, { a_text_text: 'x' }],
    'a name that is taken',
  );
});

t.test('a whole number beyond 2^53 is a float, as the smaller ones of its series', async t => {
  t.same(fieldsOf({ a: 7 }, { a: 2n ** 63n }, { a: -(2n ** 60n) }), [{ a: 7 }, { a: 2 ** 63 }, { a: -(2 ** 60) }]);
  t.match(lineOf({ ...uplink, decoded: { a: 2n ** 64n - 1n } }, bare), / a=18446744073709552000 /);
});

t.test('what is called as a column of the database or a tag of ours is called otherwise', async t => {
  t.same(fieldsOf({ time: 1, ep: 2, name: 'x', _field: true, times: 3 }), [
    { time_: 1, ep_: 2, name_: 'x', _field_: true, times: 3 },
  ]);
});

t.test('types are known up to a bound, and values go on beyond it', async t => {
  const series = new SeriesTypes(new Map());
  for (let at = 0; at < MAX_FIELDS + 10; at++) series.fit(`f${at}`, at);
  t.equal(series.unstored.size, MAX_FIELDS);
  t.same(series.fit('f1', 'x'), ['f1_text', 'x']);
  t.same(series.fit('g', 'x'), ['g', 'x']);
});

t.test('an uplink is one point: numbers as floats, truth values and texts beside them', async t => {
  t.equal(
    lineOf(uplink, { ...bare, includeRadio: true }),
    'mioty,ep=70b3d56770110001,bs=0011223344556677,model=febris-co2,name=Room\\ 12 ' +
      'rssi=-95.25,snr=7.5,eqSnr=6.9,packetCnt=1234,temperature=21,occupied=true,state="ok \\"\\\\\\"" 1768903200123456789',
  );
  t.same(parseLine(lineOf(uplink, bare) ?? '').fields, { temperature: 21, occupied: true, state: 'ok "\\"' });
});

t.test('without anything to store there is no point', async t => {
  t.equal(lineOf({ ...uplink, decoded: undefined }, bare), undefined);
  t.equal(lineOf({ ...uplink, decoded: { a: Number.NaN, b: null, c: {} } }, bare), undefined);
  t.same(
    Object.keys(parseLine(lineOf({ ...uplink, decoded: undefined }, { ...bare, includeRadio: true }) ?? '').fields),
    [...['rssi', 'snr', 'eqSnr', 'packetCnt']],
  );
});

t.test('what the endpoint says goes before what was heard of it', async t => {
  const line = lineOf({ ...uplink, decoded: { rssi: 3 } }, { ...bare, includeRadio: true });
  t.equal(parseLine(line ?? '').fields.rssi, 3);
});

t.test('whatever names and texts hold, a line is one line and says what they say', t => {
  const anything = fc.string({ unit: 'grapheme', maxLength: 12 });
  const awkward = fc.oneof(
    anything,
    fc.string({ unit: fc.constantFrom('\\', ',', '=', ' ', '"', '\n', 'a', '#'), maxLength: 8 }),
  );
  const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), awkward);
  const decoded = fc.dictionary(awkward, value, { minKeys: 1, maxKeys: 5 });
  fc.assert(
    fc.property(decoded, awkward, awkward, (decoded, name, model) => {
      const line = lineOf(
        { ...uplink, decoded, device: { name, deviceModel: model } },
        { ...bare, includeRadio: true },
      );
      const { tags, fields, time, measurement } = parseLine(line ?? '');
      const radio = ['rssi', 'snr', 'eqSnr', 'packetCnt'];
      const known = Object.keys(tags).every(tag => ['ep', 'bs', 'model', 'name'].includes(tag));
      const numbers = Object.values(decoded).filter(each => typeof each === 'number');
      const kept = Object.entries(fields).filter(([key]) => !radio.includes(key));
      return (
        known &&
        time === 1768903200123456789n &&
        measurement === 'mioty' &&
        kept.every(([, each]) => typeof each !== 'number' || numbers.some(number => number === each))
      );
    }),
    { numRuns: 500, seed: 16 },
  );
  t.pass('500 of them');
  t.end();
});

interface Written {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

async function database(t: Test, answer: (text: string) => [status: number, body: string] = () => [204, '']) {
  const written: Written[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = gunzipSync(Buffer.concat(parts)).toString();
    written.push({ url: request.url ?? '', headers: request.headers, text });
    const [status, body] = answer(text);
    response.writeHead(status).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { written, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function opened(t: Test, settings: Partial<InfluxSettings>) {
  const driver = influxDriver(targetContext({ ...defaults, ...settings }));
  t.teardown(() => driver.close());
  await openedDriver(driver);
  return driver;
}

t.test('each flavour has its path, its names and its way to sign in', async t => {
  const { written, url } = await database(t);
  const wrote = async (settings: Partial<InfluxSettings>) => {
    t.same(await sent(await opened(t, { url, ...settings }), item(1, { payload: uplink })), { kind: 'accepted' });
    const { url: path, headers } = written.splice(0)[0] as Written;
    return [path, headers.authorization];
  };
  const user = { username: 'u', password: 'p:w' };
  t.same(await wrote({ flavour: 'v1', ...user }), [
    ...['/write?db=d&precision=ns', `Basic ${Buffer.from('u:p:w').toString('base64')}`],
  ]);
  t.same(await wrote({ flavour: 'v1', retentionPolicy: 'year' }), ['/write?db=d&rp=year&precision=ns', undefined]);
  t.same(await wrote({ token: 's' }), ['/api/v2/write?org=o&bucket=b&precision=ns', 'Token s']);
  t.same(await wrote({ flavour: 'v3', token: 's' }), ['/api/v3/write_lp?db=d&precision=nanosecond', 'Bearer s']);
  t.same(await wrote({ url: `${url}/influx/` }), ['/influx/api/v2/write?org=o&bucket=b&precision=ns', undefined]);
});

t.test('items that were sent together are the lines of one request', async t => {
  const { written, url } = await database(t);
  const driver = await opened(t, { url });
  const items = [1, 2, 3].map(place => item(place, { payload: { ...uplink, rxTime: `176890320000000000${place}` } }));
  t.same(await sent(driver, ...items), { kind: 'accepted' });
  t.same(
    written[0]?.text
      .trimEnd()
      .split('\n')
      .map(line => parseLine(line).time % 10n),
    [1n, 2n, 3n],
  );
  t.same(await sent(driver, item(4, { payload: { event: 'up' } })), { kind: 'accepted' }, 'nothing of it is a point');
  t.equal(written.length, 1);
});

t.test(
  'a write that is refused for the sake of a line is refused in the words of the database, others are its fault',
  async t => {
    const answers: [number, string][] = [
      [400, JSON.stringify({ code: 'invalid', message: 'field type conflict\non temperature' })],
      [400, JSON.stringify({ error: 'partial write' })],
      [400, 'nonsense'],
      [404, JSON.stringify({ message: 'bucket "b" not found' })],
      [401, JSON.stringify({ message: 'x'.repeat(1000) })],
      [503, '[]'],
      [200, JSON.stringify({ message: 'written' })],
    ];
    const { url } = await database(t, () => answers.shift() ?? [204, '']);
    const driver = await opened(t, { url });
    const write = () => sent(driver, item(1, { payload: uplink }));
    t.same(await write(), { kind: 'refused', reason: 'answered with status 400: field type conflict on temperature' });
    t.same(await write(), { kind: 'refused', reason: 'answered with status 400: partial write' });
    t.same(await write(), { kind: 'refused', reason: 'answered with status 400' });
    t.match(await write(), { kind: 'failed', failure: { reason: 'answered with status 404: bucket "b" not found' } });
    t.match(await write(), { kind: 'failed', failure: { reason: /^answered with status 401: x{200}$/ } });
    t.match(await write(), { kind: 'failed', failure: { reason: 'answered with status 503' } });
    t.same(await write(), { kind: 'accepted' });
  },
);

t.test('types are stored before what they are of is sent, and known to the next connection', async t => {
  const { written, url } = await database(t);
  const kept: [string, Record<string, string>][] = [];
  const stored = new Map<string, 'number'>();
  let full = true;
  const fieldTypes = {
    stored: () => stored,
    async keep(target: string, types: ReadonlyMap<string, string>) {
      t.equal(written.length, 0, 'before');
      if (full) throw new Error('the disk is full');
      kept.push([target, Object.fromEntries(types)]);
    },
  };
  const open = async (settings: Partial<InfluxSettings> = {}) => {
    const driver = influxDriver(targetContext({ ...defaults, url, includeRadio: false, ...settings }, { fieldTypes }));
    t.teardown(() => driver.close());
    await openedDriver(driver);
    return driver;
  };
  const driver = await open();
  const payload = { ...uplink, decoded: { a: 1, b: 'x' } };
  t.match(await sent(driver, item(1, { payload })), { kind: 'failed', failure: { reason: 'the disk is full' } });
  full = false;
  t.same(await sent(driver, item(1, { payload })), { kind: 'accepted' });
  t.match(kept, [[/^[\w-]{16}$/, { a: 'number', b: 'text' }]]);
  written.splice(0);
  t.same(await sent(driver, item(1, { payload })), { kind: 'accepted' });
  t.equal(kept.length, 1, 'once');
  written.splice(0);
  stored.set('b', 'number');
  t.same(await sent(await open({ measurement: 'other' }), item(1, { payload })), { kind: 'accepted' });
  t.match(parseLine(written[0]?.text.trim() ?? '').fields, { a: 1, b_text: 'x' });
  t.not(kept[1]?.[0], kept[0]?.[0], 'another target');
});

for (const quote of ['400', '422'] as const) {
  t.test(`a type that the database has from before is learnt from its refusal with ${quote}`, async t => {
    const fields = new TypedFields({ state: 'string', 'on "x"': 'boolean', count: 'integer' });
    const { written, url } = await database(t, text => fields.answer(text, Number(quote)));
    const driver = await opened(t, { url, includeRadio: false });
    const write = (decoded: object) => sent(driver, item(1, { payload: { ...uplink, decoded } }));
    t.same(await write({ state: 3, 'on "x"': 1, other: 1 }), { kind: 'accepted' });
    t.equal(written.length, 3);
    t.same(parseLine(written[2]?.text.trim() ?? '').fields, { state: '3', 'on "x"': true, other: 1 });
    t.match(await write({ count: 3 }), { kind: 'refused', reason: /already exists as type integer/ });
    t.equal(written.length, 4, 'what cannot be mended is not tried again');
  });
}

t.test('a test makes no point, and says so', async t => {
  const driver = influxDriver(targetContext({ ...defaults, url: 'http://127.0.0.1:1' }, { isTest: true }));
  t.same(await sent(driver, item(0, { event: 'test', epEui: undefined })), {
    kind: 'accepted',
    detail: 'a test makes no point: nothing was written',
  });
});
