import type { TLSSocket } from 'node:tls';
import { decode, encode } from '@msgpack/msgpack';
import { FrameReader } from '../../src/protocol/frame.ts';
import { DELIVERY_ANSWER, isLeanCompletion, type LeanDelivery, leanDelivery } from '../load/lean-delivery.ts';
import { FrameBatch } from '../load/lean-uplink.ts';
import type { Certificate } from './certificates.ts';
import { dial, type Fields, frame } from './raw-peer.ts';

/** What an application center remembers over its connections, to go on with its session. */
export interface CenterMemory {
  readonly snAcUuid: Uint8Array;
  /** Undefined before the first answer to `con`. */
  snScUuid: Uint8Array | undefined;
  /** Lowest id of the service center that was taken over. */
  lastSc: number;
}

export interface LeanCenterOptions extends Certificate {
  readonly port: number;
  readonly ca: string;
  readonly acEui: string;
  readonly memory: CenterMemory;
  /** The service center's answer to `con`: a session that was resumed, or a new one. */
  readonly begun?: (resumed: boolean, snScUuid: Uint8Array) => void;
  /** Takes over the operations of one chunk of bytes; they are answered when it returns. */
  readonly take?: (operations: readonly Fields[]) => void;
  /** Takes an uplink instead of `take`, without an object for all of it; what else comes goes to `take`. */
  readonly delivered?: (delivery: LeanDelivery) => void;
  /** Ids whose completion came. */
  readonly completed?: (opIds: readonly number[]) => void;
  /** False: nothing is answered until `answer`. */
  readonly answering?: boolean;
}

const IDENTIFIER = 'MIOTYA01';
const MAX_PAYLOAD = 1_048_576;
const ANSWERS: Readonly<Record<string, string>> = {
  ulData: 'ulDataRsp',
  epStat: 'epStatRsp',
  dlDataRes: 'txDataResRsp',
  ping: 'pingRsp',
};

/** An application center that takes over what it gets at little cost, and says nothing else: for load and for crashes. */
export class LeanCenter {
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
  readonly #socket: TLSSocket;
  readonly #options: LeanCenterOptions;
  readonly #frames = new FrameReader(Buffer.from(IDENTIFIER, 'latin1'), MAX_PAYLOAD);
  readonly #batch = new FrameBatch(Buffer.from(IDENTIFIER, 'latin1'));
  readonly #begun = Promise.withResolvers<void>();
  #withheld: Fields[] | undefined;

  private constructor(socket: TLSSocket, options: LeanCenterOptions) {
    this.#socket = socket;
    this.#options = options;
    if (options.answering === false) this.#withheld = [];
    this.closed = new Promise(resolve => {
      socket.once('close', () => {
        this.#begun.reject(new Error('connection ended before conRsp'));
        resolve();
      });
    });
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** Connects and begins a session, or goes on with the session that `memory` knows. @throws when the connection ends before */
  static async connect(options: LeanCenterOptions): Promise<LeanCenter> {
    const { port, ca, cert, key, acEui, memory } = options;
    const center = new LeanCenter(await dial(port, ca, { cert, key }), options);
    const { snAcUuid, snScUuid, lastSc } = memory;
    const con = { command: 'con', opId: 0, version: '1.0.0', acEui: BigInt(`0x${acEui}`), snAcUuid: [...snAcUuid] };
    center.#send([snScUuid ? { ...con, snAcOpId: 0, snScOpId: lastSc } : con]);
    await center.#begun.promise;
    return center;
  }

  /** Answers what was withheld, and everything from now on. */
  answer(): void {
    const withheld = this.#withheld ?? [];
    this.#withheld = undefined;
    this.#answer(withheld);
  }

  /** Stops or goes on reading from the socket. */
  read(reading: boolean): void {
    if (reading) this.#socket.resume();
    else this.#socket.pause();
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    await this.closed;
  }

  #read(chunk: Buffer): void {
    this.#frames.push(chunk);
    const operations: Fields[] = [];
    const completed: number[] = [];
    const lean: number[] = [];
    const { delivered } = this.#options;
    for (let payload = this.#frames.next(); payload; payload = this.#frames.next()) {
      const delivery = delivered && leanDelivery(payload);
      if (delivery) {
        delivered(delivery);
        lean.push(delivery.opId);
        continue;
      }
      if (delivered && isLeanCompletion(payload)) continue;
      const message = decode(payload, { useBigInt64: true }) as Fields;
      const command = String(message.command);
      if (command === 'conRsp') this.#begin(message);
      else if (command in ANSWERS) operations.push({ ...message, opId: Number(message.opId) });
      else if (command.endsWith('Cmp')) completed.push(Number(message.opId));
      else throw new Error(`${command} ${String(message.message)}`);
    }
    if (operations.length > 0) {
      const { memory, take } = this.#options;
      take?.(operations);
      for (const { opId } of operations) memory.lastSc = Math.min(memory.lastSc, Number(opId));
      if (this.#withheld) this.#withheld.push(...operations);
      else this.#answer(operations);
    }
    if (lean.length > 0) {
      this.#options.memory.lastSc = Math.min(this.#options.memory.lastSc, ...lean);
      for (const opId of lean) this.#batch.bare(DELIVERY_ANSWER, opId);
      this.#socket.write(this.#batch.take());
    }
    if (completed.length > 0) this.#options.completed?.(completed);
  }

  #begin({ snResume, snScUuid }: Fields): void {
    const { memory, begun } = this.#options;
    const uuid = Uint8Array.from(snScUuid as Iterable<number>);
    if (snResume !== true) memory.lastSc = 0;
    memory.snScUuid = uuid;
    begun?.(snResume === true, uuid);
    this.#send([{ command: 'conCmp', opId: 0 }]);
    this.#begun.resolve();
  }

  #answer(operations: readonly Fields[]): void {
    this.#send(operations.map(({ command, opId }) => ({ command: ANSWERS[String(command)], opId })));
  }

  #send(messages: readonly Fields[]): void {
    if (messages.length === 0 || this.#socket.destroyed) return;
    this.#socket.write(
      Buffer.concat(messages.map(message => frame(encode(message, { useBigInt64: true }), IDENTIFIER))),
    );
  }
}

/** The name of the telegram in an `ulData`: endpoint and counter. */
export function telegramOf({ epEui, packetCnt }: Fields): string {
  return `${BigInt(epEui as number)
    .toString(16)
    .padStart(16, '0')}:${Number(packetCnt)}`;
}
