import { failingIntegration } from '../domain/alert/installation.ts';
import type { Store } from '../domain/domain.ts';
import { RECOVERED } from '../domain/installation/installation-store.ts';
import { type Finding, fail, ok, warn } from '../kit/faults/finding.ts';
import { DAY_MS } from '../kit/units.ts';
import type { ListenerName } from '../pki/served.ts';
import { NO_ROOM, noRoomFinding } from '../upkeep/disk/no-room.ts';
import type { ListenerChecks } from './listener-checks.ts';
import { loadFinding } from './load.ts';
import type { Load } from './overload.ts';
import type { Probe } from './probes.ts';

/** A page that goes on for ever is not read. */
const MOST_NAMED = 5;
const SEE_LOG = 'look into the log of the service';

/** What the state of the services is read from. */
export interface ServiceSources {
  readonly store: Store;
  /** Milliseconds. */
  now(): number;
  readonly disk: { readonly finding: Finding };
  readonly snapshots: { readonly finding: Finding | undefined };
  /** How far the service is behind with its work. */
  load(): Load;
  /** The time of day (operations 5). */
  readonly time: { readonly finding: Finding | undefined };
  readonly listeners: Pick<ListenerChecks, 'findings'>;
  readonly gatewayHasTls: boolean;
  /** Base stations that are connected. */
  stations(): number;
  /** Application centers that are connected; undefined when none are served. */
  readonly centers: (() => number) | undefined;
  /** Clients of the embedded broker that are connected; undefined when it is switched off. */
  readonly brokerClients: (() => number) | undefined;
  integrations(): {
    /** How many are enabled. */
    readonly enabled: number;
    readonly failing: readonly { readonly name: string; readonly error: string }[];
  };
  /** True from the moment every listener is up until the stop begins. */
  serving(): boolean;
}

/** The services of GetSystemStatus and of the health pages (operations 4). */
export function serviceProbes(sources: ServiceSources): Probe[] {
  const { listeners, gatewayHasTls, time, load, stations, centers, brokerClients, serving } = sources;
  /** A listener is as well as the certificate it serves. */
  const listener = async (name: ListenerName, connected: readonly Finding[] = []) => [
    ...phase(serving()),
    ...connected,
    ...(await listeners.findings(name)),
  ];
  return [
    {
      name: 'core',
      essential: true,
      check: () => [
        ...phase(serving()),
        // A wrong clock stops nothing: certificates are judged at a safe time.
        ...some(time.finding).map(clock => ({ ...clock, level: 'warn' as const })),
        ...some(loadFinding(load())),
      ],
    },
    {
      name: 'gateway',
      essential: false,
      check: () => (gatewayHasTls ? listener('gateway') : phase(serving())),
    },
    {
      name: 'bssci',
      essential: true,
      check: () => listener('bssci', [connected('bssci', stations())]),
    },
    ...(centers
      ? [{ name: 'scaci', essential: false, check: () => listener('scaci', [connected('scaci', centers())]) }]
      : []),
    ...(brokerClients
      ? [{ name: 'mqtt', essential: false, check: () => listener('mqtt', [connected('mqtt', brokerClients())]) }]
      : []),
    {
      name: 'integrations',
      essential: false,
      check: () => [...phase(serving()), ...integrations(sources.integrations())],
    },
    { name: 'database', essential: true, check: () => database(sources) },
  ];
}

function integrations({ enabled, failing }: ReturnType<ServiceSources['integrations']>): Finding[] {
  const named = failing.slice(0, MOST_NAMED).map(({ name, error }) => failingIntegration(name, error));
  const others = failing.length - named.length;
  return [
    { check: 'integrations', ...ok(`${enabled} enabled`) },
    ...named,
    ...(others > 0
      ? [{ check: 'integrations', ...fail(`${others} others do not deliver`, 'run waystation integrations list') }]
      : []),
  ];
}

async function database({ store, disk, snapshots, now }: ServiceSources): Promise<Finding[]> {
  // Only a write shows whether the disk takes something again, or at all; while all is well, none is spent on it.
  if (store.failure || store.waiting > 0) await store.write.installation.setValue('running', 'yes');
  const { waiting } = store;
  const running = store.read.installation.value('running') === 'yes';
  return [
    ...(running ? [] : [{ check: 'database', ...fail('the service has noted that it stopped', SEE_LOG) }]),
    ...some(recovery(store, now())),
    ...some(noRoomFinding(store.read.installation.value(NO_ROOM), store.read.retention.size().used)),
    ...some(snapshots.finding),
    ...(disk.finding.level === 'ok' ? [] : [disk.finding]),
    { check: 'database', ...ok(`${waiting} writes wait`) },
  ];
}

/** For a day after a recovery: what was damaged should be seen to. */
function recovery(store: Store, now: number): Finding | undefined {
  const text = store.read.installation.value(RECOVERED);
  if (text === undefined) return undefined;
  const { at, detail } = JSON.parse(text) as { at: number; detail: string };
  if (Math.abs(now - at) >= DAY_MS) return undefined;
  return { check: 'database', ...warn(detail, 'look at the disk, and whether what is missing matters') };
}

function phase(serving: boolean): Finding[] {
  return serving ? [] : [{ check: 'service', ...fail('the service starts or stops', SEE_LOG) }];
}

const connected = (check: string, count: number): Finding => ({ check, ...ok(`${count} connected`) });

const some = <T>(found: T | undefined): T[] => (found === undefined ? [] : [found]);
