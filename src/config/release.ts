import { readFileSync } from 'node:fs';

/** What this copy of the program is. */
export interface Release {
  readonly version: string;
  /** Git commit, 40 hex digits; `unknown` in a copy without its history. */
  readonly commit: string;
}

/** Reads version and commit from the folder the program runs from. */
export function readRelease(root: URL = new URL('../../', import.meta.url)): Release {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  return { version, commit: commitOf(root) ?? 'unknown' };
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
