import { sweepDownlinks } from '../../src/compose/sweeps.ts';
import { attachBlock, cmac } from '../../src/domain/attach/signature.ts';
import { Fault } from '../../src/kit/faults/faults.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { Center, NWK_KEY, ulData } from '../bssci/center.ts';
import { bsEui, epEui } from '../domain/message/log-store.ts';
import type { Fields, RawStation } from '../peers/raw-station.ts';
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
  Violation,
} from './facts.ts';
import type { Product, Saying } from './product.ts';
import { rowReader } from './rows.ts';
import type { Policy } from './world.ts';

/** Of the service center's own operations, those that occur here. */
const OURS: ReadonlySet<unknown> = new Set(['attPrp', 'detPrp', 'dlDataQue', 'dlDataRev', 'dlRxStatQry']);
/** Rounds without anything new until everything has come to rest. */
const QUIET_ROUNDS = 2;
/** Longer than any sequence: only what the model does breaks a connection. */
const FOREVER_S = 1e7;
const RX_QUERY_MS = 300_000;

interface Link {
  readonly index: number;
  readonly id: number;
  raw: RawStation | undefined;
  uuid: number[];
  sessions: number;
  /** Last id of its own, and the last one that was answered. */
  said: number;
  done: number;
  /** Furthest id of the service center that it has seen. */
  lowest: number;
  /** What it was sent since it last spoke. */
  heard: Fields[];
  unfinished: Fields | undefined;
}

/** A service center with its listener, its store and stations over TLS. */
export class WireProduct implements Product {
  readonly hearsLastWords = false;
  readonly #center: Center;
  readonly #links: readonly Link[];
  readonly #endpoints: readonly number[];
  readonly #rows: ReturnType<typeof rowReader>;
  #frames: Frame[] = [];
  #events = 0;
  #attaches = 0;

  private constructor(center: Center) {
    this.#center = center;
    this.#links = Array.from({ length: STATIONS }, (_, index) => ({
      ...{ index, id: center.station(bsEui(index + 1)), raw: undefined, uuid: [], sessions: 0, said: 0, done: 0 },
      ...{ lowest: 0, heard: [], unfinished: undefined },
    }));
    const attached = { ep_class: 'A', attach_status: 'attached', attach_origin: 'pre_attach' };
    this.#endpoints = Array.from({ length: ENDPOINTS }, (_, index) => center.endpoint(epEui(index + 1), attached));
    this.#rows = rowReader(
      center.db,
      this.#links.map(({ id }) => id),
    );
  }

  static async open(dir: string, policy: Policy): Promise<WireProduct> {
    const times = { ping_s: FOREVER_S, dead_s: FOREVER_S, status_first_s: FOREVER_S, session_retention_s: FOREVER_S };
    return new WireProduct(await Center.start(dir, { stored: true, downlink: policy, times }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#center[Symbol.asyncDispose]();
    for (const { raw } of this.#links) raw?.socket.destroy();
  }

  now(): number {
    return this.#center.clock.now();
  }

  async queue(spec: Spec, limit: number, handTo: number | undefined): Promise<number | undefined> {
    const { endpoint, userData, lifetimeMs, packetCnts, ...rest } = spec;
    const at = this.now();
    const queued = await orFault(
      this.#center.store.write.downlinks.queue({
        ...{ org: 1, endpoint: this.#endpoint(endpoint), expiresAt: at + lifetimeMs, ref: '', source: 'api', at },
        ...{
          createdBy: '',
          requestId: undefined,
          limit,
          handTo: handTo === undefined ? undefined : this.#link(handTo).id,
        },
        content: {
          ...{ ...rest, format: 0, responsePrio: false, dlWindReq: false, packetCnts },
          userData: userData.map(entry => Uint8Array.from(entry)),
        },
      }),
    );
    return queued?.queId;
  }

  revoke(endpoint: number, queId: number | undefined): Promise<readonly number[] | undefined> {
    const asked = { org: 1, endpoint: this.#endpoint(endpoint), queId };
    const by = { actor: '', origin: 'api' };
    return orFault(this.#center.store.write.downlinks.revoke(asked, by, this.now()));
  }

  /** If it is still connected, the new connection takes the place of the old one. */
  async connect(index: number, fresh: boolean): Promise<{ resumed: boolean; resent: boolean }> {
    const link = this.#link(index);
    const before = link.raw;
    if (fresh || link.sessions === 0) link.uuid = Array(16).fill(16 * index + ++link.sessions);
    const raw = await this.#center.connect(bsEui(link.index + 1), {
      ...{ bidi: index !== DEAF_STATION, snBsUuid: link.uuid, snBsOpId: link.done, snScOpId: link.lowest },
    });
    before?.socket.destroy();
    // Pings go to and fro all the time: none waits for an acknowledgement of TCP.
    raw.socket.setNoDelay(true);
    link.raw = raw;
    link.heard = [];
    const resumed = raw.answer.snResume === true;
    if (!resumed) Object.assign(link, { said: 0, done: 0, lowest: 0, unfinished: undefined });
    await this.#center.online(link.id);
    const { unfinished } = link;
    link.unfinished = undefined;
    if (unfinished) {
      raw.send(unfinished);
      await this.#settle();
      this.#answered(link, unfinished);
    }
    return { resumed, resent: unfinished !== undefined };
  }

  async cut(index: number): Promise<void> {
    await this.#settle();
    this.#link(index).raw?.socket.destroy();
    await this.#gone(this.#link(index));
  }

  async report(stations: readonly number[], telegram: Telegram): Promise<void> {
    const reports = stations.map(index => {
      const link = this.#link(index);
      return { link, message: this.#telegram(link, telegram) };
    });
    for (const { link, message } of reports) link.raw?.send(message);
    await this.#settle();
    for (const { link, message } of reports) {
      // The window is short: what it is for goes before the answer (BSSCI 11.4).
      const names = link.heard.map(({ command, epEui: about }) => (about === message.epEui ? command : ''));
      const at = link.heard.findIndex(({ command, opId }) => command === 'ulDataRsp' && opId === message.opId);
      if (names.indexOf('dlDataQue', at) > at) throw new Violation(`dlDataQue behind ulDataRsp ${message.opId}`);
      this.#answered(link, message);
    }
  }

  async result(index: number, result: Result): Promise<boolean> {
    const link = this.#link(index);
    const message = this.#result(link, result);
    link.raw?.send(message);
    await this.#settle();
    return this.#answered(link, message);
  }

  async answer(index: number, open: Frame, code: number | undefined): Promise<void> {
    const link = this.#link(index);
    link.raw?.send(answerOf(open, code));
    await this.#settle();
    const wanted = code === undefined ? `${open.command}Cmp` : 'errorAck';
    const found = link.heard.filter(({ command, opId }) => command === wanted && opId === open.opId);
    if (found.length !== 1) throw new Violation(`${wanted} ${open.opId} came ${found.length} times`);
  }

  async lastWord(index: number, saying: Saying): Promise<void> {
    const link = this.#link(index);
    const { raw } = link;
    if (!raw) throw new Error('is not connected');
    await this.#settle();
    link.heard = [];
    const message =
      saying.kind === 'answer'
        ? answerOf(saying.open, saying.code)
        : saying.kind === 'telegram'
          ? this.#telegram(link, saying.telegram)
          : this.#result(link, saying.result);
    raw.send(message);
    // With and without time for the last bytes to leave.
    if (link.said % 2 === 0) raw.socket.destroy();
    else raw.socket.destroySoon();
    await this.#gone(link);
    if (saying.kind === 'answer') return;
    if (link.heard.some(({ opId, command }) => opId === message.opId && /Rsp$|^error$/.test(String(command)))) {
      link.done = link.said;
    } else link.unfinished = message;
  }

  async attach(endpoint: number): Promise<void> {
    await this.#center.bssci.attach.attachEndPoint(this.#endpoint(endpoint), 'api');
  }

  async detach(endpoint: number): Promise<void> {
    await this.#center.bssci.attach.detachEndPoint(this.#endpoint(endpoint), 'api');
  }

  async attachOverAir(endpoint: number, index: number): Promise<void> {
    const link = this.#link(index);
    const eui = epEui(endpoint + 1);
    const attachCnt = ++this.#attaches;
    const sign = [...cmac(NWK_KEY, attachBlock(eui, attachCnt)).subarray(0, 4)];
    const message = {
      ...{
        command: 'att',
        opId: ++link.said,
        epEui: BigInt(`0x${eui}`),
        rxTime: this.#center.clock.nowNs(),
        attachCnt,
      },
      ...{ snr: 14.5, rssi: -97, nonce: [1, 2, 3, 4], sign, dualChan: false, repetition: false, wideCarrOff: false },
      longBlkDist: false,
    };
    link.raw?.send(message);
    await this.#settle();
    this.#answered(link, message);
    // The completion is stored, and only then the other stations are told.
    await this.#settle();
  }

  async pass(ms: number): Promise<void> {
    await this.#center.clock.advance(ms);
    while ((await this.#center.store.write.uplinks.close(this.now(), listenedMs(this.now()))).closed > 0);
  }

  sweep(): Promise<void> {
    return sweepDownlinks(this.#center.store, momentAt(this.now()), RX_QUERY_MS);
  }

  async restart(): Promise<number> {
    await this.#settle();
    await this.#center.bssci.stop();
    await this.#center.stored();
    for (const link of this.#links) await this.#gone(link);
    await this.#center.begin();
    return 0;
  }

  async seen() {
    await this.#settle();
    for (const link of this.#links) link.heard = [];
    const events = this.#rows.events(this.#events);
    this.#events = events.at(-1)?.seq ?? this.#events;
    const frames = this.#frames;
    this.#frames = [];
    return { frames, rows: this.#rows.downlinks(), events };
  }

  openOperations(): number {
    return this.#rows.operations();
  }

  /** Everything that was sent has been handled, stored and answered, in both directions. */
  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_ROUNDS; quiet++) {
      await Promise.all(this.#links.map(link => this.#ping(link)));
      await this.#center.stored();
      for (const link of this.#links) if (await this.#take(link)) quiet = -1;
    }
  }

  async #ping(link: Link): Promise<void> {
    const { raw } = link;
    if (!raw) return;
    const opId = ++link.said;
    await raw.ping(opId);
    raw.send({ command: 'pingCmp', opId });
    if (!link.unfinished) link.done = opId;
  }

  /** @returns whether anything has come */
  async #take(link: Link): Promise<boolean> {
    const { raw } = link;
    const count = raw?.received.length ?? 0;
    for (let i = 0; i < count; i++) {
      const message = (await raw?.next()) ?? {};
      link.heard.push(message);
      const { command, opId } = message;
      if (OURS.has(command)) this.#frame(link, message);
      else if (!/Rsp$|Cmp$|^error$|^errorAck$/.test(String(command))) throw new Violation(`got ${command} ${opId}`);
    }
    return count > 0;
  }

  #frame(link: Link, { command, opId, epEui: eui, ...fields }: Fields): void {
    const name = String(command);
    const endpoint = [...Array(ENDPOINTS).keys()].findIndex(index => BigInt(`0x${epEui(index + 1)}`) === eui);
    const queId = fields.queId === undefined ? undefined : Number(fields.queId);
    const content = contentOf(name, { ...fields, endpoint, ...(queId !== undefined && { queId }) });
    const id = Number(opId);
    link.lowest = Math.min(link.lowest, id);
    this.#frames.push({ station: link.index, opId: id, command: name, endpoint, queId, content });
  }

  /** What a station gets for a request of its own, and its completion. @returns whether it was taken */
  #answered(link: Link, { command, opId }: Fields): boolean {
    const found = link.heard.filter(each => each.opId === opId && /Rsp$|^error$/.test(String(each.command)));
    const [answer] = found;
    if (!answer || found.length > 1) throw new Violation(`${command} ${opId} has ${found.length} answers`);
    const taken = answer.command === `${command}Rsp`;
    if (!taken && !(command === 'dlDataRes' && answer.code === 2)) throw new Violation(`${command}: ${answer.message}`);
    link.raw?.send({ command: taken ? `${command}Cmp` : 'errorAck', opId });
    link.done = Math.max(link.done, Number(opId));
    return taken;
  }

  /** The service center knows that the station is not connected. */
  async #gone(link: Link): Promise<void> {
    await link.raw?.closed;
    await this.#take(link);
    link.raw = undefined;
    while (this.#center.bssci.stations.connected(link.id)) await new Promise(resolve => setImmediate(resolve));
    await this.#center.stored();
    await this.#center.stored();
  }

  #telegram(link: Link, { endpoint, packetCnt, at, dlOpen, responseExp, dlAck }: Telegram): Fields {
    const rxTime = BigInt(at) * 1_000_000n + BigInt(link.index);
    const about = { epEui: BigInt(`0x${epEui(endpoint + 1)}`), rxTime, packetCnt, dlOpen, responseExp, dlAck };
    return ulData(++link.said, about);
  }

  #result(link: Link, { queId, endpoint, kind, packetCnt }: Result): Fields {
    const sent = kind === 'sent' ? { txTime: BigInt(this.now()) * 1_000_000n, packetCnt } : {};
    const about = { epEui: BigInt(`0x${epEui(endpoint + 1)}`), queId, result: kind, ...sent };
    return { command: 'dlDataRes', opId: ++link.said, ...about };
  }

  #link(index: number): Link {
    const link = this.#links[index];
    if (!link) throw new RangeError(`no station ${index}`);
    return link;
  }

  #endpoint(index: number): number {
    return this.#endpoints[index] ?? 0;
  }
}

function answerOf({ command, opId }: Frame, code: number | undefined): Fields {
  if (code !== undefined) return { command: 'error', opId, code, message: 'as the model wants it' };
  return { command: `${command}Rsp`, opId };
}

/** Undefined when the store says no. */
async function orFault<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (cause) {
    if (cause instanceof Fault) return undefined;
    throw cause;
  }
}
