import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';

/** What the sealed secret of a user (row id) is bound to. */
export function factorAbout(user: number): string {
  return `second_factor:${user}`;
}

export const sealedInSecondFactors: readonly SealedColumn[] = [
  {
    ...{ table: 'second_factor', column: 'secret', key: ['user'] },
    about: ({ user }) => factorAbout(Number(user)),
    words: () => 'the second factor of a user',
  },
];

/** Recovery codes of another enrolment would still let their holder in. */
export const salvagedSecondFactors: SalvagedTables = {
  group: 'second factors',
  tables: ['second_factor', 'recovery_code'],
};
