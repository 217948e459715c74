import { join } from 'node:path';
import type { Test } from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { complete } from '../../../src/database/scan.ts';
import { domain } from '../../../src/domain/domain.ts';
import { unpackFlags } from '../../../src/domain/message/flags.ts';
import type { Reception } from '../../../src/domain/message/reception.ts';
import type { DomainOptions } from '../../../src/domain/options.ts';
import type { Granularity } from '../../../src/domain/statistics/slots.ts';
import { packUplink } from '../../../src/domain/uplink/receive.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { HOUR_MS } from '../../../src/kit/units.ts';
import { engine } from '../../database/engine.ts';
import { openEmpty } from '../database.ts';

export const T0 = Date.UTC(2026, 2, 4, 12);
export const epEui = (n: number) => `fe000000000000${n.toString(16).padStart(2, '0')}` as Eui;
export const bsEui = (n: number) => `70b3d59cd00000${n.toString(16).padStart(2, '0')}` as Eui;

/** One copy of a telegram as a test writes it down. */
export interface Copy {
  endpoint: number;
  packetCnt: number;
  station?: number;
  rxNs: bigint;
  arrivedAt?: number;
  userData?: Uint8Array;
  flags?: number;
  format?: number;
  reception?: Partial<Reception>;
  /** Row id of the session, how far it has come, and is done. */
  progress?: readonly [session: number, lastBs: number, doneBs: number];
}

/** An attach telegram as a test writes it down. */
export interface Attach {
  endpoint: number;
  attachCnt: number;
  station?: number;
  rxNs: bigint;
  at?: number;
}

/** A test that needs a folder for a while. */
export type Scratch = Pick<Test, 'teardown'> & { testdir(): string };

/** A whole store on one connection of its own: functions of the writer and of the readers at once. */
export function openLog(t: Scratch, path = join(t.testdir(), 'waystation.db'), options: DomainOptions = {}) {
  let db = openEmpty(path, engine);
  let all = domain(db, { blockMessages: 256, ...options });
  t.teardown(() => db.close());
  const log = {
    path,
    get stores() {
      return all;
    },
    get db() {
      return db;
    },
    /** Ends the process, so to speak. */
    reopen(changed: DomainOptions = options) {
      db.close();
      db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
      all = domain(db, { blockMessages: 256, ...changed });
    },
    receive({
      endpoint,
      packetCnt,
      station = 1,
      rxNs,
      arrivedAt = T0,
      userData,
      flags = 0,
      format = 0,
      reception,
      progress: [session, lastBs, doneBs] = [0, 0, 0],
    }: Copy) {
      return all.uplinks.receive(
        packUplink({
          epEui: epEui(endpoint),
          packetCnt,
          userData: userData ?? Buffer.from(`${endpoint} ${packetCnt}`),
          format,
          flags,
          reception: { station, opId: packetCnt, rxTime: rxNs, snr: station, rssi: -90 - station, ...reception },
          progress: { session, lastBs, doneBs },
          arrivedAt,
        }),
      );
    },
    /** The endpoint attaches over the air; `complete` ends that as `attCmp` does. */
    accept({ endpoint, attachCnt, station = 1, rxNs, at = T0 }: Attach) {
      const seen = all.attach.find(epEui(endpoint));
      if (!seen) throw new Error('no endpoint');
      const operation = {
        ...{ station, bsEui: bsEui(station), opId: attachCnt, at },
        progress: { session: station, lastBs: attachCnt, doneBs: 0 },
      };
      const outcome = all.attach.accept({
        ...{ ...operation, endpoint, seen, attachCnt, rxTime: rxNs, shAddr: 1, radio: { snr: 1, rssi: -90 } },
        ...{ nonce: Buffer.alloc(4), sign: Buffer.alloc(4), sessionKey: Buffer.alloc(16, attachCnt) },
        ...{ dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false },
      });
      return { outcome, complete: () => all.attach.attachCompleted(operation) };
    },
    attach(attach: Attach) {
      return log.accept(attach).complete();
    },
    /** Slices that are derived after each close; all of them as a rule. */
    slices: Number.POSITIVE_INFINITY,
    /** Closes every window. */
    close(now = T0 + 500, listened = now) {
      db.atomic(() => {
        for (let more = 1; more > 0; ) more = all.uplinks.close(now, listenedMs(listened)).closed;
      });
      for (let left = log.slices; left > 0 && log.derive(); ) left--;
    },
    /** A slice of what is derived from uplinks. */
    derive(): boolean {
      return db.atomic(() => all.uplinks.derive());
    },
    write(copies: readonly Copy[], now?: number, listened?: number) {
      db.atomic(() => {
        for (const copy of copies) log.receive(copy);
      });
      log.close(now, listened);
    },
  };
  return log;
}
export type TestLog = ReturnType<typeof openLog>;

/** An organization with numbered endpoints and stations; row ids are the numbers. */
export function populate({ db }: Pick<TestLog, 'db'>, endpoints: number, stations: number): void {
  db.exec(`INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES
    (1, '0192f000-0000-7000-8000-000000000001', 'own', 1, 0, 0), (2, '0192f000-0000-7000-8000-000000000002', 'other', 0, 0, 0)`);
  const endpoint = db.prepare(
    "INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at) VALUES (?, 1, ?, ?, 'Z', ?, 0)",
  );
  for (let n = 1; n <= endpoints; n++) endpoint.run(n, epEui(n), `meter ${n}`, T0 - HOUR_MS);
  const station = db.prepare(
    'INSERT INTO base_station (id, org, eui, name, created_at, updated_at) VALUES (?, 1, ?, ?, 0, 0)',
  );
  for (let n = 1; n <= stations; n++) station.run(n, bsEui(n), `station ${n}`);
}

/** Sessions of the first stations, with their numbers as row ids. */
export function connect({ db }: Pick<TestLog, 'db'>, stations: number): void {
  const session = db.prepare(
    `INSERT INTO session (id, station, sn_bs_uuid, sn_sc_uuid, version, state, connected_at)
     VALUES (?, ?, x'00', x'00', '1.0.0', 'active', 0)`,
  );
  for (let n = 1; n <= stations; n++) session.run(n, n);
}

/** Small and the same every time. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const isDuplicate = (flags: number) => unpackFlags(flags).duplicate;

/** What is counted of an endpoint or station of the first organization, or of it. */
export type FiguresOf = readonly [of: 'organization' | 'endpoint' | 'station', key: number];

/** The same for all of them, without how values are distributed. */
export interface Figures {
  messages: number;
  duplicates: number;
  bytes: number;
  /** Of a station: how often it was the first. */
  lost: number;
  resets: number;
  firstAt: number;
  lastAt: number;
  snrSum: number;
  rssiSum: number;
  eqSnrSum: number;
  eqSnrCount: number;
  rssiMin: number;
  rssiMax: number;
  profiles: Record<string, number>;
  modes: Record<string, number>;
  /** How often, and when the last time, by row id. */
  stations: Record<string, readonly [receptions: number, lastAt: number]>;
}

/** Figures in [fromMs, toMs). */
export function figuresOf(
  { stores }: Pick<TestLog, 'stores'>,
  [of, key]: FiguresOf,
  fromMs: number,
  toMs: number,
  granularity: Granularity,
): Figures {
  const window = { org: 1, fromMs, toMs };
  const endpoint = of === 'endpoint' ? key : undefined;
  const { total, duplicates } =
    of === 'station'
      ? complete(stores.stationStatistics.heard({ ...window, station: key }))
      : complete(stores.endpointStatistics.of({ ...window, endpoint, granularity }));
  const { messages, bytes, lost, resets, firstAt, lastAt, levels, stations } = total;
  const { snrSum, rssiSum, eqSnrSum, eqSnrCount, rssiMin, rssiMax } = levels;
  return {
    ...{ messages, duplicates, bytes, lost, resets, firstAt, lastAt },
    ...{ snrSum, rssiSum, eqSnrSum, eqSnrCount, rssiMin, rssiMax },
    profiles: Object.fromEntries(total.profiles),
    modes: Object.fromEntries(total.modes),
    stations: Object.fromEntries(
      [...stations]
        .filter(([, { receptions }]) => receptions > 0)
        .map(([id, { receptions, lastAt: own }]) => [id, [receptions, own] as const]),
    ),
  };
}
