// Long: for CI and `npm test -- --long`.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import t from 'tap';
import { DAY_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { type SimulatedStation, SimulatedStation as Station } from '../../../src/simulate/base-station.ts';
import { waystation } from '../../cli/waystation.ts';
import { Center, until } from '../../peers/center.ts';
import { commandOn, dataOf, health, status } from '../../peers/certificate-scene.ts';
import { ManualClock } from '../../peers/manual-clock.ts';
import { euiOf } from '../../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const FAR = '70b3d59cd0000002';
const YEAR_MS = 365 * DAY_MS;
/** The clock is looked at so often. */
const LOOK_MS = 10_000;

/** A station on the right time, whatever the center's clock says. */
const onTime = (center: Center, bsEui: string, truth: ManualClock, register = true) =>
  center.baseStation({ bsEui, register, clock: truth });

async function askStatus(center: Center, ...euis: string[]): Promise<void> {
  for (const bs_eui of euis) await center.api.call('RequestBaseStationStatus', { bs_eui });
}

const shownFrom = (center: Center) =>
  new X509Certificate(readFileSync(join(center.dir, 'pki/server.crt'))).validFromDate.getTime();

const core = async (center: Center) => (await health(center)).components.find(({ name }) => name === 'core')?.detail;

/** Stops the center, sets its clock, and starts it again. */
async function restartAt(center: Center, offsetMs: number): Promise<void> {
  await center.stop();
  center.clock.jump(offsetMs);
  await center.begin();
}

t.test('a start with the clock a year ahead leaves no trace when the clock is right again', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const truth = new ManualClock(center.clock.now());
  {
    await using near = await onTime(center, NEAR, truth);
    await askStatus(center, NEAR);
    await near.settled();
  }
  const right = center.clock.now();
  await restartAt(center, YEAR_MS);
  await until(() => center.events().includes('certificate.server_renewed'));
  t.equal(shownFrom(center) <= right, true, 'the certificate begins when others than our clock say that it is');
  const { certPem, keyPem, caPem } = await center.app.pki.issue({ kind: 'base-station', eui: euiOf(FAR) });
  {
    await using near = await onTime(center, NEAR, truth, false);
    await using far = await onTime(center, FAR, truth);
    await askStatus(center, NEAR, FAR, NEAR);
    await Promise.all([near.settled(), far.settled()]);
    await center.clock.advance(LOOK_MS);
    await until(async () => (await core(center)) !== '');
  }
  t.match(dataOf(center, 'system.clock_jump'), [{ offsetMs: Number }]);
  t.equal(Math.round(Number(dataOf(center, 'system.clock_jump')[0]?.offsetMs) / DAY_MS), 365);
  t.same(dataOf(center, 'basestation.clock_offset'), [], 'no station is blamed');
  t.match(await core(center), /clock is wrong: it says .*, base stations say /);

  await restartAt(center, -YEAR_MS);
  t.equal(await core(center), '', 'the clock counts again');
  t.match(await health(center), { code: 200, status: 'healthy' });
  t.match(await status(center), { server: { status: 'valid' } });
  t.equal(Math.round(Number(dataOf(center, 'system.clock_jump')[1]?.offsetMs) / DAY_MS), -365, 'it was set back');
  await using far: SimulatedStation = await Station.connect({
    ...{ host: '127.0.0.1', port: center.ports.bssci, ca: caPem, cert: certPem, key: keyPem, clock: center.clock },
    bsEui: FAR,
  });
  await far.settled();
  await askStatus(center, FAR);
  t.same(dataOf(center, 'basestation.clock_offset'), []);
});

t.test('a server certificate from the future is replaced as soon as the clock is right', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const truth = new ManualClock(center.clock.now());
  await center.stop();
  center.clock.jump(YEAR_MS);
  await (await commandOn(center)).renewServer();
  center.clock.jump(-YEAR_MS);
  t.equal(shownFrom(center) > center.clock.now(), true);
  await center.begin();
  await until(() => shownFrom(center) <= center.clock.now());
  await using near = await onTime(center, NEAR, truth);
  await near.settled();

  center.clock.jump(YEAR_MS);
  await (await commandOn(center)).renewServer();
  await center.clock.advance(LOOK_MS);
  t.equal(shownFrom(center) > Date.now(), true);
  center.clock.jump(-YEAR_MS);
  await center.clock.advance(LOOK_MS);
  await until(() => shownFrom(center) <= center.clock.now());
  await until(() => center.events().filter(type => type === 'certificate.server_renewed').length >= 3);
});

/** A client with the right time, as the system has it, that looks at dates as every TLS library does. */
async function accepted(center: Center): Promise<string> {
  const ca = readFileSync(join(center.dir, 'pki/ca.crt'));
  const socket = connect({ host: '127.0.0.1', port: center.ports.bssci, ca, servername: 'localhost' });
  try {
    await once(socket, 'secureConnect');
    return 'accepted';
  } catch (cause) {
    return (cause as Error).message;
  } finally {
    socket.destroy();
  }
}

t.test('after jumps of years there is never a moment without a certificate that a client of now accepts', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const found = new Set<string>();
  const looks = async (times: number) => {
    for (let nth = 0; nth < times; nth++) found.add(await accepted(center));
  };
  await looks(1);
  const renewed = () => center.events().filter(type => type === 'certificate.server_renewed').length;
  for (const years of [1, 3, 9]) {
    for (const offset of [years * YEAR_MS, -years * YEAR_MS]) {
      const before = renewed();
      center.clock.jump(offset);
      await looks(2);
      await Promise.all([center.clock.advance(LOOK_MS), looks(6)]);
      await until(async () => {
        await looks(1);
        return renewed() > before;
      });
      await looks(2);
      t.same([...found], ['accepted'], `${offset / YEAR_MS} years`);
    }
    const { validFromDate, validToDate } = new X509Certificate(readFileSync(join(center.dir, 'pki/server.crt')));
    t.ok(validToDate.getTime() - validFromDate.getTime() < 1.2 * YEAR_MS, 'what is left is an ordinary certificate');
  }
  center.clock.jump(9 * YEAR_MS);
  await center.clock.advance(LOOK_MS);
  await until(() => renewed() >= 7);
  const known = renewed();
  for (let hours = 0; hours < 3; hours++) await center.clock.advance(3_600_000);
  t.equal(renewed(), known, 'it is not made again and again while the clock is ahead');
});

t.test('a jump is told once as what it is, and stations are not blamed for it', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const truth = new ManualClock(center.clock.now());
  await using near = await onTime(center, NEAR, truth);
  await using far = await onTime(center, FAR, truth);
  await askStatus(center, NEAR, FAR);
  for (const offset of [YEAR_MS, -YEAR_MS, 30_000, -30_000, -50 * YEAR_MS, 50 * YEAR_MS]) {
    center.clock.jump(offset);
    await askStatus(center, NEAR, FAR, NEAR);
    await Promise.all([center.clock.advance(LOOK_MS), truth.advance(LOOK_MS)]);
  }
  const jumps = dataOf(center, 'system.clock_jump').map(({ offsetMs }: { offsetMs?: number }) => offsetMs);
  t.same(jumps, [YEAR_MS, -YEAR_MS, 30_000, -30_000, -50 * YEAR_MS, 50 * YEAR_MS]);
  t.same(dataOf(center, 'basestation.clock_offset'), []);
  t.equal(await core(center), '');
  await Promise.all([near.settled(), far.settled()]);
});

t.test('while the clock is at 1970 it is not set, and the floor is the time of the last commit', async t => {
  // At the beginning of a minute: the sentence names minutes.
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  await using center = await Center.start({ dir: t.testdir(), now });
  const truth = new ManualClock(center.clock.now());
  await using near = await onTime(center, NEAR, truth);
  await askStatus(center, NEAR);
  const right = center.clock.now();
  center.clock.jump(-right);
  await center.clock.advance(LOOK_MS);
  await center.clock.advance(LOOK_MS);
  const since = new Date(right).toISOString().slice(0, 16).replace('T', ' ');
  const text = `clock not set: it says 1970-01-01 00:00, and it is at least ${since} UTC`;
  t.equal(await core(center), `${text} (since ${since} UTC)`, 'at the floor time goes on');
  await near.settled();
  center.clock.jump(right);
  await center.clock.advance(2 * LOOK_MS);
  t.equal(await core(center), '');
});

t.test('a station whose own clock is wrong is told of as before', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const truth = new ManualClock(center.clock.now());
  await using near = await onTime(center, NEAR, truth);
  const old = { clockOffsetNs: -BigInt(2 * YEAR_MS) * 1_000_000n };
  await using far = await center.baseStation({ bsEui: FAR, dialect: old });
  await askStatus(center, NEAR, FAR);
  t.match(dataOf(center, 'basestation.clock_offset'), [{ offsetMs: Number }]);
  t.same(dataOf(center, 'system.clock_jump'), []);
  t.equal(await core(center), '');
  await Promise.all([near.settled(), far.settled()]);
});

t.test('the status, the doctor and the health page say the same of a clock that is not set', async t => {
  const dir = join(t.testdir(), 'data');
  await using center = await Center.start({ dir });
  await center.api.call('CreateBaseStation', { base_station: { bs_eui: NEAR } });
  await center.stop();
  const later = center.clock.now() + 30 * DAY_MS;
  center.sabotage(`UPDATE event SET stored_at = ${later}`);
  center.sabotage(`UPDATE base_station SET last_status_at = ${later}, system_time_ns = ${later} * 1000000`);
  const floor = new Date(later).toISOString().slice(0, 16).replace('T', ' ');
  const words = new RegExp(`clock not set: it says [0-9-]+ [0-9:]+, and it is at least ${floor} UTC`);
  t.match((await waystation(dir, ['certs', 'status', '--data-dir', dir])).stdout, words);
  t.match((await waystation(dir, ['doctor', '--data-dir', dir])).stdout, words);
  await center.begin();
  t.match(await core(center), words);
});
