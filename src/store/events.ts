import { eventKind, type NewEvent, type SourceType } from '../domain/event/catalog.ts';
import { uuid7 } from '../kit/uuid.ts';
import type { Db } from './driver.ts';

/** Repetitions that are counted at one time; the oldest count is written early beyond it. */
const MAX_FOLDS = 4096;

interface Fold {
  readonly seq: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly firstAt: number;
  readonly until: number;
  lastAt: number;
  storedAt: number;
  count: number;
}

/** An event as it is stored. `seq` is the order of storing and the cursor of streams. */
export interface StoredEvent {
  seq: number;
  uuid: string;
  org: number | null;
  event_type: string;
  category: string;
  severity: string;
  source_type: string;
  source_id: string;
  source_name: string;
  ep_eui: string | null;
  bs_eui: string | null;
  ac_eui: string | null;
  user_id: string | null;
  user_email: string | null;
  timestamp_at: number;
  stored_at: number;
  count: number;
  title: string;
  description: string;
  data: string;
}

export const EVENT_COLUMNS = `seq, uuid, org, event_type, category, severity, source_type, source_id, source_name,
  ep_eui, bs_eui, ac_eui, user_id, user_email, timestamp_at, stored_at, count, title, description, data`;

export function eventStore(db: Db) {
  const insert = db.prepare(`
    INSERT INTO event (seq, uuid, org, event_type, category, severity, source_type, source_id, source_name, endpoint, station,
      ep_eui, bs_eui, ac_eui, user_id, user_email, timestamp_at, stored_at, title, data)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const newest = db.prepare('SELECT max(seq) AS seq FROM event');
  const recount = db.prepare('UPDATE event SET count = ?, stored_at = ?, data = ? WHERE seq = ?');
  const folds = new Map<string, Fold>();
  let lastSeq: number | undefined;

  const close = (key: string, fold: Fold) => {
    folds.delete(key);
    if (fold.count === 1) return;
    const data = { ...fold.data, firstSeen: iso(fold.firstAt), lastSeen: iso(fold.lastAt) };
    recount.run(fold.count, fold.storedAt, JSON.stringify(data), fold.seq);
  };

  return {
    /**
     * Stores an event inside the transaction of what it reports. Repetitions of a folding kind are only counted; the
     * count reaches the row when the fold closes, so that a noisy peer does not wear the card.
     */
    raise(event: NewEvent): void {
      const kind = eventKind(event.type);
      const data = event.data ?? {};
      const source = event.source ?? kind.source;
      const sourceId = event.sourceId ?? euiOf(source, event);
      const key = `${event.type} ${sourceId} ${String(data.reason ?? data.code ?? '')}`;
      if (kind.foldMs !== undefined) {
        const open = folds.get(key);
        if (open && event.storedAt < open.until) {
          open.count++;
          open.lastAt = event.at;
          open.storedAt = event.storedAt;
          return;
        }
        if (open) close(key, open);
      }
      lastSeq ??= (newest.get() as { seq: number | null }).seq ?? 0;
      const seq = ++lastSeq;
      insert.run(
        seq,
        uuid7(event.storedAt),
        event.org,
        event.type,
        event.category ?? kind.category,
        event.severity ?? kind.severity,
        source,
        sourceId ?? '',
        event.sourceName ?? '',
        event.endpoint ?? null,
        event.station ?? null,
        event.epEui ?? null,
        event.bsEui ?? null,
        event.acEui ?? null,
        event.userId ?? null,
        event.userEmail ?? null,
        event.at,
        event.storedAt,
        kind.title,
        JSON.stringify(data),
      );
      if (kind.foldMs === undefined) return;
      const fold = { seq, data, firstAt: event.at, lastAt: event.at, storedAt: event.storedAt, count: 1 };
      folds.set(key, { ...fold, until: event.storedAt + kind.foldMs });
      if (folds.size > MAX_FOLDS) {
        const oldest = folds.entries().next().value;
        if (oldest) close(...oldest);
      }
    },

    /** A write failed: what was counted since its fold opened is not known any more. */
    forget(): void {
      lastSeq = undefined;
      folds.clear();
    },

    /** Writes the counts of folds that have ended; all of them when `now` is omitted (before a stop). */
    closeFolds(now = Number.POSITIVE_INFINITY): void {
      for (const [key, fold] of folds) if (fold.until <= now) close(key, fold);
    },
  };
}
export type Events = ReturnType<typeof eventStore>;

function euiOf(source: SourceType, { epEui, bsEui, acEui }: NewEvent): string | undefined {
  if (source === 'base_station') return bsEui;
  if (source === 'application_center') return acEui;
  return source === 'endpoint' ? epEui : '';
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
