import type { Store } from '../../domain/domain.ts';
import type { Bin, Quality } from '../../domain/statistics/quality.ts';
import { GRANULARITIES } from '../../domain/statistics/slots.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type Row, rpc } from '../call/define.ts';
import { eui, flag, oneOf, uuid } from '../checks.ts';
import { all, fields, optional } from '../input.ts';
import { ceilMs, type TimeRange, timeRange } from '../list-input.ts';
import { stationNames } from '../station-names.ts';
import { timestamp, timestampNs } from '../wire.ts';

const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;

/** How the radio of an organization goes. */
export function analytics({ store, clock }: { readonly store: Store; readonly clock: Clock }): readonly Row[] {
  const granularity = optional(oneOf(GRANULARITIES, 'InvalidGranularity'));
  const windowOf = (range: TimeRange<bigint>, org: number) => ({
    org,
    fromMs: ceilMs(range.startNs),
    toMs: ceilMs(range.endNs),
  });
  const shown = (range: TimeRange<bigint>) => ({
    start_time: timestampNs(range.startNs),
    end_time: timestampNs(range.endNs),
  });
  return [
    rpc('GetAnalyticsOverview', {
      access: 'org',
      needs: 'R',
      scope: 'analytics:read',
      input: all(timeRange({ windowHours: DAY_HOURS }), fields({ include_duplicates: flag })),
      async handle({ range, include_duplicates: includeDuplicates }, { org, signal }) {
        const query = { ...windowOf(range, org), includeDuplicates, now: clock.now() };
        const found = await store.scan.analytics.overview(signal, query);
        return {
          ...shown(range),
          total_messages: found.messages,
          active_endpoints: found.activeEndpoints,
          silent_endpoints: found.silentEndpoints,
          active_base_stations: found.activeStations,
          avg_rssi: found.avgRssi,
          avg_snr: found.avgSnr,
          avg_eq_snr: found.avgEqSnr,
          first_message_at: found.firstAt === undefined ? null : timestamp(found.firstAt),
          last_message_at: found.lastAt === undefined ? null : timestamp(found.lastAt),
          hourly: found.hourly.map(({ start, count }) => ({ timestamp: timestamp(start), value: count })),
          messages_last_24h: found.last24h,
          messages_last_7d: found.last7d,
          duplicates: found.duplicates,
          decode_failed: found.decodeFailed,
          receptions_per_message: found.receptionsPerMessage,
          downlinks_sent: found.downlinksSent,
          downlinks_failed: found.downlinksFailed,
          top_endpoints: [...found.topEndpoints],
        };
      },
    }),
    rpc('GetActivityAnalytics', {
      access: 'org',
      needs: 'R',
      scope: 'analytics:read',
      input: all(
        timeRange({ windowHours: WEEK_HOURS }),
        fields({
          granularity,
          ep_eui: optional(eui),
          bs_eui: optional(eui),
          device_model_id: optional(uuid),
          include_duplicates: flag,
        }),
      ),
      async handle({ range, granularity = 'day', ...filter }, { org, signal }) {
        const found = await store.scan.analytics.activity(signal, {
          ...windowOf(range, org),
          granularity,
          epEui: filter.ep_eui,
          bsEui: filter.bs_eui,
          deviceModel: filter.device_model_id,
          includeDuplicates: filter.include_duplicates,
        });
        return {
          ...shown(range),
          granularity,
          total_messages: found.messages,
          unique_endpoints: found.endpoints,
          unique_base_stations: found.stations,
          slots: found.slots.map(slot => ({
            start: timestamp(slot.start),
            messages: slot.messages,
            endpoints: slot.endpoints,
            base_stations: slot.stations,
            downlinks: slot.downlinks,
            payload_bytes: slot.bytes,
          })),
        };
      },
    }),
    rpc('GetSignalQualityAnalytics', {
      access: 'org',
      needs: 'R',
      scope: 'analytics:read',
      input: all(
        timeRange({ windowHours: DAY_HOURS }),
        fields({ ep_eui: optional(eui), bs_eui: optional(eui), granularity }),
      ),
      async handle({ range, granularity, ep_eui: epEui, bs_eui: bsEui }, { org, signal }) {
        const query = { ...windowOf(range, org), granularity, epEui, bsEui };
        const found = await store.scan.analytics.quality(signal, query);
        const names = stationNames(store);
        return {
          ...shown(range),
          overall: qualityOut(found.overall),
          by_base_station: found.byStation.map(({ station, quality }) => {
            const { eui: bs_eui, name, org: owner } = names(station);
            return {
              bs_eui,
              name: owner === org ? name : '',
              receptions: quality.count,
              quality: qualityOut(quality),
            };
          }),
          rssi_histogram: found.rssi.map(binOut),
          snr_histogram: found.snr.map(binOut),
          slots: found.slots.map(({ start, avgRssi, avgSnr, avgEqSnr, count }) => ({
            start: timestamp(start),
            avg_rssi: avgRssi,
            avg_snr: avgSnr,
            avg_eq_snr: avgEqSnr,
            count,
          })),
          weak_endpoints: found.weakest.map(weak => ({
            ep_eui: weak.eui,
            name: weak.name,
            avg_snr: weak.avgSnr,
            avg_rssi: weak.avgRssi,
            count: weak.count,
          })),
        };
      },
    }),
  ];
}

const qualityOut = (quality: Quality) => ({
  count: quality.count,
  avg_rssi: quality.avgRssi,
  min_rssi: quality.minRssi,
  max_rssi: quality.maxRssi,
  median_rssi: quality.medianRssi,
  avg_snr: quality.avgSnr,
  min_snr: quality.minSnr,
  max_snr: quality.maxSnr,
  median_snr: quality.medianSnr,
  avg_eq_snr: quality.avgEqSnr,
  p10_snr: quality.p10Snr,
  p90_snr: quality.p90Snr,
});

const binOut = ({ lower, upper, count }: Bin) => ({ lower, upper, count });
