import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../src/compose/store.ts';
import type { RedecodeCounts } from '../../src/domain/message/redecode.ts';
import { packUplink } from '../../src/domain/uplink/receive.ts';
import { credibleMs, systemClock } from '../../src/kit/time/clock.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { type RedecodeOptions, redecode } from '../../src/upkeep/redecode.ts';
import { engine } from '../database/engine.ts';
import { addModel, addVersion, assign, EDITOR, spec } from '../domain/blueprint/log-catalog.ts';
import { epEui, openLog, populate, T0 } from '../domain/message/log-store.ts';
import { momentAt } from '../peers/time.ts';

const STORED = 1500;
const RX = BigInt(T0) * 1_000_000n;

/** A running store with messages of endpoint 1 that were decoded by the first version of its blueprint. */
async function scene(t: Test) {
  const dir = t.testdir();
  const path = join(dir, 'waystation.db');
  const filling = openLog({ testdir: () => dir, teardown: () => undefined }, path, { blockMessages: 256 });
  populate(filling, 2, 1);
  const { model, blueprint } = addModel(filling);
  assign(filling, 1, { model });
  const second = addVersion(filling, model, spec(2));
  const copies = Array.from({ length: STORED }, (_, at) => ({
    ...{ endpoint: 1, packetCnt: at, rxNs: RX + BigInt(at), userData: Buffer.of(at % 256) },
  }));
  // A block at a time, as they come to a box that is not busy.
  for (let from = 0; from < STORED; from += 256) filling.write(copies.slice(from, from + 256));
  filling.db.close();
  const store = await openStore({ path, engine, synchronous: 'normal' });
  t.teardown(() => store.close());
  let packetCnt = STORED;
  const hear = async () => {
    const at = ++packetCnt;
    await store.write.uplinks.receive(
      packUplink({
        ...{ epEui: epEui(1), packetCnt: at, userData: Buffer.of(at % 256), format: 0, flags: 0, arrivedAt: T0 },
        reception: { station: 1, opId: 1, rxTime: RX + BigInt(at), snr: 1, rssi: -90 },
        progress: { session: 0, lastBs: 0, doneBs: 0 },
      }),
    );
    await store.write.uplinks.close(T0 + 500, listenedMs(T0 + 500));
  };
  const log = { error: (about: object) => t.fail(JSON.stringify(about)) };
  const run = (
    over: Partial<Pick<RedecodeOptions, 'store'>> & {
      signal?: AbortSignal;
      progress?(soFar: RedecodeCounts): void;
    } = {},
  ) =>
    redecode({
      ...{ store, clock: systemClock, log, range: { org: 1 } },
      ...{ signal: new AbortController().signal, ...over },
    });
  const byVersion = () => {
    const found = store.read.messages.after(0, 10_000).map(message => store.read.messages.decoded(message).blueprint);
    return { first: found.filter(id => id === blueprint).length, second: found.filter(id => id === second).length };
  };
  return { store, hear, run, byVersion, second };
}

t.test('stored messages are decoded again while uplinks come, each of which is what it would be anyway', async t => {
  const { store, hear, run, byVersion, second } = await scene(t);
  t.same(byVersion(), { first: STORED, second: 0 });
  await store.write.blueprints.setDefault(second, EDITOR);
  let steps = 0;
  const running = run({ progress: () => steps++ });
  for (let n = 0; n < 50; n++) await hear();
  const done = await running;
  t.match(done, { changed: STORED, failed: 0, skipped: 0, restFromNs: undefined });
  t.ok(done.looked >= STORED && done.looked <= STORED + 50);
  t.ok(steps >= STORED / 512);
  t.same(byVersion(), { first: 0, second: STORED + 50 });
  t.match(await run(), { looked: STORED + 50, changed: 0, success: STORED + 50 }, 'nothing is left to do');
});

t.test('given up, it says from where on; begun again, it does the rest', async t => {
  const { store, run, byVersion, second } = await scene(t);
  await store.write.blueprints.setDefault(second, EDITOR);
  const ending = new AbortController();
  const part = await run({ signal: ending.signal, progress: ({ looked }) => looked > 600 && ending.abort() });
  t.ok(part.changed > 600 && part.changed < STORED, `${part.changed}`);
  t.ok(part.restFromNs !== undefined && part.restFromNs <= RX + BigInt(part.changed), 'nothing is left out');
  t.equal(byVersion().second, part.changed);
  t.match(await run(), { looked: STORED, changed: STORED - part.changed, restFromNs: undefined });
  t.match(await run({ signal: AbortSignal.abort() }), { looked: 0, restFromNs: 0n });
});

t.test('given up, it begins no further step', async t => {
  const { store, run, second } = await scene(t);
  await store.write.blueprints.setDefault(second, EDITOR);
  const { step, ...others } = store.write.redecode;
  const short: typeof step = (seqs, blueprint) => step(seqs.slice(0, 10), blueprint);
  const ending = new AbortController();
  const part = await run({
    store: { scan: store.scan, write: { ...store.write, redecode: { ...others, step: short } } },
    signal: ending.signal,
    progress: ({ looked }) => looked >= 30 && ending.abort(),
  });
  t.match(part, { looked: 30, changed: 30, restFromNs: 0n });
});

t.test('messages that retention takes away before their step are passed over', async t => {
  const { store, run, second } = await scene(t);
  await store.write.blueprints.setDefault(second, EDITOR);
  const aim = { until: credibleMs(T0 + 1e9), floor: 0, at: momentAt(T0 + 1e9) };
  const { step, ...others } = store.write.redecode;
  const afterRetention: typeof step = async (seqs, blueprint) => {
    while ((await store.write.retention.messages(aim)).more);
    return step(seqs, blueprint);
  };
  const write = { ...store.write, redecode: { ...others, step: afterRetention } };
  const done = await run({ store: { scan: store.scan, write } });
  const left = store.read.messages.after(0, 10_000).length;
  t.ok(left < 256, 'whole blocks are gone');
  t.match(done, { looked: left, changed: left, success: left, restFromNs: undefined });
  t.equal(store.read.messages.count({ org: 1 }), left);
});
