import { statSync } from 'node:fs';

/**
 * Whether there is something of this name. `existsSync` says no of what this user may not look at, and a command would go on as if
 * there were nothing. @throws the error of the system where this user cannot know
 */
export function present(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
