import type { Db } from '../../database/driver.ts';
import { forgetting } from '../../database/marks.ts';
import type { Correction } from '../../kit/time/credible-clock.ts';
import { HOUR_MS } from '../../kit/units.ts';
import { aheadOfNow } from './ahead.ts';
import { eventsAhead } from './events-ahead.ts';
import { type Stamps, stamps } from './stamps.ts';
import { movedText, type Shift } from './text.ts';

/** Key of `meta`: what is under way, as JSON. */
const PENDING = 'time_corrections';
/** Likewise: up to when a clock has told times that was set back by an hour or more and of which nothing else is known; milliseconds. */
const TIMES_AHEAD = 'times_ahead';
/** Rows that one step looks at. */
const ROWS = 1024;
/** A clock that is set back and forth needs no more. */
const MOST = 16;
/** What the writer remembers the times of, or decides by at any moment: set right at once. */
const REMEMBERED = ['alert', 'alert_condition', 'alert_silence', 'session', 'uplink'];
const TABLES = Object.keys(stamps)
  .filter(table => !REMEMBERED.includes(table))
  .sort();

/** One that is under way. */
type Pending = Shift & {
  /** Index in the list of tables. */
  readonly table: number;
  /** Rows from this one on are done; undefined: none of the table is. */
  readonly before: number | undefined;
};

/**
 * Sets times right that a wrong clock has told, table by table in steps, each of which goes on where the last one has ended, also after
 * a restart. What was sent stays sent: only what our rows say of when it was becomes another.
 */
export function correctionStore(db: Db) {
  const value = db.prepare('SELECT value FROM meta WHERE key = ?');
  const setValue = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const pending = (): readonly Pending[] => {
    const row = value.get(PENDING) as { value: string } | undefined;
    return row ? (JSON.parse(row.value) as Pending[]) : [];
  };
  const forget = db.prepare('DELETE FROM meta WHERE key = ?');
  const aheadUntil = (): number | undefined => {
    const row = value.get(TIMES_AHEAD) as { value: string } | undefined;
    return row && Number(row.value);
  };
  const keep = (list: readonly Pending[]) => setValue.run(PENDING, JSON.stringify(list.slice(-MOST)));

  /** The next rows of a table, newest first. @returns the lowest of them; undefined: there are no more */
  const lowest = (table: string, before: number | undefined): number | undefined => {
    const row = db
      .prepare(
        `SELECT min(rowid) AS rowid FROM (SELECT rowid FROM "${table}" WHERE rowid < ? ORDER BY rowid DESC LIMIT ${ROWS})`,
      )
      .get(before ?? Number.MAX_SAFE_INTEGER) as { rowid: number | null };
    return row.rowid ?? undefined;
  };

  const begin = (shift: Shift): void => {
    keep([...pending(), { ...shift, table: 0, before: undefined }]);
    for (const table of REMEMBERED) move(db, { table, rows: 'true', shift });
    moveHours(db, shift);
  };

  return {
    /** Takes one up: what is remembered is set right at once, the rest step by step. */
    begin: forgetting(({ from, to, offsetMs }: Correction): void =>
      begin({ from: Math.floor(from), to: Math.ceil(to), offsetMs: Math.round(offsetMs) }),
    ),

    /** Likewise, of what a clock has told that was ahead by an hour or more in an earlier run. @param now milliseconds, as it is confirmed */
    settle: forgetting((now: number): void => {
      const at = Math.floor(now);
      const [from, to] = [at + HOUR_MS, aheadUntil() ?? 0];
      forget.run(TIMES_AHEAD);
      if (to > from) begin({ from, to, at });
    }),

    /** Remembers until when a clock was ahead of which nothing else is known. Milliseconds. */
    wereAhead(until: number): void {
      setValue.run(TIMES_AHEAD, String(Math.max(Math.ceil(until), aheadUntil() ?? 0)));
    },

    /** Whether a clock was ahead that may have told times which nothing else sets right. */
    isUnsettled: (): boolean => aheadUntil() !== undefined,

    /** @returns whether there is more to do */
    step(): boolean {
      const [first, ...others] = pending();
      if (!first) return false;
      const table = TABLES[first.table];
      if (table === undefined) {
        keep(others);
        return others.length > 0;
      }
      const inParts = hasRowids(db, table);
      const from = inParts ? lowest(table, first.before) : undefined;
      if (!inParts || from !== undefined) {
        const rows = inParts ? `rowid >= ${from} AND rowid < ${first.before ?? Number.MAX_SAFE_INTEGER}` : 'true';
        move(db, { table, rows, shift: first });
      }
      const next = from === undefined ? { table: first.table + 1, before: undefined } : { before: from };
      keep([{ ...first, ...next }, ...others]);
      return true;
    },

    /** After the last step: what was remembered meanwhile is read anew. */
    finish: forgetting((): void => undefined),

    ...aheadOfNow(db),

    ...eventsAhead(db),

    /** Whether there is something to do. */
    isPending: (): boolean => pending().length > 0,
  };
}

function hasRowids(db: Db, table: string): boolean {
  const row = db.prepare("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?").get(table);
  return (row as { wr: number } | undefined)?.wr === 0;
}

function keyOf(db: Db, table: string): readonly string[] {
  if (hasRowids(db, table)) return ['rowid'];
  const columns = db.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0').all(table) as { name: string }[];
  return columns.map(({ name }) => `"${name}"`);
}

/**
 * Puts what was counted in hours of a clock that was ahead to the hours that it was. Less than an hour ahead, they have right counts, too.
 */
function moveHours(db: Db, shift: Shift): void {
  const { from, to } = shift;
  if ('offsetMs' in shift && shift.offsetMs > -HOUR_MS) return;
  const wrong = `start_at BETWEEN ${from - HOUR_MS} AND ${to} AND start_at + ${HOUR_MS} > ${from}`;
  const start = `max(start_at, ${from})`;
  const hour = `(${moved(start, start, shift)}) / ${HOUR_MS} * ${HOUR_MS}`;
  db.exec(
    `INSERT INTO center_count (org, start_at, command, succeeded, failed, delivery_ms)
       SELECT org, ${hour}, command, succeeded, failed, delivery_ms FROM center_count WHERE ${wrong}
       ON CONFLICT (org, start_at, command) DO UPDATE SET succeeded = succeeded + excluded.succeeded,
         failed = failed + excluded.failed, delivery_ms = delivery_ms + excluded.delivery_ms`,
  );
  db.exec(`DELETE FROM center_count WHERE ${wrong}`);
}

/** What becomes of a time, or of what goes on with the time `since`, in SQL. */
const moved = (time: string, since: string, shift: Shift): string =>
  `${time} + ${'offsetMs' in shift ? shift.offsetMs : `${shift.at} - (${since})`}`;

/** Moves the times of some rows. */
function move(
  db: Db,
  { table, rows, shift }: { readonly table: string; readonly rows: string; readonly shift: Shift },
): void {
  const { at = [], until = {}, text = {}, except, moved: mark, goesOn = false } = stamps[table] as Stamps;
  const { to } = shift;
  const from = goesOn && 'offsetMs' in shift ? Math.min(shift.from, to + shift.offsetMs + 1) : shift.from;
  const within = (time: string) => `(${time}) BETWEEN ${from} AND ${to}`;
  const key = keyOf(db, table);
  for (const [column, since] of Object.entries(text)) {
    const those = [rows, ...(except ? [`NOT (${except})`] : []), ...(since ? [within(since)] : [])].join(' AND ');
    const found = db
      .prepare(`SELECT "${column}" AS text, ${key.join(', ')} FROM "${table}" WHERE ${those}`)
      .all() as Record<string, string>[];
    const update = db.prepare(
      `UPDATE "${table}" SET "${column}" = ? WHERE ${key.map(name => `${name} = ?`).join(' AND ')}`,
    );
    for (const { text: before = '', ...row } of found) {
      const after = movedText(before, { ...shift, from });
      if (after !== before) update.run(after, ...Object.values(row));
    }
  }
  const by = new Map([...at.map(column => [column, column] as const), ...Object.entries(until)]);
  if (mark !== undefined) by.set(mark, at[0] ?? '');
  if (by.size === 0) return;
  const sets = [...by].map(
    ([column, since]) =>
      `"${column}" = CASE WHEN ${within(since)} THEN ${moved(`"${column}"`, since, shift)} ELSE "${column}" END`,
  );
  const any = [...new Set(by.values())].map(within).join(' OR ');
  // What becomes the same time twice was one.
  db.exec(`UPDATE OR REPLACE "${table}" SET ${sets.join(', ')} WHERE ${rows} AND (${any})`);
}

export type Corrections = ReturnType<typeof correctionStore>;
