import { readFileSync, statSync } from 'node:fs';
import { asset, packaged } from '../kit/program.ts';

/** What this copy of the program is. */
export interface Release {
  readonly version: string;
  /** Git commit, 40 hex digits; `unknown` in a copy without its history. */
  readonly commit: string;
  /** Milliseconds: it is not earlier than this, whatever the clock says (operations 5). */
  readonly builtAt: number;
}

/** What packaging writes into the executable as `RELEASE_ASSET`. */
export const RELEASE_ASSET = 'release.json';

/** What the executable was made as, else what is found in the folder the program runs from. */
export function readRelease(): Release {
  if (packaged) return JSON.parse(asset(RELEASE_ASSET).toString()) as Release;
  return releaseIn(new URL('../../', import.meta.url));
}

/** Reads version and commit from a folder with a copy of the project. */
export function releaseIn(root: URL): Release {
  const description = new URL('package.json', root);
  const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version: string };
  return { version, commit: commitOf(root) ?? 'unknown', builtAt: statSync(description).mtimeMs };
}

function commitOf(root: URL): string | undefined {
  const read = (name: string): string | undefined => {
    try {
      return readFileSync(new URL(`.git/${name}`, root), 'utf8').trim();
    } catch {
      // A copy without history is a normal one.
      return undefined;
    }
  };
  const head = read('HEAD');
  if (!head?.startsWith('ref: ')) return head;
  const ref = head.slice('ref: '.length);
  const packed = read('packed-refs')?.split('\n');
  return read(ref) ?? packed?.find(line => line.endsWith(` ${ref}`))?.split(' ')[0];
}
