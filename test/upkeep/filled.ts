import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, configFrom } from '../../src/config/load.ts';
import { openDb } from '../../src/database/driver.ts';
import { configurationAbout } from '../../src/domain/device/device-store.ts';
import { secretsAbout } from '../../src/domain/integration/integration-records.ts';
import { onceAbout } from '../../src/domain/once/contents.ts';
import { factorAbout } from '../../src/domain/second-factor/contents.ts';
import { secretAbout, successorAbout } from '../../src/domain/signin/contents.ts';
import { sealer } from '../../src/kit/seal.ts';
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
  {
    await using center = await Center.start({ dir });
    const dialect = { withhold: ['attPrpRsp'] };
    const changed = { ep_eui: 'fe0000000000e103', sh_addr: 7 };
    await center.endpoint({ ep_eui: changed.ep_eui, nwk_sn_key: SESSION_KEY, pre_attach: true });
    // It changes while a station is told of it with the list of all.
    const station = await center.baseStation({ bsEui: NEAR, dialect });
    await until(() => station.unread('attPrp') === 1);
    await center.api.call('UpdateEndPoint', { endpoint: changed, update_mask: { paths: ['sh_addr'] } });
    await until(() => station.unread('attPrp') === 2);
    await center.endpoint({ ep_eui: METER, app_key: APP_KEY });
    await center.endpoint({ ep_eui: 'fe0000000000e102', nwk_sn_key: SESSION_KEY, pre_attach: true });
    await until(() => station.unread('attPrp') === 3);
  }
  withSecrets(dir);
  return dir;
}

/** A certificate whose key was not yet fetched, an integration with credentials, and a user who is signed in. */
function withSecrets(dir: string): void {
  const { seal } = sealer(readFileSync(join(dir, 'master.key')));
  const uuid = '0190b6a0-0000-7000-8000-000000000001';
  const db = openDb(join(dir, 'waystation.db'), { engine: 'better-sqlite3', mode: 'writer' });
  db.prepare(
    `INSERT INTO certificate (uuid, org, kind, eui, serial, fingerprint, not_before_at, not_after_at, pem, created_at, private_key, key_until)
     SELECT ?, id, 'bs', ?, '01', 'ab', 0, 1, '', 0, ?, 1 FROM organization`,
  ).run(uuid, NEAR, seal(Buffer.from('a key'), `certificate:${uuid}:private_key`));
  const target = '0190b6a0-0000-7000-8000-000000000002';
  db.prepare(
    `INSERT INTO integration (uuid, org, name, kind, enabled, settings, secrets, revision, created_at, updated_at)
     SELECT ?, id, 'broker', 'mqtt', 0, '{}', ?, 1, 0, 0 FROM organization`,
  ).run(target, seal(Buffer.from('{"password":"a word"}'), secretsAbout(target)));
  db.prepare("INSERT INTO token_secret (kid, created_at, secret) VALUES ('k', 0, ?)").run(
    seal(Buffer.alloc(32, 1), secretAbout('k')),
  );
  const call = { org: 1, caller: 'operator o', key: 'a key' };
  db.prepare(
    "INSERT INTO once (org, caller, key, digest, kept_at, up_to, result, secret) VALUES (1, ?, ?, '', 0, 1, '{}', ?)",
  ).run(call.caller, call.key, seal(Buffer.from('ws_key'), onceAbout(call)));
  const wrapped = '0190b6a0-0000-7000-8000-000000000003';
  db.prepare(
    "INSERT INTO device (id, uuid, org, name, name_key, version, created_at, updated_at) VALUES (1, ?, 1, 'pump', 'pump', 1, 0, 0)",
  ).run(wrapped);
  db.prepare(
    `INSERT INTO physical_device (device, uuid, org, connection, client_device_id, configuration, given, secrets, created_by_api,
       created_at, updated_at) VALUES (1, ?, 1, 'plant', 'pump 7', '{"nwkKey":"***"}', '[]', ?, 0, 0, 0)`,
  ).run(wrapped, seal(Buffer.from('{"nwkKey":"0001"}'), configurationAbout(wrapped)));
  const [used, next] = [Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
  db.exec(`INSERT INTO sign_in (uuid, user, user_id, began_at, ends_at, expires_at) VALUES ('s', 1, 'u', 0, 9, 9)`);
  const token = db.prepare(
    'INSERT INTO refresh_token (hash, sign_in, expires_at, used_at, successor) SELECT ?, id, 9, ?, ? FROM sign_in',
  );
  token.run(used, 1, seal(Buffer.from('tokens'), successorAbout(used)));
  token.run(next, null, null);
  db.exec(`INSERT INTO user (id, uuid, email, first_name, last_name, company_name, note, words, is_admin, is_active,
    password_change_required, created_at, updated_at) VALUES (1, 'u', 'ada@example.org', '', '', '', '', '', 0, 1, 0, 0, 0)`);
  db.prepare('INSERT INTO second_factor (user, secret, enrolled_at, last_step) VALUES (1, ?, 0, 0)').run(
    seal(Buffer.alloc(20, 4), factorAbout(1)),
  );
  db.close();
}
