import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Acting, Once } from '../event/acting.ts';
import type { Repeatable } from '../once/once-store.ts';
import type { LogEnds } from './ends.ts';
import type { ItemEvent, Replay } from './integration-records.ts';
import type { IntegrationReader } from './integration-rows.ts';
import type { Advance } from './progress.ts';

/** Replays of one integration at a time. */
const MAX_REPLAYS = 4;

export interface NewReplay {
  readonly uuid: string;
  /** Row id of the organization and uuid. */
  readonly org: number;
  readonly integration: string;
  /** What was stored in [from, to), milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Empty: those of the integration. */
  readonly eventTypes: readonly ItemEvent[];
  readonly at: number;
}

/** What is asked for again by hand: cursors beside those of the integration, with an end. */
export function replayStore(
  db: Db,
  { reader, ends, repeatable = write => write }: { reader: IntegrationReader; ends: LogEnds; repeatable?: Repeatable },
) {
  const insert = db.prepare(
    `INSERT INTO integration_replay (uuid, integration, event_types, log_cursor, log_end, event_cursor, event_end, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const advanced = (column: string) =>
    db.prepare(`UPDATE integration_replay SET ${column} = max(${column}, ?) WHERE id = ?`);
  const setCursor = { log: advanced('log_cursor'), events: advanced('event_cursor') };
  const count = db.prepare(
    `UPDATE integration_progress SET delivered = delivered + ?, last_success_at = ?
     WHERE integration = (SELECT integration FROM integration_replay WHERE id = ?)`,
  );
  const drop = db.prepare('DELETE FROM integration_replay WHERE id = ?');

  const start = repeatable(
    ({ uuid, org, integration, from, to, eventTypes, at }: NewReplay, _acting: Acting): Replay | undefined => {
      const found = reader.find(org, integration);
      if (!found) throw fault('IntegrationNotFound');
      if (reader.replays(found.id).length >= MAX_REPLAYS) {
        throw fault('TooManyItems', { field: 'replays', max: String(MAX_REPLAYS) });
      }
      const [first, end] = [ends.before(from), ends.before(to)];
      const types = JSON.stringify(eventTypes);
      insert.run(uuid, found.id, types, first.log, end.log, first.events, end.events, at);
      return reader.replays(found.id).find(replay => replay.uuid === uuid);
    },
  );

  return {
    /** @throws fault `IntegrationNotFound`, `TooManyItems` */
    startReplay: intake((replay: NewReplay, once?: Once) =>
      start(replay, { userId: undefined, userEmail: undefined, actor: '', now: replay.at, once }),
    ),

    /** @param replay `id` is that of the replay */
    advanceReplay({ id, stream, cursor, delivered, at }: Advance): void {
      setCursor[stream].run(cursor, id);
      if (delivered > 0) count.run(delivered, at, id);
    },

    endReplay(id: number): void {
      drop.run(id);
    },

    /**
     * Keeps how many parked items a call has sent again, for a caller that may repeat it. Each of them was stored as parked no more when
     * it was accepted: a call that is cut off before this finds only the rest.
     * @param sent undefined: nothing is known of it yet
     * @returns what the first call has sent
     */
    retried: repeatable((sent: number | undefined, _acting: Acting): number | undefined => sent),
  };
}
