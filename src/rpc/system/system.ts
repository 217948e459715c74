import type { Store } from '../../domain/domain.ts';
import { GRANULARITIES, slotStart, slots } from '../../domain/statistics/slots.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { RunTime } from '../../kit/time/run-time.ts';
import { DAY_S, HOUR_S } from '../../kit/units.ts';
import { type Principal, type Row, rpc } from '../call/define.ts';
import { isAdministrator } from '../call/rights.ts';
import { oneOf } from '../checks.ts';
import { all, fields, nothing, optional } from '../input.ts';
import { ceilMs, timeRange } from '../list-input.ts';
import type { ReleaseInfoOut } from '../schema.gen.ts';
import { timestamp, timestampNs } from '../wire.ts';

/** One part of the service as its last probe found it. */
export interface ServiceHealth {
  readonly name: string;
  readonly healthy: boolean;
  readonly latencyMs: number;
}

/** What the running service knows about itself. */
export interface SystemFacts {
  readonly version: string;
  readonly runTime: RunTime;
  readonly release: ReleaseInfoOut;
  /** What the last probes found, with the word of the health pages for all of it; probes nothing itself. */
  health(): { readonly status: string; readonly services: readonly ServiceHealth[] };
}

const DAY_HOURS = 24;
const TOP = 100;

export function system({
  store,
  clock,
  stations,
  facts,
  activityWindowMs,
}: {
  readonly store: Store;
  readonly clock: Clock;
  /** The connected base stations. */
  readonly stations: { all(): Iterable<{ readonly station: number }> };
  readonly facts: SystemFacts;
  /** An endpoint heard within this time is active. */
  readonly activityWindowMs: number;
}): readonly Row[] {
  return [
    rpc('GetSystemStatus', {
      access: 'exempt',
      needs: '',
      scope: 'system:read',
      input: nothing,
      async handle(_, { principal }) {
        const { status, services } = facts.health();
        const orgs = organizationsOf(store, principal);
        const connected = [...stations.all()].filter(
          ({ station }) => !orgs || orgs.includes(store.read.directory.stationName(station)?.org ?? 0),
        );
        return {
          version: facts.version,
          status,
          uptime: timestamp(facts.runTime.startedAt),
          active_endpoints: await store.scan.statistics.activeEndpoints(clock.now() - activityWindowMs, orgs),
          active_basestations: connected.length,
          messages_processed: store.read.messages.countOfAll(orgs),
          services: services.map(({ name, healthy, latencyMs }) => ({
            name,
            healthy,
            latency_ms: Math.round(latencyMs),
          })),
        };
      },
    }),
    rpc('GetStatistics', {
      access: 'org',
      needs: 'R',
      scope: 'analytics:read',
      input: all(
        timeRange({ windowHours: DAY_HOURS }),
        fields({ granularity: optional(oneOf(GRANULARITIES, 'InvalidGranularity')) }),
      ),
      async handle({ range, granularity = 'day' }, { org, principal, signal }) {
        const [fromMs, toMs] = [ceilMs(range.startNs), ceilMs(range.endNs)];
        const grain = granularity === 'hour' ? HOUR_S : DAY_S;
        const [found, downlinks] = await Promise.all([
          store.scan.statistics.organization(signal, org, fromMs, toMs, grain, TOP),
          store.scan.downlinkLists.outcomes('org', org, fromMs, toMs),
        ]);
        const bySlot = new Map<number, number>();
        for (const [startAt, count] of found.messagesAt) {
          const start = slotStart(startAt, granularity);
          bySlot.set(start, (bySlot.get(start) ?? 0) + count);
        }
        const messageCounts = slots(fromMs, toMs, granularity).map(({ start }) => ({
          timestamp: timestamp(start),
          value: bySlot.get(start) ?? 0,
        }));
        const online = [...stations.all()].filter(
          ({ station }) => store.read.directory.stationName(station)?.org === org,
        ).length;
        const shown = {
          start_time: timestampNs(range.startNs),
          end_time: timestampNs(range.endNs),
          total_messages: messageCounts.reduce((sum, { value }) => sum + value, 0),
          total_endpoints: found.totalEndpoints,
          total_basestations: found.totalStations,
          active_endpoints: found.activeEndpoints,
          online_basestations: online,
          downlinks_sent: downlinks.sent,
          downlinks_failed: downlinks.failed,
          message_counts: messageCounts,
          top_endpoints: found.topEndpoints,
          top_basestations: found.topStations,
        };
        if (!isAdministrator(principal)) return shown;
        const { databaseBytes, oldestRxTime } = found;
        return { ...shown, database_bytes: databaseBytes, oldest_message_at: timestampNs(oldestRxTime) };
      },
    }),
    rpc('GetReleaseInfo', {
      access: 'public',
      needs: '',
      scope: '',
      input: nothing,
      handle: () => facts.release,
    }),
  ];
}

/** Row ids of the organizations whose figures the caller may see; undefined: of all. */
function organizationsOf(store: Store, principal: Principal): readonly number[] | undefined {
  if (isAdministrator(principal)) return undefined;
  const { accounts } = store.read;
  const { kind, id, keyOrganizationId } = principal;
  if (keyOrganizationId !== undefined) {
    const own = accounts.organization(keyOrganizationId);
    return own ? [own.id] : [];
  }
  const account = kind === 'user' ? accounts.user(id) : undefined;
  const memberships = account ? accounts.memberships(account.id) : [];
  return memberships.filter(({ status, state }) => status === 'active' && state !== 'archived').map(({ org }) => org);
}
