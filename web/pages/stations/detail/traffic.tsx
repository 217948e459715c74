import { type BaseStationMessage, useTraffic } from '../../../data/station.ts';
import { contentOf } from '../../../model/message.ts';
import { msOf } from '../../../model/text/time.ts';
import { Bones, Empty, Failure } from '../../../parts/empty.tsx';
import { EuiText } from '../../../parts/eui.tsx';
import { MessageContent } from '../../../parts/message-content.tsx';
import { type Column, Table } from '../../../parts/table/table.tsx';
import { format, words } from '../../../words/words.ts';

export function Traffic({ eui }: { eui: string }) {
  const text = words.value.station;
  const query = useTraffic(eui);
  const { value, fault } = query;
  return (
    <div class="panel">
      {!value && fault && <Failure title={text.failed} fault={fault} onRetry={query.again} />}
      {!value && !fault && <Bones rows={8} />}
      {value?.length === 0 && <Empty icon="live" title={text.noTraffic} />}
      {value && value.length > 0 && (
        <Table
          name={text.tabs.traffic}
          columns={columns()}
          rows={value}
          keyOf={({ seq, direction }) => `${direction} ${seq}`}
        />
      )}
    </div>
  );
}

function columns(): Column<BaseStationMessage>[] {
  const { trafficColumns: heads, direction: ways, foreign } = words.value.station;
  const { clock, fixed, full } = format.value;
  return [
    {
      name: 'time',
      head: heads.time,
      width: 96,
      card: 'state',
      cell: ({ occurredAt }) => {
        const at = msOf(occurredAt) ?? 0;
        return (
          <time class="number text-2" dateTime={new Date(at).toISOString()} data-tip={full(at)}>
            {clock(at)}
          </time>
        );
      },
    },
    {
      name: 'direction',
      head: heads.direction,
      width: 64,
      from: 1024,
      cell: ({ direction }) => ways[direction as keyof typeof ways] ?? direction,
    },
    {
      name: 'endpoint',
      head: heads.endpoint,
      width: 190,
      card: 'name',
      cell: ({ epEui }) =>
        epEui === '' ? (
          <span class="text-2">{foreign}</span>
        ) : (
          <a class="name" href={`/endpoints/${epEui}`}>
            <EuiText eui={epEui} />
          </a>
        ),
    },
    {
      name: 'counter',
      head: heads.counter,
      width: 84,
      end: true,
      from: 1024,
      cell: ({ packetCnt }) => packetCnt ?? '',
    },
    {
      name: 'content',
      head: heads.content,
      gap: true,
      cut: true,
      card: 'start',
      cell: line => <MessageContent content={contentOf({ ...line, decodedMeta: undefined })} />,
    },
    {
      name: 'snr',
      head: heads.snr,
      width: 92,
      end: true,
      card: 'end',
      cell: ({ snr }) => (snr === undefined ? '' : `${fixed(snr, 1)} dB`),
    },
  ];
}
