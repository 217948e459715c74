import { join } from 'node:path';
import { type Config, configFrom } from '../../src/config/load.ts';
import { Center, until } from '../peers/center.ts';
import { METER } from '../peers/telegrams.ts';

export const NEAR = '70b3d59cd0000001';
export const APP_KEY = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
export const SESSION_KEY = 'c0ffee00112233445566778899aabbcc';

/** The configuration of what lies in a folder, as the commands see it. */
export function configAt(dir: string, engine: Config['store']['engine'] = 'auto'): Config {
  return configFrom({
    data_dir: dir,
    store: { engine, path: join(dir, 'waystation.db') },
    pki: { key_type: 'ec-p256', server_names: ['localhost', '127.0.0.1'] },
  });
}

/** A stopped service center with a secret of every kind: its data directory. */
export async function filled(dir: string): Promise<string> {
  await using center = await Center.start({ dir });
  const station = await center.baseStation({ bsEui: NEAR, dialect: { withhold: ['attPrpRsp'] } });
  await center.endpoint({ ep_eui: METER, app_key: APP_KEY });
  await center.endpoint({ ep_eui: 'fe0000000000e102', nwk_sn_key: SESSION_KEY, pre_attach: true });
  await until(() => station.unread('attPrp') === 1);
  return dir;
}
