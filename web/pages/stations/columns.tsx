import type { BaseStation, StationSignal } from '../../data/stations.ts';
import { hostOf } from '../../model/onboarding.ts';
import { type StationState, stationLook } from '../../model/states.ts';
import { msOf } from '../../model/text/time.ts';
import { EuiText } from '../../parts/eui.tsx';
import { SpanMeter } from '../../parts/meter.tsx';
import { State } from '../../parts/status.tsx';
import type { Column } from '../../parts/table/table.tsx';
import { Ago, ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';
import { StationMenu } from './station-menu.tsx';

const SNR_FROM = 0;
const SNR_TO = 20;

/** The columns of the list. What a station does not report is a dash with the reason. */
export function stationColumns({
  signals,
  onDelete,
}: {
  signals: ReadonlyMap<string, StationSignal> | undefined;
  onDelete: (station: BaseStation) => void;
}): Column<BaseStation>[] {
  const text = words.value.stations;
  return [
    {
      name: 'state',
      head: text.state,
      width: 160,
      sort: 'status',
      card: 'state',
      cell: station => <StateOf station={station} />,
    },
    {
      name: 'name',
      head: text.name,
      sort: 'name',
      card: 'name',
      cut: true,
      cell: station => <NameOf station={station} />,
    },
    {
      name: 'last',
      head: text.lastHeard,
      width: 100,
      end: true,
      sort: 'last',
      card: 'start',
      label: text.lastHeard,
      cell: station => <LastOf station={station} />,
    },
    {
      name: 'uplinks',
      head: text.uplinks,
      width: 100,
      end: true,
      sort: 'uplinks',
      from: 1024,
      cell: ({ bsEui }) => <Count of={signals?.get(bsEui)?.receptions} />,
    },
    {
      name: 'snr',
      head: text.snr,
      width: 162,
      end: true,
      sort: 'snr',
      card: 'end',
      label: 'SNR',
      cell: ({ bsEui }) => <SnrOf signal={signals?.get(bsEui)} />,
    },
    {
      name: 'duty',
      head: text.duty,
      width: 92,
      end: true,
      sort: 'duty',
      from: 1280,
      cell: ({ dutyCycle }) => (
        <Missing value={dutyCycle === undefined ? undefined : format.value.percent(dutyCycle, 1)} />
      ),
    },
    {
      name: 'certificate',
      head: text.certificate,
      width: 108,
      end: true,
      sort: 'certificate',
      from: 1024,
      cell: station => <CertificateOf station={station} />,
    },
    {
      name: 'address',
      head: text.address,
      width: 144,
      gap: true,
      from: 1280,
      cell: ({ remoteAddress }) => (
        <Missing value={remoteAddress === '' ? undefined : <span class="mono">{hostOf(remoteAddress)}</span>} />
      ),
    },
    {
      name: 'version',
      head: text.version,
      width: 84,
      from: 1440,
      cut: true,
      cell: ({ swVersion }) => <Missing value={swVersion || undefined} />,
    },
    {
      name: 'menu',
      head: '',
      width: 52,
      end: true,
      cell: station => <StationMenu station={station} onDelete={onDelete} />,
    },
  ];
}

export function StateOf({ station }: { station: BaseStation }) {
  const look = stationLook(station.status);
  return (
    <State icon={look.icon} tone={look.tone}>
      {words.value.states.station[station.status as StationState] ?? station.status}
    </State>
  );
}

function NameOf({ station }: { station: BaseStation }) {
  return (
    <>
      <a class="name" href={`/stations/${station.bsEui}`}>
        {station.name}
      </a>
      <span class="under">
        <EuiText eui={station.bsEui} />
      </span>
    </>
  );
}

function LastOf({ station }: { station: BaseStation }) {
  const at = msOf(station.lastSeenAt);
  if (at === undefined) return <Missing value={undefined} />;
  if (station.status !== 'offline') return <Ago at={at} />;
  return (
    <span class="is-error">
      <Ago at={at} style="moment" />
    </span>
  );
}

function Count({ of }: { of: number | undefined }) {
  return <Missing value={of === undefined ? undefined : format.value.number(of)} />;
}

function SnrOf({ signal }: { signal: StationSignal | undefined }) {
  const median = signal?.medianSnr;
  if (median === undefined) return <Missing value={undefined} />;
  return (
    <span class="snr-cell">
      <SpanMeter low={signal?.p10Snr ?? median} middle={median} from={SNR_FROM} to={SNR_TO} />
      <span class="snr-number">{format.value.fixed(median, 1)} dB</span>
    </span>
  );
}

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

function CertificateOf({ station }: { station: BaseStation }) {
  const { until } = words.value.stations;
  const at = msOf(station.certificateExpiresAt);
  const word = until[station.certificateStatus as keyof typeof until];
  if (word !== undefined)
    return <span class={station.certificateStatus === 'none' ? 'text-3' : 'is-warning'}>{word}</span>;
  if (at === undefined) return <Missing value={undefined} />;
  const days = Math.floor((at - ticking.value) / DAY_MS);
  const text = format.value.duration(Math.max(0, at - ticking.value));
  return days < SOON_DAYS ? <b class="is-warning">{text}</b> : text;
}

function Missing({ value }: { value: preact.ComponentChildren }) {
  if (value !== undefined) return <>{value}</>;
  return (
    <span class="text-3" data-tip={words.value.stations.notReported}>
      {words.value.parts.none}
    </span>
  );
}
