import type { Outcome } from '../driver.ts';
import type { Arrival } from '../drivers/mqtt/connection.ts';
import type { Publication } from '../drivers/mqtt/outbox.ts';
import { matches, ownerOf } from './rights.ts';

/** An integration that is attached. */
export interface Attached {
  readonly organizationId: string;
  arrived(arrival: Arrival): void;
}

/** What an attachment needs of its broker. */
interface Host {
  readonly defaultOrganization: string;
  publish(publication: { topic: string; payload: string; retain: boolean }, done: (cause: Error | null) => void): void;
  left(): void;
}

/** The end of the embedded broker that is in this process: as a connection to a broker, but without a socket. */
export class Attachment {
  readonly #attached: Attached;
  readonly #host: Host;
  readonly #filters: string[] = [];
  readonly #taken = new Map<number, () => void>();
  #lastId = 0;
  #over = false;

  constructor(attached: Attached, host: Host) {
    this.#attached = attached;
    this.#host = host;
  }

  /** @param settle is called once, not after `close` */
  publish({ topic, payload, retain }: Publication, settle: (outcome: Outcome) => void): void {
    const { defaultOrganization, publish } = this.#host;
    const told = (outcome: Outcome) => queueMicrotask(() => this.#over || settle(outcome));
    if (ownerOf(topic, defaultOrganization) !== this.#attached.organizationId) {
      told({ kind: 'refused', reason: `${topic} is of another organization` });
      return;
    }
    publish({ topic, payload, retain }, cause =>
      told(cause ? { kind: 'failed', failure: { reason: cause.message } } : { kind: 'accepted' }),
    );
  }

  subscribe(filters: readonly string[]): void {
    this.#filters.push(...filters);
  }

  /** What arrived under this number is stored. */
  acknowledge(messageId: number): void {
    this.#taken.get(messageId)?.();
    this.#taken.delete(messageId);
  }

  close(): void {
    this.#over = true;
    this.#taken.clear();
    this.#host.left();
  }

  listensTo(organizationId: string, topic: string): boolean {
    return organizationId === this.#attached.organizationId && this.#filters.some(filter => matches(filter, topic));
  }

  /** Resolves when it is acknowledged. @throws Error when the client leaves before */
  take(arrival: Omit<Arrival, 'messageId'>, signal: AbortSignal): Promise<void> {
    const messageId = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const left = () => {
        this.#taken.delete(messageId);
        reject(new Error('the client has left'));
      };
      if (signal.aborted) return left();
      signal.addEventListener('abort', left, { once: true });
      this.#taken.set(messageId, () => {
        signal.removeEventListener('abort', left);
        resolve();
      });
      this.#attached.arrived({ ...arrival, messageId });
    });
  }
}
