import type { EndpointRadio } from '../../../data/endpoint-radio.ts';
import { sharesOf } from '../../../model/coverage.ts';
import { Panel } from '../../../parts/panel.tsx';
import { format, words } from '../../../words/words.ts';
import { StationShares } from '../station-shares.tsx';

/** Each station with what it hears, and what is lost without the best one. */
export function Coverage({ radio, messages }: { radio: EndpointRadio; messages: number }) {
  const { endpointRadio: text } = words.value;
  const { percent } = format.value;
  const { weakestSnr } = radio;
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
      <StationShares
        label={text.coverage}
        stations={radio.stations.map((station, at) => ({ ...station, share: shares[at] ?? 0 }))}
        margin={{
          head: text.margin,
          help: text.marginHelp,
          of: ({ avgSnr }) => (avgSnr === undefined || weakestSnr === undefined ? undefined : avgSnr - weakestSnr),
        }}
      />
    </Panel>
  );
}
