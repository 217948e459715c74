import t from 'tap';
import type { CloseReason, Connection } from '../../src/protocol/connection.ts';
import { type Claim, LivePeers } from '../../src/protocol/live-peers.ts';

/** A connection that ends as soon as it is closed, and how it was closed. */
function connection() {
  const { promise: closed, resolve } = Promise.withResolvers<CloseReason>();
  let reason: CloseReason | undefined;
  const close = (why: CloseReason) => {
    reason ??= why;
    resolve(reason);
  };
  return {
    closed,
    close,
    end: close,
    get over() {
      return reason !== undefined;
    },
  } as unknown as Connection;
}

/** A peer that claims its slot and stays until its connection is gone, and what was stored of it. */
function peer(live: LivePeers<string, object>, stored: string[], name: string, revoked = () => false) {
  const link = connection();
  const { promise: claimed, resolve } = Promise.withResolvers<boolean>();
  const served = live.serve(
    link,
    { revoked },
    async (claim: Claim<string>) => {
      const goesOn = await claim('station');
      resolve(goesOn);
      const offline = goesOn ? live.online('station', { name }) : () => {};
      stored.push(`${name} ${await link.closed}`);
      offline();
    },
    cause => stored.push(`${name} ${cause}`),
  );
  return { link, claimed, served };
}

t.test('the newest connection of a peer gets its slot, after everything about the one before is stored', async t => {
  const counts: number[] = [];
  const stored: string[] = [];
  const live = new LivePeers<string, object>(count => counts.push(count));
  const first = peer(live, stored, 'first');
  t.equal(await first.claimed, true);
  const second = peer(live, stored, 'second');
  t.equal(await second.claimed, true);
  t.same(stored, ['first replaced']);
  await first.served;
  t.match(live.find('station'), { name: 'second' });
  t.same(counts, [1, 0, 1]);
  await live.disconnect('station', 'disabled');
  t.same(stored, ['first replaced', 'second disabled']);
  t.notOk(live.connected('station'));
});

t.test('a certificate that is revoked while its connection waits for the slot ends that connection', async t => {
  const stored: string[] = [];
  const live = new LivePeers<string, object>(() => {});
  let revoked = false;
  peer(live, stored, 'first');
  const second = peer(live, stored, 'second', () => revoked);
  revoked = true;
  t.equal(await second.claimed, false);
  await second.served;
  t.same(stored, ['first replaced', 'second tls_error']);
});

t.test('what fails closes the connection and frees the slot; a stop ends every peer', async t => {
  const failures: unknown[] = [];
  const stored: string[] = [];
  const live = new LivePeers<string, object>(() => {});
  const link = connection();
  const work = async (claim: Claim<string>) => {
    await claim('station');
    throw new Error('broken');
  };
  await live.serve(link, undefined, work, cause => failures.push(cause));
  t.match(failures, [{ message: 'broken' }]);
  t.equal(await link.closed, 'storage_error');
  const next = peer(live, stored, 'next');
  t.equal(await next.claimed, true);
  t.notOk(live.stopping.aborted);
  await live.close();
  t.same(stored, ['next server_stopped']);
  t.ok(live.stopping.aborted);
});

t.test('a stop ends those too who have not said who they are, and waits for what is stored about them', async t => {
  const stored: string[] = [];
  const live = new LivePeers<string, object>(() => {});
  const { promise: admitted, resolve: admit } = Promise.withResolvers<void>();
  const link = connection();
  const served = live.serve(
    link,
    undefined,
    async (claim: Claim<string>) => {
      await admitted;
      stored.push(`admitted, goes on: ${await claim('station')}`);
    },
    cause => stored.push(`${cause}`),
  );
  const closed = live.close().then(() => stored.push('closed'));
  t.equal(await link.closed, 'server_stopped');
  await new Promise(resolve => setImmediate(resolve));
  t.same(stored, []);
  admit();
  await closed;
  t.same(stored, ['admitted, goes on: false', 'closed']);
  await served;
});
