import type { Store } from '../../domain/domain.ts';
import type { Integration } from '../../domain/integration/integration-records.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import { acting } from '../../rpc/call/actor.ts';
import type { Call } from '../../rpc/call/define.ts';

/** What sends parked items again. */
export interface Retrying {
  /** @param places undefined: all that is parked */
  retry(
    row: Integration,
    places: readonly number[] | undefined,
  ): Promise<{ readonly accepted: number; readonly left: number }>;
}

/** A caller who asks again while it is under way may do so in so long. */
const AGAIN_MS = SECOND_MS;

/** Sends parked items again; a call that comes twice under one key sends once, and is told the same twice. */
export function parkedRetry({
  store,
  clock,
  byHand,
}: {
  readonly store: Pick<Store, 'write'>;
  readonly clock: Clock;
  byHand(): Retrying;
}) {
  /** Who asked under which key. Targets may take longer than their callers wait. */
  const underWay = new Set<string>();

  const send = async (row: Integration, places: readonly number[] | undefined, { signal }: Call): Promise<number> => {
    // Nothing is delivered to it, and what is parked stays so.
    if (!row.enabled) return 0;
    const { accepted, left } = await byHand().retry(row, places);
    // What its caller was not told, and did not come to its end, is no answer for the same call again.
    if (left > 0) signal.throwIfAborted();
    return accepted;
  };

  /**
   * @param find the integration; it may be gone since the first call
   * @returns how many were accepted
   */
  return async (find: () => Integration, places: readonly number[] | undefined, call: Call): Promise<number> => {
    const { once, told } = call;
    const keep = (sent?: number) => store.write.integrations.retried(sent, acting(call, clock));
    const first = told.repeated ? await keep() : undefined;
    if (first !== undefined) return first;
    const row = find();
    if (!once) return send(row, places, call);
    const asked = `${once.org} ${once.caller} ${once.key}`;
    if (underWay.has(asked)) throw fault('RequestIDReused', { retry_after_ms: AGAIN_MS });
    underWay.add(asked);
    try {
      const sent = await send(row, places, call);
      return (await keep(sent)) ?? sent;
    } finally {
      underWay.delete(asked);
    }
  };
}
