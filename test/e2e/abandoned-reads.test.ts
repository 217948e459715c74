import t, { type Test } from 'tap';
import { runningBox } from '../../src/upkeep/box/client.ts';
import { Center, until } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';
import { RestBox } from '../rest/box.ts';

// Hundreds of thousands of rows, on a machine that has other things to do.
t.setTimeout(240_000);

const NEAR = '70b3d59cd0000001';
/** Pages that are made at a time for one client. */
const SLOTS = 2;
const CALLERS = 20;
const MESSAGES = 200_000;
const EVENTS = 100_000;
const METHOD = '/platform.api.v1.PlatformService/ListMessages';
/** Nothing is like that, which is seen only when a message has been unpacked. */
const NOTHING = 'never';
/** `{ mode: NOTHING }` as a message of gRPC-Web. */
const FRAME = Buffer.concat([Buffer.of(0, 0, 0, 0, 7, 0x62, 5), Buffer.from(NOTHING)]);

/** A client asks. @returns goes away before there is an answer */
type Asks = () => () => void;

/** A service center with so much in its log that no scan over it is over soon. */
async function filled(dir: string): Promise<void> {
  await using center = await Center.start({ dir });
  await center.endpoint({ ep_eui: METER });
  const station = await center.baseStation({ bsEui: NEAR });
  await station.start('ulData', uplink({ rxTime: BigInt(center.clock.now()) * 1_000_000n }));
  await center.clock.advance(1000);
  await until(async () => (await center.visible()) === 1);
  await center.stop();
  center.sabotage(`WITH RECURSIVE n (seq) AS (SELECT 2 UNION ALL SELECT seq + 1 FROM n WHERE seq < ${MESSAGES})
    INSERT INTO message (seq, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, stored_at, user_data, format, flags,
      receptions, decode_status)
    SELECT n.seq, m.org, m.endpoint, 0, n.seq, m.rx_time_ns - n.seq, 0, m.stored_at, x'01', 0, 0, m.receptions, 'skipped'
    FROM n, message m WHERE m.seq = 1`);
  center.sabotage(`WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${EVENTS})
    INSERT INTO event (seq, uuid, org, event_type, category, severity, source_type, source_id, timestamp_at, stored_at, title)
    SELECT 1000000 + n.at, 'event ' || n.at, o.id, 'endpoint.created', 'endpoint', 'info', 'endpoint', '', n.at, n.at, 'made'
    FROM n, organization o`);
}

t.test('the thread that scans stops when its callers go away, whatever way they came', async t => {
  const dir = t.testdir();
  await filled(dir);
  await using box = await RestBox.start(dir);
  const { center, organizationId } = box;
  const { gateway } = center.ports;
  const scanning = () => center.app.scanning();
  const cancelled = () => center.log.filter(line => line.includes('"code":"CANCELLED"')).length;

  /** Resolves when all have gone away while it scans, with the steps it took afterwards. */
  const abandon = async (t: Test, asks: Asks): Promise<number> => {
    const leave = Array.from({ length: CALLERS }, asks);
    await until(async () => (await scanning()).running > 0);
    const { steps } = await scanning();
    for (const goAway of leave) goAway();
    await until(async () => (await scanning()).running === 0);
    const idle = await scanning();
    for (let round = 0; round < 50; round++) await new Promise(resolve => setImmediate(resolve));
    t.same(await scanning(), idle, 'it is idle, and stays so');
    return idle.steps - steps;
  };
  /**
   * Calls that are counted when they are cancelled: by then nothing of them is done any more.
   * @param scans so many are under way when the callers go away
   */
  const abandonCalls = async (t: Test, asks: Asks, scans = 1): Promise<void> => {
    const before = cancelled();
    const leave = Array.from({ length: CALLERS }, asks);
    await until(async () => (await scanning()).running >= scans);
    // All others wait for their slots by then.
    for (let round = 0; round < 500; round++) await new Promise(resolve => setImmediate(resolve));
    for (const goAway of leave) goAway();
    await until(() => cancelled() >= before + CALLERS);
    const idle = await scanning();
    t.equal(idle.running, 0, 'nothing is under way');
    for (let round = 0; round < 50; round++) await new Promise(resolve => setImmediate(resolve));
    t.same(await scanning(), idle, 'it is idle, and stays so');
  };
  const fetched = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array | string) => () => {
    const gone = new AbortController();
    const url = `http://127.0.0.1:${gateway}${path}`;
    const answer = fetch(url, { method, headers, signal: gone.signal, ...(body !== undefined && { body }) });
    answer.then(
      response => response.text().catch(() => ''),
      () => '',
    );
    return () => gone.abort();
  };
  const there = { 'x-organization-id': organizationId };
  const query = `organizationId=${organizationId}&severity=info&offset=9000&limit=1000`;

  await t.test('commands on the box', async t => {
    const report = { days: 7, tags: [] };
    const commands = await Promise.all(Array.from({ length: CALLERS }, () => runningBox(dir)));
    const taken = await abandon(t, () => {
      const command = commands.pop();
      command?.act('report.radio', report).catch(() => undefined);
      return () => command?.close();
    });
    const before = (await scanning()).steps;
    const patient = await runningBox(dir);
    const { endpoints } = (await patient?.act('report.radio', report)) ?? { endpoints: [] };
    patient?.close();
    t.equal(endpoints[0]?.messages, MESSAGES, 'another one gets all of it');
    const whole = (await scanning()).steps - before;
    t.ok(taken < whole / 2, `${taken} steps after they were gone, ${whole} for a report`);
  });

  await t.test('native gRPC', t => {
    const asks = () => {
      // On the wire it is the same as a call that is answered once.
      const call = center.api.stream('ListMessages', { mode: NOTHING });
      call.on('error', () => undefined).resume();
      return () => call.cancel();
    };
    // A stream of HTTP/2 that is reset before its turn comes is no call, and never counted.
    return abandonCalls(t, asks, SLOTS);
  });
  await t.test('gRPC-Web', t =>
    abandonCalls(t, fetched(METHOD, 'POST', { ...there, 'content-type': 'application/grpc-web+proto' }, FRAME)),
  );
  await t.test('Connect', t =>
    abandonCalls(t, fetched(METHOD, 'POST', { ...there, 'content-type': 'application/json' }, `{"mode":"${NOTHING}"}`)),
  );
  await t.test('REST', t => abandonCalls(t, fetched(`/api/v2/events?${query}`, 'GET', { ...box.own, ...there })));
});
