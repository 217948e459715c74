import type { Store } from '../../domain/domain.ts';
import type { QueryWithReport, ReportRow } from '../../domain/rx-status/lists.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../call/actor.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { type SendingStations, servingStation } from '../call/serving.ts';
import { eui, oneOf } from '../checks.ts';
import { findEndpoint, findRegistration, findStationId } from '../find.ts';
import { all, fields, optional } from '../input.ts';
import { ceilMs, page, STANDARD_PAGE, timeRange } from '../list-input.ts';
import type { DLRXStatusOut, DLRXStatusQueryOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';

const STATES = ['pending', 'received', 'timeout', 'failed'] as const;
const window = timeRange({ windowHours: 7 * 24 });

/** Downlink reception status: asked for, answered, or reported unasked (platform API 8). */
export function receptionStatus({
  store,
  clock,
  stations,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly stations: SendingStations & { find(station: number): { readonly bidi: boolean } | undefined };
}): readonly Row[] {
  /** Row id of the station that would send to the endpoint now. */
  const serving = async (endpoint: ReturnType<typeof findEndpoint>, call: Call): Promise<number> => {
    const found = await servingStation({ store, stations }, call, endpoint);
    if (!found) throw fault('DLRXNoServingBaseStation', { ep_eui: endpoint.eui });
    return found.station;
  };

  /** Row id of the named station, which must be able to send now. */
  const named = (bs_eui: string, call: Call): number => {
    const station = findStationId(store, call, bs_eui);
    if (!stations.find(station)?.bidi) throw fault('DLRXNoServingBaseStation', { bs_eui });
    return station;
  };

  return [
    rpc('GetDLRXStatus', {
      access: 'org',
      needs: 'R',
      scope: 'downlinks:read',
      input: all(page(STANDARD_PAGE), window, fields({ ep_eui: eui })),
      async handle({ ep_eui, range, page: asked }, call) {
        const endpoint = findRegistration(store, call, ep_eui);
        const { rows, total, more, average } = await store.scan.rxStatus.reports({
          endpoint: endpoint.id,
          fromMs: ceilMs(range.startNs),
          toMs: ceilMs(range.endNs),
          after: asked.after,
          size: asked.size,
        });
        const last = more ? rows.at(-1) : undefined;
        return {
          statuses: rows.map(reportToWire),
          total_count: total,
          next_page_token: asked.next(last && [last.reported_at, last.id]),
          avg_dl_rx_snr: average.snr,
          avg_dl_rx_rssi: average.rssi,
        };
      },
    }),
    rpc('QueryDLRXStatus', {
      access: 'org',
      needs: 'E',
      scope: 'downlinks:write',
      input: fields({ ep_eui: eui, bs_eui: optional(eui) }),
      async handle({ ep_eui, bs_eui }, call) {
        const { org } = call;
        const row = findEndpoint(store, call, ep_eui);
        if (row.ep_class !== 'A') throw fault('EndPointNotBidirectional', { ep_eui });
        if (row.attach_status !== 'attached') throw fault('EndPointNotAttached', { ep_eui });
        const station = bs_eui === undefined ? await serving(row, call) : named(bs_eui, call);
        const { actor: requestedBy, now: at } = acting(call, clock);
        const query = { org, endpoint: row.id, station, origin: 'api', requestedBy, at } as const;
        const stored = store.read.rxStatus.find(await store.write.rxStatus.query(query));
        return { query: stored ? queryToWire(stored) : null };
      },
    }),
    rpc('GetDLRXStatusQueries', {
      access: 'org',
      needs: 'R',
      scope: 'downlinks:read',
      input: all(page(STANDARD_PAGE), window, fields({ ep_eui: optional(eui), status: optional(oneOf(STATES)) })),
      async handle({ ep_eui, status, range, page: asked }, call) {
        const { rows, total, more, counts } = await store.scan.rxStatus.queries({
          org: call.org,
          epEui: ep_eui,
          state: status,
          fromMs: ceilMs(range.startNs),
          toMs: ceilMs(range.endNs),
          after: asked.after,
          size: asked.size,
        });
        const last = more ? rows.at(-1) : undefined;
        const { pending, received, timeout } = counts;
        return {
          queries: rows.map(queryToWire),
          total_count: total,
          next_page_token: asked.next(last && [last.requested_at, last.id]),
          pending,
          received,
          timeout,
        };
      },
    }),
  ];
}

function reportToWire(row: ReportRow): DLRXStatusOut {
  return {
    id: row.uuid,
    ep_eui: row.ep_eui,
    bs_eui: row.bs_eui,
    rx_time: row.rx_time_ns,
    reported_at: timestamp(row.reported_at),
    packet_cnt: row.packet_cnt,
    dl_rx_snr: row.dl_rx_snr,
    dl_rx_rssi: row.dl_rx_rssi,
    query_id: row.query_uuid ?? '',
  };
}

function queryToWire(row: QueryWithReport): DLRXStatusQueryOut {
  return {
    id: row.uuid,
    ep_eui: row.ep_eui,
    bs_eui: row.bs_eui,
    op_id: row.op_id ?? 0,
    status: row.state,
    requested_at: timestamp(row.requested_at),
    received_at: row.state === 'received' ? timestamp(row.finished_at) : null,
    requested_by: row.requested_by,
    result: row.report ? reportToWire(row.report) : null,
    error: row.error,
  };
}
