import t from 'tap';
import { tokenOf } from '../../../src/cli/api.ts';
import type { ClientMethods } from '../../../src/rpc/schema.gen.ts';
import type { Dialect } from '../../../src/simulate/dialect.ts';
import { Center, until } from '../../peers/center.ts';

const BS = '70b3d59cd0000001';
const OTHER = '70b3d59cd0000002';
const METHODS = ['RequestBaseStationStatus', 'InitiatePing'] as const;
/** What each of them sends. */
const COMMANDS = { RequestBaseStationStatus: 'status', InitiatePing: 'ping' } as const;

async function started(dir: string, dialect: Dialect = {}) {
  const center = await Center.start({ dir });
  const station = await center.baseStation({ bsEui: BS, dialect });
  return { center, station };
}

async function token(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (cause) {
    return tokenOf(cause).replace('ErrToken', '');
  }
  return 'none';
}

const told = (center: Center, type: string) =>
  center
    .rows(`SELECT user_email, bs_eui, data FROM event WHERE event_type = '${type}' ORDER BY seq`)
    .map(({ user_email, bs_eui, data }) => ({ user_email, bs_eui, data: JSON.parse(String(data)) }));

t.test('what is wrong with a request is told before a station is bothered', async t => {
  const { center, station } = await started(t.testdir());
  await using _ = center;
  await center.api.call('CreateBaseStation', { base_station: { bs_eui: OTHER } });
  const cases: [string, ClientMethods[(typeof METHODS)[number]]['request']][] = [
    ['EUIRequired', {}],
    ['InvalidEUIFormat', { bs_eui: 'tower' }],
    ['InvalidEUIFormat', { bs_eui: '0000000000000000' }],
    ['FieldOutOfRange', { bs_eui: BS, wait_seconds: 31 }],
    ['EUIRequired', { wait_seconds: 31 }],
    ['BaseStationNotFound', { bs_eui: '70b3d59cd00000ff' }],
    ['BaseStationOffline', { bs_eui: OTHER }],
  ];
  for (const method of METHODS) {
    for (const [expected, request] of cases) {
      t.equal(await token(center.api.call(method, request)), expected, `${method} ${JSON.stringify(request)}`);
    }
  }
  await station.settled();
  t.same([station.unread('status'), station.unread('ping')], [0, 0]);
  const base_station = { bs_eui: BS, disabled: true };
  await center.api.call('UpdateBaseStation', { base_station, update_mask: { paths: ['disabled'] } });
  for (const method of METHODS) t.equal(await token(center.api.call(method, { bs_eui: BS })), 'BaseStationDisabled');
});

t.test('a status comes with the station as it is now', async t => {
  const { center } = await started(t.testdir());
  await using _ = center;
  const answer = await center.api.call('RequestBaseStationStatus', { bs_eui: BS.toUpperCase() });
  t.match(answer, { op_id: '-1', answered: true, latency_ms: 0 });
  t.match(answer.base_station, {
    ...{
      bs_eui: BS,
      status: 'online',
      status_code: 0,
      status_message: 'ok',
      temperature_celsius: 41.5,
      cpu_load: 0.12,
    },
    ...{ mem_load: 0.35, duty_cycle: 0.01, clock_offset_ms: 0 },
  });
  t.ok(answer.base_station?.last_status_at);
  const data = { code: 0, dutyCycle: 0.01, temp: 41.5, cpuLoad: 0.12, memLoad: 0.35, uptime: 0 };
  t.same(told(center, 'basestation.status_received'), [{ user_email: 'operator@localhost', bs_eui: BS, data }]);
});

t.test('a ping gives the round trip', async t => {
  const { center } = await started(t.testdir());
  await using _ = center;
  t.match(await center.api.call('InitiatePing', { bs_eui: BS }), { op_id: '-1', answered: true, latency_ms: 0 });
  await until(() => center.events().includes('basestation.ping_answered'));
  const data = { latencyMs: 0, opId: '-1' };
  t.same(told(center, 'basestation.ping_answered'), [{ user_email: 'operator@localhost', bs_eui: BS, data }]);
});

t.test('a station that does not answer is waited for as long as it is asked, or as is usual', async t => {
  const { center, station } = await started(t.testdir(), { withhold: ['pingRsp', 'statusRsp'] });
  await using _ = center;
  const cases = [
    ['RequestBaseStationStatus', undefined, 10],
    ['InitiatePing', undefined, 5],
    ['InitiatePing', 2, 2],
    ['InitiatePing', 30, 30],
  ] as const;
  for (const [method, wait_seconds, seconds] of cases) {
    let answer: unknown;
    const asked = center.api.call(method, { bs_eui: BS, wait_seconds }, 100_000).then(given => {
      answer = given;
    });
    await station.next(COMMANDS[method]);
    await center.clock.advance(seconds * 1000 - 1);
    await center.api.call('GetReleaseInfo', {});
    t.equal(answer, undefined, `${method} waits`);
    await center.clock.advance(1);
    await asked;
    t.match(answer, { answered: false, latency_ms: null }, `${method} for ${seconds} s`);
  }
  await until(() => told(center, 'basestation.ping_timeout').length === 3);
  t.match(told(center, 'basestation.ping_timeout'), [{ bs_eui: BS, data: { opId: '-2' } }, {}, {}]);
  const status = await center.api.call('GetBaseStation', { bs_eui: BS });
  t.same([status.last_status_at, status.status], [null, 'online']);
});

t.test('a caller who does not want to wait is told the operation at once', async t => {
  const { center, station } = await started(t.testdir(), { withhold: ['pingRsp', 'statusRsp'] });
  await using _ = center;
  for (const method of METHODS) {
    t.match(
      await center.api.call(method, { bs_eui: BS, wait_seconds: 0 }),
      { answered: false, latency_ms: null },
      method,
    );
    await station.next(COMMANDS[method]);
  }
});

t.test('a status that the station refuses is refused to the caller, a ping has shown that it lives', async t => {
  const refusal = { code: 5, message: 'sensor broken' };
  const { center } = await started(t.testdir(), { refuse: { status: refusal, ping: refusal } });
  await using _ = center;
  const error = await center.api.call('RequestBaseStationStatus', { bs_eui: BS }).then(
    () => undefined,
    cause => cause,
  );
  t.equal(tokenOf(error), 'ErrTokenBaseStationOperationRejected');
  const details = String(error.metadata.get('grpc-status-details-bin')[0]);
  t.match(details, /bssci_code[^a-z]*5/);
  t.match(details, /sensor broken/);
  t.match(await center.api.call('InitiatePing', { bs_eui: BS }), { answered: true });
});

for (const method of METHODS) {
  t.test(`a station that goes meanwhile is offline: ${method}`, async t => {
    const { center, station } = await started(t.testdir());
    await using _ = center;
    station.dialect = { cutAfter: [COMMANDS[method]] };
    t.equal(await token(center.api.call(method, { bs_eui: BS })), 'BaseStationOffline');
  });
}
