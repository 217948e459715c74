import { type BaseStation, useStationStats } from '../../../data/station.ts';
import { grouped } from '../../../model/text/eui.ts';
import { hourly } from '../../../model/text/hours.ts';
import { msOf } from '../../../model/text/time.ts';
import { BarChart } from '../../../parts/chart/bar-chart.tsx';
import { Bones, Failure } from '../../../parts/empty.tsx';
import { Meter } from '../../../parts/meter.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Tile } from '../../../parts/tile.tsx';
import { ticking } from '../../../parts/time.tsx';
import { format, words } from '../../../words/words.ts';
import { Reports } from './reports.tsx';

const HOURS = 24;
const HOUR_MS = 3_600_000;

export function Overview({ station }: { station: BaseStation }) {
  const { station: text, start, parts } = words.value;
  const { number, fixed, percent } = format.value;
  const query = useStationStats(station.bsEui);
  const { value, fault } = query;
  if (!value) {
    return (
      <div class="panel">
        {fault ? <Failure title={text.failed} fault={fault} onRetry={query.again} /> : <Bones rows={6} />}
      </div>
    );
  }
  const hours = hourly(
    value.buckets.map(({ start: at, uplinks }) => ({ at: msOf(at) ?? 0, count: Number(uplinks) })),
    HOURS,
    ticking.value,
  );
  const most = Math.max(1, ...value.topEndpoints.map(({ count }) => Number(count)));
  return (
    <div class="split">
      <div class="stack">
        <div class="tiles plain">
          <Tile label={text.uplinks} note={start.lastDay} value={number(Number(value.uplinks))} />
          <Tile label={text.endpoints} note={start.lastDay} value={number(value.uniqueEndpoints)} />
          <Tile label={text.snr} value={value.avgSnr === undefined ? parts.none : fixed(value.avgSnr, 1)} unit="dB" />
          <Tile
            label={text.availability}
            note={start.lastDay}
            value={value.availability === undefined ? parts.none : percent(value.availability, 1).replace(/\s?%$/, '')}
            unit="%"
          />
        </div>
        <Panel title={text.perHour} note={start.lastDay}>
          <BarChart name={text.perHour} values={hours} last={Math.floor(ticking.value / HOUR_MS) * HOUR_MS} />
        </Panel>
        <Panel title={text.top} note={start.lastDay} flush>
          {value.topEndpoints.length === 0 && <p class="panel-body small text-2">{text.noTraffic}</p>}
          {value.topEndpoints.length > 0 && (
            <ul class="rows">
              {value.topEndpoints.slice(0, 10).map(({ eui, name, count }) => (
                <li key={eui} class="top-row">
                  <a class="name" href={`/endpoints/${eui}`}>
                    {name === '' ? grouped(eui) : name}
                  </a>
                  <Meter share={Number(count) / most} />
                  <span class="number">{number(Number(count))}</span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
      <Reports station={station} />
    </div>
  );
}
