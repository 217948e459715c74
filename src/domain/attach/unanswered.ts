import type { Db } from '../../database/driver.ts';
import { packDeltas, unpackDeltas } from '../message/postings.ts';

/** An announcement of a list that has no answer: what rebuilds it as it was (BSSCI 6.5). */
export interface UnansweredAnnouncement {
  readonly opId: number;
  readonly endpoint: number;
  readonly version: number;
  readonly lastPacketCnt: number;
}

const NONE: readonly UnansweredAnnouncement[] = [];

/**
 * Announcements without an answer, one column per session: they are few, change together, and so cost one page of the disk. The
 * writer remembers them.
 */
export function unansweredStore(db: Db) {
  const read = db.prepare('SELECT unanswered FROM session WHERE id = ?');
  const all = db.prepare('SELECT id, unanswered FROM session WHERE unanswered IS NOT NULL');
  const write = db.prepare('UPDATE session SET unanswered = ? WHERE id = ?');
  const sessionsOf = db.prepare('SELECT id FROM session WHERE station = ?');
  let remembered: Map<number, readonly UnansweredAnnouncement[]> | undefined;

  const bySession = (): Map<number, readonly UnansweredAnnouncement[]> => {
    if (!remembered) {
      const rows = all.all() as { id: number; unanswered: Uint8Array }[];
      remembered = new Map(rows.map(({ id, unanswered }) => [id, unpack(unanswered)]));
    }
    return remembered;
  };

  const set = (session: number, entries: readonly UnansweredAnnouncement[]): void => {
    write.run(entries.length > 0 ? pack(entries) : null, session);
    if (entries.length > 0) bySession().set(session, entries);
    else bySession().delete(session);
  };

  return {
    set,

    /** Of one session in the order they were sent, as it is stored. */
    stored(session: number): readonly UnansweredAnnouncement[] {
      const row = read.get(session) as { unanswered: Uint8Array | null } | undefined;
      return row?.unanswered ? unpack(row.unanswered) : NONE;
    },

    of(session: number): readonly UnansweredAnnouncement[] {
      return bySession().get(session) ?? NONE;
    },

    /** Whether the station has not answered an announcement of the endpoint. */
    waitsFor(station: number, endpoint: number): boolean {
      const sessions = sessionsOf.all(station) as { id: number }[];
      return sessions.some(({ id }) =>
        bySession()
          .get(id)
          ?.some(entry => entry.endpoint === endpoint),
      );
    },

    /** The sessions of a station have ended for ever. */
    dropStation(station: number): void {
      for (const { id } of sessionsOf.all(station) as { id: number }[]) if (bySession().has(id)) set(id, NONE);
    },

    /** Whether any session waits for the answer to an announcement of this version. */
    includes(endpoint: number, version: number): boolean {
      for (const entries of bySession().values()) {
        if (entries.some(entry => entry.endpoint === endpoint && entry.version === version)) return true;
      }
      return false;
    },

    forget(): void {
      remembered = undefined;
    },
  };
}

function pack(entries: readonly UnansweredAnnouncement[]): Uint8Array {
  return packDeltas([
    ...entries.map(({ opId }) => opId),
    ...entries.map(({ endpoint }) => endpoint),
    ...entries.map(({ version }) => version),
    ...entries.map(({ lastPacketCnt }) => lastPacketCnt),
  ]);
}

function unpack(blob: Uint8Array): UnansweredAnnouncement[] {
  const values = unpackDeltas(blob);
  const count = values.length / 4;
  const at = (column: number, entry: number) => values[column * count + entry] ?? 0;
  return Array.from({ length: count }, (_, entry) => ({
    opId: at(0, entry),
    endpoint: at(1, entry),
    version: at(2, entry),
    lastPacketCnt: at(3, entry),
  }));
}
