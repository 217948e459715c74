/** Names under which the executable has the console. */
export const PACKED_INDEX = 'console/index.html';
/** JSON: the path of each file below the root → its media type. */
export const PACKED_TYPES = 'console/types.json';

/** @param path below the root, such as `/favicon.svg` */
export function packedAs(path: string, encoding: 'br' | 'gz'): string {
  return `console${path}.${encoding}`;
}

/** Fonts are compressed in themselves: a second form of them would be as large as they are. */
export function isPackedTwice(type: string): boolean {
  return !type.startsWith('font/');
}
