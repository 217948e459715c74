import { type FileTrouble, fileTrouble } from '../kit/faults/file-trouble.ts';

/** The database cannot be used as it is, for a reason outside of it; says what to do. */
export class StoreUnusable extends Error {
  readonly trouble: FileTrouble;

  /** @param why what is wrong and what to do; default: what is said of any such trouble */
  constructor(path: string, trouble: FileTrouble, cause: unknown, why = REMEDIES[trouble]) {
    super(`the database ${path} cannot be opened: ${why}`, { cause });
    this.trouble = trouble;
  }
}

/** The same cause, or the sentence about it when it is the file's. */
export function unusable(path: string, cause: unknown): unknown {
  const trouble = cause instanceof StoreUnusable ? undefined : fileTrouble(cause);
  return trouble === undefined ? cause : new StoreUnusable(path, trouble, cause);
}

const REMEDIES: Readonly<Record<FileTrouble, string>> = {
  damaged: 'it is damaged and could not be replaced; make sure that its folder can be written',
  io: 'the disk answers with errors; check it, and replace it if it is worn out',
  full: 'the disk is full; free some space and start again',
  readonly: 'its folder cannot be written (mounted read-only?); make it writable or set data_dir to one that is',
  closed: 'the file or its folder does not exist or may not be read and written by this user; check owner and mode',
  busy: 'another program holds it; end what has the file open, and start again',
};
