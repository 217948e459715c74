import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import protobuf from 'protobufjs';
import type { Test } from 'tap';
import { packUplink } from '../../src/domain/uplink/receive.ts';
import type { Reception } from '../../src/domain/uplink/reception.ts';
import type { Clock } from '../../src/kit/clock.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { Wake } from '../../src/kit/wake.ts';
import { communityAccess } from '../../src/rpc/community.ts';
import type { Deps } from '../../src/rpc/deps.ts';
import type { LiveStation } from '../../src/rpc/groups/base-stations.ts';
import type { ServiceHealth } from '../../src/rpc/groups/system.ts';
import { Invoker } from '../../src/rpc/invoke.ts';
import { pageTokens } from '../../src/rpc/page-token.ts';
import type { ClientMethods, MethodName } from '../../src/rpc/schema.gen.ts';
import { wireMethods } from '../../src/rpc/serve/wire.ts';
import { RpcFailure } from '../../src/rpc/status.ts';
import { rpcTable } from '../../src/rpc/table.ts';
import { openDb } from '../../src/store/driver.ts';
import { migrate } from '../../src/store/migrate.ts';
import { migrations } from '../../src/store/migrations/all.ts';
import { openStore } from '../../src/store/open.ts';

export const START = Date.UTC(2026, 2, 4, 12, 30);
export const HOUR = 3_600_000;
export const ORGANIZATION = '0192f000-0000-7000-8000-000000000001';
/** Beyond 2^63, where signed numbers end. */
export const EP = ['', 'fe0000000000e101', 'fe0000000000e102', 'fe0000000000e1ff'] as const;
export const BS = ['', 'ff00000000000b51', '70b3d59cd0000002', '70b3d59cd00000ff'] as const;

const root = new URL('../../proto/', import.meta.url);
const json = JSON.parse(readFileSync(new URL('platform.json', root), 'utf8'));
const methods = wireMethods({ descriptors: readFileSync(new URL('platform.binpb', root)), json });
const service = (protobuf.Root.fromJSON(json).resolveAll() as protobuf.Root).lookupService(
  'platform.api.v1.PlatformService',
);

export interface Copy {
  ep?: number;
  station?: number;
  packetCnt: number;
  /** Nanoseconds. */
  rxTime?: bigint;
  userData?: Uint8Array;
  flags?: number;
  format?: number;
  more?: Partial<Reception>;
}

/**
 * The RPCs over a real store: endpoints 1 and 2 and stations 1 and 2 are the caller's, endpoint 3 and station 3 are not.
 * @param rows SQL for what no store function writes
 * @param more parts that handlers need besides
 */
export async function openTraffic(t: Test, rows = '', more: Partial<Deps> = {}) {
  const path = join(t.testdir(), 'waystation.db');
  const first = openDb(path, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  migrate(first, migrations);
  first.exec(`INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES
    (1, '${ORGANIZATION}', 'own', 1, 0, 0), (2, '0192f000-0000-7000-8000-0000000000ff', 'other', 0, 0, 0)`);
  for (const id of [1, 2, 3]) {
    const org = id === 3 ? 2 : 1;
    first.exec(`INSERT INTO endpoint (id, org, eui, name, ep_class, attach_status, created_at, updated_at)
      VALUES (${id}, ${org}, '${EP[id]}', 'Meter ${id}', 'Z', 'attached', ${START - 30 * 24 * HOUR}, 0)`);
    first.exec(`INSERT INTO base_station (id, org, eui, name, created_at, updated_at)
      VALUES (${id}, ${org}, '${BS[id]}', 'Roof ${id}', 0, 0)`);
  }
  first.exec(rows);
  first.close();
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  let now = START;
  const clock: Clock = {
    now: () => now,
    nowNs: () => BigInt(now) * 1_000_000n,
    monotonic: () => now,
    after: () => ({ cancel: () => {} }),
    every: () => ({ cancel: () => {} }),
  };
  const wake = new Wake();
  store.growthTo(() => wake.notify());
  const live = new Map<number, LiveStation>();
  const services: ServiceHealth[] = [{ name: 'database', healthy: true, latencyMs: 1.4 }];
  const reads = { after: 0 };
  const deps = {
    clock,
    store: {
      ...store,
      waiting: 0,
      read: {
        ...store.read,
        messages: {
          ...store.read.messages,
          after(seq: number, limit: number) {
            reads.after++;
            return store.read.messages.after(seq, limit);
          },
        },
      },
    },
    stations: { all: () => live.values(), find: id => live.get(id), disconnect: async () => {} },
    settings: {
      ...{ activityWindowMs: 24 * HOUR, maxEndpoints: undefined, maxBaseStations: undefined },
      downlink: { validityMs: 24 * HOUR, maxPending: 100, handOver: 'window' },
    },
    uplinkWake: wake,
    system: {
      version: '1.2.3',
      startedAt: START - HOUR,
      release: { version: '1.2.3', schema_version: 1, sc_eui: 'fe000000000005ce' },
      services: () => services,
    },
    orgId: () => 1,
    serviceCenterUrl: () => '',
    ...more,
  } satisfies Partial<Deps> as unknown as Deps;
  const invoker = new Invoker({
    table: rpcTable(),
    access: communityAccess('0192f000-0000-7000-8000-000000000002', ORGANIZATION),
    deps,
    clock,
    log: pino({ level: 'silent' }),
    tokens: pageTokens(Buffer.alloc(32, 7)),
    requestFields: name => methods.get(name)?.requestFields ?? [],
    requestsPerSecond: 0,
    metrics: { finished: () => {}, streams: () => {} },
  });
  invoker.open();
  t.teardown(() => store.close());
  const incoming = (signal = new AbortController().signal) =>
    ({ transport: 'grpc', address: '127.0.0.1', header: () => undefined, timeoutMs: undefined, signal }) as const;
  const codec = (method: MethodName, request: object) => {
    const rpc = service.methods[method];
    const wire = methods.get(method);
    if (!wire || !rpc) throw new Error(`no method ${method}`);
    const asked = service.lookupType(rpc.requestType);
    const answered = service.lookupType(rpc.responseType);
    const plain = (bytes: Uint8Array) => answered.toObject(answered.decode(bytes), { defaults: true, longs: String });
    return { codec: wire.proto(asked.encode(asked.fromObject(request)).finish()), plain };
  };
  const tokenOf = (error: unknown) => {
    if (error instanceof RpcFailure) return error.status.token.replace('ErrToken', '');
    throw error;
  };

  const traffic = {
    store,
    live,
    services,
    reads,
    invoker,
    advance(ms: number) {
      now += ms;
    },
    async call<M extends MethodName>(
      method: M,
      request: ClientMethods[M]['request'],
    ): Promise<ClientMethods[M]['response']> {
      const { codec: wire, plain } = codec(method, request);
      return plain(await invoker.unary(method, wire, incoming())) as never;
    },
    /** The token a call is refused with, without its prefix. */
    async refusal<M extends MethodName>(method: M, request: ClientMethods[M]['request']): Promise<string> {
      return traffic.call(method, request).then(() => 'none', tokenOf);
    },
    async stream<M extends MethodName>(method: M, request: ClientMethods[M]['request']) {
      const cancel = new AbortController();
      const { codec: wire, plain } = codec(method, request);
      const { items } = await invoker.stream(method, wire, incoming(cancel.signal));
      const iterator = items[Symbol.asyncIterator]();
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
      return traffic.stream(method, request).then(
        () => undefined,
        (error: RpcFailure) => ({ token: tokenOf(error), about: error.status.about }),
      );
    },
    receive({ ep = 1, station = 1, packetCnt, rxTime, userData, flags = 0, format = 0, more }: Copy) {
      return store.write(
        'uplinks.receive',
        packUplink({
          station,
          epEui: EP[ep] as Eui,
          packetCnt,
          userData: userData ?? Buffer.of(packetCnt & 255),
          format,
          flags,
          reception: {
            station,
            opId: packetCnt,
            rxTime: rxTime ?? BigInt(now) * 1_000_000n,
            snr: 10,
            rssi: -90,
            ...more,
          },
          progress: { session: 0, lastBs: 0, doneBs: 0 },
          arrivedAt: now,
          windowMs: 0,
          duplicateWindowMs: 300_000,
        }),
      );
    },
    /** Stores copies and closes their windows. */
    async hear(...copies: Copy[]): Promise<void> {
      const stored = copies.map(copy => traffic.receive(copy));
      await Promise.all([...stored, store.write('uplinks.close', now)]);
    },
  };
  return traffic;
}
export type Traffic = Awaited<ReturnType<typeof openTraffic>>;

export const at = (ms: number) => ({ seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1_000_000 });
