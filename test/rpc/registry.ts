import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import protobuf from 'protobufjs';
import type { Test } from 'tap';
import { packUplink } from '../../src/domain/uplink/receive.ts';
import type { Clock } from '../../src/kit/clock.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { type Sealer, sealer } from '../../src/kit/seal.ts';
import { communityAccess } from '../../src/rpc/community.ts';
import type { Deps, RpcSettings } from '../../src/rpc/deps.ts';
import type { LiveStation } from '../../src/rpc/groups/base-stations.ts';
import type { AttachControl, AttachResult } from '../../src/rpc/groups/endpoints.ts';
import { Invoker } from '../../src/rpc/invoke.ts';
import { pageTokens } from '../../src/rpc/page-token.ts';
import type { ClientMethods, MethodName } from '../../src/rpc/schema.gen.ts';
import { wireMethods } from '../../src/rpc/serve/wire.ts';
import { RpcFailure } from '../../src/rpc/status.ts';
import { rpcTable } from '../../src/rpc/table.ts';
import { openDb } from '../../src/store/driver.ts';
import { openStore } from '../../src/store/open.ts';

export const START = Date.UTC(2026, 2, 4, 12, 30);
export const HOUR = 3_600_000;
const ORGANIZATION = '0192f000-0000-7000-8000-000000000001';
export const OPERATOR = '0192f000-0000-7000-8000-000000000002';

const root = new URL('../../proto/', import.meta.url);
const json = JSON.parse(readFileSync(new URL('platform.json', root), 'utf8'));
const methods = wireMethods({ descriptors: readFileSync(new URL('platform.binpb', root)), json });
const types = protobuf.Root.fromJSON(json).resolveAll() as protobuf.Root;
const service = types.lookupService('platform.api.v1.PlatformService');

/** An event as it was stored. */
export interface Raised {
  readonly type: string;
  readonly endpoint: number | null;
  readonly station: number | null;
  readonly user: string | null;
  readonly data: Record<string, unknown>;
}

export interface Heard {
  readonly ep: string;
  readonly station: number;
  readonly packetCnt: number;
  readonly atMs: number;
  readonly snr?: number;
  readonly rssi?: number;
  readonly eqSnr?: number;
}

/** The RPCs over a real store with a clock that only the test moves; stations and attach decisions are recorded, not made. */
export async function openRegistry(t: Test, limits: Partial<RpcSettings> = {}) {
  const path = join(t.testdir(), 'waystation.db');
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  await store.write('installation.establish', {}, ORGANIZATION, START);
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
  let now = START;
  const clock: Clock = {
    now: () => now,
    nowNs: () => BigInt(now) * 1_000_000n,
    monotonic: () => now,
    after: () => ({ cancel: () => {} }),
    every: () => ({ cancel: () => {} }),
  };
  const told: string[] = [];
  const live = new Map<number, LiveStation>();
  const decided = (status: AttachResult['status']): AttachResult => ({
    operationId: '0192f000-0000-7000-8000-00000000000a',
    status,
    propagations: [{ bsEui: '70b3d59cd0000001', state: 'sent', opId: -3, error: '' }],
  });
  const attach: AttachControl = {
    async attachEndPoint(endpoint, origin, actor) {
      told.push(`attach ${endpoint} ${origin} ${actor}`);
      return decided('attaching');
    },
    async detachEndPoint(endpoint, origin, actor) {
      told.push(`detach ${endpoint} ${origin} ${actor}`);
      return decided('detaching');
    },
    tellStations() {
      told.push('stations');
    },
  };
  const faulty = { write: undefined as string | undefined };
  const deps: Deps = {
    clock,
    store: {
      ...store,
      waiting: 0,
      write(name, ...args) {
        return name === faulty.write ? Promise.reject(new Error('disk full')) : store.write(name, ...args);
      },
    },
    sealer: sealer(randomBytes(32)) satisfies Sealer,
    attach,
    stations: {
      all: () => live.values(),
      find: id => live.get(id),
      async disconnect(station, reason) {
        told.push(`disconnect ${station} ${reason}`);
        live.delete(station);
      },
    },
    settings: {
      ...{ activityWindowMs: 24 * HOUR, maxEndpoints: undefined, maxBaseStations: undefined },
      downlink: { validityMs: 24 * HOUR, maxPending: 100, handOver: 'window' },
      ...limits,
    },
    orgId: () => store.read.installation.defaultOrganization().id,
    serviceCenterUrl: () => 'tls://center.example:5000',
  } satisfies Partial<Deps> as unknown as Deps;
  const invoker = new Invoker({
    table: rpcTable(),
    access: communityAccess(OPERATOR, ORGANIZATION),
    deps,
    clock,
    log: pino({ level: 'silent' }),
    tokens: pageTokens(Buffer.alloc(32, 7)),
    requestFields: name => methods.get(name)?.requestFields ?? [],
    requestsPerSecond: 0,
    metrics: { finished: () => {}, streams: () => {} },
  });
  invoker.open();
  const incoming = {
    transport: 'grpc',
    address: '127.0.0.1',
    header: () => undefined,
    timeoutMs: undefined,
    signal: new AbortController().signal,
  } as const;
  t.teardown(async () => {
    db.close();
    await store.close();
  });

  const call = async <M extends MethodName>(
    method: M,
    request: ClientMethods[M]['request'],
  ): Promise<ClientMethods[M]['response']> => {
    const rpc = service.methods[method];
    const wire = methods.get(method);
    if (!wire || !rpc) throw new Error(`no method ${method}`);
    const asked = service.lookupType(rpc.requestType);
    const answered = service.lookupType(rpc.responseType);
    const bytes = asked.encode(asked.fromObject(request)).finish();
    const answer = await invoker.unary(method, wire.proto(bytes), incoming);
    return answered.toObject(answered.decode(answer), { defaults: true, longs: String }) as never;
  };

  return {
    store,
    call,
    told,
    live,
    faulty,
    db,
    /** A station with this row id is connected. */
    connect(station: number, more: Partial<LiveStation> = {}) {
      const bsEui = `70b3d59cd000000${station}`;
      live.set(station, { station, bsEui, bidi: true, lastSeenAt: START, remoteAddress: '', ...more });
    },
    advance(ms: number) {
      now += ms;
    },
    /** The token a call is refused with, without its prefix. */
    async refusal<M extends MethodName>(method: M, request: ClientMethods[M]['request']): Promise<string> {
      try {
        await call(method, request);
      } catch (error) {
        if (error instanceof RpcFailure) return error.status.token.replace('ErrToken', '');
        throw error;
      }
      return 'none';
    },
    /** Events that were stored since the last call. */
    raised: eventsOf(db),
    /** Stores telegrams and closes their windows. */
    async hear(...telegrams: Heard[]): Promise<void> {
      for (const { ep, station, packetCnt, atMs, snr = 10, rssi = -90, eqSnr } of telegrams) {
        await store.write(
          'uplinks.receive',
          packUplink({
            station,
            epEui: ep as Eui,
            packetCnt,
            userData: Buffer.of(packetCnt),
            format: 0,
            flags: 0,
            reception: { station, opId: 1, rxTime: BigInt(atMs) * 1_000_000n, snr, rssi, eqSnr },
            progress: { session: 0, lastBs: 0, doneBs: 0 },
            arrivedAt: now,
            windowMs: 0,
            duplicateWindowMs: 1000,
          }),
        );
      }
      await store.write('uplinks.close', now);
    },
  };
}
export type Registry = Awaited<ReturnType<typeof openRegistry>>;

function eventsOf(db: ReturnType<typeof openDb>): () => Raised[] {
  const after = db.prepare(
    'SELECT seq, event_type, endpoint, station, user_id, data FROM event WHERE seq > ? ORDER BY seq',
  );
  let seen = 0;
  return () => {
    const rows = after.all(seen) as {
      seq: number;
      event_type: string;
      endpoint: number | null;
      station: number | null;
      user_id: string | null;
      data: string;
    }[];
    seen = rows.at(-1)?.seq ?? seen;
    return rows.map(row => ({
      type: row.event_type,
      endpoint: row.endpoint,
      station: row.station,
      user: row.user_id,
      data: JSON.parse(row.data) as Record<string, unknown>,
    }));
  };
}
