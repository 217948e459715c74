import t from 'tap';
import { Center, until } from '../../peers/center.ts';
import { METER, uplink } from '../../peers/telegrams.ts';

const MB = 1_048_576;
const NEAR = '70b3d59cd0000001';
const AC = 'ac00000000000001';
/** The disk is looked at, and so is health, so often. */
const LOOK_MS = 10_000;

t.test('a full disk takes nothing, says so, and every peer goes on when there is room', async t => {
  const room = { free: 900 * MB, total: 1000 * MB };
  await using center = await Center.start({ dir: t.testdir(), diskSpace: async () => ({ ...room }) });
  const page = async () => {
    const answer = await fetch(`http://127.0.0.1:${center.ports.health_core}/health`);
    const { status, components } = (await answer.json()) as {
      status: string;
      components: { name: string; healthy: boolean; detail: string }[];
    };
    return { code: answer.status, status, database: components.find(({ name }) => name === 'database') };
  };
  const becomes = async (freeMb: number, status: string) => {
    room.free = freeMb * MB;
    await until(async () => {
      await center.clock.advance(LOOK_MS);
      return (await page()).status === status;
    });
    return page();
  };
  const metric = async () => {
    const text = await (await fetch(`http://127.0.0.1:${center.ports.health_core}/metrics`)).text();
    return Number(/^waystation_disk_free_bytes (\S+)$/m.exec(text)?.[1]);
  };
  const station = await center.baseStation({ bsEui: NEAR });
  await center.endpoint({ ep_eui: METER });
  await using back = await center.applicationCenter({ acEui: AC });
  await station.start('ulData', uplink({ packetCnt: 1 }));
  t.match(await page(), { code: 200, status: 'healthy' });

  t.match(await becomes(99, 'degraded'), {
    code: 200,
    database: { detail: /^disk almost full: 99 of 1000 MB free/ },
  });
  await station.start('ulData', uplink({ packetCnt: 2 }));
  t.equal(await metric(), 99 * MB);

  t.match(await becomes(49, 'unhealthy'), {
    code: 503,
    database: { healthy: false, detail: /^disk full: 49 of 1000 MB free, nothing is accepted below 50 MB/ },
  });
  t.equal(await center.visible(), 2, 'what was accepted becomes visible');
  await t.rejects(station.start('ulData', uplink({ packetCnt: 3 })), { name: 'ConnectionLost' });
  const kept = station.frames.findLast(({ command, direction }) => command === 'ulData' && direction === 'out')?.opId;
  t.ok(kept);
  t.notOk(
    station.frames.some(({ direction, opId }) => direction === 'in' && opId === kept),
    'neither an answer nor an error: the station keeps the telegram',
  );
  const again = () => center.baseStation({ bsEui: NEAR, register: false, session: station.session });
  await t.rejects(again(), { code: 11 }, 'come again later');
  const other = 'fe00000000000099';
  const asked = center.api.call('CreateEndPoint', { endpoint: { ep_eui: other, nwk_key: '01'.repeat(16) } });
  await t.rejects(asked, { message: /ErrTokenStorageFull/ });
  await t.resolves(center.api.call('GetEndPoint', { ep_eui: METER }), 'reading goes on');
  await until(
    () => back.frames.filter(({ command, direction }) => command === 'ulData' && direction === 'in').length === 2,
  );
  t.ok(back, 'what is stored still reaches application centers');
  t.notOk(
    center.log.some(line => /"level":(50|"error")/.test(line) && !line.includes('the disk is full')),
    'it is said once, not for every telegram',
  );

  t.match(await becomes(900, 'healthy'), { code: 200 });
  await using resumed = await again();
  t.ok(resumed.connected?.snResume, 'the session was not thrown away');
  await until(() => resumed.session.open.size === 0);
  await center.clock.advance(500);
  await until(async () => (await center.visible()) === 3);
  await center.api.call('CreateEndPoint', { endpoint: { ep_eui: other, nwk_key: '01'.repeat(16) } });
  const told = () => center.events().filter(type => type.startsWith('system.storage'));
  await until(() => told().at(-1) === 'system.storage_recovered');
  t.same(told(), ['system.storage_low', 'system.storage_critical', 'system.storage_recovered']);
});
