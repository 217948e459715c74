import { readdirSync, statSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { type Config, masterKeyPlace } from '../config/load.ts';
import { actAs, actAsCaller, actsAsRoot, type Owner } from '../kit/caller.ts';
import { asset, packaged } from '../kit/program.ts';

/**
 * A command of root goes on as the owner of the data directory, before it touches anything in there: files that the service
 * could have put there lead root nowhere then. It stays root where that owner could not do the work: where a configured place outside
 * belongs to another user, or the program itself, or the way to the data, can be read by root alone.
 */
export function actAsOwner(config: Config): void {
  const owner = actsAsRoot() ? ownerOf(config) : undefined;
  if (!owner) return;
  try {
    actAs(owner);
    readdirSync(config.data_dir);
    if (!packaged) asset('package.json');
  } catch {
    actAsCaller();
  }
}

function ownerOf(config: Config): Owner | undefined {
  const found = statSync(config.data_dir, { throwIfNoEntry: false });
  if (!found || found.uid === 0) return undefined;
  const { file, credentialsDirectory } = masterKeyPlace(config);
  const folders = [
    dirname(config.store.path),
    config.backup.dir,
    // What hands a credential over is read as root.
    ...(credentialsDirectory === undefined ? [dirname(file)] : []),
  ].filter(folder => relative(config.data_dir, folder).startsWith('..'));
  const foreign = folders.some(folder => (statSync(folder, { throwIfNoEntry: false })?.uid ?? found.uid) !== found.uid);
  return foreign ? undefined : { uid: found.uid, gid: found.gid };
}
