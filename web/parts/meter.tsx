/** A bar from 0 to 1 beside the number that says the same. */
export function Meter({ share }: { share: number }) {
  const width = Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10;
  return (
    <span class="meter" aria-hidden="true">
      <svg preserveAspectRatio="none" viewBox="0 0 100 6" aria-hidden="true">
        <rect width={width} height="6" fill="currentColor" />
      </svg>
    </span>
  );
}

/** A thin line with the span from the tenth percentile to the median, which is marked. */
export function SpanMeter({ low, middle, from, to }: { low: number; middle: number; from: number; to: number }) {
  const x = (value: number) => Math.min(70, Math.max(0, ((value - from) / (to - from)) * 70));
  return (
    <svg class="span-meter series-1" width="72" height="12" viewBox="-1 0 72 12" aria-hidden="true">
      <path d="M0 6h70" stroke="var(--line)" stroke-width="2" />
      <path d={`M${x(low)} 6H${x(middle)}`} stroke="currentColor" stroke-width="4" opacity="0.55" />
      <path d={`M${x(middle)} 1v10`} stroke="currentColor" stroke-width="3" />
    </svg>
  );
}
