import type { Alert } from '../gen/platform/api/v1/core_pb.ts';
import { severityRank } from '../model/states.ts';
import { now } from '../model/text/clock.ts';
import { msOf } from '../model/text/time.ts';
import { client } from './call/client.ts';
import { type Paged, usePaged } from './call/paged.ts';
import { outdate, type Query, useQuery } from './call/query.ts';
import { rest } from './call/rest.ts';

export type { Alert };

const POLL_MS = 15_000;
/** As many as are asked for at once. */
export const ALERT_PAGE = 100;

export interface OpenAlert {
  id: string;
  rule: string;
  /** `new` until a user looks after it. */
  status: string;
  acknowledgedBy: string;
  sourceName: string;
  severity: string;
  title: string;
  description: string;
  since: number;
  sourceType: string;
  sourceId: string;
}

export interface OpenAlerts {
  open: number;
  worst: 'critical' | 'error' | 'warning' | 'info' | undefined;
  counts: Readonly<Record<'critical' | 'error' | 'warning' | 'info', number>>;
  oldestAt: number | undefined;
  /** The newest ones, the worst first. */
  recent: OpenAlert[];
}

/** How many alerts are open, how bad the worst is, and the newest of them; asked again every 15 s. */
export function useOpenAlerts(): Query<OpenAlerts> {
  return useQuery(
    'open-alerts',
    async signal => {
      const { critical, error, warning, info, oldestOpenAt, recent } = await client.getAlertSummary({}, { signal });
      const counts = { critical, error, warning, info };
      return {
        open: critical + error + warning + info,
        worst: (['critical', 'error', 'warning', 'info'] as const).find(severity => counts[severity] > 0),
        counts,
        oldestAt: msOf(oldestOpenAt),
        recent: recent
          .map(alert => ({ ...alert, since: msOf(alert.firstSeenAt) ?? 0 }))
          .sort((a, b) => severityRank(a.severity) - severityRank(b.severity) || a.since - b.since),
      };
    },
    POLL_MS,
  );
}

const STATUSES = { open: ['new', 'acknowledged'], resolved: ['resolved'] } as const;

/** Open ones with the worst first, or what is over with the newest first. @param severity empty: of any */
export function useAlertList(which: keyof typeof STATUSES, severity: string): Paged<Alert> {
  return usePaged<Alert>(`alerts ${which} ${severity}`, async (pageToken, signal) => {
    const asked = {
      ...{
        statuses: [...STATUSES[which]],
        severities: severity === '' ? [] : [severity],
        pageSize: ALERT_PAGE,
        pageToken,
      },
      orderBy: which === 'open' ? 'severity desc' : 'last_seen_at desc',
    };
    const { alerts, totalCount, nextPageToken } = await client.listAlerts(asked, { signal });
    return { rows: alerts, total: totalCount, next: nextPageToken };
  });
}

/** One, whatever became of it. An undefined id asks nothing. */
export function useAlert(id: string | undefined): Query<Alert | 'missing'> {
  return useQuery<Alert | 'missing'>(
    id === undefined ? undefined : `alert ${id}`,
    async signal => (await readAlert(id ?? '', signal)) ?? 'missing',
    POLL_MS,
  );
}

async function readAlert(alertId: string, signal?: AbortSignal): Promise<Alert | undefined> {
  const { alerts } = await client.listAlerts({ alertId, pageSize: 1 }, signal ? { signal } : {});
  return alerts[0];
}

/** Another user has taken it over meanwhile. */
export interface TakenOver {
  by: string;
  at: number;
  note: string;
}

/** Says that another user looks after it already, where that is so now; what is shown may be older. */
export async function takenOver(id: string): Promise<TakenOver | undefined> {
  const alert = await readAlert(id);
  if (alert?.status !== 'acknowledged') return undefined;
  return { by: alert.acknowledgedBy, at: msOf(alert.acknowledgedAt) ?? now(), note: alert.note };
}

/** Says that the caller looks after it; with a note for the others. */
export async function acknowledgeAlert(id: string, note: string): Promise<void> {
  await change(() => rest('POST', `/alerts/${id}/acknowledge`, { note }), id);
}

/** Ends it by hand. What still holds opens it again only after it was clear. */
export async function resolveAlert(id: string, note: string): Promise<void> {
  await change(() => rest('POST', `/alerts/${id}/resolve`, { note }), id);
}

/** A write that is refused says that what is shown is old, too. */
async function change(write: () => Promise<unknown>, id: string): Promise<void> {
  try {
    await write();
  } finally {
    outdate('open-alerts');
    outdate(`alert ${id}`);
  }
}

export interface Silence {
  id: string;
  sourceId?: string;
  tag?: { key: string; value: string };
  rule?: string;
  until: string;
  reason: string;
  createdAt: string;
  createdBy: string;
}

export type NewSilence = Pick<Silence, 'sourceId' | 'tag' | 'rule' | 'reason'> & { forMs: number };

/** There are 500 of an organization at most. */
const MOST_SILENCES = 500;

export function useSilences(): Query<Silence[]> {
  return useQuery(
    'silences',
    async signal => {
      const path = `/alerts/silences?limit=${MOST_SILENCES}`;
      return (await rest<{ silences?: Silence[] }>('GET', path, undefined, signal)).silences ?? [];
    },
    POLL_MS,
  );
}

export async function silence({ forMs, ...about }: NewSilence): Promise<void> {
  await rest('POST', '/alerts/silences', { ...about, until: new Date(now() + forMs).toISOString() });
  outdate('silences');
  outdate('open-alerts');
  outdate('alert ');
}

export async function endSilence(id: string): Promise<void> {
  try {
    // its own place in the document of the API, beside the one of the list
    await rest('DELETE', `/alert-silences/${id}`);
  } finally {
    outdate('silences');
    outdate('open-alerts');
    outdate('alert ');
  }
}
