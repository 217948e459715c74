import type { CenterGreeting, CenterLine, NewCenterSession } from '../../../src/domain/center/center-records.ts';
import type { CenterPlace } from '../../../src/domain/center/groups.ts';
import type { NewDownlink } from '../../../src/domain/downlink/downlink-records.ts';
import type { DomainOptions } from '../../../src/domain/options.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { PLAIN_CONTENT } from '../downlink/downlink-scene.ts';
import { bsEui, type Copy, epEui, openLog, populate, type Scratch, T0 } from '../message/log-store.ts';

export const AC = 'ac00000000000001' as Eui;
export const AC2 = 'ac00000000000002' as Eui;
/** Beyond what a JavaScript number holds. */
export const RX = 1_767_225_600_123_456_789n;

export const greeting: CenterGreeting = {
  vendor: 'Acme',
  model: 'back end',
  name: 'north',
  swVersion: '1.2',
  info: '{"a":1}',
  remoteAddress: '192.0.2.7',
  tlsVersion: 'TLSv1.3',
  cipherSuite: 'TLS_AES_128_GCM_SHA256',
  certificateFingerprint: 'ab',
  certificateSubject: 'CN=north',
};

/** A store with endpoints 1 and 2 of the own organization, 3 of another one, two stations, and application centers. */
export function centerScene(t: Scratch, options: DomainOptions = {}) {
  const log = openLog(t, undefined, options);
  populate(log, 3, 2);
  log.db.exec(
    "UPDATE endpoint SET org = 2 WHERE id = 3; UPDATE endpoint SET ep_class = 'A'; UPDATE base_station SET bidi = 1",
  );
  let packetCnt = 0;
  let stationOps = 0;
  let requests = 0;
  const scene = {
    log,
    get db() {
      return log.db;
    },
    get centers() {
      return log.stores.centers;
    },
    get stores() {
      return log.stores;
    },

    /** A session that may begin; nothing is active yet. */
    begin(acEui = AC, at = T0, more: Partial<NewCenterSession> = {}): number {
      const uuids = { snAcUuid: Buffer.alloc(16, 1), snScUuid: Buffer.alloc(16, 2) };
      return this.centers.begin({ org: 1, acEui, ...uuids, version: '1.0.0', greeting, at, ...more });
    },
    /** A center that is connected. */
    connect(acEui = AC, at = T0, more: Partial<NewCenterSession> = {}): number {
      const session = this.begin(acEui, at, more);
      this.centers.activate(session, false, at);
      return session;
    },

    /** A message of an endpoint, heard by a station. */
    uplink(endpoint = 1, more: Partial<Copy> = {}, now?: number): void {
      log.write([{ endpoint, packetCnt: ++packetCnt, rxNs: RX + BigInt(packetCnt), ...more }], now);
    },
    lines(after: number, limit = 100, acEui = AC, org = 1) {
      return this.centers.lines({ org, acEui }, after, limit);
    },
    /** Reads what is behind the cursor and makes operations of it, as delivery does. */
    issue(session: number, limit = 100, acEui = AC, org = 1): number | undefined {
      const { cursor } = this.centers.own(session);
      const { lines, upTo } = this.lines(cursor, limit, acEui, org);
      return this.centers.issue(session, lines.map(place), upTo);
    },

    /** A center registers an endpoint, or makes its registration anew. */
    register(session: number, endpoint = 1, acEui = AC): void {
      const flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };
      const counters = { shAddr: 9, attachCnt: 0, packetCnt: 0 };
      const asked = { epEui: epEui(endpoint), bidi: true, preAttach: false, nwkKey: Buffer.alloc(16, 7) };
      const request = { session, opId: ++requests, command: 'reg', at: T0 };
      const refused = scene.stores.centerRequests.register(
        ...([request, { session, org: 1, acEui }, { ...asked, ...counters, ...flags }] as const),
      );
      if (refused) throw new Error(refused);
    },
    deregister(session: number, endpoint = 1, acEui = AC): string | undefined {
      const request = { session, opId: ++requests, command: 'dereg', at: T0 };
      return scene.stores.centerRequests.deregister(request, { session, org: 1, acEui }, epEui(endpoint));
    },
    /** An endpoint is heard with the next counter; its window stays open. */
    hear(endpoint = 1): void {
      log.receive({ endpoint, packetCnt: ++packetCnt, rxNs: RX + BigInt(packetCnt) });
    },
    /** What an operator does, at this time. */
    acting: { now: T0, userId: undefined, userEmail: undefined, actor: 'operator' },

    /** An operation of a station, for what comes over the air. */
    air(station: number, at = T0) {
      const opId = ++stationOps;
      const progress = { session: scene.session(station), lastBs: opId, doneBs: 0 };
      return { station, bsEui: bsEui(station), progress, opId, at };
    },
    session(station: number): number {
      const row = scene.db.prepare('SELECT id FROM session WHERE station = ?').get(station) as
        | { id: number }
        | undefined;
      if (row) return row.id;
      const uuid = Buffer.alloc(16, station);
      const described = {
        vendor: '',
        model: '',
        name: '',
        swVersion: '',
        info: undefined,
        position: undefined,
        bidi: true,
      };
      return scene.stores.sessions.begin({
        station,
        snBsUuid: uuid,
        snScUuid: uuid,
        at: T0,
        greeting: { ...described, version: '1.0.0', remoteAddress: '' },
      });
    },
    attach(station = 1, at = T0, more: { endpoint?: number; attachCnt?: number; eqSnr?: number } = {}): void {
      const { endpoint = 1, attachCnt = 7, eqSnr } = more;
      const air = scene.air(station, at);
      const { attach } = scene.stores;
      const seen = attach.find(epEui(endpoint));
      if (!seen) throw new Error('no such endpoint');
      const flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };
      attach.accept({
        ...air,
        ...flags,
        endpoint,
        seen,
        attachCnt,
        shAddr: 0x2468,
        rxTime: RX + BigInt(at),
        nonce: Buffer.from('5ac3017e', 'hex'),
        sign: Buffer.from('00ff10a0', 'hex'),
        sessionKey: Buffer.alloc(16, 9),
        radio: { snr: 14.5, rssi: -97.25, eqSnr },
      });
      attach.attachCompleted({ ...air, at });
    },
    detach(station = 1, at = T0, endpoint = 1): void {
      const air = scene.air(station, at);
      const { attach } = scene.stores;
      const radio = { snr: 3.5, rssi: -120.5, eqSnr: 2.25 };
      const rxTime = RX + BigInt(at) + 1n;
      const sign = Buffer.from('11223344', 'hex');
      attach.detachHeard({ ...air, epEui: epEui(endpoint), rxTime, packetCnt: 9, sign, radio });
      attach.detachCompleted({ ...air, at });
    },

    /** Queues a downlink of a center. @returns our queue id */
    queue(queId: string | undefined, at = T0, more: Partial<NewDownlink> = {}): number {
      return scene.stores.downlinks.queue({
        org: 1,
        endpoint: 1,
        content: PLAIN_CONTENT,
        expiresAt: at + DAY_MS,
        ref: '',
        source: 'scaci',
        createdBy: `ac:${AC}`,
        at,
        requestId: undefined,
        limit: 100,
        handTo: undefined,
        ...(queId !== undefined && { center: { acEui: AC, queId } }),
        ...more,
      }).queId;
    },
    /** Opens a window at a station. @returns id of the `dlDataQue` that was written */
    window(station = 1, at = T0): number {
      scene.session(station);
      scene.stores.orders.take();
      scene.stores.downlinks.window({
        endpoint: 1,
        station,
        packetCnt: ++packetCnt,
        responseExp: false,
        at,
      });
      return scene.stores.orders.take().find(({ command }) => command === 'dlDataQue')?.opId ?? 0;
    },
    result(queId: number, result: 'sent' | 'expired' | 'invalid', station = 1, at = T0): string {
      const { progress } = scene.air(station, at);
      const window = result === 'sent' ? { txTime: RX, packetCnt: 4_294_967_295 } : {};
      return scene.stores.downlinks.result({
        station,
        bsEui: bsEui(station),
        epEui: epEui(1),
        queId: BigInt(queId),
        result,
        progress,
        at,
        txTime: undefined,
        packetCnt: undefined,
        ...window,
      });
    },
    /** An endpoint reports how it received a downlink. */
    report(station = 1, at = T0, more: { endpoint?: number; snr?: number } = {}): void {
      const { endpoint = 1, snr = 7.5 } = more;
      const { progress } = scene.air(station, at);
      scene.stores.rxStatus.report({
        station,
        bsEui: bsEui(station),
        epEui: epEui(endpoint),
        rxTime: RX + BigInt(at),
        packetCnt: at - T0,
        dlRxSnr: snr,
        dlRxRssi: -118.25,
        progress,
        at,
      });
    },

    row: (session: number) => scene.db.prepare('SELECT * FROM center_session WHERE id = ?').get(session),
    rows: (sql: string) => scene.db.prepare(sql).all() as Record<string, unknown>[],
    /** Events about centers so far, oldest first. */
    events() {
      const rows = scene.rows("SELECT * FROM event WHERE category = 'scaci' ORDER BY seq");
      return rows.map(({ event_type, severity, data, ac_eui, source_id, source_name }) => {
        return {
          type: event_type,
          severity,
          acEui: ac_eui,
          sourceId: source_id,
          name: source_name,
          ...JSON.parse(String(data)),
        };
      });
    },
  };
  return scene;
}
export type CenterScene = ReturnType<typeof centerScene>;

/** What delivery hands to `issue` of a line. */
export function place(line: CenterLine): CenterPlace {
  return { seq: line.seq, receptions: line.kind === 'ulData' ? line.count : 0, storedAt: line.storedAt };
}

/** An uplink among the lines, for a test that expects one. */
export function uplinkOf(line: CenterLine | undefined): Extract<CenterLine, { kind: 'ulData' }> {
  if (line?.kind !== 'ulData') throw new Error(`no uplink: ${line?.kind}`);
  return line;
}
