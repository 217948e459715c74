// Long: for CI and `npm test -- --long`.
import t, { type Test } from 'tap';
import { complete } from '../../../src/database/scan.ts';
import type { Quality } from '../../../src/domain/statistics/quality.ts';
import { GRANULARITIES, type Granularity } from '../../../src/domain/statistics/slots.ts';
import { DAY_MS, HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { some } from '../../whole.ts';
import { addModel, assign } from '../blueprint/log-catalog.ts';
import { bsEui, type Copy, epEui, openLog, populate, random, T0, type TestLog } from '../message/log-store.ts';
import { pruneLog, pruneRows } from '../retention/retention-scene.ts';
import {
  busiest,
  Ledger,
  naiveHistogram,
  naiveQuality,
  perSlot,
  quantileTrouble,
  type Seen,
  weakest,
} from './naive.ts';

const ENDPOINTS = 70;
const STATIONS = 3;
/** Belongs to the other organization. */
const STRANGER = ENDPOINTS;
const OF_MODEL = [1, 2, 66];
const SILENT = 69;
const NOW = T0 + 60 * HOUR_MS;

/** Three days of telegrams that are heard late, twice, out of order, by up to three stations, some with a counter that was used before. */
function fill(log: TestLog, next: () => number, telegrams: number, fromMs: number, toMs: number): void {
  const pick = (n: number) => Math.floor(next() * n);
  let copies: Copy[] = [];
  const old: Copy[] = [];
  for (let n = 0; n < telegrams; n++) {
    const at = fromMs + Math.floor((n * (toMs - fromMs)) / telegrams);
    const endpoint = next() < 0.5 ? 1 + pick(4) : 1 + pick(ENDPOINTS);
    if (endpoint === SILENT) continue;
    const rx = at - Math.floor(next() ** 4 * 5 * HOUR_MS);
    const shared = {
      ...{ endpoint, arrivedAt: at, userData: Buffer.alloc(1 + pick(9), n) },
      ...{ packetCnt: next() < 0.1 ? pick(20) : n * 2 + pick(2), format: next() < 0.3 ? 2 : 0 },
    };
    const heard = (station: number, late: number): Copy => ({
      ...{ ...shared, station, rxNs: BigInt(rx + late) * MS_NS },
      reception: {
        snr: pick(3000) / 100 - 10,
        rssi: -130 + pick(700) / 10,
        eqSnr: next() < 0.5 ? pick(100) / 10 : undefined,
      },
    });
    const stations = [1, 2, 3].sort(() => next() - 0.5).slice(0, 1 + pick(3));
    for (const [i, station] of stations.entries()) {
      if (i === 0 || next() < 0.6) copies.push(heard(station, i * 20));
      else old.push(heard(station, i * 20));
    }
    if (copies.length > 20) {
      log.write(copies, at + 500);
      copies = [];
      // Late copies of messages that are visible: of the unsealed part, and of blocks that are sealed.
      while (old.length > 3) log.write(old.splice(pick(old.length), 1), at + 500);
    }
  }
  log.write([...copies, ...old], toMs);
}

function scene(t: Test, seed: number) {
  const log = openLog(t, undefined, { blockMessages: 24, sliceRows: 8 });
  populate(log, ENDPOINTS, STATIONS);
  log.db.exec(`UPDATE endpoint SET org = 2 WHERE id = ${STRANGER}; UPDATE base_station SET org = 2 WHERE id = 3`);
  const { model } = addModel(log);
  for (const endpoint of OF_MODEL) assign(log, endpoint, { model });
  log.stores.uplinks.forget();
  const next = random(seed);
  return { log, next, model, ledger: new Ledger() };
}

/** Sums of decimals differ in their last bits by the order they are added in; few lie near where this rounds. */
function rounded<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_key, each) => (typeof each === 'number' ? Math.round(each * 1e6 + 0.317) / 1e6 : each)),
  );
}

function sameQuality(
  t: Test,
  found: Quality,
  radio: readonly { snr: number; rssi: number; eqSnr?: number | undefined }[],
) {
  const { medianRssi, medianSnr, p10Snr, p90Snr, ...plain } = found;
  t.same(rounded(plain), rounded(naiveQuality(radio)));
  const snr = radio.map(each => each.snr);
  const rssi = radio.map(each => each.rssi);
  for (const [values, part, width, quantile] of [
    [rssi, 0.5, 5, medianRssi],
    [snr, 0.5, 2, medianSnr],
    [snr, 0.1, 2, p10Snr],
    [snr, 0.9, 2, p90Snr],
  ] as const) {
    t.equal(quantileTrouble(values, part, width, quantile), undefined);
  }
}

interface Span {
  readonly org: number;
  readonly fromMs: number;
  readonly toMs: number;
}

function sameOverview(t: Test, log: TestLog, ledger: Ledger, span: Span, includeDuplicates: boolean) {
  const { org, fromMs, toMs } = span;
  const found = complete(log.stores.analytics.overview({ ...span, includeDuplicates, now: NOW }));
  const counted = (from: number, to: number) =>
    ledger.in(org, from, to).filter(({ duplicate }) => includeDuplicates || !duplicate);
  const all = counted(fromMs, toMs);
  const top = busiest(all);
  const { avgRssi, avgSnr, avgEqSnr } = naiveQuality(all.map(({ best }) => best));
  const own = org === 1 ? ENDPOINTS - 1 : 1;
  const active = new Set(top.map(({ endpoint }) => endpoint)).size;
  const receptions = all.flatMap(m => m.receptions);
  t.same(
    rounded({ ...found, topEndpoints: found.topEndpoints.map(({ eui, count }) => [eui, count]) }),
    rounded({
      messages: all.length,
      activeEndpoints: active,
      silentEndpoints: own - active,
      activeStations: new Set(receptions.map(({ station }) => station)).size,
      avgRssi,
      avgSnr,
      avgEqSnr,
      firstAt: all.length > 0 ? Math.min(...all.map(m => m.atMs)) : undefined,
      lastAt: all.length > 0 ? Math.max(...all.map(m => m.atMs)) : undefined,
      hourly: perSlot(all, fromMs, toMs, 'hour').map(({ start, of }) => ({ start, count: of.length })),
      last24h: counted(NOW - DAY_MS, NOW).length,
      last7d: counted(NOW - 7 * DAY_MS, NOW).length,
      duplicates: ledger.in(org, fromMs, toMs).filter(({ duplicate }) => duplicate).length,
      decodeFailed: ledger.in(org, fromMs, toMs).filter(({ failed }) => failed).length,
      receptionsPerMessage: all.length > 0 ? receptions.length / all.length : undefined,
      downlinksSent: 0,
      downlinksFailed: 0,
      topEndpoints: top.slice(0, 10).map(({ endpoint, count }) => [epEui(endpoint), count]),
    }),
    `overview of ${org}, ${fromMs} to ${toMs}`,
  );
}

interface Filter {
  readonly endpoint?: number | undefined;
  readonly station?: number | undefined;
  readonly model?: string | undefined;
}

function sameActivity(
  t: Test,
  log: TestLog,
  ledger: Ledger,
  span: Span,
  granularity: Granularity,
  includeDuplicates: boolean,
  { endpoint, station, model }: Filter,
) {
  const { org, fromMs, toMs } = span;
  const found = complete(
    log.stores.analytics.activity({
      ...{ ...span, granularity, includeDuplicates, deviceModel: model },
      epEui: endpoint === undefined ? undefined : epEui(endpoint),
      bsEui: station === undefined ? undefined : bsEui(station),
    }),
  );
  const all = ledger
    .in(org, fromMs, toMs)
    .filter(m => includeDuplicates || !m.duplicate)
    .filter(m => endpoint === undefined || m.endpoint === endpoint)
    .filter(m => model === undefined || OF_MODEL.includes(m.endpoint))
    .filter(m => station === undefined || m.receptions.some(r => r.station === station));
  const endpoints = (of: readonly Seen[]) => new Set(of.map(m => m.endpoint)).size;
  const stations = (of: readonly Seen[]) => {
    const heard = of.flatMap(m => m.receptions.map(r => r.station));
    return new Set(heard.filter(id => station === undefined || id === station)).size;
  };
  t.same(
    found,
    {
      messages: all.length,
      endpoints: endpoints(all),
      stations: stations(all),
      slots: perSlot(all, fromMs, toMs, granularity).map(({ start, of }) => ({
        start,
        messages: of.length,
        endpoints: endpoints(of),
        stations: stations(of),
        downlinks: 0,
        bytes: of.reduce((sum, m) => sum + m.bytes, 0),
      })),
    },
    `activity by ${granularity} of endpoint ${endpoint}, station ${station}, model ${model}, ${fromMs} to ${toMs}`,
  );
}

function sameSignal(
  t: Test,
  log: TestLog,
  ledger: Ledger,
  span: Span,
  granularity: Granularity | undefined,
  { endpoint, station }: Filter,
) {
  const { org, fromMs, toMs } = span;
  const found = complete(
    log.stores.analytics.quality({
      ...{ ...span, granularity },
      epEui: endpoint === undefined ? undefined : epEui(endpoint),
      bsEui: station === undefined ? undefined : bsEui(station),
    }),
  );
  const all = ledger
    .in(org, fromMs, toMs)
    .filter(m => !m.duplicate && (endpoint === undefined || m.endpoint === endpoint));
  const described = all.flatMap(m => {
    const radio = station === undefined ? [m.best] : m.receptions.filter(r => r.station === station);
    return radio.map(each => ({ atMs: m.atMs, endpoint: m.endpoint, radio: each }));
  });
  const radio = described.map(each => each.radio);
  sameQuality(t, found.overall, radio);
  t.same(
    found.snr,
    naiveHistogram(
      radio.map(r => r.snr),
      2,
    ),
  );
  t.same(
    found.rssi,
    naiveHistogram(
      radio.map(r => r.rssi),
      5,
    ),
  );
  const receptions = all.flatMap(m => m.receptions).filter(r => station === undefined || r.station === station);
  const heard = new Set(receptions.map(r => r.station));
  t.same(new Set(found.byStation.map(each => each.station)), heard);
  for (const each of found.byStation)
    sameQuality(
      t,
      each.quality,
      receptions.filter(r => r.station === each.station),
    );
  const slotted = granularity === undefined ? [] : perSlot(described, fromMs, toMs, granularity);
  t.same(
    found.slots.map(({ start }) => start),
    slotted.map(({ start }) => start),
  );
  t.same(
    rounded(found.slots.map(({ start: _, ...slot }) => slot)),
    rounded(
      slotted.map(({ of }) => {
        const { count, avgRssi, avgSnr, avgEqSnr } = naiveQuality(of.map(each => each.radio));
        return { count, avgRssi, avgSnr, avgEqSnr };
      }),
    ),
  );
  const weak = weakest(described);
  t.same(
    rounded(found.weakest.map(({ eui, count, avgSnr, avgRssi }) => [eui, count, avgSnr, avgRssi])),
    rounded(weak.map(({ endpoint: id, count, avgSnr, avgRssi }) => [epEui(id), count, avgSnr, avgRssi])),
  );
}

/** Counts hours again that have changed. @returns in how many steps */
function recount(log: TestLog): number {
  let steps = 0;
  for (let more = log.stores.recount.isDue(); more; steps++) more = log.db.atomic(() => log.stores.recount.step()).more;
  return steps;
}

/** All answers over a window. */
function same(t: Test, log: TestLog, ledger: Ledger, span: Span, next: () => number, model: string): void {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  for (const includeDuplicates of [false, true]) sameOverview(t, log, ledger, span, includeDuplicates);
  const filters: Filter[] = [
    {},
    { endpoint: 1 + Math.floor(next() * 4) },
    { station: 1 + Math.floor(next() * STATIONS) },
    { endpoint: 1 + Math.floor(next() * 4), station: 1 + Math.floor(next() * STATIONS) },
    { model },
    { model, station: 1 },
    { model, endpoint: 2 },
  ];
  for (const filter of filters) {
    sameActivity(t, log, ledger, span, pick(GRANULARITIES), next() < 0.3, filter);
    if (filter.model === undefined) sameSignal(t, log, ledger, span, pick([undefined, ...GRANULARITIES]), filter);
  }
}

for (const seed of some([1, 2, 3, 4, 5, 6], 2)) {
  t.test(`every answer over any window is what the log says row by row: seed ${seed}`, async t => {
    const { log, next, model, ledger } = scene(t, seed);
    log.slices = seed % 2 === 0 ? 3 : Number.POSITIVE_INFINITY;
    const rounds = 5;
    let prunedMs = 0;
    for (let round = 0; round < rounds; round++) {
      const from = T0 + (round * 60 * HOUR_MS) / rounds;
      fill(log, next, 160, from, from + (60 * HOUR_MS) / rounds);
      if (round === 1) log.reopen();
      ledger.look(log);
      if (round % 2 === 1) recount(log);
      if (round >= 2) {
        // What failed for want of a calibration is decoded again, or fails again.
        for (const endpoint of OF_MODEL)
          assign(log, endpoint, { model, ...(next() < 0.5 && { calibration: '{"gain":3}' }) });
        log.stores.uplinks.forget();
        const { seqs } = complete(log.stores.redecode.places({ org: 1, endpoints: OF_MODEL }));
        for (let left = seqs; left.length > 0; ) {
          left = left.slice(log.db.atomic(() => log.stores.redecode.step(left)).done);
        }
        ledger.look(log);
      }
      if (round === 3) {
        const until = T0 + 20 * HOUR_MS;
        t.ok(pruneLog(log, { until, now: from }) > 0);
        pruneRows(log, 1, { hoursUntil: 1 });
        prunedMs = until + HOUR_MS;
      }
      for (let window = 0; window < 3; window++) {
        const org = window === 2 ? 2 : 1;
        // Where messages are gone, windows begin and end with an hour.
        const edge = () => {
          const at = T0 - 4 * HOUR_MS + Math.floor(next() * 68 * HOUR_MS);
          return at < prunedMs || next() < 0.3 ? Math.floor(at / HOUR_MS) * HOUR_MS : at;
        };
        const [a, b] = [edge(), edge()].sort((x, y) => x - y) as [number, number];
        same(t, log, ledger, { org, fromMs: a, toMs: Math.max(b, a + HOUR_MS) }, next, model);
      }
      const whole = { org: 1, fromMs: T0 - 8 * DAY_MS, toMs: NOW + DAY_MS };
      sameOverview(t, log, ledger, { ...whole, fromMs: T0 - 2 * DAY_MS }, true);
      sameSignal(t, log, ledger, whole, 'day', {});
    }
    t.ok(log.stores.history.blocks().length > 5);
    t.ok(ledger.seen.size > 400);
    t.ok([...ledger.seen.values()].some(({ duplicate }) => duplicate));
    t.ok([...ledger.seen.values()].some(({ failed }) => failed));
    const stored = (table: string) => (log.db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
    t.ok(stored('activity') > 0 && stored('late_reception') > 0, 'hours are put together, and copies came late');
  });
}

t.test('what an older release has sealed is read from the log, and counted step by step', async t => {
  const { log, next, model, ledger } = scene(t, 7);
  fill(log, next, 900, T0, T0 + 40 * HOUR_MS);
  const sealedUpTo = log.stores.history.sealedUpTo();
  log.db.exec(`DELETE FROM activity; DELETE FROM pending_activity; DELETE FROM decode_failure;
    INSERT INTO activity_from VALUES (${sealedUpTo + 1})`);
  fill(log, next, 200, T0 + 40 * HOUR_MS, T0 + 60 * HOUR_MS);
  ledger.look(log);
  const check = () => {
    const a = T0 - 4 * HOUR_MS + Math.floor(next() * 60 * HOUR_MS);
    const span = { org: 1, fromMs: a, toMs: a + 1 + Math.floor(next() * 30 * HOUR_MS) };
    same(t, log, ledger, span, next, model);
    sameOverview(t, log, ledger, { org: 1, fromMs: T0 - DAY_MS, toMs: NOW }, true);
  };
  check();
  let counted = 0;
  let steps = 0;
  for (let more = true; more; steps++) {
    const step = log.db.atomic(() => log.stores.countBack.step());
    counted += step.counted;
    more = step.more;
    if (steps % 3 === 0) check();
    if (steps === 1) {
      // Decoded again, counted or not.
      for (const endpoint of OF_MODEL) assign(log, endpoint, { model, calibration: '{"gain":3}' });
      log.stores.uplinks.forget();
      let { seqs } = complete(log.stores.redecode.places({ org: 1, endpoints: OF_MODEL }));
      while (seqs.length > 0) seqs = seqs.slice(log.db.atomic(() => log.stores.redecode.step(seqs)).done);
      ledger.look(log);
    }
    if (steps === 2) log.reopen();
  }
  check();
  t.equal(log.stores.history.activityFrom(), 0);
  t.same(log.db.atomic(() => log.stores.countBack.step()).counted, 0, 'that was all');
  const { n } = log.db.prepare('SELECT count(*) AS n FROM message WHERE seq <= ?').get(sealedUpTo) as { n: number };
  t.equal(counted, n);
  t.ok(steps > 4);
});

t.test('answers are the same after every step in which blocks are put together', async t => {
  const { log, next, ledger } = scene(t, 8);
  log.slices = 0;
  const whole = { org: 1, fromMs: T0 - DAY_MS, toMs: NOW };
  fill(log, next, 2000, T0, T0 + 50 * HOUR_MS);
  ledger.look(log);
  let halfway = 0;
  for (let more = true; more; ) {
    more = log.derive();
    const [round] = log.db.prepare('SELECT place FROM activity_round').all() as { place: number }[];
    if (!round || round.place < 0) continue;
    halfway++;
    sameOverview(t, log, ledger, whole, true);
  }
  t.ok(halfway > 2, `${halfway} steps`);
});

t.test('where messages are gone, a window that cuts an hour has all of it', async t => {
  const { log, next, ledger } = scene(t, 9);
  fill(log, next, 700, T0, T0 + 50 * HOUR_MS);
  ledger.look(log);
  t.ok(pruneLog(log, { until: T0 + 30 * HOUR_MS, now: NOW }) > 0);
  const cut = { org: 1, fromMs: T0 + 2.5 * HOUR_MS, toMs: T0 + 10.5 * HOUR_MS, includeDuplicates: true, now: NOW };
  const { messages } = complete(log.stores.analytics.overview(cut));
  t.equal(messages, ledger.in(1, T0 + 2 * HOUR_MS, T0 + 11 * HOUR_MS).length);
});

t.test('copies that come late to messages that were read before are counted once', async t => {
  const log = openLog(t, undefined, { blockMessages: 5000 });
  populate(log, ENDPOINTS, STATIONS);
  log.db.exec(`UPDATE endpoint SET org = 2 WHERE id = ${STRANGER}`);
  const ledger = new Ledger();
  const heard = (n: number, station: number): Copy => ({
    ...{ endpoint: 1 + (n % 60), packetCnt: n, station, rxNs: BigInt(T0 + n * 1000) * MS_NS },
    reception: { snr: n % 20 },
  });
  const telegrams = Array.from({ length: 700 }, (_, n) => n);
  log.write(telegrams.map(n => heard(n, 1)));
  const span = { org: 1, fromMs: T0 - HOUR_MS, toMs: T0 + HOUR_MS };
  for (let round = 0; round < 3; round++) {
    ledger.look(log);
    sameOverview(t, log, ledger, span, false);
    sameSignal(t, log, ledger, span, undefined, {});
    log.write(telegrams.filter(n => n % 7 === round).map(n => heard(n, 2)));
    log.write(telegrams.filter(n => n % 14 === round).map(n => heard(n, 3)));
  }
  log.reopen();
  ledger.look(log);
  sameOverview(t, log, ledger, span, false);
});

for (const blockMessages of [2, 6]) {
  t.test(`what was registered again is one, in blocks of ${blockMessages}`, async t => {
    const log = openLog(t, undefined, { blockMessages });
    populate(log, 2, 1);
    const heard = (packetCnt: number, station: number): Copy => {
      const rxNs = BigInt(T0 + packetCnt) * MS_NS;
      return { endpoint: 1, packetCnt, station, rxNs, reception: { snr: packetCnt } };
    };
    log.write([heard(1, 1), heard(2, 1), heard(3, 1)]);
    log.db.exec(`UPDATE endpoint SET deleted_at = 1 WHERE id = 1; UPDATE base_station SET deleted_at = 1 WHERE id = 1;
    INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at) VALUES (9, 1, '${epEui(1)}', 'new', 'Z', 0, 0);
    INSERT INTO base_station (id, org, eui, name, created_at, updated_at) VALUES (9, 1, '${bsEui(1)}', 'new', 0, 0)`);
    log.stores.uplinks.forget();
    log.write([heard(4, 9), heard(5, 9), heard(6, 9)]);
    const span = { org: 1, fromMs: T0, toMs: T0 + HOUR_MS };
    const overview = complete(log.stores.analytics.overview({ ...span, includeDuplicates: false, now: NOW }));
    t.match(overview, { messages: 6, activeEndpoints: 1, silentEndpoints: 1, activeStations: 1 });
    t.same(overview.topEndpoints, [{ eui: epEui(1), name: 'new', count: 6 }]);
    const query = { ...span, granularity: 'day', includeDuplicates: false, deviceModel: undefined } as const;
    for (const granularity of GRANULARITIES) {
      for (const filter of [{}, { epEui: epEui(1) }, { bsEui: bsEui(1) }]) {
        const asked = { ...query, granularity, epEui: undefined, bsEui: undefined, ...filter };
        const found = complete(log.stores.analytics.activity(asked));
        t.match(found, { messages: 6, endpoints: 1, stations: 1, slots: [{ endpoints: 1, stations: 1 }] });
      }
    }
    const signal = complete(log.stores.analytics.quality({ ...query, epEui: undefined, bsEui: undefined }));
    t.match(signal.byStation, [{ station: 9, quality: { count: 6, avgSnr: 3.5 } }]);
    t.match(signal.weakest, [{ eui: epEui(1), count: 6, avgSnr: 3.5 }]);
  });
}

t.test('who has only used a counter again is active where duplicates count', async t => {
  const log = openLog(t);
  populate(log, 2, 1);
  const heard = (endpoint: number, packetCnt: number, atMs: number): Copy => ({
    ...{ endpoint, packetCnt, rxNs: BigInt(atMs) * MS_NS, arrivedAt: atMs, userData: Buffer.from(`${atMs}`) },
  });
  log.write([heard(2, 5, T0 - 3 * HOUR_MS)], T0 - 2 * HOUR_MS);
  log.write([heard(1, 1, T0), heard(2, 5, T0 + 1)], T0 + 1000);
  const span = { org: 1, fromMs: T0, toMs: T0 + HOUR_MS, epEui: undefined, bsEui: undefined, deviceModel: undefined };
  for (const granularity of GRANULARITIES) {
    for (const includeDuplicates of [false, true]) {
      const found = complete(log.stores.analytics.activity({ ...span, granularity, includeDuplicates }));
      const count = includeDuplicates ? 2 : 1;
      t.match(found, { messages: count, endpoints: count, slots: [{ endpoints: count }] });
    }
  }
});

t.test(
  'hours with better copies are counted again step by step, also after a restart, and answers stay the same',
  async t => {
    const { log, next, ledger } = scene(t, 10);
    fill(log, next, 900, T0, T0 + 50 * HOUR_MS);
    ledger.look(log);
    const changed = () => (log.db.prepare('SELECT count(*) AS n FROM changed_hour').get() as { n: number }).n;
    const before = changed();
    t.ok(before > 5, `${before} hours have changed`);
    const span = { org: 1, fromMs: T0 - DAY_MS, toMs: NOW };
    const step = () => log.db.atomic(() => log.stores.recount.step()).more;
    const check = () => {
      sameSignal(t, log, ledger, span, 'hour', {});
      sameSignal(t, log, ledger, span, 'day', { endpoint: 2 });
      sameOverview(t, log, ledger, span, true);
    };
    check();
    let steps = 0;
    for (let more = true; more; steps++) {
      more = step();
      if (steps % 2 === 0) check();
      if (steps === 3) log.reopen();
      // A write that fails takes the step back.
      if (steps === 6) {
        try {
          log.db.atomic(() => {
            log.stores.recount.step();
            throw new Error('no room');
          });
        } catch {}
      }
      if (steps === 9) {
        fill(log, next, 60, T0 + 20 * HOUR_MS, T0 + 52 * HOUR_MS);
        ledger.look(log);
      }
    }
    t.ok(steps > 9, `${steps} steps`);
    t.ok(changed() < before, 'what is left has its copies in the unsealed part');
    const { count } = log.db
      .prepare('SELECT count(*) AS count FROM changed_hour WHERE late_seq <= ?')
      .get(log.stores.history.sealedUpTo()) as { count: number };
    t.equal(count, 0);
  },
);
