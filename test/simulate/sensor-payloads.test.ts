import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { SensorPayloads } from '../../src/simulate/sensor-payloads.ts';

const catalog = new URL('../../catalog/', import.meta.url).pathname;
const DAY = 96;

const document = (uplink: object, more: object = {}) =>
  JSON.stringify({ version: '1', typeEui: '70b3d56770ff0001', uplink: [uplink], ...more });

/** What a sensor says with each telegram of a day. */
function said(payloads: SensorPayloads, who = 'fe0000000000e101'): Record<string, unknown>[] {
  return Array.from({ length: DAY }, (_, step) => {
    const payload = payloads.payload(who, step);
    const decoded = payloads.blueprint.decode({ direction: 'uplink', format: payloads.format, payload });
    if (!decoded.ok) throw new Error(decoded.detail);
    if (decoded.unusedBits > 7) throw new Error(`${decoded.unusedBits} bits too many`);
    return Object.fromEntries(decoded.values);
  });
}

t.test('sensors of every blueprint that ships say what can be decoded', t => {
  const files = readdirSync(catalog, { recursive: true }).map(String);
  const documents = files.filter(file => /\/v[^/]*\.json$/.test(file));
  t.equal(documents.length, 13);
  for (const file of documents) {
    const days = said(new SensorPayloads(readFileSync(join(catalog, file), 'utf8')));
    t.ok(new Set(days.map(values => JSON.stringify(values))).size > DAY / 4, file);
  }
  t.end();
});

t.test('values of known units wander slowly among usual ones, and differently for each sensor', t => {
  const munia = new SensorPayloads(readFileSync(join(catalog, 'weptech/munia-m/v1.json'), 'utf8'));
  const day = said(munia);
  const temperatures = day.map(({ temperature }) => Number(temperature));
  for (const [step, value] of temperatures.entries()) {
    t.ok(value >= 17 && value <= 25, String(value));
    t.ok(Math.abs(value - (temperatures[step + 1] ?? value)) <= 1, 'by little');
  }
  t.ok(Math.max(...temperatures) - Math.min(...temperatures) > 3);
  for (const { humidity } of day) t.ok(Number(humidity) >= 40 && Number(humidity) <= 60);
  t.same(day, said(munia), 'the same telegram says the same');
  t.notSame(day, said(munia, 'fe0000000000e102'));
  t.end();
});

t.test('every kind of element has a value', t => {
  const payload = [
    { name: 'flag', size: 1, type: 'uint' },
    { name: 'on', size: 1, type: 'bool' },
    { name: 'sign', size: 1, type: 'int' },
    { name: 'hidden', size: 5, type: 'uint', hidden: true },
    { name: 'narrow', size: 3, type: 'int' },
    { name: 'count', size: 32, type: 'uint' },
    { name: 'float', size: 32, type: 'float', unit: 'V' },
    { name: 'door', size: 2, type: 'enum', enum: { 0: 'open', 1: 'closed', 3: 'broken' } },
    { name: 'text', size: 32, type: 'string' },
    { name: 'serial', size: 24, type: 'binary' },
    { name: 'square', size: 8, type: 'uint', func: '$*$', unit: '°C' },
    { name: 'cold', size: 8, type: 'uint', func: '$/10', unit: 'hPa' },
    { name: 'period', size: 8, type: 'uint', func: '1/$' },
    { name: 'gain', size: 16, type: 'uint', func: '$*$calibration.k', unit: 'lx' },
  ];
  const payloads = new SensorPayloads(document({ payload }, { calibration: { k: 0.5 } }));
  const day = said(payloads);
  const all = (name: string) => [...new Set(day.map(values => values[name]))];
  t.same(all('flag').sort(), [0, 1]);
  t.same(all('on').sort(), [false, true]);
  t.same(all('sign'), [0]);
  t.ok(all('narrow').every(value => Number(value) >= 0 && Number(value) <= 3));
  t.ok(all('count').every(value => Number(value) >= 1 && Number(value) <= 100));
  t.ok(all('float').every(value => Number(value) >= 2.8 && Number(value) <= 3.7));
  t.same(all('door').sort(), ['broken', 'closed', 'open']);
  t.same(all('text'), ['simu']);
  t.same(all('serial'), ['000000']);
  t.ok(all('square').length > 10, 'raw, where no root is drawn');
  t.ok(
    all('cold').every(value => Number(value) <= 10),
    'raw, where the usual does not fit',
  );
  t.ok(all('gain').every(value => Number(value) >= 50 && Number(value) <= 600));
  for (const step of day.keys()) t.equal((payloads.payload('', step)[0] ?? 0) & 0x1f, 0, 'what is hidden is filled up');
  t.end();
});

t.test('what conditions leave out comes and goes', t => {
  const payload = [
    { name: 'which', size: 8, type: 'uint' },
    { name: 'low', size: 8, type: 'uint', condition: '$which < 50' },
    { name: 'high', size: 16, type: 'uint', condition: '$which >= 50' },
    { name: 'both', size: 8, type: 'uint', condition: '$which < 50', unit: '%' },
    { name: 'both', size: 4, type: 'uint', condition: '$which >= 50', unit: '%' },
  ];
  const day = said(new SensorPayloads(document({ payload })));
  for (const values of day) t.same('low' in values, Number(values.which) < 50);
  t.ok(day.some(({ high }) => high !== undefined) && day.some(({ low }) => low !== undefined));
  t.ok(day.every(({ both }) => both !== undefined));
  t.end();
});

t.test('the format is the first that is not encrypted, or the one that is asked for', t => {
  const [secret, first, second] = [
    { id: 1, crypto: 1, payload: [] },
    { id: 7, payload: [{ name: 'a', size: 8, type: 'uint' }] },
    { id: 9, payload: [{ name: 'b', size: 16, type: 'uint' }] },
  ];
  const text = JSON.stringify({ version: '1', typeEui: '70b3d56770ff0001', uplink: [secret, first, second] });
  t.equal(new SensorPayloads(text).format, 7);
  t.equal(new SensorPayloads(text, 9).payload('', 0).length, 2);
  t.throws(() => new SensorPayloads(text, 8), /no such uplink format; those it has: 1, 7, 9/);
  t.throws(() => new SensorPayloads(text, 1), /no payload of format 1 can be made: encrypted_payload: /);
  const never = document({ payload: [{ name: 'a', size: 8, type: 'uint', func: '1/($-$)' }] });
  t.throws(() => new SensorPayloads(never), /no payload of format 0 can be made: expression_error for a: /);
  const long = document({ payload: [{ name: 'a', size: 1608, type: 'string' }] });
  t.throws(() => new SensorPayloads(long), /has 201 bytes, and a telegram 200 at most/);
  t.throws(() => new SensorPayloads('{'), { name: 'BlueprintProblem' });
  t.end();
});
