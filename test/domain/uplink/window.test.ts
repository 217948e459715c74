import t from 'tap';
import { Windows } from '../../../src/domain/uplink/window.ts';
import { createLog } from '../../../src/kit/log.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

t.test('windows that cannot be closed are tried every second, and said once until they can', async t => {
  const clock = new ManualClock();
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) };
  let attempts = 0;
  let full = true;
  const windows = new Windows({
    clock,
    listened: () => listenedMs(0),
    log: await createLog({ level: 'info', format: 'json', destination }),
    windowMs: 500,
    async close() {
      attempts++;
      if (full) throw new Error('database or disk is full');
      return { closed: 0, nextDue: undefined, derive: false };
    },
    derive: async () => false,
  });
  windows.opened();
  await clock.advance(500);
  for (let second = 0; second < 4; second++) await clock.advance(1000);
  t.equal(attempts, 5);
  t.same(lines, ['reception windows cannot be closed']);
  full = false;
  await clock.advance(1000);
  await clock.advance(10_000);
  t.equal(attempts, 6);
  t.same(lines.slice(1), ['reception windows are closed again']);
  await windows.stop();
});

t.test(
  'what is derived goes on two slices between two closes, whether it works or not, and ends with the windows',
  async t => {
    const clock = new ManualClock();
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) };
    const done: string[] = [];
    let broken = false;
    let slices = 7;
    const windows = new Windows({
      clock,
      listened: () => listenedMs(0),
      log: await createLog({ level: 'info', format: 'json', destination }),
      windowMs: 500,
      async close() {
        done.push('close');
        return { closed: 0, nextDue: undefined, derive: slices > 0 };
      },
      async derive() {
        done.push('derive');
        if (broken) throw new Error('database or disk is full');
        return --slices > 0;
      },
    });
    windows.opened();
    await clock.advance(500);
    t.same(done.splice(0), ['close']);
    await clock.advance(20);
    t.same(done.splice(0), ['derive', 'derive', 'close']);
    broken = true;
    await clock.advance(60);
    t.same(done.splice(0), ['derive', 'close', 'derive', 'close', 'derive', 'close']);
    t.same(lines, ['blocks of messages cannot be sealed']);
    broken = false;
    await clock.advance(1000);
    t.same(done, ['derive', 'derive', 'close', 'derive', 'derive', 'close', 'derive', 'close']);
    await windows.stop();
  },
);
