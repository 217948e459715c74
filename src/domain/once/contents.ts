import type { SealedColumn } from '../../database/sealed-column.ts';
import type { Once } from '../event/acting.ts';

/** What the sealed secret of a call is bound to. */
export function onceAbout({ org, caller, key }: Pick<Once, 'org' | 'caller' | 'key'>): string {
  return `once:${org}:${caller}:${key}`;
}

export const sealedInOnce: readonly SealedColumn[] = [
  {
    ...{ table: 'once', column: 'secret', key: ['org', 'caller', 'key'] },
    about: ({ org, caller, key }) => onceAbout({ org: Number(org), caller: String(caller), key: String(key) }),
    words: () => 'what a call was answered that may be repeated',
  },
];
