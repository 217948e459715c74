import type { Db } from '../../database/driver.ts';
import { before, type CredibleMs } from '../../kit/time/clock.ts';
import type { Events } from '../event/event-store.ts';
import type { ItemReader, ItemStream } from './integration-records.ts';
import type { IntegrationReader } from './integration-rows.ts';
import type { QueuedReader } from './queued.ts';

/** What integrations have not got yet, when it is to be removed (integrations section 4). */
export function backlogStore(
  db: Db,
  {
    events,
    reader,
    queued,
    maxAgeMs,
  }: {
    events: Events;
    reader: Pick<IntegrationReader, 'all' | 'replays'>;
    queued: Pick<QueuedReader, 'found'>;
    /** For so long it is kept for them although room is needed. */
    maxAgeMs: number;
  },
) {
  const statements = (cursor: string, end: string) => ({
    got: db.prepare(
      `SELECT min(p.${cursor}) AS upTo FROM integration_progress p JOIN integration i ON i.id = p.integration WHERE i.enabled <> 0`,
    ),
    gotAgain: db.prepare(
      `SELECT min(r.${cursor}) AS upTo FROM integration_replay r JOIN integration i ON i.id = r.integration
       WHERE i.enabled <> 0 AND r.${cursor} < r.${end}`,
    ),
    pass: db.prepare(
      `UPDATE integration_progress SET ${cursor} = max(${cursor}, ?), dropped = dropped + ? WHERE integration = ?`,
    ),
    passAgain: db.prepare(`UPDATE integration_replay SET ${cursor} = max(${cursor}, ?) WHERE integration = ?`),
  });
  const of = { log: statements('log_cursor', 'log_end'), events: statements('event_cursor', 'event_end') };

  const deliveredUpTo = (stream: ItemStream): number => {
    const { got, gotAgain } = of[stream];
    const places = [got, gotAgain].map(statement => (statement.get() as { upTo: number | null }).upTo);
    return Math.min(...places.map(place => place ?? Number.POSITIVE_INFINITY));
  };

  const countIn = (who: ItemReader, stream: ItemStream, after: number, upTo: number): number => {
    let count = 0;
    if (after < upTo) for (const part of queued.found(who, stream, { after, upTo })) count += part.count;
    return count;
  };

  return {
    /**
     * Whether an integration still waits for something up to a place.
     * @param storedAt when the newest of it was stored; what is older than may wait holds nothing up
     */
    holds: (stream: ItemStream, place: number, storedAt: number, credible: CredibleMs): boolean =>
      storedAt >= before(credible, maxAgeMs) && deliveredUpTo(stream) < place,

    /** Everything in (after, upTo] of a stream goes. What integrations have not got of it is counted in an event. */
    goes(stream: ItemStream, after: number, upTo: number, now: number): void {
      if (deliveredUpTo(stream) >= upTo) return;
      const { pass, passAgain } = of[stream];
      for (const integration of reader.all()) {
        const { id, org, uuid, name, cursors } = integration;
        let dropped = countIn({ id, org, filter: integration }, stream, Math.max(cursors[stream], after), upTo);
        for (const { cursors: at, ends, eventTypes } of reader.replays(id)) {
          const filter = eventTypes.length > 0 ? { ...integration, eventTypes } : integration;
          const [from, end] = [Math.max(at[stream], after), Math.min(ends[stream], upTo)];
          dropped += countIn({ id, org, filter }, stream, from, end);
        }
        pass.run(upTo, dropped, id);
        passAgain.run(upTo, id);
        if (dropped === 0) continue;
        const about = { org, sourceId: uuid, sourceName: name, at: now, storedAt: now };
        events.raise({ type: 'integration.overflow', ...about, data: { dropped } });
      }
    },
  };
}
export type Backlog = ReturnType<typeof backlogStore>;
