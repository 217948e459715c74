import { type Announcement, type Event, useAnnouncements, useEndpointEvents } from '../../data/endpoint.ts';
import { useStations } from '../../data/stations.ts';
import { severityLook } from '../../model/states.ts';
import { grouped } from '../../model/text/eui.ts';
import { msOf } from '../../model/text/time.ts';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Ago } from '../../parts/time.tsx';
import { type Happening, Timeline } from '../../parts/timeline.tsx';
import { tellEvent } from '../../words/telling.ts';
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
      <Events eui={eui} most={SHORT} whole={false} />
    </Panel>
  );
}

export function TimelineTab({ eui }: { eui: string }) {
  return (
    <Panel title={words.value.endpoint.timeline} flush>
      <Events eui={eui} most={LONG} whole />
    </Panel>
  );
}

/** @param whole with announcements, and exact times before the words: steps of one downlink follow within a second */
function Events({ eui, most, whole }: { eui: string; most: number; whole: boolean }) {
  const { timeline, nothingYet, failed } = words.value.endpoint;
  const query = useEndpointEvents(eui, most);
  const announced = useAnnouncements(whole ? eui : '', most).value ?? [];
  const stations = useStations().value;
  const nameOf = (bsEui: string) => stations?.find(station => station.bsEui === bsEui)?.name ?? grouped(bsEui);
  const { value, fault } = query;
  if (value === undefined)
    return fault ? <Failure title={failed} fault={fault} onRetry={query.again} /> : <Bones rows={3} />;
  if (value.length === 0) return <Empty icon="events" title={nothingYet} />;
  const items = [
    ...value.map(event => ({ at: msOf(event.timestamp) ?? 0, item: happeningOf(event) })),
    ...announced.map(one => ({ at: one.at, item: announcementOf(one, nameOf(one.bsEui)) })),
  ]
    .sort((a, b) => b.at - a.at)
    .map(({ at, item }) => ({ ...item, time: <Ago at={at} style={whole ? 'exact' : 'moment'} /> }));
  return (
    <div class="panel-body">
      <Timeline label={timeline} items={items} timesFirst={whole} withSeconds={whole} />
    </div>
  );
}

function announcementOf({ key, kind, error }: Announcement, station: string): Omit<Happening, 'time'> {
  const text = words.value.endpoint;
  return {
    key,
    icon: error === '' ? 'station' : 'warning',
    tone: error === '' ? 'muted' : 'warning',
    title: text[kind](station),
    ...(error === '' ? {} : { text: text.notTaken(error) }),
  };
}

function happeningOf(event: Event): Omit<Happening, 'time'> {
  const { icon, tone } = severityLook(event.severity);
  const { title, text, lang } = tellEvent(event);
  const good = event.severity === 'info' && /(attached|sent|acknowledged|registered|heard)$/.test(event.eventType);
  const count = event.count > 1 ? ` (${event.count} ×)` : '';
  return {
    key: event.id,
    icon: good ? 'done' : icon,
    tone: good ? 'ok' : tone,
    title: `${title}${count}`,
    ...(text === undefined ? {} : { text }),
    ...(lang === undefined ? {} : { lang }),
  };
}
