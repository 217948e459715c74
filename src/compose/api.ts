import type { Metrics } from '../health/metrics.ts';
import type { Identity } from '../identity/identity.ts';
import type { Log } from '../kit/log.ts';
import { asset } from '../kit/program.ts';
import { communityAccess } from '../rpc/community.ts';
import { Invoker } from '../rpc/invoke.ts';
import { pageTokens } from '../rpc/page-token.ts';
import { wireMethods } from '../rpc/serve/wire.ts';
import { rpcTable } from '../rpc/table.ts';
import { groupsOf, type RunningCenter } from './groups.ts';
import { tellLimited } from './limited.ts';

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
  let streams = 0;
  const invoker = new Invoker({
    table: rpcTable(groupsOf(center), identity?.rows),
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
    requestFields: method => methods.get(method)?.requestFields ?? [],
    requestsPerSecond: config.limits.requests_per_s,
    kept: once => store.read.once.kept(once, clock.now()),
    rateLimited: (address, principal) => tellLimited({ clock, log, store }, address, identity ? principal : OPERATOR),
  });
  return { descriptors: schema.descriptors, methods, invoker };
}

/** The compiled schema: descriptors for reflection, JSON for protobufjs. */
export function readSchema() {
  const file = (name: string) => asset(`proto/${name}`);
  return { descriptors: file('platform.binpb'), json: JSON.parse(file('platform.json').toString()) };
}
