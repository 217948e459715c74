import { reasonOf } from '../kit/faults/reason.ts';
import type { Clock } from '../kit/time/clock.ts';
import { SECOND_MS } from '../kit/units.ts';
import { Connection } from './connection.ts';
import type { Step } from './dial.ts';
import type { Item, Outcome } from './driver.ts';
import { Hidden } from './hidden.ts';
import { testPayload } from './payload.ts';
import type { Surroundings, Target } from './target.ts';

/** A person waits for the answer. */
const LIMIT_MS = 15 * SECOND_MS;

/** What a test by hand has shown (integrations section 5). */
export interface TestResult {
  readonly ok: boolean;
  readonly steps: readonly Step[];
}

/**
 * Delivers one payload with the event `test` through a driver of its own, and tells of each step on the way. Never throws.
 * @param deliveryId of this test alone
 */
export async function testRun({
  target,
  surroundings,
  deliveryId,
  clock,
  signal = new AbortController().signal,
}: {
  readonly target: Target;
  readonly surroundings: Omit<Surroundings, 'lost'>;
  /** Ends it early. */
  readonly signal?: AbortSignal;
  readonly deliveryId: string;
  readonly clock: Clock;
}): Promise<TestResult> {
  const steps: Step[] = [];
  let hidden = new Hidden([]);
  const report = (step: Step) => {
    steps.push({ ...step, detail: hidden.text(step.detail) });
  };
  const connection = new Connection(clock);
  const limit = clock.after(LIMIT_MS, () => connection.end({ reason: `not done in ${LIMIT_MS / SECOND_MS} s` }));
  const givenUp = () => connection.end({ reason: 'given up: the service stops' });
  signal.addEventListener('abort', givenUp, { once: true });
  if (signal.aborted) givenUp();
  let began = clock.monotonic();
  const took = () => Math.round(clock.monotonic() - began);
  // Until it is connected, what fails is on the way to being signed in; a driver that has said more of it is not repeated.
  let name: Step['name'] = 'signedIn';
  try {
    const attempt = target.connect();
    hidden = new Hidden(attempt.secrets);
    const make = () =>
      attempt.driver({
        ...surroundings,
        isTest: true,
        lost: failure => connection.end(failure),
      });
    await connection.open(make, new AbortController().signal, report);
    began = clock.monotonic();
    name = 'accepted';
    const outcome = await answer(connection, testItem(surroundings, deliveryId, clock.now()));
    const ok = outcome.kind === 'accepted';
    report({ name, ok, detail: detailOf(outcome), milliseconds: took() });
  } catch (cause) {
    if (steps.every(({ ok }) => ok)) report({ name, ok: false, detail: reasonOf(cause), milliseconds: took() });
  } finally {
    limit.cancel();
    signal.removeEventListener('abort', givenUp);
    await connection.close();
  }
  return { ok: steps.every(({ ok }) => ok), steps };
}

async function answer(connection: Connection, item: Item): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  connection.send([item], resolve);
  const ended = connection.ended.then(
    (failure): Outcome => ({ kind: 'failed', failure: failure ?? { reason: 'the connection was closed' } }),
  );
  return Promise.race([promise, ended]);
}

function detailOf(outcome: Outcome): string {
  if (outcome.kind === 'accepted') return outcome.detail ?? 'the target has taken it';
  return outcome.kind === 'refused' ? outcome.reason : outcome.failure.reason;
}

function testItem({ names }: Pick<Surroundings, 'names'>, deliveryId: string, at: number): Item {
  const { organizationId } = names;
  const payload = testPayload({ deliveryId, organizationId }, at);
  return {
    ...{ stream: 'log', place: 0, event: 'test', deliveryId, epEui: undefined, bsEui: undefined, storedAt: at },
    ...{ replay: false, attempt: 1, payload, text: () => JSON.stringify(payload) },
  };
}
