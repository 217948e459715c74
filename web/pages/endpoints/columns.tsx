import type { EndPoint } from '../../data/endpoints.ts';
import { isLate } from '../../model/silence.ts';
import { type EndpointState, endpointLook } from '../../model/states.ts';
import { msOf } from '../../model/text/time.ts';
import type { NamedValue } from '../../model/values.ts';
import { EuiText } from '../../parts/eui.tsx';
import { Icon } from '../../parts/icon.tsx';
import { State, Tags } from '../../parts/status.tsx';
import type { Column } from '../../parts/table/table.tsx';
import { Ago, ticking } from '../../parts/time.tsx';
import { ValueText } from '../../parts/value.tsx';
import { format, words } from '../../words/words.ts';

export function endpointColumns({
  values,
  models,
}: {
  values: (epEui: string) => readonly NamedValue[] | undefined;
  models: readonly { id: string; name: string }[];
}): Column<EndPoint>[] {
  const text = words.value.endpoints;
  const modelName = (id: string) => models.find(model => model.id === id)?.name;
  return [
    {
      name: 'state',
      head: text.state,
      width: 112,
      sort: 'status',
      card: 'state',
      cell: endpoint => <StateOf endpoint={endpoint} />,
    },
    {
      name: 'name',
      head: text.name,
      sort: 'name',
      card: 'name',
      cut: true,
      cell: endpoint => <NameOf endpoint={endpoint} />,
    },
    {
      name: 'eui',
      head: text.eui,
      width: 164,
      sort: 'ep_eui',
      from: 1280,
      cell: ({ epEui }) => (
        <span class="text-2">
          <EuiText eui={epEui} />
        </span>
      ),
    },
    {
      name: 'value',
      head: text.values,
      width: 104,
      end: true,
      card: 'start',
      cell: ({ epEui }) => <ValueAt values={values(epEui)} at={0} />,
    },
    {
      name: 'value2',
      head: '',
      width: 76,
      end: true,
      from: 1024,
      cell: ({ epEui }) => <ValueAt values={values(epEui)} at={1} />,
    },
    {
      name: 'heard',
      head: text.heard,
      width: 106,
      end: true,
      sort: 'last_seen_at',
      card: 'end',
      cell: endpoint => <HeardOf endpoint={endpoint} />,
    },
    {
      name: 'snr',
      head: text.snr,
      sort: 'last_snr',
      width: 72,
      end: true,
      from: 1024,
      cell: ({ lastSnr }) => <Dash>{lastSnr === undefined ? undefined : format.value.fixed(lastSnr, 1)}</Dash>,
    },
    {
      name: 'loss',
      head: text.lossHead,
      width: 72,
      end: true,
      sort: 'loss_rate',
      from: 1280,
      cell: ({ lossRate }) => <Loss rate={lossRate} />,
    },
    {
      name: 'model',
      head: text.model,
      width: 132,
      gap: true,
      cut: true,
      from: 1280,
      cell: ({ deviceModelId }) => <Dash>{modelName(deviceModelId)}</Dash>,
    },
    { name: 'tags', head: text.tags, width: 120, from: 1440, cell: ({ tags }) => <Tags tags={tags} /> },
  ];
}

export function StateOf({ endpoint }: { endpoint: EndPoint }) {
  const look = endpointLook(endpoint.status);
  return (
    <State icon={look.icon} tone={look.tone}>
      {words.value.states.endpoint[endpoint.status as EndpointState] ?? endpoint.status}
    </State>
  );
}

function NameOf({ endpoint }: { endpoint: EndPoint }) {
  return (
    <>
      <a class="name" href={`/endpoints/${endpoint.epEui}`}>
        {endpoint.name}
      </a>
      {endpoint.pendingDownlinks > 0 && (
        <span class="pending meta" data-tip={words.value.endpoints.waiting(endpoint.pendingDownlinks)}>
          <Icon name="download" />
          {endpoint.pendingDownlinks}
        </span>
      )}
      <span class="under until-1280">
        <EuiText eui={endpoint.epEui} />
      </span>
    </>
  );
}

function ValueAt({ values, at }: { values: readonly NamedValue[] | undefined; at: number }) {
  const value = values?.[at];
  if (!value) return at === 0 ? <Dash>{undefined}</Dash> : null;
  return (
    <span class={at === 0 ? 'strong' : 'text-2'} data-tip={value.label}>
      <ValueText value={value} />
    </span>
  );
}

function HeardOf({ endpoint }: { endpoint: EndPoint }) {
  const at = msOf(endpoint.lastSeenAt);
  if (at === undefined) return <Dash>{undefined}</Dash>;
  const late = isLate(at, endpoint.uplinkIntervalSeconds, ticking.value);
  return late ? (
    <b class="strong">
      <Ago at={at} style="short" />
    </b>
  ) : (
    <Ago at={at} />
  );
}

/** More than this is worth a look. */
const MUCH = 0.05;

function Loss({ rate }: { rate: number | undefined }) {
  if (rate === undefined) return <Dash>{undefined}</Dash>;
  const text = format.value.percent(rate);
  return (
    <span class={rate > MUCH ? 'is-warning strong' : ''} data-tip={words.value.endpoints.loss}>
      {text}
    </span>
  );
}

function Dash({ children }: { children: preact.ComponentChildren }) {
  return children === undefined ? <span class="text-3">{words.value.parts.none}</span> : children;
}
