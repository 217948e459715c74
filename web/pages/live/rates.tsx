import type { Message } from '../../data/live-messages.ts';
import { grouped } from '../../model/eui.ts';
import { type EndpointRate, ratesOf } from '../../model/live-list.ts';
import { msOf } from '../../model/time.ts';
import { Table } from '../../parts/table.tsx';
import { ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

/** Above fifty messages a second: how often each endpoint sends. */
export function Rates({ rows }: { rows: readonly Message[] }) {
  const text = words.value.live;
  const rates = ratesOf(
    rows,
    ({ epEui, epName, receivedAt }) => ({
      key: epEui,
      name: epName === '' ? grouped(epEui) : epName,
      at: msOf(receivedAt) ?? 0,
    }),
    ticking.value,
  );
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
