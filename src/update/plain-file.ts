import { closeSync, constants, fstatSync, openSync } from 'node:fs';

/**
 * Opens a plain file for reading. A link leads where others say, and a pipe would keep the open waiting for its writer.
 * @returns what it is in place of a plain file
 * @throws Error of the system
 */
export function openPlain(path: string): number | 'link' | 'special' {
  let opened: number;
  try {
    opened = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ELOOP') return 'link';
    throw cause;
  }
  if (fstatSync(opened).isFile()) return opened;
  closeSync(opened);
  return 'special';
}

/** Likewise; undefined: nothing has the name. */
export function openPlainIfThere(path: string): number | 'link' | 'special' | undefined {
  try {
    return openPlain(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}
