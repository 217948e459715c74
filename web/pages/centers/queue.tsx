import { type ScaciQueueEntry, useCenterQueue } from '../../data/centers.ts';
import { bytesInHex, grouped } from '../../model/text/eui.ts';
import { msOf } from '../../model/text/time.ts';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { type Column, Table } from '../../parts/table/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';

/** Downlinks of application centers that are under way. @param acEui empty: of any center */
export function Queue({ acEui }: { acEui: string }) {
  const { centers: text } = words.value;
  const list = useCenterQueue(acEui);
  return (
    <div class="panel">
      {list.fault && <Failure title={text.failed} fault={list.fault} onRetry={list.again} />}
      {list.rows.length === 0 && list.loading && <Bones rows={3} />}
      {list.total === 0 && <Empty icon="centers" title={text.noQueue} />}
      {list.rows.length > 0 && (
        <Table
          name={text.queue}
          columns={columns()}
          rows={list.rows}
          keyOf={({ id }) => id}
          total={list.total ?? list.rows.length}
          onEnd={list.more}
        />
      )}
    </div>
  );
}

function columns(): Column<ScaciQueueEntry>[] {
  const { centers: text, downlinks } = words.value;
  const { queueColumns: heads } = text;
  return [
    {
      name: 'endpoint',
      head: heads.endpoint,
      width: 200,
      card: 'name',
      cell: ({ epEui }) => (
        <a class="name mono" href={`/endpoints/${epEui}/downlinks`}>
          {grouped(epEui)}
        </a>
      ),
    },
    {
      name: 'content',
      head: heads.content,
      card: 'start',
      cut: true,
      cell: ({ payload }) =>
        payload.length === 0 ? (
          <span class="text-2">{downlinks.empty}</span>
        ) : (
          <span class="mono">{bytesInHex(payload)}</span>
        ),
    },
    {
      name: 'status',
      head: heads.status,
      width: 190,
      card: 'end',
      cell: ({ status }) => text.queueStates[status as keyof typeof text.queueStates] ?? status,
    },
    { name: 'number', head: heads.number, width: 120, end: true, from: 1024, cell: ({ acQueId }) => acQueId },
    {
      name: 'since',
      head: heads.since,
      width: 116,
      end: true,
      card: 'state',
      cell: ({ queuedAt }) => <Ago at={msOf(queuedAt) ?? 0} style="moment" />,
    },
  ];
}
