import type { Eui } from '../../kit/eui.ts';
import type { FromUs, OperationTable, RequestOf } from '../../protocol/operations.ts';

/** A message of the service center as it was received. */
export interface Received {
  readonly command: string;
  readonly opId: number;
  readonly [field: string]: unknown;
}

/** A typed request of the service center with its id. */
export type ReceivedRequest<T extends OperationTable, K extends FromUs<T>> = RequestOf<T[K]> & {
  readonly command: K;
  readonly opId: number;
};

export interface LoggedFrame {
  readonly direction: 'in' | 'out';
  readonly command: string;
  readonly opId: number;
  readonly epEui: Eui | undefined;
  /** The whole frame as sent; for received frames the payload. */
  readonly bytes: Buffer;
}

interface Waiter {
  resolve(message: Received): void;
  reject(reason: Error): void;
}

/** Messages that were not asked for yet, per command; a test that never asks must not fill the memory. */
const MAX_UNREAD = 4096;

/** Received messages by command, each handed out once. */
export class Mailbox {
  readonly #unread = new Map<string, Received[]>();
  readonly #waiting = new Map<string, Waiter[]>();
  #closed: Error | undefined;

  put(message: Received): void {
    const waiter = this.#waiting.get(message.command)?.shift();
    if (waiter) {
      waiter.resolve(message);
      return;
    }
    const unread = this.#unread.get(message.command);
    if (!unread) this.#unread.set(message.command, [message]);
    else {
      unread.push(message);
      if (unread.length > MAX_UNREAD) unread.shift();
    }
  }

  unread(command: string): number {
    return this.#unread.get(command)?.length ?? 0;
  }

  take(command: string): Promise<Received> {
    const message = this.#unread.get(command)?.shift();
    if (message) return Promise.resolve(message);
    if (this.#closed) return Promise.reject(this.#closed);
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(command);
      if (waiting) waiting.push({ resolve, reject });
      else this.#waiting.set(command, [{ resolve, reject }]);
    });
  }

  close(reason: Error): void {
    this.#closed = reason;
    for (const waiting of this.#waiting.values()) for (const { reject } of waiting) reject(reason);
    this.#waiting.clear();
  }
}
