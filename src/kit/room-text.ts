const MB = 1024 ** 2;
const GB = 1024 ** 3;
/** From here on megabytes are not counted. */
const GIGABYTES_FROM = 10_000 * MB;

/** `99 of 1000 MB`, `77.5 of 252 GB`: both in the unit of the larger one. @param bytes of room, and of all */
export function roomText(part: number, all: number): string {
  if (all < GIGABYTES_FROM) return `${Math.floor(part / MB)} of ${Math.floor(all / MB)} MB`;
  return `${Math.floor((part / GB) * 10) / 10} of ${Math.floor(all / GB)} GB`;
}
