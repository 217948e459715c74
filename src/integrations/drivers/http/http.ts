import { createHash } from 'node:crypto';
import { type Agent, type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { background } from '../../../kit/background.ts';
import { sleep } from '../../../kit/clock.ts';
import { reasonOf } from '../../../kit/reason.ts';
import { SECOND_MS } from '../../../kit/units.ts';
import { uuidText } from '../../../kit/uuid.ts';
import type { Driver, Item, Outcome, TargetContext } from '../../driver.ts';
import { TargetError } from '../../failure.ts';
import type { HttpSettings } from '../../settings.ts';
import { outcomeOf } from './answer.ts';
import { connections } from './connections.ts';
import { commandsIn } from './downlinks.ts';
import { signatures } from './signature.ts';

/** Requests under way at a time. */
export const REQUESTS = 16;
/** So much of an answer is read. */
const MAX_ANSWER = 64 * 1024;
/** So often a command is tried for which there is no room, before the delivery that it answers counts as failed. */
const COMMAND_TRIES = 5;

/** One request, as the receiver gets it. */
interface Delivery {
  readonly event: string;
  /** Equal on every repetition with the same items. */
  readonly id: string;
  readonly body: string;
  readonly attempt: number;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
  /** The receiver said more than is read. */
  readonly cut: boolean;
}

/** Delivers by HTTP requests (integrations section 3). */
export function httpDriver(context: TargetContext<HttpSettings>): Driver {
  const { settings, clock, log, dial, command } = context;
  const url = new URL(settings.url);
  const secure = url.protocol === 'https:';
  const closing = new AbortController();
  const target = {
    host: url.hostname,
    port: Number(url.port) || (secure ? 443 : 80),
    tls: secure ? settings : undefined,
    signal: closing.signal,
  };
  let agent: Agent | undefined;

  const ask = (delivery: Delivery, signal: AbortSignal): Promise<Answer> => {
    const to = new URL(url);
    to.searchParams.append('event', delivery.event);
    const body = Buffer.from(delivery.body);
    const options: RequestOptions = {
      method: settings.method,
      headers: { ...settings.headers, ...headersOf(delivery, body.length) },
      signal,
      ...(agent && { agent }),
    };
    const once = (again: boolean): Promise<Answer> =>
      new Promise((resolve, reject) => {
        let answered = false;
        const request = (secure ? secureRequest : plainRequest)(to, options, response => {
          answered = true;
          answerOf(response).then(resolve, reject);
        });
        request.on('error', cause => {
          // A receiver may close an idle connection in the moment in which the next request goes out on it.
          if (again && request.reusedSocket && !answered && !signal.aborted) resolve(once(false));
          else reject(cause);
        });
        request.end(body);
      });
    return once(true);
  };

  const headersOf = ({ event, id, body, attempt }: Delivery, bytes: number): Record<string, string | number> => {
    const timestamp = Math.floor(clock.now() / SECOND_MS);
    const secrets = secretsOf(settings, clock.now());
    return {
      'Content-Type': 'application/json',
      'Content-Length': bytes,
      'User-Agent': 'Waystation',
      'X-Platform-Event': event,
      'X-Platform-Delivery': id,
      'X-Platform-Attempt': attempt,
      ...(secrets.length > 0 && {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatures({ id, timestamp, body }, secrets),
      }),
    };
  };

  /** Carries out what an answer asks for; the delivery is over when all of it is stored. @throws Error when there is no room for long */
  const obey = async (answer: Answer): Promise<void> => {
    if (answer.cut) log.warn({ bytes: MAX_ANSWER }, 'downlinks in an answer that is too long are not read');
    for (const incoming of answer.cut ? [] : commandsIn(answer.body)) {
      for (let tries = 1; (await command(incoming)) === 'later'; tries++) {
        if (tries === COMMAND_TRIES) throw new Error('there is no room for the downlinks in its answer');
        await sleep(clock, tries * SECOND_MS, closing.signal);
      }
    }
  };

  const deliver = async (delivery: Delivery): Promise<Outcome> => {
    const late = new AbortController();
    const timer = clock.after(settings.timeoutSeconds * SECOND_MS, () => late.abort());
    try {
      const answer = await ask(delivery, AbortSignal.any([closing.signal, late.signal]));
      timer.cancel();
      const outcome = outcomeOf(answer.status, answer.retryAfter, clock.now());
      if (outcome.kind === 'accepted' && settings.allowDownlinkResponse) await obey(answer);
      return outcome;
    } catch (cause) {
      if (cause instanceof TargetError) return { kind: 'failed', failure: cause.failure };
      const reason = late.signal.aborted ? `no answer in ${settings.timeoutSeconds} s` : reasonOf(cause);
      return { kind: 'failed', failure: { reason } };
    } finally {
      timer.cancel();
    }
  };

  return {
    async open(signal, report) {
      const first = await dial({ ...target, signal, report });
      agent = connections(dial, target, first, REQUESTS);
      return {};
    },

    send(items, settle) {
      const settled = async () => {
        const outcome = await deliver(deliveryOf(items, settings.batchSize > 1));
        if (!closing.signal.aborted) settle(outcome);
      };
      background(settled(), cause => {
        log.error({ err: cause }, 'a delivery ended in an error of ours');
        if (!closing.signal.aborted) settle({ kind: 'failed', failure: { reason: 'an error of the service center' } });
      });
    },

    close() {
      closing.abort();
      agent?.destroy();
      return Promise.resolve();
    },
  };
}

/** A former secret signs beside the new one for some time: receivers learn the new one one by one. */
function secretsOf({ signingSecret, formerSecret }: HttpSettings, now: number): string[] {
  const former = formerSecret && now < formerSecret.untilMs ? [formerSecret.secret] : [];
  return signingSecret === undefined ? [] : [signingSecret, ...former];
}

function deliveryOf(items: readonly Item[], batching: boolean): Delivery {
  const attempt = Math.max(...items.map(item => item.attempt));
  const [item] = items;
  if (!batching && item) return { event: item.event, id: item.deliveryId, body: item.text(), attempt };
  const id = createHash('sha256')
    .update(items.map(({ deliveryId }) => deliveryId).join())
    .digest()
    .subarray(0, 16);
  // Version 8: made of what it is about (RFC 9562).
  id[6] = 0x80 | ((id[6] ?? 0) & 0x0f);
  id[8] = 0x80 | ((id[8] ?? 0) & 0x3f);
  return { event: 'batch', id: uuidText(id), body: `[${items.map(each => each.text()).join()}]`, attempt };
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
