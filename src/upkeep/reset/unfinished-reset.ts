import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** Empty file in the data directory: there from before the first key is overwritten until nothing is left. */
export const RESET_MARK = 'reset.unfinished';

/** A reset was cut: part of the data is gone for good, and what is left may not be taken for a box. */
export class ResetUnfinished extends Error {
  constructor(dataDir: string) {
    super(`a reset of ${dataDir} was cut before its end and keys are gone: run waystation reset again, then start`);
    this.name = 'ResetUnfinished';
  }
}

/** @throws ResetUnfinished */
export function refuseUnfinishedReset(dataDir: string): void {
  if (lstatSync(join(dataDir, RESET_MARK), { throwIfNoEntry: false })) throw new ResetUnfinished(dataDir);
}
