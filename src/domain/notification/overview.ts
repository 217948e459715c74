import { listed, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';

const columns = {
  uuid: 'text',
  rule: 'text',
  severity: 'text',
  status: 'text',
  title: 'text',
  description: 'text',
  source_name: 'text',
  source_id: 'text',
  opened_at: 'integer',
  acknowledged_at: 'integer?',
  acknowledged_by: 'text',
  note: 'text',
  resolved_at: 'integer?',
  inhibited_by: 'text',
  silenced_until: 'integer?',
  flapping: 'integer',
} as const;

/** An alert, as the operator of the box sees it: of every organization, and with who was told. Times in milliseconds. */
export type OverviewAlert = Readonly<RowOf<typeof columns>> & {
  /** Names of channels that have told the newest opening, and nothing of its end yet. */
  readonly told: readonly string[];
};

/** Alerts for the command line, open ones first, the newest of each first. */
export function alertOverview(db: Db) {
  const select = `SELECT ${listed(columns)}, coalesce((SELECT group_concat(DISTINCT c.name) FROM notification n
    JOIN notification_channel c ON c.id = n.channel WHERE n.alert = alert.id AND n.sent_at IS NOT NULL), '') AS told FROM alert`;
  const open = db.prepare(`${select} WHERE status <> 'resolved' ORDER BY opened_at DESC, id DESC LIMIT ?`);
  const all = db.prepare(`${select} ORDER BY status = 'resolved', opened_at DESC, id DESC LIMIT ?`);
  const ending = db.prepare(
    "SELECT uuid FROM alert WHERE status <> 'resolved' AND substr(uuid, -length(?)) = ? ORDER BY id LIMIT 2",
  );

  return {
    /** @param most rows */
    list(withResolved: boolean, most: number): OverviewAlert[] {
      const rows = (withResolved ? all : open).all(most) as (RowOf<typeof columns> & { told: string })[];
      return rows.map(row => ({ ...row, told: row.told === '' ? [] : row.told.split(',') }));
    },

    /** Uuids of open alerts that end like this, two at most. */
    endingWith: (end: string): string[] => (ending.all(end, end) as { uuid: string }[]).map(({ uuid }) => uuid),
  };
}
