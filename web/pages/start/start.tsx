import { useOpenAlerts } from '../../data/alerts.ts';
import { useStations } from '../../data/stations.ts';
import { severityLook } from '../../model/states.ts';
import { Page } from '../../parts/page.tsx';
import { Badge } from '../../parts/status.tsx';
import { ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';
import { BoxPanel } from './box-panel.tsx';
import { Figures } from './figures.tsx';
import { GetStarted } from './get-started.tsx';
import { NewestValues } from './newest-values.tsx';
import { StationsPanel } from './stations-panel.tsx';
import { Troubles } from './troubles.tsx';

/** What is wrong, what goes on, what is next. */
export default function Start() {
  const stations = useStations();
  return (
    <Page
      title={words.value.pages.start}
      beside={<Sentence />}
      actions={<span class="small text-2 today">{format.value.today(ticking.value)}</span>}
    >
      <Troubles />
      <Figures stations={stations.value} />
      <div class="split wide start-split">
        <div class="stack">
          <StationsPanel stations={stations} />
          <NewestValues />
        </div>
        <div class="stack">
          <GetStarted stations={stations.value} />
          <BoxPanel />
        </div>
      </div>
    </Page>
  );
}

function Sentence() {
  const { value } = useOpenAlerts();
  if (!value) return null;
  const { well, troublesSince } = words.value.start;
  if (value.worst === undefined) {
    return (
      <Badge icon="done" tone="ok" pill>
        {well}
      </Badge>
    );
  }
  const { icon, tone } = severityLook(value.worst);
  return (
    <Badge icon={icon} tone={tone} pill>
      {troublesSince(value.open, format.value.moment(value.oldestAt ?? ticking.value, ticking.value))}
    </Badge>
  );
}
