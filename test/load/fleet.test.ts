import fc from 'fast-check';
import t from 'tap';
import { ProtocolError } from '../../src/protocol/errors.ts';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { testAuthority } from '../peers/certificates.ts';
import { agree, type BareCenter, bareCenter, type Fields, resumed } from '../simulate/bare-center.ts';
import { CounterSet } from './counter-set.ts';
import { Fleet, type FleetOptions } from './fleet.ts';
import { Histogram } from './histogram.ts';

const authority = await testAuthority();
const pems = { ca: authority.ca, ...(await authority.client('shared')) };
const NWK_KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');

function fleetOf(center: BareCenter, stations: number, endpoints: number, more: Partial<FleetOptions> = {}): Fleet {
  return new Fleet({
    stations: Array.from({ length: stations }, (_, i) => ({
      host: '127.0.0.1',
      port: center.port,
      bsEui: `fe00000000000b5${i}`,
      ...pems,
    })),
    endpoints: Array.from(
      { length: endpoints },
      (_, i) => new SimulatedEndpoint({ epEui: `fe0000000000e10${i}`, nwkKey: NWK_KEY }),
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
  await using fleet = fleetOf(center, 1, 2);
  await fleet.connect();
  const totals = await fleet.run({ window: 8, count: 500 });
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
  t.strictSame(
    [...fleet.acknowledged.values()].map(set => [...set].length),
    [250, 250],
  );
  await center.lines[0]?.seen('ulDataCmp', 500);
});

t.test('a telegram heard by several stations is reported by each, and counts once', async t => {
  await using center = await bareCenter(authority);
  await using fleet = fleetOf(center, 3, 3, { heardBy: 2, payload: Buffer.of(1, 2, 3) });
  await fleet.connect();
  const totals = await fleet.run({ window: 4, count: 60 });
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
  await using fleet = fleetOf(center, 1, 1);
  await fleet.connect();
  const totals = await fleet.run({ window: 8, count: 200 });
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
  await using fleet = fleetOf(center, 1, 1);
  await fleet.connect();
  const totals = await fleet.run({ window: 4, count: 60 });
  t.match(totals, { sent: 60, acknowledged: 60, lost: 0, reconnects: 1, resumed: 0 });
  t.equal(center.lines[1]?.messages.find(m => m.command === 'ulData')?.opId, 1);
});

t.test('refused uplinks are counted and not repeated', async t => {
  await using center = await bareCenter(authority, m =>
    m.command === 'ulData' && m.packetCnt === 3
      ? { command: 'error', opId: m.opId, code: 71, message: 'no' }
      : agree(m),
  );
  await using fleet = fleetOf(center, 1, 1);
  await fleet.connect();
  t.match(await fleet.run({ window: 1, count: 5 }), { sent: 5, acknowledged: 4, refused: 1, lost: 1 });
  t.strictSame(
    [...fleet.acknowledged.values()].map(set => [...set]),
    [[1, 2, 4, 5]],
  );
  await center.lines[0]?.seen('errorAck', 3);
});

t.test('an open loop does not wait for answers', async t => {
  await using center = await bareCenter(authority, m => (m.command === 'ulData' ? undefined : agree(m)));
  await using fleet = fleetOf(center, 1, 1);
  await fleet.connect();
  t.match(await fleet.run({ rate: 5000, count: 40, drainMs: 1 }), { sent: 40, acknowledged: 0, lost: 40 });
  await center.lines[0]?.seen('ulData', 40);
});

t.test('a station that is refused when it comes back ends the run', async t => {
  await using center = await bareCenter(authority, (m, line) => {
    if (m.command === 'con' && center.lines.length > 1) return { command: 'error', opId: 0, code: 1, message: 'no' };
    if (m.command === 'ulData' && m.opId === 10) line.socket.destroy();
    return line.socket.destroyed ? undefined : agree(m);
  });
  await using fleet = fleetOf(center, 1, 1);
  await fleet.connect();
  const totals = await fleet.run({ window: 1, count: 100 });
  t.equal(totals.lost, 1);
  t.match(fleet.failures, [new ProtocolError(1, 'no')]);
});

t.test('percentiles of the histogram are right within its 3 %', async t => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.001, max: 100_000, noNaN: true }), { minLength: 1, maxLength: 300 }),
      ms => {
        const histogram = new Histogram();
        for (const value of ms) histogram.add(value);
        const sorted = [...ms].sort((a, b) => a - b);
        return [0.5, 0.99, 1].every(p => {
          const exact = sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? 0;
          const found = histogram.percentile(p);
          return found >= exact * 0.999 - 0.001 && found <= exact * 1.033 + 0.001;
        });
      },
    ),
  );
  t.equal(new Histogram().percentile(0.99), 0);
});

t.test('a set of counters holds what was added, also over the wrap', async t => {
  const set = new CounterSet(0xffff_fffe);
  for (const counter of [0xffff_fffe, 0, 5000]) t.equal(set.add(counter), true);
  t.equal(set.add(0), false);
  t.equal(set.size, 3);
  t.ok(set.has(5000) && !set.has(0xffff_ffff) && !set.has(1_000_000));
  t.strictSame([...set], [0xffff_fffe, 0, 5000]);
});

t.test('a fleet can be closed while its stations are trying to come back', async t => {
  await using center = await bareCenter(authority, (m, line) => {
    if (m.command === 'con' && center.lines.length > 1) return undefined;
    if (m.command === 'ulData') line.socket.destroy();
    return line.socket.destroyed ? undefined : agree(m);
  });
  const fleet = fleetOf(center, 1, 1);
  await fleet.connect();
  const running = fleet.run({ window: 1, count: 1, drainMs: 1 });
  await (await center.arrival()).seen('con');
  await fleet.close();
  t.match(await running, { sent: 1, lost: 1 });
  t.equal(center.lines.length, 2);
});
