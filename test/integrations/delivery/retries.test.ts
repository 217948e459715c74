import t from 'tap';
import { ACCEPTED, failed, quiet, refused, scene, until } from '../fakes.ts';
import { plainItem } from '../items.ts';

const STREAMS = { log: 'log', events: 'events' } as const;

/** A runner whose target has refused the first five items, one after the other. */
async function parkedScene(options: Parameters<typeof scene>[0] = {}) {
  const made = scene(options);
  const { source, target, runner } = made;
  target.answer = () => refused('HTTP 422');
  source.add(...[1, 2, 3, 4, 5].map(place => plainItem(place, place % 2)));
  const running = runner();
  running.start();
  await until(() => source.parked.length === 5);
  target.sent.length = 0;
  return { ...made, running };
}

const places = (...all: number[]) => all.map(place => ({ stream: STREAMS.log, place }));
const left = ({ parked }: { parked: { place: number }[] }) => parked.map(({ place }) => place).sort();

t.test('parked items are sent again in order, and parked no more once they are accepted', async t => {
  const { source, target, running, stop } = await parkedScene();
  target.answer = items => (items[0]?.place === 3 ? refused('still 422') : ACCEPTED);
  const retry = running.retry(places(5, 3, 1, 2));
  t.same(retry.counts, { accepted: 0, refused: 0, gone: 0, left: 4 });
  await retry.done;
  t.same(retry.counts, { accepted: 3, refused: 1, gone: 0, left: 0 });
  t.same(
    target.places.filter(place => place % 2 === 1),
    [1, 3, 5],
    'in the order of their endpoint',
  );
  t.ok(target.places.includes(2));
  t.same(left(source), [3, 4]);
  t.equal(source.parked.find(({ place }) => place === 3)?.reason, 'still 422');
  const [item] = target.sent[0]?.items ?? [];
  t.match(item, { replay: true, payload: { replay: undefined } });
  t.equal(running.figures.cursors.log, 5);
  t.equal(source.row().delivered, 3);
  await stop(running);
});

t.test('it is not over before the store knows, and a store that fails keeps it parked', async t => {
  const { source, target, running, stop, clock } = await parkedScene();
  const unpark = source.unpark;
  target.answer = () => ACCEPTED;
  const gate = Promise.withResolvers<void>();
  source.unpark = async () => gate.promise;
  const retry = running.retry(places(1, 3));
  await until(() => target.places.length === 1);
  await quiet();
  t.same(target.places, [1], 'the next one of the endpoint waits for it');
  t.equal(retry.counts.left, 2);
  source.unpark = unpark;
  gate.reject(new Error('disk full'));
  await quiet();
  t.same(left(source), [1, 2, 3, 4, 5]);
  while (retry.counts.left > 0) await clock.advance(1000);
  await retry.done;
  t.same(target.places, [1, 1, 3], 'sent again by the next connection');
  t.same(left(source), [2, 4, 5]);
  await stop(running);
});

t.test('what is gone from the log is parked no more', async t => {
  const { source, target, running, stop } = await parkedScene();
  target.answer = () => ACCEPTED;
  source.items.log = source.items.log.filter(({ place }) => place !== 5 && place !== 2);
  const retry = running.retry(places(1, 2, 5));
  await retry.done;
  t.same(retry.counts, { accepted: 1, refused: 0, gone: 2, left: 0 });
  t.same(left(source), [3, 4]);
  const unpark = source.unpark;
  source.unpark = async () => {
    throw new Error('disk full');
  };
  source.items.log = [];
  const broken = running.retry(places(3));
  await broken.done;
  t.same(broken.counts, { accepted: 0, refused: 0, gone: 0, left: 0 });
  source.unpark = unpark;
  const after = running.retry(places(3));
  await after.done;
  t.equal(after.counts.gone, 1, 'the next one finds it');
  const empty = running.retry([]);
  await empty.done;
  t.same(empty.counts, { accepted: 0, refused: 0, gone: 0, left: 0 });
  await stop(running);
});

t.test('two at once send each of them once, and new items go on beside them', async t => {
  const { source, target, running, stop } = await parkedScene();
  target.answer = undefined;
  const [one, other] = [running.retry(places(1, 2)), running.retry(places(1, 2, 3))];
  source.add(plainItem(6, 6));
  await until(() => target.places.length === 3);
  t.same(target.places.toSorted(), [1, 2, 6]);
  t.equal(other.counts.left, 1, 'the other two are on their way already');
  target.answer = () => ACCEPTED;
  for (const { settle } of target.sent.slice()) settle(ACCEPTED);
  await Promise.all([one.done, other.done]);
  t.same(target.places.toSorted(), [1, 2, 3, 6]);
  t.equal(one.counts.accepted + other.counts.accepted, 3);
  t.equal(running.figures.cursors.log, 6);
  await stop(running);
});

t.test('a target that is away gets them when it is back; at a stop what is left stays parked', async t => {
  const { source, target, running, stop, clock, runner } = await parkedScene();
  target.answer = () => failed('HTTP 503');
  const retry = running.retry(places(1, 2, 3));
  await until(() => running.state !== 'connected' && running.state !== 'delivering');
  target.answer = items => (items[0]?.place === 3 ? undefined : ACCEPTED);
  while (retry.counts.left > 1) await clock.advance(1000);
  await stop(running);
  await retry.done;
  t.same(retry.counts, { accepted: 2, refused: 0, gone: 0, left: 1 });
  await running.retry(places(4)).done;
  t.same(left(source), [3, 4, 5], 'nor is anything begun after that');
  t.same(left(source), [3, 4, 5]);
  target.answer = () => ACCEPTED;
  const next = runner();
  next.start();
  await quiet();
  t.same(left(source), [3, 4, 5], 'they are not sent unasked');
  await next.retry(places(3, 4, 5)).done;
  t.same(left(source), []);
  await stop(next);
});

t.test('the cursor of the integration does not follow what is sent again', async t => {
  const { source, target, running, stop } = await parkedScene();
  target.answer = items => (items[0]?.place === 6 ? undefined : refused('HTTP 422'));
  source.add(plainItem(6, 6), plainItem(7, 7));
  await until(() => source.parked.length === 6);
  target.answer = () => ACCEPTED;
  await running.retry(places(7)).done;
  t.equal(source.row().delivered, 1);
  t.equal(source.row().cursors.log, 5, 'what is under way would be lost');
  target.sent.find(({ items: [item] }) => item?.place === 6)?.settle(ACCEPTED);
  await stop(running);
  t.equal(source.row().cursors.log, 7);
});
