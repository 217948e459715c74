import { useMemo } from 'preact/hooks';
import { query, setQuery } from '../../../data/call/address.ts';
import { type EndPoint, type Message, messageFilter, useEndpointMessages } from '../../../data/endpoint.ts';
import { parseFilter } from '../../../model/filter/filter-words.ts';
import { MESSAGE_WORDS, messageQuestion } from '../../../model/filter/message-filter.ts';
import { contentOf } from '../../../model/message.ts';
import { msOf } from '../../../model/text/time.ts';
import { Bones, Empty, EmptyFilter, Failure } from '../../../parts/empty.tsx';
import { Chips, FilterBox } from '../../../parts/filter.tsx';
import { MessageContent } from '../../../parts/message-content.tsx';
import { type Column, Table } from '../../../parts/table/table.tsx';
import { format, words } from '../../../words/words.ts';
import { Export } from './export.tsx';

export function Messages({ endpoint }: { endpoint: EndPoint }) {
  const { endpoint: text, endpointRadio } = words.value;
  const filterText = query.value.get('q') ?? '';
  const filter = parseFilter(filterText, MESSAGE_WORDS);
  const question = messageQuestion(filter);
  // the time that a page of a list begins with must stay the same for the next one
  const asked = useMemo(() => messageFilter(question), [JSON.stringify(question)]);
  const list = useEndpointMessages(endpoint.epEui, JSON.stringify(question), () => asked);
  const setFilter = (q: string) => setQuery({ q });
  const shown = useMemo(columns, [words.value]);
  const isEmpty = list.total === 0 && !list.old;
  return (
    <>
      <div class="list-head">
        <FilterBox label={endpointRadio.filter} value={filterText} onChange={setFilter} />
        <span class="end">
          <span role="status">{list.total !== undefined && endpointRadio.count(list.total)}</span>
          <Export epEui={endpoint.epEui} name={endpoint.name} filter={asked} />
        </span>
      </div>
      {filterText === '' ? (
        <p class="meta">{endpointRadio.filterHelp}</p>
      ) : (
        <Chips filter={filterText} unknown={filter.unknown} onChange={setFilter} />
      )}
      <div class="panel">
        {list.fault && <Failure title={text.failed} fault={list.fault} onRetry={list.again} />}
        {list.rows.length === 0 && list.loading && <Bones rows={8} />}
        {isEmpty && filterText === '' && <Empty icon="live" title={text.noMessages} />}
        {isEmpty && filterText !== '' && (
          <EmptyFilter title={endpointRadio.noMatch} filter={filterText} onClear={() => setFilter('')} />
        )}
        {list.rows.length > 0 && (
          <Table
            name={text.messages}
            columns={shown}
            rows={list.rows}
            keyOf={({ id }) => id}
            old={list.old}
            {...(list.total === undefined ? {} : { total: list.total })}
            onEnd={list.more}
          />
        )}
      </div>
    </>
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
