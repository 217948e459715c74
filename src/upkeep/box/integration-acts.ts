import type { Integration } from '../../domain/integration/integration-records.ts';
import type { ByHand, ShownParked } from '../../integrations/by-hand.ts';
import { fault } from '../../kit/faults/faults.ts';
import { act } from './act.ts';
import { id, listOf, members, orNull, text, whole } from './input.ts';

/** Parked items that go through the socket at once. */
export const MOST_PARKED = 1000;
/** The year 9999. */
const LATEST_MS = 253_402_300_799_999;

const integration = members({ integration: id });
const parked = members({ integration: id, most: whole(1, MOST_PARKED) });
/** Without places: everything that is parked. */
const retry = members({ integration: id, places: orNull(listOf(whole(0, Number.MAX_SAFE_INTEGER))) });
/** What was stored in [from, to), milliseconds, without an end up to now; no event types: those of the integration. */
const replay = members({
  integration: id,
  from: whole(0, LATEST_MS),
  to: orNull(whole(0, LATEST_MS)),
  eventTypes: listOf(text),
});

/** What commands do with integrations, named by their uuids, besides changing them. */
export function integrationActs({
  byHand,
  find,
}: {
  readonly byHand: ByHand;
  find(uuid: string): Integration | undefined;
}) {
  const rowOf = (uuid: string): Integration => {
    const found = find(uuid);
    if (!found) throw fault('IntegrationNotFound', { id: uuid });
    return found;
  };

  return {
    'integrations.replays': act(integration, async ({ integration }, { signal }) =>
      byHand.replays(rowOf(integration), signal),
    ),

    'integrations.test': act(integration, async ({ integration }) => byHand.test(rowOf(integration))),

    'integrations.parked': act(
      parked,
      async ({ integration, most }): Promise<{ total: number; parked: readonly ShownParked[] }> => {
        const row = rowOf(integration);
        return { total: row.parked, parked: await byHand.parked(row, most) };
      },
    ),

    'integrations.retry': act(retry, async ({ integration, places }, { signal }) =>
      byHand.retry(rowOf(integration), places ?? undefined, signal),
    ),

    'integrations.replay': act(replay, async ({ integration, from, to, eventTypes }, { signal }) =>
      byHand.replay(rowOf(integration), { from, to: to ?? undefined, eventTypes }, signal),
    ),
  };
}
