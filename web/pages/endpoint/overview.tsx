import { query } from '../../data/call/address.ts';
import { type EndPoint, useEndpointStats, useValues } from '../../data/endpoint.ts';
import { now } from '../../model/text/clock.ts';
import { msOf, rangeOf, rangeSince } from '../../model/text/time.ts';
import { digitsOf } from '../../model/values.ts';
import { Spark } from '../../parts/chart/spark.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { Tile } from '../../parts/tile.tsx';
import { Ago } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';
import { About } from './about.tsx';
import { RadioPanel } from './radio-panel.tsx';
import { ShortTimeline } from './timeline-tab.tsx';
import { ValuesPanel } from './values-panel.tsx';

const TILES = 4;

export function Overview({ endpoint }: { endpoint: EndPoint }) {
  const text = words.value.endpoint;
  const range = rangeOf(query.value.get('range'), rangeSince(msOf(endpoint.createdAt), now()));
  const values = useValues(endpoint.epEui, range);
  const stats = useEndpointStats(endpoint.epEui, range).value;
  const { value, fault } = values;
  return (
    <div class="split">
      <div class="stack">
        {value === undefined && !fault && (
          <div class="panel">
            <Bones rows={7} />
          </div>
        )}
        {value === undefined && fault && (
          <div class="panel">
            <Failure title={text.noValues} fault={fault} onRetry={values.again} />
          </div>
        )}
        {value && value.newest.length > 0 && (
          <section class="tiles" aria-label={text.lastValues}>
            {value.newest.slice(0, TILES).map(named => {
              const at = value.series.findIndex(({ key }) => key === named.key);
              const number = named.value;
              return (
                <Tile
                  key={named.key}
                  label={named.label}
                  note={value.newestAt !== undefined && <Ago at={value.newestAt} />}
                  value={typeof number === 'number' ? format.value.number(number, digitsOf(number)) : String(number)}
                  unit={named.unit}
                >
                  {at >= 0 && (
                    <Spark values={(value.series[at]?.points ?? []).map(point => point.value)} series={(at % 6) + 1} />
                  )}
                </Tile>
              );
            })}
          </section>
        )}
        {value && value.newest.length === 0 && (
          <div class="panel">
            <Empty
              icon="live"
              title={text.noValues}
              text={endpoint.deviceModelId === '' ? text.noModelText : text.noValuesText}
            />
          </div>
        )}
        {value && value.series.length > 0 && <ValuesPanel values={value} range={range} />}
        {stats && stats.baseStations.length > 0 && <RadioPanel stats={stats} range={range} />}
      </div>
      <div class="stack">
        <About endpoint={endpoint} stats={stats} />
        <ShortTimeline eui={endpoint.epEui} />
      </div>
    </div>
  );
}
