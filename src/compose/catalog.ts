import { createHash } from 'node:crypto';
import { type CatalogFile, readCatalogFile } from '../domain/blueprint/catalog-file.ts';
import type { Shipped } from '../domain/blueprint/shipped.ts';
import type { Store } from '../domain/domain.ts';
import { Fault } from '../kit/faults/faults.ts';
import type { Log } from '../kit/log.ts';

/** The list of the shipped files, made by scripts/generate.ts. */
export const CATALOG_INDEX = 'catalog/index.json';
/** Key of `meta` under which the digest of the list is noted that was brought into the database last. */
const SHIPPED = 'shipped_catalog';

/** One line of the list. */
export interface IndexEntry {
  /** Below `catalog/`: `maker/model/v1.json`. */
  readonly file: string;
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly attribution: string;
}

export interface ShipOptions {
  readonly store: Pick<Store, 'read' | 'write' | 'prepared'>;
  readonly log: Log;
  readonly now: number;
  /** A file of the program, by its path in the project's folder. */
  read(file: string): Uint8Array;
}

/**
 * Brings the blueprints that came with this release into the rows of the system; a start that finds the list of the last one reads no
 * more than the list. Nothing here ends a start: a file that cannot be brought is logged and left out.
 */
export async function shipCatalog({ store, log, now, read }: ShipOptions): Promise<void> {
  try {
    const list = Buffer.from(read(CATALOG_INDEX));
    const digest = createHash('sha256').update(list).digest('hex');
    if (store.read.installation.value(SHIPPED) === digest && !store.prepared.recovered) return;
    const entries = JSON.parse(list.toString()) as IndexEntry[];
    // Here and not in the reading thread: nothing else needs that one at a start, and it is a tenth of an idle box.
    const found = await Promise.all(
      entries.map(({ file }) =>
        unlessRefused(file, () => readCatalogFile(Buffer.from(read(`catalog/${file}`)).toString())),
      ),
    );
    // All in one turn: the writer brings them in with one transaction, in this order.
    const shipped = found.map((file, at) => file && ship(file, entries[at]));
    const counts = new Map<string, number>();
    for (const became of await Promise.all(shipped)) {
      counts.set(became ?? 'refused', (counts.get(became ?? 'refused') ?? 0) + 1);
    }
    await store.write.installation.setValue(SHIPPED, digest);
    log.info(Object.fromEntries(counts), 'the catalog of this release was brought in');
  } catch (cause) {
    log.error({ err: cause }, 'the catalog of this release was not brought in; the next start tries again');
  }

  async function ship(file: CatalogFile, entry: IndexEntry | undefined): Promise<Shipped | undefined> {
    const { file: name = '', attribution = '' } = entry ?? {};
    const became = await unlessRefused(name, () => store.write.shippedCatalog.ship({ file, attribution }, now));
    if (became === 'kept' || became === 'removed') log.info({ file: name, became }, 'left as the operator has it');
    return became;
  }

  /** Undefined, and a line in the log, for a file that cannot be brought in. */
  async function unlessRefused<T>(name: string, act: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (cause) {
      // Anything else is no matter of this file.
      if (!(cause instanceof Fault)) throw cause;
      log.warn({ err: cause, about: cause.about, file: name }, 'a blueprint of this release was not brought in');
      return undefined;
    }
  }
}
