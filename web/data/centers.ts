// Application centers: their sessions, what went wrong, what of theirs is under way, and certificates.
import type {
  ScaciError,
  ScaciQueueEntry,
  ScaciSession,
  ScaciStatistics,
  ScaciStatus,
} from '../gen/platform/api/v1/core_pb.ts';
import { client } from './call/client.ts';
import { type Paged, usePaged } from './call/paged.ts';
import { type Query, useQuery } from './call/query.ts';

export type { ScaciError, ScaciQueueEntry, ScaciSession, ScaciStatistics, ScaciStatus };

const POLL_MS = 10_000;
/** Sessions are kept for a month: the newest of each center is among so many. */
const MOST_SESSIONS = 1000;
const PAGE = 100;

export function useScaciStatus(): Query<ScaciStatus> {
  return useQuery('scaci-status', async signal => client.getScaciStatus({}, { signal }), POLL_MS);
}

/** Of the last 24 hours. */
export function useScaciStatistics(): Query<ScaciStatistics> {
  return useQuery('scaci-statistics', async signal => client.getScaciStatistics({}, { signal }), 60_000);
}

/** The newest session of each center: connected ones first, then the one that was there last. */
export function useCenters(): Query<ScaciSession[]> {
  return useQuery(
    'centers',
    async signal => {
      const asked = { pageSize: MOST_SESSIONS, orderBy: 'last_activity_at desc' };
      const { sessions } = await client.listScaciSessions(asked, { signal });
      const newest = new Map<string, ScaciSession>();
      for (const session of sessions) {
        const known = newest.get(session.acEui);
        if (!known || (isConnected(session) && !isConnected(known))) newest.set(session.acEui, session);
      }
      return [...newest.values()].sort((a, b) => Number(isConnected(b)) - Number(isConnected(a)));
    },
    POLL_MS,
  );
}

export const isConnected = ({ status }: ScaciSession): boolean => status === 'active' || status === 'resumed';

/** Of one center, or of all. The newest first. */
export function useCenterSessions(acEui: string): Paged<ScaciSession> {
  return usePaged<ScaciSession>(`center-sessions ${acEui}`, async (pageToken, signal) => {
    const { sessions, totalCount, nextPageToken } = await client.listScaciSessions(
      { acEui, pageSize: PAGE, pageToken },
      { signal },
    );
    return { rows: sessions, total: totalCount, next: nextPageToken };
  });
}

/** What went wrong with one center, or with all; the same mistakes are counted as one. An empty EUI is all. */
export function useCenterErrors(acEui: string): Paged<ScaciError> {
  return usePaged<ScaciError>(`center-errors ${acEui}`, async (pageToken, signal) => {
    const { errors, totalCount, nextPageToken } = await client.listScaciErrors(
      { acEui, pageSize: PAGE, pageToken },
      { signal },
    );
    return { rows: errors, total: totalCount, next: nextPageToken };
  });
}

/** Downlinks of centers that are under way. */
export function useCenterQueue(acEui: string): Paged<ScaciQueueEntry> {
  return usePaged<ScaciQueueEntry>(`center-queue ${acEui}`, async (pageToken, signal) => {
    const { queueEntries, totalCount, nextPageToken } = await client.listScaciQueues(
      { acEui, pageSize: PAGE, pageToken },
      { signal },
    );
    return { rows: queueEntries, total: totalCount, next: nextPageToken };
  });
}
