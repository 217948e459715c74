/**
 * Where a repository of releases is read from: a web server, a folder or one file. What it gives is not trusted; it keeps to bounds of size
 * and time, and follows no link.
 */
export interface Source {
  /** How a person calls it. */
  readonly name: string;
  /**
   * Reads a small file whole.
   * @param most bytes it may have
   * @returns undefined where the repository has no such file
   * @throws UpdateRefused `unreachable`, `too_large`, `not_a_file` or `malformed`
   */
  read(path: string, most: number): Promise<Uint8Array | undefined>;
  /**
   * Reads a large file in pieces, which end with the file and may be of another length than expected.
   * @param from bytes of its beginning that are not wanted; what is given begins there
   * @throws UpdateRefused as `read` does, and `missing`
   */
  stream(path: string, from: number): AsyncIterable<Uint8Array>;
}

/** Folder of the signed descriptions in a repository. */
export const METADATA = 'metadata';
/** Folder of the files that are described. */
export const TARGETS = 'targets';

/** A file lies under the digest of its content, so that a mirror that is half copied never shows one of another release. */
export function targetPath(path: string, sha256: string): string {
  const slash = path.lastIndexOf('/') + 1;
  return `${TARGETS}/${path.slice(0, slash)}${sha256}.${path.slice(slash)}`;
}
