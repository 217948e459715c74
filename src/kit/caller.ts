/** A user and its group, by their numbers. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * From now on the file system sees this owner, and no other user, in place of root: what another user has put into its folder
 * leads to nothing that user could not reach itself.
 * @throws EPERM where root may not become another user
 */
export function actAs({ uid, gid }: Owner): void {
  process.setgroups?.([gid]);
  process.setegid?.(gid);
  process.seteuid?.(uid);
}

/** Takes `actAs` back. */
export function actAsCaller(): void {
  process.seteuid?.(process.getuid?.() ?? 0);
  process.setegid?.(process.getgid?.() ?? 0);
}

/** Whether the file system sees root. */
export function actsAsRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * Does one thing as the user that has called the program, for a place that user has named itself. Synchronous, for the whole
 * process changes its user meanwhile.
 */
export function asCaller<T>(act: () => T): T {
  const [uid, gid] = [process.geteuid?.(), process.getegid?.()];
  if (uid === undefined || gid === undefined || uid === 0 || process.getuid?.() !== 0) return act();
  actAsCaller();
  try {
    return act();
  } finally {
    process.setegid?.(gid);
    process.seteuid?.(uid);
  }
}
