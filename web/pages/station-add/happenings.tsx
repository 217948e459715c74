import type { Refused } from '../../data/onboarding.ts';
import { hostOf, refusalOf } from '../../model/onboarding.ts';
import { Button } from '../../parts/button.tsx';
import { ticking } from '../../parts/time.tsx';
import type { Happening } from '../../parts/timeline.tsx';
import { format, words } from '../../words/words.ts';
import type { Done, Record } from './make-bundle.ts';

export interface Watched {
  online: boolean;
  address: string;
  connectedAt: number | undefined;
  refused: Refused[];
}

/** What was done here, what the station met, and what is waited for: oldest first. */
export function happenings({
  name,
  record,
  since,
  watched,
  onAuthority,
}: {
  name: string;
  record: Record | undefined;
  since: number;
  watched: Watched | undefined;
  onAuthority: () => void;
}): Happening[] {
  const text = words.value.stationAdd;
  const { clock, duration } = format.value;
  const done = (record?.done ?? []).map((one, at) => ({ ...doneLine(one), key: `done-${at}`, time: clock(one.at) }));
  const refused = (watched?.refused ?? []).map((one, at) => refusedLine(one, at, onAuthority));
  const last: Happening = watched?.online
    ? {
        key: 'online',
        icon: 'done',
        tone: 'ok',
        title: text.connected(name),
        text: text.connectedText(hostOf(watched.address)),
        time: clock(watched.connectedAt ?? ticking.value),
        loud: true,
      }
    : {
        key: 'waiting',
        icon: 'spinner',
        tone: 'accent',
        busy: true,
        title: <b class="strong">{text.waitingFor(name)}</b>,
        text: text.waitingText(duration(Math.max(0, ticking.value - since))),
        time: text.now,
      };
  return [...done, ...refused, last];
}

function doneLine({ what, about }: Done): Omit<Happening, 'key' | 'time'> {
  const text = words.value.stationAdd;
  const ok = { icon: 'done', tone: 'ok' as const };
  switch (what) {
    case 'registered':
      return { ...ok, title: text.registered(about) };
    case 'known':
      return { ...ok, title: text.known(about) };
    case 'address':
      return { ...ok, title: text.addressAdded(about) };
    case 'made':
      return { ...ok, title: text.made(about === '' ? '' : format.value.date(Number(about))) };
    case 'downloaded':
      return { ...ok, title: text.downloaded, text: text.downloadedText(about) };
    case 'downloadedCertificate':
      return { ...ok, title: text.downloaded, text: text.downloadedCertificate(about) };
  }
}

function refusedLine(one: Refused, at: number, onAuthority: () => void): Happening {
  const { refusals, stationAdd: text } = words.value;
  const reason = refusalOf(one.reason);
  const again = one.count > 1 ? text.again(one.count, format.value.clock(one.at)) : '';
  return {
    key: `refused-${at}`,
    icon: 'error',
    tone: 'error',
    title: refusals[reason](hostOf(one.address)),
    text: `${again}${refusals[`${reason}Todo`]}`,
    time: format.value.clock(one.at),
    loud: true,
    ...(reason === 'unknown_authority'
      ? {
          actions: (
            <Button size="compact" icon="download" onClick={onAuthority}>
              {text.downloadCa}
            </Button>
          ),
        }
      : {}),
  };
}
