import type { Alert } from '../../data/alerts.ts';
import { alertState, sourceLink } from '../../model/alerts.ts';
import { type Severity, severityLook } from '../../model/states.ts';
import { msOf } from '../../model/text/time.ts';
import { Opener } from '../../parts/opener.tsx';
import { Badge } from '../../parts/status.tsx';
import type { Column } from '../../parts/table/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { tellAlert } from '../../words/telling.ts';
import { format, words } from '../../words/words.ts';

interface Opening {
  /** Id of the one that shows more of itself. */
  opened: string;
  toggle: (alert: Alert) => void;
}

export function openColumns(opening: Opening): Column<Alert>[] {
  const { alerts: text } = words.value;
  return [
    ...whatColumns(opening),
    {
      name: 'since',
      head: text.columns.since,
      width: 112,
      end: true,
      card: 'end',
      label: text.columns.since,
      cell: ({ firstSeenAt }) => <When at={msOf(firstSeenAt)} style="short" />,
    },
    {
      name: 'count',
      head: text.columns.count,
      width: 72,
      end: true,
      from: 1024,
      cell: ({ count }) => format.value.number(count),
    },
    {
      name: 'by',
      head: text.columns.by,
      width: 188,
      gap: true,
      cut: true,
      from: 1024,
      cell: ({ status, acknowledgedBy }) =>
        status === 'acknowledged' ? acknowledgedBy : <span class="text-3">{text.nobody}</span>,
    },
  ];
}

export function resolvedColumns(opening: Opening): Column<Alert>[] {
  const { alerts: text, parts } = words.value;
  return [
    ...whatColumns(opening),
    {
      name: 'how',
      head: text.columns.how,
      width: 150,
      cut: true,
      from: 1024,
      cell: ({ resolution }) => text.resolutions[resolution as keyof typeof text.resolutions] ?? resolution,
    },
    {
      name: 'lasted',
      head: text.columns.lasted,
      width: 120,
      end: true,
      from: 1024,
      cell: alert => lastedOf(alert) ?? parts.none,
    },
    {
      name: 'closed',
      head: text.columns.closed,
      width: 112,
      end: true,
      card: 'end',
      label: text.columns.closed,
      cell: ({ resolvedAt }) => <When at={msOf(resolvedAt)} style="moment" />,
    },
  ];
}

function whatColumns({ opened, toggle }: Opening): Column<Alert>[] {
  const { alerts: text } = words.value;
  return [
    {
      name: 'severity',
      head: text.columns.severity,
      width: 108,
      card: 'state',
      cell: ({ severity }) => <SeverityBadge severity={severity} />,
    },
    {
      name: 'alert',
      head: text.columns.alert,
      card: 'name',
      cell: alert => <Title alert={alert} isOpen={alert.id === opened} toggle={toggle} />,
    },
    {
      name: 'source',
      head: text.columns.source,
      width: 176,
      cut: true,
      card: 'start',
      cell: alert => <SourceOf alert={alert} />,
    },
  ];
}

export function SeverityBadge({ severity }: { severity: string }) {
  const { icon, tone } = severityLook(severity);
  return (
    <Badge icon={icon} tone={tone}>
      {words.value.states.severity[severity as Severity] ?? severity}
    </Badge>
  );
}

function Title({ alert, isOpen, toggle }: { alert: Alert; isOpen: boolean; toggle: (alert: Alert) => void }) {
  const { title, lang } = tellAlert(alert);
  return (
    <Opener isOpen={isOpen} onToggle={() => toggle(alert)} lang={lang} after={<Marks alert={alert} />}>
      {title}
    </Opener>
  );
}

/** What of it is not as usual. */
function Marks({ alert: { data, status } }: { alert: Alert }) {
  const { marks } = words.value.alerts;
  const state = alertState(data);
  if (status === 'resolved') return null;
  return (
    <>
      {state.inhibitedBy !== undefined && <Badge icon="pause">{marks.inhibited}</Badge>}
      {state.silencedUntil !== undefined && <Badge icon="clock">{marks.silenced}</Badge>}
      {state.flapping && <Badge icon="refresh">{marks.flapping}</Badge>}
    </>
  );
}

export function sourceName({ sourceName, sourceId }: Alert): string {
  return sourceName || sourceId || words.value.alerts.thisBox;
}

function SourceOf({ alert }: { alert: Alert }) {
  const link = sourceLink(alert);
  const name = sourceName(alert);
  if (link === undefined) return <span class={alert.sourceId === '' ? 'text-3' : ''}>{name}</span>;
  return (
    <a class="link" href={link}>
      {name}
    </a>
  );
}

function When({ at, style }: { at: number | undefined; style: 'short' | 'moment' }) {
  if (at === undefined) return <span class="text-3">{words.value.parts.none}</span>;
  return <Ago at={at} style={style} />;
}

/** Undefined where its beginning is not known: it may have opened several times. */
function lastedOf({ firstSeenAt, resolvedAt, count }: Alert): string | undefined {
  const [from, to] = [msOf(firstSeenAt), msOf(resolvedAt)];
  if (from === undefined || to === undefined || to < from || count > 1) return undefined;
  return format.value.duration(to - from);
}
