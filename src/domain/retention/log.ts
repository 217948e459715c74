import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import type { CredibleMs, Moment } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { centerGroupStore } from '../center/groups.ts';
import type { CenterLines } from '../center/lines.ts';
import type { Events } from '../event/event-store.ts';
import type { Backlog } from '../integration/backlog.ts';
import type { Recount } from '../message/figures/recount.ts';
import { PostingKind, packDeltas, unpackDeltas } from '../message/postings.ts';
import type { UplinkMemory } from '../uplink/memory.ts';
import type { ValueStore } from '../value/value-store.ts';

/** A clock that is this far ahead was not right. */
const CLOCK_MS = DAY_MS;

/** Which messages go, oldest first. */
export interface LogAim {
  /** Those stored before it (milliseconds), also when a center still waits for them; undefined: age is no reason. */
  readonly until?: CredibleMs | undefined;
  /** Those that every application center and integration has got go as well, if stored before it: room is needed. */
  readonly deliveredUntil?: CredibleMs | undefined;
  /** No clock that was set can have shown an earlier time than this (milliseconds). */
  readonly floor: number;
  readonly at: Moment;
}

/** What one step did. */
export interface Swept {
  /** Rows that are gone. */
  readonly removed: number;
  readonly messages?: number;
  /** A part of the log goes whose newest line was stored then, milliseconds. */
  readonly until?: number | undefined;
  /** There may be more to do. */
  readonly more: boolean;
}

interface BlockRow {
  first_seq: number;
  last_seq: number;
  sealed_at: number;
}

interface CenterRow {
  id: number;
  uuid: string;
  org: number;
  ac_eui: Eui;
  name: string;
  cursor: number;
  counted: number;
  waiting: number;
}

/**
 * Takes the oldest part of the log away: whole blocks, so that what is derived from them stays right. A block first gets its
 * place in `log_pruned`, and is gone for good from then on; then its postings go, then itself, then its rows, in as many
 * steps as it takes. Each list and its count agree after every step, because both look at the same of these.
 */
export function logRetention(
  db: Db,
  {
    events,
    lines,
    backlog,
    memory,
    values,
    recount,
  }: {
    events: Events;
    lines: Pick<CenterLines, 'count'>;
    backlog: Backlog;
    memory: Pick<UplinkMemory, 'lateGone'>;
    values: Pick<ValueStore, 'mayGo' | 'messagesGo'>;
    recount: Pick<Recount, 'isDue' | 'step'>;
  },
) {
  const mark = db.prepare('SELECT value FROM counter WHERE org = 0 AND name = ?');
  const raiseMark = db.prepare(
    `INSERT INTO counter (org, name, value) VALUES (0, ?, ?)
     ON CONFLICT (org, name) DO UPDATE SET value = max(value, excluded.value)`,
  );
  const dropPostings = db.prepare(
    `DELETE FROM posting WHERE block = ? AND (kind, key) IN
       (SELECT kind, key FROM posting WHERE block = ? ORDER BY kind, key LIMIT ?)`,
  );
  const dropBlock = db.prepare('DELETE FROM block WHERE first_seq = ?');
  const places = db.prepare(
    `SELECT max(seq) AS last, count(*) AS count FROM (
       SELECT seq FROM message WHERE seq <= ? UNION ALL SELECT seq FROM late_reception WHERE seq <= ?
       UNION ALL SELECT seq FROM notice WHERE seq <= ?
       UNION ALL SELECT seq FROM integration_notice WHERE seq <= ? ORDER BY seq LIMIT ?)`,
  );
  const lateAbove = db.prepare(
    'SELECT seq, station FROM late_reception WHERE message BETWEEN (SELECT min(seq) FROM message) AND ? AND seq > ?',
  );
  // By place: the index of an organization's times would be read from end to end.
  const perOrg = db.prepare('SELECT org, count(*) AS count FROM message NOT INDEXED WHERE seq <= ? GROUP BY org');
  const count = db.prepare(
    `INSERT INTO counter (org, name, value) VALUES (?, ?, ?)
     ON CONFLICT (org, name) DO UPDATE SET value = value + excluded.value`,
  );
  const dropMessages = db.prepare('DELETE FROM message WHERE seq <= ?');
  const dropLate = db.prepare('DELETE FROM late_reception WHERE seq <= ?');
  const dropNotices = ['notice', 'integration_notice'].map(table => db.prepare(`DELETE FROM ${table} WHERE seq <= ?`));
  const dropOneLate = db.prepare('DELETE FROM late_reception WHERE seq = ?');
  const blockOf = db.prepare(
    'SELECT first_seq, last_seq, sealing FROM block WHERE first_seq <= ? ORDER BY first_seq DESC LIMIT 1',
  );
  const posting = db.prepare('SELECT seqs FROM posting WHERE block = ? AND kind = ? AND key = ?');
  const setPosting = db.prepare('UPDATE posting SET count = ?, seqs = ? WHERE block = ? AND kind = ? AND key = ?');

  const oldest = db.prepare(
    'SELECT first_seq, last_seq, sealed_at FROM block WHERE sealing = 0 ORDER BY first_seq LIMIT 1',
  );
  const newestIn = db.prepare('SELECT stored_at FROM message WHERE seq <= ? ORDER BY seq DESC LIMIT 1');
  const laterSeal = db.prepare(
    'SELECT sealed_at FROM block WHERE first_seq > ? AND sealing = 0 AND sealed_at BETWEEN ? AND ? ORDER BY first_seq LIMIT 1',
  );
  const frontNotices = db.prepare(
    `SELECT seq, stored_at FROM (SELECT seq, stored_at FROM notice UNION ALL SELECT seq, stored_at FROM integration_notice)
     WHERE seq > ? AND seq < coalesce((SELECT min(seq) FROM message), ${Number.MAX_SAFE_INTEGER}) ORDER BY seq LIMIT ?`,
  );

  const living = db.prepare(
    `SELECT id, uuid, org, ac_eui, name, cursor, counted, waiting FROM center_session WHERE status <> 'terminated'`,
  );
  const operations = centerGroupStore(db);
  const setWaiting = db.prepare('UPDATE center_session SET waiting = ? WHERE id = ?');

  const markOf = (name: string): number => (mark.get(name) as { value: number } | undefined)?.value ?? 0;

  /** A late copy whose message is gone has nothing to show any more: it leaves its station's list, too. */
  const unpost = (seq: number, station: number): void => {
    dropOneLate.run(seq);
    raiseMark.run('log_place', seq);
    const block = blockOf.get(seq) as { first_seq: number; last_seq: number; sealing: number } | undefined;
    const sealed = block && block.last_seq >= seq && block.sealing === 0;
    if (!sealed) memory.lateGone(station, seq);
    // Of a block that is being sealed, the list of this station may be written or not.
    if (!block || block.last_seq < seq) return;
    const row = posting.get(block.first_seq, PostingKind.station, station) as { seqs: Uint8Array } | undefined;
    const seqs = row && unpackDeltas(row.seqs).filter(other => other !== seq);
    if (seqs) setPosting.run(seqs.length, packDeltas(seqs), block.first_seq, PostingKind.station, station);
  };

  /** One step of taking away what is at or below the mark; undefined when nothing is. */
  const sweep = (pruned: number, limit: number): Swept | undefined => {
    const block = oldest.get() as BlockRow | undefined;
    if (block && block.last_seq <= pruned) {
      const removed = dropPostings.run(block.first_seq, block.first_seq, limit).changes;
      if (removed < limit) dropBlock.run(block.first_seq);
      return { removed, more: true };
    }
    const { last: upTo, count: lines } = places.get(pruned, pruned, pruned, pruned, limit) as {
      last: number | null;
      count: number;
    };
    if (upTo === null) return undefined;
    for (const late of lateAbove.all(upTo, upTo) as { seq: number; station: number }[]) unpost(late.seq, late.station);
    let messages = 0;
    for (const { org, count: gone } of perOrg.all(upTo) as { org: number; count: number }[]) {
      count.run(org, 'messages', -gone);
      count.run(org, 'messages_pruned', gone);
      messages += gone;
    }
    dropMessages.run(upTo);
    dropLate.run(upTo);
    for (const drop of dropNotices) drop.run(upTo);
    // Those can be repeated no more.
    for (const { id } of living.all() as CenterRow[]) operations.dropUpTo(id, upTo);
    return { removed: lines, messages, more: true };
  };

  /** Everything up to this place goes. What a center or an integration has not got of it is counted in an event (SCACI 9, ADR 20). */
  const prune = (upTo: number, now: number): void => {
    const before = markOf('log_pruned');
    values.messagesGo(upTo);
    raiseMark.run('log_pruned', upTo);
    raiseMark.run('log_place', upTo);
    backlog.goes('log', before, upTo, now);
    for (const row of living.all() as CenterRow[]) {
      const center = { org: row.org, acEui: row.ac_eui };
      const from = Math.max(row.cursor, before);
      const counted = Math.min(row.counted, upTo);
      if (counted > from) setWaiting.run(Math.max(row.waiting - lines.count(center, from, counted), 0), row.id);
      const unread = upTo > from ? lines.count(center, from, upTo) : 0;
      const pending = unread + operations.dropUpTo(row.id, upTo);
      if (pending === 0) continue;
      const data = { sessionId: row.uuid, pending, reason: 'retention' };
      const about = { org: row.org, acEui: row.ac_eui, sourceName: row.name };
      events.raise({ type: 'scaci.queue_overflow', ...about, at: now, storedAt: now, data });
    }
  };

  /** When the newest message of the oldest block was stored; undefined when that is not known. */
  const ageOf = (block: BlockRow, { floor, at: { now } }: LogAim): number | undefined => {
    const latest = now + CLOCK_MS;
    const newest = newestIn.get(block.last_seq) as { stored_at: number } | undefined;
    const stated = newest?.stored_at ?? block.sealed_at;
    // Stated by a clock that was not set, or ahead: as old as what came next with one that was right, at least.
    const credible = stated >= floor && stated <= latest;
    const nextSeal = () =>
      (laterSeal.get(block.first_seq, floor, latest) as { sealed_at: number } | undefined)?.sealed_at;
    const storedAt = credible ? stated : nextSeal();
    // Places are in the order of time: what stands behind younger messages is no older than they were.
    return storedAt === undefined ? undefined : Math.max(storedAt, markOf('log_pruned_at'));
  };

  /** The place up to which every application center has got everything. */
  const deliveredUpTo = (): number => {
    let upTo = Number.MAX_SAFE_INTEGER;
    for (const { id, cursor } of living.all() as CenterRow[]) {
      upTo = Math.min(upTo, cursor, (operations.firstOpen(id) ?? cursor + 1) - 1);
    }
    return upTo;
  };

  return {
    /** The log stood at this place at least. */
    placeTaken(seq: number): void {
      raiseMark.run('log_place', seq);
    },

    /** One step. @param limit rows it may take away, about */
    step(aim: LogAim, limit: number): Swept {
      const { until, deliveredUntil, floor, at } = aim;
      const { now, credible } = at;
      const pruned = markOf('log_pruned');
      const swept = sweep(pruned, limit);
      if (swept) return swept;
      const block = oldest.get() as BlockRow | undefined;
      if (!block) {
        const notices =
          until === undefined ? [] : (frontNotices.all(pruned, limit) as { seq: number; stored_at: number }[]);
        const young = notices.findIndex(({ stored_at }) => stored_at >= (until ?? 0) && stored_at <= now + CLOCK_MS);
        // Those from before the clock was set, or of one that was ahead, go with the next one that is old.
        const last = notices
          .slice(0, young < 0 ? undefined : young)
          .findLast(({ stored_at }) => stored_at >= floor && stored_at < (until ?? 0));
        if (last) prune(last.seq, now);
        return { removed: 0, more: last !== undefined, until: last?.stored_at };
      }
      const storedAt = ageOf(block, aim);
      const old = storedAt !== undefined && until !== undefined && storedAt < until;
      const delivered =
        deliveredUntil !== undefined &&
        (storedAt ?? 0) < deliveredUntil &&
        block.last_seq <= deliveredUpTo() &&
        !backlog.holds('log', block.last_seq, storedAt ?? credible, credible);
      if (!old && !delivered) return { removed: 0, more: false };
      // What they say is kept longer than they are.
      if (!values.mayGo(block.last_seq, now)) return { removed: 0, more: true };
      if (recount.isDue()) {
        recount.step();
        return { removed: 0, more: true };
      }
      prune(block.last_seq, now);
      if (storedAt !== undefined) raiseMark.run('log_pruned_at', storedAt);
      return { removed: 0, more: true, until: storedAt };
    },
  };
}
