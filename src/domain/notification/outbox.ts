import type { Db } from '../../database/driver.ts';
import type { Moment } from '../../kit/time/clock.ts';
import { type Severity, severities } from '../event/catalog.ts';
import { AT_TIME, TO_REPEAT, TO_TELL, timesOf } from './due.ts';

/** More names than these make a message too long to read. */
const MOST_NAMED = 20;

/** What a message may be made of: everything that is due of a rule. */
export interface DueGroup {
  /** Row id, and name. */
  readonly channel: number;
  readonly channelName: string;
  readonly rule: string;
}

/** A message that was stored and of which it is not known whether it went. */
export interface UnsettledMessage extends DueGroup {
  readonly message: number;
}

export type NoticeKind = 'opened' | 'raised' | 'flapping' | 'again' | 'resolved';

/** What is told of one alert. Times in milliseconds. */
export interface Notice {
  readonly kind: NoticeKind;
  /** Of the alert: a uuid. */
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly description: string;
  readonly sourceName: string;
  readonly sourceId: string;
  readonly since: number;
  /** When it changed: for what is resolved, its end. */
  readonly at: number;
}

export interface NoticeMessage {
  readonly messageId: string;
  readonly rule: string;
  readonly madeAt: number;
  /** Of all of them, the worst that is not over; undefined when all is over. */
  readonly severity: Severity | undefined;
  /** How many there are of each kind. */
  readonly counts: Readonly<Partial<Record<NoticeKind, number>>>;
  /** The worst of them, and what is over at the end. */
  readonly named: readonly Notice[];
}

const KIND = "CASE WHEN n.sent_at IS NULL THEN n.change ELSE 'again' END";
/** When the opening began that a notification is about: that of an alert is known of its newest opening only. */
const SINCE = `CASE WHEN n.opening = a.opening THEN a.opened_at ELSE coalesce((SELECT max(o.at) FROM notification o
  WHERE o.alert = n.alert AND o.channel = n.channel AND o.change = 'opened' AND o.opening <= n.opening), n.at) END`;
const RANK = `CASE n.severity ${severities.map((severity, rank) => `WHEN '${severity}' THEN ${rank}`).join(' ')} END`;

/** What is to be told, for who tells it. */
export function outboxReader(db: Db) {
  const groups = [TO_TELL, TO_REPEAT].map(condition =>
    db.prepare(
      `${AT_TIME} SELECT DISTINCT n.channel, c.name AS channelName, n.rule FROM notification n JOIN alert a ON a.id = n.alert
         JOIN notification_channel c ON c.id = n.channel WHERE ${condition}`,
    ),
  );
  const onTheirWay = db.prepare(
    `SELECT m.id AS message, m.channel, c.name AS channelName, m.rule FROM notification_message m
       JOIN notification_channel c ON c.id = m.channel ORDER BY m.id`,
  );
  const get = db.prepare(
    'SELECT message_id AS messageId, rule, made_at AS madeAt FROM notification_message WHERE id = ?',
  );
  const counts = db.prepare(
    `SELECT ${KIND} AS kind, count(*) AS n, max(${RANK}) AS worst FROM notification n WHERE n.message = ? GROUP BY 1`,
  );
  const named = db.prepare(
    `SELECT ${KIND} AS kind, a.uuid AS id, n.severity, a.title, a.description, a.source_name AS sourceName, a.source_id AS sourceId,
       ${SINCE} AS since, n.at FROM notification n JOIN alert a ON a.id = n.alert
     WHERE n.message = ? ORDER BY n.change = 'resolved', ${RANK} DESC, n.id LIMIT ${MOST_NAMED}`,
  );

  return {
    due(at: Moment): DueGroup[] {
      const found = groups.flatMap(statement => statement.all(...timesOf(at)) as DueGroup[]);
      return [...new Map(found.map(group => [`${group.channel} ${group.rule}`, group])).values()];
    },

    onTheirWay(): UnsettledMessage[] {
      return onTheirWay.all() as UnsettledMessage[];
    },

    /** @returns undefined when nothing of it is left: its alerts are deleted */
    message(id: number): NoticeMessage | undefined {
      const found = get.get(id) as Pick<NoticeMessage, 'messageId' | 'rule' | 'madeAt'> | undefined;
      const kinds = counts.all(id) as { kind: NoticeKind; n: number; worst: number }[];
      if (!found || kinds.length === 0) return undefined;
      const open = kinds.filter(({ kind }) => kind !== 'resolved');
      return {
        ...found,
        severity: severities[Math.max(...open.map(({ worst }) => worst))],
        counts: Object.fromEntries(kinds.map(({ kind, n }) => [kind, n])),
        named: named.all(id) as Notice[],
      };
    },
  };
}
