import { type Event, useEndpointEvents } from '../../data/endpoint.ts';
import { severityLook } from '../../model/states.ts';
import { msOf } from '../../model/time.ts';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Ago } from '../../parts/time.tsx';
import { type Happening, Timeline } from '../../parts/timeline.tsx';
import { words } from '../../words/words.ts';

const SHORT = 6;
const LONG = 200;

export function ShortTimeline({ eui }: { eui: string }) {
  const { timeline, all } = words.value.endpoint;
  return (
    <Panel
      title={timeline}
      end={
        <a class="link" href={`/endpoints/${eui}/timeline`}>
          {all}
        </a>
      }
      flush
    >
      <Events eui={eui} most={SHORT} />
    </Panel>
  );
}

export function TimelineTab({ eui }: { eui: string }) {
  return (
    <Panel title={words.value.endpoint.timeline} flush>
      <Events eui={eui} most={LONG} />
    </Panel>
  );
}

function Events({ eui, most }: { eui: string; most: number }) {
  const { timeline, nothingYet, failed } = words.value.endpoint;
  const query = useEndpointEvents(eui, most);
  const { value, fault } = query;
  if (value === undefined)
    return fault ? <Failure title={failed} fault={fault} onRetry={query.again} /> : <Bones rows={3} />;
  if (value.length === 0) return <Empty icon="events" title={nothingYet} />;
  return (
    <div class="panel-body">
      <Timeline label={timeline} items={value.map(happeningOf)} />
    </div>
  );
}

function happeningOf(event: Event): Happening {
  const { icon, tone } = severityLook(event.severity);
  const good = event.severity === 'info' && /(attached|sent|acknowledged|registered|heard)$/.test(event.eventType);
  const count = event.count > 1 ? ` (${event.count} ×)` : '';
  return {
    key: event.id,
    icon: good ? 'done' : icon,
    tone: good ? 'ok' : tone,
    title: `${event.title}${count}`,
    ...(event.description === '' || event.description === event.title ? {} : { text: event.description }),
    time: <Ago at={msOf(event.timestamp) ?? 0} style="moment" />,
    lang: 'en',
  };
}
