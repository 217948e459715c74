import { useState } from 'preact/hooks';
import { go } from '../../data/call/address.ts';
import { faultOf } from '../../data/call/faults.ts';
import { useRights } from '../../data/call/rights.ts';
import { type EndPoint, showEndpoint } from '../../data/endpoint.ts';
import {
  attachEndpoint,
  changeEndpointEui,
  deleteEndpoint,
  detachEndpoint,
  updateEndpoint,
} from '../../data/endpoints.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Question } from '../../parts/dialog/dialog.tsx';
import { EuiDialog } from '../../parts/dialog/eui-dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { words } from '../../words/words.ts';

export function EndpointActions({ endpoint, onChange }: { endpoint: EndPoint; onChange: () => void }) {
  const { endpoints: text, parts } = words.value;
  const [asking, setAsking] = useState(false);
  const [moving, setMoving] = useState(false);
  const [busy, setBusy] = useState(false);
  const { epEui, name, suspended } = endpoint;
  const reason = useRights()('E');
  const act = (run: () => Promise<string>) => void attempt(faultOf, run).then(onChange);
  const suspend = () =>
    act(async () => {
      showEndpoint(await updateEndpoint({ epEui, suspended: !suspended }, ['suspended']));
      return suspended ? text.resumed(name) : text.suspended(name);
    });
  const remove = async () => {
    setBusy(true);
    const done = await attempt(faultOf, async () => {
      await deleteEndpoint(epEui);
      return text.deleted(1);
    });
    setBusy(false);
    if (done) go('/endpoints');
  };
  return (
    <>
      <Button icon="refresh" label={parts.tryAgain} onClick={onChange} />
      <Menu
        name={parts.actionsFor(name)}
        label={parts.actionsFor(name)}
        class="button square"
        entries={[
          {
            text: text.attach,
            icon: 'check',
            reason,
            onSelect: () =>
              act(async () => {
                await attachEndpoint(epEui);
                return text.acted.attach(1);
              }),
          },
          {
            text: text.detach,
            icon: 'minus',
            reason,
            onSelect: () =>
              act(async () => {
                await detachEndpoint(epEui);
                return text.acted.detach(1);
              }),
          },
          {
            text: suspended ? text.resume : text.suspend,
            icon: suspended ? 'play' : 'pause',
            reason,
            onSelect: suspend,
          },
          { text: parts.changeEui, icon: 'pencil', reason, onSelect: () => setMoving(true) },
          { kind: 'rule' },
          { text: parts.delete, icon: 'trash', bad: true, reason, onSelect: () => setAsking(true) },
        ]}
      >
        <Icon name="more" />
      </Menu>
      {endpoint.bidi && (
        <LinkButton icon="send" href={`/endpoints/${epEui}/downlinks`} class="head-action">
          <span>{words.value.downlinks.send}</span>
        </LinkButton>
      )}
      {moving && (
        <EuiDialog
          text={text.euiText}
          onClose={() => setMoving(false)}
          onConfirm={async eui => {
            const done = await attempt(faultOf, async () => {
              await changeEndpointEui(epEui, eui);
              return text.euiChanged(name);
            });
            if (done) go(`/endpoints/${eui}`, { replace: true });
            return done;
          }}
        />
      )}
      {asking && (
        <Question
          title={text.deleteTitle(name)}
          text={text.deleteText(endpoint.pendingDownlinks)}
          verb={parts.delete}
          busy={busy ? parts.deleting : undefined}
          onCancel={() => setAsking(false)}
          onConfirm={() => void remove()}
        />
      )}
    </>
  );
}
