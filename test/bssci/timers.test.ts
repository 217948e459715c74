import t from 'tap';
import { DAY_MS } from '../../src/kit/units.ts';
import { BS, Center, ulData } from './center.ts';

t.test('a silent station is pinged, and closed when it stays silent', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.connect();
  await station.ping(1);
  await center.clock.advance(31_000);
  t.same(await station.next(), { command: 'ping', opId: -1 });
  station.send({ command: 'pingRsp', opId: -1 });
  t.same(await station.next(), { command: 'pingCmp', opId: -1 });
  await center.clock.advance(31_000);
  t.same(await station.next(), { command: 'ping', opId: -2 });
  await center.clock.advance(31_000);
  t.equal(await station.next(), undefined);
  await center.deserted();
  t.match(center.row('SELECT disconnect_reason FROM base_station'), { disconnect_reason: 'timeout' });
  t.match(center.row('SELECT last_sc, last_bs FROM session'), { last_sc: -2, last_bs: 1 });
});

t.test('an unanswered ping does no harm while the station is heard', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.connect();
  await station.ping(1);
  await center.clock.advance(31_000);
  await station.until('ping');
  for (let opId = 2; opId < 6; opId++) {
    await center.clock.advance(25_000);
    await station.ping(opId);
  }
});

t.test('a station is asked for its status, and what it says is kept', async t => {
  await using center = await Center.start(t.testdir(), { times: { status_first_s: 5 } });
  center.station(BS);
  const station = await center.connect();
  await station.ping(1);
  const answer = async (fields: object) => {
    const { opId } = await station.until('status');
    station.send({ command: 'statusRsp', opId, code: 0, message: '', ...fields });
    t.match(await station.next(), { command: 'statusCmp', opId });
    return center.row('SELECT * FROM base_station');
  };
  await center.clock.advance(5000);
  const now = () => BigInt(center.clock.now());
  const first = await answer({
    time: now() * 1_000_000n + 5_000_000n,
    dutyCycle: 0.5,
    cpuLoad: 5.6,
    uptime: 100,
    temp: 47,
  });
  t.match(first, {
    status_code: 0,
    duty_cycle: 0.5,
    cpu_load: 5.6,
    uptime_s: 100,
    temperature: 47,
    clock_offset_ms: 5,
  });
  await center.clock.advance(30_000);
  await station.ping(2);
  await center.clock.advance(30_000);
  const second = await answer({ time: now() * 1000n, uptime: 3, geoLocation: [48.1, 11.5, 500] });
  t.match(second, { clock_offset_ms: 0, uptime_s: 3, latitude: 48.1, duty_cycle: null }, 'microseconds are understood');
  for (let i = 0; i < 2; i++) {
    await center.clock.advance(30_000);
    await station.ping(3 + i);
  }
  const third = await answer({ time: now() - 86_400_000n, code: 5, message: 'fan' });
  t.match(third, { clock_offset_ms: -DAY_MS, status_code: 5, status_message: 'fan' }, 'and milliseconds');
  const told = center.events().filter(type => type !== 'basestation.operation_timeout');
  t.same(told, [
    'basestation.connected',
    'basestation.location_changed',
    'basestation.restarted',
    'basestation.status_error',
    'basestation.clock_offset',
  ]);
  t.equal(center.row('SELECT count(*) AS n FROM operation')?.n, 0);
});

t.test('no second status request is sent while one is unanswered', async t => {
  await using center = await Center.start(t.testdir(), { times: { status_first_s: 5, status_s: 5 } });
  center.station(BS);
  const station = await center.connect();
  await station.ping(1);
  await center.clock.advance(6000);
  await station.until('status');
  for (let i = 0; i < 4; i++) {
    await center.clock.advance(20_000);
    await station.ping(2 + i);
  }
  t.notOk(station.received.some(({ command }) => command === 'status'));
});

t.test('ids of pings are stored together with the next effect, at the end, or after half a minute', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.connect();
  const lastBs = () => center.row('SELECT last_bs FROM session')?.last_bs;
  await station.ping(3);
  t.equal(lastBs(), 0);
  station.send(ulData(4));
  await station.next();
  t.equal(lastBs(), 4);
  await station.ping(5);
  t.equal(lastBs(), 4);
  await center.clock.advance(30_000);
  await center.stored();
  t.equal(lastBs(), 5);
  await station.ping(6);
  await station.close();
  await center.deserted();
  t.equal(lastBs(), 6);
});

t.test('a station that takes nothing off our hands is closed', async t => {
  await using center = await Center.start(t.testdir(), { limits: { send_buffer_bytes: 262_144 } });
  center.station(BS);
  const station = await center.connect();
  await station.ping(1);
  station.socket.pause();
  const text = 'x'.repeat(1000);
  let opId = 1;
  // Errors are answered at once and need no completion: the quickest way to be owed many bytes.
  while (center.bssci.stations.count > 0 && opId < 400_000) {
    const burst = Array.from({ length: 500 }, () => ({ command: text, opId: ++opId }));
    station.send(...burst);
    await center.clock.advance(500);
    await new Promise(resolve => setImmediate(resolve));
  }
  t.equal(center.bssci.stations.count, 0);
  await center.stored();
  t.match(center.row('SELECT disconnect_reason FROM base_station'), { disconnect_reason: 'timeout' });
  station.socket.destroy();
});
