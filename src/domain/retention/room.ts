import type { Db } from '../../database/driver.ts';
import { DAY_MS, HOUR_MS, HOUR_S } from '../../kit/units.ts';
import { PLACES } from '../message/figures/activity.ts';
import { eachCell } from '../message/figures/activity-rows.ts';

/** Messages of each end of the log that are measured. */
const SAMPLE = 256;
/** Blocks of each end. */
const BLOCKS = 2;
/** What a row has beside its texts and blobs: numbers, lengths, its place in the index by time. */
const FIXED_BYTES = 96;
const POSTING_BYTES = 24;
const CELLS_BYTES = 32;
/** Pages are not full, and what cannot be taken for granted counts for those that think of taking. */
const FILL = 1.25;

/** What messages take, with what goes with them: measured at both ends of the log, because to look at all would take minutes. */
export function roomReader(db: Db) {
  const count = db.prepare("SELECT coalesce(sum(value), 0) AS count FROM counter WHERE name = 'messages'");
  const rowBytes = db.prepare(
    `SELECT avg(length(user_data) + length(receptions) + length(decode_status) + length(decode_error)
       + coalesce(length(decoded), 0) + coalesce(length(blueprint), 0)) AS bytes FROM (
         SELECT * FROM (SELECT seq FROM message ORDER BY seq LIMIT ?)
         UNION SELECT * FROM (SELECT seq FROM message ORDER BY seq DESC LIMIT ?)) JOIN message USING (seq)`,
  );
  const ends = db.prepare(
    `SELECT first_seq, last_seq FROM (SELECT first_seq, last_seq FROM block ORDER BY first_seq LIMIT ?)
     UNION SELECT first_seq, last_seq FROM (SELECT first_seq, last_seq FROM block ORDER BY first_seq DESC LIMIT ?)`,
  );
  const postings = db.prepare('SELECT sum(length(seqs)) AS bytes, count(*) AS rows FROM posting WHERE block = ?');
  const within = db.prepare('SELECT count(*) AS count FROM message WHERE seq BETWEEN ? AND ?');
  const newest = db.prepare('SELECT max(start_at) AS at FROM activity WHERE grain = ?');
  const inHour = db.prepare(
    'SELECT count(*) AS rows, sum(length(cells)) AS bytes FROM activity WHERE grain = ? AND start_at = ?',
  );
  const organizations = db.prepare(
    `SELECT cells FROM activity WHERE grain = ? AND start_at = ? AND place IN (SELECT id * ${PLACES} FROM organization)`,
  );

  /** Of an hour, a day before the newest: for each message that was counted in it. */
  const figuresBytes = (): number => {
    const { at } = newest.get(HOUR_S) as { at: number | null };
    if (at === null) return 0;
    for (const hour of [at - DAY_MS, at - HOUR_MS, at]) {
      let messages = 0;
      for (const { cells } of organizations.all(HOUR_S, hour) as { cells: Uint8Array }[]) {
        eachCell(cells, (_key, count) => {
          messages += count;
        });
      }
      if (messages === 0) continue;
      const { rows, bytes } = inHour.get(HOUR_S, hour) as { rows: number; bytes: number };
      return (bytes + rows * CELLS_BYTES) / messages;
    }
    return 0;
  };

  const postingBytes = (): number => {
    let [bytes, messages] = [0, 0];
    for (const { first_seq, last_seq } of ends.all(BLOCKS, BLOCKS) as { first_seq: number; last_seq: number }[]) {
      const found = postings.get(first_seq) as { bytes: number | null; rows: number };
      bytes += (found.bytes ?? 0) + found.rows * POSTING_BYTES;
      messages += (within.get(first_seq, last_seq) as { count: number }).count;
    }
    return messages === 0 ? 0 : bytes / messages;
  };

  return {
    /** Of all organizations. */
    messages: (): number => (count.get() as { count: number }).count,

    /** Bytes that are free when a message is gone, rather more than less. */
    bytesOfMessage(): number {
      const { bytes } = rowBytes.get(SAMPLE, SAMPLE) as { bytes: number | null };
      return bytes === null ? 0 : FILL * (bytes + FIXED_BYTES + postingBytes() + figuresBytes());
    },
  };
}
