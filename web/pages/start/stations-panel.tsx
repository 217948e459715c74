import type { Query } from '../../data/call/query.ts';
import { type BaseStation, useStationHours, useStationSignals } from '../../data/stations.ts';
import { type StationState, stationLook } from '../../model/states.ts';
import { worstFirst } from '../../model/stations.ts';
import { hourly } from '../../model/text/hours.ts';
import { msOf } from '../../model/text/time.ts';
import { LinkButton } from '../../parts/button.tsx';
import { SparkBars } from '../../parts/chart/spark.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { EuiText } from '../../parts/eui.tsx';
import { Panel } from '../../parts/panel.tsx';
import { State } from '../../parts/status.tsx';
import { Ago, ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

const SHOWN = 3;

export function StationsPanel({ stations }: { stations: Query<BaseStation[]> }) {
  const text = words.value.start;
  const { value, fault } = stations;
  const shown = worstFirst(value ?? []).slice(0, SHOWN);
  return (
    <Panel
      title={text.stations}
      note={value && value.length > 0 ? text.worstFirst(shown.length, value.length) : undefined}
      end={
        <a class="link" href="/stations">
          {text.allStations}
        </a>
      }
      flush
    >
      {value === undefined && !fault && <Bones rows={2} height={52} />}
      {value === undefined && fault && (
        <Failure title={words.value.stations.failed} fault={fault} onRetry={stations.again} />
      )}
      {value?.length === 0 && (
        <Empty
          icon="station"
          title={words.value.stations.emptyTitle}
          text={words.value.stations.emptyText}
          actions={
            <LinkButton kind="primary" icon="plus" href="/stations/add">
              {words.value.stations.add}
            </LinkButton>
          }
        />
      )}
      <ul class="rows">
        {shown.map(station => (
          <StationRow key={station.bsEui} station={station} />
        ))}
      </ul>
    </Panel>
  );
}

function StationRow({ station }: { station: BaseStation }) {
  const { number, fixed } = format.value;
  const text = words.value.start;
  const look = stationLook(station.status);
  const signal = useStationSignals().value?.get(station.bsEui);
  const hours = useStationHours(station.bsEui).value;
  const seen = msOf(station.lastSeenAt);
  const offline = station.status === 'offline';
  return (
    <li class="station-row">
      <State icon={look.icon} tone={look.tone}>
        {words.value.states.station[station.status as StationState] ?? station.status}
      </State>
      <div class="station-name">
        <a class="name" href={`/stations/${station.bsEui}`}>
          {station.name}
        </a>
        <span class="under">
          <EuiText eui={station.bsEui} />
        </span>
      </div>
      <span class="station-bars">
        {hours && <SparkBars values={hourly(hours.hours, 24, ticking.value)} width={126} height={24} />}
      </span>
      <Figure value={hours === undefined ? words.value.parts.none : number(hours.lastHour)} label={text.lastHour} />
      <Figure
        value={signal?.medianSnr === undefined ? words.value.parts.none : `${fixed(signal.medianSnr, 1)} dB`}
        label={text.medianSnr}
        class="station-snr"
      />
      <Figure
        value={seen === undefined ? words.value.parts.none : <Ago at={seen} style={offline ? 'moment' : 'ago'} />}
        label={text.lastHeard}
        class={offline ? 'is-error' : ''}
      />
    </li>
  );
}

function Figure({
  value,
  label,
  class: look = '',
}: {
  value: preact.ComponentChildren;
  label: string;
  class?: string;
}) {
  return (
    <span class={`row-figure ${look}`}>
      <span class="number">{value}</span>
      <span class="meta">{label}</span>
    </span>
  );
}
