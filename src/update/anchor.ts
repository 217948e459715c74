import { asset } from '../kit/program.ts';
import { UpdateRefused } from './refusal.ts';

/** Where the first root lies in the project's folder, and in the executable. */
export const ROOT_ASSET = 'packaging/update/root.json';

/**
 * The root that trust in releases begins with, as this program was made with it. The one in the project's folder is a placeholder.
 * @throws UpdateRefused `no_root`
 */
export function shippedRoot(): Uint8Array {
  const bytes = asset(ROOT_ASSET);
  if (!isPlaceholder(bytes)) return bytes;
  throw new UpdateRefused(
    'no_root',
    'this program was made without keys for updates, so it trusts no release: install packages by hand (docs/releasing.md says how its makers give it keys)',
  );
}

export function isPlaceholder(root: Uint8Array): boolean {
  return (JSON.parse(Buffer.from(root).toString()) as { signed: unknown }).signed === null;
}
