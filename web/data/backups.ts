// Copies of everything: those on the box, and the one for the safe.
import { client } from './call/client.ts';
import { outdate, type Query, useQuery } from './call/query.ts';
import { rest, restFile } from './call/rest.ts';

export interface Snapshot {
  name: string;
  bytes: number;
  createdAt: string;
  beforeUpgrade: boolean;
}

/** @param mayRead whether the caller administers the box; nothing is asked otherwise */
export function useSnapshots(mayRead: boolean): Query<Snapshot[]> {
  return useQuery(
    mayRead ? 'backups' : undefined,
    async signal => (await rest<{ snapshots: Snapshot[] }>('GET', '/system/backups', undefined, signal)).snapshots,
    60_000,
  );
}

/** When a backup was downloaded last; "never" where none was as far as events go back. @param mayRead as above */
export function useLastDownload(mayRead: boolean): Query<number | 'never'> {
  return useQuery(
    mayRead ? 'backups downloaded' : undefined,
    async signal => {
      const asked = { eventTypes: ['system.backup_downloaded'], pageSize: 1 };
      const [last] = (await client.listEvents(asked, { signal })).events;
      return last?.timestamp ? Number(last.timestamp.seconds) * 1000 : 'never';
    },
    60_000,
  );
}

/** The path at which a browser saves a backup, once and within a minute. */
export async function offerBackup(passphrase: string): Promise<string> {
  const { url } = await rest<{ url: string }>('POST', '/system/backups', { passphrase });
  // the event is there when the download has begun
  setTimeout(() => outdate('backups'), 5000);
  return url;
}

/** The report for support, a ZIP. */
export const bugReport = (): Promise<Blob> => restFile('GET', '/system/bugreport');
