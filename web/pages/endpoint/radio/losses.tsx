import type { EndPoint, EndPointStats } from '../../../data/endpoint.ts';
import type { EndpointRadio } from '../../../data/endpoint-radio.ts';
import type { Range } from '../../../model/text/time.ts';
import { Facts, type NamedFact } from '../../../parts/facts.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { format, words } from '../../../words/words.ts';

/** What came and what did not. */
export function Losses({
  endpoint,
  stats,
  radio,
  range,
}: {
  endpoint: EndPoint;
  stats: EndPointStats | undefined;
  radio: EndpointRadio | undefined;
  range: Range;
}) {
  const { endpointRadio: text, endpoint: words_, parts, chart, endpoints } = words.value;
  const { number, percent, fixed, duration } = format.value;
  const { lost, lossRate, messages, avgIntervalSeconds, receptionsPerMessage } = stats ?? {};
  const all = Number(messages ?? 0) + Number(lost ?? 0);
  const facts: NamedFact[] = [
    [words_.messages, messages === undefined ? parts.none : number(Number(messages))],
    [
      text.lost,
      stats === undefined
        ? parts.none
        : lossRate === undefined || lost === undefined
          ? text.lostUnknown
          : `${percent(lossRate, 1)}, ${text.lostOf(Number(lost), all)}`,
    ],
    [endpoints.loss, endpoint.lossRate === undefined ? parts.none : percent(endpoint.lossRate)],
    [words_.interval, avgIntervalSeconds === undefined ? parts.none : duration(avgIntervalSeconds * 1000)],
    [words_.receptions, receptionsPerMessage === undefined ? parts.none : fixed(receptionsPerMessage, 1)],
    [text.best, radio?.stations[0]?.name ?? parts.none],
  ];
  return (
    <Panel title={text.lost} note={chart.ranges[range]} flush>
      <Facts facts={facts} />
    </Panel>
  );
}
