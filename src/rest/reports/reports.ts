import type { Store } from '../../domain/domain.ts';
import type { SiteReport } from '../../domain/statistics/site.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { oneOf } from '../../rpc/checks.ts';
import { all, type Check, fields, list, optional, refine } from '../../rpc/input.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId } from '../input.ts';
import { span } from '../range-input.ts';
import type { RadioReportOut } from '../schema.gen.ts';

const WEEK_MS = 7 * DAY_MS;
/** As far as windows of statistics reach. */
const LONGEST_MS = 366 * DAY_MS;
const MAX_TAGS = 20;
const HTML = 'text/html; charset=utf-8';

/** `building=north` */
const tag: Check<string, readonly [string, string]> = (wire, at) => {
  const equals = wire.indexOf('=');
  if (equals < 1) return at.refuse('format', 'InvalidTags');
  return [wire.slice(0, equals), wire.slice(equals + 1)];
};

/** Reports about the site. */
export function reports({
  store,
  clock,
  page,
}: {
  readonly store: Store;
  readonly clock: Clock;
  /** One page that needs nothing else, fit to be printed. */
  page(report: SiteReport): string;
}): Group {
  return group('Reports', [
    method('rest.v1.RestService/ReportRadio', {
      http: {
        at: 'GET /api/v2/reports/radio',
        id: 'reportRadio',
        summary: 'What would be lost without each base station, and how well each endpoint is heard',
        omit: ['page', 'pageType'],
        download: { bytes: 'page', type: 'page_type', types: ['text/html'], orJson: true },
        example: {
          response: {
            ...{ from: '2026-01-13T10:00:00.000Z', to: '2026-01-20T10:00:00.000Z' },
            baseStations: [
              {
                ...{ bsEui: '70b3d59cd0000001', name: 'Roof', messages: 2016, endpoints: 12, onlyMessages: 40 },
                ...{ onlyEndpoints: 1, availability: 0.999, dutyCycle: 0.01, downlinksSent: 3 },
              },
            ],
            endpoints: [
              {
                ...{ epEui: 'fe00000000000001', name: 'Cellar', messages: 168, lost: 2, medianSnr: 9.5, margin: 4.1 },
                lastSeenAt: '2026-01-20T09:58:00.000Z',
                baseStations: [{ bsEui: '70b3d59cd0000001', name: 'Roof', share: 1 }],
              },
            ],
            silent: [],
          },
        },
      },
      ...{ access: 'org', needs: 'R', scope: 'analytics:read' },
      input: refine(
        all(
          span,
          fields({
            organization_id: organizationId,
            tag: list(tag, MAX_TAGS),
            format: optional(oneOf(['json', 'html'] as const)),
          }),
        ),
        ({ span: { fromMs, toMs }, ...rest }, at) => {
          const end = toMs ?? at.context.nowMs;
          const begin = fromMs ?? end - WEEK_MS;
          if (begin >= end || end - begin > LONGEST_MS) at.in('from').refuse('range', 'InvalidTimeRange');
          return { ...rest, fromMs: begin, toMs: end };
        },
      ),
      async handle({ fromMs, toMs, tag: tags, format }, { org, signal }) {
        const report = await store.scan.siteReport.report(signal, { org, fromMs, toMs, now: clock.now(), tags });
        if (format === 'html') return { page: Buffer.from(page(report)), page_type: HTML };
        return wireOf(report);
      },
    }),
  ]);
}

function wireOf({ fromMs, toMs, stations, endpoints, silent }: SiteReport): RadioReportOut {
  const at = (ms: number | undefined) => (ms === undefined ? {} : { last_seen_at: timestamp(ms) });
  return {
    from: timestamp(fromMs),
    to: timestamp(toMs),
    base_stations: stations.map(station => ({
      ...{ bs_eui: station.eui, name: station.name, messages: station.messages, endpoints: station.endpoints },
      ...{ only_messages: station.onlyMessages, only_endpoints: station.onlyEndpoints },
      ...{ availability: station.availability, duty_cycle: station.dutyCycle },
      downlinks_sent: station.downlinksSent,
    })),
    endpoints: endpoints.map(endpoint => ({
      ...{ ep_eui: endpoint.eui, name: endpoint.name, messages: endpoint.messages, lost: endpoint.lost },
      ...{ median_snr: endpoint.medianSnr, margin: endpoint.margin, ...at(endpoint.lastSeenAt) },
      base_stations: endpoint.stations.map(({ eui, name, share }) => ({ bs_eui: eui, name, share })),
    })),
    silent: silent.map(({ eui, name, lastSeenAt }) => ({ ep_eui: eui, name, ...at(lastSeenAt) })),
  };
}
