import t from 'tap';
import { Center, until } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
/** Less than a look at the parts may take: no answer of one is missed because its time has been wound away. */
const STEP_MS = 500;

const WRITTEN = ['uplink', 'base_station', 'session', 'meta', 'event', 'presence'];
const EVENTS = ['INSERT', 'UPDATE'];
const triggers = WRITTEN.flatMap(table => EVENTS.map(event => ({ name: `full_${table}_${event}`, table, event })));
/** What SQLite does when the disk takes nothing any more. */
const FULL = triggers
  .map(
    ({ name, table, event }) =>
      `CREATE TRIGGER ${name} BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END;`,
  )
  .join('\n');
const ROOM_AGAIN = triggers.map(({ name }) => `DROP TRIGGER ${name};`).join('\n');

t.test(
  'while nothing can be stored no uplink is answered, no peer connects and health says so; then it goes on',
  async t => {
    await using center = await Center.start({ dir: t.testdir() });
    const health = async () => {
      const answer = await fetch(`http://127.0.0.1:${center.ports.health_core}/health`);
      return { code: answer.status, page: (await answer.json()) as { status: string } };
    };
    const station = await center.baseStation({ bsEui: NEAR });
    await center.endpoint({ ep_eui: METER });
    t.match(await health(), { code: 200, page: { status: 'healthy' } });

    center.sabotage(FULL);
    await t.rejects(station.start('ulData', uplink({ packetCnt: 1 })), { name: 'ConnectionLost' });
    t.notOk(
      station.frames.some(({ command, direction, opId }) => direction === 'in' && opId === 2 && command !== 'conRsp'),
      'neither an answer nor an error: the station keeps the telegram',
    );
    t.equal((await station.closed).by, 'peer');
    const again = () => center.baseStation({ bsEui: NEAR, register: false, session: station.session });
    await t.rejects(again(), { code: 11 });
    await until(async () => {
      await center.clock.advance(STEP_MS);
      return (await health()).code === 503;
    });
    t.match(await health(), {
      page: { status: 'unhealthy', components: [{}, {}, { name: 'database', healthy: false, detail: /full/ }] },
    });
    const [database] = (await center.api.call('GetSystemStatus', {})).services.filter(
      ({ name }) => name === 'database',
    );
    t.match(database, { healthy: false });

    center.sabotage(ROOM_AGAIN);
    await center.clock.advance(1000);
    await center.clock.advance(1000);
    using messages = center.follow();
    await using back = await again();
    t.ok(back.connected?.snResume, 'the session was not thrown away');
    await until(() => back.session.open.size === 0);
    await center.clock.advance(500);
    t.equal((await messages.next()).packet_cnt, 1, 'what was not answered came again');
    t.equal(await center.visible(), 1);
    await until(async () => {
      await center.clock.advance(STEP_MS);
      return (await health()).code === 200;
    });
    t.match(await center.api.call('GetBaseStation', { bs_eui: NEAR }), { status: 'online', session_resumed: true });
  },
);

t.test('stop ends while stations and streams are open, and tells them', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const station = await center.baseStation({ bsEui: NEAR });
  const deaf = await center.baseStation({ bsEui: '70b3d59cd0000002', dialect: { reading: 'none', stall: 'con' } });
  const silent = await center.baseStation({ bsEui: '70b3d59cd0000003', dialect: { stall: 'tcp' } });
  await center.endpoint({ ep_eui: METER });
  using messages = center.follow();
  await station.start('ulData', uplink({ packetCnt: 1 }));
  await center.clock.advance(500);
  await messages.next();
  await center.stop();
  const ended = (await messages.ended) as Error & { code: number; metadata: { get(name: string): unknown[] } };
  t.equal(ended.code, 14);
  t.same(ended.metadata.get('x-error-token'), ['ErrTokenServiceStopping']);
  await Promise.all([station.closed, deaf.closed, silent.closed]);
  t.match(center.rows('SELECT disconnect_reason FROM base_station ORDER BY id LIMIT 1'), [
    { disconnect_reason: 'server_stopped' },
  ]);
  await center.stop();
});
