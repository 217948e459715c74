import t from 'tap';
import { attachBlock, cmac } from '../../src/domain/attach/signature.ts';
import type { CenterGreeting } from '../../src/domain/center/center-records.ts';
import type { Eui } from '../../src/kit/eui.ts';
import type { Fields } from '../peers/raw-station.ts';
import { BS, BS2, Center, EP, NWK_KEY } from './center.ts';

const AC = 'ac00000000000001' as Eui;
const RX = 1_767_225_600_123_456_789n;
const SIGN = [...cmac(NWK_KEY, attachBlock(EP, 5)).subarray(0, 4)];
const greeting: CenterGreeting = {
  ...{ vendor: '', model: '', name: '', swVersion: '', info: undefined, remoteAddress: '', tlsVersion: '' },
  ...{ cipherSuite: '', certificateFingerprint: '', certificateSubject: '' },
};

function att(opId: number, fields: Fields): Fields {
  const flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };
  const told = { epEui: BigInt(`0x${EP}`), rxTime: RX, attachCnt: 5, nonce: [0x5a, 0xc3, 0x01, 0x7e], sign: SIGN };
  return { command: 'att', opId, ...told, ...flags, ...fields };
}

t.test('what a station heard of an attach and a detach reaches the notices for application centers', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.station(BS2);
  center.endpoint(EP);
  const uuid = new Uint8Array(16).fill(1);
  const session = { org: 1, acEui: AC, snAcUuid: uuid, snScUuid: uuid, version: '1.0.0', greeting, at: 0 };
  await center.store.write.centers.begin(session);
  const notices = () =>
    center.rows('SELECT content FROM notice ORDER BY seq').map(row => JSON.parse(String(row.content)));

  const near = await center.connect(BS);
  const far = await center.connect(BS2);
  near.send(att(1, { snr: 14.5, rssi: -97.25 }));
  await near.until('attRsp');
  far.send(att(1, { snr: 2.5, rssi: -121, eqSnr: 1.25 }));
  await far.until('attRsp');
  t.same(notices(), [], 'nothing before attCmp');
  far.send({ command: 'attCmp', opId: 1 });
  near.send({ command: 'attCmp', opId: 1 });
  await far.ping(2);
  await near.ping(2);
  await center.stored();
  const attached = {
    ...{ epEui: EP, epStatus: 'attached', attachCnt: 5, nonce: '5ac3017e', sign: Buffer.from(SIGN).toString('hex') },
    ...{ snr: 2.5, rssi: -121, eqSnr: 1.25 },
  };
  t.same(notices(), [attached], 'by the station that was first to complete it');
  const [event] = center.rows("SELECT data FROM event WHERE event_type = 'endpoint.attached'");
  t.match(JSON.parse(String(event?.data)), { bsEui: BS2, snr: 2.5, rssi: -121 });

  const heard = { rxTime: RX + 1n, packetCnt: 42, snr: 9.5, rssi: -110 };
  near.send({ command: 'det', opId: 3, epEui: BigInt(`0x${EP}`), ...heard, sign: [0x11, 0x22, 0x33, 0x44] });
  await near.until('detRsp');
  near.send({ command: 'detCmp', opId: 3 });
  await near.ping(4);
  await center.stored();
  const detached = { epEui: EP, epStatus: 'detached', sign: '11223344', snr: 9.5, rssi: -110 };
  t.same(notices(), [attached, detached]);
});
