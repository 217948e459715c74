import type { PeerKind } from '../../domain/certificate/certificate-records.ts';
import type { StationColumns, StationRow } from '../../domain/station/station-columns.ts';
import type { StationOrder } from '../../domain/station/station-store.ts';
import { GRANULARITIES } from '../../domain/statistics/slots.ts';
import { fault } from '../../kit/faults/faults.ts';
import { DAY_MS } from '../../kit/units.ts';
import { acting } from '../call/actor.ts';
import { type Row, rpc } from '../call/define.ts';
import { eui, located, oneOf, search, tags } from '../checks.ts';
import { all, fields, masked, nested, optional } from '../input.ts';
import { LARGE_PAGE, orderBy, page, timeRange } from '../list-input.ts';
import type { BaseStationStatsOut } from '../schema.gen.ts';
import { timestamp, timestampNs } from '../wire.ts';
import { toColumns, writable } from './base-station-wire.ts';
import { type LiveStations, type StationSources, stationView } from './view.ts';

/** What holds the peers to the list of revoked certificates. */
export interface Revocations {
  /** What is stored as revoked of an EUI holds from now on. */
  enforce(kind: PeerKind, eui: string): void;
}

const DAY_HOURS = 24;
const HOURLY_UP_TO_MS = 7 * DAY_MS;
const STATUSES = ['never_connected', 'online', 'offline', 'disabled'] as const;
const CERTIFICATE_STATUSES = ['none', 'valid', 'expiring', 'expired', 'revoked', 'external'] as const;
const KEY = fields({ bs_eui: eui });
/** What is given of a base station that is to be registered. */
export const newBaseStation = fields({ base_station: nested({ bs_eui: eui, ...writable }, located) });

export function baseStations({
  store,
  clock,
  stations,
  revocations,
  serviceCenterUrl,
  limit,
}: StationSources & {
  readonly stations: LiveStations;
  readonly revocations: Revocations;
  /** Most base stations of the installation; undefined is no limit. */
  readonly limit: number | undefined;
}): readonly Row[] {
  const view = stationView({ store, clock, stations, serviceCenterUrl });
  return [
    rpc('CreateBaseStation', {
      access: 'org',
      needs: 'B',
      scope: 'basestations:write',
      input: newBaseStation,
      async handle({ base_station: { bs_eui, ...given } }, call) {
        const columns = toColumns(given) as StationColumns;
        const station = { org: call.org, eui: bs_eui, columns, limit };
        const id = await store.write.baseStations.insert(station, acting(call, clock));
        return view.toDetail(view.stored(id), call);
      },
    }),
    rpc('GetBaseStation', {
      access: 'org',
      needs: 'R',
      scope: 'basestations:read',
      input: KEY,
      handle: ({ bs_eui }, call) => view.toDetail(view.find(bs_eui, call), call),
    }),
    rpc('UpdateBaseStation', {
      access: 'org',
      needs: 'B',
      scope: 'basestations:write',
      input: masked('base_station', { bs_eui: eui }, writable, { check: located }),
      async handle({ id: { bs_eui }, changes }, call) {
        const { id } = view.find(bs_eui, call);
        const changed = await store.write.baseStations.update(id, toColumns(changes), acting(call, clock), bs_eui);
        if (changed.includes('disabled') && changes.disabled) await stations.disconnect(id, 'disabled');
        return view.toDetail(view.stored(id), call);
      },
    }),
    rpc('DeleteBaseStation', {
      access: 'org',
      needs: 'B',
      scope: 'basestations:write',
      input: KEY,
      async handle({ bs_eui }, call) {
        const { id } = view.find(bs_eui, call);
        // First the row, so that a station that comes back at once is refused.
        await store.write.baseStations.remove(id, acting(call, clock), bs_eui);
        const gone = stations.disconnect(id, 'deleted');
        revocations.enforce('bs', bs_eui);
        await gone;
        return {};
      },
    }),
    rpc('UpdateBaseStationEui', {
      access: 'org',
      needs: 'B',
      scope: 'basestations:write',
      input: fields({ bs_eui: eui, new_bs_eui: eui }),
      async handle({ bs_eui, new_bs_eui }, call) {
        if (bs_eui === new_bs_eui) throw fault('BaseStationEUIUnchanged', { bs_eui });
        const { id } = view.find(bs_eui, call);
        await store.write.baseStations.changeEui(id, new_bs_eui, acting(call, clock), bs_eui);
        const gone = stations.disconnect(id, 'eui_changed');
        revocations.enforce('bs', bs_eui);
        await gone;
        return view.toDetail(view.stored(id), call);
      },
    }),
    rpc('ListBaseStations', {
      access: 'org',
      needs: 'R',
      scope: 'basestations:read',
      input: all(
        page(LARGE_PAGE),
        fields({
          search,
          status: optional(oneOf(STATUSES)),
          certificate_status: optional(oneOf(CERTIFICATE_STATUSES)),
          tags,
          order_by: orderBy(['name', 'bs_eui', 'last_seen_at', 'status', 'created_at'], 'asc'),
        }),
      ),
      async handle({ page: asked, order_by: order, ...filter }, call) {
        const { rows, total, more } = await store.scan.baseStations.list({
          org: call.org,
          at: view.stationsNow(),
          search: filter.search,
          status: filter.status,
          certificateStatus: filter.certificate_status,
          tags: filter.tags,
          orderBy: order.by,
          descending: order.direction === 'desc',
          after: asked.after,
          size: asked.size,
        });
        const last = more ? rows.at(-1) : undefined;
        return {
          base_stations: rows.map(row => view.toWire(row, call)),
          total_count: total,
          next_page_token: asked.next(last && [sortValue(order.by, last), last.id]),
        };
      },
    }),
    rpc('GetBaseStationStats', {
      access: 'org',
      needs: 'R',
      scope: 'basestations:read',
      input: all(
        KEY,
        timeRange({ windowHours: DAY_HOURS }),
        fields({ granularity: optional(oneOf(GRANULARITIES, 'InvalidGranularity')) }),
      ),
      async handle({ bs_eui, range, granularity }, call) {
        const station = view.find(bs_eui, call);
        const fromMs = Number(range.startNs / 1_000_000n);
        const toMs = Number(range.endNs / 1_000_000n);
        const now = clock.now();
        const figures = await store.scan.stationStatistics.of(call.signal, {
          org: call.org,
          station: station.id,
          fromMs,
          toMs,
          granularity: granularity ?? (toMs - fromMs <= HOURLY_UP_TO_MS ? 'hour' : 'day'),
          now,
          // A span that a crash left open ended when the station was last heard.
          onlineUntil: stations.find(station.id) ? now : (station.last_seen_at ?? 0),
        });
        return {
          bs_eui,
          start_time: timestampNs(range.startNs),
          end_time: timestampNs(range.endNs),
          uplinks: figures.uplinks,
          uplinks_first: figures.firsts,
          unique_endpoints: figures.uniqueEndpoints,
          downlinks_sent: figures.downlinksSent,
          downlinks_failed: figures.downlinksFailed,
          avg_rssi: figures.avgRssi,
          avg_snr: figures.avgSnr,
          avg_eq_snr: figures.avgEqSnr,
          availability: figures.availability,
          last_uplink_at: timestamp(figures.lastUplinkAt),
          uplinks_last_24h: figures.last24h,
          uplinks_last_7d: figures.last7d,
          uplinks_last_30d: figures.last30d,
          buckets: figures.slots.map(slot => ({
            start: timestamp(slot.start),
            uplinks: slot.uplinks,
            downlinks: slot.downlinks,
            availability: slot.availability,
            avg_rssi: slot.avgRssi,
            avg_snr: slot.avgSnr,
          })),
          top_endpoints: figures.topEndpoints,
        } satisfies BaseStationStatsOut;
      },
    }),
  ];
}

function sortValue(order: StationOrder, row: StationRow): string | number {
  switch (order) {
    case 'bs_eui':
      return row.eui;
    case 'last_seen_at':
      return row.last_seen_at ?? 0;
    default:
      return row[order];
  }
}
