import { existsSync, statSync } from 'node:fs';

/** systemd-timesyncd, and systemd-time-wait-sync for other daemons, make the file when the clock is synchronized. */
const FOLDER = '/run/systemd/timesync';
const FILE = `${FOLDER}/synchronized`;

/** Whether the clock of this machine is synchronized; undefined where the machine does not tell. */
export function isSynchronized(): boolean | undefined {
  return existsSync(FOLDER) ? existsSync(FILE) : undefined;
}

/** When the clock of this machine was synchronized last, as it is known, by that clock; milliseconds. */
export function synchronizedAt(): number | undefined {
  return statSync(FILE, { throwIfNoEntry: false })?.mtimeMs;
}
