import { useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { Bones, Empty, EmptyFilter, Failure } from '../empty.tsx';
import { EuiText } from '../eui.tsx';
import { SpanMeter } from '../meter.tsx';
import { Note } from '../note/note.tsx';
import { Panel } from '../panel.tsx';
import { State, Tags } from '../status.tsx';
import { type Column, Table } from '../table/table.tsx';

interface Row {
  eui: string;
  name: string;
  state: [string, 'ok' | 'error' | 'warning', string];
  value: string;
  snr: number;
  heard: string;
}

const ROWS: Row[] = [
  {
    eui: '70b3d56770000102',
    name: 'silo 3',
    state: ['offline', 'error', 'Offline'],
    value: '9.7 °C',
    snr: 8.6,
    heard: '14:02',
  },
  {
    eui: '70b3d56770000103',
    name: 'barn west',
    state: ['online', 'ok', 'Online'],
    value: '4.2 °C',
    snr: 9.8,
    heard: '2 s ago',
  },
  {
    eui: '70b3d56770000105',
    name: 'a station with a name that is longer than most people would give it',
    state: ['inactive', 'warning', 'Inactive'],
    value: '1,284.36 m³',
    snr: 12.9,
    heard: '14 s ago',
  },
];

const COLUMNS: Column<Row>[] = [
  {
    name: 'state',
    head: 'State',
    width: 160,
    card: 'state',
    sort: 'status',
    cell: ({ state: [icon, tone, word] }) => (
      <State icon={icon} tone={tone}>
        {word}
      </State>
    ),
  },
  {
    name: 'name',
    head: 'Name',
    card: 'name',
    cut: true,
    sort: 'name',
    cell: row => (
      <>
        <a class="name" href="#row">
          {row.name}
        </a>
        <span class="under">
          <EuiText eui={row.eui} />
        </span>
      </>
    ),
  },
  { name: 'value', head: 'Value', width: 110, end: true, card: 'start', label: 'Value', cell: row => row.value },
  {
    name: 'snr',
    head: 'SNR median, p10',
    width: 158,
    end: true,
    from: 1024,
    cell: row => (
      <span class="snr-cell">
        <SpanMeter low={row.snr - 4} middle={row.snr} from={0} to={18} />
        {row.snr} dB
      </span>
    ),
  },
  { name: 'heard', head: 'Last heard', width: 100, end: true, sort: 'last', card: 'end', cell: row => row.heard },
  { name: 'tags', head: 'Tags', gap: true, width: 120, cell: () => <Tags tags={{ floor: '2', barn: '' }} /> },
];

export function Rows() {
  const [picked, setPicked] = useState(new Set(['70b3d56770000103']));
  const toggle = (key: string) =>
    setPicked(new Set(picked.has(key) ? [...picked].filter(one => one !== key) : [...picked, key]));
  return (
    <div class="stack">
      <Note tone="error" boxed end={<Button size="compact">Try now</Button>}>
        <b>Waystation does not answer.</b> What you see is from 14:26; trying again in 4 s.
      </Note>
      <Note
        tone="warning"
        boxed
        end={
          <a class="link" href="#why">
            Why, and how to switch it on
          </a>
        }
      >
        Without sign-in, everybody who reaches this address can change everything.
      </Note>
      <div class="panel">
        <Table
          name="Base stations"
          columns={COLUMNS}
          rows={ROWS}
          keyOf={row => row.eui}
          nameOf={row => row.name}
          twoLine
          sort={{ by: 'name', descending: false }}
          onSort={() => undefined}
          selection={{ has: key => picked.has(key), size: picked.size, toggle, all: () => undefined }}
        />
      </div>
      <div class="example-grid">
        <Panel title="Loading" flush>
          <Bones rows={3} />
        </Panel>
        <Panel title="Error in place" flush>
          <Failure
            title="The values could not be loaded"
            fault={{
              text: 'The box answered, but too late.',
              todo: 'The rest of the page is up to date.',
              details: 'ErrTokenDeadline · request 4f1a',
            }}
            onRetry={() => undefined}
          />
        </Panel>
        <Panel title="Empty" flush>
          <Empty
            icon="endpoint"
            title="No endpoint yet"
            text="An endpoint is one sensor with its own EUI. 7 sensors are heard that nobody has registered."
            actions={
              <>
                <Button kind="primary" icon="plus">
                  Add an endpoint
                </Button>
                <Button>Look at them</Button>
              </>
            }
          />
        </Panel>
        <Panel title="Empty by a filter" flush>
          <EmptyFilter title="No endpoint matches" filter="status:inactive floor=2" onClear={() => undefined} />
        </Panel>
      </div>
    </div>
  );
}
