import type { EventType, NewEvent } from '../event/catalog.ts';
import type { RuleName } from './rules.ts';
import type { AlertSource, Observation, Observe } from './seen.ts';

interface Reactions {
  readonly observe: Observe;
  levelOf(rule: RuleName, source: AlertSource): number;
  sourceDeleted(type: AlertSource['type'], id: AlertSource['id'], now: number): void;
  /** It may be disabled now. */
  stationChanged(station: number, at: number): void;
  /** Row id of the registration that has this EUI. */
  registered(epEui: string): number | undefined;
}
type React = (event: NewEvent, seen: Pick<Observation, 'at' | 'event' | 'data'>, reactions: Reactions) => void;

const endpointOf = ({ endpoint, epEui, org }: NewEvent, { registered }: Reactions): AlertSource | undefined => {
  const id = endpoint ?? (epEui === undefined ? undefined : registered(epEui));
  return id === undefined ? undefined : { type: 'endpoint', id, org };
};

const isRegistered: React = ({ epEui, org }, { at }, { observe }) => {
  if (epEui === undefined) return;
  observe({ rule: 'endpoint_unknown', source: { type: 'endpoint', id: epEui, org }, at, over: true });
};

const endpointDeleted: React = ({ endpoint }, { at }, { sourceDeleted }) => {
  if (endpoint !== undefined) sourceDeleted('endpoint', endpoint, at);
};

const downlinkFailed: React = (event, seen, reactions) => {
  const source = endpointOf(event, reactions);
  if (!source) return;
  const level = reactions.levelOf('downlink_failing', source) + 1;
  reactions.observe({ ...seen, rule: 'downlink_failing', source, level });
};

const downlinkSent: React = (event, { at }, reactions) => {
  const source = endpointOf(event, reactions);
  if (source) reactions.observe({ rule: 'downlink_failing', source, at, level: 0 });
};

const centerIs =
  (level: number): React =>
  ({ acEui, org }, seen, { observe }) => {
    if (acEui === undefined) return;
    observe({ ...seen, rule: 'scaci_disconnected', source: { type: 'application_center', id: acEui, org }, level });
  };

/** What alerts make of events, and nothing of all the others. */
const reactions: Partial<Record<EventType, React>> = {
  'basestation.connect_refused': ({ station, bsEui, org }, seen, { observe }) => {
    const id = station ?? bsEui;
    if (id === undefined) return;
    observe({ ...seen, rule: 'basestation_refused', source: { type: 'base_station', id, org }, happened: true });
  },
  'basestation.deleted': ({ station }, { at }, { sourceDeleted }) => {
    if (station !== undefined) sourceDeleted('base_station', station, at);
  },
  'basestation.updated': ({ station }, { at }, { stationChanged }) => {
    if (station !== undefined) stationChanged(station, at);
  },
  'endpoint.attach_rejected': (event, seen, all) => {
    const source = endpointOf(event, all);
    if (source) all.observe({ ...seen, rule: 'endpoint_attach_failing', source, happened: true });
  },
  'endpoint.attached': (event, { at }, all) => {
    const source = endpointOf(event, all);
    if (source) all.observe({ rule: 'endpoint_attach_failing', source, at, over: true });
  },
  'endpoint.unknown_heard': ({ epEui, org }, seen, { observe }) => {
    if (epEui === undefined) return;
    observe({ ...seen, rule: 'endpoint_unknown', source: { type: 'endpoint', id: epEui, org }, happened: true });
  },
  'integration.deleted': ({ data }, { at }, { sourceDeleted }) => {
    if (data?.integrationId !== undefined) sourceDeleted('integration', String(data.integrationId), at);
  },
  'endpoint.created': isRegistered,
  'endpoint.eui_changed': isRegistered,
  'endpoint.deleted': endpointDeleted,
  'downlink.expired': downlinkFailed,
  'downlink.invalid': downlinkFailed,
  'downlink.sent': downlinkSent,
  'scaci.session_opened': centerIs(0),
  'scaci.session_resumed': centerIs(0),
  'scaci.session_closed': centerIs(1),
  // Each one counts, also those that only lengthen a row.
  'security.login_failed': (_, seen, { observe }) =>
    observe({ ...seen, rule: 'login_attack', source: { type: 'service_center', id: '', org: null }, happened: true }),
  'system.database_error': ({ org }, seen, { observe }) =>
    observe({ ...seen, rule: 'database', source: { type: 'service_center', id: '', org }, happened: true }),
};

export const watchedEvents: ReadonlySet<EventType> = new Set(Object.keys(reactions) as EventType[]);

/** An event was raised or, without a uuid, counted as a repetition, which says nothing new. */
export function reactTo(event: NewEvent, uuid: string | undefined, to: Reactions): void {
  const at = event.storedAt;
  reactions[event.type]?.(event, uuid === undefined ? { at } : { at, event: uuid, data: dataOf(event) }, to);
}

function dataOf({ data = {} }: NewEvent): Record<string, string | number | boolean> {
  const single = Object.entries(data).filter(
    (entry): entry is [string, string | number | boolean] => !Array.isArray(entry[1]),
  );
  return Object.fromEntries(single);
}
