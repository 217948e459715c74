import {
  type Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as plainRequest,
  type RequestOptions,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Clock } from '../../../kit/clock.ts';
import { reasonOf } from '../../../kit/reason.ts';
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
  readonly #secure: boolean;
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
    this.#secure = url.protocol === 'https:';
    this.#requests = requests;
    this.#timeoutS = timeoutS;
    this.#target = {
      host: url.hostname,
      port: Number(url.port) || (this.#secure ? 443 : 80),
      tls: this.#secure ? tls : undefined,
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
  async ask(to: URL, request: Request): Promise<Answer> {
    const late = new AbortController();
    const timer = this.#clock.after(this.#timeoutS * SECOND_MS, () => late.abort());
    try {
      return await this.#once(to, request, AbortSignal.any([this.#closing.signal, late.signal]), true);
    } catch (cause) {
      if (cause instanceof TargetError) throw cause;
      const reason = late.signal.aborted ? `no answer in ${this.#timeoutS} s` : reasonOf(cause);
      throw new TargetError({ reason }, { cause });
    } finally {
      timer.cancel();
    }
  }

  #once(to: URL, { method, headers, body }: Request, signal: AbortSignal, again: boolean): Promise<Answer> {
    const agent = this.#agent;
    const options: RequestOptions = {
      method,
      headers: { ...headers, 'Content-Length': body.length, 'User-Agent': 'Waystation' },
      signal,
      ...(agent && { agent }),
    };
    return new Promise((resolve, reject) => {
      let answered = false;
      const request = (this.#secure ? secureRequest : plainRequest)(to, options, response => {
        answered = true;
        answerOf(response).then(resolve, reject);
      });
      request.on('error', cause => {
        // A target may close an idle connection in the moment in which the next request goes out on it.
        if (again && request.reusedSocket && !answered && !signal.aborted) {
          resolve(this.#once(to, { method, headers, body }, signal, false));
        } else reject(cause);
      });
      request.end(body);
    });
  }

  close(): void {
    this.#closing.abort();
    this.#agent?.destroy();
  }
}

/** @throws Error when the connection ends before the answer does */
async function answerOf(response: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    // Leaving the loop ends the connection: the rest may be without end.
    if (bytes > MAX_ANSWER) break;
  }
  return { status, retryAfter: headers['retry-after'], body: Buffer.concat(parts), cut: bytes > MAX_ANSWER };
}
