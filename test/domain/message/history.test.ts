import t from 'tap';
import { complete } from '../../../src/database/scan.ts';
import type { StoredMessage } from '../../../src/domain/message/log.ts';
import { packDeltas, unpackDeltas } from '../../../src/domain/message/postings.ts';
import { best, type Reception } from '../../../src/domain/message/reception.ts';
import { DAY_S, HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import {
  type Copy,
  type Figures,
  type FiguresOf,
  figuresOf,
  isDuplicate,
  openLog,
  populate,
  random,
  T0,
  type TestLog,
} from './log-store.ts';

/** Two and a half days in which telegrams are heard late, twice, out of order, by one to three stations. */
function fill(log: TestLog, seed: number, telegrams: number): void {
  const next = random(seed);
  const step = (60 * HOUR_MS) / telegrams;
  let copies: Copy[] = [];
  for (let n = 0; n < telegrams; n++) {
    const at = T0 + Math.floor(n * step);
    const endpoint = 1 + Math.floor(next() * 4);
    const shared = { endpoint, packetCnt: n % 900, arrivedAt: at, userData: Buffer.from([endpoint, n & 255]) };
    const rx = at - Math.floor(next() ** 4 * 5 * HOUR_MS);
    const levels = { snr: Math.floor(next() * 20), rssi: -120 + Math.floor(next() * 40), eqSnr: n % 2 ? 3 : undefined };
    const radio = { ...levels, ...(n % 3 === 0 && { profile: `EU${n % 2}`, mode: 'ulp' }) };
    copies.push({ ...shared, station: 1, rxNs: BigInt(rx) * MS_NS, reception: radio });
    if (next() < 0.3) copies.push({ ...shared, station: 2, rxNs: BigInt(rx + 20) * MS_NS });
    if (copies.length > 150) {
      log.write(copies, at + 500);
      // A late copy of a message that is visible; perhaps of one in a sealed block.
      log.write([{ ...shared, station: 3, rxNs: BigInt(rx + 40) * MS_NS }], at + 500);
      copies = [];
    }
  }
  log.write(copies, T0 + 60 * HOUR_MS);
}

/** The same figures by counting every message there is. */
function counted(log: TestLog, [of, key]: FiguresOf, fromMs: number, toMs: number): Figures {
  const figures: Figures = {
    ...{ messages: 0, duplicates: 0, bytes: 0, lost: 0, resets: 0, snrSum: 0, rssiSum: 0, eqSnrSum: 0, eqSnrCount: 0 },
    ...{ firstAt: Number.POSITIVE_INFINITY, lastAt: Number.NEGATIVE_INFINITY },
    ...{ rssiMin: Number.POSITIVE_INFINITY, rssiMax: Number.NEGATIVE_INFINITY, profiles: {}, modes: {}, stations: {} },
  };
  const inside = (ns: bigint) => ns >= BigInt(fromMs) * MS_NS && ns < BigInt(toMs) * MS_NS;
  const add = (m: StoredMessage, r: Reception, at: bigint) => {
    const atMs = Number(at / MS_NS);
    figures.messages++;
    figures.bytes += m.userData.length;
    if (isDuplicate(m.flags)) figures.duplicates++;
    figures.snrSum += r.snr;
    figures.rssiSum += r.rssi;
    figures.eqSnrSum += r.eqSnr ?? 0;
    if (r.eqSnr !== undefined) figures.eqSnrCount++;
    figures.rssiMin = Math.min(figures.rssiMin, r.rssi);
    figures.rssiMax = Math.max(figures.rssiMax, r.rssi);
    figures.firstAt = Math.min(figures.firstAt, atMs);
    figures.lastAt = Math.max(figures.lastAt, atMs);
  };
  const { messages } = log.stores;
  for (const m of messages.after(0, 1_000_000)) {
    if (of === 'station') {
      const r = m.receptions.find(({ station }) => station === key);
      if (!r || !inside(r.rxTime)) continue;
      add(m, r, r.rxTime);
      if (r === m.receptions[0]) figures.lost++;
      for (const [words, text] of [
        [figures.profiles, r.profile],
        [figures.modes, r.mode],
      ] as const) {
        if (text) words[text] = (words[text] ?? 0) + 1;
      }
      continue;
    }
    if (!inside(m.rxTime) || (of === 'endpoint' && m.endpoint !== key)) continue;
    add(m, best(m.receptions), m.rxTime);
    if (m.skipped === undefined) figures.resets++;
    else figures.lost += m.skipped;
    for (const { station, rxTime } of m.receptions) {
      const [receptions, lastAt] = figures.stations[station] ?? [0, 0];
      figures.stations[station] = [receptions + 1, Math.max(lastAt, Number(rxTime / MS_NS))];
    }
  }
  return figures;
}

for (const sliceRows of [undefined, 5]) {
  const how = sliceRows === undefined ? 'sealed at once' : `sealed in slices of ${sliceRows}`;
  t.test(`figures of any window equal a count of every message, also after a restart, ${how}`, async t => {
    const log = openLog(t, undefined, sliceRows === undefined ? {} : { sliceRows });
    if (sliceRows !== undefined) log.slices = 3;
    populate(log, 4, 3);
    fill(log, 11, 2500);
    t.ok(log.stores.history.blocks().length >= 2, 'several blocks are sealed');
    const next = random(5);
    const keys: FiguresOf[] = [
      ['organization', 1],
      ['endpoint', 3],
      ['endpoint', 2],
      ['station', 3],
      ['station', 1],
    ];
    for (let round = 0; round < 3; round++) {
      // From what waits, and from what is put together.
      if (round === 1 && sliceRows === undefined) {
        log.db.atomic(() => {
          while (log.stores.history.mergeSomeActivity(Number.MAX_SAFE_INTEGER));
        });
      }
      if (round === 2) {
        log.reopen();
        log.receive({
          endpoint: 1,
          packetCnt: 70_000,
          rxNs: BigInt(T0 + 60 * HOUR_MS) * MS_NS,
          arrivedAt: T0 + 60 * HOUR_MS,
        });
        fill(log, 12, 700);
      }
      const a = T0 - 6 * HOUR_MS + Math.floor(next() * 60 * HOUR_MS);
      const b = a + 1 + Math.floor(next() * 40 * HOUR_MS);
      for (const of of keys) {
        const expected = counted(log, of, a, b);
        for (const granularity of ['hour', 'day'] as const) {
          const found = figuresOf(log, of, a, b, granularity);
          t.same(found, expected, `${of.join(' ')} round ${round} by ${granularity}`);
        }
      }
      const { topEndpoints, topStations } = complete(log.stores.statistics.organization(1, a, b, DAY_S, 10));
      const ranked = (counts: readonly number[]) => counts.toSorted((x, y) => y - x);
      const ofEndpoints = [1, 2, 3, 4].map(endpoint => counted(log, ['endpoint', endpoint], a, b).messages);
      const { stations } = counted(log, ['organization', 1], a, b);
      t.same(
        topEndpoints.map(({ count }) => count),
        ranked(ofEndpoints),
        `endpoints, round ${round}`,
      );
      t.same(
        topStations.map(({ count }) => count),
        ranked(Object.values(stations).map(([receptions]) => receptions)),
        `stations, round ${round}`,
      );
    }
  });
}

t.test('a late copy counts when it was received, however long after its message', async t => {
  const log = openLog(t, undefined, { blockMessages: 8 });
  populate(log, 4, 3);
  const now = T0 + 40 * HOUR_MS;
  const hear = (packetCnt: number, station: number, rxMs: number): Copy => ({
    ...{ endpoint: 2, packetCnt, station, rxNs: BigInt(rxMs) * MS_NS, arrivedAt: now },
  });
  const others = (from: number, rxMs: number) => Array.from({ length: 8 }, (_, n) => hear(from + n, 1, rxMs + n));
  // A block of telegrams of long ago, and a copy of one of them that says it is of now.
  log.write([hear(1, 1, T0), ...others(10, T0 + HOUR_MS)], now + 1000);
  const half = now + HOUR_MS / 2;
  log.write([hear(1, 2, half + 5)], now + 1000);
  const look = (when: string) => {
    for (const [from, to, receptions] of [
      [half, half + 6, 1],
      [half, half + 5, 0],
      [T0 - 1000, T0 + 1, 0],
    ] as const) {
      t.equal(figuresOf(log, ['station', 2], from, to, 'hour').messages, receptions, `from ${from - T0} ${when}`);
    }
    const { stations } = figuresOf(log, ['endpoint', 2], T0 - 1000, T0 + 1, 'hour');
    t.same(stations, { 1: [1, T0], 2: [1, half + 5] }, `of its message ${when}`);
  };
  t.equal(log.stores.messages.lateStations(0, Number.MAX_SAFE_INTEGER).size, 1);
  look('not sealed');
  log.write(others(30, half), now + 1000);
  t.ok(log.stores.history.sealedUpTo() > 10);
  look('sealed');
});

t.test('packed deltas give back whatever was packed', async t => {
  const next = random(3);
  const values = Array.from({ length: 2000 }, () => Math.floor(next() * 2 ** (1 + Math.floor(next() * 52))));
  t.same(unpackDeltas(packDeltas(values)), values);
  t.same(unpackDeltas(packDeltas([])), []);
});
