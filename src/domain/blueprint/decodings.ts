import { inserter } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { Calibration } from './codec/blueprint.ts';

/** By what a message was decoded; it stays readable when the blueprint is gone. */
export interface Decoding {
  readonly id: number;
  /** Uuid of the blueprint. */
  readonly blueprint: string;
  /** That of the catalog. */
  readonly version: string;
  /** 16 lower-case hex digits. */
  readonly typeEui: string;
  /** As it was received. */
  readonly document: string;
  /** What the endpoint had in place of the document's own values. */
  readonly calibration: Calibration | undefined;
}

interface Row extends Omit<Decoding, 'calibration'> {
  calibration: string;
}

/** A decoding without the text of its document, which many of them may share. */
export interface DecodingUse extends Omit<Decoding, 'id' | 'document'> {
  /** Row id. */
  readonly document: number;
}

/** Messages refer to these rows, so they go with the log. */
export const salvagedDecodings: SalvagedTables = { group: 'log', tables: ['decoded_document', 'decoding'] };

/** What messages were decoded with: a row for each document and calibration, made at the first message. */
export function decodingStore(db: Db) {
  const find = db.prepare(
    `SELECT d.id, o.blueprint, o.version, o.type_eui AS typeEui, o.document, d.calibration
     FROM decoding d JOIN decoded_document o ON o.id = d.document WHERE d.id = ?`,
  );
  const uses = db.prepare(
    `SELECT d.document, o.blueprint, o.version, o.type_eui AS typeEui, d.calibration
     FROM decoding d JOIN decoded_document o ON o.id = d.document WHERE d.id = ?`,
  );
  const text = db.prepare('SELECT document FROM decoded_document WHERE id = ?');
  const documentOf = db.prepare(
    `SELECT o.id FROM blueprint b JOIN decoded_document o ON o.blueprint = b.uuid AND o.checksum = b.checksum WHERE b.id = ?`,
  );
  const keepDocument = db.prepare(
    `INSERT INTO decoded_document (blueprint, checksum, version, type_eui, document)
     SELECT b.uuid, b.checksum, b.version, b.spec_type_eui, t.document
     FROM blueprint b JOIN blueprint_document t ON t.blueprint = b.id WHERE b.id = ?`,
  );
  const known = db.prepare('SELECT id FROM decoding WHERE document = ? AND calibration = ?');
  const insert = inserter(db, 'decoding', { document: 'integer', calibration: 'text', last_seq: 'integer' });
  const usedIn = db.prepare(
    `UPDATE decoding SET last_seq = ? WHERE last_seq < ? AND id IN
       (SELECT decoding FROM message WHERE seq BETWEEN ? AND ? AND decoding IS NOT NULL)`,
  );
  const used = db.prepare('UPDATE decoding SET last_seq = ? WHERE id = ? AND last_seq < ?');
  // The newest row of both stays: its number is not given again.
  const unused = db.prepare(
    `DELETE FROM decoding WHERE id IN (SELECT id FROM decoding WHERE last_seq <= ? AND id < (SELECT max(id) FROM decoding)
       AND id NOT IN (SELECT decoding FROM message WHERE seq > ? AND decoding IS NOT NULL) ORDER BY id LIMIT ?)`,
  );
  const unusedDocuments = db.prepare(
    `DELETE FROM decoded_document WHERE id < (SELECT max(id) FROM decoded_document)
       AND id NOT IN (SELECT document FROM decoding)`,
  );

  const keep = (blueprint: number): number => {
    const { changes, lastInsertRowid } = keepDocument.run(blueprint);
    if (changes === 0) throw new Error(`there is no blueprint ${blueprint}`);
    return lastInsertRowid;
  };

  return {
    find(id: number): Decoding | undefined {
      const row = find.get(id) as Row | undefined;
      return row && { ...row, calibration: calibrationOf(row) };
    },

    uses(id: number): DecodingUse | undefined {
      const row = uses.get(id) as (Omit<Row, 'document'> & { document: number }) | undefined;
      return row && { ...row, calibration: calibrationOf(row) };
    },

    /** @param document its row id */
    text(document: number): string | undefined {
      return (text.get(document) as { document: string } | undefined)?.document;
    },

    /**
     * The id under which messages refer to a blueprint with the calibration of an endpoint. From then on its document is not changed.
     * @param blueprint its row id
     * @param calibration as the endpoint's row has it
     */
    intern(blueprint: number, calibration: string | null): number {
      const kept = documentOf.get(blueprint) as { id: number } | undefined;
      const document = kept?.id ?? keep(blueprint);
      const row = known.get(document, calibration ?? '') as { id: number } | undefined;
      return row?.id ?? insert({ document, calibration: calibration ?? '', last_seq: 0 });
    },

    /** Messages from one place to another, both included, have been sealed. */
    usedIn(firstSeq: number, lastSeq: number): void {
      usedIn.run(lastSeq, lastSeq, firstSeq, lastSeq);
    },

    /** A message refers to it now, wherever it stands. @param id its row id */
    used(id: number, seq: number): void {
      used.run(seq, id, seq);
    },

    /**
     * Removes what no message refers to any more. An id that was remembered has to be looked up again.
     * @param pruned messages up to this place are gone @param sealed of those behind this one it is not noted yet by what they are decoded
     * @returns how many
     */
    removeUnused(pruned: number, sealed: number, limit: number): number {
      const removed = unused.run(pruned, sealed, limit).changes;
      if (removed > 0) unusedDocuments.run();
      return removed;
    },
  };
}
export type Decodings = ReturnType<typeof decodingStore>;

function calibrationOf({ calibration }: { calibration: string }): Calibration | undefined {
  return calibration === '' ? undefined : (JSON.parse(calibration) as Calibration);
}
