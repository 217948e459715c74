import type { Message } from '../../data/live-messages.ts';
import { contentOf } from '../../model/message.ts';
import { grouped } from '../../model/text/eui.ts';
import { msOf } from '../../model/text/time.ts';
import { LinkButton } from '../../parts/button.tsx';
import { EuiText } from '../../parts/eui.tsx';
import { MessageContent } from '../../parts/message-content.tsx';
import { Meter } from '../../parts/meter.tsx';
import type { Column } from '../../parts/table/table.tsx';
import type { Format } from '../../words/format.ts';
import { words } from '../../words/words.ts';

const SNR_BEST = 18;
const STATIONS = 3;

export function liveColumns(format: Format): Column<Message>[] {
  const text = words.value.live;
  return [
    {
      name: 'time',
      head: text.time,
      width: 124,
      card: 'state',
      cell: message => (
        <>
          <Time message={message} format={format} />
          <span class="until-1024">
            <Open message={message} />
          </span>
        </>
      ),
    },
    {
      name: 'endpoint',
      head: text.endpoint,
      width: 196,
      cut: true,
      card: 'name',
      cell: message => <Who message={message} />,
    },
    {
      name: 'values',
      head: text.values,
      cut: true,
      card: 'start',
      cell: message => <MessageContent content={contentOf(message)} />,
    },
    {
      name: 'snr',
      head: text.snr,
      width: 150,
      end: true,
      card: 'end',
      cell: message => <Snr message={message} format={format} />,
    },
    {
      name: 'stations',
      head: text.stations,
      width: 260,
      gap: true,
      cut: true,
      from: 1024,
      cell: message => <Stations message={message} />,
    },
    {
      name: 'open',
      head: '',
      width: 44,
      end: true,
      from: 1024,
      cell: message => <Open message={message} />,
    },
  ];
}

function Open({ message: { id, packetCnt } }: { message: Message }) {
  return (
    <LinkButton
      kind="quiet"
      size="compact"
      edge
      icon="chevron-right"
      href={`/messages/${id}`}
      label={words.value.message.title(packetCnt)}
    />
  );
}

function Time({ message, format }: { message: Message; format: Format }) {
  const at = msOf(message.receivedAt) ?? 0;
  return (
    <time class="number text-2" dateTime={new Date(at).toISOString()} data-tip={format.full(at)}>
      {format.clock(at)}
      <span class="text-3">.{String(Math.floor(at % 1000)).padStart(3, '0')}</span>
    </time>
  );
}

function Who({ message }: { message: Message }) {
  return (
    <a class="name" href={`/endpoints/${message.epEui}`}>
      {message.epName === '' ? <EuiText eui={message.epEui} /> : message.epName}
    </a>
  );
}

function Snr({ message, format }: { message: Message; format: Format }) {
  return (
    <span class="live-snr">
      <Meter share={message.snr / SNR_BEST} />
      <span class="snr-number">{format.fixed(message.snr, 1)} dB</span>
    </span>
  );
}

/** The station that heard it first, then the others. */
function Stations({ message }: { message: Message }) {
  const sorted = [...message.baseStations].sort((a, b) => Number(b.first) - Number(a.first));
  const names = sorted.map(({ bsEui, bsName }) => (bsName === '' ? grouped(bsEui) : bsName));
  const more = names.length - STATIONS;
  return (
    <>
      {names[0]}
      <span class="text-2">
        {names.slice(1, STATIONS).map(name => `, ${name}`)}
        {more > 0 && ` +${more}`}
      </span>
    </>
  );
}
