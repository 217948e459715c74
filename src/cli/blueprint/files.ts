import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LIMITS } from '../../domain/blueprint/codec/limits.ts';
import { reasonOf } from '../../kit/faults/reason.ts';

/** A file that may hold a blueprint. Its name is only shown. */
export interface NamedText {
  readonly name: string;
  /** Undefined: why it could not be read. */
  readonly text: string | undefined;
  readonly problem: string;
}

export interface FoundFiles {
  readonly files: readonly NamedText[];
  /** Others beside files in the layout of a registry. */
  readonly ignored: number;
}

/** A registry has some hundreds of files of some kilobytes. */
const MAX_FILES = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Where a registry keeps a version: `maker/model/v1.0.json`. */
const REGISTRY = /(^|\/)[^/]+\/[^/]+\/v[^/]*\.json$/i;
const SKIPPED = /^\.|^node_modules$/;
/** How a ZIP begins, an empty one too. */
const ZIP = /^PK(\x03\x04|\x05\x06)/;

/** The text of one file. @throws one sentence when there is none */
export function textOf(path: string): string {
  const found = readText(path, () => readFileSync(path), statSync(path).size);
  if (found.text === undefined) throw new Error(`${path}: ${found.problem}`);
  return found.text;
}

/** What a file, a folder or a ZIP holds. */
export async function filesOf(path: string): Promise<FoundFiles> {
  if (statSync(path).isDirectory()) {
    const names = namesBelow(path);
    return chosen(
      names.map(name => ({ name, size: statSync(join(path, name)).size })),
      entries => entries.map(({ name, size }) => readText(name, () => readFileSync(join(path, name)), size)),
    );
  }
  const { size } = statSync(path);
  if (size > MAX_BYTES)
    throw new Error(`${path} has more than ${MAX_BYTES >> 20} MB: that is no blueprint and no registry`);
  const bytes = readFileSync(path);
  if (ZIP.test(bytes.toString('latin1', 0, 4))) return unpacked(path, bytes);
  return { files: [readText(basename(path), () => bytes, size)], ignored: 0 };
}

interface Entry {
  readonly name: string;
  /** Bytes, as far as it is known without reading it. */
  readonly size: number;
}

/** Where there are files in the layout of a registry, they alone. */
function chosen(all: readonly Entry[], read: (entries: readonly Entry[]) => readonly NamedText[]): FoundFiles {
  const documents = all.filter(({ name }) => /\.json$/i.test(name));
  const laidOut = documents.filter(({ name }) => REGISTRY.test(name));
  const taken = (laidOut.length > 0 ? laidOut : documents).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { files: read(taken), ignored: all.length - taken.length };
}

/** Follows no links: they may lead in circles. */
function namesBelow(folder: string): string[] {
  const names: string[] = [];
  const look = (below: string): void => {
    for (const entry of readdirSync(join(folder, below)).toSorted()) {
      const name = below === '' ? entry : `${below}/${entry}`;
      const found = SKIPPED.test(entry) ? undefined : lstatSync(join(folder, name));
      if (found?.isDirectory()) look(name);
      else if (found?.isFile()) names.push(name);
      if (names.length > MAX_FILES) throw new Error(`${folder} has more than ${MAX_FILES} files: that is no registry`);
    }
  };
  look('');
  return names;
}

/** What lies in it is unpacked into memory, never into files, and only what can be a blueprint. */
async function unpacked(path: string, bytes: Uint8Array): Promise<FoundFiles> {
  const { unzipSync } = await import('fflate');
  const entries: Entry[] = [];
  const unzip = (take: (entry: Entry) => boolean) =>
    new Map(
      Object.entries(unzipSync(bytes, { filter: ({ name, originalSize }) => take({ name, size: originalSize }) })),
    );
  try {
    unzip(entry => {
      if (!entry.name.endsWith('/')) entries.push(entry);
      if (entries.length > MAX_FILES) throw new Error(`it has more than ${MAX_FILES} files`);
      return false;
    });
  } catch (cause) {
    throw new Error(`${path} cannot be unpacked: ${reasonOf(cause)}`);
  }
  return chosen(entries, taken => {
    const small = taken.filter(({ size }) => size <= LIMITS.documentBytes);
    if (small.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) {
      throw new Error(`${path} unpacks to more than ${MAX_BYTES >> 20} MB: that is no registry`);
    }
    const wanted = new Set(small.map(({ name }) => name));
    const together = attempted(() => unzip(({ name, size }) => wanted.has(name) && size <= LIMITS.documentBytes));
    return taken.map(({ name, size }) => {
      // One that is damaged does not keep back the others.
      const alone = () => unzip(entry => entry.name === name && entry.size <= LIMITS.documentBytes);
      return readText(name, () => (together ?? alone()).get(name), size);
    });
  });
}

function attempted<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function readText(name: string, read: () => Uint8Array | undefined, size: number): NamedText {
  if (size > LIMITS.documentBytes) {
    return { name, text: undefined, problem: `it has more than ${LIMITS.documentBytes >> 10} KiB` };
  }
  try {
    const bytes = read();
    if (!bytes) return { name, text: undefined, problem: 'it cannot be unpacked' };
    return { name, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), problem: '' };
  } catch (cause) {
    const undecodable = cause instanceof TypeError;
    return { name, text: undefined, problem: undecodable ? 'it is no UTF-8 text' : reasonOf(cause) };
  }
}
