import { useEffect, useState } from 'preact/hooks';
import { setQuery } from '../../data/call/address.ts';
import { downloadAuthority, watchStation } from '../../data/onboarding.ts';
import { useRelease } from '../../data/release.ts';
import { splitAddress } from '../../model/onboarding.ts';
import { now } from '../../model/text/clock.ts';
import { Button, CopyButton, LinkButton } from '../../parts/button.tsx';
import { EuiText } from '../../parts/eui.tsx';
import { Panel } from '../../parts/panel.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Timeline } from '../../parts/timeline.tsx';
import { words } from '../../words/words.ts';
import { happenings, type Watched } from './happenings.tsx';
import { recordOf } from './make-bundle.ts';

const LOOK_EVERY_MS = 3000;

/** What to enter into the station, and what happens until it is there. */
export function ConnectStep({ eui, name }: { eui: string; name: string }) {
  const text = words.value.stationAdd;
  const record = recordOf(eui);
  const [since] = useState(() => record?.done[0]?.at ?? now());
  const watched = useWatch(eui, since);
  const release = useRelease().value;
  const { host, port } = splitAddress(record?.url ?? '');
  const authority = async () => {
    const { bytes, type } = await downloadAuthority(eui);
    saveFile('ca.crt', type, bytes);
  };
  return (
    <div class="split">
      <Panel
        title={text.waiting}
        end={<EuiText eui={eui} />}
        foot={
          <>
            <Button onClick={() => setQuery({ step: '2' }, { replace: false })}>{text.back}</Button>
            <span class="end">
              {watched?.online ? (
                <LinkButton kind="primary" href="/endpoints/add">
                  {text.addEndpoint}
                </LinkButton>
              ) : (
                <LinkButton href="/stations">{text.later}</LinkButton>
              )}
            </span>
          </>
        }
      >
        <p class="meta">{text.happened}</p>
        <Timeline
          label={text.happened}
          timesFirst
          items={happenings({
            name: record?.name ?? name,
            record,
            since,
            watched,
            onAuthority: () => void authority(),
          })}
        />
      </Panel>
      <Panel title={text.enter} flush>
        <dl class="facts">
          <Fact name={text.enterAddress} value={host === '' ? '' : `tls://${host}`} />
          <Fact name={text.enterPort} value={port} />
          {release && <Fact name={text.enterCenter} value={release.scEui} eui />}
          {record && <Fact name={text.enterFile} value={record.file} />}
        </dl>
      </Panel>
    </div>
  );
}

function Fact({ name, value, eui = false }: { name: string; value: string; eui?: boolean }) {
  if (value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {eui ? (
          <EuiText eui={value} copy={name} />
        ) : (
          <span class="mono" data-copy="">
            {value}
          </span>
        )}
        {!eui && <CopyButton text={value} what={name} />}
      </dd>
    </div>
  );
}

function useWatch(eui: string, since: number): Watched | undefined {
  const [watched, setWatched] = useState<Watched | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      watchStation(eui, since, stop.signal)
        .then(setWatched, () => undefined)
        .finally(() => {
          if (!stop.signal.aborted) timer = setTimeout(look, LOOK_EVERY_MS);
        });
    };
    look();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [eui]);
  return watched;
}
