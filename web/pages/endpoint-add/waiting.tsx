import { useEffect, useState } from 'preact/hooks';
import { type Added, type FirstSigns, lookForEndpoint } from '../../data/endpoint-add.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { EuiText } from '../../parts/eui.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ticking } from '../../parts/time.tsx';
import { type Happening, Timeline } from '../../parts/timeline.tsx';
import { format, words } from '../../words/words.ts';

const LOOK_EVERY_MS = 2000;

/** What is heard of the new endpoint, until its first uplink. */
export function Waiting({ added, onAnother }: { added: Added; onAnother: () => void }) {
  const text = words.value.endpointAdd;
  const signs = useSigns(added);
  const done = signs?.firstUplinkAt !== undefined;
  return (
    <Panel
      title={text.waiting}
      class="narrow"
      end={<EuiText eui={added.epEui} />}
      foot={
        <span class="end">
          <Button onClick={onAnother}>{text.another}</Button>
          <LinkButton kind={done ? 'primary' : 'secondary'} href={`/endpoints/${added.epEui}`}>
            {text.open}
          </LinkButton>
        </span>
      }
    >
      <Timeline label={words.value.stationAdd.happened} timesFirst items={happenings(added, signs)} />
    </Panel>
  );
}

function happenings(added: Added, signs: FirstSigns | undefined): Happening[] {
  const { endpointAdd: text, stationAdd } = words.value;
  const { clock, duration } = format.value;
  const items: Happening[] = [
    { key: 'registered', icon: 'done', tone: 'ok', title: text.registered(added.name), time: clock(added.at) },
  ];
  if (signs?.rejected) {
    items.push({
      key: 'rejected',
      icon: 'error',
      tone: 'error',
      title: text.rejected,
      text: text.rejectedTodo,
      time: clock(signs.rejected.at),
      loud: true,
    });
  }
  if (signs?.attachedAt !== undefined)
    items.push({ key: 'attached', icon: 'done', tone: 'ok', title: text.attached, time: clock(signs.attachedAt) });
  if (signs?.firstUplinkAt !== undefined) {
    items.push({
      key: 'uplink',
      icon: 'done',
      tone: 'ok',
      title: text.firstUplink,
      time: clock(signs.firstUplinkAt),
      loud: true,
    });
    return items;
  }
  const waited = duration(Math.max(0, ticking.value - added.at));
  items.push({
    key: 'waiting',
    icon: 'spinner',
    tone: 'accent',
    busy: true,
    title: <b class="strong">{text.waitingFor(added.name)}</b>,
    text: `${signs ? `${text.notHeard(signs.stationsOnline)} ` : ''}${stationAdd.waitingText(waited)}`,
    time: stationAdd.now,
  });
  return items;
}

function useSigns({ epEui, at }: Added): FirstSigns | undefined {
  const [signs, setSigns] = useState<FirstSigns | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      lookForEndpoint(epEui, at, stop.signal)
        .then(found => {
          setSigns(found);
          if (found.firstUplinkAt !== undefined) stop.abort();
        })
        .catch(() => undefined)
        .finally(() => {
          if (!stop.signal.aborted) timer = setTimeout(look, LOOK_EVERY_MS);
        });
    };
    look();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [epEui]);
  return signs;
}
