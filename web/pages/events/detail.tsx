import type { Event } from '../../data/events.ts';
import { msOf } from '../../model/text/time.ts';
import { CopyButton } from '../../parts/button.tsx';
import { Facts, type NamedFact } from '../../parts/facts.tsx';
import { tellEvent } from '../../words/telling.ts';
import { format, words } from '../../words/words.ts';

/** What is known of an event, as it came. */
export function EventDetail({ event }: { event: Event }) {
  const { events: text } = words.value;
  const { lang } = tellEvent(event);
  const at = msOf(event.timestamp);
  const data = event.data && Object.keys(event.data).length > 0 ? JSON.stringify(event.data, null, 2) : undefined;
  const facts: NamedFact[] = [
    ...(event.description === ''
      ? []
      : [
          [
            text.facts.text,
            <span key="text" lang={lang ?? 'en'}>
              {event.description}
            </span>,
          ] as const,
        ]),
    ...(at === undefined ? [] : [[text.facts.time, format.value.full(at)] as const]),
    [
      text.facts.kind,
      <span key="kind" class="copied">
        <span class="mono" data-copy="">
          {event.eventType}
        </span>
        <CopyButton text={event.eventType} what={text.facts.kind} />
      </span>,
    ],
    ...(event.userEmail === '' ? [] : [[text.facts.user, event.userEmail] as const]),
    ...(event.count > 1 ? [[text.facts.count, format.value.number(event.count)] as const] : []),
  ];
  return (
    <div class="event-detail">
      <Facts facts={facts} />
      {data !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
        <pre class="mono event-data" lang="en" tabIndex={0}>
          {data}
        </pre>
      )}
    </div>
  );
}
