import type { KeyGate } from '../../domain/apikey/gate.ts';
import type { Metrics } from '../../health/metrics.ts';
import type { Identity } from '../../identity/identity.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { Turns } from '../../kit/turns.ts';
import { keyedAccess } from '../../rest/access.ts';
import { withDocuments } from '../../rest/docs/serve.ts';
import { restPaths } from '../../rest/serve/listener.ts';
import { routesOf } from '../../rest/serve/routes.ts';
import { REST_SERVICE } from '../../rest/services.ts';
import { Tickets, ticketed } from '../../rest/tickets.ts';
import type { AccessControl } from '../../rpc/call/access-control.ts';
import { communityAccess } from '../../rpc/call/community.ts';
import { Invoker } from '../../rpc/call/invoke.ts';
import { RefusalEvents } from '../../rpc/call/refusal-events.ts';
import { rpcTable } from '../../rpc/call/table.ts';
import { pageTokens } from '../../rpc/page-token.ts';
import { lateMethods, type WireMethod } from '../../rpc/serve/wire.ts';
import { ConsoleSessions } from '../../web/console-sessions.ts';
import { sessionPages } from '../../web/session-page.ts';
import { type CallRpc, signedInSessions } from '../../web/signed-in.ts';
import { groupsOf, type RunningCenter } from './groups.ts';
import { tellLimited } from './limited.ts';
import { restGroups } from './rest.ts';
import type { Schemas } from './schemas.ts';

/** Who every caller is without sign-in, as the event of a limit names him. */
const OPERATOR = { kind: 'operator', id: 'operator', email: '' } as const;

/** What is served by the schemas, and the invoker that every RPC goes through. */
export function apiOf({
  log,
  metrics,
  identity,
  keys,
  origins,
  schemas,
  ...center
}: RunningCenter & {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly identity: Identity | undefined;
  /** Lets in to the public API without sign-in. */
  keys(): KeyGate;
  /** Of pages from elsewhere; may change. */
  readonly origins: readonly string[];
  readonly schemas: Schemas;
}) {
  const { config, clock, installation, store } = center;
  const tickets = new Tickets(clock);
  const browsers = new ConsoleSessions({
    ...{ clock, organizationId: installation.organization.uuid },
    count: address => invoker.countUnknown(address),
  });
  const access = ticketed(identity?.access ?? openAccess(center, log, keys(), browsers), tickets);
  const { methods, rest } = schemas;
  const platform = groupsOf(center);
  const groups = restGroups({ ...center, tickets }, platform.flat());
  const rows = rpcTable([...platform, ...groups.map(group => group.methods)], identity?.rows);
  const operations = groups.flatMap(group => group.operations);
  const late = lateMethods(
    groups.flatMap(group => group.methods.map(({ name }) => name)),
    rest.methods,
  );
  const all = new Map([...methods, ...late]);
  let streams = 0;
  const turns = new Turns(systemClock);
  const invoker: Invoker = new Invoker({
    table: rows,
    access,
    clock,
    log,
    metrics: {
      finished: metrics.rpc.call,
      streams(_method, change) {
        streams += change;
        metrics.rpc.streamsOpen(streams);
      },
    },
    tokens: pageTokens(installation.pageTokenKey),
    requestFields: method => all.get(method)?.requestFields ?? [],
    requestsPerSecond: config.limits.requests_per_s,
    publicRequestsPerSecond: config.limits.rest_requests_per_s,
    kept: once => store.read.once.kept(once),
    turns,
    rateLimited: (address, principal) =>
      tellLimited({ clock, log, store }, address, identity ? principal : (principal ?? OPERATOR)),
  });
  const paths = restPaths({
    routes: () => routesOf(rest.root(), operations, rows),
    invoker,
    clock,
    log,
    corsOrigins: origins,
  });
  const publicMethods = publicOf(all);
  const documents = withDocuments(paths, address => invoker.countUnknown(address));
  const sessions = sessionPages(identity ? signedInSessions(callOf(invoker, methods)) : browsers, () =>
    invoker.mustServe(),
  );
  return { schemas, methods, publicMethods, rest: documents, invoker, sessions, turns };
}

/** RPCs as a page calls them, in JSON both ways. */
function callOf(invoker: Invoker, methods: ReadonlyMap<string, WireMethod>): CallRpc {
  return async (name, request, incoming) => {
    const method = methods.get(name);
    if (!method) throw fault('MethodUnknown');
    const codec = await method.json(Buffer.from(JSON.stringify(request)));
    return JSON.parse(Buffer.from(await invoker.unary(name, codec, incoming)).toString()) as Record<string, unknown>;
  };
}

/** Without sign-in everything is open but the public API. */
function openAccess(
  { clock, store, installation }: Pick<RunningCenter, 'clock' | 'store' | 'installation'>,
  log: Log,
  keys: KeyGate,
  browsers: ConsoleSessions,
): AccessControl {
  const { operator, organization } = installation;
  const refusals = new RefusalEvents({ clock, log, raise: store.write.events.raise });
  return keyedAccess(communityAccess(operator, organization), {
    ...{ keys, refusals, organization },
    isConsole: incoming => browsers.letsIn(incoming),
  });
}

/** What REST has for itself alone is no method of gRPC. */
function publicOf(all: ReadonlyMap<string, WireMethod>): ReadonlyMap<string, WireMethod> {
  return new Map([...all].filter(([name]) => !name.startsWith(`${REST_SERVICE}/`)));
}
