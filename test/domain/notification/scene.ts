import { join } from 'node:path';
import type { Test } from 'tap';
import type { AlertChange } from '../../../src/domain/alert/change.ts';
import type { Severity } from '../../../src/domain/event/catalog.ts';
import { eventStore } from '../../../src/domain/event/event-store.ts';
import { notificationStore } from '../../../src/domain/notification/notification-store.ts';
import { outboxReader } from '../../../src/domain/notification/outbox.ts';
import { momentAt } from '../../peers/time.ts';
import { openEmpty } from '../database.ts';

const AT = Date.UTC(2026, 10, 22, 12);

/** An outbox over alerts that the test changes by hand. */
export function anOutbox(t: Test) {
  const db = openEmpty(join(t.testdir(), 'waystation.db'));
  t.teardown(() => db.close());
  const store = notificationStore(db, { events: eventStore(db) });
  const reader = outboxReader(db);
  const insert = db.prepare(
    `INSERT INTO alert (uuid, rule, category, severity, status, source, source_type, source_id, source_name, title, description,
       first_seen_at, last_seen_at, opened_at, count, opening, step, told)
     VALUES (?, ?, 'basestation', ?, 'new', ?, 'base_station', ?, ?, 'Base station offline', 'It is away. Look.', ?, ?, ?, 1, 1, 0, 1)`,
  );
  let made = 0;
  const time = { now: AT };
  /** @returns row id of the message of everything that is due of the rule */
  const compose = (rule = 'basestation_offline', messageId = `m${++made}@example.org`): number | undefined => {
    const group = reader.due(momentAt(time.now)).find(each => each.rule === rule);
    return group && store.compose(group, messageId, momentAt(time.now));
  };
  const says = (message: number): string | undefined => {
    const read = reader.message(message);
    return (
      read &&
      Object.entries(read.counts)
        .map(([kind, n]) => `${n} ${kind}`)
        .toSorted()
        .join(', ')
    );
  };
  store.setChannels(['email'], AT);
  return {
    db,
    store,
    reader,
    /** To be wound by the test. */
    time,
    /** @returns the row id of a new alert, which is not told yet */
    alert(rule = 'basestation_offline', severity: Severity = 'error'): number {
      const name = `station ${++made}`;
      return insert.run(name, rule, severity, `base_station ${made}`, `${made}`, name, AT, AT, AT).lastInsertRowid;
    },
    change(alert: number, kind: AlertChange['kind'], { opening = 1, severity = 'error' as Severity } = {}): void {
      const status = kind === 'resolved' ? 'resolved' : 'new';
      db.prepare('UPDATE alert SET status = ?, opening = ?, severity = ? WHERE id = ?').run(
        status,
        opening,
        severity,
        alert,
      );
      store.changed({ alert, opening, kind, severity, at: time.now });
    },
    set(alert: number, column: 'status' | 'inhibited_by' | 'silenced_until', value: string | number): void {
      db.prepare(`UPDATE alert SET ${column} = ? WHERE id = ?`).run(value, alert);
    },
    compose,
    says,
    /** @returns what was sent, in words */
    send(rule = 'basestation_offline'): string | undefined {
      const message = compose(rule);
      if (message === undefined) return undefined;
      const words = says(message);
      store.sent(message, time.now);
      return words;
    },
    fails(message: number, accepted: 'no' | 'perhaps' = 'no', waitedMs = 0): void {
      store.failed(message, { accepted, waitedMs, reason: 'refused' }, time.now);
    },
    rows: () => (db.prepare('SELECT count(*) AS n FROM notification').get() as { n: number }).n,
    events: () =>
      (db.prepare('SELECT data FROM event').all() as { data: string }[]).map(({ data }) => JSON.parse(data) as unknown),
  };
}
