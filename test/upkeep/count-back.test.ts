import t from 'tap';
import { countAgain, countBack } from '../../src/upkeep/count-back.ts';
import { ManualClock } from '../peers/manual-clock.ts';

function scene(steps: number) {
  let left = steps;
  const lines: unknown[] = [];
  const step = async () => ({ counted: 10, more: --left > 0, tookMs: 1 });
  const store = {
    read: { history: { activityFrom: () => left } },
    write: { countBack: { step } },
  } as unknown as Parameters<typeof countBack>[0]['store'];
  const clock = new ManualClock();
  const log = { info: (...line: unknown[]) => lines.push(line) } as never;
  const run = async () => {
    let over = false;
    const done = countBack({ store, clock, log }).finally(() => {
      over = true;
    });
    while (!over) await clock.advance(5);
    return done;
  };
  return { run, lines, left: () => left };
}

t.test('older messages are counted a part at a time, and it says how far it is', async t => {
  const { run, lines, left } = scene(150);
  await run();
  t.equal(left(), 50);
  t.match(lines, [[{ messages: 1000, before: 50 }, 'older messages are being counted for analytics']]);
  await run();
  t.equal(left(), 0);
  t.match(lines[1], [{ messages: 500 }, 'all older messages are counted for analytics']);
  await run();
  t.equal(lines.length, 2, 'where all is counted, it does and says nothing');
});

t.test('hours that have changed are counted again step by step, a part of them in one run', async t => {
  let left = 130;
  const store = {
    read: { recount: { isDue: () => left > 0 } },
    write: { recount: { step: async () => ({ more: --left > 0, tookMs: 1 }) } },
  } as unknown as Parameters<typeof countAgain>[0]['store'];
  const clock = new ManualClock();
  const run = async () => {
    let over = false;
    const done = countAgain({ store, clock }).finally(() => {
      over = true;
    });
    while (!over) await clock.advance(5);
    return done;
  };
  await run();
  t.equal(left, 30);
  await run();
  t.equal(left, 0);
  await run();
  t.equal(left, 0, 'where nothing has changed, it does nothing');
});
