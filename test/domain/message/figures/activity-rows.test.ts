import t from 'tap';
import { eachSums } from '../../../../src/domain/message/figures/activity-rows.ts';
import { SumsBuffer, type SumsDetail } from '../../../../src/domain/message/figures/cell-sums.ts';
import { eachAsked, keptSums } from '../../../../src/domain/message/figures/kept-sums.ts';
import { Samples } from '../../../../src/domain/message/figures/samples.ts';
import { RowPacker } from '../../../../src/domain/message/row-packer.ts';
import { MS_NS } from '../../../../src/kit/units.ts';
import { random, T0 } from '../log-store.ts';

const ENDPOINTS = 20;
const STATIONS = 40;

/** A row of endpoints: some are heard by one station, some by all, and of some only late copies were counted. */
function packedRow(): Uint8Array {
  const next = random(11);
  const pick = (n: number) => Math.floor(next() * n);
  const samples = new Samples();
  for (let endpoint = 1; endpoint <= ENDPOINTS; endpoint++) {
    const stations = [1, 3, STATIONS][pick(3)] ?? 1;
    for (let n = pick(20); n >= 0; n--) {
      const owner = { org: 1, endpoint, duplicate: next() < 0.2, atMs: T0 + pick(1000), bytes: pick(300) };
      const radio = () => ({ snr: pick(20), rssi: -pick(130), eqSnr: next() < 0.5 ? pick(9) : undefined });
      if (next() < 0.9) samples.message(owner, radio(), next() < 0.2 ? undefined : pick(3));
      else samples.notSole(owner, 1 + pick(3));
      for (let copies = pick(3); copies >= 0; copies--) {
        samples.copy(owner, { station: 1 + pick(stations), rxTime: BigInt(T0) * MS_NS, ...radio() }, next() < 0.3);
      }
    }
  }
  const group = samples.grouped(() => 0).get(0) ?? { messages: [], copies: [] };
  const [packed] = new RowPacker().endpoints(samples, group, T0, () => 1);
  return Buffer.from(packed?.cells ?? []);
}

/** What is told of the cells of a row, in their order, as far as it is asked for. */
function told(row: Parameters<typeof eachAsked>[0], detail: SumsDetail, stations?: ReadonlySet<number>): unknown[] {
  const found: unknown[] = [];
  const sums = new SumsBuffer();
  const wanted = (key: number) => key % 6 !== 4;
  eachAsked(row, { detail, wanted, stations }, sums, key => {
    const { messages, bytes, levels } = sums;
    const { snrSum, rssiSum } = levels;
    if (detail === 'radio') found.push({ key, messages, snrSum, rssiSum });
    const heard = sums.stations.filter(({ station }) => stations?.has(station) !== false);
    const counted = heard.map(({ station, receptions, bytes: own }) => ({ station, receptions, bytes: own }));
    if (detail === 'counts') found.push({ key, messages, bytes, stations: counted });
    // More may be told of than of these stations.
    if (detail === 'all' && heard.length > 0) found.push({ key, heard: structuredClone(heard), sums: { ...levels } });
  });
  return found;
}

t.test('what is kept of a row says the same as its cells', async t => {
  const row = { cells: packedRow(), packedAt: T0 };
  const kept = keptSums(row.cells);
  for (const detail of ['counts', 'radio', 'all'] as const) {
    const expected = told(row, detail);
    t.ok(expected.length > ENDPOINTS / 2);
    t.same(told({ ...row, kept }, detail), expected, detail);
  }
  for (const stations of [[1], [2, STATIONS], [STATIONS + 1]].map(ids => new Set(ids))) {
    const expected = told(row, 'all', stations);
    t.equal(expected.length > 0, !stations.has(STATIONS + 1));
    t.same(told({ ...row, kept }, 'all', stations), expected);
  }
});

t.test('the sums of a cell are the same without its stations, and its endpoints are found behind them', async t => {
  const samples = new Samples();
  for (let endpoint = 1; endpoint <= ENDPOINTS; endpoint++) {
    const owner = { org: 1, endpoint, duplicate: endpoint % 5 === 0, atMs: T0 + endpoint, bytes: 9 };
    samples.message(owner, { snr: endpoint / 4, rssi: -100 }, 0);
    for (let station = 1; station <= endpoint; station++) {
      samples.copy(owner, { station, rxTime: BigInt(T0) * MS_NS, snr: 1.25, rssi: -99 }, false);
    }
  }
  const group = samples.grouped(() => 0).get(0) ?? { messages: [], copies: [] };
  const row = Buffer.from(new RowPacker().organization(samples, group, T0));
  const read = (detail: 'all' | 'cell') => {
    const found: unknown[] = [];
    const sums = new SumsBuffer();
    eachSums(row, T0, sums, detail, (key, { messages, bytes, firstAt, lastAt, levels }, active) => {
      const ids: number[] = [];
      active.addTo({ add: id => ids.push(id) });
      found.push({ key, messages, bytes, firstAt, lastAt, levels: { ...levels }, count: active.count, ids });
    });
    return found;
  };
  t.equal(read('all').length, 2);
  t.same(read('cell'), read('all'));
});
