import type { ValueSeries } from '../../data/endpoint.ts';
import { digitsOf, withUnit } from '../../model/values.ts';
import { format, words } from '../../words/words.ts';

/** What the chart draws, as numbers; newest first. */
export function ValuesTable({ series }: { series: readonly ValueSeries[] }) {
  const { number, dayTime } = format.value;
  const times = [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => b - a);
  const byTime = series.map(({ points }) => new Map(points.map(point => [point.at, point.value])));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="values-table" tabIndex={0} aria-label={words.value.endpoint.values}>
      <table class="table compact">
        <thead>
          <tr>
            <th scope="col">{words.value.chart.time}</th>
            {series.map(({ key, label }) => (
              <th scope="col" class="end" key={key}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map(at => (
            <tr key={at}>
              <td>{dayTime(at)}</td>
              {series.map(({ key, unit }, column) => {
                const value = byTime[column]?.get(at);
                return (
                  <td class="end" key={key}>
                    {value === undefined ? words.value.parts.none : withUnit(number(value, digitsOf(value)), unit)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
