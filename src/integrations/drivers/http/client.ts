import type { Agent, OutgoingHttpHeaders } from 'node:http';
import { reasonOf } from '../../../kit/faults/reason.ts';
import { ask } from '../../../kit/net/http-client.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { SECOND_MS } from '../../../kit/units.ts';
import type { Dial, Report } from '../../dial.ts';
import { TargetError } from '../../failure.ts';
import type { TlsSettings } from '../../kinds/pem.ts';
import { connections } from './connections.ts';

/** So much of an answer is read. */
export const MAX_ANSWER = 64 * 1024;

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
  /** The target said more than is read. */
  readonly cut: boolean;
}

export interface Request {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Uint8Array;
}

/** Sends requests to one target, over connections to addresses that were checked. */
export class HttpClient {
  readonly #clock: Clock;
  readonly #dial: Dial;
  readonly #target: Parameters<typeof connections>[1];
  readonly #requests: number;
  readonly #timeoutS: number;
  readonly #closing = new AbortController();
  #agent: Agent | undefined;

  /** @param requests under way at a time; `url`: its path is that of each request */
  constructor({
    url,
    tls,
    clock,
    dial,
    requests,
    timeoutS,
  }: {
    readonly url: URL;
    readonly tls: TlsSettings;
    readonly clock: Clock;
    readonly dial: Dial;
    readonly requests: number;
    readonly timeoutS: number;
  }) {
    this.#clock = clock;
    this.#dial = dial;
    const isSecure = url.protocol === 'https:';
    this.#requests = requests;
    this.#timeoutS = timeoutS;
    this.#target = {
      host: url.hostname,
      port: Number(url.port) || (isSecure ? 443 : 80),
      tls: isSecure ? tls : undefined,
      signal: this.#closing.signal,
    };
  }

  /** Ends when the client is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Opens a first connection, which the first request goes out on. @throws TargetError */
  async open(signal: AbortSignal, report: Report | undefined): Promise<void> {
    const first = await this.#dial({ ...this.#target, signal, report });
    this.#agent = connections(this.#dial, this.#target, first, this.#requests);
  }

  /** @throws TargetError without an answer in time */
  async ask(to: URL, { method, headers, body }: Request): Promise<Answer> {
    const late = new AbortController();
    const timer = this.#clock.after(this.#timeoutS * SECOND_MS, () => late.abort());
    try {
      const { headers: told, ...answer } = await ask(to, {
        ...{ method, body, agent: this.#agent, most: MAX_ANSWER },
        headers: { ...headers, 'Content-Length': body.length, 'User-Agent': 'Waystation' },
        signal: AbortSignal.any([this.#closing.signal, late.signal]),
      });
      return { ...answer, retryAfter: told['retry-after'] };
    } catch (cause) {
      if (cause instanceof TargetError) throw cause;
      const reason = late.signal.aborted ? `no answer in ${this.#timeoutS} s` : reasonOf(cause);
      throw new TargetError({ reason }, { cause });
    } finally {
      timer.cancel();
    }
  }

  close(): void {
    this.#closing.abort();
    this.#agent?.destroy();
  }
}
