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

/** States of a database that are remembered. */
const REMEMBERED = 16;

/** What SQLite makes of an image: a file, and a log up to its last whole commit. Two that are alike hold the same. */
interface State {
  readonly file: Content;
  readonly log: string;
}

/** @param isKnown what is in it was found sound before: page by page the same, however the end of its log is torn */
export type Look = (db: Db, isKnown: boolean) => readonly string[];

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
  #sound: State[] = [];

  constructor(library: Library) {
    this.#library = library;
    const surroundings = { now: () => 0, random: (bytes: number) => Buffer.alloc(bytes) };
    this.#vfs = new Vfs(library, 'examined', this.#files, surroundings, false);
  }

  /** Opens the database anew, and remembers nothing. @throws what opening or looking does */
  anew(image: Image, look: Look): readonly string[] {
    this.forget();
    return this.look(image, look);
  }

  /** @returns what is wrong. @throws what opening or looking does */
  look(image: Image, look: Look): readonly string[] {
    if (!isLogged(image)) this.close();
    this.#files.image = image;
    this.#vfs.forgetIndexes();
    const db = this.#open ?? keptStatements(openConnection(this.#library, this.#vfs, DATABASE, 'reader'));
    this.#open = db;
    try {
      // One state for all that is asked.
      db.exec('BEGIN');
      db.prepare('SELECT 1 FROM sqlite_schema').get();
      const state = { file: image.get(DATABASE) ?? EMPTY, log: this.#vfs.logOf(DATABASE) };
      const isKnown = state.log !== '' && this.#sound.some(one => one.log === state.log && one.file.isSame(state.file));
      const wrong = look(db, isKnown);
      db.exec('COMMIT');
      if (wrong.length === 0 && !isKnown && state.log !== '')
        this.#sound = [state, ...this.#sound].slice(0, REMEMBERED);
      return wrong;
    } catch (cause) {
      this.close();
      throw cause;
    } finally {
      if (!isLogged(image)) this.close();
    }
  }

  /** What was found sound before is looked at again. */
  forget(): void {
    this.close();
    this.#sound = [];
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
