import { packageVersion } from '../../update/debian-package.ts';
import { openUpdate, readJournal } from '../../update/machine/journal.ts';

/**
 * @param state folder of the journal
 * @param running version of the program that is installed
 * @returns the version that dpkg has as installed, where that is another one and is not on trial
 */
export function otherPackage(state: string, running: string): string | undefined {
  const version = packageVersion();
  return version === running || openUpdate(readJournal(state)).length > 0 ? undefined : version;
}
