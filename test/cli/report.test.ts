import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Center } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';
import { waystation } from './waystation.ts';

t.setTimeout(120_000);

t.test('the radio report comes from the server that runs, or from the folder', async t => {
  const cwd = t.testdir();
  const center = await Center.start({ dir: join(cwd, 'data'), now: Date.now() });
  await center.endpoint({ ep_eui: METER, name: 'meter <1>', tags: { floor: '2' } });
  const station = await center.baseStation({ bsEui: '70b3d59cd0000001' });
  const rxTime = BigInt(center.clock.now()) * 1_000_000n;
  await station.start('ulData', uplink({ packetCnt: 1, snr: 7, rxTime }));
  await center.clock.advance(500);
  const run = (...args: string[]) => waystation(cwd, ['report', 'radio', ...args]);

  const running = await run();
  t.equal(running.code, 0, running.stderr);
  t.match(running.stdout, new RegExp(`${METER}  meter <1> +1 +0\\.0 % +7\\.0 dB`));
  t.match((await run('--tag', 'floor=3')).stdout, /No endpoint has been heard/);
  t.equal((await run('--tag', 'floor')).code, 2);
  t.equal((await run('--days', '0')).code, 2);

  const page = await run('--html', 'radio.html', '--tag', 'floor=2');
  t.equal(page.stdout, '');
  t.ok(existsSync(join(cwd, 'radio.html')));
  t.match(readFileSync(join(cwd, 'radio.html'), 'utf8'), 'meter &lt;1&gt;');

  await station[Symbol.asyncDispose]();
  await center[Symbol.asyncDispose]();
  const stopped = await run('--json');
  t.match(JSON.parse(stopped.stdout), { endpoints: [{ eui: METER, messages: 1 }], silent: [] });
});
