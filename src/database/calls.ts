import type { Stores } from '../domain/domain.ts';
import { markedAs } from './marks.ts';
import type { Scan } from './scan.ts';

/** A call as it travels to a thread: the full name of a function of the stores, and its arguments. */
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

/** The stores' functions, run by the writer. "Go to definition" leads from a call to the function that runs. */
export type Writes = { readonly [G in keyof Stores]: { readonly [F in keyof Stores[G]]: Write<Stores[G][F]> } };
/** The stores' functions, run by the reader for what scans; those that work bit by bit are given a signal that stops them. */
export type Scans = { readonly [G in keyof Stores]: { readonly [F in keyof Stores[G]]: Read<Stores[G][F]> } };

/** Full name of a function of the stores, as it travels. */
export const nameOf = (group: string, name: string): string => `${group}.${name}`;

/** For each function of the stores one that runs it elsewhere; made once, so that a call costs no more than its arguments. */
export function callsOf(all: Stores, run: Run): Writes & Scans {
  const calls = Object.entries(all).map(([group, members]) => {
    const ofGroup = Object.entries(members).map(([name, fn]) => {
      const full = nameOf(group, name);
      return [name, markedAs((...args: readonly unknown[]) => run(full, args), fn)];
    });
    return [group, Object.fromEntries(ofGroup)];
  });
  return Object.fromEntries(calls) as Writes & Scans;
}

/**
 * The same writes, but those that are refused never leave.
 * @param refusal asked at each call, by full name
 * @param concerned of which writes it is asked
 */
export function refusing(
  writes: Writes,
  refusal: (name: string) => Error | undefined,
  concerned: (call: object) => boolean = () => true,
): Writes {
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
  return Object.fromEntries(calls) as Writes;
}
