import type { CenterLine, DamagedLine } from '../domain/center/records.ts';
import type { Store } from '../domain/domain.ts';
import { unpackFlags } from '../domain/message/flags.ts';
import { statedTime } from '../domain/message/reception.ts';
import { background, impossible } from '../kit/background.ts';
import { turn } from '../kit/clock.ts';
import type { Eui } from '../kit/eui.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { DlDataResMessage, EpStatMessage, ReceptionMessage, UlDataMessage } from './operations.ts';

/** Lines that become operations with one write. */
const BATCH = 256;
/** Operations that are sent before the connection is asked whether it can take more. */
const PORTION = 16;

type Delivered = CenterLine['kind'];

interface Operation {
  readonly opId: number;
  readonly line: CenterLine;
}

export interface DeliveryOptions {
  readonly read: Store['read']['centers']['lines'];
  readonly issue: Store['write']['centers']['issue'];
  readonly newMessages: Notifier;
  /** Operations that may wait for the center at a time. */
  readonly open: number;
  readonly center: { readonly session: number; readonly org: number; readonly acEui: Eui };
  /** Operations that wait for the center now. */
  waiting(): number;
  /** Resolves when the connection can take more. */
  drained(): Promise<void>;
  /** Resolves when the operation is over. */
  send(command: Delivered, opId: number, message: object): Promise<unknown>;
  /** The same for an operation that an earlier connection has sent before. */
  repeat(command: Delivered, opId: number, message: object): Promise<unknown>;
  /** Called with places that cannot be delivered, before what is behind them is. */
  damaged(lines: readonly DamagedLine[]): Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Brings one center what is behind its cursor, for as long as it is connected: reads, gives ids, sends, and waits while the
 * center does not answer. A center that was away for a day is served by the same lines as one that is a moment behind.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  #resume: (() => void) | undefined;
  #reached = 0;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.#resume?.(), { once: true });
  }

  /** Everything up to this place is issued, or not for this center. */
  get reached(): number {
    return this.#reached;
  }

  /** An operation is over, and no longer among those that wait. */
  readonly #answered = (): void => {
    const { open, waiting } = this.#options;
    // Half of it free: a batch is worth a write, and not one per answer.
    if (this.#resume && waiting() <= open / 2) this.#resume();
  };

  /** Ends with the signal. @throws what the store throws */
  async run(from: number): Promise<void> {
    const { read, issue, newMessages, center, signal, open, waiting } = this.#options;
    this.#reached = Math.max(this.#reached, from);
    while (!signal.aborted) {
      const { version } = newMessages;
      const capacity = open - waiting();
      if (capacity <= 0) {
        await new Promise<void>(resolve => {
          this.#resume = resolve;
        });
        this.#resume = undefined;
        continue;
      }
      const { lines, damaged, upTo } = read(center, this.#reached, Math.min(capacity, BATCH));
      if (damaged.length > 0) await this.#options.damaged(damaged);
      if (lines.length > 0) {
        const places = lines.map(line => ({ seq: line.seq, receptions: line.kind === 'ulData' ? line.count : 0 }));
        const first = await issue(center.session, places, upTo);
        if (first === undefined) return;
        this.#reached = upTo;
        const operations = lines.map((line, index) => ({ opId: first - index, line }));
        await this.#portions(this.#options.send, operations);
      } else if (upTo > this.#reached) {
        this.#reached = upTo;
        // A long stretch that is not for this center: everything else has its turn before the next part of it.
        await turn();
      } else await newMessages.wait(version, signal);
    }
  }

  /** Sends operations again that an earlier connection has left unfinished: before `run`. */
  repeat(operations: readonly Operation[]): Promise<void> {
    return this.#portions(this.#options.repeat, operations);
  }

  /** Many stations may have heard each line: all at once could be more than a connection may have waiting. */
  async #portions(send: DeliveryOptions['send'], operations: readonly Operation[]): Promise<void> {
    for (const [index, { opId, line }] of operations.entries()) {
      this.#pass(send, opId, line);
      if (index % PORTION === PORTION - 1) await this.#options.drained();
    }
    await this.#options.drained();
  }

  #pass(send: DeliveryOptions['send'], opId: number, line: CenterLine): void {
    background(send(line.kind, opId, messageOf(line)).then(this.#answered), impossible);
  }
}

function messageOf(line: CenterLine): object {
  if (line.kind === 'ulData') return uplink(line);
  return line.kind === 'epStat' ? status(line) : result(line);
}

function uplink(line: Extract<CenterLine, { kind: 'ulData' }>): UlDataMessage {
  const { dlOpen, responseExp, dlAck, duplicate } = unpackFlags(line.flags);
  const { epEui, packetCnt, userData, format } = line;
  return {
    epEui,
    baseStations: line.receptions.map(reception),
    packetCnt,
    userData,
    ...(format !== 0 && { format }),
    dlOpen,
    responseExp: responseExp && dlOpen,
    dlAck,
    duplicate,
  };
}

function reception(heard: Extract<CenterLine, { kind: 'ulData' }>['receptions'][number]): ReceptionMessage {
  const { bsEui, rxDuration, snr, rssi, eqSnr, dlRxSnr, dlRxRssi, profile, mode, subpackets } = heard;
  return {
    bsEui,
    rxTime: statedTime(heard),
    rxDuration,
    snr,
    rssi,
    eqSnr,
    dlRxSnr,
    dlRxRssi,
    profile,
    mode,
    subpackets,
  } as ReceptionMessage;
}

function status({ content }: Extract<CenterLine, { kind: 'epStat' }>): EpStatMessage {
  const { nonce, sign, ...others } = content;
  return { ...others, ...(nonce && { nonce: hex(nonce) }), ...(sign && { sign: hex(sign) }) } as EpStatMessage;
}

function result({ content }: Extract<CenterLine, { kind: 'dlDataRes' }>): DlDataResMessage {
  const { queId, txTime, ...others } = content;
  return { ...others, queId: BigInt(queId), ...(txTime && { txTime: BigInt(txTime) }) } as DlDataResMessage;
}

function hex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'));
}
