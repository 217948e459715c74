import { useEffect, useState } from 'preact/hooks';
import { faultOf } from '../../data/call/faults.ts';
import { useRights } from '../../data/call/rights.ts';
import { type EndPoint, type Keys, revealKeys } from '../../data/endpoint.ts';
import { grouped } from '../../model/text/eui.ts';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const SHOWN_MS = 30_000;
const NAMES = ['nwkKey', 'nwkSnKey', 'appKey'] as const;

/** Which keys are set; shown on demand, for half a minute. */
export function KeysPanel({ endpoint }: { endpoint: EndPoint }) {
  const text = words.value.endpoint;
  const reason = useRights()('K');
  const [keys, setKeys] = useState<Keys | undefined>(undefined);
  useEffect(() => {
    if (!keys) return;
    const timer = setTimeout(() => setKeys(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [keys]);
  const show = () =>
    attempt(faultOf, async () => {
      setKeys(await revealKeys(endpoint.epEui));
      return undefined;
    });
  const set = { nwkKey: endpoint.nwkKeySet, nwkSnKey: endpoint.nwkSnKeySet, appKey: endpoint.appKeySet };
  const shown = (name: (typeof NAMES)[number]) => {
    if (keys?.[name]) return <span class="mono">{grouped(keys[name])}</span>;
    return set[name] ? text.keySet : text.keyNotSet;
  };
  return (
    <Panel
      title={text.settings.keys}
      flush
      foot={
        keys ? (
          <span class="text-2">{text.keysHidden}</span>
        ) : (
          <Button icon="eye" reason={reason} onClick={() => void show()}>
            {text.showKeys}
          </Button>
        )
      }
    >
      <Facts facts={NAMES.map(name => [text.keyNames[name], shown(name)])} />
    </Panel>
  );
}
