import type { StaticFile } from '../rpc/serve/static-files.ts';

/** The files of one build: its page names the others by their hashes. */
export interface Build {
  /** The page in which everything is shown, with `{{lang}}` and `{{theme}}` where the server writes them. */
  readonly index: string;
  /** @param path below the root, such as `/assets/main-4F2A.js`. @returns undefined: no such file */
  file(path: string): StaticFile | undefined;
}

/** The console in the browser, as the program has it. */
export interface ConsoleSource {
  /** Whether the console has something to show at a path. @throws ConsoleTrouble */
  isRoute(path: string): Promise<boolean>;
  /** As it is now. @throws ConsoleTrouble */
  newest(): Promise<Build>;
  /** What the page was shown from last, else the newest. @throws ConsoleTrouble */
  shown(): Promise<Build>;
}

/** There is no console to be shown; its sentences are for the person in front of the browser. */
export class ConsoleTrouble extends Error {
  readonly title: string;
  /** As it is, in lines: a place in a source, say. */
  readonly details: string;

  constructor(title: string, sentence: string, details = '') {
    super(sentence);
    this.name = 'ConsoleTrouble';
    this.title = title;
    this.details = details;
  }
}
