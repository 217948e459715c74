import { useState } from 'preact/hooks';
import { query, setQuery } from '../../../data/call/address.ts';
import { type EndPoint, useEndpointStats } from '../../../data/endpoint.ts';
import { type EndpointRadio, useEndpointRadio } from '../../../data/endpoint-radio.ts';
import { now } from '../../../model/text/clock.ts';
import { msOf, RANGES, type Range, rangeOf, rangeSince } from '../../../model/text/time.ts';
import { LineChart } from '../../../parts/chart/line-chart.tsx';
import { SeriesKey } from '../../../parts/chart/marks.tsx';
import { Bones, Empty, Failure } from '../../../parts/empty.tsx';
import { Segments } from '../../../parts/form/field.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { format, words } from '../../../words/words.ts';
import { ValuesTable } from '../values-table.tsx';
import { Coverage } from './coverage.tsx';
import { Losses } from './losses.tsx';

type Measure = 'snr' | 'rssi';
const UNITS = { snr: 'dB', rssi: 'dBm' } as const;

/** How each station hears it over time, who would be missed, and what is lost. */
export function Radio({ endpoint }: { endpoint: EndPoint }) {
  const text = words.value.endpointRadio;
  const range = rangeOf(query.value.get('range'), rangeSince(msOf(endpoint.createdAt), now()));
  const radio = useEndpointRadio(endpoint.epEui, range);
  const stats = useEndpointStats(endpoint.epEui, range).value;
  const { value, fault } = radio;
  return (
    <div class="split">
      <div class="stack">
        {!value && (
          <div class="panel">
            {fault ? <Failure title={text.failed} fault={fault} onRetry={radio.again} /> : <Bones rows={7} />}
          </div>
        )}
        {value && <OverTime radio={value} range={range} />}
        {value && stats && value.stations.length > 0 && <Coverage radio={value} messages={Number(stats.messages)} />}
      </div>
      <Losses endpoint={endpoint} stats={stats} radio={value} range={range} />
    </div>
  );
}

function OverTime({ radio, range }: { radio: EndpointRadio; range: Range }) {
  const { endpointRadio: text, chart, parts, endpoint } = words.value;
  const [table, setTable] = useState(false);
  const measure: Measure = query.value.get('measure') === 'rssi' ? 'rssi' : 'snr';
  const title = measure === 'snr' ? text.perStation : text.rssi;
  const series = radio.stations.map((station, at) => ({
    ...{ key: station.bsEui, label: station.name, unit: UNITS[measure], points: station[measure] },
    ...{ series: at + 1, last: undefined },
  }));
  const drawn = series.filter(({ points }) => points.length > 0);
  const sentence = drawn.map(({ label, points, unit }) => spanOf(label, points, unit)).join(' ');
  return (
    <Panel
      title={title}
      middle={
        <span class="legend">
          {drawn.map(one => (
            <span key={one.key}>
              <SeriesKey series={one.series} /> {one.label}
            </span>
          ))}
        </span>
      }
      end={
        <>
          <Segments
            label={text.measure}
            compact
            value={measure}
            options={[
              { value: 'snr', text: endpoint.snr },
              { value: 'rssi', text: endpoint.rssi },
            ]}
            onChange={next => setQuery({ measure: next === 'rssi' ? next : undefined })}
          />
          <Segments
            label={chart.range}
            compact
            value={range}
            options={(Object.keys(RANGES) as Range[]).map(one => ({ value: one, text: chart.ranges[one] }))}
            onChange={next => setQuery({ range: next })}
          />
        </>
      }
    >
      {drawn.length === 0 && <Empty icon="radio" title={text.noReceptions} />}
      {drawn.length > 0 && (
        <figure aria-label={title}>
          {table ? (
            <ValuesTable series={drawn} />
          ) : (
            <LineChart
              name={title}
              description={sentence}
              from={radio.from}
              to={radio.to}
              series={drawn.map(({ label, ...one }) => ({ ...one, name: label }))}
            />
          )}
          <div class="chart-foot">
            <span>{sentence}</span>
            <button type="button" class="link" aria-pressed={table} onClick={() => setTable(!table)}>
              {table ? parts.hideTable : parts.showAsTable}
            </button>
          </div>
        </figure>
      )}
    </Panel>
  );
}

function spanOf(name: string, points: readonly { value: number }[], unit: string): string {
  const { number } = format.value;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${name}: ${words.value.chart.span(number(low, 1), number(high, 1), unit)}.`;
}
