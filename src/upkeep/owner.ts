import { chownSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Gives a file, or a folder with all that is in it, to the owner of the folder it is in: an administrator's command runs as root,
 * and the service must be able to use afterwards what it has made.
 */
export function giveToOwner(path: string, folder = dirname(path)): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  const entries = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [];
  for (const entry of entries) lchownSync(join(path, String(entry)), uid, gid);
  chownSync(path, uid, gid);
}
