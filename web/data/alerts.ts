import { client } from './client.ts';
import { type Query, useQuery } from './query.ts';

const POLL_MS = 15_000;

export interface AlertCounts {
  open: number;
  worst: 'critical' | 'error' | 'warning' | 'info' | undefined;
  oldestAt: number | undefined;
}

/** How many alerts are open, and how bad the worst is; asked again every 15 s. */
export function useAlertCounts(): Query<AlertCounts> {
  return useQuery(
    'alert-summary',
    async signal => {
      const { critical, error, warning, info, oldestOpenAt } = await client.getAlertSummary({}, { signal });
      const counts = { critical, error, warning, info };
      const worst = (['critical', 'error', 'warning', 'info'] as const).find(severity => counts[severity] > 0);
      return {
        open: critical + error + warning + info,
        worst,
        oldestAt: oldestOpenAt === undefined ? undefined : Number(oldestOpenAt.seconds) * 1000,
      };
    },
    POLL_MS,
  );
}
