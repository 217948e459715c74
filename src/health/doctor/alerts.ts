import { existsSync } from 'node:fs';
import { engineOf } from '../../database/driver.ts';
import { alertFinding, type InstallationAlert } from '../../domain/alert/installation.ts';
import { ok } from '../../kit/faults/finding.ts';
import { runningBox } from '../../upkeep/box/client.ts';
import { openAlertsIn } from '../../upkeep/database-file.ts';
import type { Check, Scene } from './examine.ts';

export const alertChecks: readonly Check[] = [
  {
    name: 'alerts',
    async run(scene) {
      const { path } = scene.config.store;
      if (scene.server === undefined && !existsSync(path)) return ok('none before the first start');
      const alerts = await openAlerts(scene);
      return alerts.length === 0
        ? ok('none is open about this service center')
        : alerts.map(alert => alertFinding(alert, scene.clock.now()));
    },
  },
];

/** As the running server has them, else as they are stored. */
async function openAlerts({ config, server }: Scene): Promise<readonly InstallationAlert[]> {
  const box = server === undefined ? undefined : await runningBox(config.data_dir);
  if (!box) return openAlertsIn(config.store.path, engineOf(config.store.engine));
  try {
    return await box.act('alerts.installation', {});
  } finally {
    box.close();
  }
}
