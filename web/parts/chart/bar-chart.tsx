import { useEffect, useRef, useState } from 'preact/hooks';
import { valueScale } from '../../model/chart-scale.ts';
import { format } from '../../words/words.ts';

const HEIGHT = 168;
const TOP = 8;
const BOTTOM = 24;
const LEFT = 44;
const LABEL_PX = 72;

/** Counts of hours from zero; the running hour is pale. `last` is the begin of the last bar. */
export function BarChart({ values, last, name }: { values: readonly number[]; last: number; name: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const { number, time } = format.value;
  const scale = valueScale(0, Math.max(1, ...values), { fromZero: true });
  const pitch = (width - LEFT) / values.length;
  const y = (value: number) => TOP + (1 - value / scale.max) * (HEIGHT - TOP - BOTTOM);
  const every = Math.ceil(LABEL_PX / Math.max(1, pitch));
  const hourOf = (at: number) => last - (values.length - 1 - at) * 3_600_000;
  return (
    <div class="chart bars" ref={box}>
      {width > 0 && (
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={name} class="series-1">
          {scale.ticks.map((value, at) => (
            <g key={value}>
              <path class={at === 0 ? 'axis' : 'grid'} d={`M${LEFT} ${Math.round(y(value)) + 0.5}H${width}`} />
              <text x={LEFT - 10} y={y(value) + 4} text-anchor="end">
                {number(value)}
              </text>
            </g>
          ))}
          {values.map((value, at) => (
            <g key={hourOf(at)}>
              <rect
                x={LEFT + at * pitch + 1}
                y={y(value)}
                width={Math.max(1, pitch - 2)}
                height={HEIGHT - BOTTOM - y(value)}
                rx="1.5"
                fill="currentColor"
                opacity={at === values.length - 1 ? 0.5 : 1}
                data-tip={`${time(hourOf(at))}: ${number(value)}`}
              />
              {at % every === 0 && (
                <text x={LEFT + at * pitch + pitch / 2} y={HEIGHT - 6} text-anchor="middle">
                  {time(hourOf(at))}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
