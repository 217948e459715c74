import { useEndpoint } from '../../data/endpoint.ts';
import { useMessage, useNeighbours } from '../../data/message.ts';
import { contentOf } from '../../model/message.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';
import { Fields } from './fields.tsx';
import { Receptions } from './receptions.tsx';
import { Sentence } from './sentence.tsx';
import { Step } from './step.tsx';
import { TracePanel } from './trace-panel.tsx';
import { WhyNot } from './why-not.tsx';

/** One telegram: what it says, who heard it, and how its bits are read. */
export default function MessagePage({ params }: { params: Readonly<Record<string, string>> }) {
  const { message: text, pages, frame } = words.value;
  const query = useMessage(params.id ?? '');
  const { value, fault } = query;
  const message = value === 'missing' ? undefined : value;
  const { newer, older } = useNeighbours(message);
  const found = useEndpoint(message?.epEui ?? '').value;
  const endpoint = found === 'missing' ? undefined : found;
  if (!message) {
    return (
      <Page
        title={value === 'missing' ? frame.notFound : pages.message}
        crumb={{ href: '/live', text: pages.live, here: pages.message }}
      >
        <div class="panel">
          {value === 'missing' && (
            <Empty
              icon="live"
              title={text.missing}
              text={text.missingText}
              actions={<LinkButton href="/live">{pages.live}</LinkButton>}
            />
          )}
          {value === undefined && fault && <Failure title={text.failed} fault={fault} onRetry={query.again} />}
          {value === undefined && !fault && <Bones rows={8} />}
        </div>
      </Page>
    );
  }
  return (
    <Page
      title={text.title(message.packetCnt)}
      crumb={{
        href: `/endpoints/${message.epEui}/messages`,
        text: message.epName === '' ? pages.endpoint : message.epName,
        here: text.messages,
      }}
      sentence={<Sentence message={message} />}
      actions={
        <>
          <Step id={newer} icon="chevron-up" label={text.newer} none={text.noNewer} />
          <Step id={older} icon="chevron-down" label={text.older} none={text.noOlder} />
        </>
      }
    >
      {contentOf(message).status !== 'success' && <WhyNot message={message} />}
      <div class="split message-split">
        <Fields message={message} />
        <Receptions message={message} />
      </div>
      <TracePanel key={message.id} message={message} endpoint={endpoint} />
    </Page>
  );
}
