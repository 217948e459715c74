import { closeSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/load.ts';
import type { Observation } from '../domain/alert/seen.ts';
import type { Store } from '../domain/domain.ts';
import { reasonOf } from '../kit/faults/reason.ts';
import type { Log } from '../kit/log.ts';
import type { Clock } from '../kit/time/clock.ts';
import { layoutOf } from '../update/machine/layout.ts';
import { LOG_FILE } from '../update/machine/machine.ts';
import { type UpdateState, updateState } from '../update/machine/state.ts';
import { openPlainIfThere } from '../update/plain-file.ts';

export interface UpdateNewsOptions {
  readonly config: Pick<Config, 'data_dir'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly scEui: string;
}

/** Of the update whose end was told last. */
const TOLD = 'update_told';
const LONGEST_LINE = 300;
const MOST_LINES = 100;

/** What became of updates, as the journal of the one who updates has it: an event for each end, and an alert while the last was taken back. */
export function updateNews({ config, store, clock, log, scEui }: UpdateNewsOptions): () => Promise<Observation[]> {
  const { state: folder } = layoutOf(config.data_dir, process.execPath);
  let failure = '';
  const read = (): UpdateState | undefined => {
    try {
      return updateState(folder);
    } catch (cause) {
      // Said once: what cannot be read now cannot be read every ten seconds.
      if (failure !== reasonOf(cause)) log.warn({ err: cause }, 'what became of updates cannot be read');
      failure = reasonOf(cause);
      return undefined;
    }
  };
  return async () => {
    const last = read();
    if (!last) return [];
    const { id, from, to, by, why = '', phase, package: ofPackage } = last;
    // A package that is refused is installed for dpkg all the same.
    const isBack = phase === 'rolled_back' || (phase === 'refused' && ofPackage === true);
    const source = { type: 'service_center', id: 'update', org: null } as const;
    const at = clock.now();
    const told = Number(store.read.installation.value(TOLD) || 0);
    if ((isBack || phase === 'installed') && id !== told) {
      const data = phase === 'installed' ? { from, to, by } : { from, to, by, why, log: lastLines(folder) };
      const type = phase === 'installed' ? 'system.update_installed' : 'system.update_rolled_back';
      await store.write.events.raise({ type, org: null, sourceId: scEui, at: last.changedAt, storedAt: at, data });
      await store.write.installation.setValue(TOLD, String(id));
    }
    // One that is refused, or under way, says nothing about the one before.
    if (phase !== 'installed' && !isBack) return [];
    const data = isBack ? { from, to, why, ...(ofPackage && { package: true }) } : {};
    return [{ rule: 'update_rolled_back', source, at, level: isBack ? 1 : 0, data }];
  };
}

/** What the program that was taken back has logged last. */
function lastLines(folder: string): string {
  const opened = openPlainIfThere(join(folder, LOG_FILE));
  if (typeof opened !== 'number') return '';
  try {
    const lines = readFileSync(opened, 'utf8').trimEnd().split('\n').slice(-MOST_LINES);
    return lines.map(line => line.slice(0, LONGEST_LINE)).join('\n');
  } finally {
    closeSync(opened);
  }
}
