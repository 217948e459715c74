import type { ListPage } from '../../database/listing.ts';
import type { Position } from '../../database/scan.ts';
import type { CenterStatus } from '../../domain/center/center-records.ts';
import type { Store } from '../../domain/domain.ts';
import { GRANULARITIES } from '../../domain/statistics/slots.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { RunTime } from '../../kit/time/run-time.ts';
import { DAY_MS } from '../../kit/units.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { eui, flag, oneOf, uuid } from '../checks.ts';
import { all, fields, nothing, optional } from '../input.ts';
import { ceilMs, ceilMsOf, orderBy, type Page, page, STANDARD_PAGE, timeFilter, timeRange } from '../list-input.ts';
import { timestamp } from '../wire.ts';
import { endedPerSlot, errorToWire, QUEUE_STATUSES, queueEntryToWire, sessionToWire, stateOf } from './center-wire.ts';

/** What the listener of application centers knows of itself, since it was opened. Times in milliseconds. */
export interface CenterListener {
  /** It accepts connections. */
  readonly online: boolean;
  readonly port: number;
  /** When a ping was last answered. */
  readonly lastPingAt: number | undefined;
  readonly lastPingRttMs: number | undefined;
  readonly missedPings: number;
  /** What became of the latest `con`; empty before the first one. */
  readonly lastConnect: '' | 'completed' | 'failed' | 'pending';
  readonly lastError: string;
}

const STATUSES = ['active', 'resumed', 'disconnected', 'terminated'] as const satisfies CenterStatus[];
const PROTOCOL_VERSION = '1.0.0';
const DAY_HOURS = 24;
/** Slots of statistics that ask for none (as those of base stations, platform API 3.2). */
const HOURLY_UP_TO_MS = 7 * DAY_MS;

/** How application centers are doing (platform API 13). With the listener off there is nothing to see. */
export function centers({
  store,
  clock,
  listener,
  scEui,
  runTime,
}: {
  readonly store: Store;
  readonly clock: Clock;
  /** Null when application centers cannot connect at all. */
  readonly listener: CenterListener | null;
  readonly scEui: string;
  readonly runTime: RunTime;
}): readonly Row[] {
  const countersNow = async ({ org }: Call) => {
    const now = clock.now();
    const [standing, { opened, resumed }] = await Promise.all([
      store.scan.centerLists.standing(org),
      // What happens in this very millisecond has happened.
      store.scan.centerLists.connects(org, now - DAY_MS, now + 1),
    ]);
    return {
      active_sessions: standing.active,
      resumable_sessions: standing.resumable,
      pending_operations: standing.downlinks,
      connects_last_24h: opened + resumed,
    };
  };

  return [
    rpc('ListScaciSessions', {
      access: 'org',
      needs: 'R',
      scope: 'scaci:read',
      input: all(
        page(STANDARD_PAGE),
        fields({
          status: optional(oneOf(STATUSES)),
          can_resume: optional(flag),
          ac_eui: optional(eui),
          order_by: orderBy(['connected_at', 'last_activity_at'], 'desc'),
        }),
      ),
      async handle({ page: asked, status, can_resume, ac_eui, order_by: { by, direction } }, { org, organizationId }) {
        if (!listener) return { sessions: [] };
        const found = await store.scan.centerLists.sessions({
          org,
          status,
          canResume: can_resume,
          acEui: ac_eui,
          orderBy: by,
          descending: direction === 'desc',
          after: asked.after,
          size: asked.size,
        });
        return {
          sessions: found.rows.map(row => sessionToWire(row, organizationId)),
          ...ending(found, asked, row => [row[by], row.id]),
        };
      },
    }),
    rpc('GetScaciSession', {
      access: 'org',
      needs: 'R',
      scope: 'scaci:read',
      input: fields({ id: uuid }),
      async handle({ id }, { org, organizationId }) {
        const row = listener && (await store.scan.centerLists.session(org, id));
        if (!row) throw fault('ScaciSessionNotFound', { id });
        return sessionToWire(row, organizationId);
      },
    }),
    rpc('GetScaciStatistics', {
      access: 'org',
      needs: 'R',
      scope: 'scaci:read',
      input: all(
        timeRange({ windowHours: DAY_HOURS }),
        fields({ granularity: optional(oneOf(GRANULARITIES, 'InvalidGranularity')) }),
      ),
      async handle({ range, granularity }, call) {
        const { org } = call;
        const [fromMs, toMs] = [ceilMs(range.startNs), ceilMs(range.endNs)];
        const [now, connects, operations] = await Promise.all([
          store.scan.centerLists.standing(org),
          store.scan.centerLists.connects(org, fromMs, toMs),
          store.scan.centerLists.operations(org, fromMs, toMs),
        ]);
        const { commands, hours } = operations;
        const succeeded = commands.reduce((sum, command) => sum + command.succeeded, 0);
        const failed = commands.reduce((sum, command) => sum + command.failed, 0);
        const total = succeeded + failed;
        const uplinks = commands.find(({ command }) => command === 'ulData');
        const grain = granularity ?? (toMs - fromMs <= HOURLY_UP_TO_MS ? 'hour' : 'day');
        return {
          start_time: timestamp(fromMs),
          end_time: timestamp(toMs),
          total_sessions: now.total,
          active_sessions: listener ? now.active : 0,
          total_operations: total,
          successful_operations: succeeded,
          failed_operations: failed,
          success_rate: total === 0 ? 0 : (succeeded / total) * 100,
          uptime_since: listener ? timestamp(runTime.startedAt) : null,
          sessions_opened: connects.opened,
          sessions_resumed: connects.resumed,
          sessions_closed: connects.closed,
          by_operation: Object.fromEntries(commands.map(each => [each.command, each.succeeded + each.failed])),
          uplinks_delivered: uplinks?.succeeded ?? 0,
          avg_delivery_ms: uplinks && uplinks.succeeded > 0 ? uplinks.delivery_ms / uplinks.succeeded : undefined,
          slots: endedPerSlot(hours, fromMs, toMs, grain),
        };
      },
    }),
    rpc('ListScaciErrors', {
      access: 'org',
      needs: 'R',
      scope: 'scaci:read',
      input: all(page(STANDARD_PAGE), timeFilter, fields({ ac_eui: optional(eui), session_id: optional(uuid) })),
      async handle({ page: asked, range: { startNs, endNs }, ac_eui, session_id }, { org }) {
        if (!listener) return { errors: [] };
        const found = await store.scan.centerLists.errors({
          org,
          acEui: ac_eui,
          session: session_id,
          fromMs: ceilMsOf(startNs),
          toMs: ceilMsOf(endNs),
          after: asked.after,
          size: asked.size,
        });
        return { errors: found.rows.map(errorToWire), ...ending(found, asked, row => [row.last_at, row.id]) };
      },
    }),
    rpc('ListScaciQueues', {
      access: 'org',
      needs: 'R',
      scope: 'scaci:read',
      input: all(
        page(STANDARD_PAGE),
        fields({ ac_eui: optional(eui), ep_eui: optional(eui), status: optional(oneOf(QUEUE_STATUSES)) }),
      ),
      async handle({ page: asked, ac_eui, ep_eui, status }, { org }) {
        if (!listener) return { queue_entries: [] };
        const found = await store.scan.centerLists.queue({
          org,
          acEui: ac_eui,
          epEui: ep_eui,
          state: status && stateOf(status),
          after: asked.after,
          size: asked.size,
        });
        return {
          queue_entries: found.rows.map(queueEntryToWire),
          ...ending(found, asked, row => [row.created_at, row.id]),
        };
      },
    }),
    rpc('GetScaciStatus', {
      access: 'org',
      needs: 'R',
      scope: 'scaci:read',
      input: nothing,
      async handle(_request, call) {
        const known = { protocol_version: PROTOCOL_VERSION, sc_eui: scEui };
        if (!listener) return { service_online: false, enabled: false, ...known };
        return {
          service_online: listener.online,
          enabled: true,
          listen_port: listener.port,
          ...known,
          ...(await countersNow(call)),
          uptime_since: timestamp(runTime.startedAt),
          last_ping_at: timestamp(listener.lastPingAt),
          last_ping_rtt_ms: listener.lastPingRttMs,
          missed_pings: listener.missedPings,
          last_connect_result: listener.lastConnect,
          last_error: listener.lastError,
        };
      },
    }),
  ];
}

function ending<R>({ rows, total, more }: ListPage<R>, asked: Page, positionOf: (row: R) => Position<number>) {
  const last = more ? rows.at(-1) : undefined;
  return { total_count: total, next_page_token: asked.next(last && positionOf(last)) };
}
