import type { Message } from '../../data/message.ts';
import { contentOf } from '../../model/message.ts';
import { grouped } from '../../model/text/eui.ts';
import { msOf } from '../../model/text/time.ts';
import { Badge } from '../../parts/status.tsx';
import { format, words } from '../../words/words.ts';

const LOOKS = {
  success: { icon: 'done', tone: 'ok' },
  failed: { icon: 'warning', tone: 'warning' },
  skipped: { icon: 'info', tone: 'info' },
  pending: { icon: 'clock', tone: 'info' },
} as const;

/** Whether it was decoded, whose it is, and when it came. */
export function Sentence({ message }: { message: Message }) {
  const { message: text, states } = words.value;
  const { dayTime, clock, full } = format.value;
  const { status } = contentOf(message);
  const { icon, tone } = LOOKS[status];
  const at = msOf(message.receivedAt) ?? 0;
  const time = `${dayTime(at).replace(/, [^,]*$/, '')} ${clock(at)}`;
  return (
    <>
      <Badge icon={icon} tone={tone}>
        {status === 'success' ? text.decoded : states.decode[status]}
      </Badge>
      <span data-tip={full(at)}>
        {text.from}{' '}
        <a class="link" href={`/endpoints/${message.epEui}`}>
          {message.epName === '' ? grouped(message.epEui) : message.epName}
        </a>
        , {text.about(time, message.format, message.userData.length, message.baseStations.length)}
        {message.duplicate && <span class="is-warning"> · {text.repeated}</span>}
      </span>
    </>
  );
}
