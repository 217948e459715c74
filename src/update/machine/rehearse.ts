import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { background, impossible } from '../../kit/background.ts';
import type { Owner } from '../../kit/caller.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { type MachineClock, systemClock } from '../../kit/time/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../kit/units.ts';
import { UpdateRefused } from '../refusal.ts';
import type { Rehearsal } from './machine.ts';

/** What a new program says of its rehearsal, as JSON on one line: every release says it so. */
export interface RehearsalOutput {
  /** Bringing the copy up to date took so long, milliseconds; 0: nothing was to be done. */
  readonly upgrade_ms: number;
  /** The oldest schema whose program may run on the result. */
  readonly readable_from: number;
  /** It can take telegrams alone, and keep them for the program that goes on. */
  readonly carries?: boolean;
}

export interface RehearseOptions {
  /** Path of the new program. */
  readonly program: string;
  /** With which settings the service is started. */
  readonly settings: readonly string[];
  /** As whom it is run; undefined: as this process. */
  readonly owner: Owner | undefined;
  /** The schema that the program of now works with. */
  readonly schema: number;
  readonly clock?: Pick<MachineClock, 'after'>;
}

/** Beside the database: stop, start, first connections. */
const RESTART_MS = 5000;
const CHECK_MS = 2 * MINUTE_MS;
const MOST_OUTPUT = 65_536;
/** The service goes first. */
const NICE = 10;

/**
 * Has a new program look at the settings, and bring a copy of the database up to date, beside the one that serves: as the user of the service,
 * with no port open.
 * @throws UpdateRefused `rehearsal`, with what it has said
 */
export async function rehearse(options: RehearseOptions): Promise<Rehearsal> {
  await run(options, ['check', '--json'], CHECK_MS);
  const line = await run(options, ['update', 'rehearse'], HOUR_MS);
  let output: Partial<RehearsalOutput> = {};
  try {
    output = JSON.parse(line) as Partial<RehearsalOutput>;
  } catch {
    // Said below, as anything else that is not the answer.
  }
  const { upgrade_ms: ms, readable_from: oldest, carries = false } = output;
  if (typeof ms !== 'number' || typeof oldest !== 'number') {
    throw refused('does not say what became of its rehearsal');
  }
  return { pauseMs: RESTART_MS + ms, breaks: oldest > options.schema, carries: carries === true };
}

/** @returns the last line that it says */
function run(options: RehearseOptions, args: readonly string[], withinMs: number): Promise<string> {
  const { program, settings, owner, clock = systemClock } = options;
  return new Promise<string>((resolve, reject) => {
    const child = spawn(program, [...args, ...settings], {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(owner && { uid: owner.uid, gid: owner.gid }),
    });
    const [out, err] = [tailOf(child.stdout), tailOf(child.stderr)];
    const late = clock.after(withinMs, () => child.kill('SIGKILL'));
    child.once('error', cause => {
      late.cancel();
      reject(refused(`cannot be run (${reasonOf(cause)})`));
    });
    child.once('spawn', () => lower(child));
    child.once('close', (code, signal) => {
      late.cancel();
      if (code === 0) return resolve(lastLine(out()));
      const how = signal === null ? `ends with exit code ${code}` : `is ended by ${signal}`;
      const said = lastLine(err()) || lastLine(out());
      reject(refused(`${how} at "${args.join(' ')}"${said === '' ? '' : `: ${said}`}`));
    });
  });
}

function lower(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICE);
  } catch {
    // It has ended, or this system knows no such thing.
  }
}

function tailOf(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  const read = async () => {
    for await (const part of stream) text = (text + String(part)).slice(-MOST_OUTPUT);
  };
  background(
    read().catch(() => undefined),
    impossible,
  );
  return () => text;
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 400) ?? '';
const refused = (what: string): UpdateRefused => new UpdateRefused('rehearsal', `the new program ${what}`);
