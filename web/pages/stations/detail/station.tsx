import { useState } from 'preact/hooks';
import { go } from '../../../data/call/address.ts';
import { faultOf } from '../../../data/call/faults.ts';
import { type BaseStation, useStation } from '../../../data/station.ts';
import { changeStationEui } from '../../../data/stations-write.ts';
import { grouped } from '../../../model/text/eui.ts';
import { LinkButton } from '../../../parts/button.tsx';
import { EuiDialog } from '../../../parts/dialog/eui-dialog.tsx';
import { Bones, Empty, Failure } from '../../../parts/empty.tsx';
import { EuiText } from '../../../parts/eui.tsx';
import { attempt } from '../../../parts/note/attempt.ts';
import { Page } from '../../../parts/page.tsx';
import { Tabs } from '../../../parts/tabs.tsx';
import { words } from '../../../words/words.ts';
import { DeleteStation } from '../delete-station.tsx';
import { StationMenu } from '../station-menu.tsx';
import { Certificate } from './certificate.tsx';
import { Events } from './events.tsx';
import { Head } from './head.tsx';
import { Overview } from './overview.tsx';
import { Settings } from './settings.tsx';
import { Traffic } from './traffic.tsx';

const TABS = ['overview', 'traffic', 'events', 'certificate', 'settings'] as const;

export default function Station({ params }: { params: Readonly<Record<string, string>> }) {
  const eui = params.eui ?? '';
  const tab = TABS.find(name => name === params.tab) ?? 'overview';
  const { station: text, pages } = words.value;
  const [deleting, setDeleting] = useState(false);
  const [moving, setMoving] = useState(false);
  const query = useStation(eui);
  const { value, fault } = query;
  const crumb = {
    href: '/stations',
    text: pages.stations,
    here: <EuiText eui={eui} copy={words.value.stationAdd.eui} />,
  };
  if (value === 'missing') {
    return (
      <Page title={words.value.frame.notFound} crumb={crumb}>
        <div class="panel">
          <Empty
            icon="station"
            title={text.missing(grouped(eui))}
            text={text.missingText}
            actions={<LinkButton href="/stations">{pages.stations}</LinkButton>}
          />
        </div>
      </Page>
    );
  }
  const title = value?.name ?? grouped(eui);
  return (
    <Page
      title={title}
      crumb={crumb}
      sentence={value && <Head station={value} />}
      actions={
        value && (
          <StationMenu
            station={value}
            class="button square"
            onDelete={() => setDeleting(true)}
            onChangeEui={() => setMoving(true)}
          />
        )
      }
    >
      <Tabs
        label={title}
        current={tab}
        tabs={TABS.map(name => ({
          name,
          text: text.tabs[name],
          href: name === 'overview' ? `/stations/${eui}` : `/stations/${eui}/${name}`,
        }))}
      />
      {!value && (
        <div class="panel">
          {fault ? <Failure title={text.failed} fault={fault} onRetry={query.again} /> : <Bones rows={6} />}
        </div>
      )}
      {value && <TabOf tab={tab} station={value} />}
      {moving && value && (
        <EuiDialog
          text={words.value.stations.euiText}
          onClose={() => setMoving(false)}
          onConfirm={async next => {
            const done = await attempt(faultOf, async () => {
              await changeStationEui(eui, next);
              return words.value.stations.euiChanged(title);
            });
            if (done) go(`/stations/${next}/certificate`, { replace: true });
            return done;
          }}
        />
      )}
      {deleting && value && (
        <DeleteStation station={value} onClose={() => setDeleting(false)} onDone={() => go('/stations')} />
      )}
    </Page>
  );
}

function TabOf({ tab, station }: { tab: (typeof TABS)[number]; station: BaseStation }) {
  switch (tab) {
    case 'overview':
      return <Overview station={station} />;
    case 'traffic':
      return <Traffic eui={station.bsEui} />;
    case 'events':
      return <Events eui={station.bsEui} />;
    case 'certificate':
      return <Certificate station={station} />;
    case 'settings':
      return <Settings key={station.bsEui} station={station} />;
  }
}
