import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from '../../src/kit/folder.ts';
import type { Files } from './files.ts';

/** The files of this machine: for tests that look at them themselves. One process at a time: locks are in its memory. */
export const hostFiles: Files = {
  open(path, { create, write }) {
    const mode = write ? 'r+' : 'r';
    const file = create && !existsSync(path) ? openSync(path, 'wx+', 0o644) : openSync(path, mode);
    const { dev, ino } = fstatSync(file);
    return {
      identity: `${dev}:${ino}`,
      read(into, at) {
        let done = 0;
        while (done < into.length) {
          const read = readSync(file, into, done, into.length - done, at + done);
          if (read === 0) break;
          done += read;
        }
        return done;
      },
      write(bytes, at) {
        for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
      },
      truncate: size => ftruncateSync(file, size),
      sync: () => fsyncSync(file),
      size: () => fstatSync(file).size,
      close: () => closeSync(file),
    };
  },
  remove(path, sync) {
    rmSync(path);
    if (sync) syncPath(dirname(path));
  },
  exists: path => existsSync(path),
};
