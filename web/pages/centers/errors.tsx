import { type ScaciError, useCenterErrors } from '../../data/centers.ts';
import { grouped } from '../../model/text/eui.ts';
import { msOf } from '../../model/text/time.ts';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { type Column, Table } from '../../parts/table/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

/** What went wrong, the same mistakes counted as one. @param acEui empty: with any center */
export function Errors({ acEui }: { acEui: string }) {
  const { centers: text } = words.value;
  const list = useCenterErrors(acEui);
  return (
    <div class="panel wide-names">
      {list.fault && <Failure title={text.failed} fault={list.fault} onRetry={list.again} />}
      {list.rows.length === 0 && list.loading && <Bones rows={3} />}
      {list.total === 0 && <Empty icon="done" title={text.noErrors} />}
      {list.rows.length > 0 && (
        <Table
          name={text.errors}
          columns={columns(acEui === '')}
          rows={list.rows}
          keyOf={({ id }) => id}
          total={list.total ?? list.rows.length}
          onEnd={list.more}
        />
      )}
    </div>
  );
}

function columns(withCenter: boolean): Column<ScaciError>[] {
  const { centers: text } = words.value;
  const { errorColumns: heads } = text;
  return [
    {
      name: 'what',
      head: heads.what,
      card: 'name',
      cell: ({ errorMessage, errorToken, errorCode }) => (
        <span lang="en">{errorMessage || errorToken || String(errorCode)}</span>
      ),
    },
    {
      name: 'command',
      head: heads.command,
      width: 150,
      cell: ({ operationType }) => <span class="mono">{operationType}</span>,
    },
    {
      name: 'side',
      head: heads.side,
      width: 120,
      from: 1024,
      cell: ({ direction }) => text.sides[direction as keyof typeof text.sides] ?? direction,
    },
    ...(withCenter
      ? [
          {
            name: 'center',
            head: heads.center,
            width: 190,
            card: 'start' as const,
            cell: ({ acEui }: ScaciError) => (
              <a class="link mono" href={`/centers/${acEui}`}>
                {grouped(acEui)}
              </a>
            ),
          },
        ]
      : []),
    {
      name: 'count',
      head: heads.count,
      width: 80,
      end: true,
      from: 1024,
      cell: ({ count }) => format.value.number(count),
    },
    {
      name: 'last',
      head: heads.last,
      width: 116,
      end: true,
      card: 'end',
      cell: ({ lastSeen }) => <Ago at={msOf(lastSeen) ?? 0} style="moment" />,
    },
  ];
}
