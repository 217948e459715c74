import { join } from 'node:path';
import { pino } from 'pino';
import t from 'tap';
import { openStore } from '../../src/compose/store.ts';
import { KeyGate } from '../../src/domain/apikey/gate.ts';
import { issueKey } from '../../src/domain/apikey/issue.ts';
import type { Fault } from '../../src/kit/faults/faults.ts';
import { Notifier } from '../../src/kit/notifier.ts';
import { turn } from '../../src/kit/time/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/kit/units.ts';
import { keyedAccess } from '../../src/rest/access.ts';
import { communityAccess } from '../../src/rpc/call/community.ts';
import type { Row } from '../../src/rpc/call/define.ts';
import { Invoker } from '../../src/rpc/call/invoke.ts';
import { RefusalEvents } from '../../src/rpc/call/refusal-events.ts';
import { rpcTable } from '../../src/rpc/call/table.ts';
import { pageTokens } from '../../src/rpc/page-token.ts';
import { OPERATOR, ORGANIZATION } from '../rpc/harness.ts';
import { windClock } from '../rpc/wind-clock.ts';

const row: Row = { name: 'rest.v1.RestService/Stream', keyed: true, access: 'org', needs: 'R', scope: 'messages:read' };

t.test('without sign-in a stream ends with its key', async t => {
  const clock = windClock();
  const path = join(t.testdir(), 'waystation.db');
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  t.teardown(() => store.close());
  await store.write.installation.establish({}, ORGANIZATION, clock.now());
  const changed = new Notifier();
  store.newsTo(({ audited }) => audited && changed.notify());
  const keys = new KeyGate({
    ...{ read: store.read.apiKeys, write: store.write.apiKeys, raise: store.write.events.raise },
    isActive: () => false,
    ...{ changed, clock, now: () => clock.now(), log: pino({ level: 'silent' }) },
  });
  t.teardown(() => keys.stop());
  const organization = { id: 1, uuid: ORGANIZATION };
  const log = pino({ level: 'silent' });
  const refusals = new RefusalEvents({ clock, log, raise: store.write.events.raise });
  const access = keyedAccess(communityAccess(OPERATOR, organization), {
    ...{ keys, refusals, organization },
    isConsole: () => false,
  });
  const acting = { now: clock.now(), userId: undefined, userEmail: undefined, actor: 'test' };
  const open = async (name: string, expiresAt: number | null = null) => {
    const asked = { org: 1, name, user: undefined, scopes: ['messages:read'], expiresAt };
    const { key, text } = await issueKey(store.write.apiKeys.insert, asked, acting);
    const sent: Readonly<Record<string, string>> = { 'x-api-key': text, 'x-organization-id': ORGANIZATION };
    const leave = new AbortController();
    const incoming = {
      ...({
        transport: 'rest',
        address: '192.0.2.1',
        secure: true,
        timeoutMs: undefined,
        signal: leave.signal,
      } as const),
      headers: (header: string) => (sent[header] === undefined ? [] : [sent[header]]),
    };
    const stream = { row, admission: await access.admit(row, incoming), reliesOn: new Set<never>() };
    const state: { ended: boolean; reason: Fault | undefined } = { ended: false, reason: undefined };
    void access.uncovered?.(stream, leave.signal).then(reason => Object.assign(state, { ended: true, reason }));
    return { uuid: key.uuid, state, leave };
  };
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await turn();
  };
  const [deleted, short, left, other] = [
    await open('deleted'),
    await open('short', clock.now() + MINUTE_MS),
    await open('left'),
    await open('other'),
  ];
  await store.write.apiKeys.remove(1, deleted.uuid, undefined, acting);
  await until(() => deleted.state.ended);
  t.equal(deleted.state.reason?.fault, 'ApiKeyInactive');
  left.leave.abort();
  await until(() => left.state.ended);
  t.equal(left.state.reason, undefined);
  t.equal(short.state.ended, false);
  for (let waited = 0; waited < 3; waited++) {
    clock.advance(30 * SECOND_MS);
    await turn();
  }
  await until(() => short.state.ended);
  t.equal(short.state.reason?.fault, 'ApiKeyExpired');
  t.equal(other.state.ended, false, 'no other');
  other.leave.abort();
  await until(() => other.state.ended);
});

t.test('a repeated call may be another one wherever it comes to: its key says so before it has an effect', async t => {
  const clock = windClock();
  const effects: string[] = [];
  const posted: Row = {
    ...{ name: 'rest.v1.RestService/Post', access: 'org', needs: '', scope: '' },
    input: { names: [], read: () => ({}) },
    handle: (_, { told }) => effects.push(told.repeated ? 'again' : 'first'),
  };
  const invoker = new Invoker({
    table: rpcTable([[posted]]),
    access: communityAccess(OPERATOR, { id: 1, uuid: ORGANIZATION }),
    clock,
    log: pino({ level: 'silent' }),
    tokens: pageTokens(Buffer.alloc(32)),
    requestFields: () => [],
    requestsPerSecond: 0,
    kept: ({ key, org, caller }) =>
      key === 'k' && org === 1 && caller === `operator ${OPERATOR}` ? { digest: 'd' } : undefined,
    rateLimited: () => {},
    metrics: { finished: () => {}, streams: () => {} },
  });
  invoker.open();
  const call = (key: string, digest: string) =>
    invoker.unary(
      posted.name,
      { decode: () => ({}), encode: () => 'done' },
      {
        ...{ transport: 'rest', address: '192.0.2.1', secure: true, timeoutMs: undefined, headers: () => [] },
        signal: new AbortController().signal,
        conditions: { once: { key, digest }, told: {} },
      },
    );
  await t.rejects(call('k', 'e'), /ErrTokenRequestIDReused/);
  await call('k', 'd');
  await call('l', 'e');
  t.same(effects, ['again', 'first']);
});
