import t from 'tap';
import { Center, until } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';

t.setTimeout(120_000);

const WINDOW_MS = 500;

t.test('a caller that can use two messages a second is told of the others as counts', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using station = await center.baseStation({ bsEui: '70b3d59cd0000001' });
  await center.endpoint({ ep_eui: METER });
  const stream = center.api.stream('StreamMessages', { max_per_second: 2, after_seq: '0' });
  const rows: number[] = [];
  const counts: { messages: number; endpoints: { ep_eui: string; messages: number }[] }[] = [];
  stream.on(
    'data',
    ({ packet_cnt, counts: counted }: { packet_cnt: number; counts: (typeof counts)[number] | null }) =>
      counted ? counts.push(counted) : rows.push(packet_cnt),
  );
  const failures: unknown[] = [];
  stream.on('error', failure => failures.push(failure));
  for (let packetCnt = 1; packetCnt <= 6; packetCnt++) {
    await station.start('ulData', uplink({ epEui: METER, packetCnt, userData: Buffer.of(1) }));
  }
  const told = () => rows.length + counts.reduce((sum, { messages }) => sum + messages, 0);
  await until(async () => {
    await center.clock.advance(WINDOW_MS);
    return told() === 6 || failures.length > 0;
  });
  t.same(failures, []);
  t.ok(rows.length >= 2 && rows.length < 6, `${rows.length} came as they are`);
  t.same(new Set(counts.flatMap(({ endpoints }) => endpoints.map(({ ep_eui }) => ep_eui))), new Set([METER]));
  stream.cancel();
});
