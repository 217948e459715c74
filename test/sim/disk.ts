import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { LOSSES, type Loss } from '../fault/disk/disk.ts';
import { Content } from './content.ts';
import { type Files, IoError, type OpenFile } from './files.ts';
import type { Chance } from './random.ts';

/** What a card writes at once. */
const SECTOR = 512;

/** What is asked of a disk: `write` to `folder` change it, the others only look. */
export type Act = 'write' | 'truncate' | 'sync' | 'make' | 'remove' | 'rename' | 'link' | 'folder' | 'read' | 'look';
/** What fails for want of room. */
export const TAKING_ROOM: ReadonlySet<Act> = new Set(['write', 'truncate', 'make', 'rename', 'link', 'remove']);
const CHANGING: ReadonlySet<Act> = new Set(['write', 'truncate', 'sync', 'make', 'remove', 'rename', 'link', 'folder']);

type Change = { readonly at: number; readonly bytes: Uint8Array } | { readonly size: number };

/** A file without its names. */
export class Inode {
  readonly number: number;
  readonly content: Content;
  mode = 0o644;
  links = 1;
  /** As the card holds it for sure. */
  durable: Content;
  /** What has been asked for since the last sync. */
  pending: Change[] = [];
  /** Syncs so far. */
  synced = 0;

  constructor(number: number, content = new Content()) {
    this.number = number;
    this.content = content;
    this.durable = content.copy();
  }
}

/** What was done to names, and may be undone by a loss of power. */
type NameChange =
  | { readonly kind: 'set'; readonly name: string; readonly file: Inode }
  | { readonly kind: 'gone'; readonly name: string }
  | { readonly kind: 'moved'; readonly from: string; readonly name: string; readonly file: Inode };

/** What is on a card that has no power. */
export type Image = ReadonlyMap<string, Content>;

/** What a loss of power leaves. */
export interface Left {
  readonly image: Image;
  /** Which changes it holds: alike only where the same disk is left the same twice. */
  readonly which: string;
}

/** The machine is off, or was told to stop before an act. */
export class PowerLost extends IoError {
  constructor() {
    super('EIO', 'the power is off');
  }
}

/**
 * Files on a card that keeps only what was synced, and of the rest whatever it likes, sector by sector. Everything that is done passes
 * `before`, which may make it fail or cut the power there.
 */
export class SimDisk implements Files {
  /** Called before each act, with how many there were. What it throws happens instead of it. */
  before: ((act: Act, path: string, done: number) => void) | undefined;
  /** Syncs that are said to be done and are not: a broken card. */
  lies = false;
  /** Asked when a sync fails: whether what it was for is as good as written to those who look, and never will be on the card. */
  forgets: (() => boolean) | undefined;
  off = false;
  /** Acts that change something, so far. */
  changes = 0;
  /** Of everything that was done, in its order. */
  trace = 0;
  readonly #names = new Map<string, Inode>();
  #lasting = new Map<string, Inode>();
  #named: NameChange[] = [];
  readonly folders = new Set<string>(['/']);
  #inodes = 0;

  constructor(image: Image = new Map()) {
    for (const [name, content] of image) {
      const file = this.#inode(content.copy());
      this.#names.set(name, file);
      this.#lasting.set(name, file);
      this.makeFolder(dirname(name));
    }
  }

  /** Nothing of it can be lost. */
  get isSettled(): boolean {
    if (this.#named.length > 0) return false;
    for (const file of this.#names.values()) if (file.pending.length > 0) return false;
    return true;
  }

  /** What a loss of power now leaves. */
  after(loss: Loss, chance: Chance): Left {
    const names = new Map(this.#lasting);
    const lost = new Set<string>();
    const held: string[] = [];
    for (const change of this.#named) {
      const about = change.kind === 'moved' ? [change.from, change.name] : [change.name];
      // What follows from something that did not last does not either.
      const holds = !about.some(name => lost.has(name)) && (loss === 'nothing dropped' || this.#lasts(loss, chance));
      if (!holds) {
        for (const name of about) lost.add(name);
        continue;
      }
      applyTo(names, change);
    }
    const contents = new Map<Inode, Content>();
    const image = new Map<string, Content>();
    for (const [name, file] of names) {
      held.push(`${name} ${file.number}.${file.synced}`);
      const content = contents.get(file) ?? surviving(file, loss, chance, held);
      contents.set(file, content);
      image.set(name, content);
    }
    return { image, which: held.join() };
  }

  #lasts(loss: Loss, chance: Chance): boolean {
    return loss !== 'everything dropped' && chance.often(0.5);
  }

  open(path: string, { create, write }: { readonly create: boolean; readonly write: boolean }): OpenFile {
    const found = this.find(path);
    if (!found && !create) throw new IoError('ENOENT', path);
    const file = found ?? this.make(path);
    return {
      identity: file,
      read: (into, at) => {
        this.act('read', path, undefined);
        return file.content.read(into, at);
      },
      write: (bytes, at) => {
        if (!write) throw new IoError('EROFS', path);
        this.write(file, path, bytes, at);
      },
      truncate: size => this.truncate(file, path, size),
      sync: () => this.sync(file, path),
      size: () => {
        this.act('look', path, undefined);
        return file.content.size;
      },
      close: () => {},
    };
  }

  write(file: Inode, path: string, bytes: Uint8Array, at: number): void {
    // Not `slice`, which of a Buffer is a view: the memory of the library goes on changing.
    const copy = new Uint8Array(bytes);
    // The power may go while it is written: then a part of it is there.
    this.act('write', path, copy, () => file.pending.push({ at, bytes: copy }), at);
    file.content.write(copy, at);
    file.pending.push({ at, bytes: copy });
  }

  truncate(file: Inode, path: string, size: number): void {
    this.act('truncate', path, undefined, () => file.pending.push({ size }), size);
    file.content.truncate(size);
    file.pending.push({ size });
  }

  sync(file: Inode, path: string): void {
    try {
      this.act('sync', path, undefined);
    } catch (cause) {
      if (!this.off && this.forgets?.()) file.pending = [];
      throw cause;
    }
    if (this.lies) return;
    for (const change of file.pending) {
      if ('size' in change) file.durable.truncate(change.size);
      else file.durable.write(change.bytes, change.at);
    }
    file.pending = [];
    file.synced++;
    // A file that is synced has the name under which it was made; what was done to that name before is over.
    const made = this.#named.findLastIndex(change => change.kind === 'set' && change.file === file);
    const change = this.#named[made];
    if (!change) return;
    applyTo(this.#lasting, change);
    this.#named = this.#named.filter((other, at) => at > made || other.name !== change.name);
  }

  syncFolder(path: string): void {
    this.act('folder', path, undefined);
    if (this.lies) return;
    this.#named = this.#named.filter(change => {
      if (dirname(change.name) !== path) return true;
      applyTo(this.#lasting, change);
      return false;
    });
  }

  find(path: string): Inode | undefined {
    this.act('look', path, undefined);
    return this.#names.get(path);
  }

  exists(path: string): boolean {
    return this.find(path) !== undefined;
  }

  make(path: string): Inode {
    this.act('make', path, undefined);
    if (!this.folders.has(dirname(path))) throw new IoError('ENOENT', path);
    const file = this.#inode();
    this.#name({ kind: 'set', name: path, file });
    return file;
  }

  remove(path: string, sync: boolean): void {
    this.act('remove', path, undefined);
    const file = this.#names.get(path);
    if (!file) throw new IoError('ENOENT', path);
    file.links--;
    this.#name({ kind: 'gone', name: path });
    if (sync) this.syncFolder(dirname(path));
  }

  rename(from: string, to: string): void {
    this.act('rename', to, undefined);
    const file = this.#names.get(from);
    if (!file) throw new IoError('ENOENT', from);
    this.#name({ kind: 'moved', from, name: to, file });
  }

  link(from: string, to: string): void {
    this.act('link', to, undefined);
    const file = this.#names.get(from);
    if (!file) throw new IoError('ENOENT', from);
    if (this.#names.has(to)) throw new IoError('EEXIST', to);
    file.links++;
    this.#name({ kind: 'set', name: to, file });
  }

  makeFolder(path: string): void {
    for (let folder = path; !this.folders.has(folder); folder = dirname(folder)) this.folders.add(folder);
  }

  /** Names of files below a folder. */
  names(): readonly string[] {
    return [...this.#names.keys()];
  }

  #name(change: NameChange): void {
    applyTo(this.#names, change);
    this.#named.push(change);
  }

  #inode(content?: Content): Inode {
    return new Inode(++this.#inodes, content);
  }

  /** Every act passes here. @param torn done where the power goes in the middle of it */
  act(act: Act, path: string, bytes: Uint8Array | undefined, torn?: () => void, at = 0): void {
    if (this.off) throw new PowerLost();
    try {
      this.before?.(act, path, this.changes);
    } catch (cause) {
      if (cause instanceof PowerLost) {
        this.off = true;
        torn?.();
      }
      throw cause;
    }
    if (!CHANGING.has(act)) return;
    this.changes++;
    this.trace = crc32(`${act} ${path} ${at}`, this.trace);
    if (bytes) this.trace = crc32(bytes, this.trace);
  }
}

function applyTo(names: Map<string, Inode>, change: NameChange): void {
  if (change.kind === 'moved') names.delete(change.from);
  if (change.kind === 'gone') names.delete(change.name);
  else names.set(change.name, change.file);
}

/** What of a file is there after a loss of power. @param held is told which changes those are */
function surviving({ durable, pending }: Inode, loss: Loss, chance: Chance, held: string[]): Content {
  const content = durable.copy();
  if (loss === 'everything dropped') return content;
  const torn = lastKept(pending, loss, chance);
  for (const [index, change] of pending.entries()) {
    const isLast = index === pending.length - 1;
    if (loss === 'some writes dropped' && chance.often(0.5)) continue;
    if ('size' in change) {
      if (loss === 'some sectors dropped' && chance.often(0.5)) continue;
      content.truncate(change.size);
      held.push(`${index}`);
      continue;
    }
    const { at, bytes } = change;
    const isWhole =
      loss === 'nothing dropped' || loss === 'some writes dropped' || (loss === 'last write torn' && !isLast);
    // Sectors are those of the file: a write that begins inside one is torn where the card would tear it.
    for (let from = at, sector = 0; from < at + bytes.length; sector++) {
      const to = isWhole ? at + bytes.length : Math.min((Math.floor(from / SECTOR) + 1) * SECTOR, at + bytes.length);
      const survives = isWhole || (loss === 'last write torn' ? sector < torn : chance.often(0.5));
      if (survives) {
        content.write(bytes.subarray(from - at, to - at), from);
        held.push(isWhole ? `${index}` : `${index}:${sector}`);
      }
      from = to;
    }
  }
  return content;
}

function lastKept(pending: readonly Change[], loss: Loss, chance: Chance): number {
  const last = pending.at(-1);
  if (loss !== 'last write torn' || !last || 'size' in last) return 0;
  return chance.below(Math.ceil(last.bytes.length / SECTOR) + 1);
}

export { LOSSES, type Loss };
