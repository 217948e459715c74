import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import { Fault } from './faults/faults.ts';
import { storageFault } from './faults/file-trouble.ts';
import type { RecentLines } from './recent-lines.ts';

export type Log = Logger;

export interface LogOptions {
  level: string;
  /** `pretty` for a person at a terminal, `json` for a journal. */
  format: 'pretty' | 'json';
  destination?: DestinationStream;
  /** Keeps the last lines, too. */
  recent?: RecentLines;
  /** Called when stderr cannot be read any more: a pipe without a reader, or a terminal that was closed. */
  closed?: (error: Error) => void;
}

/** Field names that never reach a log, wherever they stand: a second line behind the rule of not passing them at all. */
const SECRET_FIELDS = ['key', 'nwkKey', 'nwkSnKey', 'appKey', 'password', 'token', 'authorization', 'passphrase'];

const STDERR = 2;
/** Levels of who looks for a mistake in the program. */
const WITH_STACKS: ReadonlySet<string> = new Set(['debug', 'trace']);

/** The one logger of a process part; sessions take children of it (`log.child({ bsEui, session })`). Writes to stderr. */
export async function createLog(options: LogOptions): Promise<Log> {
  const redact = { paths: SECRET_FIELDS.flatMap(name => [name, `*.${name}`]), censor: '***' };
  const inOneLine = options.format === 'pretty' && !WITH_STACKS.has(options.level);
  const err = inOneLine ? errorInOneLine : errorInLog;
  const base = { level: options.level, redact, base: null, serializers: { err } };
  const { recent } = options;
  const kept = (to: DestinationStream): DestinationStream =>
    recent
      ? {
          write(line) {
            recent.add(line);
            to.write(line);
          },
        }
      : to;
  if (options.destination) return pino(base, kept(options.destination));
  const stderr = pino.destination({ fd: 2, sync: true });
  if (options.closed) stderr.on('error', options.closed);
  if (options.format === 'json') return pino(base, kept(stderr));
  const { PinoPretty } = await import('pino-pretty');
  const pretty = PinoPretty({
    destination: stderr,
    ignore: 'pid,hostname',
    translateTime: 'HH:MM:ss.l',
    singleLine: true,
    // It gives an error lines of its own, under whatever name it knows one.
    ...(inOneLine && { errorLikeObjectKeys: [] }),
    colorize: coloured(isatty(STDERR), process.env),
  });
  // Only what is written: a stream would be told by which name errors go, too.
  const terminal = {
    write(line: string) {
      pretty.write(line);
    },
  };
  return pino(base, kept(terminal));
}

/** Colour is for a terminal, and for no user who has said that he wants none (no-color.org). */
export function coloured(isTerminal: boolean | undefined, { NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  return isTerminal === true && (NO_COLOR ?? '') === '' && TERM !== 'dumb';
}

/** For a person at a terminal: the sentence, and of a mistake in the program where it was made. */
function errorInOneLine(error: Error): string {
  const { message: told, stack = '' } = pino.stdSerializers.err(error);
  const message = told.replace(/\s*\n\s*/g, ' ');
  if (error instanceof Fault || storageFault(error) !== undefined) return message;
  const [, at] = /\n\s*(at [^\n]*)/.exec(stack) ?? [];
  return at === undefined ? message : `${message} (${at})`;
}

/** What is expected, and what the disk refuses, is said in a line: where in the program it was met tells an operator nothing. */
function errorInLog(error: Error) {
  const shown = pino.stdSerializers.err(error);
  if (!(error instanceof Fault) && storageFault(error) === undefined) return shown;
  const { stack: _, ...told } = shown;
  return told;
}
