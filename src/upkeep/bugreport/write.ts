import { closeSync, openSync, rmSync, writeSync } from 'node:fs';

const ABOUT = `A report for the support of Waystation. Look through it before you send it on.

versions.json        release, commit, libraries
configuration.json   settings: numbers, switches and choices; of texts only whether they are set
doctor.json          what waystation doctor finds
health.json          the parts of the running server
metrics.txt          its metrics
log.ndjson           the last lines of its log, without free text of peers
events.ndjson        the last events, newest first, without names and free text
database.json        size and rows of the database
base_station.ndjson, session.ndjson, center_session.ndjson, certificate.ndjson
                     states, times and figures; EUIs, no names
pki.json             when certificates begin and end
machine.json         system, memory, disk

Keys, passwords, payloads, names, places and mail addresses are left out.
`;

/** The archive: every file, and one that says what they are. */
export async function archived(files: ReadonlyMap<string, string>): Promise<Uint8Array> {
  // Whatever else the program does needs none of it.
  const { strToU8, zipSync } = await import('fflate');
  const all = [['README.txt', ABOUT] as const, ...files];
  return zipSync(Object.fromEntries(all.map(([name, text]) => [name, strToU8(text)])));
}

/** Makes a file that only its owner reads. @throws when there is one of this name */
export function writeNew(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
  } catch (cause) {
    rmSync(path, { force: true });
    throw cause;
  } finally {
    closeSync(file);
  }
}
