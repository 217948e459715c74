import t from 'tap';
import { ACCEPTED, quiet, scene, until } from '../fakes.ts';
import { plainItem } from '../items.ts';

const MANY = 100;

t.test('log and events have their turn one after the other, however much of one of them waits', async t => {
  const { source, target, runner, stop } = scene({ window: 1 });
  target.answer = undefined;
  for (let place = 1; place <= MANY; place++) source.add(plainItem(place, place), plainItem(place, place, 'events'));
  const running = runner();
  running.start();
  for (let at = 0; at < 10; at++) {
    await until(() => target.sent.length === at + 1);
    target.sent[at]?.settle(ACCEPTED);
  }
  const streams = target.sent.slice(0, 10).map(({ items: [item] }) => item?.stream);
  t.equal(streams.filter(stream => stream === 'events').length, 5, streams.join());
  await stop(running);
});

t.test('after a lost connection a batch waits for more as long as any other', async t => {
  const { source, target, runner, stop, clock } = scene();
  target.batch = { items: 4, waitMs: 60_000 };
  source.add(...[1, 2, 3].map(place => plainItem(place, place)));
  const running = runner();
  running.start();
  await until(() => target.drivers.length === 1);
  await quiet();
  await clock.advance(59_000);
  t.equal(target.sent.length, 0);
  target.driver.context.lost({ reason: 'reset' });
  await until(() => running.figures.nextAttemptAt !== undefined);
  await clock.advance(1000);
  await until(() => target.drivers.length === 2);
  await quiet();
  await clock.advance(59_000);
  t.equal(target.sent.length, 0, 'it waits again from the beginning');
  await clock.advance(1000);
  await until(() => target.sent.length === 1);
  t.equal(target.sent[0]?.items.length, 3);
  await stop(running);
});
