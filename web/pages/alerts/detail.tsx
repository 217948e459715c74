import type { Alert } from '../../data/alerts.ts';
import { useSourceEvents } from '../../data/events.ts';
import { alertState, alertTarget } from '../../model/alerts.ts';
import { severityLook } from '../../model/states.ts';
import { msOf } from '../../model/text/time.ts';
import { Button, CopyButton, LinkButton } from '../../parts/button.tsx';
import { Bones } from '../../parts/empty.tsx';
import { Facts, type NamedFact } from '../../parts/facts.tsx';
import { Ago, ticking } from '../../parts/time.tsx';
import { type Happening, Timeline } from '../../parts/timeline.tsx';
import { ruleTitle, tellAlert, tellEvent } from '../../words/telling.ts';
import { format, words } from '../../words/words.ts';
import type { Acting } from './acts.tsx';
import { sourceName } from './columns.tsx';

const EVENTS = 6;

/** What to do about it, what is known of it, and what happened. */
export function AlertDetail({
  alert,
  reason,
  onAct,
}: {
  alert: Alert;
  reason: string | undefined;
  onAct: (acting: Acting) => void;
}) {
  const { alerts: text } = words.value;
  const isOpen = alert.status !== 'resolved';
  return (
    <div class="alert-detail">
      <div class="stack">
        {isOpen && <WhatToDo alert={alert} />}
        <Facts facts={factsOf(alert)} />
        {isOpen && <Buttons {...{ alert, reason, onAct }} />}
      </div>
      <div class="alert-happened">
        <h3 class="small strong">{text.happened}</h3>
        <Happened alert={alert} />
      </div>
    </div>
  );
}

function WhatToDo({ alert }: { alert: Alert }) {
  const { alerts: text } = words.value;
  const { text: todo, lang } = tellAlert(alert);
  const isWorded = lang === undefined && todo !== alert.description;
  return (
    <div class="alert-todo">
      <h3 class="small strong">{text.todo}</h3>
      <p lang={lang}>{todo}</p>
      {isWorded && (
        <p class="small text-2" lang="en">
          {alert.description}
        </p>
      )}
    </div>
  );
}

function Buttons({
  alert,
  reason,
  onAct,
}: {
  alert: Alert;
  reason: string | undefined;
  onAct: (acting: Acting) => void;
}) {
  const { alerts: text, start } = words.value;
  const target = alertTarget(alert);
  const { title } = tellAlert(alert);
  return (
    <div class="alert-acts">
      {target !== undefined && (
        <LinkButton kind="primary" href={target}>
          {text.goTo(target.startsWith('/unknown') ? words.value.pages.unknown : sourceName(alert))}
        </LinkButton>
      )}
      <Button
        icon={alert.status === 'new' ? 'check' : 'pencil'}
        name={alert.status === 'new' ? `${start.acknowledge} ${title}` : text.addNoteName(title)}
        reason={reason}
        onClick={() => onAct({ act: 'acknowledge', alert })}
      >
        {alert.status === 'new' ? start.acknowledge : text.addNote}
      </Button>
      <Button
        icon="clock"
        name={text.silenceName(title)}
        reason={reason}
        onClick={() => onAct({ act: 'silence', alert })}
      >
        {text.silence}
      </Button>
      <Button
        kind="quiet"
        class="end"
        name={text.resolveName(title)}
        reason={reason}
        onClick={() => onAct({ act: 'resolve', alert })}
      >
        {text.resolve}
      </Button>
    </div>
  );
}

function factsOf(alert: Alert): NamedFact[] {
  const { alerts: text } = words.value;
  const { facts } = text;
  const { inhibitedBy, silencedUntil, flapping } = alertState(alert.data);
  const moment = (at: number | undefined) => (at === undefined ? '' : format.value.moment(at, ticking.value));
  const [first, last, taken, over] = [
    msOf(alert.firstSeenAt),
    msOf(alert.lastSeenAt),
    msOf(alert.acknowledgedAt),
    msOf(alert.resolvedAt),
  ];
  const resolution = text.resolutions[alert.resolution as keyof typeof text.resolutions] ?? alert.resolution;
  return [
    ...(first === undefined ? [] : [[facts.since, <Ago key="since" at={first} style="moment" />] as const]),
    ...(over === undefined
      ? last === undefined || last === first
        ? []
        : [[facts.seen, <Ago key="seen" at={last} />] as const]
      : [[facts.over, `${moment(over)}, ${resolution}`] as const]),
    ...(alert.count > 1 ? [[facts.times, text.timesOf(alert.count)] as const] : []),
    ...(inhibitedBy === undefined ? [] : [[facts.held, text.heldBy(ruleTitle(inhibitedBy))] as const]),
    ...(silencedUntil === undefined ? [] : [[facts.silenced, text.silencedUntil(moment(silencedUntil))] as const]),
    ...(flapping ? [[facts.flapping, text.flappingText] as const] : []),
    ...(taken === undefined ? [] : [[facts.by, text.bySince(alert.acknowledgedBy, moment(taken))] as const]),
    ...(alert.note === '' ? [] : [[facts.note, alert.note] as const]),
    [
      facts.number,
      <span key="number" class="copied">
        <span class="mono" data-copy="">
          {alert.id}
        </span>
        <CopyButton text={alert.id} what={facts.number} />
      </span>,
    ],
  ];
}

function Happened({ alert }: { alert: Alert }) {
  const { alerts: text } = words.value;
  const { value } = useSourceEvents(alert, EVENTS);
  if (alert.sourceId === '' || value?.length === 0) return <p class="small text-2">{text.nothing}</p>;
  if (!value) return <Bones rows={3} />;
  const items = value.map((event): Happening => {
    const { icon, tone } = severityLook(event.severity);
    const { title, text: more, lang } = tellEvent(event);
    return {
      ...{ key: event.id, icon, tone, title },
      ...(more === undefined ? {} : { text: more }),
      ...(lang === undefined ? {} : { lang }),
      time: <Ago at={msOf(event.timestamp) ?? 0} style="moment" />,
    };
  });
  return <Timeline label={text.happened} items={items} timesFirst />;
}
