import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Carried, CarryFile, readCarried } from '../../src/compose/carry/carry-file.ts';
import { carryPath, trialFolder } from '../../src/compose/carry/places.ts';
import { Center } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const NEW = '70b3d59cd0000002';
const WINDOW_MS = 500;

t.test(
  'what is acknowledged in a trial is received by the program that goes on, once, and its sessions go on',
  async t => {
    const dir = t.testdir();
    await using center = await Center.start({ dir, settings: { bssci: { register_unknown: true } } });
    const before = await center.baseStation({ bsEui: NEAR });
    await center.endpoint({ ep_eui: METER });
    await before.start('ulData', uplink({ packetCnt: 1 }));
    await center.clock.advance(WINDOW_MS);
    await center.stop();
    await before.closed;

    await center.begin({ carrying: true });
    const during = await center.baseStation({ bsEui: NEAR, register: false, session: before.session });
    t.ok(during.connected?.snResume, 'the session goes on in the trial');
    const all = { snr: 3.25, rxDuration: 1_000_000n, eqSnr: 2, profile: 'eu1', mode: 'ulp' };
    for (const packetCnt of [2, 3, 4]) await during.start('ulData', uplink({ packetCnt, ...(packetCnt === 3 && all) }));
    const unanswered = during
      .start('dlDataRes', { epEui: METER, queId: 5n, result: 'expired' })
      .catch((cause: Error) => cause.name);
    await t.rejects(center.baseStation({ bsEui: NEW, register: false }), /refused/, 'nobody new is let in');
    t.equal(center.app.ports.scaci, null);
    await center.stop();
    t.equal(await unanswered, 'ConnectionLost', 'what else is asked is not answered');
    t.ok(existsSync(join(trialFolder(dir), 'waystation.db')), 'it has worked on a copy');
    const kept = join(dir, 'kept');
    copyFileSync(carryPath(dir), kept);

    await center.begin();
    await center.clock.advance(WINDOW_MS);
    t.equal(await center.visible(), 4);
    t.notOk(existsSync(carryPath(dir)));
    t.notOk(existsSync(trialFolder(dir)));
    {
      await using after = await center.baseStation({ bsEui: NEAR, register: false, session: during.session });
      t.ok(after.connected?.snResume, 'the session goes on after it');
      await after.start('ulData', uplink({ packetCnt: 5 }));
      await center.clock.advance(WINDOW_MS);
      t.same(
        after.complaints.filter(each => !/queId/.test(String(each))),
        [],
      );
    }
    t.equal(await center.visible(), 5);
    const { messages } = await center.api.call('ListMessages', { page_size: 10 });
    const third = messages.find(({ packet_cnt }) => packet_cnt === 3);
    t.match(third?.base_stations[0], { bs_eui: NEAR, snr: 3.25, profile: 'eu1', mode: 'ulp' });

    // A cut before the file was gone.
    await center.stop();
    copyFileSync(kept, carryPath(dir));
    await center.begin();
    await center.clock.advance(WINDOW_MS);
    t.equal(await center.visible(), 5, 'twice is once');
    const again = await center.api.call('ListMessages', { page_size: 10 });
    t.same(
      again.messages.map(({ packet_cnt, base_stations }) => [packet_cnt, base_stations.length]),
      [5, 4, 3, 2, 1].map(cnt => [cnt, 1]),
    );
  },
);

const RECORD: Carried = { kind: 'progress', bsEui: NEAR, session: 'aa', last: 1, done: 1, at: 5 };

t.test('of what was kept every whole line is read, wherever it was cut, and what comes behind it', async t => {
  const dir = t.testdir();
  const path = join(dir, 'carry');
  const file = await CarryFile.open(path);
  await Promise.all([1, 2, 3].map(last => file.append({ ...RECORD, last })));
  await file.close();
  const whole = readFileSync(path);
  const lines = (upTo: number) => whole.subarray(0, upTo).filter(byte => byte === 10).length - 1;
  const third = whole.lastIndexOf(10, -2);
  for (const at of [1, 2, ...Array.from({ length: whole.length - third + 1 }, (_, more) => third + more)]) {
    writeFileSync(path, whole.subarray(0, at));
    const next = await CarryFile.open(path);
    await next.append({ ...RECORD, last: 9 });
    await next.close();
    const found = [...readCarried(path)].map(({ last }) => last);
    // The newline alone may be missing of a line that is whole.
    const complete = lines(at) + (whole[at] === 10 ? 1 : 0);
    t.same(found, [...[1, 2, 3].slice(0, complete), 9], `cut at ${at}`);
  }
  for (const at of [3, 12, 20]) {
    const torn = Buffer.from(whole);
    torn[at] = (torn[at] ?? 0) ^ 1;
    writeFileSync(path, torn);
    t.same(
      [...readCarried(path)].map(({ last }) => last),
      [2, 3],
      `another byte at ${at}`,
    );
  }
  t.same([...readCarried(join(dir, 'none'))], []);
});
