import { type EndPoint, useEndpoint } from '../../data/endpoint.ts';
import { grouped } from '../../model/text/eui.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { EuiText } from '../../parts/eui.tsx';
import { Page } from '../../parts/page.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { words } from '../../words/words.ts';
import { EndpointActions } from './actions.tsx';
import { Downlinks } from './downlinks/downlinks.tsx';
import { Head } from './head.tsx';
import { Messages } from './messages/messages.tsx';
import { Overview } from './overview.tsx';
import { Radio } from './radio/radio.tsx';
import { Settings } from './settings.tsx';
import { TimelineTab } from './timeline-tab.tsx';

const TABS = ['overview', 'messages', 'radio', 'downlinks', 'timeline', 'settings'] as const;
type TabName = (typeof TABS)[number];

export default function Endpoint({ params }: { params: Readonly<Record<string, string>> }) {
  const eui = params.eui ?? '';
  const tab = TABS.find(name => name === params.tab) ?? 'overview';
  const { endpoint: text, pages } = words.value;
  const query = useEndpoint(eui);
  const { value, fault } = query;
  const crumb = {
    href: '/endpoints',
    text: pages.endpoints,
    here: <EuiText eui={eui} copy={words.value.endpoints.eui} />,
  };
  if (value === 'missing') {
    return (
      <Page title={words.value.frame.notFound} crumb={crumb}>
        <div class="panel">
          <Empty
            icon="endpoint"
            title={text.missing(grouped(eui))}
            text={text.missingText}
            actions={<LinkButton href="/endpoints">{pages.endpoints}</LinkButton>}
          />
        </div>
      </Page>
    );
  }
  return (
    <Page
      title={value?.name ?? grouped(eui)}
      crumb={crumb}
      sentence={value && <Head endpoint={value} />}
      actions={value && <EndpointActions endpoint={value} onChange={query.again} />}
    >
      <Tabs
        label={value?.name ?? grouped(eui)}
        current={tab}
        tabs={TABS.map(name => ({
          name,
          text: text.tabs[name],
          href: name === 'overview' ? `/endpoints/${eui}` : `/endpoints/${eui}/${name}`,
          ...(name === 'downlinks' ? { count: value?.pendingDownlinks ?? 0 } : {}),
        }))}
      />
      {!value && fault && (
        <div class="panel">
          <Failure title={text.failed} fault={fault} onRetry={query.again} />
        </div>
      )}
      {!value && !fault && <Bones rows={6} />}
      {value && <TabOf tab={tab} endpoint={value} />}
    </Page>
  );
}

function TabOf({ tab, endpoint }: { tab: TabName; endpoint: EndPoint }) {
  switch (tab) {
    case 'overview':
      return <Overview endpoint={endpoint} />;
    case 'messages':
      return <Messages endpoint={endpoint} />;
    case 'radio':
      return <Radio endpoint={endpoint} />;
    case 'downlinks':
      return <Downlinks key={endpoint.epEui} endpoint={endpoint} />;
    case 'timeline':
      return <TimelineTab eui={endpoint.epEui} />;
    case 'settings':
      return <Settings key={endpoint.epEui} endpoint={endpoint} />;
  }
}
