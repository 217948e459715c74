import type { Point } from '../../model/chart-series.ts';

export interface Series {
  name: string;
  unit: string;
  points: readonly Point[];
  /** 1 to 6: colour, dash and marker. */
  series: number;
  /** Usual distance of its points in ms; what is missing longer is a gap. */
  interval?: number;
}

/** Series are told apart by colour, dash and marker, so that no one needs the colour. */
export const DASHES = ['', '8 4', '2 3', '8 3 2 3', '12 4', '4 2'];

const MARKERS = [
  <circle key="m" cx="12" cy="5" r="2.6" fill="currentColor" />,
  <rect key="m" x="9.4" y="2.4" width="5.2" height="5.2" fill="currentColor" />,
  <path key="m" d="M12 2l3 5.4h-6z" fill="currentColor" />,
  <path key="m" d="M12 1.5l3.5 3.5-3.5 3.5-3.5-3.5z" fill="currentColor" />,
  <path key="m" d="M9.5 2.5l5 5M14.5 2.5l-5 5" stroke-width="1.7" />,
  <circle key="m" cx="12" cy="5" r="2.6" fill="var(--surface)" stroke-width="1.7" />,
];

/** The line of a series as the legend shows it. */
export function SeriesKey({ series }: { series: number }) {
  return (
    <svg class={`key series-${series}`} viewBox="0 0 24 10" aria-hidden="true">
      <path d="M0 5h24" stroke-width="2" stroke-dasharray={DASHES[series - 1] || undefined} fill="none" />
      {MARKERS[series - 1]}
    </svg>
  );
}
