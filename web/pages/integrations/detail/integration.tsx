import { useState } from 'preact/hooks';
import { faultOf } from '../../../data/call/faults.ts';
import { useRights } from '../../../data/call/rights.ts';
import {
  addressOf,
  type Integration,
  kindOf,
  switchIntegration,
  type TestOutcome,
  testIntegration,
  useIntegration,
} from '../../../data/integrations.ts';
import { integrationState } from '../../../model/integration/integration-states.ts';
import { Button, LinkButton } from '../../../parts/button.tsx';
import { Bones, Empty, Failure } from '../../../parts/empty.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { attempt } from '../../../parts/note/attempt.ts';
import { Page } from '../../../parts/page.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Tabs } from '../../../parts/tabs.tsx';
import { words } from '../../../words/words.ts';
import { StateOf } from '../state.tsx';
import { TestSteps } from '../steps.tsx';
import { DeleteIntegration } from './delete-integration.tsx';
import { Overview } from './overview.tsx';
import { Parked } from './parked.tsx';
import { ReplayDialog } from './replay.tsx';
import { Settings } from './settings.tsx';

const TABS = ['overview', 'parked', 'settings'] as const;

/** One target: how it is, what waits, what it refused, and how it is set. */
export default function IntegrationPage({ params }: { params: Readonly<Record<string, string>> }) {
  const { integrations: text, pages } = words.value;
  const id = params.id ?? '';
  const query = useIntegration(id);
  const { value, fault } = query;
  if (value === 'missing' || value === undefined) {
    return (
      <Page
        title={pages.integration}
        crumb={{ href: '/integrations', text: pages.integrations, here: pages.integration }}
      >
        <div class="panel">
          {value === undefined &&
            (fault ? <Failure title={text.failedOne} fault={fault} onRetry={query.again} /> : <Bones rows={4} />)}
          {value === 'missing' && (
            <Empty
              icon="integrations"
              title={text.missing}
              text={text.missingText}
              actions={<LinkButton href="/integrations">{pages.integrations}</LinkButton>}
            />
          )}
        </div>
      </Page>
    );
  }
  return <Known key={id} integration={value} tab={TABS.find(tab => tab === params.tab) ?? 'overview'} />;
}

function Known({ integration, tab }: { integration: Integration; tab: (typeof TABS)[number] }) {
  const { integrations: text, pages, parts } = words.value;
  const { id, name, state } = integration;
  const [testing, setTesting] = useState(false);
  const [outcome, setOutcome] = useState<TestOutcome | undefined>(undefined);
  const [dialog, setDialog] = useState<'delete' | 'replay' | undefined>(undefined);
  const reason = useRights()('I');
  const isOn = integration.enabled !== false;
  const test = async () => {
    setTesting(true);
    setOutcome(undefined);
    await attempt(faultOf, async () => {
      setOutcome(await testIntegration(id));
      return undefined;
    });
    setTesting(false);
  };
  const toggle = () =>
    void attempt(faultOf, async () => {
      await switchIntegration(id, !isOn);
      return isOn ? text.switchedOff(name) : text.switchedOn(name);
    });
  const parked = Number(integration.parked);
  return (
    <Page
      title={name}
      crumb={{ href: '/integrations', text: pages.integrations, here: text.kinds[kindOf(integration)] }}
      sentence={
        <>
          <StateOf state={state} />
          <span aria-hidden="true">·</span>
          <span>{text.stateText[integrationState(state)]}</span>
          <span class="mono target-address">{addressOf(integration)}</span>
        </>
      }
      actions={
        <>
          <Button icon="send" busy={testing ? text.testing : undefined} reason={reason} onClick={() => void test()}>
            {text.sendTest}
          </Button>
          {!isOn && (
            <Button kind="primary" reason={reason} onClick={toggle}>
              {text.switchOn}
            </Button>
          )}
          <Menu
            name={parts.actionsFor(name)}
            label={parts.actionsFor(name)}
            class="button secondary square"
            entries={[
              { text: text.replay, icon: 'refresh', reason, onSelect: () => setDialog('replay') },
              ...(isOn ? [{ text: text.switchOff, icon: 'disable', reason, onSelect: toggle }] : []),
              { kind: 'rule' },
              { text: parts.delete, icon: 'trash', bad: true, reason, onSelect: () => setDialog('delete') },
            ]}
          >
            <Icon name="more" />
          </Menu>
        </>
      }
    >
      {outcome && (
        <Panel
          title={text.sendTest}
          class="narrow"
          end={
            <Button
              kind="quiet"
              size="compact"
              icon="close"
              label={parts.close}
              onClick={() => setOutcome(undefined)}
            />
          }
        >
          <TestSteps outcome={outcome} />
        </Panel>
      )}
      <Tabs
        label={name}
        current={tab}
        tabs={TABS.map(each => ({
          name: each,
          text: text.tabs[each],
          href: each === 'overview' ? `/integrations/${id}` : `/integrations/${id}/${each}`,
          ...(each === 'parked' ? { count: parked } : {}),
        }))}
      />
      {tab === 'overview' && <Overview integration={integration} />}
      {tab === 'parked' && <Parked integration={integration} reason={reason} />}
      {tab === 'settings' && <Settings integration={integration} reason={reason} />}
      {dialog === 'delete' && <DeleteIntegration integration={integration} onClose={() => setDialog(undefined)} />}
      {dialog === 'replay' && <ReplayDialog id={id} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}
