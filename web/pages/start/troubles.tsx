import { useState } from 'preact/hooks';
import { type OpenAlert, useOpenAlerts } from '../../data/alerts.ts';
import { useRights } from '../../data/call/rights.ts';
import { alertTarget } from '../../model/alerts.ts';
import { type Severity, severityLook } from '../../model/states.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Failure } from '../../parts/empty.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Badge } from '../../parts/status.tsx';
import { Ago } from '../../parts/time.tsx';
import { tellAlert } from '../../words/telling.ts';
import { language, words } from '../../words/words.ts';
import { Acknowledge } from './acknowledge.tsx';

/** Open alerts, the worst first, each with what to do. Nothing where nothing is wrong. */
export function Troubles() {
  const alerts = useOpenAlerts();
  const [taking, setTaking] = useState<OpenAlert | undefined>(undefined);
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
    <Panel
      title={troubles}
      end={
        <a class="link" href="/alerts">
          {words.value.start.allAlerts}
        </a>
      }
      flush
    >
      <ul class="rows">
        {value.recent.map(alert => (
          <Trouble key={alert.id} alert={alert} onAcknowledge={() => setTaking(alert)} />
        ))}
      </ul>
      {taking && (
        <Acknowledge alert={taking} onClose={() => setTaking(undefined)} onDone={() => setTaking(undefined)} />
      )}
    </Panel>
  );
}

function Trouble({ alert, onAcknowledge }: { alert: OpenAlert; onAcknowledge: () => void }) {
  const look = severityLook(alert.severity);
  const target = alertTarget(alert);
  const { start } = words.value;
  const { title, text, lang } = tellAlert(alert);
  const refuses = useRights();
  // either right is enough
  const reason = refuses('E') && refuses('B');
  return (
    <li class="trouble">
      <Badge icon={look.icon} tone={look.tone}>
        {words.value.states.severity[alert.severity as Severity] ?? alert.severity}
      </Badge>
      <div class="trouble-text" lang={lang}>
        <b class="strong">
          {title}
          {lang === undefined && language.value !== 'en' && alert.sourceName !== '' && `: ${alert.sourceName}`}
        </b>
        <span class="small text-2">{text}</span>
      </div>
      <span class="trouble-time small text-3">
        <Ago at={alert.since} style="short" />
      </span>
      <span class="trouble-acts">
        {alert.status === 'new' ? (
          <Button
            kind="quiet"
            size="compact"
            name={`${start.acknowledge} ${title}`}
            reason={reason}
            onClick={onAcknowledge}
          >
            {start.acknowledge}
          </Button>
        ) : (
          <span class="small text-3">{start.takenBy(alert.acknowledgedBy)}</span>
        )}
        {target !== undefined && (
          <LinkButton href={target} size="compact">
            {words.value.start.goThere}
          </LinkButton>
        )}
      </span>
    </li>
  );
}
