import type { Writable } from 'node:stream';
import type { FilePage } from '../rpc/serve/pages.ts';

/** Where a backup that was offered is downloaded. */
const PATH = '/auth/backup';

/** @param ticket of an offer */
export const backupUrl = (ticket: string): string => `${PATH}?ticket=${ticket}`;

/** Backups by their tickets. */
export interface BackupSource<Offer> {
  /** @throws fault of a ticket that is over */
  take(ticket: string): Offer;
  write(offer: Offer, begin: () => Writable, signal: AbortSignal): Promise<void>;
}

/** The page of an offer: once, and without credentials, since a browser sends none with what it saves. */
export function backupPage<Offer>(backups: BackupSource<Offer>, now: () => number): FilePage {
  return {
    method: 'GET',
    path: PATH,
    open({ query }) {
      const offer = backups.take(query.get('ticket') ?? '');
      const day = new Date(now()).toISOString().slice(0, 10);
      return {
        headers: {
          'content-type': 'application/gzip',
          'content-disposition': `attachment; filename="waystation-backup-${day}.tar.gz"`,
        },
        write: (begin, signal) => backups.write(offer, begin, signal),
      };
    },
  };
}
