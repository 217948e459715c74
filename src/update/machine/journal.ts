import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder, syncPath } from '../../kit/folder.ts';
import { openPlainIfThere } from '../plain-file.ts';
import { UpdateRefused } from '../refusal.ts';
import type { ReleaseFile } from '../releases.ts';

/**
 * What was done of an update, in the order in which it was done. An entry is on the disk before what it says is begun, but for `installed`,
 * `refused` and `rolled_back`, which say that it is done.
 */
export type Step =
  /** A release that was verified lies ready. Nothing of what runs has been touched. */
  | ({ readonly step: 'begun' } & Begun)
  /** The new program has tried itself, beside the one that serves. */
  | {
      readonly step: 'rehearsed';
      readonly pauseMs: number;
      /** What was critical before, which is not the fault of the new one. */
      readonly critical: readonly string[];
      /** The one from before cannot run on its database: it carries while it is on trial. */
      readonly carrying?: true;
    }
  /** The new program takes over, for the `count`-th time. */
  | { readonly step: 'trial'; readonly count: number }
  /** It has proved itself: from here on it is the one, whatever happens. */
  | { readonly step: 'committed' }
  /** It has not: from here on the one from before is. */
  | { readonly step: 'back'; readonly why: string }
  | { readonly step: 'installed' }
  | { readonly step: 'refused'; readonly why: string }
  | { readonly step: 'rolled_back'; readonly why: string };

export interface Begun {
  readonly from: string;
  readonly to: string;
  readonly form: ReleaseFile['form'];
  /** SHA-256 of what was signed for, lower-case hex. */
  readonly sha256: string;
  /** Who asked for it, for a person. */
  readonly by: string;
  /** dpkg has it as installed, whatever becomes of it here. */
  readonly package?: true;
}

export type Entry = Step & {
  /** Of which update: a number that grows. */
  readonly update: number;
  /** Milliseconds, by the clock of then. */
  readonly at: number;
};

const FILE = 'journal';
/** With which no further entry is to come. */
const ENDS: readonly Step['step'][] = ['installed', 'refused', 'rolled_back'];
/** An update has six entries or so; a box that tries each day does not fill its disk. */
const MOST_ENTRIES = 200;
const KEPT_ENTRIES = 100;
const MOST_BYTES = 1024 * 1024;

/** Entries of the update that is not over, and of those before it. */
export function readJournal(folder: string): Entry[] {
  const opened = openPlainIfThere(join(folder, FILE));
  if (opened === undefined) return [];
  if (typeof opened === 'string') {
    throw new UpdateRefused('state', `${join(folder, FILE)} is no plain file: remove it and try again`);
  }
  try {
    if (fstatSync(opened).size > MOST_BYTES) {
      throw new UpdateRefused('state', `${join(folder, FILE)} is larger than it can be: remove it and try again`);
    }
    return entriesIn(readFileSync(opened, 'utf8'));
  } finally {
    closeSync(opened);
  }
}

/** Entries of the last update, while it is not over; none when it is. */
export function openUpdate(entries: readonly Entry[]): readonly Entry[] {
  const last = entries.at(-1);
  return last === undefined || ENDS.includes(last.step) ? [] : entries.filter(({ update }) => update === last.update);
}

/** The journal of a box as the one that acts by it has it: there is one at a time, which has the lock of the folder. */
export class Journal {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  get entries(): Entry[] {
    return readJournal(this.#folder);
  }

  /** The update that is not over. */
  get open(): readonly Entry[] {
    return openUpdate(this.entries);
  }

  /** @throws UpdateRefused `busy` while another is under way */
  begin(begun: Begun): number {
    const { entries } = this;
    const [under] = openUpdate(entries);
    if (under?.step === 'begun')
      throw new UpdateRefused('busy', `the update to ${under.to} is under way: wait for its end`);
    const update = (entries.at(-1)?.update ?? 0) + 1;
    if (entries.length > MOST_ENTRIES) this.#replace(entries.slice(-KEPT_ENTRIES));
    this.append(update, { step: 'begun', ...begun });
    return update;
  }

  /** Is on the disk when this returns. */
  append(update: number, step: Step): void {
    makeFolder(this.#folder, 0o750);
    const path = join(this.#folder, FILE);
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
    const opened = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o640);
    try {
      // What a power cut has torn is no entry: the next takes its place.
      const whole = wholeLines(readFileSync(opened));
      const line = Buffer.from(lineOf({ ...step, update, at: this.#now() }));
      if (writeSync(opened, line, 0, line.length, whole) < line.length) {
        throw new UpdateRefused('disk_full', `the disk of ${this.#folder} has no room: make room and try again`);
      }
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    syncPath(this.#folder);
  }

  #replace(entries: readonly Entry[]): void {
    const path = join(this.#folder, FILE);
    const part = `${path}.part`;
    rmSync(part, { force: true });
    const opened = openSync(part, 'wx', 0o640);
    try {
      writeSync(opened, entries.map(lineOf).join(''));
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(part, path);
    syncPath(this.#folder);
  }
}

const lineOf = (entry: Entry): string => `${JSON.stringify(entry)}\n`;
const NEWLINE = 10;
const wholeLines = (bytes: Uint8Array): number => bytes.lastIndexOf(NEWLINE) + 1;

function entriesIn(text: string): Entry[] {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.flatMap(line => {
    if (line === '') return [];
    try {
      const entry = JSON.parse(line) as Entry;
      return typeof entry.update === 'number' && typeof entry.step === 'string' ? [entry] : [];
    } catch {
      // Of a disk that wrote another than what it was given nothing can be had; what stands before and behind it holds.
      return [];
    }
  });
}
