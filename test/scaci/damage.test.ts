import t from 'tap';
import { MINUTE_MS } from '../../src/kit/units.ts';
import type { Center } from '../peers/center.ts';
import type { RawCenter } from '../peers/raw-center.ts';
import { AC, BS, connected, downlink, drop, hear, scene } from './scene.ts';

const told = (center: Center) =>
  center.rows(`SELECT severity, source_type, source_id, data FROM event WHERE event_type = 'system.database_error'`);

/** The next operation of ours, answered: `ulData -3 3`. */
async function taken(app: RawCenter): Promise<string> {
  for (;;) {
    const { command, opId, packetCnt } = (await app.next()) ?? {};
    if (String(command).endsWith('Cmp')) continue;
    app.send({ command: `${command}Rsp`, opId });
    return `${command} ${opId} ${packetCnt}`;
  }
}

for (const [name, damage] of [
  ['are no receptions', "receptions = x'c1'"],
  ['are empty', "receptions = x''"],
  ['name an unknown station', "receptions = x'99ce7fffffff0100cb402400000000000001c0c0c0c0'"],
]) {
  t.test(`receptions that ${name}: the one operation is set aside, and nothing else is lost (SCACI 6.4)`, async t => {
    await using center = await scene(t);
    await using station = await center.baseStation({ bsEui: BS });
    const app = await connected(center);
    for (const packetCnt of [1, 2]) {
      await hear(center, station, packetCnt);
      await app.until('ulData');
    }
    await drop(center, app);
    for (const packetCnt of [3, 4, 5]) await hear(center, station, packetCnt);
    center.sabotage(`UPDATE message SET ${damage} WHERE packet_cnt IN (1, 4)`);
    for (const tries of [1, 2]) {
      const again = await connected(center, { snAcOpId: 0, snScOpId: -2 });
      t.equal(again.answer.snResume, true, 'the session goes on');
      if (tries === 1) {
        t.match(told(center), [{ severity: 'critical', source_type: 'application_center', source_id: AC }]);
        t.match(
          told(center)[0]?.data,
          /ulData at \d+ \(operation -1\)/,
          'operators learn which one, before anything is sent',
        );
        await drop(center, again);
        continue;
      }
      const all = [await taken(again), await taken(again), await taken(again)];
      t.same(all, ['ulData -2 2', 'ulData -3 3', 'ulData -4 5'], 'all that can be read');
      await again.ping(1);
    }
    const logged = center.log.filter(line => line.includes('they are not delivered'));
    t.equal(logged.length, 2, 'told once, when it is met');
    t.match(logged[1], /ulData at/);
  });
}

t.test('a result that cannot be read does not keep its center out', async t => {
  await using center = await scene(t, { downlink: { validity_s: 60 } });
  await using _station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  app.send(downlink(1, 7));
  await app.until('dlDataQueRsp');
  app.send({ command: 'dlDataQueCmp', opId: 1 });
  await center.clock.advance(2 * MINUTE_MS);
  t.match(await app.until('dlDataRes'), { opId: -1 });
  await drop(center, app);
  for (const content of ['{', 'null', '{"epEui":"x"}']) {
    center.sabotage(`UPDATE notice SET content = '${content}' WHERE kind = 'dlDataRes'`);
    const again = await connected(center, { snAcOpId: 1, snScOpId: -1 });
    t.equal(again.answer.snResume, true);
    await again.ping(content.length + 1);
    t.same(again.received, []);
    await drop(center, again);
    t.equal(told(center).length, 1);
  }
});

t.test('a store that cannot be read at all sets nothing aside: the center comes again', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  await hear(center, station, 1);
  await app.until('ulData');
  await drop(center, app);
  center.sabotage('ALTER TABLE center_operation RENAME TO lost');
  const refused = await connected(center, { snAcOpId: 0, snScOpId: -1 });
  t.match(refused.answer, { command: 'error', opId: 0, code: 5 });
  await refused.closed;
  center.sabotage('ALTER TABLE lost RENAME TO center_operation');
  const again = await connected(center, { snAcOpId: 0, snScOpId: -1 });
  t.equal(again.answer.snResume, true);
  t.equal(await taken(again), 'ulData -1 1');
  t.same(told(center), []);
});
