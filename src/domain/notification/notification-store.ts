import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { Moment } from '../../kit/time/clock.ts';
import { DAY_MS, HOUR_MS } from '../../kit/units.ts';
import type { Events } from '../event/event-store.ts';
import { notificationChanges } from './changes.ts';
import { AT_TIME, TO_REPEAT, TO_TELL, timesOf } from './due.ts';

/** What is told again while an alert is open, and when: after the first time, after the second, and from then on (events 4). */
const AGAIN = { severities: "('error', 'critical')", first: 4 * HOUR_MS, second: DAY_MS, later: 7 * DAY_MS };
/** After so long it is given up. */
const GIVEN_UP_MS = 7 * DAY_MS;

/** Nothing without the alerts that they are about. */
export const salvagedNotifications: SalvagedTables = {
  group: 'alerts',
  tables: ['notification_channel', 'notification_message', 'notification'],
};

/** What a message tells of. */
export interface MessageOf {
  /** Row id. */
  readonly channel: number;
  readonly rule: string;
}

/** What is known of a message that did not go. */
export interface SendFailure {
  /** `no`: for sure. `perhaps`: the connection ended before its answer. */
  readonly accepted: 'no' | 'perhaps';
  /** Since the attempt before it, milliseconds. */
  readonly waitedMs: number;
  readonly reason: string;
}

interface Resolved {
  channel: number;
  alert: number;
  opening: number;
}

/** What people are told of alerts: an outbox that holds nothing but what is open, or on its way. */
export function notificationStore(db: Db, { events }: { readonly events: Events }) {
  const { changed, dropUntold } = notificationChanges(db);
  const channels = db.prepare('SELECT id, name, enabled FROM notification_channel');
  const addChannel = db.prepare('INSERT INTO notification_channel (name, enabled) VALUES (?, 0)');
  const enable = db.prepare('UPDATE notification_channel SET enabled = ? WHERE id = ?');
  const forget = ['notification', 'notification_message'].map(table =>
    db.prepare(`DELETE FROM ${table} WHERE channel = ?`),
  );
  // What is silenced or follows from something else was not told, or is known: it is told when it is opened anew.
  const tellOpen = db.prepare(
    `INSERT OR IGNORE INTO notification (channel, alert, opening, change, severity, rule, at)
     SELECT ?, id, opening, 'opened', severity, rule, ? FROM alert
     WHERE status = 'new' AND told > 0 AND inhibited_by = '' AND coalesce(silenced_until, 0) <= ?`,
  );
  const makeMessage = db.prepare(
    'INSERT INTO notification_message (channel, rule, message_id, made_at) VALUES (?, ?, ?, ?)',
  );
  const dropMessage = db.prepare('DELETE FROM notification_message WHERE id = ?');
  const messageOf = db.prepare(
    `SELECT m.id, m.rule, c.name AS channel FROM notification_message m JOIN notification_channel c ON c.id = m.channel WHERE m.id = ?`,
  );
  const fill = [TO_TELL, TO_REPEAT].map(condition =>
    db.prepare(
      `${AT_TIME} UPDATE notification SET message = ? WHERE id IN (SELECT n.id FROM notification n
         JOIN alert a ON a.id = n.alert WHERE n.channel = ? AND n.rule = ? AND ${condition})`,
    ),
  );
  const resolvedIn = db.prepare(
    "SELECT channel, alert, opening FROM notification WHERE message = ? AND change = 'resolved'",
  );
  // That it comes and goes has no end that is told.
  const dropFlapping = db.prepare("DELETE FROM notification WHERE message = ? AND change = 'flapping'");
  const alertsIn = db.prepare('SELECT DISTINCT alert FROM notification WHERE message = ?');
  // A raised severity is what is repeated from then on.
  const overtaken = db.prepare(
    `UPDATE notification AS n SET again_at = NULL WHERE again_at IS NOT NULL AND EXISTS (SELECT 1 FROM notification o
       WHERE o.message = ? AND o.change = 'raised' AND o.alert = n.alert AND o.channel = n.channel AND o.id > n.id)`,
  );
  const markSent = db.prepare(
    `UPDATE notification SET message = NULL, failed_ms = 0, repeats = repeats + (sent_at IS NOT NULL), sent_at = ?,
       again_at = CASE WHEN change IN ('opened', 'raised') AND severity IN ${AGAIN.severities} THEN ? + CASE
         WHEN sent_at IS NULL THEN ${AGAIN.first} WHEN repeats = 0 THEN ${AGAIN.second} ELSE ${AGAIN.later} END END
     WHERE message = ?`,
  );
  const over = db.prepare(
    'DELETE FROM notification WHERE channel = ? AND alert = ? AND opening <= ? AND message IS NULL',
  );
  const waitedFor = db.prepare('UPDATE notification SET failed_ms = failed_ms + ? WHERE message = ?');
  const countOld = db.prepare(
    `SELECT count(*) AS n FROM notification WHERE message = ? AND failed_ms >= ${GIVEN_UP_MS}`,
  );
  const giveUp = db.prepare(
    `DELETE FROM notification WHERE message = ? AND sent_at IS NULL AND failed_ms >= ${GIVEN_UP_MS}`,
  );
  const repeatNoMore = db.prepare(
    `UPDATE notification SET again_at = NULL, failed_ms = 0 WHERE message = ? AND failed_ms >= ${GIVEN_UP_MS}`,
  );
  const release = db.prepare('UPDATE notification SET message = NULL WHERE message = ?');

  const sent = (message: number, now: number): void => {
    const resolved = resolvedIn.all(message) as Resolved[];
    dropFlapping.run(message);
    overtaken.run(message);
    markSent.run(now, now, message);
    for (const { channel, alert, opening } of resolved) over.run(channel, alert, opening);
    dropMessage.run(message);
  };

  return {
    /** To be told within the transaction of the change. */
    changed,

    /**
     * These channels are switched on, and no others. One that is new tells what is open; of one that is not there any more nothing is
     * remembered.
     */
    setChannels(names: readonly string[], now: number): void {
      const known = new Set((channels.all() as { name: string }[]).map(({ name }) => name));
      for (const name of names) if (!known.has(name)) addChannel.run(name);
      for (const { id, name, enabled } of channels.all() as { id: number; name: string; enabled: number }[]) {
        const wanted = names.includes(name);
        if (wanted === (enabled === 1)) continue;
        enable.run(wanted ? 1 : 0, id);
        if (wanted) tellOpen.run(id, now, now);
        else for (const statement of forget) statement.run(id);
      }
    },

    /**
     * What is due of a rule, in one message under this Message-ID, which is stored before the message leaves.
     * @returns its row id; undefined when there is nothing to be told any more
     */
    compose({ channel, rule }: MessageOf, messageId: string, at: Moment): number | undefined {
      const message = makeMessage.run(channel, rule, messageId, at.now).lastInsertRowid;
      const filled = fill.reduce((sum, one) => sum + one.run(...timesOf(at), message, channel, rule).changes, 0);
      if (filled > 0) return message;
      dropMessage.run(message);
      return undefined;
    },

    /** The target has taken the message. */
    sent,

    /** The target has not taken it, or that is not known. What was over before it was told is dropped, and after a week all of it is. */
    failed(message: number, { accepted, waitedMs, reason }: SendFailure, now: number): void {
      const about = messageOf.get(message) as { channel: string; rule: string } | undefined;
      if (!about) return;
      const alerts = alertsIn.all(message) as { alert: number }[];
      waitedFor.run(waitedMs, message);
      const old = (countOld.get(message) as { n: number }).n;
      if (old > 0) {
        const data = { channel: about.channel, rule: about.rule, notices: old, message: reason };
        events.raise({ type: 'system.notification_failed', org: null, at: now, storedAt: now, data });
      }
      if (accepted === 'perhaps') {
        // Who may have got it is told of the end, too.
        if (old > 0) sent(message, now);
        return;
      }
      if (old > 0) {
        giveUp.run(message);
        repeatNoMore.run(message);
      }
      release.run(message);
      dropMessage.run(message);
      for (const { alert } of alerts) dropUntold(alert);
    },
  };
}
export type Notifications = ReturnType<typeof notificationStore>;
