import { listed, type RowOf } from '../../database/columns.ts';
import type { Db, SqlValue } from '../../database/driver.ts';
import { type ListPage, listReader } from '../../database/listing.ts';
import type { Position } from '../../database/scan.ts';
import { digestOf } from '../../kit/digest.ts';
import { type Category, type Severity, severities } from '../event/catalog.ts';
import { fixedColumns, shownColumns } from './alert-columns.ts';

export const alertStatuses = ['new', 'acknowledged', 'resolved'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** What readers get of an alert. */
export const alertColumns = { id: 'integer', ...fixedColumns, ...shownColumns } as const;
export type StoredAlert = RowOf<typeof alertColumns>;

/** What changes with each look at the source is no other version: an alert that is open would never be the one that was read. */
export function alertVersion(alert: StoredAlert): string {
  const { last_seen_at: _, count: __, data: ___, ...rest } = alert;
  return Buffer.from(digestOf(JSON.stringify(rest))).toString('base64url', 0, VERSION_BYTES);
}

/** Which alerts a caller reads. */
export interface AlertReader {
  readonly org: number;
  /** Also those of the installation. */
  readonly installation?: boolean | undefined;
  /** None: of every category. */
  readonly categories?: readonly Category[] | undefined;
}

/** What nothing is said about is not a filter. Times in milliseconds, of the newest sight. */
export interface AlertQuery extends AlertReader {
  readonly statuses: readonly AlertStatus[];
  readonly severities?: readonly Severity[] | undefined;
  readonly rules?: readonly string[] | undefined;
  readonly sourceId?: string | undefined;
  readonly uuid?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface AlertOrder {
  /** By severity, open alerts come first. */
  readonly by: 'severity' | 'last_seen_at';
  readonly descending: boolean;
}

export interface AlertPage {
  readonly size: number;
  readonly after?: Position<SqlValue> | undefined;
  readonly offset?: number | undefined;
}

export interface AlertSummary {
  readonly bySeverity: Readonly<Partial<Record<Severity, number>>>;
  readonly byRule: Readonly<Record<string, number>>;
  readonly unacknowledged: number;
  readonly recent: readonly StoredAlert[];
  readonly oldestAt: number | undefined;
}

const VERSION_BYTES = 12;
const RECENT = 5;
/** More than any time in milliseconds: what stands above it goes before the time. */
const TIME = 2 ** 44;
const GRADE = `(CASE severity ${severities.map((name, grade) => `WHEN '${name}' THEN ${grade}`).join(' ')} ELSE 0 END)`;
/** One number that falls from the alert that stands first to the one that stands last. */
const PLACE = `((status <> 'resolved') * 4 + ${GRADE}) * ${TIME} + last_seen_at`;
/** The same with the mildest first: it grows from the first to the last. */
const MILD_FIRST = `((status = 'resolved') * 4 + ${GRADE}) * ${TIME} + (${TIME} - last_seen_at)`;

/** Alerts in pages, and how many of them are open. */
export function alertLists(db: Db) {
  const read = listReader(db);
  const names = listed(alertColumns);
  const source = `SELECT ${names}, ${PLACE} AS place, ${MILD_FIRST} AS mild FROM alert`;

  return {
    list(
      query: AlertQuery,
      { by, descending }: AlertOrder,
      { size, after, offset }: AlertPage,
    ): ListPage<StoredAlert & Record<'place' | 'mild', number>> {
      const { where, values } = filtered(query);
      const orderBy = by === 'last_seen_at' ? by : descending ? 'place' : 'mild';
      return read({
        ...{ source, sourceValues: [], where, values, columns: `${names}, place, mild`, orderBy, descending },
        ...{ after, size, offset, keep: undefined },
      });
    },

    find(reader: AlertReader, uuid: string): StoredAlert | undefined {
      const { where, values } = filtered({ ...reader, statuses: [] });
      const sql = `SELECT ${names} FROM alert WHERE uuid = ? AND ${where.join(' AND ')}`;
      return db.prepare(sql).get(uuid, ...values) as StoredAlert | undefined;
    },

    /** Of open alerts. */
    summary(reader: AlertReader): AlertSummary {
      const open: AlertQuery = { ...reader, statuses: ['new', 'acknowledged'] };
      const { where, values } = filtered(open);
      const from = `FROM alert WHERE ${where.join(' AND ')}`;
      const groups = db
        .prepare(
          `SELECT severity, rule, status, count(*) AS count, min(first_seen_at) AS oldest ${from} GROUP BY severity, rule, status`,
        )
        .all(...values) as { severity: Severity; rule: string; status: string; count: number; oldest: number }[];
      const sums = (key: 'severity' | 'rule') =>
        groups.reduce<Record<string, number>>((sum, group) => {
          sum[group[key]] = (sum[group[key]] ?? 0) + group.count;
          return sum;
        }, {});
      return {
        bySeverity: sums('severity'),
        byRule: sums('rule'),
        unacknowledged: groups.reduce((sum, { status, count }) => sum + (status === 'new' ? count : 0), 0),
        recent: db
          .prepare(`SELECT ${names} ${from} ORDER BY opened_at DESC, id DESC LIMIT ${RECENT}`)
          .all(...values) as StoredAlert[],
        oldestAt: groups.length === 0 ? undefined : Math.min(...groups.map(({ oldest }) => oldest)),
      };
    },
  };
}
export type AlertLists = ReturnType<typeof alertLists>;

function filtered(query: AlertQuery): { where: string[]; values: SqlValue[] } {
  const { org, installation, categories, statuses, severities: severe, rules, sourceId, uuid, fromMs, toMs } = query;
  const isOpen = statuses.length > 0 && !statuses.includes('resolved');
  const conditions: (readonly [sql: string, value?: SqlValue | undefined])[] = [
    [installation ? '(org = ? OR org IS NULL)' : 'org = ?', org],
    ...(isOpen ? ([["status <> 'resolved'"]] as const) : []),
    ...among('status', statuses),
    ...among('category', categories),
    ...among('severity', severe),
    ...among('rule', rules),
    ...(uuid === undefined ? [] : ([['uuid = ?', uuid]] as const)),
    ...(sourceId === undefined ? [] : ([['source_id = ?', sourceId]] as const)),
    ...(fromMs === undefined ? [] : ([['last_seen_at >= ?', fromMs]] as const)),
    ...(toMs === undefined ? [] : ([['last_seen_at < ?', toMs]] as const)),
  ];
  return {
    where: conditions.map(([sql]) => sql),
    values: conditions.flatMap(([, value]) => (value === undefined ? [] : [value])),
  };
}

function among(column: string, words: readonly string[] | undefined): (readonly [string, SqlValue])[] {
  if (!words || words.length === 0) return [];
  return [[`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(words)]];
}
