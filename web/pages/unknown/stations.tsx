import type { Query } from '../../data/call/query.ts';
import { useRights } from '../../data/call/rights.ts';
import type { UnknownStation } from '../../data/unknown.ts';
import { grouped } from '../../model/text/eui.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { EuiText } from '../../parts/eui.tsx';
import { type Column, Table } from '../../parts/table/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

/** Stations that dial and are not let in: why, and what to do. */
export function UnknownStations({ stations }: { stations: Query<UnknownStation[]> }) {
  const text = words.value.unknown;
  const refuses = useRights();
  const { value, fault } = stations;
  return (
    <div class="panel">
      {!value && fault && <Failure title={text.failed} fault={fault} onRetry={stations.again} />}
      {!value && !fault && <Bones rows={4} height={52} />}
      {value?.length === 0 && <Empty icon="station" title={text.noStations} text={text.noStationsText} />}
      {value && value.length > 0 && (
        <Table name={text.stationTable} columns={columns(refuses('B'))} rows={value} keyOf={({ key }) => key} twoLine />
      )}
    </div>
  );
}

function columns(reason: string | undefined): Column<UnknownStation>[] {
  const { unknown: text, refusals } = words.value;
  return [
    {
      name: 'eui',
      head: text.eui,
      width: 210,
      card: 'name',
      cell: ({ bsEui, address }) => (
        <span class="unknown-station">
          {bsEui === '' ? <span class="text-2">{text.noName}</span> : <EuiText eui={bsEui} copy={text.eui} />}
          <span class="meta">
            {text.address} {address}
          </span>
        </span>
      ),
    },
    {
      name: 'why',
      head: text.why,
      card: 'start',
      cell: ({ refusal, address }) => (
        <span class="unknown-why">
          {refusals[refusal](address)}
          <span class="meta">{refusals[`${refusal}Todo`]}</span>
        </span>
      ),
    },
    {
      name: 'tries',
      head: text.tries,
      width: 76,
      end: true,
      from: 1024,
      cell: ({ count }) => format.value.number(count),
    },
    {
      name: 'last',
      head: text.lastTry,
      width: 116,
      end: true,
      card: 'state',
      cell: ({ lastAt }) => <Ago at={lastAt} />,
    },
    {
      name: 'acts',
      head: '',
      width: 150,
      end: true,
      card: 'end',
      cell: station => <Act station={station} reason={reason} />,
    },
  ];
}

function Act({ station: { bsEui, registered }, reason }: { station: UnknownStation; reason: string | undefined }) {
  const text = words.value.unknown;
  const eui = grouped(bsEui);
  if (bsEui === '') return null;
  const act = registered
    ? { name: text.openName(eui), word: text.open, href: `/stations/${bsEui}/certificate` }
    : { name: text.adoptName(eui), word: text.adopt, href: `/stations/add?eui=${bsEui}` };
  return (
    <LinkButton size="compact" href={act.href} name={act.name} reason={reason}>
      {act.word}
    </LinkButton>
  );
}
