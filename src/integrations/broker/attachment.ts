import type { BrokerLine, BrokerMessage, Outcome } from '../driver.ts';
import { type Failure, TargetError } from '../failure.ts';
import { matches, ownerOf } from './rights.ts';

type Publication = Parameters<BrokerLine['publish']>[0];

/** An integration that is attached. */
export interface Attached {
  readonly organizationId: string;
  arrived(message: BrokerMessage): void;
  ended(failure: Failure): void;
}

/** What an attachment needs of its broker. */
interface Host {
  readonly defaultOrganization: string;
  publish(publication: Publication, done: (cause: Error | null) => void): void;
  /** What is kept for who comes later, of every organization. */
  retained(): Iterable<readonly [topic: string, payload: string]>;
  left(): void;
}

/** The end of the embedded broker that is in this process: as a connection to a broker, but without a socket. */
export class Attachment implements BrokerLine {
  readonly #attached: Attached;
  readonly #host: Host;
  readonly #filters = new Set<string>();
  readonly #taken = new Map<number, () => void>();
  #lastId = 0;
  #over = false;

  constructor(attached: Attached, host: Host) {
    this.#attached = attached;
    this.#host = host;
  }

  open(): Promise<{ readonly sessionPresent: boolean }> {
    if (this.#over) return Promise.reject(new TargetError({ reason: 'the embedded broker has ended' }));
    return Promise.resolve({ sessionPresent: false });
  }

  publish(publication: Publication, settle: (outcome: Outcome) => void): void {
    const { topic } = publication;
    const told = (outcome: Outcome) => queueMicrotask(() => this.#over || settle(outcome));
    if (ownerOf(topic, this.#host.defaultOrganization) !== this.#attached.organizationId) {
      told({ kind: 'refused', reason: `${topic} is of another organization` });
      return;
    }
    this.#host.publish(publication, cause =>
      told(cause ? { kind: 'failed', failure: { reason: cause.message } } : { kind: 'accepted' }),
    );
  }

  /** Resolves when what is kept of the filters is on its way. */
  subscribe(filters: readonly string[]): Promise<void> {
    for (const filter of filters) this.#filters.add(filter);
    const { arrived, organizationId } = this.#attached;
    for (const [topic, payload] of this.#host.retained()) {
      if (ownerOf(topic, this.#host.defaultOrganization) !== organizationId) continue;
      if (!filters.some(filter => matches(filter, topic))) continue;
      const message = { topic, body: Buffer.from(payload), retained: true, messageId: undefined };
      queueMicrotask(() => this.#over || arrived(message));
    }
    return Promise.resolve();
  }

  unsubscribe(filters: readonly string[]): void {
    for (const filter of filters) this.#filters.delete(filter);
  }

  /** What arrived under this number is stored. */
  acknowledge(messageId: number): void {
    this.#taken.get(messageId)?.();
    this.#taken.delete(messageId);
  }

  end(reason: string): void {
    if (this.#over) return;
    this.#leave();
    this.#attached.ended({ reason });
  }

  close(farewell?: Publication): Promise<void> {
    if (this.#over) return Promise.resolve();
    if (farewell) this.publish(farewell, () => undefined);
    this.#leave();
    return Promise.resolve();
  }

  #leave(): void {
    this.#over = true;
    this.#taken.clear();
    this.#host.left();
  }

  listensTo(organizationId: string, topic: string): boolean {
    return (
      organizationId === this.#attached.organizationId && [...this.#filters].some(filter => matches(filter, topic))
    );
  }

  /** Resolves when it is acknowledged. @throws Error when the client leaves before */
  take(message: Omit<BrokerMessage, 'messageId'>, signal: AbortSignal): Promise<void> {
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
      this.#attached.arrived({ ...message, messageId });
    });
  }
}
