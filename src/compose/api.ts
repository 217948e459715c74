import type { Metrics } from '../health/metrics.ts';
import type { Identity } from '../identity/identity.ts';
import type { Log } from '../kit/log.ts';
import { asset } from '../kit/program.ts';
import { REST_SERVICE, SERVICES } from '../rest/services.ts';
import { communityAccess } from '../rpc/community.ts';
import { Invoker } from '../rpc/invoke.ts';
import { pageTokens } from '../rpc/page-token.ts';
import { type WireMethod, wireMethods } from '../rpc/serve/wire.ts';
import { rpcTable } from '../rpc/table.ts';
import { groupsOf, type RunningCenter } from './groups.ts';
import { tellLimited } from './limited.ts';
import { restGroups } from './rest.ts';

/** Who everybody is without sign-in, as the event of a limit names him. */
const OPERATOR = { kind: 'operator', id: 'operator', email: '' } as const;

/** The schema, and the invoker that every RPC goes through. */
export function apiOf({
  log,
  metrics,
  identity,
  ...center
}: RunningCenter & { readonly log: Log; readonly metrics: Metrics; readonly identity: Identity | undefined }) {
  const { config, clock, installation, store } = center;
  const schema = readSchema();
  const methods = wireMethods(schema);
  const named = wireMethods({ ...schema, json: restJson() }, [...SERVICES, REST_SERVICE]);
  const all = new Map([...methods, ...named]);
  const groups = restGroups(center);
  let streams = 0;
  const invoker = new Invoker({
    table: rpcTable([...groupsOf(center), ...groups.map(group => group.methods)], identity?.rows),
    access: identity?.access ?? communityAccess(installation.operator, installation.organization),
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
    kept: once => store.read.once.kept(once, clock.now()),
    rateLimited: (address, principal) => tellLimited({ clock, log, store }, address, identity ? principal : OPERATOR),
  });
  return {
    descriptors: schema.descriptors,
    methods,
    publicMethods: publicOf(all),
    operations: groups.flatMap(group => group.operations),
    invoker,
  };
}

/** What REST has for itself alone is no method of gRPC. */
function publicOf(all: ReadonlyMap<string, WireMethod>): ReadonlyMap<string, WireMethod> {
  return new Map([...all].filter(([name]) => !name.startsWith(`${REST_SERVICE}/`)));
}

function restJson(): object {
  return JSON.parse(asset('proto/rest.json').toString());
}

/** The compiled schema: descriptors for reflection, JSON for protobufjs. */
export function readSchema() {
  const file = (name: string) => asset(`proto/${name}`);
  return { descriptors: file('platform.binpb'), json: JSON.parse(file('platform.json').toString()) };
}
