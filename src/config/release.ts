import { existsSync, readFileSync, statSync } from 'node:fs';
import { asset, packaged } from '../kit/program.ts';

/** What this copy of the program is. */
export interface Release {
  readonly version: string;
  /** Git commit, 40 hex digits; `unknown` in a copy without its history. */
  readonly commit: string;
  /** Milliseconds: it is not earlier than this, whatever the clock says (operations 5). */
  readonly builtAt: number;
  /** Who puts it on the market; null: nobody has decided that. */
  readonly supplier: string | null;
  /** Last day on which weaknesses of it are mended, `2031-12-31`; null: nobody has decided that. */
  readonly supportUntil: string | null;
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
  const commit = commitOf(root) ?? 'unknown';
  return { version, commit, builtAt: statSync(description).mtimeMs, ...decisionsIn(root) };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What only a person can decide of a release: `packaging/release.json`. @throws Error for what is no day or no name */
function decisionsIn(root: URL): Pick<Release, 'supplier' | 'supportUntil'> {
  const file = new URL('packaging/release.json', root);
  if (!existsSync(file)) return { supplier: null, supportUntil: null };
  const { supplier, supportUntil } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  if (supplier !== null && (typeof supplier !== 'string' || supplier.trim() === '')) {
    throw new Error(`${file.pathname}: supplier is a name, or null as long as it is not decided`);
  }
  const day = typeof supportUntil === 'string' && DAY.test(supportUntil) && !Number.isNaN(Date.parse(supportUntil));
  if (supportUntil !== null && !day) {
    throw new Error(`${file.pathname}: supportUntil is a day such as 2031-12-31, or null as long as it is not decided`);
  }
  return { supplier, supportUntil: supportUntil as string | null };
}

/** What is said where a day of it is not decided. */
export const SUPPORT_NOT_DECIDED = 'not decided';

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
