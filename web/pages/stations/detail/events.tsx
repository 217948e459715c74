import { type Event, useStationEvents } from '../../../data/station.ts';
import { severityLook } from '../../../model/states.ts';
import { msOf } from '../../../model/text/time.ts';
import { Bones, Empty, Failure } from '../../../parts/empty.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Ago } from '../../../parts/time.tsx';
import { type Happening, Timeline } from '../../../parts/timeline.tsx';
import { tellEvent } from '../../../words/telling.ts';
import { words } from '../../../words/words.ts';

export function Events({ eui }: { eui: string }) {
  const text = words.value.station;
  const query = useStationEvents(eui);
  const { value, fault } = query;
  return (
    <Panel title={text.tabs.events} flush>
      {!value && (fault ? <Failure title={text.failed} fault={fault} onRetry={query.again} /> : <Bones rows={4} />)}
      {value?.length === 0 && <Empty icon="events" title={text.noEvents} />}
      {value && value.length > 0 && (
        <div class="panel-body">
          <Timeline label={text.tabs.events} items={value.map(happeningOf)} />
        </div>
      )}
    </Panel>
  );
}

function happeningOf(event: Event): Happening {
  const { icon, tone } = severityLook(event.severity);
  const { title, text, lang } = tellEvent(event);
  return {
    key: event.id,
    icon,
    tone,
    title: event.count > 1 ? `${title} (${event.count} ×)` : title,
    ...(text === undefined ? {} : { text }),
    time: <Ago at={msOf(event.timestamp) ?? 0} style="moment" />,
    ...(lang === undefined ? {} : { lang }),
  };
}
