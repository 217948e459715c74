import fc from 'fast-check';
import t from 'tap';
import type { EventIn } from '../../src/rpc/schema.gen.ts';
import { Center } from '../peers/center.ts';
import { decode, encode } from '../rpc/harness.ts';

const STATION = '70b3d59cd0000001';
const epEui = (n: number) => ((0xfe00n << 48n) | BigInt(n)).toString(16);

/** Follows events over native gRPC. */
function followed(center: Center, after_seq: string | undefined) {
  const stream = center.api.stream('StreamEvents', after_seq === undefined ? {} : { after_seq });
  const seqs: number[] = [];
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const look of waiting) look();
  };
  stream.on('data', ({ seq }: EventIn) => {
    seqs.push(Number(seq));
    changed();
  });
  const ended = new Promise<void>(resolve => stream.on('error', () => resolve()).on('end', resolve));
  return {
    seqs,
    ended,
    cancel: () => stream.cancel(),
    opened: new Promise<void>(resolve => stream.once('metadata', () => resolve())),
    /** Resolves when so many have come. */
    has: (count: number) =>
      new Promise<void>(resolve => {
        const look = () => {
          if (seqs.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

t.test('a stream that resumes across restarts and cuts has every event once', async t => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('create' as const), count: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constant('cut' as const), kept: fc.nat(40) }),
    fc.record({ kind: fc.constant('restart' as const), kept: fc.nat(40) }),
  );
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 8 }), async acts => {
      await using center = await Center.start({ dir: t.testdir({ [`run-${run++}`]: {} }) });
      const received: number[] = [];
      let live = followed(center, undefined);
      await live.opened;
      const first = center.rows('SELECT max(seq) AS seq FROM event')[0]?.seq as number;
      let created = 0;
      /** What the client has of it when the connection ends; the rest it has not seen. */
      const resume = async (kept: number, between: () => Promise<void>) => {
        await live.has(Math.min(kept, live.seqs.length));
        const seen = live.seqs.slice(0, kept);
        live.cancel();
        await live.ended;
        received.push(...seen);
        await between();
        live = followed(center, String(received.at(-1) ?? first));
        await live.opened;
      };
      for (const { kind, ...about } of acts) {
        if (kind === 'create' && 'count' in about) {
          const more = Array.from({ length: about.count }, () => center.endpoint({ ep_eui: epEui(++created) }));
          await Promise.all(more);
        } else if ('kept' in about) {
          await resume(about.kept, async () => {
            if (kind === 'cut') return;
            await center.stop();
            await center.begin();
          });
        }
      }
      const stored = center.rows(`SELECT seq FROM event WHERE seq > ${first} ORDER BY seq`).map(({ seq }) => seq);
      await live.has(stored.length - received.length);
      live.cancel();
      t.same([...received, ...live.seqs], stored);
    }),
    { numRuns: 4 },
  );
});

t.test('a gRPC-Web client follows the events of a base station, and is told why its stream ends', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const request = encode('StreamBaseStationEventsRequest', { bs_eui: STATION });
  await using station = await center.baseStation({ bsEui: STATION });
  const framed = Buffer.concat([Buffer.alloc(5), request]);
  framed.writeUInt32BE(request.length, 1);
  const answer = await fetch(
    `http://127.0.0.1:${center.ports.gateway}/platform.api.v1.PlatformService/StreamBaseStationEvents`,
    { method: 'POST', body: framed, headers: { 'content-type': 'application/grpc-web+proto' } },
  );
  t.equal(answer.status, 200, 'headers are there before the first event');
  const reader = answer.body?.getReader();
  let bytes = Buffer.alloc(0);
  const frame = async () => {
    while (bytes.length < 5 || bytes.length < 5 + bytes.readUInt32BE(1)) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done || !value) throw new Error('the stream has ended');
      bytes = Buffer.concat([bytes, value]);
    }
    const end = 5 + bytes.readUInt32BE(1);
    const found = { flags: bytes[0], data: bytes.subarray(5, end) };
    bytes = bytes.subarray(end);
    return found;
  };
  await center.api.call('UpdateBaseStation', {
    base_station: { bs_eui: STATION, name: 'Roof' },
    update_mask: { paths: ['name'] },
  });
  const { data } = await frame();
  t.match(decode('Event', data), { event_type: 'basestation.updated', bs_eui: STATION, source_name: 'Roof' });
  const ending = center.stop();
  const trailer = await frame();
  t.equal(trailer.flags, 0x80);
  t.match(trailer.data.toString(), /ErrTokenServiceStopping/);
  await ending;
  t.same(station.complaints, []);
});
