import { markedAs } from './marks.ts';
import type { Scan } from './scan.ts';

/** What is done to a database, in groups, over one connection: what a thread runs by full name. */
export type Functions = { readonly [group: string]: { readonly [name: string]: (...args: never[]) => unknown } };

/** A call as it travels to a thread: the full name of a function, and its arguments. */
export type Run = (name: string, args: readonly unknown[]) => Promise<unknown>;

type Write<F> = F extends (...args: infer A) => infer R
  ? R extends Scan<unknown>
    ? never
    : (...args: A) => Promise<R>
  : never;
type Read<F> = F extends (...args: infer A) => infer R
  ? R extends Scan<infer T>
    ? (signal: AbortSignal, ...args: A) => Promise<T>
    : (...args: A) => Promise<R>
  : never;

/** The functions, run by the writer. "Go to definition" leads from a call to the function that runs. */
export type Writes<F> = { readonly [G in keyof F]: { readonly [N in keyof F[G]]: Write<F[G][N]> } };
/** The functions, run by the reader for what scans; those that work bit by bit are given a signal that stops them. */
export type Scans<F> = { readonly [G in keyof F]: { readonly [N in keyof F[G]]: Read<F[G][N]> } };

/** Full name of a function, as it travels. */
export const nameOf = (group: string, name: string): string => `${group}.${name}`;

/** For each function one that runs it elsewhere; made once, so that a call costs no more than its arguments. */
export function callsOf<F extends Functions>(all: F, run: Run): Writes<F> & Scans<F> {
  const calls = Object.entries(all).map(([group, members]) => {
    const ofGroup = Object.entries(members).map(([name, fn]) => {
      const full = nameOf(group, name);
      return [name, markedAs((...args: readonly unknown[]) => run(full, args), fn)];
    });
    return [group, Object.fromEntries(ofGroup)];
  });
  return Object.fromEntries(calls) as Writes<F> & Scans<F>;
}

/**
 * The same calls (`Writes`), but those that are refused never leave.
 * @param refusal asked at each call, by full name
 * @param concerned of which writes it is asked
 */
export function refusing<W extends { readonly [group: string]: { readonly [name: string]: object } }>(
  writes: W,
  refusal: (name: string) => Error | undefined,
  concerned: (call: object) => boolean = () => true,
): W {
  const calls = Object.entries(writes).map(([group, members]) => {
    const ofGroup = Object.entries(members).map(([name, call]) => {
      if (!concerned(call)) return [name, call];
      const full = nameOf(group, name);
      const send = call as (...args: readonly unknown[]) => Promise<unknown>;
      const guarded = (...args: readonly unknown[]) => {
        const error = refusal(full);
        return error ? Promise.reject(error) : send(...args);
      };
      return [name, markedAs(guarded, call)];
    });
    return [group, Object.fromEntries(ofGroup)];
  });
  return Object.fromEntries(calls) as W;
}
