import { Fault, faultToData } from '../kit/faults/faults.ts';
import { fileTrouble } from '../kit/faults/file-trouble.ts';
import { type Functions, nameOf } from './calls.ts';
import type { CallError } from './commit.ts';
import { touch } from './files.ts';
import { isAlone, isForgetting } from './marks.ts';
import { SchemaRefused } from './migrate.ts';
import { suspectMark } from './prepare.ts';

/** Runs the functions of a thread by the full names under which calls travel. */
export function runnerOf(all: Functions, path: string) {
  // By full name, once: a call per uplink must not cut its name in two.
  const functions = new Map<string, (...args: readonly never[]) => unknown>();
  const alone = new Set<string>();
  const forgetting = new Set<string>();
  for (const [group, members] of Object.entries(all)) {
    for (const [name, fn] of Object.entries(members)) {
      functions.set(nameOf(group, name), fn.bind(members));
      if (isAlone(fn)) alone.add(nameOf(group, name));
      if (isForgetting(fn)) forgetting.add(nameOf(group, name));
    }
  }
  return {
    run(name: string, args: readonly unknown[]): unknown {
      const fn = functions.get(name);
      if (!fn) throw new Error(`no store function ${name}`);
      // The types of `Writes` and `Scans` have let the arguments through.
      return fn(...(args as readonly never[]));
    },
    /** The error as it travels; a damaged file is marked, so that the next start checks all of it. */
    failed(cause: unknown): CallError {
      const error = errorData(cause);
      if ('trouble' in error && error.trouble === 'damaged') touch(suspectMark(path));
      return error;
    },
    isAlone: (name: string): boolean => alone.has(name),
    isForgetting: (name: string): boolean => forgetting.has(name),
  };
}

/** An error on its way to another thread (`errorOf` makes an error of it again). */
export function errorData(cause: unknown): CallError {
  if (cause instanceof Fault) return { fault: faultToData(cause) };
  if (cause instanceof SchemaRefused) return { message: cause.message, stack: cause.stack, refused: true };
  if (cause instanceof Error) return { message: cause.message, stack: cause.stack, trouble: fileTrouble(cause) };
  return { message: String(cause), stack: undefined };
}
