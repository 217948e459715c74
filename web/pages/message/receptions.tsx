import type { Message } from '../../data/message.ts';
import { bytesInHex, grouped } from '../../model/text/eui.ts';
import { CopyButton } from '../../parts/button.tsx';
import { Meter } from '../../parts/meter.tsx';
import { Panel } from '../../parts/panel.tsx';
import { format, words } from '../../words/words.ts';

type Reception = Message['baseStations'][number];
const SNR_BEST = 18;
const NS_PER_MS = 1_000_000n;

/** Who heard it, how well, and how long after the first one. */
export function Receptions({ message }: { message: Message }) {
  const text = words.value.message;
  const hex = bytesInHex(message.userData);
  const parts = message.baseStations[0]?.subpackets?.snr.length ?? 0;
  return (
    <Panel
      title={text.receptions}
      end={<span class="meta">{text.against}</span>}
      flush
      foot={
        <>
          <span class="text-2">{text.payload}</span>
          <span class="payload">
            <span class="mono" data-copy="">
              {hex === '' ? text.empty : hex}
            </span>
            {hex !== '' && <CopyButton text={hex} what={text.payload} />}
          </span>
          <span class="meta end">{parts > 0 ? text.subpackets(parts) : text.noSubpackets}</span>
        </>
      }
    >
      <ReceptionTable message={message} />
    </Panel>
  );
}

function ReceptionTable({ message: { baseStations } }: { message: Message }) {
  const text = words.value.message;
  const { fixed, number } = format.value;
  const times = baseStations.map(({ rxTime }) => BigInt(rxTime));
  const first = times.toSorted((a, b) => Number(a - b))[0] ?? 0n;
  const delayOf = ({ rxTime }: Reception) => {
    const late = BigInt(rxTime) - first;
    return late === 0n ? <b class="strong">{text.first}</b> : `+${number(Number(late / NS_PER_MS), 0)} ms`;
  };
  return (
    <div class="table-box">
      <table class="table reception-table" aria-label={text.receptions}>
        <thead>
          <tr>
            <th scope="col">{text.station}</th>
            <th scope="col" class="phone-hide">
              <span class="hidden-text">{text.strength}</span>
            </th>
            <th scope="col" class="end">
              {text.snr}
            </th>
            <th scope="col" class="end">
              {text.rssi}
            </th>
            <th scope="col" class="end">
              {text.delay}
            </th>
          </tr>
        </thead>
        <tbody>
          {baseStations.map(reception => (
            <tr key={reception.bsEui}>
              <td>
                <a class="name" href={`/stations/${reception.bsEui}`}>
                  {reception.bsName === '' ? grouped(reception.bsEui) : reception.bsName}
                </a>
              </td>
              <td class="phone-hide">
                <Meter share={reception.snr / SNR_BEST} />
              </td>
              <td class="end">{fixed(reception.snr, 1)} dB</td>
              <td class="end">{fixed(reception.rssi, 0)} dBm</td>
              <td class="end">{delayOf(reception)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
