import t from 'tap';
import { complete } from '../../../src/database/scan.ts';
import { addRadio, noFigures, Scope, type ScopeId, sumOf } from '../../../src/domain/message/figures.ts';
import { packDeltas, unpackDeltas } from '../../../src/domain/message/postings.ts';
import { best } from '../../../src/domain/message/reception.ts';
import { DAY_S, HOUR_MS, HOUR_S, MS_NS } from '../../../src/kit/units.ts';
import { type Copy, figuresOf, isDuplicate, openLog, populate, random, T0, type TestLog } from './log-store.ts';

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
    const radio = { snr: Math.floor(next() * 20), rssi: -120 + Math.floor(next() * 40), eqSnr: n % 2 ? 3 : undefined };
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
function counted(log: TestLog, scope: ScopeId, key: number, fromMs: number, toMs: number) {
  const figures = noFigures();
  const inside = (ns: bigint) => ns >= BigInt(fromMs) * MS_NS && ns < BigInt(toMs) * MS_NS;
  const { messages } = log.stores;
  const rows = messages.after(0, 1_000_000);
  const late = messages.lateStations(0, Number.MAX_SAFE_INTEGER);
  for (const m of rows) {
    if (scope === Scope.organization || scope === Scope.endpoint) {
      if (!inside(m.rxTime) || (scope === Scope.endpoint && m.endpoint !== key)) continue;
      const receptions = m.receptions.filter(r => !late.get(m.seq)?.has(r.station));
      figures.messages++;
      figures.receptions += receptions.length;
      figures.bytes += m.userData.length;
      if (isDuplicate(m.flags)) figures.duplicates++;
      if (m.skipped === undefined) figures.resets++;
      else figures.lost += m.skipped;
      addRadio(figures, best(receptions), Number(m.rxTime / MS_NS));
      continue;
    }
    for (const r of m.receptions) {
      if (!inside(r.rxTime) || (scope === Scope.endpointByStation ? m.endpoint : r.station) !== key) continue;
      figures.receptions++;
      figures.bytes += m.userData.length;
      if (r === m.receptions[0]) figures.firsts++;
      if (isDuplicate(m.flags)) figures.duplicates++;
      addRadio(figures, r, Number(r.rxTime / MS_NS));
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
    const scopes: [ScopeId, number][] = [
      [Scope.organization, 1],
      [Scope.endpoint, 3],
      [Scope.endpointByStation, 2],
      [Scope.station, 3],
      [Scope.station, 1],
      [Scope.stationByEndpoint, 2],
    ];
    for (let round = 0; round < 3; round++) {
      // From what waits, and from what is put together.
      if (round === 1 && sliceRows === undefined) {
        log.db.atomic(() => {
          while (log.stores.history.mergeSome(Number.MAX_SAFE_INTEGER));
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
      for (const [scope, key] of scopes) {
        const expected = counted(log, scope, key, a, b);
        for (const grain of [HOUR_S, DAY_S] as const) {
          const found = sumOf(figuresOf(log, { scope, key }, a, b, grain));
          t.same(found, expected, `scope ${scope} key ${key} round ${round} grain ${grain}`);
        }
      }
      const { topEndpoints, topStations } = complete(log.stores.statistics.organization(1, a, b, DAY_S, 10));
      const ranked = (scope: ScopeId, keys: number, of: 'messages' | 'receptions') =>
        Array.from({ length: keys }, (_, at) => counted(log, scope, at + 1, a, b)[of]).sort((x, y) => y - x);
      t.same(
        topEndpoints.map(({ count }) => count),
        ranked(Scope.endpoint, 4, 'messages'),
        `endpoints, round ${round}`,
      );
      t.same(
        topStations.map(({ count }) => count),
        ranked(Scope.station, 3, 'receptions'),
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
    for (const [scope, key] of [
      [Scope.endpointByStation, 2],
      [Scope.stationByEndpoint, 2],
      [Scope.station, 2],
    ] as const) {
      for (const [from, to, receptions] of [
        [half, half + 6, 1],
        [half, half + 5, 0],
        [T0 - 1000, T0 + 1, 1],
      ] as const) {
        const found = figuresOf(log, { scope, key }, from, to, HOUR_S);
        const ofStation = found.filter(bucket => scope !== Scope.endpointByStation || bucket.other === 2);
        const expected = from === half ? receptions : 0;
        t.equal(sumOf(ofStation).receptions, expected, `scope ${scope} from ${from - T0} ${when}`);
      }
    }
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
