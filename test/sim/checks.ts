import type { Db, SqlValue } from '../../src/database/driver.ts';
import { type ChainTrouble, checkChains, troubleText } from '../../src/domain/event/audit-check.ts';
import { Flag } from '../../src/domain/message/flags.ts';
import type { CursorName, Ledger, ThingKind } from './ledger.ts';

/** A database after a loss of power, and what those outside know. */
export interface Judged {
  readonly db: Db;
  readonly ledger: Ledger;
  /** Row ids of the session with the application center, and of the integration. */
  readonly center: number;
  readonly integration: number;
  /** It was put together after a damage: audit events may be missing where it says so. */
  readonly recovered: boolean;
  /** @returns what is wrong with the snapshot of that name */
  readonly snapshot: (path: string) => readonly string[];
}

/** What must hold, by name. @returns what does not */
type Check = (judged: Judged) => readonly string[];

/** Where things of a kind are: a row for each, by the name that those outside gave it. */
const NAMES: Readonly<Record<Exclude<ThingKind, 'snapshot'>, string>> = {
  // A report that comes again after the window of copies is a message of its own, and marked so.
  uplink: `WITH telegram AS (SELECT e.eui || ':' || u.packet_cnt AS name, u.flags & ${Flag.duplicate} AS again
      FROM (SELECT endpoint, packet_cnt, flags FROM uplink UNION ALL SELECT endpoint, packet_cnt, flags FROM message) u
      JOIN endpoint e ON e.id = u.endpoint)
    SELECT name FROM telegram WHERE again = 0 UNION ALL
    SELECT DISTINCT name FROM telegram WHERE again <> 0 AND name NOT IN (SELECT name FROM telegram WHERE again = 0)`,
  downlink: 'SELECT ref AS name FROM downlink',
  endpoint: 'SELECT eui AS name FROM endpoint WHERE deleted_at IS NULL AND created_at = updated_at',
  user: 'SELECT email AS name FROM user',
  manufacturer: 'SELECT name FROM manufacturer',
  rule: 'SELECT uuid AS name FROM rule',
};

const CURSOR_ROWS: Readonly<Record<CursorName, string>> = {
  'integration log': 'SELECT log_cursor AS place FROM integration_progress WHERE integration = ?',
  'integration events': 'SELECT event_cursor AS place FROM integration_progress WHERE integration = ?',
  center: 'SELECT cursor AS place FROM center_session WHERE id = ?',
  rules: 'SELECT log_cursor AS place FROM rule_progress WHERE one = ?',
};

/** What is looked at of a database by itself after a loss of power, before the program is started again. */
export const ownChecks: Readonly<Record<string, Check>> = {
  'the file is whole': ({ db }) => [
    ...rows<{ integrity_check: string }>(db, 'PRAGMA integrity_check(3)')
      .map(row => row.integrity_check)
      .filter(text => text !== 'ok'),
    ...rows<{ table: string; parent: string }>(db, 'PRAGMA foreign_key_check').map(
      ({ table, parent }) => `a row of ${table} without its ${parent}`,
    ),
  ],

  'a place of the log is given once': ({ db }) =>
    rows<{ seq: number }>(
      db,
      `SELECT seq FROM (SELECT seq FROM message UNION ALL SELECT seq FROM notice UNION ALL SELECT seq FROM late_reception
         UNION ALL SELECT seq FROM integration_notice UNION ALL SELECT feed_seq FROM downlink WHERE feed_seq IS NOT NULL)
       GROUP BY seq HAVING count(*) > 1`,
    ).map(({ seq }) => `${seq} is given more than once`),

  'operations of a session with a center have ids of their own, and lines that were issued once': ({ db, center }) =>
    rows<{ seq: number; count: number }>(
      db,
      'SELECT seq, count(*) AS count FROM center_operation WHERE session = ? GROUP BY seq HAVING count(*) > 1',
      center,
    ).map(({ seq, count }) => `line ${seq} is ${count} operations`),

  'who holds a downlink has an operation of it, and nobody else': ({ db }) =>
    rows<{ que_id: number; state: string }>(
      db,
      `SELECT que_id, state FROM downlink d WHERE state IN ('dispatched', 'revoking') AND op_id IS NOT NULL AND NOT EXISTS
         (SELECT 1 FROM operation o WHERE o.session = d.session AND o.op_id = d.op_id)
         AND state = 'dispatched'`,
    ).map(({ que_id, state }) => `downlink ${que_id} is ${state}, and no operation is open`),

  'ids of our operations are behind the counter of their session': ({ db }) =>
    rows<{ session: number; op_id: number }>(
      db,
      'SELECT o.session, o.op_id FROM operation o JOIN session s ON s.id = o.session WHERE o.op_id < s.last_sc',
    ).map(({ session, op_id }) => `operation ${op_id} of session ${session} could be given again`),

  'an event has one place and one name': ({ db }) =>
    rows<{ uuid: string }>(db, 'SELECT uuid FROM event GROUP BY uuid HAVING count(*) > 1').map(({ uuid }) => uuid),

  'the chain of audit events is whole': ({ db, recovered }) => {
    let found: readonly ChainTrouble[] = [];
    for (const looked of checkChains(db)) found = looked.troubles;
    return found.filter(({ notedAt }) => !recovered || notedAt === undefined).map(troubleText);
  },

  'blocks of the log do not overlap': ({ db }) =>
    rows<{ first: number; before: number }>(
      db,
      `SELECT first_seq AS first, before FROM
         (SELECT first_seq, lag(last_seq) OVER (ORDER BY first_seq) AS before FROM block) WHERE before >= first_seq`,
    ).map(({ first, before }) => `a block begins at ${first} after one that ends at ${before}`),

  'what a rule did, it did once': ({ db }) =>
    rows<{ rule: number; count: number }>(
      db,
      `SELECT json_extract(data, '$.message') AS rule, count(*) AS count FROM event WHERE event_type = 'rule.fired'
       AND json_extract(data, '$.message') IS NOT NULL GROUP BY source_id, rule HAVING count(*) > 1`,
    ).map(({ rule, count }) => `message ${rule} fired ${count} times`),
};

/** What is looked at in view of what those outside were told. */
export const ledgerChecks: Readonly<Record<string, Check>> = {
  'what was acknowledged is there, and nothing twice': judged => {
    const pruned = prunedUpTo(judged.db);
    const gone = new Set([...judged.ledger.log].flatMap(([seq, key]) => (seq <= pruned ? [key] : [])));
    return (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap(kind => thingsOf(judged, kind, gone));
  },

  'nothing is there that was never asked for': ({ db, ledger }) =>
    (['uplink', 'downlink', 'user', 'manufacturer', 'rule'] as const).flatMap(kind =>
      namesOf(db, kind)
        .filter(name => !ledger.things[kind].has(name))
        .map(name => `${kind} ${name}`),
    ),

  'a telegram stays where a reader has seen it': ({ db, ledger }) => {
    const there = new Map(
      rows<{ seq: number; name: string }>(
        db,
        `SELECT m.seq, e.eui || ':' || m.packet_cnt AS name FROM message m JOIN endpoint e ON e.id = m.endpoint`,
      ).map(({ seq, name }) => [seq, name]),
    );
    const pruned = prunedUpTo(db);
    return [...ledger.log].flatMap(([seq, name]) => {
      const found = there.get(seq);
      return seq <= pruned || found === name ? [] : [`${name} was at ${seq}, where ${found ?? 'nothing'} is`];
    });
  },

  'cursors never go back, nor beyond what was asked': ({ db, ledger, center, integration }) =>
    (Object.keys(CURSOR_ROWS) as CursorName[]).flatMap(name => {
      const about = name === 'center' ? center : name === 'rules' ? 1 : integration;
      const [found] = rows<{ place: number }>(db, CURSOR_ROWS[name], about);
      const { acknowledged, asked } = ledger.cursors[name];
      if ((found?.place ?? 0) < acknowledged) return [`${name}: ${found?.place} after ${acknowledged}`];
      // What is no longer there is passed over, too.
      return name === 'integration events' && (found?.place ?? 0) > Math.max(asked, acknowledged)
        ? [`${name}: ${found?.place}, where no more than ${asked} was asked for`]
        : [];
    }),

  'a value is the last one that was acknowledged, or one asked for since': ({ db, ledger }) =>
    rows<{ id: string; name: string }>(db, 'SELECT CAST(id AS TEXT) AS id, name FROM endpoint').flatMap(
      ({ id, name }) => {
        const value = ledger.values.get(id);
        if (!value || (value.acknowledged === '' && value.asked.length > 0 && !value.asked.includes(name))) return [];
        return name === value.acknowledged || value.asked.includes(name)
          ? []
          : [`endpoint ${id} is ${name}, not ${value.acknowledged}`];
      },
    ),

  'a downlink has one id and one fate': ({ db, ledger }) => {
    const found = rows<{ name: string; queId: number; state: string }>(
      db,
      'SELECT ref AS name, que_id AS queId, state FROM downlink',
    );
    return found.flatMap(({ name, queId, state }) => {
      const given = ledger.queIds.get(name);
      const wrong = given !== undefined && given !== queId ? [`downlink ${name} is ${queId}, not ${given}`] : [];
      const fate = ledger.fates.get(String(queId));
      const told = fate?.acknowledged ?? '';
      if (told !== '' && state !== told && !(told === 'sent' && state === 'acknowledged')) {
        wrong.push(`downlink ${queId} was ${told} and is ${state}`);
      }
      return wrong;
    });
  },

  'a snapshot that was reported is whole': ({ ledger, snapshot }) =>
    [...ledger.things.snapshot].flatMap(([path, { acknowledged }]) => (acknowledged ? snapshot(path) : [])),
};

function thingsOf({ db, ledger }: Judged, kind: keyof typeof NAMES, gone: ReadonlySet<string>): string[] {
  const found = namesOf(db, kind);
  const there = new Set(found);
  const wrong = found.length === there.size ? [] : twice(found).map(name => `${kind} ${name} is there twice`);
  for (const [name, { acknowledged }] of ledger.things[kind]) {
    if (acknowledged && !there.has(name) && !gone.has(name)) wrong.push(`${kind} ${name} is lost`);
  }
  return wrong;
}

function twice(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

function namesOf(db: Db, kind: keyof typeof NAMES): string[] {
  return rows<{ name: string }>(db, NAMES[kind]).map(({ name }) => name);
}

function prunedUpTo(db: Db): number {
  const [found] = rows<{ upTo: number }>(
    db,
    `SELECT coalesce((SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned'), 0) AS upTo`,
  );
  return found?.upTo ?? 0;
}

function rows<R>(db: Db, sql: string, ...values: SqlValue[]): R[] {
  return db.prepare(sql).all(...values) as R[];
}

/** @param isKnown the database itself was found sound before. @returns what does not hold, each with the name of its check */
export function judge(judged: Judged, isKnown: boolean): string[] {
  const checks = isKnown ? ledgerChecks : { ...ownChecks, ...ledgerChecks };
  return Object.entries(checks).flatMap(([name, check]) => {
    try {
      return check(judged).map(text => `${name}: ${text}`);
    } catch (cause) {
      return [`${name}: ${cause instanceof Error ? cause.message : String(cause)}`];
    }
  });
}
