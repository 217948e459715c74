import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AnnouncedGroup } from '../../src/domain/attach/attach-records.ts';
import type { Domain } from '../../src/domain/domain.ts';
import { packFlags } from '../../src/domain/message/flags.ts';
import type { Order } from '../../src/domain/session/order.ts';
import { packUplink } from '../../src/domain/uplink/receive.ts';
import { Fault } from '../../src/kit/faults/faults.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { bsEui, epEui, openLog, populate, T0 } from '../domain/message/log-store.ts';
import { momentAt } from '../peers/time.ts';
import {
  contentOf,
  DEAF_STATION,
  ENDPOINTS,
  type Frame,
  type Result,
  type Spec,
  STATIONS,
  type Telegram,
  type Word,
} from './facts.ts';
import type { Product, Saying } from './product.ts';
import { rowReader } from './rows.ts';
import type { Policy } from './world.ts';

/** As in the configuration: an operation without an answer is late. */
const ANSWER_MS = 60_000;
const REFUSAL = 'as the model wants it';

interface Link {
  readonly id: number;
  readonly uuid: Uint8Array;
  session: number | undefined;
  connected: boolean;
  /** Last id of its own. */
  said: number;
  /** What was written on this connection and has no answer, and since when. */
  readonly written: Map<number, { readonly since: number; late: boolean }>;
  unfinished: Word | undefined;
}

/** Cleans up what a product leaves behind, in the manner of a test. */
export interface Scope {
  testdir(): string;
  teardown(end: () => void): void;
}

/** An empty database with stations and endpoints, copied for every run: the schema is made once. */
export function emptyStore(scope: Scope): string {
  const path = join(scope.testdir(), 'empty.db');
  const log = openLog(scope, path);
  populate(log, ENDPOINTS, STATIONS);
  log.db.exec(
    `UPDATE endpoint SET ep_class = 'A', nwk_key = x'00', attach_status = 'attached', attach_origin = 'pre_attach'`,
  );
  log.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return path;
}

/** The store as it is in the writer, and in place of the connections a few lines that do with its orders what they do. */
export class StoreProduct implements Product {
  readonly hearsLastWords = true;
  readonly #log: ReturnType<typeof openLog>;
  readonly #path: string;
  readonly #links: Link[];
  readonly #fresh: (() => void)[] = [];
  #rows: ReturnType<typeof rowReader>;
  #frames: Frame[] = [];
  #events = 0;
  #now = T0;

  constructor(empty: string, path: string, policy: Policy) {
    copyFileSync(empty, path);
    this.#path = path;
    const scope = { testdir: () => path, teardown: (end: () => void) => void this.#fresh.push(end) };
    this.#log = openLog(scope, path, { downlink: policy });
    this.#links = Array.from({ length: STATIONS }, (_, index) => ({
      ...{ id: index + 1, uuid: Buffer.alloc(16, index + 1), session: undefined, connected: false, said: 0 },
      ...{ written: new Map(), unfinished: undefined },
    }));
    this.#rows = this.#reader();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#fresh) end();
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.#path + suffix, { force: true });
  }

  now(): number {
    return this.#now;
  }

  async queue(spec: Spec, limit: number, handTo: number | undefined): Promise<number | undefined> {
    const { endpoint, userData, lifetimeMs, packetCnts, ...rest } = spec;
    const [queued] = this.#commit(stores =>
      stores.downlinks.queue({
        ...{ org: 1, endpoint: endpoint + 1, expiresAt: this.#now + lifetimeMs, ref: '', source: 'api', createdBy: '' },
        ...{ requestId: undefined, limit, handTo: handTo === undefined ? undefined : handTo + 1, at: this.#now },
        content: {
          ...{ ...rest, format: 0, responsePrio: false, dlWindReq: false, packetCnts },
          userData: userData.map(entry => Uint8Array.from(entry)),
        },
      }),
    );
    return queued instanceof Fault ? undefined : queued?.queId;
  }

  async revoke(endpoint: number, queId: number | undefined): Promise<readonly number[] | undefined> {
    const asked = { org: 1, endpoint: endpoint + 1, queId };
    const [revoked] = this.#commit(({ downlinks }) => downlinks.revoke(asked, { actor: '', origin: 'api' }, this.#now));
    return revoked instanceof Fault ? undefined : revoked;
  }

  async connect(index: number, fresh: boolean): Promise<{ resumed: boolean; resent: boolean }> {
    await this.cut(index);
    const link = this.#link(index);
    const resumed = !fresh && link.session !== undefined;
    const at = this.#now;
    const greeting = {
      ...{ vendor: '', model: '', name: '', swVersion: '', info: undefined, bidi: index !== DEAF_STATION },
      ...{ position: undefined, version: '1.0.0', remoteAddress: '' },
    };
    if (resumed && link.session !== undefined) {
      const session = link.session;
      this.#commit(({ sessions }) => sessions.resume({ session, station: link.id, greeting, at, quiet: true }));
    } else {
      const begun = { station: link.id, snBsUuid: link.uuid, snScUuid: link.uuid, greeting, at };
      const [session] = this.#commit(({ sessions }) => sessions.begin(begun));
      Object.assign(link, { session, said: 0, unfinished: undefined });
    }
    link.connected = true;
    this.#repeat(index, link);
    this.#propagate(index);
    const { unfinished } = link;
    link.unfinished = undefined;
    if (unfinished) this.#say(index, unfinished);
    return { resumed, resent: unfinished !== undefined };
  }

  async cut(index: number): Promise<void> {
    const link = this.#link(index);
    if (!link.connected) return;
    link.connected = false;
    link.written.clear();
    const gone = { station: link.id, progress: this.#progress(link), reason: 'closed', at: this.#now };
    this.#commit(({ sessions }) => sessions.disconnect({ ...gone, lastSeenAt: this.#now }));
    this.#commit(({ propagation }) => propagation.stationLeft(link.id));
  }

  async report(stations: readonly number[], telegram: Telegram): Promise<void> {
    this.#commit(...stations.map(index => this.#reporting(index, telegram)));
  }

  async result(index: number, result: Result): Promise<boolean> {
    return this.#say(index, { kind: 'result', result }) !== 'unknown';
  }

  async answer(index: number, open: Frame, code: number | undefined): Promise<void> {
    this.#say(index, { kind: 'answer', open, code });
  }

  async lastWord(index: number, saying: Saying): Promise<void> {
    const link = this.#link(index);
    link.connected = false;
    this.#say(index, saying);
    link.connected = true;
    await this.cut(index);
    if (saying.kind !== 'answer') link.unfinished = saying;
  }

  async attach(endpoint: number): Promise<void> {
    const decision = { endpoint: endpoint + 1, origin: 'api' as const, operationId: '', actor: '', at: this.#now };
    this.#commit(({ attach }) => attach.attach(decision));
    for (const index of this.#links.keys()) this.#propagate(index);
  }

  async detach(endpoint: number): Promise<void> {
    const decision = { endpoint: endpoint + 1, origin: 'api' as const, operationId: '', actor: '', at: this.#now };
    this.#commit(({ attach }) => attach.detach(decision));
    for (const index of this.#links.keys()) this.#propagate(index);
  }

  async attachOverAir(endpoint: number, index: number): Promise<void> {
    const link = this.#link(index);
    const seen = this.#log.stores.attach.find(epEui(endpoint + 1));
    if (!seen) throw new Error('no endpoint');
    link.said++;
    const operation = {
      ...{ station: link.id, bsEui: bsEui(link.id), opId: link.said, progress: this.#progress(link), at: this.#now },
    };
    const attached = {
      ...{ ...operation, endpoint: endpoint + 1, seen, attachCnt: link.said, rxTime: BigInt(this.#now) * 1_000_000n },
      ...{
        nonce: Buffer.alloc(4),
        sign: Buffer.alloc(4),
        sessionKey: Buffer.alloc(16),
        shAddr: 1,
        radio: { snr: 1, rssi: -90 },
      },
      ...{ dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false },
    };
    this.#commit(({ attach }) => attach.accept(attached));
    this.#commit(({ attach }) => attach.attachCompleted(operation));
    for (const other of this.#links.keys()) this.#propagate(other);
  }

  async pass(ms: number): Promise<void> {
    this.#now += ms;
    for (const { id: station, session, written } of this.#links) {
      for (const [opId, operation] of written) {
        if (operation.late || this.#now - operation.since < ANSWER_MS || session === undefined) continue;
        operation.late = true;
        const held = this.#log.stores.announcing.held(session).find(one => one.opId === opId)?.content;
        if (held && !(held instanceof Uint8Array)) {
          const content = Buffer.from(JSON.stringify({ epEui: held.epEui }));
          this.#commit(({ announcing }) => announcing.late({ session, station, opId, content, at: this.#now }));
        } else this.#commit(({ sessions }) => sessions.late(session, opId));
      }
    }
    this.#commit(({ uplinks }) => {
      while (uplinks.close(this.#now, listenedMs(this.#now)).closed > 0);
    });
    for (const index of this.#links.keys()) this.#propagate(index);
  }

  async sweep(): Promise<void> {
    this.#commit(({ downlinks }) => {
      while (downlinks.expire(momentAt(this.#now)) > 0);
    });
  }

  async restart(hard: boolean): Promise<number> {
    if (!hard) for (const index of this.#links.keys()) await this.cut(index);
    for (const link of this.#links) {
      link.connected = false;
      link.written.clear();
    }
    if (hard) {
      this.#log.reopen();
      this.#rows = this.#reader();
    } else {
      // All that a store has in memory; opening the file anew shows nothing more.
      this.#log.stores.uplinks.forget();
      this.#log.stores.events.forget();
    }
    this.#commit(({ sessions }) => sessions.recover(this.#now));
    return 0;
  }

  async seen() {
    const events = this.#rows.events(this.#events);
    this.#events = events.at(-1)?.seq ?? this.#events;
    const frames = this.#frames;
    this.#frames = [];
    return { frames, rows: this.#rows.downlinks(), events };
  }

  openOperations(): number {
    return this.#rows.operations();
  }

  /** Calls that wait together become one transaction; what they order is written when it is committed. */
  #commit<R>(...calls: ((stores: Domain) => R)[]): (R | Fault)[] {
    const { db, stores } = this.#log;
    const outcomes = db.atomic(() =>
      calls.map(call => {
        try {
          return call(stores);
        } catch (cause) {
          // A fault is thrown before anything is changed.
          if (cause instanceof Fault) return cause;
          throw cause;
        }
      }),
    );
    for (const order of stores.orders.take()) this.#write(order);
    return outcomes;
  }

  #write({ station, session, opId, command, message }: Order): void {
    const link = this.#link(station - 1);
    if (link.connected && link.session === session) this.#frame(station - 1, opId, command, message);
  }

  #frame(station: number, opId: number, command: string, { epEui: eui, ...fields }: Order['message']): void {
    const endpoint = [...Array(ENDPOINTS).keys()].findIndex(index => epEui(index + 1) === eui);
    const plain = Object.entries(fields).map(([name, value]) => [
      name,
      name === 'userData' ? (value as Uint8Array[]).map(entry => [...entry]) : value,
    ]);
    const content = contentOf(command, { endpoint, ...Object.fromEntries(plain) });
    const queId = typeof fields.queId === 'number' ? fields.queId : undefined;
    this.#frames.push({ station, opId, command, endpoint, queId, content });
    this.#link(station).written.set(opId, { since: this.#now, late: false });
  }

  #repeat(index: number, { session }: Link): void {
    for (const { opId, command, content, sealed } of this.#log.stores.orders.own(session ?? 0).held) {
      const stored = content instanceof Uint8Array ? JSON.parse(Buffer.from(content).toString()) : content;
      if (!stored) throw new Error(`operation ${opId} cannot be repeated`);
      const message = stored as Order['message'];
      // Of an announcement it is said here only which endpoint it is of.
      this.#frame(index, opId, command, sealed ? { epEui: message.epEui } : message);
    }
  }

  /** Tells a station what it has to know of endpoints. */
  #propagate(index: number): void {
    const { id: station, connected, session } = this.#link(index);
    if (!connected || session === undefined) return;
    const wish = { session, station, limit: 64, opIds: [], at: this.#now };
    const [list] = this.#commit(({ announcing }) => announcing.group(wish)) as [AnnouncedGroup];
    for (const { opId, endpoint } of list.entries) this.#frame(index, opId, 'attPrp', { epEui: epEui(endpoint) });
    for (const { endpoint, kind, epEui: eui, seen } of this.#log.stores.propagation.due(station, this.#now, 64)) {
      const message = { epEui: eui };
      const content = Buffer.from(JSON.stringify(message));
      const started = { session, station, endpoint, kind, seen, content, at: this.#now };
      const [opId] = this.#commit(({ propagation }) => propagation.start(started));
      if (typeof opId === 'number') this.#frame(index, opId, `${kind}Prp`, message);
    }
  }

  #say(index: number, saying: Saying): unknown {
    if (saying.kind === 'telegram') return this.#commit(this.#reporting(index, saying.telegram))[0];
    if (saying.kind === 'result') return this.#commit(this.#resulting(index, saying.result))[0];
    const { open, code } = saying;
    const link = this.#link(index);
    link.written.delete(open.opId);
    const [again] = this.#commit(this.#answering(link, index, open, code));
    if (again === true) this.#propagate(index);
    return again;
  }

  #reporting(index: number, { endpoint, packetCnt, at, ...flags }: Telegram): (stores: Domain) => unknown {
    const link = this.#link(index);
    const opId = ++link.said;
    const rxTime = BigInt(at) * 1_000_000n + BigInt(index);
    const packed = packUplink({
      ...{ epEui: epEui(endpoint + 1), packetCnt, userData: Buffer.from('x'), format: 0 },
      ...{ flags: packFlags(flags), progress: this.#progress(link), arrivedAt: this.#now },
      ...{ reception: { station: link.id, opId, rxTime, snr: 1, rssi: -90 } },
    });
    return stores => stores.uplinks.receive(packed);
  }

  #resulting(index: number, { queId, endpoint, kind, packetCnt }: Result): (stores: Domain) => unknown {
    const link = this.#link(index);
    link.said++;
    const sent = kind === 'sent';
    const report = {
      ...{ station: link.id, bsEui: bsEui(link.id), epEui: epEui(endpoint + 1), queId: BigInt(queId), result: kind },
      ...{ txTime: sent ? BigInt(this.#now) * 1_000_000n : undefined, packetCnt: sent ? packetCnt : undefined },
      ...{ progress: this.#progress(link), at: this.#now },
    };
    return ({ downlinks }) => downlinks.result(report);
  }

  #answering(
    link: Link,
    index: number,
    { opId, command }: Frame,
    code: number | undefined,
  ): (stores: Domain) => unknown {
    const { session = 0, id: station } = link;
    const at = this.#now;
    const answered = { session, station, opId, at };
    const refused = { ...answered, code: code ?? 0, text: REFUSAL };
    const yes = code === undefined;
    return ({ downlinks, rxStatus, propagation, announcing }) => {
      if (command === 'dlDataQue') return yes ? downlinks.accepted(answered) : downlinks.refused(refused);
      if (command === 'dlDataRev') return yes ? downlinks.revoked(answered) : downlinks.notRevoked(refused);
      if (command === 'dlRxStatQry') return yes ? rxStatus.taken(answered) : rxStatus.refused(refused);
      if (yes && command === 'attPrp') announcing.answered({ session, station, opIds: [opId], at });
      if (yes || command === 'detPrp') return propagation.taken(session, station, opId, at);
      return propagation.refused({ ...refused, bsEui: bsEui(index + 1) }, at);
    };
  }

  #progress({ session = 0, said }: Link) {
    return { session, lastBs: said, doneBs: said };
  }

  #link(index: number): Link {
    const link = this.#links[index];
    if (!link) throw new RangeError(`no station ${index}`);
    return link;
  }

  /** Nothing here is to survive the machine: no write waits for the disk. */
  #reader() {
    this.#log.db.exec('PRAGMA synchronous = OFF');
    return rowReader(
      this.#log.db,
      this.#links.map(({ id }) => id),
    );
  }
}
