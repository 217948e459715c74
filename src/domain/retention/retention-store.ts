import type { Db } from '../../database/driver.ts';
import { alone } from '../../database/marks.ts';
import type { CredibleMs } from '../../kit/time/clock.ts';
import { systemClock } from '../../kit/time/clock.ts';
import type { CenterLines } from '../center/lines.ts';
import type { Events } from '../event/event-store.ts';
import type { Backlog } from '../integration/backlog.ts';
import type { Recount } from '../message/figures/recount.ts';
import type { History } from '../message/history.ts';
import type { UplinkMemory } from '../uplink/memory.ts';
import type { ValueStore } from '../value/value-store.ts';
import { type LogAim, logRetention, type Swept } from './log.ts';
import { type RowLimits, rowRetention, type Walk } from './retention-rows.ts';
import { roomReader } from './room.ts';

/** What a step may take of the writer's time: an uplink that waits behind it notices no more than a slow commit. */
const STEP_MS = 3;
const LEAST_CHANGE = 0.75;
const MOST_CHANGE = 1.5;
/** Less than this saves nothing: the commit costs more than the rows. */
const FEWEST_ROWS = 64;
/** The commit of a step grows with it, on a card more than the step itself. */
const MOST_ROWS = 512;
/** Pages that one step of making the file smaller moves, each as large as a dozen messages. */
const MOST_PAGES = 64;
const FIRST_ROWS = 128;

/** What a step did and how long it kept the writer, milliseconds. */
export interface Step {
  readonly removed: number;
  /** Messages among them. */
  readonly messages: number;
  /** A part of the log goes whose newest line was stored then, milliseconds. */
  readonly until: number | undefined;
  readonly more: boolean;
  /** Where the next step of this walk begins. */
  readonly after: number;
  readonly tookMs: number;
}

/** Bytes of the database. */
export interface DatabaseSize {
  /** Of the file, without its write-ahead log. */
  readonly file: number;
  /** Of it in use. */
  readonly used: number;
}

/** Takes away what is old, and gives the room back, in steps of a few milliseconds (operations 3, ADR 20). */
export function retentionStore(
  db: Db,
  {
    events,
    history,
    lines,
    memory,
    values,
    recount,
    removeResolved,
    removeParked,
    removeDiscovered,
    removeDecodings,
    backlog,
  }: {
    events: Events;
    history: History;
    lines: Pick<CenterLines, 'count'>;
    memory: Pick<UplinkMemory, 'lateGone' | 'sealBefore'>;
    values: Pick<ValueStore, 'mayGo' | 'messagesGo' | 'condense' | 'remove' | 'oldestAt'>;
    recount: Pick<Recount, 'isDue' | 'step'>;
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
  const log = logRetention(db, { events, lines, backlog, memory, values, recount });
  const rows = rowRetention(db, {
    placeTaken: log.placeTaken,
    mergeFigures: history.mergeSomeActivity,
    condense: values.condense,
    removeResolved,
    removeParked,
    removeDiscovered,
    removeDecodings,
    removeValues: values.remove,
    oldestValues: values.oldestAt,
    backlog,
  });
  const room = roomReader(db);
  const pages = db.prepare(
    `SELECT (SELECT page_count FROM pragma_page_count()) AS pages, (SELECT freelist_count FROM pragma_freelist_count()) AS free,
       (SELECT page_size FROM pragma_page_size()) AS size`,
  );
  const pageFigures = () => pages.get() as { pages: number; free: number; size: number };
  const paces = new Map<string, number>();

  /** Runs one step with as many rows as the last ones of its kind say fit. */
  const paced = (kind: string, work: (limit: number) => Swept & { after?: number }): Step => {
    const limit = paces.get(kind) ?? FIRST_ROWS;
    const begun = systemClock.monotonic();
    const { removed, messages = 0, until, more, after = 0 } = work(limit);
    const tookMs = systemClock.monotonic() - begun;
    // One step that was held up by something else says little; one that had less to do than it might says nothing.
    if (tookMs > STEP_MS || removed >= limit / 2) {
      const fits = limit * Math.min(Math.max(STEP_MS / tookMs, LEAST_CHANGE), MOST_CHANGE);
      paces.set(kind, Math.round(Math.min(Math.max(fits, FEWEST_ROWS), MOST_ROWS)));
    }
    return { removed, messages, until, more, after, tookMs };
  };

  return {
    /** One step at the old end of the log. */
    messages: (aim: LogAim): Step => paced('messages', limit => log.step(aim, limit)),

    /** One step of a walk through other rows. @param after where the step before ended, 0 at first */
    rows: (walk: Walk, after: number, limits: RowLimits): Step =>
      paced(walk, limit => rows.step(walk, after, limit, limits)),

    /** When the oldest hour or day began of which there are figures. */
    oldestFigures: rows.oldestFigures,

    messageCount: room.messages,
    bytesOfMessage: room.bytesOfMessage,

    /**
     * Seals the newest part of the log when the oldest of it was stored before a time: blocks go as a whole.
     * @returns whether there is more of it to seal
     */
    seal: (storedBefore: CredibleMs, now: number): boolean => memory.sealBefore(storedBefore, now),

    size(): DatabaseSize {
      const { pages: all, free, size } = pageFigures();
      return { file: all * size, used: (all - free) * size };
    },

    /** One step of making the file smaller. @param spare bytes that may stay free in it */
    shrink(spare: number): Step {
      const step = paced('shrink', limit => {
        const { free, size } = pageFigures();
        const removed = Math.min(free - Math.floor(spare / size), limit, MOST_PAGES);
        if (removed > 0) db.exec(`PRAGMA incremental_vacuum(${removed})`);
        return { removed: Math.max(removed, 0), more: removed > 0 && free - removed > spare / size };
      });
      // Pages are no rows.
      return { ...step, removed: 0 };
    },

    /**
     * Empties the write-ahead log and gives its room back, unless a reader is in it. Not inside a transaction.
     * @returns whether it is empty now
     */
    truncateLog: alone((): boolean => {
      // The writer must not wait here for a reader that takes its time.
      db.exec('PRAGMA busy_timeout = 0');
      try {
        return (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }).busy === 0;
      } finally {
        db.exec('PRAGMA busy_timeout = 5000');
      }
    }),
  };
}
