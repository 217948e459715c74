import type { BaseStation } from '../../../data/station.ts';
import { hostOf } from '../../../model/onboarding.ts';
import { msOf } from '../../../model/text/time.ts';
import { ticking } from '../../../parts/time.tsx';
import { format, words } from '../../../words/words.ts';
import { StateOf } from '../columns.tsx';

/** "Online · for 2 days from 192.168.1.20", "Offline · since 14:02: it stopped answering". */
export function Head({ station }: { station: BaseStation }) {
  return (
    <>
      <StateOf station={station} />
      <Since station={station} />
    </>
  );
}

function Since({ station }: { station: BaseStation }) {
  const { station: text } = words.value;
  const { duration, moment } = format.value;
  const now = ticking.value;
  const connected = msOf(station.connectedAt);
  const left = msOf(station.disconnectedAt);
  const reason = text.reasons[station.disconnectReason as keyof typeof text.reasons];
  const sentence =
    station.status === 'online' && connected !== undefined
      ? text.onlineSince(duration(Math.max(0, now - connected)), hostOf(station.remoteAddress))
      : left === undefined
        ? undefined
        : `${text.offlineSince(moment(left, now))}${reason === undefined ? '' : `: ${reason}`}`;
  if (sentence === undefined) return null;
  return (
    <>
      <span aria-hidden="true">·</span>
      <span>{sentence}</span>
    </>
  );
}
