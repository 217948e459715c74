import t from 'tap';
import {
  type ActivityRow,
  addPacked,
  addRow,
  endpointRow,
  noRow,
  organizationRow,
} from '../../../src/domain/message/figures/activity-rows.ts';
import { type SampleGroup, Samples } from '../../../src/domain/message/figures/samples.ts';
import { NO_ENDPOINT } from '../../../src/domain/message/identity.ts';
import { RowPacker } from '../../../src/domain/message/row-packer.ts';
import { HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { random, T0 } from './log-store.ts';

const ENDPOINTS = 40;
const STATIONS = 5;
const PLACE = 16;
const placeOf = (endpoint: number) => 1 + Math.floor(endpoint / PLACE);

/** Quarters add up to the same in any order. */
function samplesOf(next: () => number, messages: number, fromMs: number): Samples {
  const pick = (n: number) => Math.floor(next() * n);
  const samples = new Samples();
  for (let n = 0; n < messages; n++) {
    const endpoint = next() < 0.1 ? NO_ENDPOINT : 1 + pick(next() < 0.5 ? 3 : ENDPOINTS);
    const owner = { org: 1, endpoint, duplicate: next() < 0.1, atMs: fromMs + pick(HOUR_MS), bytes: pick(300) };
    const radio = () => ({
      snr: pick(200) / 4 - 20,
      rssi: pick(500) / 4 - 140,
      eqSnr: next() < 0.5 ? pick(50) / 4 : undefined,
    });
    const first = radio();
    const stations = 1 + (next() < 0.5 ? 0 : pick(STATIONS));
    // Of some only a late copy is in this part of the log.
    if (next() < 0.9) samples.message(owner, first, next() < 0.1 ? undefined : pick(4));
    else samples.notSole(owner, 1);
    for (let station = 1; station <= stations; station++) {
      const rxTime = BigInt(owner.atMs + pick(90) - 40) * MS_NS;
      samples.copy(owner, { station, rxTime, ...(station === 1 ? first : radio()) }, stations === 1);
    }
  }
  return samples;
}

function all(samples: Samples, withEndpoint = false): SampleGroup {
  const groups = samples.grouped((_org, key) =>
    withEndpoint && Math.floor(key / 2) === NO_ENDPOINT ? undefined : true,
  );
  return groups.get(true) ?? { messages: [], copies: [] };
}

/** In one order, and of an empty list of endpoints as of none. */
function plain({ cells, active }: ActivityRow) {
  const sorted = <V>(map: ReadonlyMap<number, V>) => [...map].sort(([a], [b]) => a - b);
  const levels = <L extends { snrBins: Map<number, number>; rssiBins: Map<number, number> }>(of: L) => ({
    ...of,
    snrBins: sorted(of.snrBins),
    rssiBins: sorted(of.rssiBins),
  });
  return {
    cells: sorted(cells).map(([key, cell]) => [
      key,
      {
        ...cell,
        levels: levels(cell.levels),
        stations: sorted(cell.stations).map(([id, of]) => [id, { ...of, levels: levels(of.levels) }]),
      },
    ]),
    active: sorted(active)
      .filter(([, ids]) => ids.size > 0)
      .map(([key, ids]) => [key, [...ids].sort((a, b) => a - b)]),
  };
}

function read(cells: Uint8Array, startAt: number, into = noRow()): ActivityRow {
  addPacked(into, cells, startAt);
  return into;
}

t.test('packed rows say what is counted cell by cell', async t => {
  const next = random(3);
  const packer = new RowPacker();
  for (let round = 0; round < 40; round++) {
    const samples = samplesOf(next, round * 3, T0);
    t.same(
      plain(read(packer.organization(samples, all(samples), T0), T0)),
      plain(organizationRow(samples, all(samples))),
    );
    const found = noRow();
    let last = 0;
    for (const { place, cells, count } of packer.endpoints(samples, all(samples), T0, placeOf)) {
      const row = read(cells, T0);
      t.equal(row.cells.size, count);
      t.ok(place > last && [...row.cells.keys()].every(key => placeOf(Math.floor(key / 2)) === place));
      last = place;
      addRow(found, row);
    }
    t.same(plain(found), plain(endpointRow(samples, all(samples, true))));
  }
});

t.test('the sum of packed rows of hours is that of their cells', async t => {
  const next = random(4);
  const packer = new RowPacker();
  for (let round = 0; round < 40; round++) {
    const expected = noRow();
    const hours = Array.from({ length: round % 7 }, (_, hour) => {
      const startAt = T0 + hour * HOUR_MS;
      const samples = samplesOf(next, 1 + Math.floor(next() * 60), startAt);
      const isOrganization = round % 2 === 0;
      const [placed] = packer.endpoints(samples, all(samples), startAt, () => 1);
      const cells = Buffer.from(
        isOrganization ? packer.organization(samples, all(samples), startAt) : (placed?.cells ?? []),
      );
      addRow(
        expected,
        isOrganization ? organizationRow(samples, all(samples)) : endpointRow(samples, all(samples, true)),
      );
      return { cells, startAt };
    });
    t.same(plain(read(packer.sum(hours, T0), T0)), plain(expected));
  }
});

t.test('room that is used again holds nothing of before', async t => {
  const samples = samplesOf(random(5), 300, T0);
  samples.clear();
  t.ok(samples.empty);
  t.equal(samples.grouped(() => true).size, 0);
  samples.message({ org: 1, endpoint: 7, duplicate: false, atMs: T0, bytes: 3 }, { snr: 1, rssi: -90 }, 0);
  t.same([...endpointRow(samples, all(samples)).cells.keys()], [14]);
});
