import type { EndPoint } from '../../data/endpoint.ts';
import { useStations } from '../../data/stations.ts';
import { type EndpointState, endpointLook } from '../../model/states.ts';
import { grouped } from '../../model/text/eui.ts';
import { msOf } from '../../model/text/time.ts';
import { State } from '../../parts/status.tsx';
import { ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

/** The state in a sentence: "Active · heard 1 min ago by roof east, every 15 min". */
export function Head({ endpoint }: { endpoint: EndPoint }) {
  const { endpoint: text, states } = words.value;
  const { ago, duration, full } = format.value;
  const stations = useStations().value;
  const look = endpointLook(endpoint.status);
  const at = msOf(endpoint.lastSeenAt);
  const station = stations?.find(({ bsEui }) => bsEui === endpoint.lastBsEui)?.name ?? grouped(endpoint.lastBsEui);
  const heard =
    at === undefined
      ? text.notHeard
      : endpoint.lastBsEui === ''
        ? text.heard(ago(at, Math.max(at, ticking.value)))
        : text.heardBy(ago(at, Math.max(at, ticking.value)), station);
  const interval =
    endpoint.uplinkIntervalSeconds > 0 ? `, ${text.every(duration(endpoint.uplinkIntervalSeconds * 1000))}` : '';
  return (
    <>
      <State icon={look.icon} tone={look.tone}>
        {states.endpoint[endpoint.status as EndpointState] ?? endpoint.status}
      </State>
      <span aria-hidden="true">·</span>
      <span data-tip={at === undefined ? undefined : full(at)}>
        {heard}
        {interval}
      </span>
    </>
  );
}
