import { useDelivery, useOverview } from '../../data/start.ts';
import type { BaseStation } from '../../data/stations.ts';
import { hourly } from '../../model/text/hours.ts';
import { SparkBars } from '../../parts/chart/spark.tsx';
import { Tile } from '../../parts/tile.tsx';
import { ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

const HOURS = 24;

/** Four figures: traffic, who is heard, who hears, who gets it. */
export function Figures({ stations }: { stations: BaseStation[] | undefined }) {
  const { number, percent } = format.value;
  const text = words.value.start;
  const overview = useOverview().value;
  const delivery = useDelivery().value;
  const hours = overview === undefined ? [] : hourly(overview.hours, HOURS, ticking.value);
  const wanted = stations?.filter(({ status }) => status !== 'disabled');
  const online = wanted?.filter(({ status }) => status === 'online').length;
  const offline = wanted?.filter(({ status }) => status === 'offline').length ?? 0;
  const none = words.value.parts.none;
  const late = delivery !== undefined && delivery.behindSeconds > 60;
  const share =
    delivery === undefined || delivery.delivered + delivery.queued === 0
      ? 1
      : delivery.delivered / (delivery.delivered + delivery.queued);
  return (
    <div class="tiles plain">
      <Tile
        label={text.messages}
        note={text.lastDay}
        value={overview === undefined ? none : number(perHour(hours), 0)}
        unit={overview === undefined ? '' : text.anHour}
        href="/live"
      >
        <SparkBars values={hours} />
      </Tile>
      <Tile
        label={text.heard}
        note={overview === undefined ? '' : text.silent(overview.silent)}
        value={overview === undefined ? none : number(overview.heard)}
        unit={overview === undefined ? '' : text.of(overview.endpoints)}
        href="/endpoints"
      />
      <Tile
        label={text.online}
        note={stations === undefined ? '' : text.offline(offline)}
        value={online === undefined ? none : number(online)}
        unit={wanted === undefined ? '' : text.of(wanted.length)}
        href="/stations"
      />
      <Tile
        label={text.delivered}
        href="/integrations"
        note={
          delivery === undefined
            ? ''
            : delivery.targets === 0
              ? text.noTarget
              : text.waiting(late ? delivery.queued : 0)
        }
        value={delivery === undefined || delivery.targets === 0 ? none : percent(share).replace(/\s?%$/, '')}
        unit={delivery !== undefined && delivery.targets > 0 ? '%' : ''}
      />
    </div>
  );
}

/** Of the last whole hour; while there is none, of the running one. */
function perHour(hours: readonly number[]): number {
  return hours.at(-2) || hours.at(-1) || 0;
}
