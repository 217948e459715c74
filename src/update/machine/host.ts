/** The process that serves. */
export type Serving =
  | { readonly pid: number }
  /** There is none: how it ended, as part of a sentence. */
  | { readonly pid: undefined; readonly ended: string };

export interface StartOptions {
  /** It takes nothing but telegrams, and keeps them for the program that goes on. */
  readonly carrying?: boolean;
}

/** What starts and ends the service of a box. */
export interface Host {
  /** Of what is resident, more is too much: bytes. */
  readonly memoryBytes: number;
  serving(): Promise<Serving>;
  /**
   * Ends what serves and starts this in its place, in the way that a service is started here; what then ends by itself is not
   * started again when it is `next`. A cut of power leaves `installed` to be started.
   */
  start(which: 'installed' | 'next', options?: StartOptions): Promise<void>;
  /** Nothing serves when this resolves. */
  stop(): Promise<void>;
  /**
   * Puts the next program in the place of the installed one, for good. The process that serves goes on. May be done again after a cut.
   * @throws Error with a sentence
   */
  install(): Promise<void>;
  /** The last lines that the process that serves, or has ended last, has logged. */
  lastLines(most: number): Promise<readonly string[]>;
}

/** What a program says of itself by its socket, to the program before it: what is said here is said so by every release. */
export interface Vitals {
  readonly version: string;
  /** Everything is open. */
  readonly ready: boolean;
  /** Names of what is wrong with the box and critical. That they came means that a write was committed. */
  readonly critical: readonly string[];
}
