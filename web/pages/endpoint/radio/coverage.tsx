import type { EndpointRadio } from '../../../data/endpoint-radio.ts';
import { sharesOf } from '../../../model/coverage.ts';
import { Meter } from '../../../parts/meter.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { format, words } from '../../../words/words.ts';

/** Each station with what it hears, and what is lost without the best one. */
export function Coverage({ radio, messages }: { radio: EndpointRadio; messages: number }) {
  const { endpointRadio: text, endpoint, parts } = words.value;
  const { fixed, percent } = format.value;
  const shares = sharesOf(radio.stations, messages);
  const [best] = radio.stations;
  const without = shares[1] ?? 0;
  const warning = !best
    ? undefined
    : radio.stations.length === 1
      ? text.onlyOne(best.name)
      : text.ifFails(best.name, percent(1 - without, without > 0.9 && without < 1 ? 1 : 0));
  return (
    <Panel title={text.coverage} end={warning !== undefined && <span class="meta">{warning}</span>} flush>
      <div class="table-box">
        <table class="table radio-table" aria-label={text.coverage}>
          <thead>
            <tr>
              <th scope="col">{endpoint.station}</th>
              <th scope="col" class="share-head">
                {endpoint.share}
              </th>
              <th scope="col" class="end">
                {endpoint.heardShare}
              </th>
              <th scope="col" class="end">
                {endpoint.snr}
              </th>
              <th scope="col" class="end">
                {endpoint.rssi}
              </th>
              <th scope="col" class="end phone-hide" data-tip={text.marginHelp}>
                {text.margin}
              </th>
            </tr>
          </thead>
          <tbody>
            {radio.stations.map((station, at) => {
              const { avgSnr, avgRssi, bsEui, name } = station;
              const margin =
                avgSnr === undefined || radio.weakestSnr === undefined ? undefined : avgSnr - radio.weakestSnr;
              return (
                <tr key={bsEui}>
                  <td>
                    <a class="name" href={`/stations/${bsEui}`}>
                      {name}
                    </a>
                  </td>
                  <td>
                    <Meter share={shares[at] ?? 0} />
                  </td>
                  <td class="end">{percent(shares[at] ?? 0)}</td>
                  <td class="end">{avgSnr === undefined ? parts.none : `${fixed(avgSnr, 1)} dB`}</td>
                  <td class="end">{avgRssi === undefined ? parts.none : `${fixed(avgRssi, 0)} dBm`}</td>
                  <td class="end phone-hide">{margin === undefined ? parts.none : `${fixed(margin, 1)} dB`}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
