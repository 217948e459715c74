// A first start brings a new database to its schema by every migration there ever was, which is half of what it costs, and `npm test` has a
// thousand of them. Here the writer finds what comes of that. A test file that is run by hand, and the peers' tests, start as users do.
import { constants, copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Made by scripts/test-threads.ts, with every migration and nothing else in it. */
const EMPTY = fileURLToPath(new URL('../node_modules/.cache/waystation-threads/empty.db', import.meta.url));

/** @param given what the writer of the store is started with */
export function makeEmpty(given) {
  if (!isNew(given)) return;
  try {
    copyFileSync(EMPTY, given.path, constants.COPYFILE_EXCL);
  } catch {
    // The start says what is wrong with the disk, in its own words.
    rmSync(given.path, { force: true });
  }
}

/** Nothing is known of a database there. */
function isNew({ path, snapshots }) {
  try {
    return !existsSync(snapshots) && !readdirSync(dirname(path)).some(name => name.startsWith(basename(path)));
  } catch {
    return false;
  }
}
