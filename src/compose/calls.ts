import { type Config, masterKeyPlace } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import { kinds } from '../integrations/kinds.ts';
import type { Clock } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import type { Sealer } from '../kit/seal.ts';
import { masterSealer } from '../pki/master-key.ts';
import { communityAccess, operatorAdmission } from '../rpc/community.ts';
import { integrations } from '../rpc/integrations/rows.ts';
import { Invoker } from '../rpc/invoke.ts';
import { pageTokens } from '../rpc/page-token.ts';
import { type WireMethod, wireMethods } from '../rpc/serve/wire.ts';
import { rpcTable } from '../rpc/table.ts';
import type { ApiCalls } from '../upkeep/box/integration-acts.ts';
import { readSchema } from './api.ts';
import type { Installation } from './installation.ts';
import { figuresOfStored, targetGuard } from './integrations.ts';

const LOOPBACK = '127.0.0.1';
const PAGE_TOKEN_KEY_BYTES = 32;

/**
 * The API as commands call it, in JSON both ways: the way of every client, so that everything is checked in one place. Who can open the
 * socket, or the folder, is the operator, also where everybody else has to sign in.
 */
export function callsOf({
  invoker,
  methods,
  installation: { operator, organization },
}: {
  readonly invoker: Invoker;
  readonly methods: ReadonlyMap<string, WireMethod>;
  readonly installation: Pick<Installation, 'operator' | 'organization'>;
}): ApiCalls {
  const inside = { admission: operatorAdmission(operator, organization), source: 'api' } as const;
  return {
    async call(name, request, signal) {
      const method = methods.get(name);
      if (!method) throw new Error(`no method ${name}`);
      const codec = await method.json(Buffer.from(JSON.stringify(request)));
      const incoming = {
        transport: 'connect',
        address: LOOPBACK,
        headers: () => [],
        secure: true,
        timeoutMs: undefined,
        inside,
      } as const;
      const answer = await invoker.unary(name, codec, { ...incoming, signal });
      return JSON.parse(Buffer.from(answer).toString()) as Record<string, unknown>;
    },
  };
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
    const { installation } = store.read;
    const methods = wireMethods(readSchema());
    const sealer: Sealer = masterSealer(config.data_dir, { ...masterKeyPlace(config), mayCreate: false });
    const targets = targetGuard(config);
    const figures = figuresOfStored({ store, clock });
    const operator = installation.value('operator') ?? '';
    const organization = installation.defaultOrganization();
    const invoker = new Invoker({
      table: rpcTable([integrations({ store, clock, sealer, kinds, targets, figures })]),
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
    return callsOf({ invoker, methods, installation: { operator, organization } });
  };
  let opened: Promise<ApiCalls> | undefined;
  return {
    async call(name, request, signal) {
      opened ??= open();
      return (await opened).call(name, request, signal);
    },
  };
}
