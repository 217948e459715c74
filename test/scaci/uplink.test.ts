import t from 'tap';
import type { RawCenter } from '../peers/raw-center.ts';
import { euiOf, uplink } from '../peers/telegrams.ts';
import { AC2, BS, BS2, connected, EP, hear, scene } from './scene.ts';

const epEui = euiOf(EP);
const DUPLICATE_WINDOW_MS = 300_000;

/** Nothing has come, and all that was sent is handled. */
async function silent(app: RawCenter, opId: number): Promise<readonly unknown[]> {
  await app.ping(opId);
  return app.received;
}

t.test('ulData has the fields of its table, as the stations told them (SCACI 7.6)', async t => {
  await using center = await scene(t);
  await using near = await center.baseStation({ bsEui: BS });
  await using far = await center.baseStation({ bsEui: BS2 });
  const app = await connected(center);
  const subpackets = { snr: [1.5, 2.5], rssi: [-100.5, -101], frequency: [868_100_000.5, 868_200_000] };
  const rxTime = 1_767_225_600_123_456_789n;
  const said = { eqSnr: 4.25, profile: 'eu1', mode: 'ulp', rxDuration: 362_000_000n, subpackets };
  const flags = { dlOpen: true, responseExp: true, dlAck: true };
  await near.start(
    'ulData',
    uplink({ epEui, packetCnt: 7, format: 9, ...flags, ...said, snr: 3.5, rssi: -120.5, rxTime }),
  );
  await far.start(
    'ulData',
    uplink({ epEui, packetCnt: 7, format: 9, ...flags, snr: 12, rssi: -98.25, rxTime: rxTime + 1n }),
  );
  await center.clock.advance(499);
  t.same(await silent(app, 1), [], 'not before the reception window is over');
  await center.clock.advance(1);
  const data = await app.until('ulData');
  t.strictSame(Object.keys(data).slice(0, 5), ['command', 'opId', 'epEui', 'baseStations', 'packetCnt']);
  t.match(data, {
    ...{ opId: -1, epEui: BigInt(`0x${EP}`), packetCnt: 7, userData: [1, 128, 255], format: 9 },
    ...{ ...flags, duplicate: false },
    baseStations: [
      { bsEui: BigInt(`0x${BS2}`), rxTime: rxTime + 1n, snr: 12, rssi: -98.25 },
      {
        bsEui: BigInt(`0x${BS}`),
        rxTime,
        snr: 3.5,
        rssi: -120.5,
        eqSnr: 4.25,
        profile: 'eu1',
        mode: 'ulp',
        subpackets,
      },
    ],
  });
  const [best, other] = data.baseStations as Record<string, unknown>[];
  t.strictSame(Object.keys(best ?? {}), ['bsEui', 'rxTime', 'snr', 'rssi'], 'what was not told is absent');
  t.equal(BigInt(other?.rxDuration as number), 362_000_000n);
  await far.start('ulData', uplink({ epEui, packetCnt: 8, userData: new Uint8Array() }));
  await center.clock.advance(500);
  t.match(await app.until('ulData'), { opId: -2, userData: [], dlOpen: false, responseExp: false });
});

t.test('a reception value of zero, and an empty one, is passed on as the station told it (SCACI 7.6)', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  const said = { rxDuration: 0n, eqSnr: 0, profile: '', mode: '' };
  const subpackets = { snr: [], rssi: [], frequency: [], phase: [] };
  const told = { ...said, snr: 0, rssi: 0, format: 0, subpackets };
  await station.start('ulData', uplink({ epEui, packetCnt: 0, userData: new Uint8Array(), ...told }));
  await center.clock.advance(500);
  const data = await app.until('ulData');
  const [heard] = data.baseStations as Record<string, unknown>[];
  t.equal(data.packetCnt, 0);
  t.match(heard, { snr: 0, rssi: 0, eqSnr: 0, profile: '', mode: '', subpackets });
  t.equal(Number(heard?.rxDuration), 0);
});

t.test('one telegram is one ulData per session; a late copy is stored, a reused counter a duplicate', async t => {
  await using center = await scene(t);
  await using near = await center.baseStation({ bsEui: BS });
  await using far = await center.baseStation({ bsEui: BS2 });
  const app = await connected(center);
  const other = await connected(center, {}, AC2);
  await hear(center, near, 1);
  t.match(await app.until('ulData'), { opId: -1, packetCnt: 1, duplicate: false });
  t.match(await other.until('ulData'), { opId: -1, packetCnt: 1 }, 'every center gets its own');
  await hear(center, far, 1);
  t.same(await silent(app, 1), [], 'a late reception is not delivered');
  app.send({ command: 'ulDataRsp', opId: -1 });
  await app.until('ulDataCmp');
  await center.clock.advance(DUPLICATE_WINDOW_MS);
  await hear(center, near, 1);
  t.match(await app.until('ulData'), { opId: -2, packetCnt: 1, duplicate: true }, 'after the duplicate window');
  await other.close();
  const again = await connected(center, { snAcOpId: 0, snScOpId: -1 }, AC2);
  const repeated = await again.until('ulData');
  t.match(repeated, { opId: -1, duplicate: false });
  t.equal((repeated.baseStations as unknown[]).length, 1, 'repeated as it was delivered, without the late reception');
});

t.test('an uplink of an endpoint that centers do not know is not forwarded (SCACI 9)', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  app.send({ command: 'dereg', opId: 1, epEui: BigInt(`0x${EP}`) });
  await app.until('deregRsp');
  await station.start('ulData', uplink({ epEui, packetCnt: 5 })).catch(() => undefined);
  await center.clock.advance(500);
  t.same(
    (await silent(app, 2)).filter(message => (message as { command: string }).command === 'ulData'),
    [],
  );
});

t.test('what one center refuses or does not answer is not repeated to it, and others get it', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  const other = await connected(center, {}, AC2);
  await hear(center, station, 1);
  t.match(await app.until('ulData'), { opId: -1 });
  app.send({ command: 'error', opId: -1, code: 5, message: 'disk full' });
  t.same(await app.next(), { command: 'errorAck', opId: -1 });
  await hear(center, station, 2);
  t.match(await app.until('ulData'), { opId: -2, packetCnt: 2 });
  t.match(await other.until('ulData'), { opId: -1, packetCnt: 1 });
  t.match(await other.until('ulData'), { opId: -2, packetCnt: 2 }, 'one that is silent goes on getting them');
  await app.close();
  const back = await connected(center, { snAcOpId: 0, snScOpId: -2 });
  t.match(await back.next(), { command: 'ulData', opId: -2 }, 'the refused one is not offered again');
});

t.test('only so many operations wait for a center; it gets the rest as it answers (SCACI 6.5)', async t => {
  await using center = await scene(t, { limits: { open_operations: 2 } });
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  for (const packetCnt of [1, 2, 3, 4, 5]) await hear(center, station, packetCnt);
  t.match([await app.next(), await app.next()], [{ opId: -1 }, { opId: -2 }]);
  t.same(await silent(app, 1), [], 'two, and no more');
  app.send({ command: 'ulDataRsp', opId: -1 }, { command: 'ulDataRsp', opId: -2 });
  t.match(await app.until('ulData'), { opId: -3, packetCnt: 3 }, 'both answered at once');
  t.match(await app.until('ulData'), { opId: -4, packetCnt: 4 });
  app.send({ command: 'error', opId: -4, code: 5, message: 'no' });
  t.match(await app.until('ulData'), { opId: -5, packetCnt: 5 }, 'a refusal makes room, too');
});

t.test('how the endpoint received its last downlink comes once, with the station that told (SCACI 7.6)', async t => {
  await using center = await scene(t);
  await using near = await center.baseStation({ bsEui: BS });
  await using far = await center.baseStation({ bsEui: BS2 });
  const app = await connected(center);
  const report = (packetCnt: number) =>
    near.start('dlRxStat', { epEui, rxTime: BigInt(packetCnt), packetCnt, dlRxSnr: 7.25, dlRxRssi: -118.5 });
  const heardBy = async (packetCnt: number, ...stations: (typeof near)[]) => {
    for (const station of stations) {
      await station.start('ulData', uplink({ epEui, packetCnt, snr: station === far ? 12 : 3 }));
    }
    await center.clock.advance(500);
    const { baseStations } = await app.until('ulData');
    const { messages } = await center.api.call('ListMessages', { page_size: 1 });
    const shown = messages[0]?.base_stations.map(({ dl_rx_snr, dl_rx_rssi }) => [dl_rx_snr, dl_rx_rssi]);
    const told = (baseStations as Record<string, unknown>[]).map(({ dlRxSnr, dlRxRssi }) => [dlRxSnr, dlRxRssi]);
    t.strictSame(shown, told, 'clients of the API see the same');
    return told;
  };
  const none = [undefined, undefined];
  await report(1);
  t.strictSame(await heardBy(2, far, near), [none, [7.25, -118.5]], 'not the best entry, but the one of its station');
  t.strictSame(await heardBy(3, near), [none], 'only in the first telegram after it');
  await report(4);
  t.strictSame(await heardBy(5, far), [[7.25, -118.5]], 'its station did not hear the telegram');
});
