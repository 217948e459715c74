import { type EndPoint, type Message, useEndpointMessages } from '../../data/endpoint.ts';
import { contentOf } from '../../model/message.ts';
import { msOf } from '../../model/time.ts';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { MessageContent } from '../../parts/message-content.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { format, words } from '../../words/words.ts';

export function Messages({ endpoint }: { endpoint: EndPoint }) {
  const text = words.value.endpoint;
  const list = useEndpointMessages(endpoint.epEui);
  return (
    <div class="panel">
      {list.fault && <Failure title={text.failed} fault={list.fault} onRetry={list.again} />}
      {list.rows.length === 0 && list.loading && <Bones rows={8} />}
      {list.total === 0 && <Empty icon="live" title={text.noMessages} />}
      {list.rows.length > 0 && (
        <Table
          name={text.messages}
          columns={columns()}
          rows={list.rows}
          keyOf={({ id }) => id}
          {...(list.total === undefined ? {} : { total: list.total })}
          onEnd={list.more}
        />
      )}
    </div>
  );
}

function columns(): Column<Message>[] {
  const { columns: heads } = words.value.endpoint;
  const { dayTime, clock, fixed, number } = format.value;
  return [
    {
      name: 'time',
      head: heads.time,
      width: 168,
      card: 'name',
      cell: ({ receivedAt }) => {
        const at = msOf(receivedAt) ?? 0;
        return (
          <span class="number">
            {dayTime(at).replace(/, .*$/, '')}, {clock(at)}
          </span>
        );
      },
    },
    {
      name: 'counter',
      head: heads.counter,
      width: 84,
      end: true,
      card: 'state',
      label: heads.counter,
      cell: ({ id, packetCnt }) => (
        <a class="name" href={`/messages/${id}`} aria-label={words.value.message.title(packetCnt)}>
          {number(packetCnt)}
        </a>
      ),
    },
    {
      name: 'values',
      head: heads.values,
      gap: true,
      cut: true,
      card: 'start',
      cell: message => <MessageContent content={contentOf(message)} />,
    },
    { name: 'snr', head: heads.snr, width: 92, end: true, card: 'end', cell: ({ snr }) => `${fixed(snr, 1)} dB` },
    {
      name: 'stations',
      head: heads.stations,
      width: 84,
      end: true,
      from: 1024,
      cell: ({ baseStations }) => baseStations.length,
    },
  ];
}
