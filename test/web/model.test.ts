import t from 'tap';
import { timeTicks, valueScale } from '../../web/model/chart-scale.ts';
import { extentOf, longestGap, nearest, type Point, unbroken } from '../../web/model/chart-series.ts';
import { forEachOf } from '../../web/model/eight-at-a-time.ts';
import { asSentence, kindOfToken, splitFault } from '../../web/model/faults.ts';
import { chipsOf, parseFilter } from '../../web/model/filter/filter-words.ts';
import { addTo, beginWith, emptyList, MOST_ROWS, pause, rateOf, ratesOf, resume } from '../../web/model/live-list.ts';
import { fileNameOf, hostOf, refusalOf, splitAddress } from '../../web/model/onboarding.ts';
import { nextWait } from '../../web/model/patience.ts';
import { rangeBetween } from '../../web/model/selection.ts';
import { isLate } from '../../web/model/silence.ts';
import { mayHold } from '../../web/model/slots.ts';
import { filterStations, sortStations, worstFirst } from '../../web/model/stations.ts';
import { bytesInHex, compactHex, grouped, hexMistake, isEui } from '../../web/model/text/eui.ts';
import { hourly } from '../../web/model/text/hours.ts';
import { intervalOf, secondsOf } from '../../web/model/text/interval.ts';
import { parseTags, tagsAsText } from '../../web/model/text/tags.ts';
import { rangeSince } from '../../web/model/text/time.ts';
import { labelOf, namedValues } from '../../web/model/values.ts';
import { rowWindow } from '../../web/model/window.ts';

const HOUR = 3_600_000;

t.test('an EUI is taken however it is written, and a mistake in it is named', async t => {
  for (const text of [
    '70B3D59CD0000001',
    '70-b3-d5-9c-d0-00-00-01',
    '70:b3:d5:9c:d0:00:00:01',
    ' 70b3 d59c d000 0001 ',
  ])
    t.equal(compactHex(text), '70b3d59cd0000001', text);
  t.ok(isEui('0x70b3d59cd0000001'));
  t.equal(grouped('70b3d59cd0000001'), '70b3 d59c d000 0001');
  t.same(hexMistake('fca8 4a01 0000 12', 16), { kind: 'short', by: 2 });
  t.same(hexMistake('fca84a01000012c0c', 16), { kind: 'long', by: 1 });
  t.same(hexMistake('fca84a010000 12cO', 16), { kind: 'letter', letter: 'o' });
  t.same(hexMistake('  ', 16), { kind: 'empty' });
  t.equal(bytesInHex(Uint8Array.of(10, 0, 255)), '0A 00 FF');
});

t.test('a filter knows words, tags and free text, and says which words it does not know', async t => {
  const filter = parseFilter('barn status:inactive floor=2 "wing=north side" colour:red', ['status']);
  t.equal(filter.text, 'barn wing=north side');
  t.same([...filter.words], [['status', 'inactive']]);
  t.same([...filter.tags], [['floor', '2']]);
  t.same(filter.unknown, ['colour']);
  t.same(
    chipsOf('a status:x b').map(chip => chip.without),
    ['a b'],
  );
});

t.test('an axis has round numbers and holds every value', async t => {
  t.same(valueScale(15.3, 22.3).ticks, [15, 18, 21, 24]);
  t.same(valueScale(0, 840, { fromZero: true }).ticks, [0, 300, 600, 900]);
  for (const [low, high] of [
    [21, 21],
    [-5, -4.9],
    [0.0001, 0.0004],
    [-1e6, 1e6],
    [17.1, 24.9],
  ] as const) {
    const { min, max } = valueScale(low, high);
    t.ok(min <= low && max >= high, `${low} to ${high}: ${min} to ${max}`);
  }
});

t.test('ticks of days stand at midnight of this place, also when a day has 23 hours', async t => {
  const from = new Date(2026, 2, 26).getTime();
  const ticks = timeTicks(from, new Date(2026, 3, 2).getTime(), 8);
  for (const { at } of ticks) t.equal(new Date(at).getHours(), 0);
  t.ok(timeTicks(from, from + HOUR, 6).length <= 7);
});

t.test('a line is broken where nothing came for three intervals', async t => {
  const points: Point[] = [0, 1, 2, 3, 7, 8, 9].map(hour => ({ at: hour * HOUR, value: hour }));
  t.same(
    unbroken(points).map(run => run.length),
    [4, 3],
  );
  t.same(longestGap(points), { from: 3 * HOUR, to: 7 * HOUR });
  t.equal(nearest(points, 4.5 * HOUR)?.value, 3);
  t.equal(nearest(points, 99 * HOUR)?.value, 9);
  t.equal(nearest([], 1), undefined);
  t.same(
    extentOf([
      { at: 0, value: 2, low: 1, high: 5, count: 4 },
      { at: 1, value: 3 },
    ]),
    { low: 1, high: 5, last: 3, count: 5 },
  );
  t.equal(extentOf([]), undefined);
});

t.test('only the rows in sight of 10,000 are drawn', async t => {
  t.same(rowWindow(100, 40, 0, 900), { start: 0, end: 100 });
  for (const above of [-500, 0, 123_456, 399_000]) {
    const { start, end } = rowWindow(10_000, 40, above, 900);
    const first = Math.max(0, Math.floor(above / 40));
    t.ok(start <= first && end >= Math.min(10_000, first + 23), `${above}: ${start} to ${end}`);
    t.ok(end - start <= 160);
  }
});

t.test('the newest messages stay on top, a pause only counts, and 500 are kept', async t => {
  const came = (...rows: number[]) => ({ rows, counted: 0, lately: 0, shares: [] });
  let list = addTo(emptyList<number>(), came(1, 2, 3), 1000);
  t.same(list.rows, [3, 2, 1]);
  list = addTo(pause(list), came(4, 5), 2000);
  t.same(
    [list.rows, list.held],
    [
      [3, 2, 1],
      [5, 4],
    ],
  );
  list = resume(list);
  t.same([list.rows, list.held, list.paused], [[5, 4, 3, 2, 1], [], false]);
  list = addTo(list, came(...Array.from({ length: 600 }, (_, at) => at)), 3000);
  t.equal(list.rows.length, MOST_ROWS);
  t.equal(list.dropped, 105);
  t.equal(rateOf(list, 3000), 60.5);
  t.equal(rateOf(list, 20_000), 0);
});

t.test('what the server only counted has no row, and is in the rates of ten seconds', async t => {
  const share = (key: string, messages: number) => ({ key, name: `meter ${key}`, messages });
  let list = addTo(emptyList<number>(), { rows: [1], counted: 0, lately: 0, shares: [share('a', 1)] }, 0);
  list = addTo(list, { rows: [], counted: 900, lately: 900, shares: [share('a', 600), share('b', 300)] }, 9000);
  t.same([list.rows, list.dropped], [[1], 900]);
  t.equal(rateOf(list, 9000), 90.1);
  t.same(
    ratesOf(list, 9000).map(({ name, perMinute }) => [name, Math.round(perMinute)]),
    [
      ['meter a', 4007],
      ['meter b', 2000],
    ],
  );
  t.same(
    ratesOf(list, 18_000).map(({ key, perMinute }) => [key, perMinute]),
    [
      ['a', 4000],
      ['b', 2000],
    ],
    'what is older than ten seconds is forgotten',
  );
  t.same(ratesOf(list, 30_000), []);
  list = addTo(pause(list), { rows: [2], counted: 40, lately: 4, shares: [] }, 10_500);
  t.equal(list.new, 41, 'a pause counts them');
  t.equal(rateOf(list, 10_500), 90.5);
  t.same([resume(list).rows, resume(list).new], [[2, 1], 0]);
});

t.test('what is there when Live is opened counts for its rate as far as it is new', async t => {
  const of = (at: number) => ({ at, share: { key: 'a', name: 'meter', messages: 1 } });
  const list = beginWith(emptyList<number>(), [19_000, 15_000, 10_001, 10_000, 1], of, 20_000);
  t.equal(list.rows.length, 5);
  t.same(
    list.recent.map(({ at }) => at),
    [10_001, 15_000, 19_000],
    'oldest first, as what comes later is added',
  );
  t.equal(rateOf(list, 20_000), 0.3);
  t.equal(rateOf(beginWith(emptyList<number>(), [30_000], of, 20_000), 20_000), 0, 'another clock');
});

t.test('a new endpoint is shown over an hour, another over a day', async t => {
  t.equal(rangeSince(0, 3_600_000), '1h');
  t.equal(rangeSince(0, 7_200_000), '24h');
  t.equal(rangeSince(undefined, 0), '24h');
});

t.test('two tabs at most hold a stream: those that had the focus last', async t => {
  const claim = (id: string, focusedAt: number, saidAt = 100) => ({ id, since: 0, focusedAt, saidAt });
  const others = [claim('b', 5), claim('c', 9), claim('d', 1)];
  t.equal(mayHold(claim('a', 7), others, 100), true);
  t.equal(mayHold(claim('a', 3), others, 100), false);
  t.equal(mayHold(claim('a', 3), others, 20_000), true, 'silent tabs have no slot');
  t.equal(mayHold(claim('a', 0), [], 0), true);
});

t.test('a refusal is what an installer understands', async t => {
  t.equal(refusalOf('unknown_station'), 'not_registered');
  t.equal(refusalOf('certificate_mismatch'), 'name_mismatch');
  t.equal(refusalOf('certificate_expired'), 'expired');
  t.equal(refusalOf('self-signed certificate in certificate chain'), 'unknown_authority');
  t.equal(refusalOf('unable to verify the first certificate'), 'unknown_authority');
  t.equal(refusalOf('peer did not return a certificate'), 'no_certificate');
  t.equal(refusalOf('ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE'), 'no_certificate', 'as the TLS library writes it');
  t.equal(refusalOf('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'unknown_authority');
  t.equal(refusalOf('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'), 'unknown_authority');
  t.equal(refusalOf('disabled'), 'disabled');
  t.equal(refusalOf('something new'), 'other');
  t.same(splitAddress('tls://box.example.org:5001'), { host: 'box.example.org', port: '5001' });
  t.equal(hostOf('::ffff:192.168.1.31:40512'), '192.168.1.31');
  t.equal(fileNameOf('Höhe 2 / Süd'), 'ho-he-2-su-d');
  t.equal(fileNameOf('///'), 'station');
});

t.test('stations are listed worst first, filtered and sorted', async t => {
  const station = (name: string, status: string, tags: Record<string, string> = {}) => ({
    bsEui: `70b3d59cd000000${name.length}`,
    name,
    status,
    tags,
    certificateStatus: 'valid',
    model: '',
  });
  const all = [station('roof 10', 'online'), station('roof 9', 'online', { floor: '2' }), station('silo', 'offline')];
  t.same(
    worstFirst(all).map(({ name }) => name),
    ['silo', 'roof 9', 'roof 10'],
  );
  t.same(
    filterStations(all, parseFilter('ROOF floor=2', [])).map(({ name }) => name),
    ['roof 9'],
  );
  t.same(
    filterStations(all, parseFilter('status:offline', ['status'])).map(({ name }) => name),
    ['silo'],
  );
  t.same(
    sortStations(all, 'name', true, () => undefined).map(({ name }) => name),
    ['silo', 'roof 10', 'roof 9'],
  );
});

t.test('values have names, units and nothing that is no value', async t => {
  const values = namedValues(
    { temperature: 21.4, battery_voltage: 3, open: false, nested: { a: 1 }, list: [1] },
    { temperature: { unit: '°C', label: 'Air' } },
  );
  t.same(
    values.map(({ label, unit }) => [label, unit]),
    [
      ['Air', '°C'],
      ['Battery voltage', ''],
      ['Open', ''],
    ],
  );
  t.equal(labelOf('batteryVoltage'), 'Battery voltage');
  t.same(namedValues(undefined, undefined), []);
});

t.test('errors are named by their token', async t => {
  t.same(splitFault('ErrTokenEndPointNotFound: no such endpoint'), {
    token: 'ErrTokenEndPointNotFound',
    sentence: 'no such endpoint',
  });
  t.equal(kindOfToken('ErrTokenEndPointEUIExists'), 'exists');
  t.equal(kindOfToken('ErrTokenServiceStarting'), 'starting');
  t.equal(kindOfToken('ErrTokenInvalidEUI'), 'invalid');
  t.equal(kindOfToken(''), undefined);
  t.equal(asSentence('the name is taken'), 'The name is taken.');
});

t.test('small rules', async t => {
  t.same(parseTags('floor=2, barn; wing = north'), { floor: '2', barn: '', wing: 'north' });
  t.equal(parseTags('a b'), undefined);
  t.equal(tagsAsText({ floor: '2', barn: '' }), 'floor=2, barn');
  t.equal(secondsOf('15', 'min'), 900);
  t.equal(secondsOf('', 'h'), 0);
  t.equal(secondsOf('1.5', 'h'), undefined);
  t.same(intervalOf(900), { count: 15, unit: 'min' });
  t.same(rangeBetween(['a', 'b', 'c', 'd'], 'd', 'b'), ['b', 'c', 'd']);
  t.same(rangeBetween(['a'], undefined, 'a'), ['a']);
  t.same([0, 1000, 2000, 8000, 15_000].map(nextWait), [1000, 2000, 4000, 15_000, 15_000]);
  t.equal(isLate(0, 60, 180_001), true);
  t.equal(isLate(0, 0, 1e12), false);
  t.same(
    hourly(
      [
        { at: 9.5 * HOUR, count: 3 },
        { at: 2 * HOUR, count: 9 },
      ],
      3,
      10.2 * HOUR,
    ),
    [0, 3, 0],
  );
});

t.test('what fails of many is told, and the others are done', async t => {
  let [running, most] = [0, 0];
  const failed = await forEachOf(
    Array.from({ length: 40 }, (_, at) => at),
    async item => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      if (item % 10 === 0) throw new Error(`no ${item}`);
    },
  );
  t.same(
    failed.map(({ item }) => item).sort((a, b) => a - b),
    [0, 10, 20, 30],
  );
  t.ok(most <= 8);
});
