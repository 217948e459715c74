import t from 'tap';
import { createLog } from '../../src/kit/log.ts';
import type { CloseReason, Connection } from '../../src/protocol/connection.ts';
import type { Rules } from '../../src/protocol/engine.ts';
import { type Conduct, PeerSession } from '../../src/protocol/peer-session.ts';
import { ManualClock } from '../peers/manual-clock.ts';

type Table = Record<never, never>;

/** A session on a connection that is closed by hand, with what became of it. */
async function session(conduct: Partial<Conduct<Table, never>> = {}) {
  const { promise: closed, resolve } = Promise.withResolvers<CloseReason>();
  const seen: string[] = [];
  const clock = new ManualClock();
  const log = await createLog({
    level: 'error',
    format: 'json',
    destination: { write: line => seen.push(messageOf(line)) },
  });
  const connection = {
    closed,
    close: (reason: CloseReason) => resolve(reason),
    pump: () => seen.push('pump'),
  } as unknown as Connection;
  const peer = new PeerSession<Table, never>({
    clock,
    log,
    connection,
    metrics: { frame() {}, protocolError() {} },
    rules: { table: {}, commands: new Map() } as unknown as Rules<Table>,
    state: { last: 7, done: 5, lastOwn: 0 },
  });
  const over = peer.run({
    handlers: {},
    completions: {},
    answers: {},
    refusals: {},
    hooks: { refused() {}, complained() {} },
    online() {
      seen.push('online');
      return () => seen.push('offline');
    },
    begin: pump => pump(),
    tick: () => seen.push('tick'),
    ended: async reason => void seen.push(`ended ${reason}`),
    ...conduct,
  } as Conduct<Table, never>);
  return { peer, over, seen, clock };
}

function messageOf(line: string): string {
  return (JSON.parse(line) as { msg: string }).msg;
}

t.test('a session is found before its first message is taken, and not any more when its end is stored', async t => {
  const { peer, over, seen, clock } = await session();
  t.match(peer, { last: 7, done: 5 });
  await clock.advance(1000);
  peer.close('timeout');
  await over;
  await clock.advance(5000);
  t.same(seen, ['online', 'pump', 'tick', 'offline', 'ended timeout', 'offline']);
});

t.test('a session that cannot begin ends like any other', async t => {
  const { over, seen } = await session({
    begin() {
      throw new Error('not readable');
    },
  });
  await over;
  t.same(seen, ['online', 'session not begun', 'offline', 'ended storage_error', 'offline']);
});

t.test('its end is stored again and again until the store takes it', async t => {
  const { peer, clock, seen } = await session();
  let refusals = 3;
  const stored = peer.untilStored(async () => {
    if (refusals-- > 0) throw new Error('full');
    seen.push('stored');
  }, new AbortController().signal);
  for (let second = 0; second < 3; second++) {
    t.notOk(seen.includes('stored'));
    await new Promise(resolve => setImmediate(resolve));
    await clock.advance(1000);
  }
  await stored;
  t.same(
    seen.filter(what => what !== 'tick'),
    ['online', 'pump', 'disconnect not stored, tried again until it is', 'stored'],
  );
});

t.test('a stop does not wait for a store that refuses: it is asked once more', async t => {
  const { peer } = await session();
  const stop = new AbortController();
  let asked = 0;
  const stored = peer.untilStored(async () => {
    asked++;
    throw new Error('full');
  }, stop.signal);
  await new Promise(resolve => setImmediate(resolve));
  t.equal(asked, 1);
  stop.abort();
  await t.rejects(stored, { message: 'full' });
  t.equal(asked, 2);
});
