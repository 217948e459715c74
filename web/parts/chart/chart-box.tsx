import { nearest } from '../../model/chart-series.ts';
import { format, words } from '../../words/words.ts';
import { type Series, SeriesKey } from './marks.tsx';

const BOX = 208;
const APART = 14;

/** What the series say at the cursor; also said to screen readers as it moves. */
export function ChartBox({
  cursor,
  x,
  width,
  series,
}: {
  cursor: number;
  x: (at: number) => number;
  width: number;
  series: readonly Series[];
}) {
  const { number, dayTime } = format.value;
  const at = nearest(series[0]?.points ?? [], cursor)?.at ?? cursor;
  const rightward = x(at) + APART;
  const left = rightward + BOX <= width ? rightward : Math.max(0, x(at) - APART - BOX);
  return (
    <div class="chart-box" role="status" style={{ left: `${left}px` }}>
      <span class="text-2">{dayTime(at)}</span>
      <dl>
        {series.map(one => {
          const point = nearest(one.points, at);
          if (!point) return null;
          const span = point.low !== undefined && point.high !== undefined && point.low !== point.high;
          return (
            <>
              <SeriesKey series={one.series} />
              <dt>
                {one.name}
                {span && (
                  <span class="text-2 block">
                    {words.value.chart.span(number(point.low ?? 0), number(point.high ?? 0), one.unit)}
                  </span>
                )}
              </dt>
              <dd>
                {number(point.value)} {one.unit}
              </dd>
            </>
          );
        })}
      </dl>
    </div>
  );
}
