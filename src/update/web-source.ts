import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { reasonOf } from '../kit/faults/reason.ts';
import { ask, download } from '../kit/net/http-client.ts';
import { tooLarge } from './bundle-source.ts';
import { UpdateRefused } from './refusal.ts';
import type { Source } from './source.ts';

/** How long the web server may take, milliseconds. */
export interface Patience {
  /** For a small file. */
  readonly answerMs: number;
  /** Without a byte of a large one. */
  readonly idleMs: number;
  /** For a large file: an executable by a slow radio link. */
  readonly downloadMs: number;
}

const PATIENCE: Patience = { answerMs: 30_000, idleMs: 60_000, downloadMs: 6 * 3_600_000 };
/** A static server says it of what it does not have; some say "forbidden" instead. */
const NOT_THERE = [403, 404, 410];

/** A repository on any web server, by way of the proxy that the environment names (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`). */
export class WebSource implements Source {
  readonly name: string;
  readonly #base: URL;
  readonly #patience: Patience;
  readonly #agent: PlainAgent;

  /**
   * @param address of the folder that has `metadata` and `targets`
   * @param environment that may name a proxy
   */
  constructor(address: string, patience: Patience = PATIENCE, environment: NodeJS.ProcessEnv = process.env) {
    this.#base = new URL(address.endsWith('/') ? address : `${address}/`);
    this.name = this.#base.host;
    this.#patience = patience;
    const options = { proxyEnv: environment };
    this.#agent = this.#base.protocol === 'https:' ? new SecureAgent(options) : new PlainAgent(options);
  }

  async read(path: string, most: number): Promise<Uint8Array | undefined> {
    const signal = AbortSignal.timeout(this.#patience.answerMs);
    const { status, body, cut } = await this.#reached(ask(this.#urlOf(path), { signal, most, agent: this.#agent }));
    if (NOT_THERE.includes(status)) return undefined;
    if (status !== 200) throw this.#refusal(path, status);
    if (cut) throw tooLarge(this.name, path, most);
    return body;
  }

  async *stream(path: string, from: number): AsyncIterable<Uint8Array> {
    const { idleMs, downloadMs } = this.#patience;
    const { status, body } = await this.#reached(
      download(this.#urlOf(path), {
        headers: from > 0 ? { range: `bytes=${from}-` } : {},
        signal: AbortSignal.timeout(downloadMs),
        idleMs,
        agent: this.#agent,
      }),
    );
    if (NOT_THERE.includes(status)) throw new UpdateRefused('missing', `${this.name} has no ${path}`);
    if (status !== 200 && status !== 206) throw this.#refusal(path, status);
    // A server that gives no parts begins at the beginning.
    let unwanted = status === 206 ? 0 : from;
    try {
      for await (const part of body) {
        if (unwanted < part.length) yield part.subarray(unwanted);
        unwanted = Math.max(0, unwanted - part.length);
      }
    } catch (cause) {
      throw this.#lost(cause);
    }
  }

  #urlOf(path: string): URL {
    return new URL(path, this.#base);
  }

  async #reached<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (cause) {
      throw this.#lost(cause);
    }
  }

  #lost(cause: unknown): UpdateRefused {
    const why = isTimeout(cause) ? 'it does not answer in time' : reasonOf(cause);
    return new UpdateRefused('unreachable', `${this.name} cannot be reached: ${why}`, { cause });
  }

  #refusal(path: string, status: number): UpdateRefused {
    const advice = status >= 300 && status < 400 ? ': give the address that it leads to in update.url' : '';
    return new UpdateRefused('unreachable', `${this.name} answers ${status} for ${path}${advice}`);
  }
}

/** A request that a signal ends has the reason of the signal as its cause. */
function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === 'TimeoutError' || isTimeout(cause.cause));
}
