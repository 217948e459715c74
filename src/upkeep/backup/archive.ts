import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { create, Parser, type ReadEntry } from 'tar';
import { asCaller } from '../../kit/caller.ts';

/** One file of a backup. */
export interface Part {
  readonly name: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** What a backup is, as its first file says. */
export interface Manifest {
  /** Form of the file; a higher one is of a later release. */
  readonly waystation_backup: 1;
  /** Release that made it. */
  readonly version: string;
  readonly schema: number;
  /** ISO 8601. */
  readonly created_at: string;
  /** Where it was made. */
  readonly host: string;
  readonly sc_eui: string;
  readonly key: 'sealed' | 'without';
  readonly parts: readonly Part[];
}

export const MANIFEST = 'manifest.json';
export const SEALED_KEY = 'master.key.sealed';
export const DATABASE = 'waystation.db';
export const CONFIGURATION = 'waystation.yaml';
export const PKI = 'pki';
/** Folder of the data directory in which a backup is made that is downloaded. */
export const DOWNLOAD_WORK = 'backup-download.work';

/** The manifest and the sealed key are read into memory; other files never are. */
const MAX_SMALL = 1024 * 1024;
/** Sectors of a card change little in a day; higher levels take minutes on a small board and gain a few percent. */
const GZIP_LEVEL = 4;

/** The file is no backup, or was changed since it was made. */
export class BadBackup extends Error {}

/** Writes the named files of a folder, in this order, as one compressed tar. @param progress gets the bytes read so far */
export async function pack(
  folder: string,
  names: readonly string[],
  sink: Writable,
  progress: (bytes: number) => void = () => {},
): Promise<void> {
  const files = create({ cwd: folder, portable: true, noDirRecurse: true }, [...names]);
  let bytes = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of files) {
      bytes += chunk.length;
      progress(bytes);
      yield chunk;
    }
  };
  await pipeline(Readable.from(counted(), { objectMode: false }), createGzip({ level: GZIP_LEVEL }), sink);
}

/** What takes the files of a backup, in their order. */
export interface Receiver {
  /** What this release can use is decided here, before anything is written. */
  manifest(manifest: Manifest, exact: Buffer): void | Promise<void>;
  /** Comes right behind the manifest, where the backup has one. */
  sealedKey(content: Buffer): void | Promise<void>;
  /** Path of the file that takes this part. */
  target(part: Part): string;
  /** Bytes read so far. */
  progress?(bytes: number): void;
}

/**
 * Reads a backup and checks every file against the manifest.
 * @throws BadBackup with one sentence
 */
export async function unpack(file: string, receiver: Receiver): Promise<Manifest> {
  const reading = new Reading(file, receiver);
  try {
    const fd = asCaller(() => openSync(file, 'r'));
    await pipeline(createReadStream(file, { fd }), createGunzip(), source => feed(source, reading));
  } catch (error) {
    throw reading.failure ?? damage(file, error);
  }
  return reading.finish();
}

async function feed(source: AsyncIterable<Buffer>, reading: Reading): Promise<void> {
  const parser = new Parser({ strict: true, onReadEntry: entry => reading.entry(entry) });
  const over = new Promise<void>((resolve, reject) => {
    parser.on('end', resolve);
    parser.on('error', reject);
  });
  // Its failure is thrown where the parser is waited for; before that nothing waits.
  over.catch(() => {});
  for await (const chunk of source) {
    if (!parser.write(chunk)) {
      await Promise.race([new Promise<void>(resolve => parser.once('drain', resolve)), over]);
    }
    if (reading.failure) throw reading.failure;
  }
  parser.end();
  await over;
  await reading.idle();
  if (reading.failure) throw reading.failure;
}

class Reading {
  failure: Error | undefined;
  #file: string;
  #receiver: Receiver;
  #manifest: Manifest | undefined;
  #missing = new Map<string, Part>();
  #work: Promise<void> = Promise.resolve();
  #bytes = 0;

  constructor(file: string, receiver: Receiver) {
    this.#file = file;
    this.#receiver = receiver;
  }

  entry(entry: ReadEntry): void {
    this.#work = this.#work
      .then(() => this.#take(entry))
      .catch((error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
        // What is not read would hold up all that follows.
        entry.resume();
      });
  }

  idle(): Promise<void> {
    return this.#work;
  }

  finish(): Manifest {
    if (!this.#manifest) throw this.#bad('it has no manifest');
    const [missing] = this.#missing.keys();
    if (missing !== undefined) throw this.#bad(`${missing} is missing in it`);
    return this.#manifest;
  }

  async #take(entry: ReadEntry): Promise<void> {
    if (this.failure) throw this.failure;
    if (!this.#manifest) {
      if (entry.path !== MANIFEST) throw notABackup(this.#file);
      await this.#takeManifest(entry);
      return;
    }
    const part = this.#missing.get(entry.path);
    if (!part) {
      if (entry.path !== SEALED_KEY) throw this.#bad(`${entry.path} does not belong in it`);
      await this.#receiver.sealedKey(await contentOf(entry));
      return;
    }
    this.#missing.delete(entry.path);
    const found = await this.#store(entry, this.#receiver.target(part));
    if (found.bytes !== part.bytes || found.sha256 !== part.sha256) throw this.#bad(`${part.name} was changed`);
  }

  async #takeManifest(entry: ReadEntry): Promise<void> {
    const exact = await contentOf(entry);
    const manifest = parse(exact.toString('utf8'));
    if (!manifest) throw notABackup(this.#file);
    if (!isWhole(manifest)) throw this.#bad('its manifest is not one we write');
    for (const part of manifest.parts) {
      if (!isPartName(part.name)) throw this.#bad(`${part.name} does not belong in it`);
      this.#missing.set(part.name, part);
    }
    await this.#receiver.manifest(manifest, exact);
    this.#manifest = manifest;
  }

  async #store(entry: ReadEntry, path: string): Promise<{ bytes: number; sha256: string }> {
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = async function* (this: Reading): AsyncGenerator<Buffer> {
      for await (const chunk of entry) {
        hash.update(chunk);
        bytes += chunk.length;
        this.#bytes += chunk.length;
        this.#receiver.progress?.(this.#bytes);
        yield chunk;
      }
    };
    const sink = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(counted.call(this), { objectMode: false }), sink);
    return { bytes, sha256: hash.digest('hex') };
  }

  #bad(why: string): BadBackup {
    return new BadBackup(`${this.#file} is damaged, ${why}: use another backup`);
  }
}

/** @returns the manifest without reading further, undefined when the file is no backup of this program */
export async function manifestOf(file: string): Promise<Manifest | undefined> {
  const enough = new Error('enough');
  let found: Manifest | undefined;
  const receiver: Receiver = {
    manifest(manifest) {
      found = manifest;
      throw enough;
    },
    sealedKey: () => {},
    target: () => '',
  };
  try {
    await unpack(file, receiver);
  } catch (error) {
    if (error !== enough && !(error instanceof BadBackup)) throw error;
  }
  return found;
}

/** SHA-256 of a file in lower-case hex, and its length. */
export async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const file = await open(path);
  let bytes = 0;
  for await (const chunk of file.createReadStream() as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function contentOf(entry: ReadEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of entry) {
    bytes += chunk.length;
    if (bytes > MAX_SMALL) throw new BadBackup(`${entry.path} is too long: use another backup`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Names are made by us; one that leads out of the folder is not. */
function isPartName(name: string): boolean {
  if (name === DATABASE || name === CONFIGURATION) return true;
  const [first, ...rest] = name.split('/');
  return first === PKI && rest.length > 0 && rest.every(each => /^[\w-][\w.-]*$/.test(each));
}

function parse(text: string): Partial<Manifest> | undefined {
  let content: Partial<Manifest>;
  try {
    content = JSON.parse(text) as Partial<Manifest>;
  } catch {
    // No manifest of this program.
    return undefined;
  }
  if (typeof content?.waystation_backup !== 'number' || !Array.isArray(content.parts)) return undefined;
  if (content.waystation_backup !== 1) {
    throw new BadBackup('the backup was made by a later release: restore it with that release');
  }
  return content;
}

/** Every field is what it should be: a damaged manifest is no reason for an error of this program. */
function isWhole(manifest: Partial<Record<keyof Manifest, unknown>>): manifest is Manifest {
  const { parts, schema, key, ...texts } = manifest;
  const isText = (value: unknown) => typeof value === 'string';
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  return (
    [texts.version, texts.created_at, texts.host, texts.sc_eui].every(isText) &&
    isCount(schema) &&
    (key === 'sealed' || key === 'without') &&
    Array.isArray(parts) &&
    parts.every((part: Partial<Part> | null) => isText(part?.name) && isCount(part?.bytes) && isText(part?.sha256))
  );
}

function notABackup(file: string): BadBackup {
  return new BadBackup(`${file} is not a backup of Waystation: name a file that "waystation backup" has made`);
}

function damage(file: string, error: unknown): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new Error(`${file} does not exist: name a file that "waystation backup" has made`);
  if (code === 'EISDIR') return new Error(`${file} is a folder: name a file that "waystation backup" has made`);
  if (code === 'Z_DATA_ERROR' && message === 'incorrect header check') return notABackup(file);
  if (code.startsWith('Z_') || code.startsWith('TAR_') || /^(unexpected end|invalid)/.test(message)) {
    return new BadBackup(`${file} is damaged or incomplete (${message}): use another backup`);
  }
  return error instanceof Error ? error : new Error(message);
}
