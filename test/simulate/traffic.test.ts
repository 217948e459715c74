import t from 'tap';
import { ProtocolError } from '../../src/protocol/errors.ts';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import type { SteadyStationOptions } from '../../src/simulate/steady-station.ts';
import { Traffic, type TrafficOptions } from '../../src/simulate/traffic.ts';
import { until } from '../peers/center.ts';
import { testAuthority } from '../peers/certificates.ts';
import { agree, type BareCenter, bareCenter, type Fields, resumed } from './bare-center.ts';

const authority = await testAuthority();
const pems = { ca: authority.ca, ...(await authority.client('shared')) };
const NWK_KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');

function trafficOf(
  center: BareCenter,
  stations: number,
  endpoints: number,
  more: Partial<TrafficOptions> = {},
  { windowEvery, ...each }: Partial<SteadyStationOptions> & { windowEvery?: number } = {},
): Promise<Traffic> {
  return Traffic.start({
    stations: Array.from({ length: stations }, (_, i) => ({
      station: { host: '127.0.0.1', port: center.port, bsEui: `fe00000000000b5${i}`, ...pems },
      ...each,
    })),
    endpoints: Array.from(
      { length: endpoints },
      (_, i) =>
        new SimulatedEndpoint({
          epEui: `fe0000000000e10${i}`,
          nwkKey: NWK_KEY,
          ...(windowEvery !== undefined && { windowEvery }),
        }),
    ),
    ...more,
  });
}

const received = (center: BareCenter, command: string) =>
  center.lines.flatMap(({ messages }) => messages.filter(m => m.command === command));
const name = (m: Fields) => `${(m.epEui as bigint).toString(16)}/${m.packetCnt}`;

t.test('a closed loop keeps to its window and loses nothing', async t => {
  let open = 0;
  let most = 0;
  await using center = await bareCenter(authority, (m, line) => {
    if (m.command !== 'ulData') return agree(m);
    most = Math.max(most, ++open);
    setImmediate(() => {
      open--;
      line.send({ command: 'ulDataRsp', opId: m.opId });
    });
    return undefined;
  });
  await using traffic = await trafficOf(center, 1, 2);
  const totals = await traffic.run({ window: 8, count: 500 });
  t.match(totals, { sent: 500, acknowledged: 500, lost: 0, answers: 500, refused: 0 });
  t.equal(most, 8);
  t.ok(totals.p50Ms > 0 && totals.p50Ms <= totals.p99Ms && totals.p99Ms <= totals.maxMs);
  const uplinks = received(center, 'ulData');
  t.strictSame(
    uplinks.map(m => m.opId),
    Array.from({ length: 500 }, (_, i) => i + 1),
  );
  t.equal(new Set(uplinks.map(name)).size, 500, 'no telegram twice');
  const times = uplinks.map(m => m.rxTime as bigint);
  t.ok(
    times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0n)),
    'reception times rise',
  );
  t.equal(new Set(uplinks.map(m => m.epEui)).size, 2);
  await center.lines[0]?.seen('ulDataCmp', 500);
});

t.test('a telegram heard by several stations is reported by each, and counts once', async t => {
  await using center = await bareCenter(authority);
  await using traffic = await trafficOf(center, 3, 3, { heardBy: 2, payload: Buffer.of(1, 2, 3) });
  const totals = await traffic.run({ window: 4, count: 60 });
  t.match(totals, { sent: 60, acknowledged: 60, answers: 120, lost: 0 });
  const reports = new Map<string, number>();
  for (const m of received(center, 'ulData')) reports.set(name(m), (reports.get(name(m)) ?? 0) + 1);
  t.equal(reports.size, 60);
  t.ok([...reports.values()].every(count => count === 2));
  t.strictSame(received(center, 'ulData')[0]?.userData, [1, 2, 3]);
});

t.test('a cut loses nothing: unanswered uplinks come again with their old ids, then ids continue', async t => {
  // Remembers answered ids like a center that stored them; every 50th uplink the line breaks before its answer.
  let breaks = 0;
  await using center = await bareCenter(authority, (m, line) => {
    if (m.command === 'con' && center.lines.length > 1) return { ...agree(m), ...resumed };
    if (m.command === 'ulData' && Number(m.opId) % 50 === 0 && breaks < Number(m.opId) / 50) {
      breaks++;
      line.socket.destroy();
      return undefined;
    }
    return line.socket.destroyed ? undefined : agree(m);
  });
  await using traffic = await trafficOf(center, 1, 1);
  const totals = await traffic.run({ window: 8, count: 200 });
  t.match(totals, { sent: 200, acknowledged: 200, lost: 0, refused: 0, reconnects: 4, resumed: 4 });
  t.ok(totals.repeated >= 4);
  const contents = new Map<unknown, string>();
  for (const m of received(center, 'ulData')) {
    t.equal(contents.get(m.opId) ?? name(m), name(m), `id ${m.opId} always stands for one telegram`);
    contents.set(m.opId, name(m));
  }
  t.strictSame(
    [...contents.keys()].sort((a, b) => Number(a) - Number(b)),
    Array.from({ length: 200 }, (_, i) => i + 1),
  );
  for (const line of center.lines) {
    const ids = line.messages.filter(m => m.command === 'ulData').map(m => Number(m.opId));
    t.ok(
      ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? 0)),
      'ids rise on every connection',
    );
    t.match(line.messages[0], { command: 'con', opId: 0 });
  }
});

t.test('a new session makes unanswered uplinks new operations', async t => {
  await using center = await bareCenter(authority, (m, line) => {
    if (m.command === 'ulData' && m.opId === 20 && center.lines.length === 1) line.socket.destroy();
    return line.socket.destroyed ? undefined : agree(m);
  });
  await using traffic = await trafficOf(center, 1, 1);
  const totals = await traffic.run({ window: 4, count: 60 });
  t.match(totals, { sent: 60, acknowledged: 60, lost: 0, reconnects: 1, resumed: 0 });
  t.equal(center.lines[1]?.messages.find(m => m.command === 'ulData')?.opId, 1);
});

t.test('refused uplinks are counted and not repeated', async t => {
  await using center = await bareCenter(authority, m =>
    m.command === 'ulData' && m.packetCnt === 3
      ? { command: 'error', opId: m.opId, code: 71, message: 'no' }
      : agree(m),
  );
  await using traffic = await trafficOf(center, 1, 1);
  t.match(await traffic.run({ window: 1, count: 5 }), { sent: 5, acknowledged: 4, refused: 1, lost: 1 });
  await center.lines[0]?.seen('errorAck', 3);
});

t.test('an open loop does not wait for answers', async t => {
  await using center = await bareCenter(authority, m => (m.command === 'ulData' ? undefined : agree(m)));
  await using traffic = await trafficOf(center, 1, 1);
  t.match(await traffic.run({ rate: 5000, count: 40, drainMs: 1 }), { sent: 40, acknowledged: 0, lost: 40 });
  await center.lines[0]?.seen('ulData', 40);
});

t.test('a station that is refused when it comes back ends the run', async t => {
  await using center = await bareCenter(authority, (m, line) => {
    if (m.command === 'con' && center.lines.length > 1) return { command: 'error', opId: 0, code: 1, message: 'no' };
    if (m.command === 'ulData' && m.opId === 10) line.socket.destroy();
    return line.socket.destroyed ? undefined : agree(m);
  });
  await using traffic = await trafficOf(center, 1, 1);
  const totals = await traffic.run({ window: 1, count: 100 });
  t.equal(totals.lost, 1);
  t.match(traffic.failures, [new ProtocolError(1, 'no')]);
});

t.test('endpoints attach over the air, once per endpoint and station that hears it', async t => {
  await using center = await bareCenter(authority);
  await using traffic = await trafficOf(center, 2, 3, { heardBy: 2 });
  await traffic.attach();
  t.equal(received(center, 'att').length, 6);
  t.match(await traffic.run({ window: 1, count: 6 }), { acknowledged: 6 });
  const uplinks = received(center, 'ulData');
  for (const epEui of new Set(uplinks.map(m => m.epEui))) {
    const counters = new Set(uplinks.filter(m => m.epEui === epEui).map(m => m.packetCnt));
    t.strictSame(
      [...counters],
      Array.from(counters, (_, i) => i + 1),
      'counters start at 1 after the attach',
    );
  }
});

/** Agrees, and queues a downlink, and a query for its reception, for every window that opens. */
function generous(center: BareCenter): void {
  let lastSc = 0;
  let queId = 0;
  center.script = (m, line) => {
    if (m.command === 'con') lastSc = 0;
    if (m.command === 'ulData' && m.dlOpen) {
      const { epEui } = m;
      line.send({ command: 'dlRxStatQry', opId: --lastSc, epEui });
      line.send({ command: 'dlDataQue', opId: --lastSc, epEui, queId: ++queId, cntDepend: false, userData: [[7]] });
    }
    return agree(m);
  };
}

t.test('endpoints open windows, receive in them, acknowledge, and tell how they receive', async t => {
  await using center = await bareCenter(authority);
  await using traffic = await trafficOf(center, 1, 2, {}, { windowEvery: 3 });
  await traffic.attach();
  generous(center);
  const totals = await traffic.run({ window: 8, count: 40 });
  t.match(totals, { sent: 40, acknowledged: 40, lost: 0, refused: 0 });
  const uplinks = received(center, 'ulData');
  for (const uplink of uplinks) {
    const counter = Number(uplink.packetCnt);
    t.equal(uplink.dlOpen, counter % 3 === 0);
    t.equal(uplink.responseExp, uplink.dlOpen);
    t.equal(uplink.dlAck, counter > 3 && counter % 3 === 1, `${counter} acknowledges the window before it`);
  }
  const windows = uplinks.filter(m => m.dlOpen);
  t.ok(windows.length > 10);
  const acknowledging = uplinks.filter(m => m.dlAck);
  await until(() => received(center, 'dlDataRes').length >= windows.length);
  await until(() => received(center, 'dlRxStat').length >= acknowledging.length);
  t.strictSame(
    received(center, 'dlDataRes').map(({ result, ...m }) => [result, name(m)]),
    windows.map(m => ['sent', name(m)]),
  );
  t.strictSame(received(center, 'dlRxStat').map(name), acknowledging.map(name));
  const ids = center.lines.flatMap(line => line.messages.filter(m => !/(Rsp|Cmp|con)$/.test(String(m.command))));
  t.strictSame(
    ids.map(m => m.opId),
    ids.map((_, index) => index + 1),
    'ids leave in their order',
  );
});

t.test('a station vanishes once with a downlink, and comes back with its session or without', async t => {
  for (const vanish of ['resume', 'new'] as const) {
    await using center = await bareCenter(authority);
    await using traffic = await trafficOf(center, 1, 1, {}, { vanish, windowEvery: 1 });
    await traffic.attach();
    generous(center);
    const { script } = center;
    center.script = (m, line) =>
      m.command === 'con' && vanish === 'resume' ? { ...agree(m), ...resumed } : script(m, line);
    const totals = await traffic.run({ window: 1, count: 4 });
    t.match(totals, {
      sent: 4,
      acknowledged: 4,
      lost: 0,
      reconnects: 1,
      repeated: 1,
      resumed: Number(vanish === 'resume'),
    });
    t.equal(center.lines.length, 2);
  }
});

t.test('it can be closed while its stations are trying to come back', async t => {
  await using center = await bareCenter(authority, (m, line) => {
    if (m.command === 'con' && center.lines.length > 1) return undefined;
    if (m.command === 'ulData') line.socket.destroy();
    return line.socket.destroyed ? undefined : agree(m);
  });
  const traffic = await trafficOf(center, 1, 1);
  const running = traffic.run({ window: 1, count: 1, drainMs: 1 });
  await (await center.arrival()).seen('con');
  await traffic.close();
  t.match(await running, { sent: 1, lost: 1 });
  t.equal(center.lines.length, 2);
});
