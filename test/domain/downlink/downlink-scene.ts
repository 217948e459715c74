import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { DownlinkContent } from '../../../src/domain/downlink/content.ts';
import type { DownlinkResult, NewDownlink } from '../../../src/domain/downlink/downlink-records.ts';
import type { DownlinkPolicy } from '../../../src/domain/downlink/hand-over.ts';
import { packFlags } from '../../../src/domain/message/flags.ts';
import { DAY_MS, MS_NS } from '../../../src/kit/units.ts';
import { momentAt } from '../../peers/time.ts';
import { bsEui, epEui, openLog, populate, T0, type TestLog } from '../message/log-store.ts';

/** One byte of data, and nothing asked of the endpoint. */
export const PLAIN_CONTENT: DownlinkContent = {
  userData: [Uint8Array.of(1)],
  packetCnts: undefined,
  format: 0,
  prio: 0,
  dlRxStatQry: false,
  responseExp: false,
  responsePrio: false,
  dlWindReq: false,
  expOnly: false,
};

export const LIMIT = 100;
export const acting = { userId: undefined, userEmail: undefined, actor: 'me' };
export const ns = (ms: number) => BigInt(ms) * MS_NS;

interface Asked extends Partial<DownlinkContent> {
  endpoint?: number;
  expiresAt?: number;
  requestId?: string;
  limit?: number;
  handTo?: number;
}

interface Telegram {
  endpoint?: number;
  packetCnt?: number;
  dlOpen?: boolean;
  responseExp?: boolean;
  dlAck?: boolean;
  /** Radio time, ns; now when omitted. */
  rxNs?: bigint;
}

/** Two endpoints that hear and three connected stations that can send, with a store under them and time that stands still. */
export class Scene {
  readonly log: TestLog;
  now = T0;
  #packetCnt = 0;
  #written: string[] = [];

  constructor(t: Test, policy?: Partial<DownlinkPolicy>) {
    const downlink: DownlinkPolicy = { requeueOfflineMs: 300_000, handOver: 'window', ...policy };
    this.log = openLog(t, join(t.testdir(), 'waystation.db'), { downlink });
    populate(this.log, 2, 3);
    this.log.db.exec(
      "UPDATE endpoint SET ep_class = 'A', attach_status = 'attached', attach_origin = 'api', nwk_sn_key = x'00'",
    );
    for (const station of [1, 2, 3]) this.begin(station);
  }

  get stores() {
    return this.log.stores;
  }

  /** What was ordered since this was asked last: `station command opId #queId`. */
  written(): string[] {
    return this.#written.splice(0);
  }

  /** Does something as the writer does it: its orders leave with the commit. */
  act<R>(does: () => R): R {
    const result = this.log.db.atomic(does);
    for (const { station, command, opId, message } of this.stores.orders.take()) {
      this.#written.push(`${station} ${command} ${opId} #${message.queId}`);
    }
    return result;
  }

  /** A new session; what the station had and knew is gone. */
  begin(station: number, bidi = true): void {
    const uuid = randomBytes(16);
    const session = { station, snBsUuid: uuid, snScUuid: uuid, greeting: this.#greeting(bidi), at: this.now };
    this.act(() => this.stores.sessions.begin(session));
  }

  disconnect(station: number): void {
    const { id, lastBs, doneBs } = this.#session(station);
    const gone = { station, progress: { session: id, lastBs, doneBs }, reason: 'closed_by_peer' };
    this.act(() => this.stores.sessions.disconnect({ ...gone, at: this.now, lastSeenAt: this.now }));
  }

  /** @returns what it brings again: `command opId #about` */
  resume(station: number): string[] {
    const { id: session } = this.#session(station);
    const resumption = { session, station, greeting: this.#greeting(true), at: this.now, quiet: true };
    this.act(() => this.stores.sessions.resume(resumption));
    return this.held(station);
  }

  /** Open operations of ours, in the order of their ids. */
  held(station: number): string[] {
    const held = this.stores.sessions.held(this.#session(station).id);
    return held.map(({ command, op_id, about }) => `${command} ${op_id} #${about}`);
  }

  queue(asked: Asked = {}): number {
    return this.act(() => this.stores.downlinks.queue(this.#downlink(asked))).queId;
  }

  /** The same, as the RPC gets it. */
  ask(asked: Asked): { queId: number; deduplicated: boolean } {
    return this.act(() => this.stores.downlinks.queue(this.#downlink(asked)));
  }

  /** A station reports a telegram, the next of its endpoint when it has no number. */
  hear(
    station: number,
    { endpoint = 1, packetCnt = ++this.#packetCnt, rxNs = ns(this.now), ...flagged }: Telegram = {},
  ) {
    this.#packetCnt = Math.max(this.#packetCnt, packetCnt);
    const flags = packFlags({ dlOpen: true, responseExp: false, dlAck: false, ...flagged });
    return this.act(() => this.log.receive({ endpoint, packetCnt, station, rxNs, arrivedAt: this.now, flags }));
  }

  /** Reception windows end: telegrams become messages. */
  close(): void {
    this.now += 500;
    this.log.close(this.now);
  }

  answer(station: number, opId: number) {
    return { session: this.#session(station).id, station, opId, at: this.now };
  }

  accept(station: number, opId: number): void {
    this.act(() => this.stores.downlinks.accepted(this.answer(station, opId)));
  }

  refuse(station: number, opId: number, code: number, text = 'no'): boolean {
    return this.act(() => this.stores.downlinks.refused({ ...this.answer(station, opId), code, text }));
  }

  /** An endpoint hears it: queued, handed to the station, and taken by it. @returns its queue id */
  holds(station: number, asked: Asked = {}): number {
    const queId = this.queue(asked);
    this.hear(station, {
      endpoint: asked.endpoint ?? 1,
      ...(asked.packetCnts && { packetCnt: asked.packetCnts[0] ?? 0 }),
    });
    const opId = this.written()
      .find(order => order.endsWith(`#${queId}`))
      ?.split(' ')[2];
    if (opId === undefined) throw new Error('not handed over');
    this.accept(station, Number(opId));
    return queId;
  }

  result(
    station: number,
    queId: number | bigint,
    result: DownlinkResult,
    { endpoint = 1, packetCnt = this.#packetCnt, txTime = ns(this.now) } = {},
  ) {
    const { id: session } = this.#session(station);
    const window = result === 'sent' ? { txTime, packetCnt } : { txTime: undefined, packetCnt: undefined };
    const about = { station, bsEui: bsEui(station), epEui: epEui(endpoint), queId: BigInt(queId), result, ...window };
    const progress = { session, lastBs: 0, doneBs: 0 };
    return this.act(() => this.stores.downlinks.result({ ...about, progress, at: this.now }));
  }

  revoke(queId: number | undefined, endpoint = 1): number[] {
    const by = { actor: 'me', origin: 'api' };
    return this.act(() => this.stores.downlinks.revoke({ org: 1, endpoint, queId }, by, this.now));
  }

  revoked(station: number, opId: number): void {
    this.act(() => this.stores.downlinks.revoked(this.answer(station, opId)));
  }

  notRevoked(station: number, opId: number, code: number, text = 'no'): void {
    this.act(() => this.stores.downlinks.notRevoked({ ...this.answer(station, opId), code, text }));
  }

  expire(): number {
    return this.act(() => this.stores.downlinks.expire(momentAt(this.now)));
  }

  /** The endpoint is propagated to the station again, which answers. @returns the id */
  announce(station: number, endpoint: number, answered = true): number {
    const { stores, now: at } = this;
    const { id: session } = this.#session(station);
    this.act(() => stores.propagation.needAgain(station, endpoint, at));
    const due = stores.propagation.due(station, at, 10).find(one => one.endpoint === endpoint);
    if (!due) throw new Error('nothing to announce');
    const { kind, seen } = due;
    const started = { session, station, endpoint, kind, seen, content: Uint8Array.of(), at };
    const opId = this.act(() => stores.propagation.start(started)) ?? 0;
    if (answered) this.act(() => stores.propagation.taken(session, station, opId, at));
    return opId;
  }

  state(queId: number): unknown {
    return this.row(queId).state;
  }

  row(queId: number): Record<string, unknown> {
    return this.one(
      `SELECT state, station, op_id, attempts, missed, generation, unknown_there, last_error, created_at, accepted_at, tx_packet_cnt,
         CAST(tx_time_ns AS TEXT) AS tx_time, acked_at, finished_at, feed_seq FROM downlink WHERE que_id = ?`,
      queId,
    );
  }

  /** The lines of the endpoint's timeline about a downlink: `operation status error`. */
  lines(queId: number): string[] {
    const sql = 'SELECT operation, status, error FROM endpoint_operation WHERE que_id = ? ORDER BY id';
    const rows = this.log.db.prepare(sql).all(queId) as { operation: string; status: string; error: string }[];
    return rows.map(({ operation, status, error }) => `${operation} ${status} ${error}`.trim());
  }

  one(sql: string, ...parameters: number[]): Record<string, unknown> {
    return this.log.db.prepare(sql).get(...parameters) as Record<string, unknown>;
  }

  /** Events about downlinks so far, without their category. */
  events(): string[] {
    return this.#events().map(({ event_type }) => event_type.slice('downlink.'.length));
  }

  lastEvent(): Record<string, unknown> {
    return JSON.parse(this.#events().at(-1)?.data ?? '{}') as Record<string, unknown>;
  }

  #events() {
    const sql = "SELECT event_type, data FROM event WHERE event_type LIKE 'downlink.%' ORDER BY seq";
    return this.log.db.prepare(sql).all() as { event_type: string; data: string }[];
  }

  #session(station: number) {
    const session = this.stores.sessions.latest(station);
    if (!session) throw new Error('no session');
    return session;
  }

  #greeting(bidi: boolean) {
    return {
      vendor: '',
      model: '',
      name: '',
      swVersion: '',
      info: undefined,
      position: undefined,
      bidi,
      version: '1.0.0',
      remoteAddress: '',
    };
  }

  #downlink({ endpoint = 1, expiresAt, requestId, limit = LIMIT, handTo, ...content }: Asked): NewDownlink {
    return {
      org: 1,
      endpoint,
      ref: 'ref',
      source: 'api',
      createdBy: 'me',
      requestId,
      limit,
      handTo,
      at: this.now,
      expiresAt: expiresAt ?? this.now + DAY_MS,
      content: {
        ...PLAIN_CONTENT,
        ...content,
      },
    };
  }
}
