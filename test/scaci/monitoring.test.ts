import t from 'tap';
import { SECOND_MS } from '../../src/kit/units.ts';
import { Center, until } from '../peers/center.ts';
import { euiOf, uplink } from '../peers/telegrams.ts';
import { AC, BS, connected, conOf, dialIn, EP, scene } from './scene.ts';

const time = (ms: number) => ({ seconds: String(Math.floor(ms / SECOND_MS)), nanos: (ms % SECOND_MS) * 1_000_000 });

t.test('the status follows the latest connect through its stages', async t => {
  await using center = await scene(t);
  const status = () => center.api.call('GetScaciStatus', {});
  t.match(await status(), {
    ...{ service_online: true, enabled: true, listen_port: center.ports.scaci, protocol_version: '1.0.0' },
    ...{ sc_eui: (await center.api.call('GetReleaseInfo', {})).sc_eui, active_sessions: 0, connects_last_24h: 0 },
    ...{ last_connect_result: '', last_error: '', missed_pings: 0, last_ping_at: null },
  });
  const refused = await dialIn(center);
  refused.send(conOf(AC, { version: '2.0.0' }));
  await refused.until('error');
  t.match(await status(), { last_connect_result: 'failed', last_error: 'con: version not supported (95)' });
  const app = await dialIn(center);
  app.send(conOf(AC));
  await app.until('conRsp');
  t.match(await status(), { last_connect_result: 'pending', active_sessions: 0, resumable_sessions: 1 });
  app.send({ command: 'conCmp', opId: 0 });
  await app.ping(1);
  t.match(await status(), { last_connect_result: 'completed', active_sessions: 1, connects_last_24h: 1 });
  const late = await dialIn(center, 'acde480000000a02');
  late.send(conOf('acde480000000a02'));
  await late.until('conRsp');
  await center.clock.advance(31 * SECOND_MS);
  await late.closed;
  await until(() => center.rows("SELECT 1 FROM center_session WHERE status = 'disconnected'").length > 0);
  await until(async () => (await status()).last_connect_result === 'failed');
  t.match(await status(), { last_connect_result: 'failed', active_sessions: 1, connects_last_24h: 1 });
});

t.test('pings are timed, those without an answer counted, and both show in the session', async t => {
  await using center = await scene(t, { scaci: { ping_s: 60, ping_answer_s: 10 } });
  const { clock, api } = center;
  const status = () => api.call('GetScaciStatus', {});
  const app = await connected(center);
  await app.ping(1);
  await clock.advance(60 * SECOND_MS);
  const sentAt = clock.now();
  const { opId } = await app.until('ping');
  await clock.advance(2500);
  const answeredAt = clock.now();
  app.send({ command: 'pingRsp', opId });
  await app.until('pingCmp');
  await until(async () => (await status()).last_ping_at !== null);
  t.match(await status(), { last_ping_at: time(sentAt), last_ping_rtt_ms: 2500, missed_pings: 0, last_error: '' });
  await clock.advance(61 * SECOND_MS);
  await app.until('ping');
  await clock.advance(11 * SECOND_MS);
  await app.closed;
  await until(async () => (await status()).active_sessions === 0);
  t.match(await status(), {
    ...{ last_ping_at: time(sentAt), last_ping_rtt_ms: 2500, missed_pings: 1, last_error: 'ping: no answer' },
    resumable_sessions: 1,
  });
  t.match((await api.call('ListScaciSessions', {})).sessions, [
    { ac_eui: AC, status: 'disconnected', close_reason: 'connection_lost', last_activity_at: time(answeredAt) },
  ]);
});

t.test('what was delivered, refused and mistaken is counted and listed', async t => {
  await using center = await scene(t);
  const { clock, api } = center;
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  await app.ping(1);
  for (const packetCnt of [1, 2]) {
    await station.start('ulData', uplink({ epEui: euiOf(EP), packetCnt }));
    await clock.advance(500);
    const { opId } = await app.until('ulData');
    if (packetCnt === 1) app.send({ command: 'ulDataRsp', opId });
    else app.send({ command: 'error', opId, code: 5, message: 'no room' });
    await app.until(packetCnt === 1 ? 'ulDataCmp' : 'errorAck');
  }
  app.send({ command: 'nonsense', opId: 2 });
  await app.until('error');
  await until(() => center.rows('SELECT 1 FROM center_error').length === 2);
  const [session] = (await api.call('ListScaciSessions', { status: 'active' })).sessions;
  t.match(session, { ac_eui: AC, pending_operations: 0, operations_count: '4', last_op_id_sc: '-2' });
  const { errors } = await api.call('ListScaciErrors', { session_id: session?.id ?? '' });
  t.match(
    errors.map(({ operation_type, error_token, error_message, direction }) =>
      [operation_type, error_token, direction, error_message !== ''].join(' '),
    ),
    ['nonsense ENOTSUP sent true', 'ulData EIO received true'],
  );
  await clock.advance(1);
  const found = await api.call('GetScaciStatistics', {});
  t.match(found, { uplinks_delivered: '1', sessions_opened: 1, active_sessions: 1, total_sessions: '1' });
  t.match({ ...found.by_operation }, { ulData: '2', ping: '1' });
  t.match((await api.call('GetScaciStatus', {})).last_error, /^nonsense: .+ \(95\)$/);
});

t.test('a service center without application centers says so', async t => {
  await using center = await Center.start({ dir: t.testdir(), settings: { scaci: { enabled: false } } });
  t.equal(center.ports.scaci, null);
  t.match(await center.api.call('GetScaciStatus', {}), { service_online: false, enabled: false, listen_port: 0 });
  t.match(await center.api.call('ListScaciSessions', {}), { sessions: [], total_count: 0 });
});
