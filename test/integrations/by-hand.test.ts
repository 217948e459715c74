import t from 'tap';
import type { DomainItem, ItemReader, Parked, Replay } from '../../src/domain/integration/integration-records.ts';
import { byHand } from '../../src/integrations/by-hand.ts';
import type { Retry } from '../../src/integrations/delivery/retries.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { integrationRow, quiet } from './fakes.ts';
import { plainItem } from './items.ts';

const signal = new AbortController().signal;

/** A store that has what a test says, and an engine that keeps what it is asked for. */
function scene({
  parked = [],
  items = [],
  retry = { counts: { accepted: 0, refused: 0, gone: 0, left: 0 }, done: Promise.resolve() },
}: {
  parked?: readonly Parked[];
  items?: readonly DomainItem[];
  retry?: Retry;
} = {}) {
  const clock = new ManualClock();
  const said: string[] = [];
  const replays: Replay[] = [];
  const counted: ItemReader[] = [];
  const store = {
    read: {
      integrations: {
        replays: () => replays,
        parked: (_: number, most: number) => parked.slice(0, most),
        place: (_: ItemReader, __: string, place: number) => items.find(item => item.place === place),
      },
    },
    write: {
      integrations: {
        async startReplay({ uuid, eventTypes, from, to, at }: { uuid: string } & Pick<Replay, 'eventTypes'> & Times) {
          const cursors = { log: from, events: from };
          const ends = { log: to, events: to };
          const made = { id: 7, uuid, integration: 1, eventTypes, cursors, ends, createdAt: at };
          replays.push(made);
          return made;
        },
      },
    },
    scan: {
      integrations: {
        async queued(_: AbortSignal, reader: ItemReader, { log }: Replay['cursors'], ends: Replay['ends']) {
          counted.push(reader);
          said.push(`counted ${log}-${ends.log}`);
          return { count: ends.log - log };
        },
      },
    },
  };
  const retried: { place: number }[][] = [];
  const engine = {
    test: async () => ({ ok: true, steps: [] }),
    refresh: () => void said.push('refreshed'),
    retry({ id }: { id: number }, places: readonly { place: number }[]) {
      retried.push([...places]);
      return id === 1 ? retry : undefined;
    },
  };
  return { clock, said, counted, retried, hand: byHand({ store, clock, engine }), asleep: byHand({ store, clock }) };
}

interface Times {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

t.test('a replay is counted before it begins, by its own events or those of the integration', async t => {
  const { hand, said, counted, clock, asleep } = scene();
  const row = integrationRow({ eventTypes: ['attach'] });
  const began = await hand.replay(row, { from: 5, to: 9, eventTypes: ['up'] }, signal);
  t.match(began, { state: 'running', left: 4, createdAt: clock.now() });
  t.same(said, ['counted 5-9', 'refreshed']);
  t.same(counted[0]?.filter.eventTypes, ['up']);
  await hand.replay(row, { from: 5, to: undefined, eventTypes: [] }, signal);
  t.equal(said[2], `counted 5-${clock.now() + 1}`, 'what is stored right now is in it');
  t.same(counted[1]?.filter.eventTypes, ['attach']);
  t.equal((await hand.replays({ ...row, enabled: false }, signal))[0]?.state, 'waiting');
  t.match(await asleep.replay(row, { from: 5, to: 9, eventTypes: [] }, signal), { left: 4 });
  for (const to of [5, 4]) await t.rejects(hand.replay(row, { from: 5, to, eventTypes: [] }, signal), /time range/);
  await t.rejects(hand.replay(row, { from: 5, to: 9, eventTypes: ['up', 'x'] }, signal), /not in its list/);
});

t.test('what is parked is shown with its event, or without one when it is gone', async t => {
  const parked = Array.from({ length: 100 }, (_, at) => {
    return { stream: 'log', place: at + 1, reason: 'HTTP 422', parkedAt: 0 } as const;
  });
  const { hand, retried, asleep } = scene({ parked, items: parked.slice(1).map(({ place }) => plainItem(place, 1)) });
  const row = integrationRow();
  const shown = await hand.parked(row, 70);
  t.equal(shown.length, 70);
  t.same(
    shown.slice(0, 2).map(({ event }) => event),
    [undefined, plainItem(2, 1).event],
  );
  await hand.retry(row, undefined);
  await hand.retry(row, [7, 3, 1000]);
  t.equal(retried[0]?.length, 100);
  t.same(
    retried[1]?.map(({ place }) => place),
    [3, 7],
  );
  await t.rejects(hand.retry(integrationRow({ id: 2 }), undefined), /enable it first/);
  await t.rejects(asleep.retry(row, undefined), /the service does not run/);
  await t.rejects(asleep.test(row), /the service does not run/);
  t.ok((await hand.test(row)).ok);
});

t.test('a call waits no longer than twenty seconds, or than wanted, for parked items that are sent again', async t => {
  const counts = { accepted: 1, refused: 0, gone: 0, left: 2 };
  const done = Promise.withResolvers<void>();
  const { clock, hand } = scene({ retry: { counts, done: done.promise } });
  const row = integrationRow();
  const patient = hand.retry(row, undefined);
  await clock.advance(19_999);
  await quiet();
  t.equal(await Promise.race([patient, Promise.resolve('waiting')]), 'waiting');
  await clock.advance(1);
  t.same(await patient, counts);
  const leaving = new AbortController();
  const gone = hand.retry(row, undefined, leaving.signal);
  await quiet();
  leaving.abort();
  t.same(await gone, counts);
  const quick = hand.retry(row, undefined);
  done.resolve();
  t.same(await quick, counts);
});
