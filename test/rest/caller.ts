import { pino } from 'pino';
import protobuf from 'protobufjs';
import type { Test } from 'tap';
import { openStore } from '../../src/compose/store.ts';
import type { Store } from '../../src/domain/domain.ts';
import type { Clock } from '../../src/kit/time/clock.ts';
import type { Group } from '../../src/rest/define.ts';
import type { RestClientMethods, RestMethodName } from '../../src/rest/schema.gen.ts';
import { REST_SERVICE, SERVICES } from '../../src/rest/services.ts';
import { communityAccess } from '../../src/rpc/call/community.ts';
import type { Admission, AnswerFacts } from '../../src/rpc/call/define.ts';
import type { Incoming } from '../../src/rpc/call/incoming.ts';
import { Invoker } from '../../src/rpc/call/invoke.ts';
import { RpcFailure } from '../../src/rpc/call/status.ts';
import { rpcTable } from '../../src/rpc/call/table.ts';
import { pageTokens } from '../../src/rpc/page-token.ts';
import { wireMethods } from '../../src/rpc/serve/wire.ts';
import { makeDatabase } from '../domain/database.ts';
import { OPERATOR, ORGANIZATION, restSchema } from '../rpc/harness.ts';
import { windClock } from '../rpc/wind-clock.ts';

export { ORGANIZATION } from '../rpc/harness.ts';
export const START = Date.UTC(2026, 2, 4, 12, 30);

/** What the groups of a test work on. */
export interface Scene {
  readonly store: Store;
  readonly clock: Clock;
}

type Conditions = Pick<NonNullable<Incoming['conditions']>, 'ifMatch' | 'once'>;

const compiled = restSchema();
const methods = wireMethods(compiled, [...SERVICES, REST_SERVICE]);
const root = protobuf.Root.fromJSON(compiled.json).resolveAll() as protobuf.Root;

/** The encoded request, and how to read an answer. */
function encoded(method: RestMethodName, request: object) {
  const [serviceName = '', name = ''] = method.split('/');
  const service = root.lookupService(serviceName);
  const [wire, rpc] = [methods.get(method), service.methods[name]];
  if (!wire || !rpc) throw new Error(`no method ${method}`);
  const asked = service.lookupType(rpc.requestType);
  const answered = service.lookupType(rpc.responseType);
  const plain = (bytes: Uint8Array) => answered.toObject(answered.decode(bytes), { defaults: true, longs: String });
  return { codec: wire.proto(asked.encode(asked.fromObject(request)).finish()), plain };
}

function failureOf(error: unknown) {
  if (!(error instanceof RpcFailure)) throw error;
  const { token, about } = error.status;
  return { token: token.replace('ErrToken', ''), about };
}

/**
 * Methods of the public API over a real store, with a clock that only the test moves.
 * @param groups makes the groups that the test calls
 */
export async function openCaller(t: Test, path: string, groups: (scene: Scene) => readonly Group[]) {
  makeDatabase(path);
  const windowLengths = { receptionMs: 0, duplicateMs: 300_000 };
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' }, { windowLengths });
  t.teardown(() => store.close());
  const clock = windClock(START);
  const made = groups({ store, clock });
  const rows = rpcTable(made.map(group => group.methods));
  const operator = communityAccess(OPERATOR, { id: 1, uuid: ORGANIZATION });
  /** By address; every other caller is the operator. */
  const others = new Map<string, Admission>();
  const invoker = new Invoker({
    table: rows,
    access: { ...operator, admit: (row, incoming) => others.get(incoming.address) ?? operator.admit(row, incoming) },
    clock,
    log: pino({ level: 'silent' }),
    tokens: pageTokens(Buffer.alloc(32, 7)),
    requestFields: name => methods.get(name)?.requestFields ?? [],
    requestsPerSecond: 0,
    rateLimited: () => {},
    metrics: { finished: () => {}, streams: () => {} },
  });
  invoker.open();

  /** Calls from one address. */
  const calling = (address = '127.0.0.1') => {
    const from = {
      /** The answer, and what is told beside it. */
      async whole<M extends RestMethodName>(
        method: M,
        request: RestClientMethods[M]['request'],
        conditions: Conditions = {},
      ): Promise<{ answer: RestClientMethods[M]['response']; told: AnswerFacts }> {
        const { codec, plain } = encoded(method, request);
        const told: AnswerFacts = {};
        const { signal } = new AbortController();
        const about = { transport: 'rest', address, headers: () => [], secure: true, timeoutMs: undefined } as const;
        const bytes = await invoker.unary(method, codec, { ...about, signal, conditions: { ...conditions, told } });
        return { answer: plain(bytes) as never, told };
      },
      async call<M extends RestMethodName>(
        method: M,
        request: RestClientMethods[M]['request'],
        conditions?: Conditions,
      ): Promise<RestClientMethods[M]['response']> {
        return (await from.whole(method, request, conditions)).answer;
      },
      /** The token, and what else the refusal says. */
      async refused<M extends RestMethodName>(
        method: M,
        request: RestClientMethods[M]['request'],
        conditions?: Conditions,
      ) {
        return from.whole(method, request, conditions).then(() => ({ token: 'none', about: {} }), failureOf);
      },
      /** The token a call is refused with, without its prefix. */
      async refusal<M extends RestMethodName>(
        method: M,
        request: RestClientMethods[M]['request'],
        conditions?: Conditions,
      ): Promise<string> {
        return (await from.refused(method, request, conditions)).token;
      },
    };
    return from;
  };

  return {
    groups: made,
    rows,
    store,
    invoker,
    clock,
    now: () => clock.now(),
    advance: (ms: number) => clock.advance(ms),
    ...calling(),
    /** The same methods as another caller has them. */
    as(admission: Admission) {
      const address = `127.0.1.${others.size + 1}`;
      others.set(address, admission);
      return calling(address);
    },
  };
}
