import { hash } from 'node:crypto';
import { background } from '../../../kit/background.ts';
import { reasonOf } from '../../../kit/faults/reason.ts';
import { type Moment, momentOf, sleep } from '../../../kit/time/clock.ts';
import { SECOND_MS } from '../../../kit/units.ts';
import { uuid8 } from '../../../kit/uuid.ts';
import type { Driver, Item, Outcome, TargetContext } from '../../driver.ts';
import { TargetError } from '../../failure.ts';
import { BOTH_SIGN_MS, type FormerSecret, type HttpSettings } from '../../kinds/http.ts';
import { outcomeOf } from './answer.ts';
import { type Answer, HttpClient, MAX_ANSWER } from './client.ts';
import { commandsIn } from './downlinks.ts';
import { signatures } from './signature.ts';

/** Requests under way at a time. */
export const REQUESTS = 16;
/** So often a command is tried for which there is no room, before the delivery that it answers counts as failed. */
const COMMAND_TRIES = 5;

/** What may be answered with downlinks: an answer to what became of one would ask for the next, without an end. */
const ASKING: readonly string[] = ['up', 'attach', 'test'];

/** One request, as the receiver gets it. */
interface Delivery {
  readonly event: string;
  /** Equal on every repetition with the same items. */
  readonly id: string;
  readonly body: string;
  readonly attempt: number;
  /** Its answer may ask for downlinks. */
  readonly mayAsk: boolean;
}

/** Delivers by HTTP requests (integrations section 3). */
export function httpDriver(context: TargetContext<HttpSettings>): Driver {
  const { settings, clock, log, dial, command } = context;
  const { method, timeoutSeconds, batchSize, allowDownlinkResponse } = settings;
  const url = new URL(settings.url);
  const client = new HttpClient({ url, tls: settings, clock, dial, requests: REQUESTS, timeoutS: timeoutSeconds });
  const { closing } = client;

  const headersOf = ({ event, id, body, attempt }: Delivery) => {
    const timestamp = Math.floor(clock.now() / SECOND_MS);
    const secrets = secretsOf(settings, momentOf(clock));
    return {
      ...settings.headers,
      'Content-Type': 'application/json',
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
    for (const incoming of commandsIn(answer.body)) {
      for (let tries = 1; (await command(incoming)) === 'later'; tries++) {
        if (tries === COMMAND_TRIES) throw new Error('there is no room for the downlinks in its answer');
        await sleep(clock, tries * SECOND_MS, closing);
      }
    }
  };

  const deliver = async (delivery: Delivery): Promise<Outcome> => {
    const to = new URL(url);
    to.searchParams.append('event', delivery.event);
    try {
      const body = Buffer.from(delivery.body);
      const answer = await client.ask(to, { method, headers: headersOf(delivery), body });
      const outcome = outcomeOf(answer.status, answer.retryAfter, clock.now());
      if (outcome.kind === 'accepted' && allowDownlinkResponse && delivery.mayAsk) await obey(answer);
      return outcome;
    } catch (cause) {
      return { kind: 'failed', failure: cause instanceof TargetError ? cause.failure : { reason: reasonOf(cause) } };
    }
  };

  return {
    async open(signal, report) {
      await client.open(signal, report);
      return {};
    },

    send(items, settle) {
      const settled = async () => {
        const outcome = await deliver(deliveryOf(items, batchSize > 1));
        if (!closing.aborted) settle(outcome);
      };
      background(settled(), cause => log.error({ err: cause }, 'a delivery ended in an error of ours'));
    },

    close() {
      client.close();
      return Promise.resolve();
    },
  };
}

/** A former secret signs beside the new one for some time: receivers learn the new one one by one. */
function secretsOf({ signingSecret, formerSecret }: HttpSettings, when: Moment): string[] {
  const former = formerSecret && isInForce(formerSecret, when) ? [formerSecret.secret] : [];
  return signingSecret === undefined ? [] : [signingSecret, ...former];
}

/** One whose time would last longer than any was replaced by a clock that was ahead. */
function isInForce({ untilMs, crediblyUntilMs }: FormerSecret, { now, credible }: Moment): boolean {
  return credible < (untilMs - now > BOTH_SIGN_MS ? crediblyUntilMs : untilMs);
}

function deliveryOf(items: readonly Item[], batching: boolean): Delivery {
  const attempt = Math.max(...items.map(item => item.attempt));
  const mayAsk = items.some(({ event }) => ASKING.includes(event));
  const [item] = items;
  if (!batching && item) return { event: item.event, id: item.deliveryId, body: item.text(), attempt, mayAsk };
  const id = uuid8(hash('sha256', items.map(({ deliveryId }) => deliveryId).join(), 'buffer'));
  return { event: 'batch', id, body: `[${items.map(each => each.text()).join()}]`, attempt, mayAsk };
}
