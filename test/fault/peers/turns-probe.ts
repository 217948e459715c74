/**
 * Loaded into a service center (`--import`): how long its main thread is busy in each turn of the event loop, in computing time, which other work on the
 * machine does not lengthen. At SIGUSR2 it writes what was longest since the last time to the file in TURNS_FILE.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** The longest turns of a while, milliseconds, the longest first. */
export interface LongestTurns {
  readonly turns: number;
  readonly longest: readonly number[];
}

const SHOWN = 100;
const { TURNS_FILE: file } = process.env;

if (isMainThread && file !== undefined && process.argv.includes('serve')) {
  let all: number[] = [];
  let lastMs = busyMs();
  // A timer and an immediate after it: between two of either lies one turn.
  const look = () => {
    const nowMs = busyMs();
    all.push(nowMs - lastMs);
    lastMs = nowMs;
  };
  const again = () => {
    look();
    setTimeout(again, 1).unref();
  };
  again();
  process.on('SIGUSR2', () => {
    const longest = all.toSorted((a, b) => b - a).slice(0, SHOWN);
    writeFileSync(file, JSON.stringify({ turns: all.length, longest } satisfies LongestTurns));
    all = [];
    lastMs = busyMs();
  });
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
