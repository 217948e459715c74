import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../kit/faults/reason.ts';
import { makeFolder, syncPath } from '../kit/folder.ts';
import { isRotated, parseMetadata } from './metadata.ts';
import { openPlainIfThere } from './plain-file.ts';
import { UpdateRefused } from './refusal.ts';
import { compareVersions, isReleaseVersion } from './release-version.ts';
import type { Trusted } from './verification.ts';

/** What a box remembers of releases, as its file has it. */
interface Remembered {
  readonly waystation_update: 1;
  /** Texts of what was found good last, by role. */
  readonly trusted: {
    readonly root: string;
    readonly timestamp?: string;
    readonly snapshot?: string;
    readonly targets?: string;
  };
  /** The highest version that was ever run here for good. */
  readonly committed?: string;
}

const FILE = 'trusted.json';
const ROLES = ['root', 'timestamp', 'snapshot', 'targets'] as const;
/** More than all four may have, as texts in a text. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * What this box has seen of releases, so that nothing older is taken: one file, replaced as a whole. What cannot be read is set aside,
 * and trust begins again with the root inside of the program.
 */
export class TrustStore {
  readonly #folder: string;
  #trusted: Trusted;
  #committed: string | undefined;
  /** What was wrong with the file, for a person. */
  readonly problem: string | undefined;

  /**
   * @param folder is made with the first write
   * @param shippedRoot that the program is made with
   * @throws UpdateRefused `state` where the folder leads elsewhere, or the error of the system
   */
  constructor(folder: string, shippedRoot: Uint8Array) {
    this.#folder = folder;
    this.#trusted = { root: shippedRoot };
    const found = readPlain(join(folder, FILE));
    if (found === undefined) return;
    try {
      const { trusted, committed } = rememberedIn(found);
      this.#committed = committed;
      this.#trusted = newerRoot(trusted, shippedRoot);
    } catch (cause) {
      renameSync(join(folder, FILE), join(folder, `${FILE}.damaged`));
      this.problem = `what was known about updates was damaged (${reasonOf(cause)}) and is set aside as ${FILE}.damaged`;
    }
  }

  get trusted(): Trusted {
    return this.#trusted;
  }

  get committed(): string | undefined {
    return this.#committed;
  }

  /** Versions of what is trusted, and until when it says what is newest, milliseconds. */
  get facts() {
    const { root, timestamp, targets } = this.#trusted;
    return {
      root: parseMetadata('root', root).signed.version,
      list: targets ? parseMetadata('targets', targets).signed.version : null,
      looked_until: timestamp ? Date.parse(parseMetadata('timestamp', timestamp).signed.expires) : null,
      committed: this.#committed ?? null,
    };
  }

  /** Remembers what was found good. */
  readonly keep = (trusted: Trusted): void => {
    this.#trusted = trusted;
    this.#write();
  };

  /** Remembers that a version is run for good; a lower one than before changes nothing. */
  commit(version: string): void {
    if (this.#committed !== undefined && compareVersions(version, this.#committed) <= 0) return;
    this.#committed = version;
    this.#write();
  }

  #write(): void {
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
    const remembered = {
      waystation_update: 1,
      trusted: Object.fromEntries(Object.entries(this.#trusted).map(([role, bytes]) => [role, text(bytes)])),
      committed: this.#committed,
    };
    makeFolder(this.#folder, 0o700);
    const file = join(this.#folder, FILE);
    const part = `${file}.part`;
    rmSync(part, { force: true });
    try {
      // What has the name of the part by now is not written through.
      const opened = openSync(part, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
      try {
        writeFileSync(opened, JSON.stringify(remembered));
        fsyncSync(opened);
      } finally {
        closeSync(opened);
      }
      renameSync(part, file);
      syncPath(this.#folder);
    } catch (cause) {
      rmSync(part, { force: true });
      throw cause;
    }
  }
}

function readPlain(path: string): string | undefined {
  const opened = openPlainIfThere(path);
  if (opened === undefined) return undefined;
  if (typeof opened === 'string') {
    const what = opened === 'link' ? 'a link' : 'no plain file';
    throw new UpdateRefused('state', `${path} is ${what}: remove it and try again`);
  }
  try {
    return fstatSync(opened).size > MOST_BYTES ? '' : readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

function rememberedIn(text: string): { trusted: Trusted; committed: string | undefined } {
  const { waystation_update: form, trusted, committed } = JSON.parse(text) as Remembered;
  if (form !== 1) throw new Error('it is of another form');
  if (committed !== undefined && !isReleaseVersion(committed)) throw new Error('it has no version');
  const entries = Object.entries(trusted).map(([role, value]): [string, Uint8Array] => [role, Buffer.from(value)]);
  const all = Object.fromEntries(entries) as unknown as Trusted;
  for (const role of ROLES) {
    const bytes = all[role];
    if (role === 'root' || bytes) parseMetadata(role, bytes ?? new Uint8Array());
  }
  return { trusted: all, committed };
}

/** An update of the program brings its root along, which may be ahead of what was seen. */
function newerRoot(trusted: Trusted, shipped: Uint8Array): Trusted {
  const [seen, own] = [parseMetadata('root', trusted.root), parseMetadata('root', shipped)];
  if (own.signed.version <= seen.signed.version) return trusted;
  return isRotated(seen, own) ? { root: shipped } : { ...trusted, root: shipped };
}
