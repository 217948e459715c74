import { Meter } from '../../parts/meter.tsx';
import { format, words } from '../../words/words.ts';

export interface StationShare {
  bsEui: string;
  name: string;
  /** Of the messages, 0 to 1. */
  share: number;
  avgSnr: number | undefined;
  avgRssi: number | undefined;
}

/** Which stations hear an endpoint, how often and how well. @param margin dB, a column more where it is given */
export function StationShares({
  label,
  stations,
  margin,
}: {
  label: string;
  stations: readonly StationShare[];
  margin?: { head: string; help: string; of: (station: StationShare) => number | undefined };
}) {
  const { endpoint: text, parts } = words.value;
  const { fixed, percent } = format.value;
  const withUnit = (value: number | undefined, digits: number, unit: string) =>
    value === undefined ? parts.none : `${fixed(value, digits)} ${unit}`;
  return (
    <div class="table-box">
      <table class="table radio-table" aria-label={label}>
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
            {margin && (
              <th scope="col" class="end phone-hide" data-tip={margin.help}>
                {margin.head}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {stations.map(station => (
            <tr key={station.bsEui}>
              <td>
                <a class="name" href={`/stations/${station.bsEui}`}>
                  {station.name}
                </a>
              </td>
              <td>
                <Meter share={station.share} />
              </td>
              <td class="end">{percent(station.share)}</td>
              <td class="end">{withUnit(station.avgSnr, 1, 'dB')}</td>
              <td class="end">{withUnit(station.avgRssi, 0, 'dBm')}</td>
              {margin && <td class="end phone-hide">{withUnit(margin.of(station), 1, 'dB')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
