import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/load.ts';
import type { Log } from '../kit/log.ts';
import { NEXT_MASTER_KEY } from '../pki/master-key.ts';
import { finishSwitchOver, RESTORE_JOURNAL, STAGING } from './backup/switch-over.ts';
import { refuseUnfinishedReset } from './reset/unfinished-reset.ts';

/**
 * Brings to its end what a killed `restore` or `rekey` has left. The caller has the lock of the data directory.
 * @throws ResetUnfinished; Error when a restore cannot be finished; a change of the master key may wait, everything opens all the same
 */
export async function finishUnfinished(config: Config, log: Pick<Log, 'info' | 'warn'>): Promise<void> {
  refuseUnfinishedReset(config.data_dir);
  if (finishSwitchOver(config)) log.info('a restore that was broken off is finished');
  // One that was not verified yet has left this; it may be as large as the database.
  for (const folder of [config.data_dir, dirname(config.store.path)]) {
    rmSync(join(folder, STAGING), { recursive: true, force: true });
  }
  if (!existsSync(join(config.data_dir, NEXT_MASTER_KEY))) return;
  try {
    // It knows every secret there may be, and with them the whole domain, which takes a command longer to load than to do its work.
    const { finishRekey } = await import('./rekey.ts');
    const pending = finishRekey(config);
    if (pending === 'finished') log.info('the change of the master key is finished');
    if (pending === 'to install')
      log.warn('a new master key waits: install it as the credential, see waystation rekey --help');
  } catch (cause) {
    log.warn({ err: cause }, 'the change of the master key is not finished, both keys stay in use');
  }
}

/** For commands without the lock: the folders mean nothing while they are being exchanged. @throws Error */
export function refuseUnfinished(dataDir: string): void {
  refuseUnfinishedReset(dataDir);
  if (!existsSync(join(dataDir, RESTORE_JOURNAL))) return;
  throw new Error(`a restore into ${dataDir} is not finished: start waystation, or run waystation restore again`);
}
