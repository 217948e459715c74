import type { EndPointStats } from '../../data/endpoint.ts';
import { grouped } from '../../model/eui.ts';
import type { Range } from '../../model/time.ts';
import { Meter } from '../../parts/meter.tsx';
import { Panel } from '../../parts/panel.tsx';
import { format, words } from '../../words/words.ts';

/** Which stations hear it, how often and how well. */
export function RadioPanel({ stats, range }: { stats: EndPointStats; range: Range }) {
  const { endpoint: text, chart, parts } = words.value;
  const { fixed, percent } = format.value;
  const messages = Math.max(1, Number(stats.messages));
  return (
    <Panel title={text.radioPerStation} note={chart.ranges[range]} flush>
      <div class="table-box">
        <table class="table radio-table" aria-label={text.radioPerStation}>
          <thead>
            <tr>
              <th scope="col">{text.station}</th>
              <th scope="col" class="share-head">
                {text.share}
              </th>
              <th scope="col" class="end">
                {text.heardShare}
              </th>
              <th scope="col" class="end">
                {text.snr}
              </th>
              <th scope="col" class="end">
                {text.rssi}
              </th>
            </tr>
          </thead>
          <tbody>
            {stats.baseStations.map(station => {
              const share = Math.min(1, Number(station.receptions) / messages);
              return (
                <tr key={station.bsEui}>
                  <td>
                    <a class="name" href={`/stations/${station.bsEui}`}>
                      {station.name === '' ? grouped(station.bsEui) : station.name}
                    </a>
                  </td>
                  <td>
                    <Meter share={share} />
                  </td>
                  <td class="end">{percent(share)}</td>
                  <td class="end">{station.avgSnr === undefined ? parts.none : `${fixed(station.avgSnr, 1)} dB`}</td>
                  <td class="end">{station.avgRssi === undefined ? parts.none : `${fixed(station.avgRssi, 0)} dBm`}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
