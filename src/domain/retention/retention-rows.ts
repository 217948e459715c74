import type { Db } from '../../database/driver.ts';
import type { CredibleMs, Moment } from '../../kit/time/clock.ts';
import { HOUR_MS } from '../../kit/units.ts';
import { receiverRetention } from '../center/receivers.ts';
import { auditRetention } from '../event/audit-retention.ts';
import { EVENTS_PRUNED } from '../event/log.ts';
import type { Backlog } from '../integration/backlog.ts';
import { type FigureWalk, figureRetention, figureWalks } from './figures.ts';
import { formerRetention } from './former.ts';
import type { Swept } from './log.ts';

/** What is this much later than now was stored by a clock that was ahead; rows that come meanwhile are not. */
const AHEAD_MS = HOUR_MS;
/** Before everything. */
const NEVER_MS = 0;
/** Rows that are looked at in one go for one that a right clock stored. */
const LOOKED_AT = 4096;

/** What is walked through, in an order in which nothing goes that another row still needs. */
export const walks = [
  'downlinks',
  'reports',
  'queries',
  'timeline',
  'events',
  'audit',
  'security',
  'presence',
  'centers',
  'sessions',
  'hours',
  'alerts',
  'values',
  'parked',
  'discovered',
  'executions',
  ...figureWalks,
  'decodings',
  'receivers',
  'formerEndpoints',
  'formerStations',
] as const;
export type Walk = (typeof walks)[number];

/** What goes by age. Times in milliseconds; none keeps. */
export interface RowLimits {
  /** Ended downlinks, the timeline of endpoints, what endpoints report of their reception. */
  readonly trafficUntil?: CredibleMs | undefined;
  readonly eventsUntil?: CredibleMs | undefined;
  /** Only for the sake of room: not the events that an integration still waits for. */
  readonly roomNeeded?: true | undefined;
  readonly auditUntil?: CredibleMs | undefined;
  readonly presenceUntil?: CredibleMs | undefined;
  /** Figures by the hour. */
  readonly hoursUntil?: CredibleMs | undefined;
  /** Figures of values by the hour; those by the day stay. */
  readonly valueHoursUntil?: CredibleMs | undefined;
  /** All figures, those by the day as well. */
  readonly figuresUntil?: CredibleMs | undefined;
  /** Nothing that was stored before that is there any more, whatever it is. */
  readonly everythingUntil?: CredibleMs | undefined;
  /** Resolved alerts. */
  readonly alertsUntil?: CredibleMs | undefined;
  /** What is too old by itself goes by the credible time; a row that is much later than now was stored by a clock that was ahead. */
  readonly at: Moment;
}

interface DownlinkRow {
  que_id: number;
  line: number;
  feed_seq: number | null;
}

type Reached = Swept & { after?: number };

/** Takes away old rows that are not of the log itself. The newest row of a table stays, so that its number is not given again. */
export function rowRetention(
  db: Db,
  {
    placeTaken,
    mergeFigures,
    condense,
    removeResolved,
    removeParked,
    removeDiscovered,
    removeDecodings,
    backlog,
    ...ofValues
  }: Parameters<typeof figureRetention>[1] & {
    /** A place of the log was in use and is not to be given again. */
    placeTaken(seq: number): void;
    /** Figures that wait, of blocks up to a place, are put into their hours and days. @returns whether there were any */
    mergeFigures(upTo: number): boolean;
    /** Days of values lose their hours. @returns how many */
    condense(until: number, limit: number): number;
    /** Resolved alerts go. @returns how many */
    removeResolved(until: CredibleMs, limit: number): number;
    /** What integrations have parked for too long goes. @returns how many */
    removeParked(credible: CredibleMs, limit: number): number;
    /** Endpoints that are not registered and were not heard for long go. @returns how many */
    removeDiscovered(credible: CredibleMs, limit: number): number;
    /** By what no message is decoded any more goes. @returns how many */
    removeDecodings(limit: number): number;
    backlog: Backlog;
  },
) {
  const figures = figureRetention(db, ofValues);
  const receivers = receiverRetention(db);
  const formerEndpoints = formerRetention(db, 'endpoint');
  const formerStations = formerRetention(db, 'base_station');
  const organizations = db.prepare('SELECT id FROM organization WHERE id > ? ORDER BY id LIMIT 1');
  // A station may still have to answer for one that has ended: such an operation is repeated from the row it is about.
  const endedDownlinks = db.prepare(
    `SELECT que_id, line, feed_seq FROM downlink INDEXED BY downlink_done
     WHERE org = ? AND finished_at IS NOT NULL AND finished_at < ?
       AND CAST(que_id AS TEXT) NOT IN (SELECT about FROM operation WHERE about <> '') ORDER BY finished_at LIMIT ?`,
  );
  const dropDownlink = db.prepare('DELETE FROM downlink WHERE que_id = ?');
  const dropLine = db.prepare(
    'DELETE FROM endpoint_operation WHERE id = ? AND id < (SELECT max(id) FROM endpoint_operation)',
  );

  const reports = front(db, 'rx_status', 'id', 'reported_at', '(reported_at < ? OR reported_at > ?)');
  const queries = front(
    db,
    'rx_query',
    'id',
    'requested_at',
    `(finished_at < ? OR requested_at > ?) AND CAST(id AS TEXT) NOT IN (SELECT about FROM operation WHERE about <> '')
     AND NOT EXISTS (SELECT 1 FROM rx_status r WHERE r.query = rx_query.id)`,
  );
  const timeline = front(
    db,
    'endpoint_operation',
    'id',
    'started_at',
    `(finished_at < ? OR started_at > ?) AND (que_id IS NULL OR NOT EXISTS (SELECT 1 FROM downlink d WHERE d.que_id = endpoint_operation.que_id))
     AND id NOT IN (SELECT line FROM rx_query WHERE state = 'pending') AND id NOT IN (SELECT line FROM ul_transmit)`,
  );
  const eventsGone = db.prepare(
    `SELECT coalesce((SELECT value FROM counter WHERE org = 0 AND name = '${EVENTS_PRUNED}'), 0) AS upTo`,
  );
  const setEventsGone = db.prepare(
    `INSERT INTO counter (org, name, value) VALUES (0, '${EVENTS_PRUNED}', min(?, (SELECT max(seq) - 1 FROM event)))
     ON CONFLICT (org, name) DO UPDATE SET value = max(value, excluded.value)`,
  );
  const passEvents = front(db, 'event', 'seq', 'stored_at', "category NOT IN ('audit', 'security')");
  const dropSecurity = db.prepare(
    `DELETE FROM event WHERE seq IN
       (SELECT seq FROM event INDEXED BY event_of_audit WHERE category IN ('audit', 'security') AND category = 'security'
          AND stored_at < ? AND seq < (SELECT max(seq) FROM event) ORDER BY stored_at LIMIT ?)`,
  );
  const audit = auditRetention(db);
  const executions = front(db, 'rule_execution', 'id', 'stored_at', '(stored_at < ? OR stored_at > ?)');
  const centers = front(
    db,
    'center_session',
    'id',
    'connected_at',
    "status = 'terminated' AND (disconnected_at < ? OR connected_at > ?)",
  );
  const dropErrors = db.prepare('DELETE FROM center_error WHERE session = ?');
  const sessions = front(
    db,
    'session',
    'id',
    'connected_at',
    "state = 'retired' AND (disconnected_at < ? OR connected_at > ?)",
  );
  const endLines = db.prepare(
    `UPDATE endpoint_operation SET status = 'failed', error = 'the session has ended', finished_at = ?
     WHERE session = ? AND finished_at IS NULL`,
  );

  const stations = db.prepare('SELECT id FROM base_station WHERE id > ? ORDER BY id LIMIT ?');
  const dropPresence = db.prepare(
    `DELETE FROM presence WHERE station = ? AND connected_at IN
       (SELECT connected_at FROM presence WHERE station = ? AND connected_at < ? AND disconnected_at < ? ORDER BY connected_at LIMIT ?)`,
  );

  const pruned = db.prepare(
    `SELECT coalesce((SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned'), 0) AS upTo`,
  );

  /** Figures by the day stay. */
  const hours = (after: number, limit: number, until: number): Reached => {
    // Those of messages that are gone; put together later, they would come back.
    const { upTo } = pruned.get() as { upTo: number };
    if (mergeFigures(upTo)) return { removed: 0, more: true, after };
    const removed = figures.dropHours(until, limit);
    return { removed, more: removed === limit, after };
  };

  /** Organization by organization, as the index of those that have ended has them. */
  const downlinks = (after: number, limit: number, until: number): Reached => {
    const org = organizations.get(after) as { id: number } | undefined;
    if (!org) return { removed: 0, more: false };
    const rows = endedDownlinks.all(org.id, until, limit) as DownlinkRow[];
    for (const { que_id, line, feed_seq } of rows) {
      if (feed_seq !== null) placeTaken(feed_seq);
      dropDownlink.run(que_id);
      dropLine.run(line);
    }
    return { removed: rows.length, more: true, after: rows.length < limit ? org.id : after };
  };

  /** What is kept longer is passed over once: the next walk begins behind it. */
  const events = (after: number, limit: number, until: number, { roomNeeded, at: when }: RowLimits): Reached => {
    const { upTo } = eventsGone.get() as { upTo: number };
    const isHeld = ({ id, at }: Aged) => roomNeeded === true && backlog.holds('events', id, at, when.credible);
    const reached = passEvents(Math.max(after, upTo), limit, until, when.now, false, undefined, {
      isHeld,
      goes: last => backlog.goes('events', upTo, last, when.now),
    });
    if (reached.after !== undefined) setEventsGone.run(reached.after);
    return reached;
  };

  const security = (limit: number, until: number): Reached => {
    const removed = dropSecurity.run(until, limit).changes;
    return { removed, more: removed === limit };
  };

  const presence = (after: number, limit: number, until: number): Reached => {
    let removed = 0;
    const rows = stations.all(after, limit) as { id: number }[];
    for (const { id } of rows) {
      removed += dropPresence.run(id, id, until, until, limit).changes;
      // This station may have more; the next step begins with it again.
      if (removed >= limit) return { removed, more: true, after: id - 1 };
    }
    return { removed, more: rows.length === limit, after: rows.at(-1)?.id ?? after };
  };

  const alerts = (limit: number, until: CredibleMs): Reached => {
    const removed = removeResolved(until, limit);
    return { removed, more: removed === limit };
  };

  const bySweep = (removed: number, limit: number): Reached => ({ removed, more: removed === limit });

  const values = (limit: number, until: number): Reached => {
    const rows = condense(until, limit);
    return { removed: 0, more: rows === limit };
  };

  const decodings = (limit: number): Reached => {
    const removed = removeDecodings(limit);
    return { removed, more: removed === limit };
  };
  const former =
    (remove: ReturnType<typeof formerRetention>) =>
    (after: number, limit: number, { everythingUntil, trafficUntil }: RowLimits) =>
      known(trafficUntil, unused =>
        remove(after, limit, { used: Math.min(everythingUntil ?? NEVER_MS, unused), unused }),
      );

  const ofFigures =
    (walk: FigureWalk) =>
    (after: number, limit: number, { figuresUntil: until }: RowLimits) =>
      known(until, at => figures.step(walk, after, limit, at));

  const by: Readonly<Record<Walk, (after: number, limit: number, limits: RowLimits) => Reached | undefined>> = {
    downlinks: (after, limit, { trafficUntil: until }) => known(until, at => downlinks(after, limit, at)),
    reports: (after, limit, { trafficUntil: until, at: { now } }) => known(until, at => reports(after, limit, at, now)),
    queries: (after, limit, { trafficUntil: until, at: { now } }) => known(until, at => queries(after, limit, at, now)),
    timeline: (after, limit, { trafficUntil: until, at: { now } }) =>
      known(until, at => timeline(after, limit, at, now)),
    events: (after, limit, limits) => known(limits.eventsUntil, at => events(after, limit, at, limits)),
    audit: (after, limit, { auditUntil: until, at: { now } }) =>
      known(until, at => audit(after, limit, at, now + AHEAD_MS)),
    security: (_after, limit, { auditUntil: until }) => known(until, at => security(limit, at)),
    presence: (after, limit, { presenceUntil: until }) => known(until, at => presence(after, limit, at)),
    hours: (after, limit, { hoursUntil: until }) => known(until, at => hours(after, limit, at)),
    alerts: (_, limit, { alertsUntil: until }) => known(until, at => alerts(limit, at)),
    parked: (_, limit, { at }) => bySweep(removeParked(at.credible, limit), limit),
    discovered: (_, limit, { at }) => bySweep(removeDiscovered(at.credible, limit), limit),
    values: (_, limit, { valueHoursUntil: until }) => known(until, at => values(limit, at)),
    decodings: (_, limit) => decodings(limit),
    receivers: after => receivers(after),
    formerEndpoints: former(formerEndpoints),
    formerStations: former(formerStations),
    activity: ofFigures('activity'),
    failures: ofFigures('failures'),
    centerFigures: ofFigures('centerFigures'),
    valueDays: ofFigures('valueDays'),
    executions: (after, limit, { eventsUntil: until, at: { now } }) =>
      known(until, at => executions(after, limit, at, now)),
    centers: (after, limit, { eventsUntil: until, at: { now } }) =>
      known(until, at => centers(after, limit, at, now, true, session => dropErrors.run(session))),
    sessions: (after, limit, { eventsUntil: until, at: { now } }) =>
      known(until, at => sessions(after, limit, at, now, true, session => endLines.run(at, session))),
  };

  return {
    /** @param after where the step before ended, 0 at first */
    step: (walk: Walk, after: number, limit: number, limits: RowLimits): Reached =>
      by[walk](after, limit, limits) ?? { removed: 0, more: false },

    oldestFigures: figures.oldest,
  };
}

function known<T>(until: CredibleMs | undefined, work: (until: CredibleMs) => T): T | undefined {
  return until === undefined ? undefined : work(until);
}

interface Aged {
  readonly id: number;
  /** Milliseconds. */
  readonly at: number;
}

/** About those who wait for rows. */
interface Waiting {
  /** The walk ends here. */
  isHeld?(row: Aged): boolean;
  /** Those up to this number are about to go. */
  goes?(last: number): void;
}

/**
 * Walks a table from its old end by its numbers, and ends where rows are young. A row of a clock that was ahead is as old as its
 * neighbours: it goes when one behind it goes.
 * @param age column that grows with the number
 * @param goes condition for a row that may go, about the time before which rows are old, and the latest that a right clock can have stored
 */
function front(db: Db, table: string, id: string, age: string, goes: string) {
  const next = db.prepare(`SELECT ${id} AS id, ${age} AS at FROM ${table} WHERE ${id} > ? ORDER BY ${id} LIMIT ?`);
  const within = `${id} > ? AND ${id} <= ? AND ${id} < (SELECT max(${id}) FROM ${table})`;
  const doomed = db.prepare(`SELECT ${id} AS id FROM ${table} WHERE (${goes}) AND ${within}`);
  const drop = db.prepare(`DELETE FROM ${table} WHERE ${id} = ?`);
  /** All rows in between are of a clock that was ahead. */
  let ahead = { after: 0, upTo: 0 };

  /** Whether the first row behind one that a right clock stored is old; undefined: not looked far enough yet. */
  const goesOnOld = (after: number, until: number, latest: number): boolean | undefined => {
    if (after < ahead.after || after > ahead.upTo) ahead = { after, upTo: after };
    const rows = next.all(ahead.upTo, LOOKED_AT) as Aged[];
    const right = rows.findIndex(({ at }) => at <= latest);
    ahead = { after, upTo: (right < 0 ? rows : rows.slice(0, right)).at(-1)?.id ?? ahead.upTo };
    if (right >= 0) return (rows[right]?.at ?? until) < until;
    return rows.length < LOOKED_AT ? false : undefined;
  };

  return (
    after: number,
    limit: number,
    until: number,
    now: number,
    bound = true,
    also?: (id: number) => void,
    { isHeld = () => false, goes }: Waiting = {},
  ): Reached => {
    const latest = now + AHEAD_MS;
    const rows = next.all(after, limit) as Aged[];
    const young = rows.findIndex(row => (row.at >= until && row.at <= latest) || isHeld(row));
    const passed = young < 0 ? rows : rows.slice(0, young);
    let old = passed.slice(0, passed.findLastIndex(({ at }) => at < until) + 1);
    const end = passed.at(-1);
    if (old.length === 0 && young < 0 && end) {
      const isOld = goesOnOld(end.id, until, latest);
      if (isOld === undefined) return { removed: 0, more: true, after };
      if (isOld) old = passed;
    }
    const last = old.at(-1)?.id;
    if (last === undefined) return { removed: 0, more: false };
    goes?.(last);
    const gone = doomed.all(...(bound ? [until, latest] : []), after, last) as { id: number }[];
    for (const row of gone) {
      also?.(row.id);
      drop.run(row.id);
    }
    return { removed: gone.length, more: young < 0 && rows.length === limit, after: last };
  };
}
