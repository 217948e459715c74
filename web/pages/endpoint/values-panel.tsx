import { useState } from 'preact/hooks';
import { setQuery } from '../../data/call/address.ts';
import type { ValueSeries, ValuesOverTime } from '../../data/endpoint.ts';
import { extentOf, longestGap } from '../../model/chart-series.ts';
import { RANGES, type Range } from '../../model/text/time.ts';
import { digitsOf } from '../../model/values.ts';
import { LineChart } from '../../parts/chart/line-chart.tsx';
import { SeriesKey } from '../../parts/chart/marks.tsx';
import { Segments } from '../../parts/form/field.tsx';
import { Panel } from '../../parts/panel.tsx';
import { format, words } from '../../words/words.ts';
import { ValuesTable } from './values-table.tsx';

const MOST_SERIES = 6;
const AXES = 2;

/** The values over time; the series of the first two units, so that no axis is left without a name. */
export function ValuesPanel({ values, range }: { values: ValuesOverTime; range: Range }) {
  const { chart, endpoint: text } = words.value;
  const [table, setTable] = useState(false);
  const units = [...new Set(values.series.map(({ unit }) => unit))].slice(0, AXES);
  const shown = values.series
    .map((series, at) => ({ ...series, mark: (at % MOST_SERIES) + 1 }))
    .filter(({ unit }) => units.includes(unit))
    .slice(0, MOST_SERIES);
  const sentence = sentenceOf(shown[0]);
  return (
    <Panel
      title={text.values}
      middle={
        <span class="legend">
          {shown.map(series => (
            <span key={series.key}>
              <SeriesKey series={series.mark} /> {series.label} {series.unit}
            </span>
          ))}
        </span>
      }
      end={
        <Segments
          label={chart.range}
          compact
          value={range}
          options={(Object.keys(RANGES) as Range[]).map(one => ({ value: one, text: chart.ranges[one] }))}
          onChange={next => setQuery({ range: next })}
        />
      }
    >
      <figure aria-label={text.values}>
        {table ? (
          <ValuesTable series={shown} />
        ) : (
          <LineChart
            name={text.values}
            description={sentence}
            from={values.from}
            to={values.to}
            series={shown.map(({ label, unit, points, mark }) => ({ name: label, unit, points, series: mark }))}
          />
        )}
        <div class="chart-foot">
          <span>{sentence}</span>
          <button type="button" class="link" aria-pressed={table} onClick={() => setTable(!table)}>
            {table ? words.value.parts.hideTable : words.value.parts.showAsTable}
          </button>
        </div>
      </figure>
    </Panel>
  );
}

function sentenceOf(series: ValueSeries | undefined): string {
  const { chart } = words.value;
  const extent = series && extentOf(series.points);
  if (!series || !extent) return chart.nothing;
  const { number, dayTime, time } = format.value;
  const text = (value: number) => number(value, digitsOf(value));
  const last = typeof series.last?.value === 'number' ? series.last.value : extent.last;
  const sentence = chart.sentence(
    series.label,
    text(extent.low),
    text(extent.high),
    series.unit,
    text(last),
    extent.count,
  );
  const gap = longestGap(series.points);
  return gap ? `${sentence} ${chart.gap(dayTime(gap.from), time(gap.to))}` : sentence;
}
