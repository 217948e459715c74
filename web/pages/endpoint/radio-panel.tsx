import type { EndPointStats } from '../../data/endpoint.ts';
import { grouped } from '../../model/text/eui.ts';
import type { Range } from '../../model/text/time.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { StationShares } from './station-shares.tsx';

/** Which stations hear it, how often and how well. */
export function RadioPanel({ stats, range }: { stats: EndPointStats; range: Range }) {
  const { endpoint: text, chart } = words.value;
  const messages = Math.max(1, Number(stats.messages));
  const stations = stats.baseStations.map(({ bsEui, name, receptions, avgSnr, avgRssi }) => ({
    ...{ bsEui, avgSnr, avgRssi },
    name: name === '' ? grouped(bsEui) : name,
    share: Math.min(1, Number(receptions) / messages),
  }));
  return (
    <Panel title={text.radioPerStation} note={chart.ranges[range]} flush>
      <StationShares label={text.radioPerStation} stations={stations} />
    </Panel>
  );
}
