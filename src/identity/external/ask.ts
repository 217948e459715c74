import { createSecureContext, type SecureContext } from 'node:tls';
import type { CustomFetch } from 'openid-client';
import { isConfidential } from '../../kit/net/address.ts';
import { ask } from '../../kit/net/http-client.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';

/** From the look-up of the name to the end of the answer. Four of them fit into the time of one call. */
const LIMIT_MS = 7 * SECOND_MS;
/** More than any key set or list of claims has. */
const MAX_ANSWER = 1 << 20;
/** At a time: a client with a state of ours makes us ask, with a code that it has made up. */
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

export interface ProviderClient {
  /** Rejects with `Unreachable` when there is no answer, or one that tells of trouble. No redirect is followed. */
  readonly ask: CustomFetch;
  stop(): void;
}

/** Asks a provider, in confidence or not at all. @param authorities (PEM) who may vouch for it */
export function providerClient({
  clock,
  authorities,
}: {
  readonly clock: Clock;
  authorities(): string[];
}): ProviderClient {
  const stopped = new AbortController();
  let open = 0;
  // Made once: the list is long. Made late: a provider on this machine needs none.
  let secureContext: SecureContext | undefined;
  const tls = () => {
    secureContext ??= createSecureContext({ ca: authorities(), minVersion: 'TLSv1.2' });
    return { secureContext };
  };

  const answerOf = async (url: URL, { method, headers, body }: Parameters<CustomFetch>[1]): Promise<Response> => {
    const late = new AbortController();
    const timer = clock.after(LIMIT_MS, () => late.abort());
    try {
      const answer = await ask(url, {
        ...{ method, headers, most: MAX_ANSWER, signal: AbortSignal.any([stopped.signal, late.signal]) },
        body: body === null || body === undefined ? undefined : String(body),
        tls: url.protocol === 'https:' ? tls() : undefined,
      });
      if (answer.cut) throw new Unreachable('its answer is too long');
      const { status } = answer;
      if (status < 200 || status === 429 || status > 499) throw new Troubled(`it answers with status ${status}`);
      const content = BODILESS.has(status) ? null : answer.body;
      return new Response(content, { status, headers: plainHeaders(answer.headersDistinct) });
    } catch (cause) {
      if (cause instanceof Unreachable) throw cause;
      if (stopped.signal.aborted) throw new Unreachable(STOPPING);
      throw new Unreachable(late.signal.aborted ? `no answer in ${LIMIT_MS / SECOND_MS} s` : codeOf(cause));
    } finally {
      timer.cancel();
    }
  };

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
