import { useEffect, useRef, useState } from 'preact/hooks';
import { type Scale, timeTicks, valueScale } from '../../model/chart-scale.ts';
import { extentOf, nearest, unbroken } from '../../model/chart-series.ts';
import { format } from '../../words/words.ts';
import { ChartBox } from './chart-box.tsx';
import { DASHES, type Series } from './marks.tsx';

export interface LineChartProps {
  from: number;
  to: number;
  series: readonly Series[];
  /** Accessible name, and what the chart says in a sentence. */
  name: string;
  description: string;
  height?: number;
  onZoom?: (from: number, to: number) => void;
}

const TOP = 12;
const BOTTOM = 26;
const LEFT = 36;
const RIGHT = 40;

/** Lines with the band between lowest and highest; the first unit at the left, a second one at the right. */
export function LineChart(props: LineChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [cursor, setCursor] = useState<number | undefined>(undefined);
  const height = width > 0 && width < 480 ? 180 : (props.height ?? 242);
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const axes = axesOf(props.series);
  const right = axes.second ? RIGHT : 12;
  const x = (at: number) => LEFT + ((at - props.from) / (props.to - props.from)) * (width - LEFT - right);
  const timeAt = (px: number) => props.from + ((px - LEFT) / (width - LEFT - right)) * (props.to - props.from);
  const point = (event: PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    setCursor(Math.min(props.to, Math.max(props.from, timeAt(event.clientX - left))));
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const points = props.series[0]?.points ?? [];
    if (by === undefined || points.length === 0) return;
    event.preventDefault();
    const here = nearest(points, cursor ?? props.to);
    const at = here ? points.indexOf(here) + (cursor === undefined ? 0 : by) : 0;
    setCursor(points[Math.min(points.length - 1, Math.max(0, at))]?.at);
  };
  return (
    <div class="chart" ref={box}>
      {width > 0 && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${props.name}. ${props.description}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move its cursor
          tabIndex={0}
          onPointerMove={point}
          onPointerLeave={() => setCursor(undefined)}
          onKeyDown={step}
          onBlur={() => setCursor(undefined)}
        >
          <Axes {...{ axes, width, height, right, x }} from={props.from} to={props.to} />
          {props.series.map(series => (
            <Curve
              key={series.name}
              series={series}
              x={x}
              y={placeOn(axes.of(series), height)}
              second={axes.isSecond(series)}
            />
          ))}
          {cursor !== undefined && <Cursor {...{ axes, cursor, height, x }} series={props.series} />}
        </svg>
      )}
      {cursor !== undefined && width > 0 && <ChartBox cursor={cursor} x={x} width={width} series={props.series} />}
    </div>
  );
}

interface AxesOf {
  first: Scale;
  second: Scale | undefined;
  of(series: Series): Scale;
  isSecond(series: Series): boolean;
}

function axesOf(all: readonly Series[]): AxesOf {
  const unit = all[0]?.unit;
  const scaleOf = (some: readonly Series[]): Scale | undefined => {
    const extents = some.flatMap(({ points }) => extentOf(points) ?? []);
    if (extents.length === 0) return undefined;
    return valueScale(Math.min(...extents.map(({ low }) => low)), Math.max(...extents.map(({ high }) => high)));
  };
  const isSecond = (series: Series) => series.unit !== unit;
  const first = scaleOf(all.filter(series => !isSecond(series))) ?? valueScale(0, 1);
  const second = scaleOf(all.filter(isSecond));
  return { first, second, isSecond, of: series => (isSecond(series) ? (second ?? first) : first) };
}

const placeOn =
  ({ min, max }: Scale, height: number) =>
  (value: number): number =>
    TOP + (1 - (value - min) / (max - min)) * (height - TOP - BOTTOM);

function Axes({
  axes,
  width,
  height,
  right,
  x,
  from,
  to,
}: {
  axes: AxesOf;
  width: number;
  height: number;
  right: number;
  x: (at: number) => number;
  from: number;
  to: number;
}) {
  const { fixed, time, day, moment } = format.value;
  const y = placeOn(axes.first, height);
  const foot = height - BOTTOM;
  const texts = { time, day, date: (at: number) => moment(at, to + 8 * 86_400_000) };
  const ticks = timeTicks(from, to, Math.max(2, Math.floor(width / 92))).filter(
    ({ at }) => x(at) >= LEFT && x(at) <= width - right,
  );
  return (
    <g aria-hidden="true">
      {axes.first.ticks.map((value, at) => (
        <g key={value}>
          <path class={at === 0 ? 'axis' : 'grid'} d={`M${LEFT} ${Math.round(y(value)) + 0.5}H${width - right}`} />
          <text x={LEFT - 10} y={y(value) + 4} text-anchor="end">
            {fixed(value, axes.first.digits)}
          </text>
        </g>
      ))}
      {axes.second?.ticks.map(value => (
        <text key={value} x={width - right + 10} y={placeOn(axes.second ?? axes.first, height)(value) + 4}>
          {fixed(value, axes.second?.digits ?? 0)}
        </text>
      ))}
      {ticks.map(tick => (
        <g key={tick.at}>
          <path class="axis" d={`M${Math.round(x(tick.at)) + 0.5} ${foot}v4`} />
          <text x={Math.min(width - 22, Math.max(LEFT, x(tick.at)))} y={foot + 20} text-anchor="middle">
            {texts[tick.style](tick.at)}
          </text>
        </g>
      ))}
    </g>
  );
}

function Curve({
  series,
  x,
  y,
  second,
}: {
  series: Series;
  x: (at: number) => number;
  y: (value: number) => number;
  second: boolean;
}) {
  const place = (at: number, value: number) => `${Math.round(x(at) * 10) / 10} ${Math.round(y(value) * 10) / 10}`;
  const runs = unbroken(series.points, series.interval);
  return (
    <g class={`series-${series.series}${second ? ' second' : ''}`} aria-hidden="true">
      {runs.map(run => {
        const [first] = run;
        if (!first) return null;
        if (run.length === 1)
          return <circle key={first.at} cx={x(first.at)} cy={y(first.value)} r="2" fill="currentColor" />;
        const upper = run.map(point => place(point.at, point.high ?? point.value));
        const lower = run.map(point => place(point.at, point.low ?? point.value)).reverse();
        const banded = run.some(point => point.low !== undefined && point.low !== point.high);
        return (
          <g key={first.at}>
            {banded && !second && <path class="band" d={`M${[...upper, ...lower].join('L')}Z`} />}
            <path
              class="curve"
              d={`M${run.map(point => place(point.at, point.value)).join('L')}`}
              stroke-dasharray={DASHES[series.series - 1] || undefined}
            />
          </g>
        );
      })}
    </g>
  );
}

function Cursor({
  axes,
  cursor,
  height,
  x,
  series,
}: {
  axes: AxesOf;
  cursor: number;
  height: number;
  x: (at: number) => number;
  series: readonly Series[];
}) {
  const at = nearest(series[0]?.points ?? [], cursor)?.at ?? cursor;
  return (
    <g aria-hidden="true">
      <path class="cursor" d={`M${Math.round(x(at)) + 0.5} ${TOP}V${height - BOTTOM}`} />
      {series.map(one => {
        const point = nearest(one.points, at);
        if (!point) return null;
        return (
          <circle
            key={one.name}
            class={`ring series-${one.series}`}
            cx={x(point.at)}
            cy={placeOn(axes.of(one), height)(point.value)}
            r="4"
          />
        );
      })}
    </g>
  );
}
