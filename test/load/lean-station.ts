import { decode } from '@msgpack/msgpack';
import { parseEui } from '../../src/kit/eui.ts';
import type { MessageType } from '../../src/protocol/fields.ts';
import { SimulatedStation, type StationOptions } from '../../src/simulate/base-station.ts';
import { FrameBatch, type LeanTelegram, type UplinkTemplate, uplinkResponseId } from './lean-uplink.ts';

/** Called for the answers to uplinks; returns false when there was no such uplink. */
export interface Answered {
  answered(opId: number): boolean;
  failed(opId: number, code: number): void;
}

/** A connection of a station that reports uplinks without an object for each; for the rest it is a simulated one. */
export class LeanStation extends SimulatedStation {
  #listener: Answered | undefined;
  readonly #batch = new FrameBatch();
  #flushing = false;

  /** @throws what `SimulatedStation.connect` throws */
  static override async connect(options: StationOptions): Promise<LeanStation> {
    const bsEui = parseEui(options.bsEui);
    if (!bsEui) throw new RangeError(`not an EUI: ${options.bsEui}`);
    return LeanStation.dial({ ...options, loggedFrames: 0 }, options.dialect?.stall, sockets => {
      return new LeanStation(options, bsEui, sockets);
    });
  }

  set listener(listener: Answered) {
    this.#listener = listener;
  }

  uplink(opId: number, telegram: LeanTelegram, template: UplinkTemplate): void {
    this.#batch.uplink(template, opId, telegram);
    this.#flushSoon();
  }

  protected override take(payload: Buffer): void {
    if (!this.#tookAnswer(payload)) super.take(payload);
  }

  /** Ids leave in the order in which they were given out. */
  protected override frame(command: string, opId: number | bigint, type: MessageType<unknown>, msg: object): Buffer {
    this.#flush();
    return super.frame(command, opId, type, msg);
  }

  #tookAnswer(payload: Buffer): boolean {
    const opId = uplinkResponseId(payload);
    if (opId !== undefined) return this.#answered(opId);
    const { command, ...map } = decode(payload, { useBigInt64: true }) as Record<string, unknown>;
    if (command === 'ulDataRsp') return this.#answered(Number(map.opId));
    if (command === 'error') this.#listener?.failed(Number(map.opId), Number(map.code));
    return false;
  }

  #answered(opId: number): boolean {
    if (!this.#listener?.answered(opId)) return false;
    if (opId > this.session.answeredBs) this.session.answeredBs = opId;
    this.#batch.completion(opId);
    this.#flushSoon();
    return true;
  }

  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    process.nextTick(() => this.#flush());
  }

  #flush(): void {
    this.#flushing = false;
    if (!this.#batch.empty) this.sendRaw(this.#batch.take());
  }
}
