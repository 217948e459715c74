import { readFileSync } from 'node:fs';
import t from 'tap';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { until } from '../peers/center.ts';
import type { Fields } from '../peers/raw-peer.ts';
import { BS, BS2, connected, EP, scene, UUID } from './scene.ts';

const OTHER = 'acde48000000e0aa';
const STRANGER = 'acde48000000eeee';
const BS3 = 'acde4800000000b0';
const KEY = [...Buffer.from('c0ffee00112233445566778899aabbcc', 'hex')];
const epEui = BigInt(`0x${EP}`);

t.test('ulDataTx needs a station that can (SCACI 7.7)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  const tx = { command: 'ulDataTx', epEui, nwkSnKey: UUID, shAddr: 1, packetCnt: 5, userData: [1] };
  const cases: [name: string, over: Fields, code: number][] = [
    ['no station', {}, 11],
    ['unknown station', { bsEui: 5 }, 2],
    ['epEui zero', { epEui: 0 }, 22],
    ['key too short', { nwkSnKey: [1] }, 22],
  ];
  for (const [index, [name, over, code]] of cases.entries()) {
    app.send({ ...tx, opId: index + 1, ...over });
    t.match(await app.next(), { command: 'error', opId: index + 1, code }, name);
  }
});

t.test('ulDataTx goes to the named station, else where the endpoint attached last, else to the lowest EUI', async t => {
  await using center = await scene(t);
  await using first = await center.baseStation({ bsEui: BS });
  await using second = await center.baseStation({ bsEui: BS2 });
  await using deaf = await center.baseStation({ bsEui: BS3, con: { bidi: false } });
  const nwkKey = await center.endpoint({ ep_eui: OTHER, ep_class: 'A' });
  const app = await connected(center);
  const tx = {
    nwkSnKey: KEY,
    shAddr: 0x2468,
    packetCnt: 2 ** 32 - 1,
    profile: 'eu1',
    userData: [1, 128, 255],
    format: 7,
  };
  const asks = async (opId: number, eui: string, over: Fields = {}) => {
    app.send({ command: 'ulDataTx', opId, epEui: BigInt(`0x${eui}`), ...tx, ...over });
    return app.next();
  };
  t.same(await asks(1, EP), { command: 'ulDataTxRsp', opId: 1 });
  const { opId, nwkSnKey, userData, ...sent } = await first.next('ulDataTx');
  t.same(sent, { command: 'ulDataTx', epEui: EP, shAddr: 0x2468, packetCnt: 2 ** 32 - 1, profile: 'eu1', format: 7 });
  t.same([...(nwkSnKey as Uint8Array)], KEY);
  t.same([...(userData as Uint8Array)], tx.userData);
  t.same(await asks(2, EP, { bsEui: BigInt(`0x${BS2}`) }), { command: 'ulDataTxRsp', opId: 2 });
  t.match(await second.next('ulDataTx'), { epEui: EP });
  const endpoint = new SimulatedEndpoint({ epEui: OTHER, nwkKey, clock: center.clock });
  await endpoint.attach([{ station: second }]);
  await app.take('epStat');
  await app.until('epStatCmp');
  t.same(await asks(3, OTHER, { userData: [] }), { command: 'ulDataTxRsp', opId: 3 });
  t.match(await second.next('ulDataTx'), { epEui: OTHER });
  t.match(await asks(4, EP, { bsEui: BigInt(`0x${BS3}`) }), { command: 'error', opId: 4, code: 11 }, 'cannot transmit');
  t.same(await asks(5, STRANGER), { command: 'ulDataTxRsp', opId: 5 }, 'of an endpoint that is not registered, too');
  t.match(await first.next('ulDataTx'), { epEui: STRANGER });
  const told = () =>
    center
      .rows(`SELECT org, endpoint, data FROM event WHERE ep_eui = '${STRANGER}' ORDER BY seq`)
      .map(({ data, ...of }) => ({ ...of, ...JSON.parse(String(data)) }));
  await until(() => told().length === 2);
  t.match(told(), [
    { org: 1, endpoint: null, epEui: STRANGER, status: 'sent' },
    { org: 1, endpoint: null, epEui: STRANGER, status: 'completed' },
  ]);
  t.equal(center.rows('SELECT 1 FROM ul_transmit').length, 0, 'nothing of it is left');
  t.equal(deaf.unread('ulDataTx'), 0);
  await first.close();
  await until(() => center.rows("SELECT 1 FROM session WHERE state = 'disconnected'").length > 0);
  t.match(await asks(6, EP, { bsEui: BigInt(`0x${BS}`) }), { command: 'error', opId: 6, code: 11 }, 'not connected');
  t.same(await asks(7, EP), { command: 'ulDataTxRsp', opId: 7 });
  const key = Buffer.from(KEY).toString('hex');
  t.notOk(
    center.log.some(line => line.includes(key)),
    'the key is not in the log',
  );
  for (const file of ['', '-wal']) {
    t.notOk(readFileSync(`${center.database}${file}`).includes(Buffer.from(KEY)), 'nor on the disk');
  }
});

t.test('ulDataTx can be switched off (SCACI 7.7)', async t => {
  await using center = await scene(t, { scaci: { ul_data_tx: false } });
  await using _ = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  app.send({ command: 'ulDataTx', opId: 1, epEui, nwkSnKey: UUID, shAddr: 1, packetCnt: 5, userData: [1] });
  t.match(await app.next(), { command: 'error', opId: 1, code: 95 });
});
