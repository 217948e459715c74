import { join } from 'node:path';
import t from 'tap';
import { BS, Center, conOf, UUID } from './center.ts';

const ABOUT = ['basestation.connected', 'basestation.disconnected', 'basestation.session_reset'];
const FRESH = { snBsUuid: UUID.toReversed() };

/** A center whose station has just lost its connection. */
async function lost(dir: string): Promise<{ center: Center; at: number; told: () => unknown[] }> {
  const center = await Center.start(dir);
  center.station(BS);
  const station = await center.connect();
  await center.clock.advance(3000);
  await station.close();
  await center.deserted();
  const at = center.clock.now();
  center.db.exec('DELETE FROM event');
  const told = () =>
    center
      .events()
      .filter(type => ABOUT.includes(type))
      .map(type => type.replace('basestation.', ''));
  return { center, at, told };
}

t.test('a station that stays away is told after 10 s, with the time of the loss', async t => {
  const { center, at, told } = await lost(t.testdir());
  await using _ = center;
  await center.clock.advance(9999);
  await center.stored();
  t.same(told(), []);
  await center.clock.advance(1);
  await center.stored();
  t.same(told(), ['disconnected']);
  const [event] = center.rows('SELECT timestamp_at, stored_at, data FROM event');
  t.match(event, { timestamp_at: at, stored_at: at + 10_000 });
  t.match(JSON.parse(String(event?.data)), { reason: 'closed_by_peer', onlineSeconds: 3 });
  await center.connect();
  await center.stored();
  t.same(told(), ['disconnected', 'connected'], 'it is back');
});

t.test('a gap of less than 10 s is not told, whichever session follows', async t => {
  const dir = t.testdir();
  for (const [con, events] of [
    [{}, []],
    [FRESH, ['session_reset']],
  ] as const) {
    const { center, told } = await lost(join(dir, String(events.length)));
    await using _ = center;
    await center.clock.advance(9999);
    const station = await center.connect(BS, con);
    t.equal(station.answer.snResume, events.length === 0);
    await station.ping(100);
    await center.clock.advance(20_000);
    await center.stored();
    t.same(told(), events);
  }
});

t.test('a station that comes back into a store that fails is told like one that stays away', async t => {
  const dir = t.testdir();
  for (const [name, con] of [
    ['resumed', {}],
    ['new', FRESH],
  ] as const) {
    const { center, at, told } = await lost(join(dir, name));
    await using _ = center;
    await center.clock.advance(5000);
    center.db.exec(`CREATE TRIGGER full BEFORE INSERT ON presence BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    const station = await center.dial();
    station.send(conOf(BS, con));
    await station.until('conRsp');
    station.send({ command: 'conCmp', opId: 0 });
    t.match(await station.next(), { command: 'error', code: 11 });
    station.send({ command: 'errorAck', opId: 0 });
    await station.closed;
    center.db.exec('DROP TRIGGER full');
    await center.clock.advance(10_000);
    await center.stored();
    t.same(told(), ['disconnected'], name);
    t.match(center.row('SELECT timestamp_at FROM event'), { timestamp_at: at });
  }
});

t.test('a stop tells at once who had gone, and when', async t => {
  const { center, at, told } = await lost(t.testdir());
  await using _ = center;
  await center.clock.advance(2000);
  await center.bssci.stop();
  await center.stored();
  t.same(told(), ['disconnected']);
  t.match(center.row('SELECT timestamp_at FROM event'), { timestamp_at: at });
  await center.begin();
});
