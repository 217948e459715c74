import { useState } from 'preact/hooks';
import { faultOf } from '../../../data/call/faults.ts';
import { type Integration, PARKED_PAGE, type ParkedItem, retryParked, useParked } from '../../../data/integrations.ts';
import { Button } from '../../../parts/button.tsx';
import { Bones, Empty, Failure } from '../../../parts/empty.tsx';
import { attempt } from '../../../parts/note/attempt.ts';
import { Panel } from '../../../parts/panel.tsx';
import { type Column, Table } from '../../../parts/table/table.tsx';
import { Ago } from '../../../parts/time.tsx';
import { format, words } from '../../../words/words.ts';

/** What the target refused for its own sake: each with why, to be sent again one by one or all. */
export function Parked({ integration, reason }: { integration: Integration; reason: string | undefined }) {
  const { integrations: text } = words.value;
  const [page, setPage] = useState(0);
  const [busy, setBusy] = useState<number | 'all' | undefined>(undefined);
  const query = useParked(integration.id, page);
  const { value, fault } = query;
  const send = async (place?: number) => {
    setBusy(place ?? 'all');
    await attempt(faultOf, async () => {
      const sent = await retryParked(integration.id, place === undefined ? undefined : [place]);
      if (place === undefined) setPage(0);
      return text.sent(sent);
    });
    setBusy(undefined);
  };
  const total = value?.total ?? 0;
  return (
    <Panel
      title={text.parkedTable}
      note={total > 0 ? format.value.number(total) : undefined}
      flush
      end={
        total > 0 && (
          <Button
            size="compact"
            busy={busy === 'all' ? text.sending : undefined}
            reason={reason}
            onClick={() => void send()}
          >
            {text.sendAll}
          </Button>
        )
      }
      foot={total > 0 && <span class="text-2">{text.parkedText}</span>}
    >
      {!value && fault && <Failure title={text.failed} fault={fault} onRetry={query.again} />}
      {!value && !fault && <Bones rows={3} />}
      {value?.total === 0 && <Empty icon="done" title={text.noParked} text={text.noParkedText} />}
      {value && value.items.length > 0 && (
        <Table
          name={text.parkedTable}
          columns={columns({ busy, reason, send: place => void send(place) })}
          rows={value.items}
          keyOf={({ place }) => String(place)}
        />
      )}
      {total > PARKED_PAGE && (
        <div class="panel-body row-acts">
          <span class="small text-2">
            {text.pageOf(page * PARKED_PAGE + 1, Math.min(total, (page + 1) * PARKED_PAGE), total)}
          </span>
          {page > 0 && (
            <Button size="compact" onClick={() => setPage(page - 1)}>
              {text.older}
            </Button>
          )}
          {(page + 1) * PARKED_PAGE < total && (
            <Button size="compact" onClick={() => setPage(page + 1)}>
              {text.newer}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}

function columns({
  busy,
  reason,
  send,
}: {
  busy: number | 'all' | undefined;
  reason: string | undefined;
  send: (place: number) => void;
}): Column<ParkedItem>[] {
  const { integrations: text } = words.value;
  return [
    { name: 'place', head: text.columns.place, width: 96, end: true, from: 1024, cell: ({ place }) => place },
    {
      name: 'event',
      head: text.columns.event,
      width: 200,
      gap: true,
      card: 'name',
      cell: ({ event }) =>
        event === undefined ? (
          <span class="text-3">{text.gone}</span>
        ) : (
          ((text.events as Partial<Record<string, string>>)[event] ?? event)
        ),
    },
    { name: 'reason', head: text.columns.reason, card: 'start', cell: item => <span lang="en">{item.reason}</span> },
    {
      name: 'when',
      head: text.columns.when,
      width: 116,
      end: true,
      card: 'state',
      cell: ({ parkedAt }) => <Ago at={Date.parse(parkedAt)} style="moment" />,
    },
    {
      name: 'send',
      head: '',
      width: 136,
      end: true,
      card: 'end',
      cell: ({ place }) => (
        <Button
          kind="quiet"
          size="compact"
          edge
          name={text.sendOneName(place)}
          busy={busy === place ? text.sending : undefined}
          reason={reason}
          onClick={() => send(place)}
        >
          {text.sendOne}
        </Button>
      ),
    },
  ];
}
