import type { Store } from '../../domain/domain.ts';
import type { Cell } from '../../domain/message/figures/cell.ts';
import { GRANULARITIES } from '../../domain/statistics/slots.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { type Row, rpc } from '../call/define.ts';
import { eui, oneOf } from '../checks.ts';
import { findRegistration } from '../find.ts';
import { all, fields, list, optional } from '../input.ts';
import { ceilMs, ceilMsOf, page, STANDARD_PAGE, timeFilter } from '../list-input.ts';
import { type StationNames, stationNames } from '../station-names.ts';
import { timestamp } from '../wire.ts';

const MAX_DAYS = 366;
const OPERATIONS = [
  'attach',
  'detach',
  'attach_propagate',
  'detach_propagate',
  'downlink',
  'downlink_revoke',
  'dl_rx_query',
  'ul_transmit',
  'register',
  'deregister',
] as const;

/** What an endpoint has sent, and what was done about it. */
export function endpointHistory({ store, clock }: { readonly store: Store; readonly clock: Clock }): readonly Row[] {
  return [
    rpc('GetEndPointStats', {
      access: 'org',
      needs: 'R',
      scope: 'endpoints:read',
      input: all(
        timeFilter,
        fields({ ep_eui: eui, granularity: optional(oneOf(GRANULARITIES, 'InvalidGranularity')) }),
      ),
      async handle({ ep_eui, range, granularity = 'day' }, call) {
        const endpoint = findRegistration(store, call, ep_eui);
        const toMs = range.endNs === undefined ? clock.now() : ceilMs(range.endNs);
        // An endpoint may be registered for longer than a window can be, or later than the asked end.
        const since = Math.min(Math.max(endpoint.createdAt, toMs - MAX_DAYS * DAY_MS), toMs - 1);
        const fromMs = range.startNs === undefined ? since : ceilMs(range.startNs);
        if (fromMs >= toMs) throw fault('InvalidTimeRange');
        if (toMs - fromMs > MAX_DAYS * DAY_MS) throw fault('TimeRangeTooLarge', { limit: `${MAX_DAYS} d` });
        const query = { org: call.org, endpoint: endpoint.id, fromMs, toMs, granularity };
        const [{ total, duplicates, activeDays, slots }, downlinks] = await Promise.all([
          store.scan.endpointStatistics.of(call.signal, query),
          store.scan.downlinkLists.outcomes('endpoint', endpoint.id, fromMs, toMs),
        ]);
        const { messages, levels } = total;
        const average = (sum: number, count: number) => (count > 0 ? sum / count : undefined);
        const lost = total.resets === 0 ? total.lost : undefined;
        const heard = [...total.stations.values()];
        return {
          ep_eui,
          start_time: timestamp(fromMs),
          end_time: timestamp(toMs),
          messages,
          duplicates,
          lost,
          loss_rate: lost === undefined ? undefined : average(lost, lost + messages - duplicates),
          avg_rssi: average(levels.rssiSum, messages),
          avg_snr: average(levels.snrSum, messages),
          avg_eq_snr: average(levels.eqSnrSum, levels.eqSnrCount),
          first_message_at: messages > 0 ? timestamp(total.firstAt) : null,
          last_message_at: messages > 0 ? timestamp(total.lastAt) : null,
          active_days: activeDays,
          avg_interval_seconds: messages > 1 ? (total.lastAt - total.firstAt) / (messages - 1) / 1000 : undefined,
          receptions_per_message: average(
            heard.reduce((sum, { receptions }) => sum + receptions, 0),
            messages,
          ),
          downlinks_sent: downlinks.sent,
          downlinks_acknowledged: downlinks.acknowledged,
          downlinks_failed: downlinks.failed,
          base_stations: byStation(total, call.org, stationNames(store)),
          slots: slots.map(({ start, cell }) => ({
            start: timestamp(start),
            messages: cell.messages,
            endpoints: cell.messages > 0 ? 1 : 0,
            base_stations: receiving(cell).length,
            payload_bytes: cell.bytes,
          })),
          attach_status: endpoint.attachStatus,
        };
      },
    }),
    rpc('GetEndPointOperations', {
      access: 'org',
      needs: 'R',
      scope: 'endpoints:read',
      input: all(
        page(STANDARD_PAGE),
        timeFilter,
        fields({ ep_eui: eui, operation: list(oneOf(OPERATIONS), OPERATIONS.length) }),
      ),
      handle({ ep_eui, operation, range, page: asked }, call) {
        const endpoint = findRegistration(store, call, ep_eui);
        const query = {
          endpoint: endpoint.id,
          operations: operation,
          fromMs: ceilMsOf(range.startNs),
          toMs: ceilMsOf(range.endNs),
        };
        const { rows, total, more } = store.read.timeline.operations(query, asked.size, asked.after?.[1]);
        const last = more ? rows.at(-1) : undefined;
        return {
          operations: rows.map(row => ({
            id: row.uuid,
            operation: row.operation,
            origin: row.origin,
            bs_eui: row.bs_eui ?? '',
            ac_eui: row.ac_eui ?? '',
            op_id: row.op_id ?? 0,
            status: row.status,
            error: row.error,
            started_at: timestamp(row.started_at),
            finished_at: timestamp(row.finished_at),
            actor: row.actor,
            que_id: row.que_id ?? 0,
          })),
          total_count: total,
          next_page_token: asked.next(last && [last.id, last.id]),
        };
      },
    }),
  ];
}

const receiving = ({ stations }: Cell) => [...stations].filter(([, { receptions }]) => receptions > 0);

/** The receiving stations, busiest first. */
function byStation(total: Cell, org: number, names: StationNames) {
  const stations = receiving(total).map(([id, { receptions, levels, lastAt }]) => {
    const station = names(id);
    return {
      bs_eui: station.eui,
      name: station.org === org ? station.name : '',
      receptions,
      avg_snr: levels.snrSum / receptions,
      avg_rssi: levels.rssiSum / receptions,
      last_at: timestamp(lastAt),
    };
  });
  return stations.sort((a, b) => b.receptions - a.receptions || (a.bs_eui < b.bs_eui ? -1 : 1));
}
