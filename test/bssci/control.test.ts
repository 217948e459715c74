import t from 'tap';
import type { Transmission, Wait } from '../../src/bssci/control.ts';
import { Fault } from '../../src/kit/faults/faults.ts';
import type { Fields, RawStation } from '../peers/raw-station.ts';
import { BS, Center, EP, type Overrides } from './center.ts';

const BY = {
  userId: '0192f000-0000-7000-8000-000000000002',
  userEmail: 'operator@localhost',
  actor: 'operator@localhost',
};
const KEY = Buffer.from('c0ffee00112233445566778899aabbcc', 'hex');
const OPERATION = '0192f000-0000-7000-8000-00000000000a';
const NOW: Wait = { ms: 0, signal: new AbortController().signal };

const within = (seconds: number, signal = new AbortController().signal): Wait => ({ ms: seconds * 1000, signal });

async function started(dir: string, overrides: Overrides = {}) {
  const center = await Center.start(dir, overrides);
  const endpoint = center.endpoint(EP);
  const target = { station: center.station(BS), bsEui: BS };
  const online = async (con: Fields = {}) => {
    const station = await center.connect(BS, con);
    await center.online(target.station);
    return station;
  };
  const transmission = (packetCnt = 7): Transmission => ({
    endpoint,
    message: { epEui: EP, nwkSnKey: KEY, shAddr: 0xe101, packetCnt, userData: Uint8Array.of(1, 128, 255) },
    operationId: OPERATION,
    origin: 'api',
  });
  const { control } = center.bssci;
  return { center, control, target, online, transmission, station: await online() };
}

/** Token and details of the fault something ends with. */
async function refusal(call: Promise<unknown>): Promise<{ fault: string; about: object }> {
  try {
    await call;
  } catch (cause) {
    if (cause instanceof Fault) return { fault: cause.fault, about: cause.about };
    throw cause;
  }
  return { fault: 'none', about: {} };
}

function told(center: Center, type: string): Fields[] {
  return center
    .rows('SELECT user_id, data FROM event WHERE event_type = ? ORDER BY seq', type)
    .map(({ user_id, data }) => ({ user: user_id, ...(JSON.parse(String(data)) as Fields) }));
}

const lines = (center: Center) =>
  center.rows(
    "SELECT uuid, status, error, op_id, finished_at, actor FROM endpoint_operation WHERE operation = 'ul_transmit'",
  );

const statusOf = (center: Center, opId: number, fields: Fields = {}): Fields => ({
  ...{ command: 'statusRsp', opId, code: 0, message: '', time: center.clock.nowNs(), ...fields },
});

async function silent(station: RawStation, opId: number): Promise<readonly Fields[]> {
  await station.ping(opId);
  return station.received;
}

t.test('status', async t => {
  t.test('is asked for at once, and what the station says is stored before the caller learns of it', async t => {
    const { center, control, target, station } = await started(t.testdir());
    await using _ = center;
    const asked = control.requestStatus(target, within(10), BY);
    t.same(await station.next(), { command: 'status', opId: -1 });
    await center.clock.advance(42);
    station.send(statusOf(center, -1, { dutyCycle: 0.25, temp: 41.5, uptime: 100 }));
    t.same(await asked, { opId: -1, latencyMs: 42 });
    t.match(center.row('SELECT status_code, temperature FROM base_station'), { status_code: 0, temperature: 41.5 });
    t.same(told(center, 'basestation.status_received'), [
      { user: BY.userId, code: 0, dutyCycle: 0.25, temp: 41.5, uptime: 100 },
    ]);
    t.same(await station.next(), { command: 'statusCmp', opId: -1 });
    await center.clock.advance(59_000);
    t.notOk(
      station.received.some(({ command }) => command === 'status'),
      'the next one is due a minute later',
    );
  });

  t.test('one that is only due is no event; a caller who asks while it is open gets its answer', async t => {
    const { center, control, target, station } = await started(t.testdir(), {
      times: { status_first_s: 5, status_s: 5 },
    });
    await using _ = center;
    await center.clock.advance(5000);
    t.same(await station.next(), { command: 'status', opId: -1 });
    station.send(statusOf(center, -1));
    t.match(await station.next(), { command: 'statusCmp' });
    t.same(told(center, 'basestation.status_received'), []);
    await center.clock.advance(6000);
    t.same(await station.next(), { command: 'status', opId: -2 });
    const asked = [1, 2].map(() => control.requestStatus(target, within(10), BY));
    await center.clock.advance(3000);
    t.same(await silent(station, 1), [], 'no second one leaves');
    station.send(statusOf(center, -2));
    const round = { opId: -2, latencyMs: 3000 };
    t.same(await Promise.all(asked), [round, round]);
    t.equal(told(center, 'basestation.status_received').length, 1);
  });

  t.test('callers at the same moment share one request', async t => {
    const { center, control, target, station } = await started(t.testdir());
    await using _ = center;
    const asked = [1, 2, 3].map(() => control.requestStatus(target, within(10), BY));
    t.same(await station.next(), { command: 'status', opId: -1 });
    t.same(await silent(station, 1), []);
    station.send(statusOf(center, -1));
    t.same(await Promise.all(asked), Array(3).fill({ opId: -1, latencyMs: 0 }));
  });

  t.test('that the station refuses is refused, and asked for again', async t => {
    const { center, control, target, station } = await started(t.testdir());
    await using _ = center;
    const asked = refusal(control.requestStatus(target, within(10), BY));
    await station.until('status');
    station.send({ command: 'error', opId: -1, code: 95, message: 'no\tstatus' });
    t.same(await asked, {
      fault: 'BaseStationOperationRejected',
      about: { bs_eui: BS, bssci_code: 95, bssci_message: 'no status' },
    });
    t.same(told(center, 'basestation.status_received'), []);
    await center.clock.advance(30_000);
    await station.ping(1);
    await center.clock.advance(30_000);
    t.match(await station.until('status'), { command: 'status' }, 'a minute later');
  });

  t.test('that does not come in time is told when it comes', async t => {
    const { center, control, target, station } = await started(t.testdir());
    await using _ = center;
    const asked = control.requestStatus(target, within(10), BY);
    await station.until('status');
    await center.clock.advance(10_000);
    t.same(await asked, { opId: -1, latencyMs: undefined });
    t.same(await control.requestStatus(target, NOW, BY), { opId: -1, latencyMs: undefined }, 'it is still that one');
    station.send(statusOf(center, -1));
    t.match(await station.until('statusCmp'), { opId: -1 });
    t.match(told(center, 'basestation.status_received'), [{ user: BY.userId }]);
  });

  t.test('that was open before a resume is the one that is waited for', async t => {
    const { center, control, target, online, station } = await started(t.testdir());
    await using _ = center;
    const asked = refusal(control.requestStatus(target, within(10), BY));
    await station.until('status');
    await station.close();
    t.match(await asked, { fault: 'BaseStationOffline', about: { bs_eui: BS } });
    await center.deserted();
    const again = await online({ snBsOpId: 0, snScOpId: -1 });
    t.same(await again.next(), { command: 'status', opId: -1 });
    const joined = control.requestStatus(target, within(10), BY);
    await center.clock.advance(7);
    again.send(statusOf(center, -1));
    t.same(await joined, { opId: -1, latencyMs: 7 });
  });
});

t.test('ping', async t => {
  t.test('measures the round trip', async t => {
    const { center, control, target, station } = await started(t.testdir());
    await using _ = center;
    const asked = control.ping(target, within(5), BY);
    t.same(await station.next(), { command: 'ping', opId: -1 });
    await center.clock.advance(17);
    station.send({ command: 'pingRsp', opId: -1 });
    t.same(await asked, { opId: -1, latencyMs: 17 });
    t.same(await station.next(), { command: 'pingCmp', opId: -1 });
    await center.stored();
    t.same(told(center, 'basestation.ping_answered'), [{ user: BY.userId, latencyMs: 17, opId: '-1' }]);
  });

  t.test('that is refused was heard all the same', async t => {
    const { center, control, target, station } = await started(t.testdir());
    await using _ = center;
    const asked = control.ping(target, within(5), BY);
    await station.until('ping');
    station.send({ command: 'error', opId: -1, code: 5, message: '' });
    t.same(await asked, { opId: -1, latencyMs: 0 });
  });

  t.test('that is not answered in time is told once, whatever comes later', async t => {
    const { center, control, target, station } = await started(t.testdir());
    await using _ = center;
    const asked = control.ping(target, within(5), BY);
    await station.until('ping');
    await center.clock.advance(5000);
    t.same(await asked, { opId: -1, latencyMs: undefined });
    station.send({ command: 'pingRsp', opId: -1 });
    await station.until('pingCmp');
    await center.stored();
    t.same(told(center, 'basestation.ping_timeout'), [{ user: BY.userId, opId: '-1' }]);
    t.same(told(center, 'basestation.ping_answered'), []);
  });

  t.test('that is not waited for is told when it is answered, or given up', async t => {
    const { center, control, target, station } = await started(t.testdir(), { times: { answer_s: 20 } });
    await using _ = center;
    t.same(await control.ping(target, NOW, BY), { opId: -1, latencyMs: undefined });
    t.same(await control.ping(target, NOW, BY), { opId: -2, latencyMs: undefined });
    await station.until('ping');
    station.send({ command: 'pingRsp', opId: -1 });
    await station.until('pingCmp');
    await center.clock.advance(21_000);
    await center.stored();
    t.match(told(center, 'basestation.ping_answered'), [{ opId: '-1' }]);
    t.match(told(center, 'basestation.ping_timeout'), [{ opId: '-2' }]);
  });

  t.test('ends with its station, with its caller, and does not begin without a station', async t => {
    const { center, control, target, station } = await started(t.testdir());
    await using _ = center;
    const caller = new AbortController();
    const abandoned = control.ping(target, within(5, caller.signal), BY);
    await station.until('ping');
    caller.abort(new Error('gone'));
    await t.rejects(abandoned, { message: 'gone' });
    const asked = refusal(control.ping(target, within(5), BY));
    await station.until('ping');
    await station.close();
    const offline = { fault: 'BaseStationOffline', about: { bs_eui: BS } };
    t.same(await asked, offline);
    await center.deserted();
    t.same(await refusal(control.ping(target, within(5), BY)), offline);
    t.same(told(center, 'basestation.ping_timeout'), [], 'that it went is told already');
  });

  t.test('a session takes so many at a time', async t => {
    const { center, control, target, station } = await started(t.testdir());
    await using _ = center;
    const asked = Array.from({ length: 32 }, () => control.ping(target, within(5), BY));
    t.match(await refusal(control.ping(target, within(5), BY)), {
      fault: 'RateLimited',
      about: { under_way: 32, retry_after_ms: 1000 },
    });
    t.match(await refusal(control.requestStatus(target, NOW, BY)), { fault: 'RateLimited' });
    for (let opId = -1; opId >= -32; opId--) {
      t.match(await station.until('ping'), { opId });
    }
    station.send({ command: 'pingRsp', opId: -5 });
    t.match(await asked[4], { opId: -5 });
    const next = control.ping(target, within(5), BY);
    t.match(await station.until('ping'), { opId: -33 }, 'one has ended, so one may begin');
    t.match(await refusal(control.ping(target, within(5), BY)), { fault: 'RateLimited' });
    await center.clock.advance(5000);
    await Promise.all([...asked, next]);
    t.match(
      await refusal(control.ping(target, NOW, BY)),
      { fault: 'RateLimited' },
      'whether or not a caller still waits',
    );
  });
});

t.test('transmit', async t => {
  const request = {
    ...{ command: 'ulDataTx', opId: -1, epEui: BigInt(`0x${EP}`), nwkSnKey: [...KEY], shAddr: 0xe101, packetCnt: 7 },
    userData: [1, 128, 255],
  };
  const event = { user: null, epEui: EP, packetCnt: 7, opId: '-1' };
  const sent = { ...event, user: BY.userId, status: 'sent' };

  t.test('an uplink is stored, sent, and finished with its answer', async t => {
    const { center, control, target, transmission, station } = await started(t.testdir());
    await using _ = center;
    const asked = control.transmit(target, transmission(), within(5), BY);
    t.same(await station.next(), request);
    t.match(lines(center), [{ uuid: OPERATION, status: 'sent', op_id: -1, finished_at: null, actor: BY.actor }]);
    t.same(told(center, 'basestation.ul_transmit'), [sent]);
    station.send({ command: 'ulDataTxRsp', opId: -1 });
    t.same(await asked, { opId: -1, status: 'completed', message: '' });
    t.same(await station.next(), { command: 'ulDataTxCmp', opId: -1 });
    t.match(lines(center), [{ status: 'completed', error: '', finished_at: center.clock.now() }]);
    t.same(told(center, 'basestation.ul_transmit'), [sent, { ...event, status: 'completed' }]);
    t.same(center.rows('SELECT * FROM operation'), []);
    t.same(center.rows('SELECT * FROM ul_transmit'), []);
  });

  t.test('optional fields go along', async t => {
    const { center, control, target, transmission, station } = await started(t.testdir());
    await using _ = center;
    const { message, ...about } = transmission();
    const more = { profile: 'eu1', format: 3 };
    await control.transmit(target, { ...about, message: { ...message, ...more } }, NOW, BY);
    t.same(await station.next(), { ...request, ...more });
  });

  t.test('what a station refuses has failed', async t => {
    const { center, control, target, transmission, station } = await started(t.testdir());
    await using _ = center;
    const unsupported = refusal(control.transmit(target, transmission(), within(5), BY));
    await station.until('ulDataTx');
    station.send({ command: 'error', opId: -1, code: 95, message: 'no transmitter' });
    t.same(await unsupported, { fault: 'BaseStationOperationUnsupported', about: { bs_eui: BS } });
    const forbidden = refusal(control.transmit(target, transmission(), within(5), BY));
    await station.until('ulDataTx');
    station.send({ command: 'error', opId: -2, code: 1, message: 'not permitted' });
    t.same(await forbidden, { fault: 'BaseStationOperationUnsupported', about: { bs_eui: BS } });
    const busy = refusal(control.transmit(target, transmission(), within(5), BY));
    await station.until('ulDataTx');
    station.send({ command: 'error', opId: -3, code: 16, message: 'busy\n' });
    const about = { bs_eui: BS, bssci_code: 16, bssci_message: 'busy' };
    t.same(await busy, { fault: 'BaseStationOperationRejected', about });
    t.match(lines(center), [
      { status: 'failed', error: '95 no transmitter', finished_at: center.clock.now() },
      { status: 'failed', error: '1 not permitted' },
      { status: 'failed', error: '16 busy' },
    ]);
    t.same(
      told(center, 'basestation.ul_transmit').map(({ status }) => status),
      ['sent', 'failed', 'sent', 'failed', 'sent', 'failed'],
    );
    t.same(center.rows('SELECT * FROM operation'), []);
  });

  t.test('what is not answered in time may still be', async t => {
    const { center, control, target, transmission, station } = await started(t.testdir(), { times: { answer_s: 20 } });
    await using _ = center;
    const asked = refusal(control.transmit(target, transmission(), within(5), BY));
    await station.until('ulDataTx');
    await center.clock.advance(5000);
    const about = { bs_eui: BS, operation_id: OPERATION };
    t.same(await asked, { fault: 'BaseStationOperationTimeout', about });
    t.match(lines(center), [{ status: 'sent' }], 'so far only the caller has given up');
    await center.clock.advance(16_000);
    await center.stored();
    t.match(lines(center), [{ status: 'timeout', error: 'no answer', finished_at: null }]);
    station.send({ command: 'ulDataTxRsp', opId: -1 });
    await station.until('ulDataTxCmp');
    t.match(lines(center), [{ status: 'completed', error: '' }]);
    t.same(
      told(center, 'basestation.ul_transmit').map(({ status }) => status),
      ['sent', 'timeout', 'completed'],
    );
  });

  t.test('only stations that can send are asked', async t => {
    const { center, control, target, transmission, online, station } = await started(t.testdir());
    await using _ = center;
    await station.close();
    await center.deserted();
    t.match(await refusal(control.transmit(target, transmission(), NOW, BY)), { fault: 'BaseStationOffline' });
    const deaf = await online({ bidi: false });
    const refused = { fault: 'BaseStationNotBidirectional', about: { bs_eui: BS } };
    t.same(await refusal(control.transmit(target, transmission(), NOW, BY)), refused);
    t.same(await silent(deaf, 1), []);
    t.same(lines(center), []);
  });

  t.test('a resume repeats it with its old id and content, and its answer still counts', async t => {
    const { center, control, target, transmission, online, station } = await started(t.testdir());
    await using _ = center;
    const asked = control.transmit(target, transmission(), within(5), BY);
    const first = await station.until('ulDataTx');
    await station.close();
    t.match(await asked, { opId: -1, status: 'sent', message: /connection/ });
    await center.deserted();
    const content = Buffer.from(center.row('SELECT content FROM operation')?.content as Uint8Array);
    // As MessagePack writes it, only its small bytes follow each other.
    t.notOk(content.includes(KEY.subarray(3, 11)), 'the key is not readable in the store');
    const again = await online({ snBsOpId: 0, snScOpId: -1 });
    t.equal(again.answer.snResume, true);
    t.strictSame(await again.next(), first);
    again.send({ command: 'ulDataTxRsp', opId: -1 });
    await again.until('ulDataTxCmp');
    t.match(lines(center), [{ uuid: OPERATION, status: 'completed' }]);
    t.same(told(center, 'basestation.ul_transmit'), [sent, { ...event, status: 'completed' }]);
  });

  t.test('a new session ends it', async t => {
    const { center, control, target, transmission, online, station } = await started(t.testdir());
    await using _ = center;
    await control.transmit(target, transmission(), NOW, BY);
    await station.until('ulDataTx');
    await station.close();
    await center.deserted();
    const anew = await online({ snBsUuid: Array(16).fill(9) });
    t.same(await silent(anew, 1), []);
    t.match(lines(center), [{ status: 'failed', error: 'new_session', finished_at: center.clock.now() }]);
    t.same(told(center, 'basestation.ul_transmit'), [sent, { ...event, status: 'failed' }]);
  });

  t.test('so does a station that is deleted', async t => {
    const { center, control, target, transmission, station } = await started(t.testdir());
    await using _ = center;
    await control.transmit(target, transmission(), NOW, BY);
    await station.until('ulDataTx');
    await center.store.write.baseStations.remove(target.station, { ...BY, now: center.clock.now() });
    t.match(lines(center), [{ status: 'failed', error: 'session_ended' }]);
    t.same(center.rows('SELECT * FROM ul_transmit'), []);
  });

  t.test('three resumes after it was late it is given up', async t => {
    const { center, control, target, transmission, online, station } = await started(t.testdir(), {
      times: { answer_s: 20 },
    });
    await using _ = center;
    await control.transmit(target, transmission(), NOW, BY);
    await station.until('ulDataTx');
    await center.clock.advance(21_000);
    await station.close();
    await center.deserted();
    for (let resume = 1; resume <= 3; resume++) {
      const again = await online({ snBsOpId: 0, snScOpId: -1 });
      t.strictSame(await again.next(), request, `resume ${resume}`);
      t.match(lines(center), [{ status: 'timeout', finished_at: null }]);
      await again.close();
      await center.deserted();
    }
    const last = await online({ snBsOpId: 0, snScOpId: -1 });
    t.same(await silent(last, 1), []);
    t.match(lines(center), [{ status: 'timeout', error: 'no answer', finished_at: center.clock.now() }]);
    t.same(center.rows('SELECT * FROM ul_transmit'), []);
    t.same(
      told(center, 'basestation.ul_transmit').map(({ status }) => status),
      ['sent', 'timeout'],
      'and told once',
    );
  });

  t.test('a station that answers none of them is not given more than the store may keep', async t => {
    const { center, control, target, transmission, station } = await started(t.testdir(), { times: { answer_s: 5 } });
    await using _ = center;
    const give = async () => {
      const given = Array.from({ length: 33 }, (_, i) => refusal(control.transmit(target, transmission(i), NOW, BY)));
      return (await Promise.all(given)).filter(({ fault }) => fault === 'none').length;
    };
    t.equal(await give(), 32, 'so many at a time');
    await center.clock.advance(6000);
    t.equal(await give(), 32, 'then those that are late count no longer');
    await center.clock.advance(6000);
    const refused = { fault: 'RateLimited', about: { under_way: 64, retry_after_ms: 1000 } };
    t.same(await refusal(control.transmit(target, transmission(), NOW, BY)), refused, 'but they are still kept');
    t.equal(center.rows('SELECT * FROM operation').length, 64);
    station.send({ command: 'ulDataTxRsp', opId: -1 });
    await station.until('ulDataTxCmp');
    t.match(await control.transmit(target, transmission(), NOW, BY), { opId: -65, status: 'sent' });
  });
});
