import { fault } from './faults/faults.ts';

/** The versions that a caller means: what stands in its entity tags, or `*` for any. Undefined: it does not ask. */
export type WantedVersions = readonly string[] | undefined;

/** Decided inside of the write, so that no change comes in between. @throws fault `ConcurrentModification` */
export function expectVersion(version: number | string, wanted: WantedVersions): void {
  if (wanted && !wanted.includes('*') && !wanted.includes(String(version))) throw fault('ConcurrentModification');
}
