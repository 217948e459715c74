import { signal } from '@preact/signals';
import { now } from '../model/text/clock.ts';
import { format } from '../words/words.ts';

/** The time that relative times are counted from; one timer for all of them. */
export const ticking = signal(now());
const TICK_MS = 5000;
if (typeof document !== 'undefined') {
  setInterval(() => {
    if (!document.hidden) ticking.value = now();
  }, TICK_MS);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) ticking.value = now();
  });
}

/** "3 min ago", refreshed by itself; the whole date in the tooltip, which makes it when it is shown. */
export function Ago({ at, style = 'ago' }: { at: number; style?: 'ago' | 'short' | 'moment' | 'exact' }) {
  const current = Math.max(ticking.value, at);
  return (
    <time dateTime={new Date(at).toISOString()} data-tip="">
      {textOf(at, current, style)}
    </time>
  );
}

function textOf(at: number, current: number, style: 'ago' | 'short' | 'moment' | 'exact'): string {
  const { ago, moment, duration, clock, time } = format.value;
  if (style === 'ago') return ago(at, current);
  if (style === 'short') return duration(current - at);
  const words = moment(at, current);
  // what was today is told to the second
  return style === 'exact' && words === time(at) ? clock(at) : words;
}
