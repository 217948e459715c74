import type { ApiKey } from '../../data/keys.ts';
import { RESOURCES } from '../../model/scopes.ts';
import { msOf } from '../../model/text/time.ts';
import { Button } from '../../parts/button.tsx';
import type { Column } from '../../parts/table/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

export function keyColumns(onDelete: (key: ApiKey) => void): Column<ApiKey>[] {
  const { keys: text, parts } = words.value;
  return [
    {
      name: 'name',
      head: text.name,
      width: 220,
      card: 'name',
      cell: ({ name, keyPrefix }) => (
        <>
          <span class="strong">{name}</span>
          <span class="under mono">{keyPrefix}…</span>
        </>
      ),
    },
    {
      name: 'scopes',
      head: text.scopes,
      cut: true,
      card: 'start',
      cell: ({ scopes }) => <span class="text-2">{inWords(scopes)}</span>,
    },
    {
      name: 'used',
      head: text.lastUsed,
      width: 120,
      end: true,
      from: 1024,
      cell: ({ lastUsedAt }) => {
        const at = msOf(lastUsedAt);
        return at === undefined ? text.never : <Ago at={at} />;
      },
    },
    {
      name: 'from',
      head: text.from,
      width: 140,
      gap: true,
      from: 1280,
      cell: ({ lastUsedAddress }) => <span class="mono">{lastUsedAddress || parts.none}</span>,
    },
    {
      name: 'ends',
      head: text.ends,
      width: 120,
      end: true,
      card: 'end',
      label: text.ends,
      cell: ({ expiresAt }) => {
        const at = msOf(expiresAt);
        return at === undefined ? text.never : format.value.date(at);
      },
    },
    {
      name: 'delete',
      head: '',
      width: 96,
      end: true,
      card: 'state',
      cell: key => (
        <Button kind="quiet" size="compact" edge name={text.deleteName(key.name)} onClick={() => onDelete(key)}>
          {parts.delete}
        </Button>
      ),
    },
  ];
}

/** "Endpoints, Messages (write)" */
function inWords(scopes: readonly string[]): string {
  const { keys: text } = words.value;
  if (scopes.includes('*')) return text.everything;
  const parts = RESOURCES.flatMap(resource => {
    const write = scopes.includes(`${resource}:write`);
    if (!write && !scopes.includes(`${resource}:read`)) return [];
    return [write ? `${text.resources[resource]} (${text.write.toLowerCase()})` : text.resources[resource]];
  });
  return parts.join(', ');
}
