import type { Db, Statement } from '../../src/database/driver.ts';
import { openConnection } from './connection.ts';
import { Content } from './content.ts';
import type { Image } from './disk.ts';
import { type Files, IoError, type OpenFile } from './files.ts';
import type { Library } from './library.ts';
import { DATABASE } from './node-files.ts';
import { Vfs } from './vfs.ts';

const EMPTY = new Content();
/** Bytes 18 and 19 of a database that has a log beside it. */
const LOGGED = 2;
const FORM_AT = 18;

/**
 * Looks at what a loss of power has left, as one who may only read. To read the schema takes longer than everything else, so the connection stays
 * open from one image to the next: what is put under it has no index of its log, so SQLite reads the whole log, finds out where it ends, and
 * forgets what it has read of the file before. Where the file is not in that form, or a journal lies beside it, the connection is a new one.
 */
export class Examiner {
  readonly #library: Library;
  readonly #files = new Examined();
  readonly #vfs: Vfs;
  #open: Db | undefined;

  constructor(library: Library) {
    this.#library = library;
    const surroundings = { now: () => 0, random: (bytes: number) => Buffer.alloc(bytes) };
    this.#vfs = new Vfs(library, 'examined', this.#files, surroundings, false);
  }

  /** Opens the database anew. @throws what opening or looking does */
  anew<T>(image: Image, look: (db: Db) => T): T {
    this.close();
    return this.look(image, look);
  }

  /** @throws what opening or looking does */
  look<T>(image: Image, look: (db: Db) => T): T {
    if (!isLogged(image)) this.close();
    this.#files.image = image;
    this.#vfs.forgetIndexes();
    const db = this.#open ?? keptStatements(openConnection(this.#library, this.#vfs, DATABASE, 'reader'));
    this.#open = db;
    try {
      // One state for all that is asked.
      db.exec('BEGIN');
      const seen = look(db);
      db.exec('COMMIT');
      return seen;
    } catch (cause) {
      this.close();
      throw cause;
    } finally {
      if (!isLogged(image)) this.close();
    }
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
    this.#vfs.reset();
  }
}

function isLogged(image: Image): boolean {
  const form = new Uint8Array(2);
  const isWhole = image.get(DATABASE)?.read(form, FORM_AT) === form.length;
  return isWhole && form.every(byte => byte === LOGGED) && !image.has(`${DATABASE}-journal`);
}

/** Statements are asked for by their text, again and again. */
function keptStatements(db: Db): Db {
  const kept = new Map<string, Statement>();
  return {
    ...db,
    prepare(sql, options) {
      const key = `${options?.bigint ?? false} ${sql}`;
      const statement = kept.get(key) ?? db.prepare(sql, options);
      kept.set(key, statement);
      return statement;
    },
  };
}

/** Files of an image that can be exchanged under those who have them open. */
class Examined implements Files {
  image: Image = new Map();

  open(path: string): OpenFile {
    const content = () => this.image.get(path) ?? EMPTY;
    const readOnly = () => {
      throw new IoError('EROFS', path);
    };
    return {
      identity: path,
      read: (into, at) => content().read(into, at),
      size: () => content().size,
      ...{ write: readOnly, truncate: readOnly, sync: readOnly },
      close() {},
    };
  }

  exists(path: string): boolean {
    return this.image.has(path);
  }

  remove(path: string): void {
    throw new IoError('EROFS', path);
  }
}
