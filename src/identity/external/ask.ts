import { request as plain } from 'node:http';
import { type RequestOptions, request as secure } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { CustomFetch } from 'openid-client';
import { isConfidential } from '../../kit/address.ts';
import type { Clock } from '../../kit/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';

/** From the look-up of the name to the end of the answer. Four of them fit into the time of one call. */
const LIMIT_MS = 7 * SECOND_MS;
/** More than any key set or list of claims has. */
const MAX_ANSWER = 1 << 20;
/** At a time: whoever comes with a state of ours makes us ask, with a code that he has made up. */
const MOST = 64;
/** Answers that have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** The provider gives no answer that says anything. The reason is in our words and those of the system, never in the provider's. */
export class Unreachable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Unreachable';
  }
}

/** The provider can be reached, and answers with a status that tells of trouble of its own. */
export class Troubled extends Unreachable {}

/** The reason when the answer is not waited for any more. */
export const STOPPING = 'the service stops';

export interface Asking {
  /** Rejects with `Unreachable` when there is no answer, or one that tells of trouble. No redirect is followed. */
  readonly ask: CustomFetch;
  stop(): void;
}

/** Asks a provider, in confidence or not at all. @param authorities (PEM) who may vouch for it */
export function asking({ clock, authorities }: { readonly clock: Clock; authorities(): string[] }): Asking {
  const stopped = new AbortController();
  let open = 0;
  // Made once: the list is long. Made late: a provider on this machine needs none.
  let secureContext: SecureContext | undefined;
  const tls = () => {
    secureContext ??= createSecureContext({ ca: authorities(), minVersion: 'TLSv1.2' });
    return { secureContext };
  };

  const answerOf = (url: URL, { method, headers, body }: Parameters<CustomFetch>[1]): Promise<Response> =>
    new Promise((resolve, reject) => {
      const options: RequestOptions = {
        ...{ method, headers, agent: false, signal: stopped.signal },
        ...(url.protocol === 'https:' && tls()),
      };
      const asked = (url.protocol === 'https:' ? secure : plain)(url, options, answer => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_ANSWER) asked.destroy(new Unreachable('its answer is too long'));
          else chunks.push(chunk);
        });
        answer.on('error', fail);
        answer.on('end', () => {
          late.cancel();
          const status = answer.statusCode ?? 0;
          if (status < 200 || status === 429 || status > 499)
            return fail(new Troubled(`it answers with status ${status}`));
          const content = BODILESS.has(status) ? null : Buffer.concat(chunks);
          resolve(new Response(content, { status, headers: plainHeaders(answer.headersDistinct) }));
        });
      });
      const late = clock.after(LIMIT_MS, () =>
        asked.destroy(new Unreachable(`no answer in ${LIMIT_MS / SECOND_MS} s`)),
      );
      const fail = (cause: unknown) => {
        late.cancel();
        const reason = stopped.signal.aborted ? STOPPING : codeOf(cause);
        reject(cause instanceof Unreachable ? cause : new Unreachable(reason));
      };
      asked.on('error', fail);
      asked.end(body === null || body === undefined ? undefined : String(body));
    });

  return {
    async ask(address, options) {
      const url = new URL(address);
      // Also what the provider itself names.
      if (!isConfidential(url)) throw new Unreachable('it is to be asked without TLS');
      if (open >= MOST) throw new Unreachable('too many wait for it already');
      open++;
      try {
        return await answerOf(url, options);
      } finally {
        open--;
      }
    },
    stop: () => stopped.abort(),
  };
}

/** `ECONNREFUSED`, or that of what is wrong with a certificate: a message may have in it what the provider wrote. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

function plainHeaders(headers: NodeJS.Dict<string[]>): [string, string][] {
  return Object.entries(headers).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
}
