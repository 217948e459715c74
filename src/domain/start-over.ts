import type { Db } from '../database/driver.ts';
import { historyStore } from './message/history.ts';
import { logReader } from './message/log.ts';
import { messageStore } from './message/message-store.ts';
import { disconnectionStore } from './session/disconnection.ts';
import { operationStore } from './session/operations.ts';
import { forgetSignIns } from './signin/contents.ts';

/**
 * So many places and numbers are left out when it is not known how far they were given: more than are given in five days at
 * 10,000 a second. A reader that keeps a place of the log as a cursor must not find another line there.
 */
const UNKNOWN_PLACES = 2 ** 32;

/**
 * Makes an earlier copy fit for going on in the place of what it was made of: nothing that was given out since is given again, and
 * peers start anew. The schema is the newest one.
 */
export function startOver(db: Db, now: number): void {
  leaveOutPlaces(db);
  leaveOutDownlinks(db, now);
  endSessions(db, now);
  forgetSignIns(db);
  leaveOutEvents(db);
}

/** The next place of the log is far behind every one that can have been given. */
export function leaveOutPlaces(db: Db): void {
  const history = historyStore(db);
  const { newest } = messageStore(db, { history, log: logReader(db, { history }) }).edges();
  db.prepare(
    `INSERT INTO counter (org, name, value) VALUES (0, 'log_place', ?)
     ON CONFLICT (org, name) DO UPDATE SET value = excluded.value`,
  ).run(newest + UNKNOWN_PLACES);
}

/** The newest one stands for the gap. */
export function leaveOutEvents(db: Db): void {
  db.prepare('UPDATE event SET seq = seq + ? WHERE seq = (SELECT max(seq) FROM event)').run(UNKNOWN_PLACES);
}

/** What has become of downlinks that were open then is not known: sent a second time they could do harm. */
export function leaveOutDownlinks(db: Db, now: number): void {
  db.prepare('UPDATE downlink SET expires_at = min(expires_at, ?) WHERE finished_at IS NULL').run(now);
  const moved = db.prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'downlink'").run(UNKNOWN_PLACES);
  if (moved.changes === 0) {
    db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('downlink', ?)").run(UNKNOWN_PLACES);
  }
}

/** Ids of operations were given out that are not known any more: stations and application centers begin new sessions. */
export function endSessions(db: Db, now: number): void {
  disconnectionStore(db, operationStore(db)).recover(now);
  db.exec("UPDATE session SET state = 'retired'");
  db.prepare(
    `UPDATE center_session SET status = 'terminated', close_reason = 'server_stopped', waiting = 0, requests = 0,
       disconnected_at = coalesce(disconnected_at, ?) WHERE status <> 'terminated'`,
  ).run(now);
  db.exec('DELETE FROM center_operation; DELETE FROM center_request');
}
