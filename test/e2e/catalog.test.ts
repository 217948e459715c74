import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { listSnapshots } from '../../src/database/snapshot/snapshot-files.ts';
import { Center, until } from '../peers/center.ts';
import { METER } from '../peers/telegrams.ts';

/** As often it is looked whether a snapshot is due. */
const LOOK_MS = 300_000;
const SPEC =
  '{"version":"1.0","typeEui":"70B3D56770FF0001","uplink":[{"payload":[{"name":"t","size":8,"type":"int"}]}]}';

t.test('the catalog is there after a restart, and after a damage with the snapshot', async t => {
  const dir = t.testdir();
  await using center = await Center.start({ dir });
  const made = await center.api.call('CreateDeviceModelWithBlueprint', {
    manufacturer: { name: 'Maker' },
    device_model: { name: 'Meter' },
    blueprint: { spec_json: SPEC },
  });
  await center.endpoint({ ep_eui: METER, device_model_id: made.device_model?.id, calibration: { k: 0.5 } });
  const known = async () => ({
    blueprint: await center.api.call('GetBlueprint', { id: made.blueprint?.id }),
    model: await center.api.call('GetDeviceModel', { id: made.device_model?.id }),
    endpoint: await center.api.call('GetEndPoint', { ep_eui: METER }),
    preview: await center.api.call('DecodePreview', { blueprint_id: made.blueprint?.id, user_data: Buffer.of(255) }),
  });
  const before = await known();
  t.match(before, {
    blueprint: { spec_json: SPEC, is_default: true },
    model: { endpoint_count: 1, blueprint_count: 1, default_blueprint_id: made.blueprint?.id },
    endpoint: {
      effective_blueprint_id: made.blueprint?.id,
      effective_blueprint_version: '1.0',
      calibration: { k: 0.5 },
    },
    preview: { success: true, trace: [{ name: 't', raw: '-1', value: '-1' }] },
  });
  await center.clock.advance(LOOK_MS);
  await until(() => listSnapshots(join(dir, 'backups')).length === 1);
  await until(() => center.events().includes('system.backup_completed'));
  await center.stop();
  await center.begin();
  t.same(await known(), before);
  await center.stop();
  const file = openSync(center.database, 'r+');
  writeSync(file, Buffer.alloc(200, 7), 0, 200, 0);
  closeSync(file);
  await center.begin();
  t.ok(readdirSync(dir).some(name => name.startsWith('waystation.db.damaged-')));
  t.same(await known(), before);
});
