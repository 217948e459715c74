import type { Command } from 'commander';
import { type Loaded, loadConfig } from '../config/load.ts';
import { StoreUnusable } from '../database/sqlite-error.ts';
import { sentenceOf } from '../kit/fault-sentences.ts';
import { catalog, Fault } from '../kit/faults.ts';
import { type FileTrouble, fileTrouble } from '../kit/file-trouble.ts';
import { cleaned } from '../kit/printable.ts';

/** The configuration the global options, the environment and the file of this call give. @throws ConfigError */
export function configOf(command: Command): Loaded {
  const { config: file, dataDir } = command.optsWithGlobals<{ config?: string; dataDir?: string }>();
  return loadConfig({
    file,
    env: process.env,
    cwd: process.cwd(),
    overrides: dataDir === undefined ? {} : { data_dir: dataDir },
  });
}

/** As `configOf`, for short commands: the warnings go to stderr. */
export function settledConfig(command: Command): Loaded {
  const loaded = configOf(command);
  for (const warning of loaded.warnings) console.error(`warning: ${warning}`);
  return loaded;
}

/** The log level as far as it can be known when something failed, be it the configuration itself. */
export function logLevel(command: Command): string {
  try {
    return configOf(command).config.log.level;
  } catch {
    // The problem was reported already; the level only decides about a stack trace.
    return process.env.PLATFORM_LOG_LEVEL ?? 'info';
  }
}

/** One sentence about a failure that says what to do where that is known. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { port, address, path, syscall } = error as SystemError;
  const given: unknown = (error as { code?: unknown }).code;
  // Errors of gRPC have a number there, and the sentence of the service center beside it.
  const code = typeof given === 'string' ? given : '';
  if (typeof given === 'number' && 'details' in error) return ofCall(String(error.details));
  if (code === 'EADDRINUSE' && port !== undefined) {
    return `port ${port} on ${address} is in use: stop what listens there, or choose another port in the configuration`;
  }
  if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine: correct it in the configuration`;
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} may not be opened by this user: choose one above 1023`;
  // A sentence of this program carries the code of its cause; only errors of the system itself need words.
  const where = syscall === undefined ? undefined : PLACES[code];
  if (where) return `${path ?? 'a file'} ${where}`;
  if (error instanceof Fault) return error.fault === 'KeyMaterialUnavailable' ? WRONG_KEY : refused(error);
  const trouble = error instanceof StoreUnusable || !isOfSqlite(code) ? undefined : fileTrouble(error);
  return trouble === undefined ? error.message : DATABASE[trouble];
}

/** What a call of the API was answered. */
function ofCall(details: string): string {
  return cleaned(details.startsWith(catalog.KeyMaterialUnavailable.token) ? WRONG_KEY : details);
}

/** The sentence that names what it is about; where there is none, with what it is about behind it: which rules, which limit, which id. */
function refused({ fault, message, about }: Fault): string {
  const { token, text } = catalog[fault];
  const sentence = sentenceOf(fault, text, about);
  if (sentence !== text) return cleaned(`${token}: ${sentence}`);
  const details = Object.entries(about).map(([name, value]) => `${name}: ${value}`);
  return cleaned(details.length === 0 ? message : `${message} (${details.join('; ')})`);
}

type SystemError = NodeJS.ErrnoException & { port?: number; address?: string };

/** What is said of a path, by the code of the system. */
const PLACES: Readonly<Record<string, string>> = {
  EACCES: 'may not be used by this user: give it to the user that runs this',
  EPERM: 'may not be used by this user: give it to the user that runs this',
  ENOENT: 'does not exist: correct its name, or make it',
  ENOTDIR: 'lies below something that is no folder: correct its name',
  EISDIR: 'is a folder: name a file',
  EROFS: 'is on a disk that is mounted read-only: make it writable, or choose another place',
  ENOSPC: 'cannot be written, the disk is full: make room and try again',
  EDQUOT: 'cannot be written, this user has no room left: make room and try again',
  EIO: 'cannot be read or written, the disk answers with errors: check it, and replace it if it is worn out',
};

const WRONG_KEY =
  'a secret cannot be opened with the master key: put the right key back, from a backup if need be; waystation doctor looks which it is';

const DATABASE: Readonly<Record<FileTrouble, string>> = {
  damaged: 'the database is damaged: stop and start the service, which goes on with the newest snapshot',
  io: 'the disk of the database answers with errors: check it, and replace it if it is worn out',
  full: 'the disk of the database is full: make room and try again',
  readonly: 'the database cannot be written by this user, or its disk is mounted read-only: make it writable',
  closed: 'the database cannot be opened: check owner and mode of the file and its folder',
};

function isOfSqlite(code: string): boolean {
  return code.startsWith('SQLITE_') || code === 'ERR_SQLITE_ERROR';
}
