import { pino } from 'pino';
import protobuf from 'protobufjs';
import type { Test } from 'tap';
import { openStore } from '../../src/compose/store.ts';
import type { Store } from '../../src/domain/domain.ts';
import { type PackedUplink, packUplink, type UplinkReport } from '../../src/domain/uplink/receive.ts';
import type { Clock, Timer } from '../../src/kit/time/clock.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import type { LiveStation, LiveStations } from '../../src/rpc/base-stations/view.ts';
import { communityAccess } from '../../src/rpc/call/community.ts';
import type { Admission, Row } from '../../src/rpc/call/define.ts';
import { Invoker } from '../../src/rpc/call/invoke.ts';
import { RpcFailure } from '../../src/rpc/call/status.ts';
import { rpcTable } from '../../src/rpc/call/table.ts';
import { pageTokens } from '../../src/rpc/page-token.ts';
import type { ClientMethods, MethodName } from '../../src/rpc/schema.gen.ts';
import type { DownlinkSettings } from '../../src/rpc/sending.ts';
import { SERVICE } from '../../src/rpc/serve/service.ts';
import { wireMethods } from '../../src/rpc/serve/wire.ts';
import { makeDatabase } from '../domain/database.ts';
import { OPERATOR, ORGANIZATION, schema } from './harness.ts';
import { windClock } from './wind-clock.ts';

export const START = Date.UTC(2026, 2, 4, 12, 30);
export const ACTIVITY_WINDOW_MS = DAY_MS;
export const DOWNLINKS: DownlinkSettings = { validityMs: DAY_MS, maxPending: 100, handOver: 'window' };

/** What the groups of a test work on. */
export interface Scene {
  readonly store: Store;
  readonly clock: Clock;
  readonly stations: LiveStations;
  /** What handlers do to stations is written down here. */
  readonly stationCalls: string[];
}

const compiled = schema();
const methods = wireMethods(compiled);
const service = (protobuf.Root.fromJSON(compiled.json).resolveAll() as protobuf.Root).lookupService(SERVICE);

/** The encoded request, and how to read an answer. */
function encoded(method: MethodName, request: object) {
  const rpc = service.methods[method];
  const wire = methods.get(method);
  if (!wire || !rpc) throw new Error(`no method ${method}`);
  const asked = service.lookupType(rpc.requestType);
  const answered = service.lookupType(rpc.responseType);
  const plain = (bytes: Uint8Array) => answered.toObject(answered.decode(bytes), { defaults: true, longs: String });
  return { codec: wire.proto(asked.encode(asked.fromObject(request)).finish()), plain };
}

function tokenOf(error: unknown): string {
  if (error instanceof RpcFailure) return error.status.token.replace('ErrToken', '');
  throw error;
}

function soon(fn: () => void): Timer {
  const id = setImmediate(fn);
  return { cancel: () => clearImmediate(id) };
}

/**
 * RPCs over a real store, with a clock that only the test moves. Stations in `live` count as connected; what handlers do to
 * them is written down in `stationCalls`.
 * @param groups makes the groups that the test calls
 */
export async function openCaller(t: Test, path: string, groups: (scene: Scene) => readonly (readonly Row[])[]) {
  const windowLengths = { receptionMs: 0, duplicateMs: 300_000 };
  makeDatabase(path);
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' }, { windowLengths });
  const clock = windClock(START);
  const live = new Map<number, LiveStation>();
  const stationCalls: string[] = [];
  const stations: LiveStations = {
    all: () => live.values(),
    find: id => live.get(id),
    async disconnect(station, reason) {
      stationCalls.push(`disconnect ${station} ${reason}`);
      live.delete(station);
    },
  };
  // The pause of a stream between two batches passes by itself.
  const pausing: Clock = { ...clock, after: (ms, fn) => (ms === 1 ? soon(fn) : clock.after(ms, fn)) };
  const rows = rpcTable(groups({ store, clock: pausing, stations, stationCalls }));
  const community = communityAccess(OPERATOR, { id: 1, uuid: ORGANIZATION });
  /** By address; every other caller is the operator. */
  const others = new Map<string, Admission>();
  const invoker = new Invoker({
    table: rows,
    access: {
      ...community,
      admit: (row, incoming) => others.get(incoming.address) ?? community.admit(row, incoming),
    },
    clock,
    log: pino({ level: 'silent' }),
    tokens: pageTokens(Buffer.alloc(32, 7)),
    requestFields: name => methods.get(name)?.requestFields ?? [],
    requestsPerSecond: 0,
    rateLimited: () => {},
    metrics: { finished: () => {}, streams: () => {} },
  });
  invoker.open();
  t.teardown(() => store.close());
  const incoming = (signal = new AbortController().signal, address = '127.0.0.1') =>
    ({ transport: 'grpc', address, headers: () => [], secure: true, timeoutMs: undefined, signal }) as const;

  /** Calls from one address. */
  const calling = (address?: string) => {
    const from = {
      async call<M extends MethodName>(
        method: M,
        request: ClientMethods[M]['request'],
      ): Promise<ClientMethods[M]['response']> {
        const { codec, plain } = encoded(method, request);
        return plain(await invoker.unary(method, codec, incoming(undefined, address))) as never;
      },
      /** The token a call is refused with, without its prefix. */
      async refusal<M extends MethodName>(method: M, request: ClientMethods[M]['request']): Promise<string> {
        return from.call(method, request).then(() => 'none', tokenOf);
      },
      /** The token, and what else the refusal says. */
      async refused<M extends MethodName>(method: M, request: ClientMethods[M]['request']) {
        return from.call(method, request).then(
          () => ({ token: 'none', about: {} }),
          (error: RpcFailure) => ({ token: tokenOf(error), about: error.status.about }),
        );
      },
    };
    return from;
  };

  const caller = {
    rows,
    store,
    live,
    stationCalls,
    invoker,
    now: () => clock.now(),
    advance: (ms: number) => clock.advance(ms),
    /** Sets the clock to another time, which is not believed. */
    jump: (ms: number) => clock.jump(ms),
    ...calling(),
    /** The same RPCs as another caller has them. */
    as(admission: Admission) {
      const address = `127.0.1.${others.size + 1}`;
      others.set(address, admission);
      return calling(address);
    },
    async stream<M extends MethodName>(method: M, request: ClientMethods[M]['request']) {
      const cancel = new AbortController();
      const { codec, plain } = encoded(method, request);
      const { batches } = await invoker.stream(method, codec, incoming(cancel.signal));
      const iterator = (async function* () {
        for await (const batch of batches) yield* batch;
      })();
      t.teardown(() => cancel.abort());
      return {
        async next(): Promise<ClientMethods[M]['response']> {
          const step = await iterator.next();
          if (step.done) throw new Error('the stream has ended');
          return plain(step.value) as never;
        },
        failure: () => iterator.next().then(() => 'none', tokenOf),
        cancel: () => cancel.abort(),
      };
    },
    async streamRefusal<M extends MethodName>(method: M, request: ClientMethods[M]['request']) {
      return caller.stream(method, request).then(
        () => undefined,
        (error: RpcFailure) => ({ token: tokenOf(error), about: error.status.about }),
      );
    },
    /** A report that arrives now, as the writer takes it; its window is over at once. */
    report(uplink: Pick<UplinkReport, 'epEui' | 'packetCnt' | 'reception'> & Partial<UplinkReport>): PackedUplink {
      return packUplink({
        userData: Buffer.of(uplink.packetCnt & 255),
        format: 0,
        flags: 0,
        progress: { session: 0, lastBs: 0, doneBs: 0 },
        arrivedAt: clock.now(),
        ...uplink,
      });
    },
  };
  return caller;
}
