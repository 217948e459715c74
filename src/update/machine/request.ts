import { closeSync, fstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../kit/folder.ts';
import { cleaned } from '../../kit/printable.ts';
import { randomBytes } from '../../kit/random.ts';
import { openPlainIfThere } from '../plain-file.ts';
import type { RefusalReason } from '../refusal.ts';

/** What is asked of the one who updates. */
export interface UpdateRequest {
  readonly id: string;
  /** Who asks, for a person. */
  readonly by: string;
  /** Path of a bundle; undefined: from the web server of the settings. */
  readonly file: string | undefined;
  readonly stale: boolean;
  readonly downgrade: boolean;
  /** Also what was tried here and did not work. */
  readonly again: boolean;
  /** The version of a package that dpkg has unpacked, whose program lies ready. */
  readonly package?: string | undefined;
}

/** What became of a request before an update began. */
export type UpdateAnswer =
  | { readonly id: string; readonly refused: RefusalReason | 'failed'; readonly message: string }
  | { readonly id: string; readonly newest: string }
  /** Its number in the journal. */
  | { readonly id: string; readonly update: number };

/** `operator`: by a command, in the folder of the journal. `service`: by the service, in a folder of its own, of which nothing is believed. */
export type Asker = 'operator' | 'service';

const MOST_BYTES = 8192;
const FILE = 'request';
const ANSWER: Readonly<Record<Asker, string>> = { operator: 'answer', service: 'answer-service' };
const LONGEST_NAME = 100;

/** Asks as a command does. @param folder of the journal */
export function requestUpdate(folder: string, request: Omit<UpdateRequest, 'id'>): string {
  const id = randomBytes(16).toString('hex');
  replace(folder, FILE, { ...request, id });
  return id;
}

/** Asks as the service does, for what its makers offer. @param folder `update` of the data directory */
export function requestByService(folder: string, by: string): string {
  const id = randomBytes(16).toString('hex');
  replace(folder, FILE, { id, by });
  return id;
}

/** @returns what waits to be done */
export function waitingRequest(asker: Asker, folder: string, state: string): UpdateRequest | undefined {
  const found = readFile(join(folder, FILE));
  if (typeof found?.id !== 'string' || readAnswer(asker, state)?.id === found.id) return undefined;
  const { id, by, file, stale, downgrade, again, package: version } = found;
  const isOperator = asker === 'operator';
  return {
    id,
    by: cleaned(typeof by === 'string' ? by.slice(0, LONGEST_NAME) : asker),
    file: isOperator && typeof file === 'string' ? file : undefined,
    stale: isOperator && stale === true,
    downgrade: isOperator && downgrade === true,
    again: isOperator && again === true,
    package: isOperator && typeof version === 'string' ? version : undefined,
  };
}

/** A request that has an answer is done: its file may stay, where it is in the folder of another user. */
export function answer(asker: Asker, state: string, text: UpdateAnswer): void {
  replace(state, ANSWER[asker], text);
  if (asker === 'operator') rmSync(join(state, FILE), { force: true });
}

export function readAnswer(asker: Asker, state: string): UpdateAnswer | undefined {
  const found = readFile(join(state, ANSWER[asker]));
  return typeof found?.id === 'string' ? (found as unknown as UpdateAnswer) : undefined;
}

function readFile(path: string): Readonly<Record<string, unknown>> | undefined {
  const opened = openPlainIfThere(path);
  if (typeof opened !== 'number') return undefined;
  try {
    if (fstatSync(opened).size > MOST_BYTES) return undefined;
    const found: unknown = JSON.parse(readFileSync(opened, 'utf8'));
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined;
  } catch {
    // Not written by this program.
    return undefined;
  } finally {
    closeSync(opened);
  }
}

function replace(folder: string, name: string, content: object): void {
  makeFolder(folder, 0o750);
  const part = join(folder, `${name}.part`);
  rmSync(part, { force: true });
  writeFileSync(part, JSON.stringify(content), { mode: 0o640, flag: 'wx' });
  renameSync(part, join(folder, name));
}
