import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';

/** What the sealed secret of this name is bound to. */
export function secretAbout(kid: string): string {
  return `token_secret:${kid}`;
}

/** What the sealed successor of the refresh token with this digest is bound to. */
export function successorAbout(hash: Uint8Array): string {
  return `refresh_token:${Buffer.from(hash).toString('hex')}`;
}

export const sealedInSignIns: readonly SealedColumn[] = [
  {
    ...{ table: 'token_secret', column: 'secret', key: ['kid'] },
    about: ({ kid }) => secretAbout(String(kid)),
    words: () => 'the secret that signs access tokens',
  },
  {
    ...{ table: 'refresh_token', column: 'successor', key: ['hash'] },
    about: ({ hash }) => successorAbout(hash as Uint8Array),
    words: () => 'tokens of a user who is signed in',
  },
];

export const salvagedSignIns: SalvagedTables = { group: 'sign-ins', tables: ['sign_in', 'refresh_token'] };

/** Who is signed in is so no more: what was ended since would be open again in an earlier copy, and what was used once unused. */
export function forgetSignIns(db: Db): void {
  db.exec('DELETE FROM refresh_token; DELETE FROM sign_in');
}
