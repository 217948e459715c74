import { severityRank } from '../model/states.ts';
import { msOf } from '../model/time.ts';
import { client } from './client.ts';
import { outdate, type Query, useQuery } from './query.ts';
import { rest } from './rest.ts';

const POLL_MS = 15_000;

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
        oldestAt: msOf(oldestOpenAt),
        recent: recent
          .map(alert => ({ ...alert, since: msOf(alert.firstSeenAt) ?? 0 }))
          .sort((a, b) => severityRank(a.severity) - severityRank(b.severity) || a.since - b.since),
      };
    },
    POLL_MS,
  );
}

/** Says that the caller looks after it; with a note for the others. */
export async function acknowledgeAlert(id: string, note: string): Promise<void> {
  await rest('POST', `/alerts/${id}/acknowledge`, { note });
  outdate('open-alerts');
}
