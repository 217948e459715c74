import { type OpenAlert, useOpenAlerts } from '../../data/alerts.ts';
import { type Severity, severityLook } from '../../model/states.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Failure } from '../../parts/empty.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Badge } from '../../parts/status.tsx';
import { Ago } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';

/** Open alerts, the worst first, each with what to do. Nothing where nothing is wrong. */
export function Troubles() {
  const alerts = useOpenAlerts();
  const { troubles } = words.value.start;
  const { value, fault } = alerts;
  if (value === undefined && fault) {
    return (
      <Panel title={troubles} flush>
        <Failure title={fault.text} fault={fault} onRetry={alerts.again} />
      </Panel>
    );
  }
  if (!value || value.recent.length === 0) return null;
  return (
    <Panel title={troubles} flush>
      <ul class="rows">
        {value.recent.map(alert => (
          <Trouble key={alert.id} alert={alert} />
        ))}
      </ul>
    </Panel>
  );
}

function Trouble({ alert }: { alert: OpenAlert }) {
  const look = severityLook(alert.severity);
  const target = targetOf(alert);
  return (
    <li class="trouble">
      <Badge icon={look.icon} tone={look.tone}>
        {words.value.states.severity[alert.severity as Severity] ?? alert.severity}
      </Badge>
      <div class="trouble-text" lang="en">
        <b class="strong">{alert.title}</b>
        <span class="small text-2">{alert.description}</span>
      </div>
      <span class="trouble-time small text-3">
        <Ago at={alert.since} style="short" />
      </span>
      {target !== undefined && (
        <LinkButton href={target} size="compact">
          {words.value.start.goThere}
        </LinkButton>
      )}
    </li>
  );
}

/** The page on which the trouble is mended, where there is one. */
function targetOf({ sourceType, sourceId }: OpenAlert): string | undefined {
  if (sourceType === 'base_station') return `/stations/${sourceId}`;
  if (sourceType === 'endpoint') return `/endpoints/${sourceId}`;
  return undefined;
}
