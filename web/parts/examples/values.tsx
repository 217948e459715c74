import type { Point } from '../../model/chart-series.ts';
import { LineChart } from '../chart/line-chart.tsx';
import { SeriesKey } from '../chart/marks.tsx';
import { Spark, SparkBars } from '../chart/spark.tsx';
import { Meter } from '../meter.tsx';
import { Panel } from '../panel.tsx';

const HOUR = 3_600_000;
const TO = Date.UTC(2026, 10, 23, 14);
const FROM = TO - 168 * HOUR;

function wave(middle: number, by: number, shift: number): Point[] {
  return Array.from({ length: 168 }, (_, hour) => {
    const value = middle + by * Math.sin(((hour + shift) / 24) * 2 * Math.PI) + Math.sin(hour * 1.7) * by * 0.12;
    return { at: FROM + hour * HOUR, value, low: value - by * 0.2, high: value + by * 0.2, count: 4 };
  }).filter((_, hour) => hour < 110 || hour > 116);
}

const TEMPERATURE = wave(18.5, 2.4, 5);
const HUMIDITY = wave(55, 7, 17);

export function Values() {
  return (
    <div class="stack">
      <div class="tiles plain">
        <div class="panel tile">
          <span class="tile-label">Messages</span>
          <span class="tile-note">24 h</span>
          <span class="tile-value">
            842<span>an hour</span>
          </span>
          <SparkBars values={Array.from({ length: 24 }, (_, at) => 30 + Math.sin(at / 4) * 6)} />
        </div>
        {[TEMPERATURE, HUMIDITY, TEMPERATURE].map((points, at) => (
          <div class="panel tile" key={at}>
            <span class="tile-label">Temperature</span>
            <span class="tile-note">1 min ago</span>
            <span class="tile-value">
              21.4<span>°C</span>
            </span>
            <Spark values={points.slice(-40).map(({ value }) => value)} series={at + 1} />
          </div>
        ))}
      </div>
      <Panel
        title="Values"
        middle={
          <span class="legend">
            <span>
              <SeriesKey series={1} /> Temperature °C
            </span>
            <span>
              <SeriesKey series={2} /> Humidity %
            </span>
          </span>
        }
      >
        <LineChart
          name="Values"
          description="Temperature: 15.3 to 22.3 °C"
          from={FROM}
          to={TO}
          series={[
            { name: 'Temperature', unit: '°C', points: TEMPERATURE, series: 1 },
            { name: 'Humidity', unit: '%', points: HUMIDITY, series: 2 },
          ]}
        />
        <div class="chart-foot">
          <span>Temperature: 15.3 to 22.3 °C, now 21.4, 648 values.</span>
          <a class="link" href="#t">
            Show as table
          </a>
        </div>
      </Panel>
      <Panel title="Bars in rows">
        <Meter share={0.82} />
      </Panel>
    </div>
  );
}
