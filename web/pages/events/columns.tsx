import type { Event } from '../../data/events.ts';
import { sourceLink } from '../../model/alerts.ts';
import { type Severity, severityLook } from '../../model/states.ts';
import { msOf } from '../../model/text/time.ts';
import { Icon } from '../../parts/icon.tsx';
import { Opener } from '../../parts/opener.tsx';
import type { Column } from '../../parts/table/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { tellEvent } from '../../words/telling.ts';
import { format, words } from '../../words/words.ts';

export function eventColumns({ opened, toggle }: { opened: string; toggle: (event: Event) => void }): Column<Event>[] {
  const { events: text } = words.value;
  return [
    {
      name: 'time',
      head: text.columns.time,
      width: 124,
      card: 'end',
      cell: ({ timestamp }) => <Ago at={msOf(timestamp) ?? 0} style="exact" />,
    },
    {
      name: 'event',
      head: text.columns.event,
      card: 'name',
      cell: event => {
        const { title, lang } = tellEvent(event);
        return (
          <Opener isOpen={event.id === opened} onToggle={() => toggle(event)} lang={lang}>
            <SeverityMark severity={event.severity} />
            {title}
            {event.count > 1 && <span class="text-2"> {text.times(format.value.number(event.count))}</span>}
          </Opener>
        );
      },
    },
    {
      name: 'source',
      head: text.columns.source,
      width: 220,
      cut: true,
      card: 'start',
      cell: event => <SourceOf event={event} />,
    },
    {
      name: 'category',
      head: text.columns.category,
      width: 150,
      from: 1024,
      cell: ({ category }) => text.categories[category as keyof typeof text.categories] ?? category,
    },
  ];
}

/** Word and icon, where it is more than news. */
function SeverityMark({ severity }: { severity: string }) {
  const { icon, tone } = severityLook(severity);
  return (
    <>
      <Icon name={icon} class={`is-${tone}`} />
      {severity !== 'info' && (
        <>
          <span class={`is-${tone}`}>{words.value.states.severity[severity as Severity] ?? severity}:</span>{' '}
        </>
      )}
    </>
  );
}

function SourceOf({ event }: { event: Event }) {
  const { sourceId, sourceName } = event;
  const link = sourceLink(event);
  const name = sourceName || sourceId;
  if (name === '') return <span class="text-3">{words.value.alerts.thisBox}</span>;
  if (link === undefined) return <>{name}</>;
  return (
    <a class="link" href={link}>
      {name}
    </a>
  );
}
