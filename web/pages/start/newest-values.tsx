import { type NewestValue, useNewestValues } from '../../data/start.ts';
import { grouped } from '../../model/text/eui.ts';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Ago } from '../../parts/time.tsx';
import { ValueText } from '../../parts/value.tsx';
import { words } from '../../words/words.ts';

const SHOWN = 10;

export function NewestValues() {
  const { newest, noValues } = words.value.start;
  const query = useNewestValues(SHOWN);
  const { value, fault } = query;
  return (
    <Panel
      title={newest}
      end={
        <a class="link" href="/live">
          {words.value.pages.live}
        </a>
      }
      flush
    >
      {value === undefined && !fault && <Bones rows={3} height={52} />}
      {value === undefined && fault && <Failure title={noValues} fault={fault} onRetry={query.again} />}
      {value?.length === 0 && <Empty icon="live" title={noValues} text={words.value.endpoint.noValuesText} />}
      {value && value.length > 0 && (
        <ul class={`values${value.length > 1 ? ' two' : ''}`}>
          {value.map(one => (
            <ValueRow key={one.eui} of={one} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function ValueRow({ of }: { of: NewestValue }) {
  const [first, second] = of.values;
  return (
    <li class="value-row">
      <a class="name" href={`/endpoints/${of.eui}`}>
        {of.name === '' ? grouped(of.eui) : of.name}
      </a>
      <b class="number">{first && <ValueText value={first} />}</b>
      <span class="number text-2">{second && <ValueText value={second} />}</span>
      <span class="meta number">
        <Ago at={of.at} style="short" />
      </span>
    </li>
  );
}
