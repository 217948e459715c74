import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { influxDriver } from '../../../../src/integrations/drivers/influx/influx.ts';
import { lineOf } from '../../../../src/integrations/drivers/influx/lines.ts';
import type { InfluxSettings } from '../../../../src/integrations/kinds/influx.ts';
import { item, openedDriver, sent, targetContext } from '../target.ts';
import { parseLine } from './line-protocol.ts';

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

t.test('a test makes no point, and says so', async t => {
  const driver = influxDriver(targetContext({ ...defaults, url: 'http://127.0.0.1:1' }, { isTest: true }));
  t.same(await sent(driver, item(0, { event: 'test', epEui: undefined })), {
    kind: 'accepted',
    detail: 'a test makes no point: nothing was written',
  });
});
