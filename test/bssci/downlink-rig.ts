import type { NewDownlink } from '../../src/domain/downlink/downlink-records.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import type { Fields, RawStation } from '../peers/raw-station.ts';
import { BS, BS2, Center, EP, type Overrides, ulData } from './center.ts';

export const EP2 = 'fe0000000000e102' as Eui;
const CONTENT: NewDownlink['content'] = {
  ...{ userData: [Uint8Array.of(0x10, 0x20, 0xa0)], packetCnts: undefined, format: 0, prio: 0 },
  ...{ responseExp: false, responsePrio: false, dlWindReq: false, expOnly: false, dlRxStatQry: false },
};

/** A center with two stations and two endpoints that hear; uplinks are stored and claim downlinks as in the product. */
export class Rig implements AsyncDisposable {
  readonly center: Center;
  /** Row ids of the endpoints. */
  readonly endpoint: number;
  readonly other: number;

  private constructor(center: Center) {
    this.center = center;
    this.endpoint = center.endpoint(EP, { ep_class: 'A' });
    this.other = center.endpoint(EP2, { ep_class: 'A' });
    center.station(BS);
    center.station(BS2);
  }

  static async start(dir: string, overrides: Overrides = {}): Promise<Rig> {
    return new Rig(await Center.start(dir, { stored: true, ...overrides }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.center[Symbol.asyncDispose]();
  }

  /** @returns its queue id */
  async queue(content: Partial<NewDownlink['content']> = {}, asked: Partial<NewDownlink> = {}): Promise<number> {
    const { center } = this;
    const at = center.clock.now();
    const { queId } = await center.store.write.downlinks.queue({
      ...{ org: 1, endpoint: this.endpoint, content: { ...CONTENT, ...content }, expiresAt: at + DAY_MS, ref: '' },
      ...{ source: 'api', createdBy: 'operator', requestId: undefined, limit: 100, handTo: undefined, at, ...asked },
    });
    return queId;
  }

  revoke(queId: number, endpoint = this.endpoint): Promise<number[]> {
    const { store, clock } = this.center;
    const by = { actor: 'operator', origin: 'api' };
    return store.write.downlinks.revoke({ org: 1, endpoint, queId }, by, clock.now());
  }

  /** A connected station that has taken a downlink by its operation -1, its own next id being 3. @returns its queue id */
  async holding(station: RawStation): Promise<number> {
    const queId = await this.queue();
    station.send(opened(1));
    await station.until('ulDataRsp');
    station.send({ command: 'ulDataCmp', opId: 1 }, { command: 'dlDataQueRsp', opId: -1 });
    await station.until('dlDataQueCmp');
    return queId;
  }

  state(queId: number): unknown {
    return this.row(queId)?.state;
  }

  row(queId: number): Fields | undefined {
    return this.center.row(
      'SELECT state, station, attempts, last_error, accepted_at FROM downlink WHERE que_id = ?',
      queId,
    );
  }

  /** Downlink events so far. */
  events(): string[] {
    return this.center.events().filter(type => type.startsWith('downlink.'));
  }

  /** Drops the connection, and waits until everything about it is stored. */
  async cut(station: RawStation): Promise<void> {
    const { stations } = this.center.bssci;
    const before = stations.count;
    station.socket.destroy();
    while (stations.count === before) await new Promise(resolve => setImmediate(resolve));
    await this.center.stored();
  }
}

/** An uplink that opens a window; its counter is its id unless it has another one. */
export const opened = (opId: number, fields: Fields = {}) => ulData(opId, { dlOpen: true, packetCnt: opId, ...fields });

export const dlDataRes = (opId: number, queId: number | bigint, fields: Fields = {}): Fields => ({
  ...{ command: 'dlDataRes', opId, epEui: BigInt(`0x${EP}`), queId, result: 'sent' },
  ...{ txTime: 1_767_225_601_000_000_001n, packetCnt: 1, ...fields },
});

/** What a message says, shortly: its command and id. */
export const brief = (message: Fields | undefined) => message && `${message.command} ${message.opId}`;

/** The next messages, shortly. */
export async function heard(station: RawStation, count: number): Promise<(string | undefined)[]> {
  const messages: (string | undefined)[] = [];
  while (messages.length < count) messages.push(brief(await station.next()));
  return messages;
}

/** Everything this station gets from now on, as hexadecimal text. */
export function recorded(station: RawStation): () => string {
  const chunks: Buffer[] = [];
  station.socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('hex');
}
