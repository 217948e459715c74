import type { LiveMessages } from '../../data/live-messages.ts';
import type { Filter } from '../../model/filter/filter-words.ts';
import { matchesRate } from '../../model/filter/live-filter.ts';
import { type EndpointRate, ratesOf } from '../../model/live-list.ts';
import { EmptyFilter } from '../../parts/empty.tsx';
import { Table } from '../../parts/table/table.tsx';
import { ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

/** Above fifty messages a second: how often each endpoint sends. */
export function Rates({
  live,
  filter,
  filterText,
  onClear,
}: {
  live: LiveMessages;
  filter: Filter;
  filterText: string;
  onClear: () => void;
}) {
  const text = words.value.live;
  const rates = ratesOf(live.list, ticking.value).filter(rate => matchesRate(rate, filter));
  if (rates.length === 0) return <EmptyFilter title={text.noMatch} filter={filterText} onClear={onClear} />;
  return (
    <Table<EndpointRate>
      name={text.rateTable}
      rows={rates}
      keyOf={({ key }) => key}
      columns={[
        {
          name: 'endpoint',
          head: text.endpoint,
          card: 'name',
          cell: ({ key, name }) => (
            <a class="name" href={`/endpoints/${key}`}>
              {name}
            </a>
          ),
        },
        {
          name: 'rate',
          head: text.perMinute,
          end: true,
          width: 140,
          card: 'end',
          cell: ({ perMinute }) => format.value.number(perMinute, 1),
        },
      ]}
    />
  );
}
