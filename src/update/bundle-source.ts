import { closeSync, fstatSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { fileTrouble } from '../kit/faults/file-trouble.ts';
import { reasonOf } from '../kit/faults/reason.ts';
import { openPlain } from './plain-file.ts';
import { UpdateRefused } from './refusal.ts';
import type { Source } from './source.ts';

const BLOCK = 512;
/** Files in a bundle: a few for each release and root there ever was. */
const MOST_ENTRIES = 1000;
/** So much of a file is read at a time. */
const PIECE = 1024 * 1024;
/** What `npm run release` makes; anything else has no meaning here. */
const NAME = /^(?:metadata|targets)(?:\/[A-Za-z0-9_][A-Za-z0-9._~+-]*)+$/;

interface Entry {
  readonly at: number;
  readonly bytes: number;
}

/**
 * A repository in one file (`.wsu`): a plain tar archive. It is opened once, read through what was opened, and nothing is unpacked by a
 * name that it has, so that neither links nor names in it lead anywhere.
 */
export class BundleSource implements Source {
  readonly name: string;
  readonly #file: number;
  readonly #entries: ReadonlyMap<string, Entry>;

  /** @throws UpdateRefused `not_a_file` or `malformed` */
  constructor(path: string) {
    this.name = basename(path);
    this.#file = opened(path);
    try {
      this.#entries = entriesOf(this.#file, this.name);
    } catch (cause) {
      closeSync(this.#file);
      throw cause;
    }
  }

  async read(path: string, most: number): Promise<Uint8Array | undefined> {
    const entry = this.#entries.get(path);
    if (!entry) return undefined;
    if (entry.bytes > most) throw tooLarge(this.name, path, most);
    return piece(this.#file, entry.at, entry.bytes, this.name);
  }

  async *stream(path: string, from: number): AsyncIterable<Uint8Array> {
    const entry = this.#entries.get(path);
    if (!entry) throw new UpdateRefused('missing', `${this.name} has no ${path}`);
    for (let done = from; done < entry.bytes; done += PIECE) {
      yield piece(this.#file, entry.at + done, Math.min(PIECE, entry.bytes - done), this.name);
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}

export function tooLarge(source: string, path: string, most: number): UpdateRefused {
  return new UpdateRefused('too_large', `${path} of ${source} has more than the ${most} bytes that it may have`);
}

function opened(path: string): number {
  const file = openPlain(path);
  if (typeof file === 'number') return file;
  throw new UpdateRefused('not_a_file', `${path} is no plain file: name the bundle itself, not a link to it`);
}

function entriesOf(file: number, name: string): Map<string, Entry> {
  const malformed = (why: string) => new UpdateRefused('malformed', `${name} is no bundle of releases: ${why}`);
  const size = fstatSync(file).size;
  const entries = new Map<string, Entry>();
  let at = 0;
  for (;;) {
    if (at + BLOCK > size) throw malformed('its end is missing');
    const header = piece(file, at, BLOCK, name);
    if (header.every(byte => byte === 0)) break;
    const entry = headerOf(header);
    if (typeof entry === 'string') throw malformed(entry);
    at += BLOCK;
    if (at + entry.bytes > size) throw malformed('its end is missing');
    if (!entry.isFolder) {
      if (!NAME.test(entry.path)) throw malformed('it has a file of a name that none has');
      if (entries.has(entry.path)) throw malformed(`it has ${entry.path} twice`);
      if (entries.size === MOST_ENTRIES) throw malformed(`it has more than ${MOST_ENTRIES} files`);
      entries.set(entry.path, { at, bytes: entry.bytes });
    }
    at += Math.ceil(entry.bytes / BLOCK) * BLOCK;
  }
  return entries;
}

/** @returns what is wrong with it as text */
function headerOf(header: Buffer): { path: string; bytes: number; isFolder: boolean } | string {
  const text = (from: number, to: number) => {
    const field = header.toString('latin1', from, to);
    const end = field.indexOf('\0');
    return end === -1 ? field : field.slice(0, end);
  };
  const octal = (from: number, to: number) => {
    const digits = text(from, to).trim();
    return /^[0-7]{1,11}$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
  };
  const sum = octal(148, 156);
  const counted = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  if (text(257, 262) !== 'ustar' || sum !== counted) return 'it is no tar archive, or damaged';
  const type = text(156, 157);
  // Links, devices and extensions of the format have no use here.
  if (!['', '0', '5'].includes(type)) return 'it has something else than files';
  const bytes = octal(124, 136);
  if (bytes === undefined) return 'it has a file of no size';
  const prefix = text(345, 500);
  return { path: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`, bytes, isFolder: type === '5' };
}

function piece(file: number, at: number, bytes: number, name: string): Buffer {
  const into = Buffer.alloc(bytes);
  for (let done = 0; done < bytes; ) {
    const read = readAt(file, into, done, at, name);
    if (read === 0) throw new UpdateRefused('malformed', `${name} became shorter while it was read`);
    done += read;
  }
  return into;
}

function readAt(file: number, into: Buffer, done: number, at: number, name: string): number {
  try {
    return readSync(file, into, done, into.length - done, at + done);
  } catch (cause) {
    if (fileTrouble(cause) !== 'io') throw cause;
    throw new UpdateRefused('unreachable', `${name} cannot be read, its disk or stick fails: ${reasonOf(cause)}`, {
      cause,
    });
  }
}
