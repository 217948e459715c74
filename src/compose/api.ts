import type { Metrics } from '../health/metrics.ts';
import { hostOf } from '../kit/address.ts';
import { background } from '../kit/background.ts';
import type { Log } from '../kit/log.ts';
import { asset } from '../kit/program.ts';
import { communityAccess } from '../rpc/community.ts';
import { Invoker } from '../rpc/invoke.ts';
import { pageTokens } from '../rpc/page-token.ts';
import { wireMethods } from '../rpc/serve/wire.ts';
import { rpcTable } from '../rpc/table.ts';
import { groupsOf, type RunningCenter } from './groups.ts';

/** The schema, and the invoker that every RPC goes through. */
export function apiOf({ log, metrics, ...center }: RunningCenter & { readonly log: Log; readonly metrics: Metrics }) {
  const { config, clock, installation, store } = center;
  const schema = readSchema();
  const methods = wireMethods(schema);
  let streams = 0;
  const invoker = new Invoker({
    table: rpcTable(groupsOf(center)),
    access: communityAccess(installation.operator, installation.organization),
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
    rateLimited(address, principal) {
      const at = clock.now();
      const about = { org: null, sourceId: hostOf(address), at, storedAt: at };
      const data = { principal: principal?.id ?? '', remoteAddress: address };
      background(store.write.events.raise({ type: 'security.rate_limited', ...about, data }), cause =>
        log.error({ err: cause }, 'event not stored'),
      );
    },
  });
  return { descriptors: schema.descriptors, methods, invoker };
}

/** The compiled schema: descriptors for reflection, JSON for protobufjs. */
export function readSchema() {
  const file = (name: string) => asset(`proto/${name}`);
  return { descriptors: file('platform.binpb'), json: JSON.parse(file('platform.json').toString()) };
}
