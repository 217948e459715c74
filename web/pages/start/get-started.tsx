import { useState } from 'preact/hooks';
import { useLastDownload } from '../../data/backups.ts';
import { useRights } from '../../data/call/rights.ts';
import { isMailTested, useChannels } from '../../data/channels.ts';
import { useDelivery, useNewestValues, useOverview } from '../../data/start.ts';
import type { BaseStation } from '../../data/stations.ts';
import { STEPS, type Step, stepsDone } from '../../model/get-started.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const TARGETS: Readonly<Record<Step, string>> = {
  station: '/stations/add',
  endpoint: '/endpoints/add',
  values: '/live',
  deliver: '/integrations/add',
  mail: '/get-started/mail',
  backup: '/backup',
};
const HIDDEN = 'ws-get-started';

/** The six steps of the first hour, ticked by what is there; gone when all are done or it was hidden. */
export function GetStarted({ stations }: { stations: BaseStation[] | undefined }) {
  const text = words.value.start;
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) === 'hidden');
  const endpoints = useOverview().value?.endpoints;
  const values = useNewestValues(10).value;
  const delivery = useDelivery().value;
  const mayRead = useRights()('S') === undefined && !hidden;
  const channels = useChannels(mayRead).value;
  const downloaded = useLastDownload(mayRead).value;
  if (hidden || stations === undefined || endpoints === undefined) return null;
  const connected = stations.filter(({ connectedAt, disconnectedAt }) => connectedAt ?? disconnectedAt).length;
  const done = stepsDone({
    stationsConnected: connected,
    endpoints,
    decodedMessages: values?.length ?? 0,
    delivered: delivery?.delivered ?? 0,
    mailTested: isMailTested(channels),
    backupTaken: typeof downloaded === 'number',
  });
  const count = STEPS.filter(step => done[step]).length;
  if (count === STEPS.length) return null;
  const notes: Partial<Record<Step, string>> = { station: text.connected(connected), endpoint: text.added(endpoints) };
  return (
    <Panel
      title={text.getStarted}
      note={text.doneOf(count, STEPS.length)}
      end={
        <Button
          kind="quiet"
          size="compact"
          edge
          onClick={() => {
            localStorage.setItem(HIDDEN, 'hidden');
            setHidden(true);
          }}
        >
          {text.hide}
        </Button>
      }
      flush
    >
      <ul class="steps">
        {STEPS.map(step => (
          <li key={step} class="step">
            <Icon name={done[step] ? 'done' : 'ring'} class={done[step] ? 'is-ok' : 'text-3'} />
            <a
              href={TARGETS[step]}
              class={done[step] ? 'text-2' : 'link'}
              aria-label={done[step] ? text.stepDone(text.steps[step]) : undefined}
            >
              {text.steps[step]}
            </a>
            <span class="meta">{done[step] ? (notes[step] ?? '') : text.stepTime[step]}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
