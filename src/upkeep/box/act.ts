import type { Check } from './input.ts';

/** What goes on while an act is done. */
export interface ActRun {
  /** So much of so much. */
  progress(done: number, of: number): void;
  /** A line for the command that asked. */
  say(line: string): void;
  /** One of many answers, before the last; resolves when the next one may follow. */
  item(value: unknown): Promise<void> | void;
  /** Ends with the command that asked. */
  readonly signal: AbortSignal;
}

/** Something that a command has done by the box. Input and output are JSON. */
export interface Act<I, O> {
  /** @throws WrongInput */
  check(input: unknown): I;
  run(input: I, running: ActRun): Promise<O>;
}

export function act<I, O>(check: Check<I>, run: (input: I, running: ActRun) => Promise<O>): Act<I, O> {
  return { check: input => check(input, 'the input'), run };
}
