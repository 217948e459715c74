import type { Db } from '../../database/driver.ts';
import type { AlertChange } from '../alert/change.ts';

/** Notes, inside the transaction in which an alert changes, who is to be told of it. */
export function notificationChanges(db: Db) {
  const channels = db.prepare('SELECT id FROM notification_channel WHERE enabled = 1');
  const insert = db.prepare(
    `INSERT OR IGNORE INTO notification (channel, alert, opening, change, severity, rule, at)
     SELECT ?, id, ?, ?, ?, rule, ? FROM alert WHERE id = ?`,
  );
  const worse = db.prepare(
    `UPDATE notification SET severity = ? WHERE channel = ? AND alert = ? AND opening = ? AND change = 'opened'
       AND message IS NULL AND sent_at IS NULL`,
  );
  // A channel tells neither the beginning of what is over, nor the end of what it has not told.
  const dropBeginnings = db.prepare(
    `DELETE FROM notification AS n WHERE alert = ? AND change IN ('opened', 'raised') AND message IS NULL AND sent_at IS NULL AND EXISTS
       (SELECT 1 FROM notification o WHERE o.alert = n.alert AND o.channel = n.channel AND o.change = 'resolved' AND o.opening >= n.opening)`,
  );
  const dropEnds = db.prepare(
    `DELETE FROM notification AS n WHERE alert = ? AND change = 'resolved' AND message IS NULL AND NOT EXISTS
       (SELECT 1 FROM notification o WHERE o.alert = n.alert AND o.channel = n.channel AND o.change IN ('opened', 'raised') AND o.opening <= n.opening
          AND NOT EXISTS (SELECT 1 FROM notification e WHERE e.alert = n.alert AND e.channel = n.channel AND e.change = 'resolved'
            AND e.opening >= o.opening AND e.opening < n.opening))`,
  );

  /** What is over and was never told is not told any more, and neither is its end. */
  const dropUntold = (alert: number): void => {
    dropBeginnings.run(alert);
    dropEnds.run(alert);
  };

  return {
    dropUntold,

    changed({ alert, opening, kind, severity, at }: AlertChange): void {
      for (const { id } of channels.all() as { id: number }[]) {
        // What a channel has not told yet it tells as it is by then.
        if (kind === 'raised' && worse.run(severity, id, alert, opening).changes > 0) continue;
        insert.run(id, opening, kind, severity, at, alert);
      }
      if (kind === 'resolved') dropUntold(alert);
    },
  };
}
