import type { CenterLine, DamagedLine } from '../domain/center/center-records.ts';
import type { Store } from '../domain/domain.ts';
import type { Eui } from '../kit/eui.ts';
import type { Notifier } from '../kit/notifier.ts';
import { turn } from '../kit/time/clock.ts';
import type { Outgoing } from '../protocol/frames.ts';

/** Lines that become operations with one write. */
const BATCH = 256;

interface Operation {
  readonly opId: number;
  readonly line: CenterLine;
}

/** Sends operations whose ids fall by one. @param settled called whenever fewer of them wait */
type SendGroup = (first: number, messages: readonly Outgoing[], settled: () => void) => void;

export interface DeliveryOptions {
  readonly read: Store['read']['centers']['lines'];
  readonly issue: Store['write']['centers']['issue'];
  readonly newMessages: Notifier;
  /** Operations that may wait for the center at a time. */
  readonly open: number;
  /** Bytes that are sent before the connection is asked whether it can take more; one line may be longer. */
  readonly groupBytes: number;
  readonly center: { readonly session: number; readonly org: number; readonly acEui: Eui };
  /** What a line is in the encoding of the center. */
  message(line: CenterLine): Outgoing;
  /** Operations that wait for the center now. */
  waiting(): number;
  /** Resolves when the connection can take more. */
  drained(): Promise<void>;
  readonly send: SendGroup;
  /** The same for operations that an earlier connection has sent before. */
  readonly repeat: SendGroup;
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

  /** Operations are over, and no longer among those that wait. */
  readonly #settled = (): void => {
    const { open, waiting } = this.#options;
    // Half of it free: a batch is worth a write, and not one per answer.
    if (this.#resume && waiting() <= open / 2) this.#resume();
  };

  /** Ends with the signal. @throws what the store throws */
  async run(from: number): Promise<void> {
    const { read, issue, send, newMessages, center, signal, open, waiting, drained } = this.#options;
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
      const found = read(center, this.#reached, Math.min(capacity, BATCH), version);
      const messages = this.#group(found.lines);
      const lines = found.lines.slice(0, messages.length);
      const last = lines.at(-1);
      const upTo = last && lines.length < found.lines.length ? last.seq : found.upTo;
      const damaged = found.damaged.filter(({ seq }) => seq <= upTo);
      if (damaged.length > 0) await this.#options.damaged(damaged);
      if (last) {
        const places = lines.map(line => {
          return { seq: line.seq, receptions: line.kind === 'ulData' ? line.count : 0, storedAt: line.storedAt };
        });
        const first = await issue(center.session, places, upTo);
        if (first === undefined) return;
        this.#reached = upTo;
        send(first, messages, this.#settled);
        await drained();
      } else if (upTo > this.#reached) {
        this.#reached = upTo;
        // A long stretch that is not for this center: everything else has its turn before the next part of it.
        await turn();
      } else await newMessages.wait(version, signal);
    }
  }

  /** Sends operations again that an earlier connection has left unfinished: before `run`. */
  async repeat(operations: readonly Operation[]): Promise<void> {
    const { repeat, drained } = this.#options;
    for (let at = 0; at < operations.length; ) {
      const first = operations[at]?.opId ?? 0;
      const gap = operations.findIndex(({ opId }, index) => index > at && opId !== first - (index - at));
      const falling = operations.slice(at, gap < 0 ? undefined : gap).map(({ line }) => line);
      const messages = this.#group(falling);
      repeat(first, messages, this.#settled);
      at += messages.length;
      await drained();
    }
  }

  /**
   * The messages of the first lines, as many as may be sent at once. Many stations may have heard each line: all could be more than
   * a connection may have waiting.
   */
  #group(lines: readonly CenterLine[]): Outgoing[] {
    const { groupBytes, message } = this.#options;
    const messages: Outgoing[] = [];
    let bytes = 0;
    for (const line of lines) {
      const next = message(line);
      bytes += next.body.bytes.length;
      if (messages.length > 0 && bytes > groupBytes) break;
      messages.push(next);
    }
    return messages;
  }
}
