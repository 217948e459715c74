import type { EndPoint, EndPointStats } from '../../data/endpoint.ts';
import { useModels } from '../../data/endpoints.ts';
import { Facts, type NamedFact } from '../../parts/facts.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Tags } from '../../parts/status.tsx';
import { format, words } from '../../words/words.ts';

/** What it is, and its counters of the time that is shown. */
export function About({ endpoint, stats }: { endpoint: EndPoint; stats: EndPointStats | undefined }) {
  const { endpoint: text, states, endpointAdd, parts } = words.value;
  const { number, fixed, percent, duration } = format.value;
  const models = useModels().value;
  const model = models?.find(({ id }) => id === endpoint.deviceModelId);
  const unnamed = endpoint.deviceModelId === '' ? endpointAdd.noModel : parts.none;
  const attach = states.attach[endpoint.attachStatus as keyof typeof states.attach] ?? endpoint.attachStatus;
  const interval = stats?.avgIntervalSeconds;
  const loss = stats?.lossRate;
  const lossText = stats === undefined ? parts.none : loss === undefined ? text.lossUnknown : percent(loss, 1);
  const facts: NamedFact[] = [
    [text.model, model ? `${model.name}, ${model.maker}` : unnamed],
    [text.class, endpoint.epClass === 'A' ? endpointAdd.classA : endpointAdd.classZ],
    [text.attach, attach],
    [text.messages, stats === undefined ? parts.none : number(Number(stats.messages))],
    [text.loss, lossText],
    [text.interval, interval === undefined ? parts.none : duration(interval * 1000)],
    [text.receptions, stats?.receptionsPerMessage === undefined ? parts.none : fixed(stats.receptionsPerMessage, 1)],
    ...(Object.keys(endpoint.tags).length > 0
      ? [[text.tags, <Tags key="tags" tags={endpoint.tags} />] as NamedFact]
      : []),
  ];
  return (
    <Panel title={text.facts} flush>
      <Facts facts={facts} />
    </Panel>
  );
}
