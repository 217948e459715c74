import { useRights } from '../../data/call/rights.ts';
import { useChannels } from '../../data/channels.ts';
import { GUIDES, isGuided } from '../../model/get-started.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Command } from '../../parts/command.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { MailTest } from './mail-test.tsx';

const SETTINGS = '/etc/waystation/waystation.yaml';
const DOCUMENTS = '/usr/share/doc/waystation/';

/** A step of the first hour that is taken in a terminal: why, with which command, and where it is described. */
export default function GetStarted({ params: { step = '' } }: { params: Readonly<Record<string, string>> }) {
  const { guide: text, start, pages, frame } = words.value;
  const mayTest = useRights()('S') === undefined;
  const email = useChannels(step === 'mail' && mayTest).value?.email;
  const crumb = { href: '/', text: pages.start, here: pages['get-started'] };
  if (!isGuided(step)) {
    return (
      <Page title={frame.notFound} crumb={crumb}>
        <div class="panel">
          <Empty
            icon="unknown"
            title={frame.notFoundText}
            actions={<LinkButton href="/">{frame.toStart}</LinkButton>}
          />
        </div>
      </Page>
    );
  }
  const { settings, command, document } = GUIDES[step];
  return (
    <Page title={start.steps[step]} sentence={text.why[step]} crumb={crumb}>
      <div class="stack">
        {step === 'mail' && email?.configured && <MailTest email={email} />}
        {settings !== undefined && (
          <Panel title={text.configuration}>
            <p>{text.configurationText(SETTINGS)}</p>
            <Command text={settings} what={text.configuration} />
          </Panel>
        )}
        <Panel title={text.command}>
          <p>{text.commandText}</p>
          <Command text={command} what={text.command} />
        </Panel>
        <Panel title={text.documents}>
          <p>{text.documentText(document)}</p>
          <Command text={`${DOCUMENTS}${document}`} what={text.path} />
        </Panel>
      </div>
    </Page>
  );
}
