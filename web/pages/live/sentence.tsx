import type { LiveMessages } from '../../data/live-messages.ts';
import { rateOf } from '../../model/live-list.ts';
import { State } from '../../parts/status.tsx';
import { ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

/** Whether it runs, how fast, and when the newest came. */
export function Sentence({ live }: { live: LiveMessages }) {
  const text = words.value.live;
  const { fixed, clock } = format.value;
  const { list, state, newestAt: newest } = live;
  const rate = rateOf(list, Math.max(ticking.value, list.recent.at(-1)?.at ?? 0));
  return (
    <>
      {list.paused ? (
        <State icon="suspended" tone="warning">
          {text.paused}
        </State>
      ) : state === 'waiting' ? (
        <State icon="offline" tone="error">
          {text.away}
        </State>
      ) : (
        <State icon="online" tone="ok">
          {text.running}
        </State>
      )}
      <span aria-hidden="true">·</span>
      <span class="number">
        {newest === undefined
          ? text.waiting
          : rate === 0
            ? text.newest(clock(newest))
            : text.rate(fixed(rate, 1), clock(newest))}
      </span>
      {state === 'polling' && (
        <>
          <span aria-hidden="true">·</span>
          <span>{text.polling}</span>
        </>
      )}
    </>
  );
}
