import { type Config, masterKeyPlace } from '../../config/load.ts';
import type { Store } from '../../domain/domain.ts';
import { createLog } from '../../kit/log.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { masterSealer } from '../../pki/master-key.ts';
import { communityAccess, operatorAdmission } from '../../rpc/call/community.ts';
import type { Codec } from '../../rpc/call/incoming.ts';
import { Invoker } from '../../rpc/call/invoke.ts';
import { RpcFailure } from '../../rpc/call/status.ts';
import { rpcTable } from '../../rpc/call/table.ts';
import { pageTokens } from '../../rpc/page-token.ts';
import { type WireMethod, wireMethods } from '../../rpc/serve/wire.ts';
import type { ApiCalls } from '../../upkeep/box/acts.ts';
import type { Installation } from '../installation.ts';
import { figuresOfStored, targetGuard } from '../integrations.ts';
import { storedGroups } from './groups.ts';
import { readSchema } from './schemas.ts';

/** In place of an address: the machine itself, by the control socket or the data folder. */
const LOCAL = 'local';
const PAGE_TOKEN_KEY_BYTES = 32;

/**
 * The API as commands call it, in JSON both ways: the way of every client, so that everything is checked in one place. Who can open the
 * socket, or the folder, is the operator, also where other callers have to sign in.
 */
export function callsOf({
  invoker,
  methods,
  installation: { operator, organization },
  unknown = name => `the server does not know ${name}: are the command and the server of the same release?`,
}: {
  readonly invoker: Invoker;
  readonly methods: ReadonlyMap<string, WireMethod>;
  readonly installation: Pick<Installation, 'operator' | 'organization'>;
  /** What is said of a method that is not there. */
  readonly unknown?: (method: string) => string;
}): ApiCalls {
  const inside = { admission: operatorAdmission(operator, organization), source: 'api' } as const;
  const from = {
    ...({ transport: 'connect', address: LOCAL, secure: true, timeoutMs: undefined } as const),
    headers: () => [],
    inside,
  };
  return {
    async call(name, request, { item, signal }) {
      const method = methods.get(name);
      if (!method) throw new Error(unknown(name));
      const codec = inJson(await method.json(Buffer.from(JSON.stringify(request))));
      try {
        if (!method.stream) return await invoker.unary(name, codec, { ...from, signal });
        const { batches } = await invoker.stream(name, codec, { ...from, signal });
        for await (const batch of batches) for (const message of batch) await item(message);
        return null;
      } catch (error) {
        // The follower says when it is enough.
        if (method.stream && signal.aborted) return null;
        // The operator is told what the log would say.
        throw error instanceof RpcFailure ? (error.cause ?? error) : error;
      }
    },
  };
}

function inJson({ steps: _, ...codec }: Codec<Uint8Array>): Codec<unknown> {
  return { ...codec, encode: response => JSON.parse(Buffer.from(codec.encode(response)).toString()) as unknown };
}

/** Those of the API that work on a data folder on which no server runs. */
export function stoppedCalls({
  config,
  clock,
  store,
}: {
  readonly config: Config;
  readonly clock: Clock;
  readonly store: Store;
}): ApiCalls {
  const open = async (): Promise<ApiCalls> => {
    const methods = wireMethods(readSchema());
    const operator = store.read.installation.value('operator') ?? '';
    const organization = store.read.installation.defaultOrganization();
    const table = rpcTable(
      storedGroups({
        ...{ config, clock, store, installation: { operator }, targets: targetGuard(config) },
        sealer: storedSealer(config),
        integrationFigures: figuresOfStored({ store, clock }),
        ...NONE_CONNECTED,
      }),
    );
    const invoker = new Invoker({
      table,
      access: communityAccess(operator, organization),
      clock,
      log: await createLog({ level: 'silent', format: 'json' }),
      metrics: { finished: () => undefined, streams: () => undefined },
      // No page is asked for after this process.
      tokens: pageTokens(Buffer.alloc(PAGE_TOKEN_KEY_BYTES)),
      requestFields: name => methods.get(name)?.requestFields ?? [],
      requestsPerSecond: 0,
      rateLimited: () => undefined,
    });
    invoker.open();
    const known = new Map([...methods].filter(([name]) => table.has(name) && !OF_SERVICE.has(name)));
    const unknown = () => 'this needs the service: start it first';
    return callsOf({ invoker, methods: known, installation: { operator, organization }, unknown });
  };
  let opened: Promise<ApiCalls> | undefined;
  return {
    async call(name, request, running) {
      opened ??= open();
      return (await opened).call(name, request, running);
    },
  };
}

/** They are told to stations, and wait for what those say. */
const OF_SERVICE: ReadonlySet<string> = new Set(['AttachEndPoint', 'DetachEndPoint']);
const unreachable = () => Promise.reject(new Error('no station is connected'));

/** What a change is told to at once in a running service is found in the database by the next start. */
const NONE_CONNECTED = {
  stations: { all: () => [], find: () => undefined, disconnect: () => Promise.resolve() },
  attach: { attachEndPoint: unreachable, detachEndPoint: unreachable, tellStations: () => undefined },
  revocations: { enforce: () => undefined },
  serviceCenterUrl: () => '',
};

/** Its key is read for the first secret: what has none works without the key. */
export function storedSealer(config: Config): Sealer {
  let opened: Sealer | undefined;
  const sealer = () => {
    opened ??= masterSealer(config.data_dir, { ...masterKeyPlace(config), mayCreate: false });
    return opened;
  };
  return {
    seal: (plain, about) => sealer().seal(plain, about),
    open: (sealed, about) => sealer().open(sealed, about),
  };
}
