const WIDTH = 96;
const HEIGHT = 32;

/** The course of a day beside its number; without axis, for the eye alone. */
export function Spark({ values, series = 1 }: { values: readonly number[]; series?: number }) {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => round((at / (values.length - 1)) * (WIDTH - 4));
  const y = (value: number) => round(high === low ? HEIGHT / 2 : 3 + (1 - (value - low) / (high - low)) * (HEIGHT - 8));
  const line = values.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('');
  const end = values.length - 1;
  return (
    <svg
      class={`spark series-${series}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="area" d={`${line}V${HEIGHT - 1}H0Z`} />
      <path class="curve" d={line} />
      <path class="spark-end" d={`M${x(end)} ${y(values[end] ?? 0)}h0.01`} />
    </svg>
  );
}

/** Bars from zero; those of the running hour are pale. */
export function SparkBars({
  values,
  width = WIDTH,
  height = HEIGHT,
}: {
  values: readonly number[];
  width?: number;
  height?: number;
}) {
  const high = Math.max(1, ...values);
  const pitch = width / Math.max(1, values.length);
  return (
    <svg
      class="spark series-1"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      preserveAspectRatio="none"
    >
      {values.map((value, at) => {
        const tall = Math.max(value > 0 ? 1 : 0.5, round((value / high) * (height - 2)));
        return (
          <rect
            key={at}
            x={round(at * pitch)}
            y={height - tall}
            width={round(Math.max(1, pitch - 1.2))}
            height={tall}
            rx="0.6"
            fill="currentColor"
            opacity={at === values.length - 1 ? 0.5 : 1}
          />
        );
      })}
    </svg>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
