import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import t from 'tap';
import { SECOND_MS } from '../../../src/kit/units.ts';
import { Frames, type StreamedMessage, serveEvents } from '../../../src/rest/serve/sse.ts';
import type { AnswerFacts } from '../../../src/rpc/call/define.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

/** A response whose reader takes so many bytes before it has enough. */
class Response extends EventEmitter {
  readonly written: string[] = [];
  destroyed = false;
  writableEnded = false;
  room = Number.POSITIVE_INFINITY;

  writeHead(): void {}

  /** As they were given: one that is shared is the same for all. */
  readonly given: (string | Buffer)[] = [];

  write(text: string | Buffer): boolean {
    this.given.push(text);
    this.written.push(String(text));
    this.room -= text.length;
    return this.room > 0;
  }

  end(): void {
    this.writableEnded = true;
  }

  drain(room = Number.POSITIVE_INFINITY): void {
    this.room = room;
    this.emit('drain');
  }

  get text(): string {
    return this.written.join('');
  }
}

const item = (seq: number, size = 1): StreamedMessage => ({ message: { seq }, json: JSON.stringify('x'.repeat(size)) });

function scene(frames = new Frames()) {
  const [response, clock, told] = [new Response(), new ManualClock(), { place: 0 } as AnswerFacts];
  const aborted = new AbortController();
  const asked: (() => void)[] = [];
  const given: (readonly StreamedMessage[] | Error)[] = [];
  let taken = 0;
  async function* batches() {
    while (!aborted.signal.aborted) {
      const next = given.shift();
      if (next instanceof Error) throw next;
      if (next) {
        taken++;
        yield next;
      } else await new Promise<void>(resolve => asked.push(resolve));
    }
  }
  const done = serveEvents(clock, {
    stream: { batches: batches(), signal: aborted.signal },
    event: 'message',
    response: response as unknown as ServerResponse,
    ...{ headers: {}, told, isHead: false, frames },
    problem: error => JSON.stringify({ detail: (error as Error).message }),
  });
  const wake = () => {
    for (const resolve of asked.splice(0)) resolve();
  };
  return {
    ...{ response, clock, told, done },
    taken: () => taken,
    give(batch: readonly StreamedMessage[] | Error) {
      given.push(batch);
      wake();
    },
    turn: () => new Promise<void>(resolve => setImmediate(resolve)),
    end() {
      aborted.abort();
      wake();
    },
  };
}

t.test('events, and signs of life between them', async t => {
  const { response, give, clock, told, turn, end, done } = scene();
  t.equal(response.text, 'retry: 2000\nid: 0\n\n');
  give([item(7), item(9)]);
  await turn();
  t.ok(response.text.endsWith('id: 7\nevent: message\ndata: "x"\n\nid: 9\nevent: message\ndata: "x"\n\n'));
  give([item(8)]);
  await turn();
  t.ok(response.text.endsWith('event: message\ndata: "x"\n\n') && !response.text.includes('id: 8'), 'told once more');
  await clock.advance(15 * SECOND_MS);
  t.ok(response.text.endsWith('\n\n: hb\n\n'));
  told.place = 20;
  await clock.advance(15 * SECOND_MS);
  t.ok(response.text.endsWith(': hb\nid: 20\n\n'));
  await clock.advance(15 * SECOND_MS);
  t.ok(response.text.endsWith(': hb\n\n'), 'a place is told once');
  end();
  await done;
  t.ok(response.writableEnded);
  const before = response.written.length;
  await clock.advance(60 * SECOND_MS);
  t.equal(response.written.length, before, 'nothing behind its end');
});

t.test('nothing is written to a reader that has enough, and nothing is read for it', async t => {
  const { response, give, clock, told, turn, taken, end, done } = scene();
  response.room = 1;
  give([item(1)]);
  give([item(2)]);
  await turn();
  t.equal(taken(), 1);
  const before = response.written.length;
  told.place = 50;
  await clock.advance(150 * SECOND_MS);
  t.equal(response.written.length, before, 'no sign of life either');
  response.drain();
  await turn();
  t.equal(taken(), 2);
  t.ok(response.text.includes('id: 2\n'));
  end();
  await done;
});

t.test('large batches are written in pieces', async t => {
  const { response, give, turn, end, done } = scene();
  response.room = 20_000;
  give(Array.from({ length: 40 }, (_, n) => item(n + 1, 8000)));
  await turn();
  const held = response.text.length;
  t.ok(held < 60_000, `${held} bytes`);
  for (let left = 40; left > 0 && !response.text.includes('id: 40\n'); left--) {
    response.drain(20_000);
    await turn();
  }
  t.ok(response.text.includes('id: 40\n'));
  response.drain();
  end();
  await done;
});

t.test('readers at the same place share what is written, and one at another place has its own', async t => {
  const frames = new Frames();
  const [one, two, ahead] = [scene(frames), scene(frames), scene(frames)];
  const items = [item(1), item(2), item(3)];
  ahead.told.place = 2;
  ahead.give([item(2)]);
  for (const { give } of [one, two]) give(items);
  await one.turn();
  ahead.give(items);
  await one.turn();
  const [mine, other] = [one.response.given.at(-1), two.response.given.at(-1)];
  t.ok(mine instanceof Buffer && mine === other);
  t.equal(
    String(mine),
    'id: 1\nevent: message\ndata: "x"\n\nid: 2\nevent: message\ndata: "x"\n\nid: 3\nevent: message\ndata: "x"\n\n',
  );
  t.ok(ahead.response.text.endsWith('event: message\ndata: "x"\n\nid: 3\nevent: message\ndata: "x"\n\n'));
  t.notOk(ahead.response.text.includes('id: 1'));
  for (const { end } of [one, two, ahead]) end();
  await Promise.all([one.done, two.done, ahead.done]);
});

t.test('what ends a stream is its last event', async t => {
  const { response, give, done } = scene();
  give([item(1)]);
  give(new Error('trouble'));
  await done;
  t.ok(response.text.endsWith('event: error\ndata: {"detail":"trouble"}\n\n'));
  t.ok(response.writableEnded);
});

t.test('a reader that has gone ends it, whatever it still had to read', async t => {
  const { response, give, turn, end, done } = scene();
  response.room = 1;
  give([item(1)]);
  await turn();
  response.destroyed = true;
  end();
  response.emit('close');
  await done;
  t.ok(response.writableEnded);
});
