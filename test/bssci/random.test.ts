import { encode } from '@msgpack/msgpack';
import t from 'tap';
import { bssci } from '../../src/bssci/operations.ts';
import { type Fields, frame, type RawStation } from '../peers/raw-station.ts';
import { BS, BS2, Center, EP, ulData } from './center.ts';

const FRAMES = 10_000;

/** A small generator with a seed (mulberry32): the same frames in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

t.test(`${FRAMES} random frames crash nothing, leave nothing behind, and disturb no other station`, async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.station(BS2);
  center.endpoint(EP);
  const calm = await center.connect(BS2);
  const next = random(20_260_101);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const commands = Object.keys(bssci).flatMap(name => [name, `${name}Rsp`, `${name}Cmp`]);
  commands.push('error', 'errorAck', 'vm.ulData', '', '__proto__', 'x'.repeat(300));
  const keys = [...new Set(Object.values(bssci).flatMap(row => [...row.req.names, ...row.rsp.names])), 'extra'];
  const values = [0, 1, -1, 1.5, 2n ** 63n, -(2n ** 63n), '', 'sent', true, null, [], [1, 2, 3, 4], {}, { snr: [1] }];
  const bytes = (length: number) => Uint8Array.from({ length }, () => Math.floor(next() * 256));
  const message = (): Fields => {
    const fields: Fields = { command: pick(commands), opId: Math.floor(next() * 40) - 5 };
    for (let i = Math.floor(next() * 6); i > 0; i--) fields[pick(keys)] = pick(values);
    return fields;
  };
  const kinds = [
    () => frame(encode(message(), { useBigInt64: true })),
    () => frame(encode(ulData(Math.floor(next() * 1e6), { [pick(keys)]: pick(values) }), { useBigInt64: true })),
    () => frame(bytes(1 + Math.floor(next() * 60))),
    () => {
      const whole = Buffer.from(encode(ulData(3), { useBigInt64: true }));
      whole[Math.floor(next() * whole.length)] = Math.floor(next() * 256);
      return frame(whole);
    },
    () => Buffer.from(bytes(1 + Math.floor(next() * 40))),
  ];
  let station: RawStation | undefined;
  let connects = 0;
  let calmId = 0;
  for (let sent = 0; sent < FRAMES; ) {
    if (!station || station.socket.destroyed) {
      station = next() < 0.2 ? await center.dial() : await center.connect();
      connects++;
    }
    const burst = Array.from({ length: 200 }, () => (next() < 0.9 ? pick(kinds.slice(0, 2)) : pick(kinds))());
    station.raw(Buffer.concat(burst));
    sent += burst.length;
    const { opId } = await calm.ping(++calmId);
    t.equal(opId, calmId);
    calm.send({ command: 'pingCmp', opId: calmId });
    station.socket.end();
    await station.closed;
    station = undefined;
  }
  t.ok(connects >= FRAMES / 200);
  calm.send(ulData(++calmId));
  t.match(await calm.until('ulDataRsp'), { opId: calmId });
  while (center.bssci.stations.count > 1) await new Promise(resolve => setImmediate(resolve));
  await center.stored();
  t.equal(center.row(`SELECT count(*) AS n FROM session WHERE state = 'active'`)?.n, 1);
});
