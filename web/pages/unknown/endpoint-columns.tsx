import type { UnknownEndpoint } from '../../data/unknown.ts';
import { grouped } from '../../model/text/eui.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { EuiText } from '../../parts/eui.tsx';
import { Badge } from '../../parts/status.tsx';
import type { Column } from '../../parts/table/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

export function endpointColumns({
  since,
  stationName,
  reason,
  onIgnore,
}: {
  /** When the page was looked at last. */
  since: number;
  stationName: (eui: string) => string;
  /** Why nothing may be changed. */
  reason: string | undefined;
  onIgnore: (endpoint: UnknownEndpoint, ignored: boolean) => void;
}): Column<UnknownEndpoint>[] {
  const text = words.value.unknown;
  const { number, fixed } = format.value;
  return [
    {
      name: 'eui',
      head: text.eui,
      sort: 'epEui',
      card: 'name',
      cell: ({ epEui, firstAt }) => (
        <span class="unknown-eui">
          <EuiText eui={epEui} copy={text.eui} />
          {since > 0 && firstAt > since && <Badge tone="accent">{text.new}</Badge>}
        </span>
      ),
    },
    {
      name: 'heard',
      head: text.heard,
      width: 88,
      end: true,
      sort: 'count',
      from: 1024,
      cell: one => number(one.count),
    },
    {
      name: 'first',
      head: text.first,
      width: 120,
      end: true,
      sort: 'firstSeenAt',
      from: 1280,
      cell: ({ firstAt }) => (
        <span class="text-2">
          <Ago at={firstAt} style="moment" />
        </span>
      ),
    },
    {
      name: 'last',
      head: text.last,
      width: 120,
      end: true,
      sort: 'lastSeenAt',
      card: 'state',
      cell: ({ lastAt }) => <Ago at={lastAt} />,
    },
    {
      name: 'best',
      head: text.best,
      width: 176,
      gap: true,
      cut: true,
      from: 1024,
      cell: ({ bestBsEui }) =>
        bestBsEui === '' ? (
          words.value.parts.none
        ) : (
          <a class="name" href={`/stations/${bestBsEui}`}>
            {stationName(bestBsEui)}
          </a>
        ),
    },
    {
      name: 'snr',
      head: text.snr,
      width: 84,
      end: true,
      sort: 'snr',
      card: 'start',
      label: text.snr,
      cell: ({ snr }) => `${fixed(snr, 1)} dB`,
    },
    { name: 'stations', head: text.stations, width: 84, end: true, from: 1280, cell: ({ stations }) => stations },
    {
      name: 'acts',
      head: '',
      width: 184,
      end: true,
      card: 'end',
      cell: endpoint => <Acts endpoint={endpoint} reason={reason} onIgnore={onIgnore} />,
    },
  ];
}

function Acts({
  endpoint,
  reason,
  onIgnore,
}: {
  endpoint: UnknownEndpoint;
  reason: string | undefined;
  onIgnore: (endpoint: UnknownEndpoint, ignored: boolean) => void;
}) {
  const text = words.value.unknown;
  const eui = grouped(endpoint.epEui);
  const { ignored } = endpoint;
  return (
    <span class="row-acts">
      <Button
        kind="quiet"
        size="compact"
        name={ignored ? text.undoName(eui) : text.ignoreName(eui)}
        reason={reason}
        onClick={() => onIgnore(endpoint, !ignored)}
      >
        {ignored ? text.undo : text.ignore}
      </Button>
      <LinkButton
        size="compact"
        href={`/endpoints/add?eui=${endpoint.epEui}`}
        name={text.adoptName(eui)}
        reason={reason}
      >
        {text.adopt}
      </LinkButton>
    </span>
  );
}
