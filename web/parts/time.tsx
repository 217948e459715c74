import { signal } from '@preact/signals';
import { now } from '../model/clock.ts';
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

/** "3 min ago", refreshed by itself; the whole date in the tooltip. */
export function Ago({ at, style = 'ago' }: { at: number; style?: 'ago' | 'short' | 'moment' }) {
  const current = Math.max(ticking.value, at);
  const { ago, moment, duration, full } = format.value;
  const text = style === 'moment' ? moment(at, current) : style === 'short' ? duration(current - at) : ago(at, current);
  return (
    <time dateTime={new Date(at).toISOString()} data-tip={full(at)}>
      {text}
    </time>
  );
}
