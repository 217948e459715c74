import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { actsAsRoot } from '../kit/caller.ts';

/**
 * Gives a file, or a folder with all that is in it, to the owner of the folder it is in: an administrator's command runs as root,
 * and the service must be able to use afterwards what it has made.
 */
export function giveToOwner(path: string, folder = dirname(path)): void {
  if (!actsAsRoot()) return;
  const { uid, gid } = statSync(folder);
  const entries = lstatSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [];
  for (const entry of entries) lchownSync(join(path, String(entry)), uid, gid);
  lchownSync(path, uid, gid);
}
