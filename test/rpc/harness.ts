import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { pino } from 'pino';
import protobuf from 'protobufjs';
import { Notifier } from '../../src/kit/notifier.ts';
import { type Clock, systemClock } from '../../src/kit/time/clock.ts';
import { SERVICES } from '../../src/rest/services.ts';
import { accounts } from '../../src/rpc/accounts/accounts.ts';
import type { OrganizationRow, Organizations } from '../../src/rpc/accounts/organizations.ts';
import type { AccessControl } from '../../src/rpc/call/access-control.ts';
import { communityAccess } from '../../src/rpc/call/community.ts';
import type { MethodName, Row } from '../../src/rpc/call/define.ts';
import { Invoker } from '../../src/rpc/call/invoke.ts';
import { pageTokens } from '../../src/rpc/page-token.ts';
import { type GatewayOptions, startCore, startGateway } from '../../src/rpc/serve/port.ts';
import { SERVICE } from '../../src/rpc/serve/service.ts';
import { type Schema, wireMethods } from '../../src/rpc/serve/wire.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const ORGANIZATION = '0192f000-0000-7000-8000-000000000001';
export const OPERATOR = '0192f000-0000-7000-8000-000000000002';

export function schema(): Schema {
  return {
    descriptors: readFileSync(join(ROOT, 'proto/platform.binpb')),
    json: JSON.parse(readFileSync(join(ROOT, 'proto/platform.json'), 'utf8')),
  };
}

/** The same of the named services and of what REST has for itself. */
export function restSchema(): Schema {
  return {
    descriptors: readFileSync(join(ROOT, 'proto/platform.binpb')),
    json: JSON.parse(readFileSync(join(ROOT, 'proto/rest.json'), 'utf8')),
  };
}

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** An invoker with the rows of accounts; `rows` come besides, or take the place of those with the same name. */
export function testInvoker(
  rows: readonly Row[] = [],
  clock: Clock = systemClock,
  requestsPerSecond = 0,
  access: AccessControl = communityAccess(OPERATOR, { id: 1, uuid: ORGANIZATION }),
) {
  const lines: LogLine[] = [];
  const finished: string[] = [];
  const limited: string[] = [];
  const gauge = { streams: 0 };
  let organization: OrganizationRow = {
    id: ORGANIZATION,
    name: 'Default',
    description: '',
    tags: {},
    endpoints: 3,
    baseStations: 2,
    createdMs: 1_700_000_000_000,
    updatedMs: 1_700_000_000_000,
  };
  const organizations: Organizations = {
    find: id => (id === ORGANIZATION ? organization : undefined),
    async update(_id, changes) {
      organization = { ...organization, ...changes };
      return organization;
    },
  };
  const table = new Map([...accounts({ organizations }), ...rows].map(row => [row.name, row]));
  const methods = wireMethods(schema());
  const publicMethods = new Map([...methods, ...wireMethods(restSchema(), SERVICES)]);
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const invoker = new Invoker({
    table,
    access,
    clock,
    log,
    tokens: pageTokens(Buffer.alloc(32, 7)),
    requestFields: name => publicMethods.get(name)?.requestFields ?? [],
    requestsPerSecond,
    rateLimited: address => limited.push(address),
    metrics: {
      finished: (method, code) => finished.push(`${method} ${code}`),
      streams: (_method, change) => {
        gauge.streams += change;
      },
    },
  });
  invoker.open();
  return { invoker, methods, publicMethods, log, lines, finished, limited, gauge };
}

/** A gateway and a core port on free ports of the loopback. */
export async function startServer(
  rows: readonly Row[] = [],
  {
    clock,
    httpClock,
    access,
    rest,
    ...more
  }: Partial<Pick<GatewayOptions, 'tls' | 'corsOrigins' | 'site' | 'hostNames' | 'trustedProxies' | 'unsent'>> & {
    clock?: Clock;
    httpClock?: Clock;
    access?: AccessControl;
    rest?: (parts: Pick<ReturnType<typeof testInvoker>, 'invoker' | 'log'>) => GatewayOptions['rest'];
  } = {},
) {
  const parts = testInvoker(rows, clock, 0, access);
  const { invoker, methods, publicMethods, log } = parts;
  const state = { serving: true };
  const changed = new Notifier();
  const health = { serving: () => state.serving, changed };
  const { descriptors } = schema();
  const hostNames = more.hostNames ?? (() => []);
  const common = {
    host: '127.0.0.1',
    port: 0,
    methods,
    descriptors,
    invoker,
    health,
    log,
    hostNames,
    clock: httpClock,
  };
  const gateway = await startGateway({
    ...common,
    methods: publicMethods,
    corsOrigins: [],
    trustedProxies: [],
    rest: rest?.({ invoker, log }),
    ...more,
  });
  const core = await startCore(common);
  return {
    ...parts,
    state,
    changed,
    url: `${more.tls ? 'https' : 'http'}://127.0.0.1:${gateway.port}`,
    port: gateway.port,
    corePort: core.port,
    async [Symbol.asyncDispose]() {
      await invoker.stop(500);
      await Promise.all([gateway.stop(), core.stop()]);
    },
  };
}

export const types = protobuf.Root.fromJSON(schema().json).resolveAll() as protobuf.Root;

export function encode(type: string, value: object): Buffer {
  const message = types.lookupType(`platform.api.v1.${type}`);
  return Buffer.from(message.encode(message.fromObject(value)).finish());
}

export function decode(type: string, bytes: Uint8Array): Record<string, unknown> {
  const message = types.lookupType(`platform.api.v1.${type}`);
  return message.toObject(message.decode(bytes), { longs: String });
}

const bytes = (value: Buffer) => value;

/** A native client that speaks bytes, so that a test can send anything. */
export function grpcClient(port: number, creds = credentials.createInsecure()) {
  // Clients of one process share a connection otherwise, and its streams.
  const client = new Client(`127.0.0.1:${port}`, creds, { 'grpc.use_local_subchannel_pool': 1 });
  return {
    client,
    unary(
      path: MethodName | `/${string}`,
      request: Buffer,
      options: { deadline?: Date } = {},
      metadata = new Metadata(),
    ) {
      const full = path.startsWith('/') ? path : `/${SERVICE}/${path}`;
      return new Promise<Buffer>((resolve, reject) => {
        client.makeUnaryRequest(full, bytes, bytes, request, metadata, options, (error, response) =>
          error || !response ? reject(error) : resolve(response),
        );
      });
    },
    /** The error of a call that must fail. */
    async failure(
      path: MethodName | `/${string}`,
      request: Buffer,
      options: { deadline?: Date } = {},
    ): Promise<ServiceError> {
      try {
        await this.unary(path, request, options);
      } catch (error) {
        return error as ServiceError;
      }
      throw new Error('the call succeeded');
    },
    stream(path: MethodName | `/${string}`, request: Buffer, metadata = new Metadata()) {
      const full = path.startsWith('/') ? path : `/${SERVICE}/${path}`;
      return client.makeServerStreamRequest(full, bytes, bytes, request, metadata);
    },
    [Symbol.dispose]() {
      client.close();
    },
  };
}

/** What a failed native call says: code, token, number. */
export function failureOf(error: ServiceError) {
  const value = (key: string) => error.metadata.get(key)[0]?.toString();
  return { code: error.code, token: value('x-error-token'), number: value('x-error-number') };
}
