/**
 * Freezes the database of a release: fills one with simulated stations and application centers, and writes it as SQL text.
 * Once per release, before it goes out: node test/upgrade/generate.ts
 * A frozen database is never generated again after its release: what is in it is what users have.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '../../src/database/driver.ts';
import { schemaVersion } from '../../src/database/migrate.ts';
import { domain } from '../../src/domain/domain.ts';
import { sealer } from '../../src/kit/seal.ts';
import { credibleMs } from '../../src/kit/time/clock.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { Center, until } from '../peers/center.ts';
import { euiOf, METER, macUplink, uplink } from '../peers/telegrams.ts';
import { fillRest } from './fill-rest.ts';
import { dump, MASTER_KEY, prepareFolder, RELEASED } from './frozen.ts';

const NEAR = '70b3d59cd0000001';
const FAR = '70b3d59cd0000002';
const AC = '70b3d59cd00000a1';
const IDLE_AC = '70b3d59cd00000a2';
const THIRD = '70b3d59cd0000003';
const GONE = '70b3d59cd0000004';
const SECOND_METER = euiOf('fe0000000000e102');
const THIRD_METER = euiOf('fe0000000000e103');
const WINDOW_MS = 500;
const KEY = '0102030405060708090a0b0c0d0e0f10';
const SPEC = '{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[]}]}';

const dir = mkdtempSync(join(tmpdir(), 'waystation-frozen-'));
try {
  const path = prepareFolder(dir);
  await live();
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'writer' });
  const now = Date.now();
  db.atomic(() => {
    domain(db).uplinks.sealBefore(credibleMs(now + DAY_MS), now);
    domain(db).decodings.intern(1, '{"k":1.5}');
  });
  // What no peer of that day has brought about.
  fillRest(db, now, sealer(MASTER_KEY));
  const name = `schema-${String(schemaVersion(db)).padStart(4, '0')}.sql`;
  mkdirSync(RELEASED, { recursive: true });
  writeFileSync(join(RELEASED, name), dump(db));
  db.close();
  console.log(name);
} finally {
  rmSync(dir, { recursive: true });
}

/** A day in the life of a service center. */
async function live(): Promise<void> {
  await using center = await Center.start({ dir, settings: { bssci: { mac_types: [1] } } });
  const { api, clock } = center;
  const near = await center.baseStation({ bsEui: NEAR, dialect: { withhold: ['ulDataTxRsp'] } });
  const far = await center.baseStation({ bsEui: FAR, dialect: { withhold: ['attPrpRsp'] } });
  const app = await center.applicationCenter({ acEui: AC });
  const idle = await center.applicationCenter({ acEui: IDLE_AC, conduct: { withhold: ['ulDataRsp', 'epStatRsp'] } });
  const nwkKey = await center.endpoint({ ep_eui: METER, name: 'meter', ep_class: 'A' });
  await center.endpoint({
    ep_eui: SECOND_METER,
    name: 'second meter',
    app_key: KEY,
    nwk_sn_key: KEY,
    pre_attach: true,
  });
  const meter = new SimulatedEndpoint({ epEui: METER, nwkKey, windowEvery: 1, clock });
  await meter.attach([{ station: near }]);
  const flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };
  await app.start('reg', {
    ...{ epEui: SECOND_METER, bidi: true, preAttach: true, nwkKey: Buffer.alloc(16, 7), shAddr: 0x2468, attachCnt: 3 },
    ...{ packetCnt: 0, ...flags },
  });
  await app.start('dereg', { epEui: euiOf('fe0000000000e1ff') }).catch(() => undefined);

  const { blueprint } = await api.call('CreateDeviceModelWithBlueprint', {
    manufacturer: { name: 'Maker' },
    device_model: { name: 'Meter' },
    blueprint: { spec_json: SPEC },
  });
  await api.call('UpdateEndPoint', {
    endpoint: { ep_eui: SECOND_METER, blueprint_id: blueprint?.id, calibration: { k: 1.5 } },
    update_mask: { paths: ['blueprint_id', 'calibration'] },
  });
  await api.call('SendDownlink', { ep_eui: METER, user_data: [Buffer.of(1, 2, 3)], ref: 'sent' });
  await api.call('QueryDLRXStatus', { ep_eui: METER });
  for (let telegram = 0; telegram < 3; telegram++) {
    await meter.uplink([{ station: near }, { station: far }]);
    await near.reported();
    await clock.advance(WINDOW_MS);
  }
  await near.start('ulData', uplink({ packetCnt: 50 }));
  await clock.advance(WINDOW_MS);
  await far.start('ulData', uplink({ packetCnt: 50, snr: 3 }));
  await near.start('vm.ulData', macUplink());
  await clock.advance(WINDOW_MS);
  await api.call('SendDownlink', { ep_eui: METER, user_data: [Buffer.of(4)], ref: 'waits' });
  await api.call('QueryDLRXStatus', { ep_eui: METER });
  await api
    .call('SendULTransmit', {
      ep_eui: METER,
      user_data: Buffer.of(9),
      packet_cnt: 7,
      nwk_sn_key: KEY,
      bs_eui: NEAR,
      wait_seconds: 0,
    })
    .catch(() => undefined);
  await api.call('GenerateCertificate', { bs_eui: NEAR });
  await until(() => idle.unread('ulData') > 0);
  await app.settled();
  await api.call('CreateBaseStation', { base_station: { bs_eui: GONE } });
  await api.call('DeleteBaseStation', { bs_eui: GONE });
  const third = await center.baseStation({ bsEui: THIRD, dialect: { withholdCmp: true } });
  const thirdKey = await center.endpoint({ ep_eui: THIRD_METER });
  await new SimulatedEndpoint({ epEui: THIRD_METER, nwkKey: thirdKey, clock }).attach([{ station: third }]);
  // Its window is open when the service ends.
  await near.start('ulData', uplink({ packetCnt: 51 }));
}
